"""Answer files become entries for sheets; rows and forms that can't be taken are told, each with its place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from quizgen.batch.generate import reroll
from quizgen.batch.pile import Entry
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sources import Source
from quizgen.errors import SourceError
from tests.batch.graded_sets import form, mapping, new_set, of, read_files, save, write_table
from tests.batch.small_bank import records
from tests.made_packs import write

SAMPLES = Path(__file__).parent / "answer_files"


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    return new_set(tmp_path)


def taken(found: tuple[Any, Any, Any]) -> list[tuple[int, list[str]]]:
    """The cells of each entry with its sheet, in pairs of key and answer where its shape names what they answer."""
    entries, _, accounts = found
    return [(sheet, _pairs(entry, accounts[entry.file].source)) for sheet, entry in entries]


def _pairs(entry: Entry, source: Source) -> list[str]:
    if entry.shape < 0:
        return list(entry.cells)
    return [each for pair in zip(source.shapes[entry.shape], entry.cells, strict=True) for each in pair]


def told(found: tuple[Any, Any, Any], kind: str = "error") -> list[str]:
    return [note.what for note in found[1] if note.kind == kind]


# ---------------------------------------------------------------------------------------------------- tables
def test_a_wide_row_is_an_entry_and_a_blank_one_is_none(folder: SetFolder, tmp_path: Path):
    rows = [["001", "4", "-"], ["002", "", "-"], ["", "", ""], ["s3", "5", "6"]]
    found = read_files(folder, write_table(tmp_path / "a.csv", ["student", "1.v", "2.s"], rows))
    assert taken(found) == [(0, ["4", ""]), (2, ["5", "6"])]
    account = found[2][0]
    assert (account.rows, account.taken, account.blank, account.refused) == (3, 2, 1, 0)
    assert account.source.targets == ("1.v", "2.s")


def test_rows_of_single_answers_that_belong_together_are_one_entry(folder: SetFolder, tmp_path: Path):
    rows = [["001", "1.v", "4"], ["001", "Q2.s", "5"], ["002", "1.v", "6"], ["001", "2.d", "7"], ["002", "2.d", "-"]]
    found = read_files(folder, write_table(tmp_path / "a.csv", ["student", "part", "response"], rows))
    assert taken(found) == [(0, ["1.v", "4"]), (0, ["2.s", "5"]), (1, ["1.v", "6"]), (0, ["2.d", "7"])]
    again = write_table(tmp_path / "b.csv", ["student", "part", "response"], [*rows[:3], *rows[:2]])
    assert (0, ["1.v", "4", "2.s", "5"]) in taken(read_files(folder, again))


def test_rows_of_other_times_are_entries_of_their_own(folder: SetFolder, tmp_path: Path):
    rows = [["001", "1.v", "4", "2026-10-05 17:00"], ["001", "2.s", "5", "2026-10-05 17:01"]]
    found = read_files(folder, write_table(tmp_path / "a.csv", ["student", "part", "response", "time"], rows))
    assert [entry.when for _, entry in found[0]] == ["2026-10-05T17:00:00+02:00", "2026-10-05T17:01:00+02:00"]


def test_rows_taken_in_runs_give_what_they_give_one_by_one(folder: SetFolder, tmp_path: Path):
    """The fast way and the slow one take rows alike: in runs, with line breaks, blank, and by turns."""
    answers = ["4", "x\ny", "=1+1", "-", "", "5"]
    rows = [[who, part, answers[(at + len(part)) % 6]] for at in range(40) for who in ("001", "4") for part in
            ("1.v", "2.s", "2.d")]  # fmt: skip
    whole = read_files(folder, write_table(tmp_path / "a.csv", ["student", "part", "response"], rows))
    single = []
    for number, row in enumerate(rows):
        one = [row, ["s3", "1.v", str(number)]]
        file = write_table(tmp_path / f"{number}.csv", ["student", "part", "response"], one)
        single += [(sheet, cells) for sheet, cells in taken(read_files(folder, file)) if sheet != 2]
    flat = [(sheet, cells[at : at + 2]) for sheet, cells in taken(whole) for at in range(0, len(cells), 2)]
    assert flat == single


def test_ragged_rows_are_filled_up_or_refused_and_told(folder: SetFolder, tmp_path: Path):
    file = write(tmp_path, "a.csv", "student,1.v,2.s\n001,4\n002,1,2,\ns3,1,2,3\n4,1,2\n")
    found = read_files(folder, file)
    assert taken(found) == [(0, ["4", ""]), (1, ["1", "2"]), (3, ["1", "2"])]
    assert told(found, "note") == ["the row ends after 2 of 3 cells; the others count as blank"]
    assert told(found) == ["the row has 4 cells, and there are 3 columns"]


def test_rows_of_nobody_are_told_and_summaries_are_passed_over(folder: SetFolder, tmp_path: Path):
    file = write(tmp_path, "a.csv", "student,1.v\nzz,1\n,2\nOverall average,3.5\n1,4\n1E+05,5\n001,6\n")
    found = read_files(folder, file)
    assert taken(found) == [(0, ["6"])]
    assert [(note.row, note.student) for note in found[1]] == [(2, "zz"), (3, "2"), (5, "1"), (6, "1E+05")]
    assert "taken zeros away from `001`" in told(found)[2]


def test_a_mapping_brings_zeros_back_and_reads_its_own_blanks(folder: SetFolder, tmp_path: Path):
    file = write(tmp_path, "a.csv", "student,1.v,2.s\n1,4,n/a\n")
    found = read_files(folder, file, mapping=mapping("zeros: restore\nblank: [n/a]\n"))
    assert (taken(found), told(found)) == ([(0, ["4", ""])], [])


def test_times_are_taken_in_the_zone_of_the_set_and_told_if_they_cannot_be_read(folder: SetFolder, tmp_path: Path):
    file = write(tmp_path, "a.csv", "student,1.v,time\n001,4,30 November 2026  5:32 PM\n002,5,some day\n")
    found = read_files(folder, file)
    assert [entry.when for _, entry in found[0]] == ["2026-11-30T17:32:00+02:00", ""]
    assert "its time can't be read" in told(found, "note")[0]


def test_an_answer_to_a_part_that_the_set_does_not_have_is_told(folder: SetFolder, tmp_path: Path):
    file = write(tmp_path, "a.csv", "student,part,response\n001,1.z,4\n001,1.v,5\n")
    found = read_files(folder, file)
    assert (taken(found), told(found)) == ([(0, ["1.v", "5"])], ["`1.z` is no part of this set"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_names_find_their_students_in_any_encoding(folder: SetFolder, tmp_path: Path, encoding: str):
    file = write_table(tmp_path / "a.csv", ["name", "1.v"], [["Zoë Ångström", "4"]], encoding=encoding)
    assert taken(read_files(folder, file)) == [(1, ["4"])]


def test_a_name_in_another_unicode_form_is_the_same_name(folder: SetFolder, tmp_path: Path):
    file = write_table(tmp_path / "a.csv", ["name", "1.v"], [["Zoe\u0308 A\u030angstro\u0308m", "4"]])
    assert taken(read_files(folder, file)) == [(1, ["4"])]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        ("a,b\n1,2\n", "no column says"),
        ("%PDF-1.7", "no column"),
    ],
)
def test_a_file_that_is_no_answer_file_is_refused_as_a_whole(
    folder: SetFolder, tmp_path: Path, content: str, what: str
):
    with pytest.raises(SourceError, match=what):
        read_files(folder, write(tmp_path, "a.csv", content))


def test_a_file_with_headings_alone_has_no_rows(folder: SetFolder, tmp_path: Path):
    assert read_files(folder, write(tmp_path, "a.csv", "student,1.v\n"))[:2] == ([], [])


def test_the_same_file_under_two_names_is_read_once(folder: SetFolder, tmp_path: Path):
    first = write(tmp_path, "a.csv", "student,1.v\n001,4\n")
    found = read_files(folder, first, Path(shutil.copy(first, tmp_path / "b.csv")))
    assert len(found[0]) == 1
    assert "the same file as" in told(found, "note")[0]


# ---------------------------------------------------------------------------------------------------- real files
@pytest.mark.parametrize("name", ["quiz_responses.csv", "quiz_responses.xlsx"])
def test_moodle_s_own_export_is_read_as_it_is(tmp_path: Path, name: str):
    roster = (
        "id,name,email\na,Ana,s001@example.com\nz,Zoë,s002@example.com\nl,Li,s003@example.com\nm,M,s005@example.com\n"
    )
    folder = new_set(tmp_path, "sections:\n  - {ids: [few, few, few, first, first, first]}\n", roster)
    found = read_files(folder, SAMPLES / name)
    assert [(sheet, entry.cells[0], entry.cells[5]) for sheet, entry in found[0]] == [
        (0, "14.68 m", "14"), (1, "14,68 m", "=1+1"), (3, "1", "-5"), (3, "1468 cm", "+7"),
    ]  # fmt: skip
    assert found[0][0][1].cells[1] == ""
    assert (found[2][0].blank, told(found)) == (1, [])


@pytest.mark.parametrize("name", ["quiz_overview.csv", "grades.csv"])
def test_exports_that_hold_grades_and_no_answers_are_refused_with_their_columns(folder: SetFolder, name: str):
    with pytest.raises(SourceError, match=r"no column holds answers; the columns are: .*`Email address`"):
        read_files(folder, SAMPLES / name)


def test_a_workbook_s_numbers_take_the_decimal_mark_of_the_mapping(folder: SetFolder, tmp_path: Path):
    book = Workbook()
    for row in (["student", "1.v"], ["001", 2.5]):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    assert taken(read_files(folder, tmp_path / "a.xlsx", mapping=mapping("decimal: comma\n"))) == [(0, ["2,5"])]
    assert taken(read_files(folder, tmp_path / "a.xlsx")) == [(0, ["2.5"])]


# ---------------------------------------------------------------------------------------------------- forms
def test_a_folder_of_forms_is_read_with_all_that_is_below_it(folder: SetFolder, tmp_path: Path):
    for record in records(folder.folder):
        save(tmp_path / "forms" / record.student / "answers.json", form(folder, record, {"1.v": "4", "2.s": ""}))
    found = read_files(folder, tmp_path / "forms")
    assert sorted(taken(found)) == [(at, ["1.v", "4", "2.s", ""]) for at in range(4)]
    assert {entry.when for _, entry in found[0]} == {"2026-10-05T12:00:00+00:00"}


def test_forms_may_stand_in_one_file_line_by_line(folder: SetFolder, tmp_path: Path):
    lines = [json.dumps(form(folder, record, {"1.v": "4"})) for record in records(folder.folder)]
    found = read_files(folder, save(tmp_path / "all.jsonl", "\n".join(lines)))
    assert len(found[0]) == 4


def test_a_form_without_answers_is_blank(folder: SetFolder, tmp_path: Path):
    found = read_files(folder, save(tmp_path / "a.json", form(folder, of(folder, "001"), {"1.v": " "})))
    assert (found[0], found[2][0].blank) == ([], 1)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"token": "0" * 32}, "the form's token is wrong"),
        ({"token": None}, "the form's token is wrong"),
        ({"student": "002"}, "is another student's"),
        ({"set": "week2"}, "from another set"),
        ({"format": 2}, "format 2; this version reads 1"),
        ({"format": "x"}, "isn't what an answer form saves"),
        ({"variants": {}}, "isn't that of this student's sheet"),
        ({"variants": {"1": "0123456789abcdef"}}, "isn't that of this student's sheet"),
        ({"form": "ZZZZZZZZ"}, "no form of this set has the code"),
        ({"answers": "4"}, "isn't what an answer form saves"),
        ({"saved": ""}, "doesn't say when it was saved"),
        ({"saved": "yesterday"}, "doesn't say when it was saved"),
        ({"saved": None}, "doesn't say when it was saved"),
    ],
)
def test_a_form_that_was_edited_or_is_from_elsewhere_is_refused(
    folder: SetFolder, tmp_path: Path, changed: dict[str, Any], what: str
):
    saved = form(folder, of(folder, "001"), {"1.v": "4"}) | changed
    found = read_files(folder, save(tmp_path / "a.json", saved))
    assert found[0] == []
    assert what in told(found)[0]


def test_a_form_with_another_s_code_and_token_is_still_not_this_student_s(folder: SetFolder, tmp_path: Path):
    mine, other = of(folder, "001"), of(folder, "002")
    stolen = form(folder, other, {"1.v": "4"}, student=mine.student)
    found = read_files(folder, save(tmp_path / "a.json", stolen))
    assert (found[0], "another student's" in told(found)[0]) == ([], True)


def test_a_form_that_was_made_before_a_problem_was_drawn_anew_says_so(folder: SetFolder, tmp_path: Path):
    file = save(tmp_path / "a.json", form(folder, of(folder, "001"), {"1.v": "4"}))
    reroll(folder, "001", 2)
    assert "drawn anew after this form was made" in told(read_files(SetFolder(folder.folder), file))[0]


def test_answers_to_parts_that_no_form_has_are_told_and_the_others_taken(folder: SetFolder, tmp_path: Path):
    answers = {"1.v": "4", "9.z": "5", "2.s": 7}
    found = read_files(folder, save(tmp_path / "a.json", form(folder, of(folder, "001"), answers)))
    assert taken(found) == [(0, ["1.v", "4", "2.s", "7"])]
    assert "`9.z` is no part of this form" in told(found)[0]


def test_a_broken_form_among_many_is_told_and_the_others_are_taken(folder: SetFolder, tmp_path: Path):
    save(tmp_path / "forms/a.json", '{"format": 1,')
    save(tmp_path / "forms/b.json", form(folder, of(folder, "001"), {"1.v": "4"}))
    save(tmp_path / "forms/c.csv", "")
    found = read_files(folder, tmp_path / "forms")
    assert len(found[0]) == 1
    assert [note.file.rpartition("/")[2] for note in found[1]] == ["a.json", "c.csv"]


def test_a_folder_without_answer_files_is_refused(folder: SetFolder, tmp_path: Path):
    (tmp_path / "none").mkdir()
    with pytest.raises(SourceError, match="no answer files in this folder"):
        read_files(folder, tmp_path / "none")
