"""Answer files graded into a folder: scores, records, errors, marks; every row accounted for, and nothing half."""

from __future__ import annotations

import json
import shutil
import stat
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quizgen.batch.grade as grading
from quizgen.batch import judging, pile, sheet_grading
from quizgen.batch.bundles import GRADING_POLICY
from quizgen.batch.files import locked
from quizgen.batch.generate import add
from quizgen.batch.judging import Judge, JudgedProblem
from quizgen.batch.records import Records
from quizgen.batch.rulings import write_voids
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sheet_grading import SheetGrader
from quizgen.errors import OutputError, SourceError
from quizgen.grader import Marker
from tests.batch.graded_sets import (
    errors,
    form,
    graded,
    keys,
    mapping,
    new_set,
    of,
    param,
    parts,
    right_answers,
    save,
    scores,
    table,
    write_table,
)
from tests.batch.small_bank import records, roster_of, tree
from tests.made_packs import write

LATE = """\
id: week1
title: Sums
deadline: 2026-10-05 18:00 +02:00
late: {off: 10%, closes: 3 days}
sections:
  - ids: [few, many]
"""


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    return new_set(tmp_path)


def grade_rows(folder: SetFolder, tmp_path: Path, rows: list[list[str]], **wish: Any) -> Path:
    """Graded: a table of single answers."""
    file = write_table(tmp_path / "a.csv", ["student", "part", "response"], rows)
    graded(folder, tmp_path / "graded", file, **wish)
    return tmp_path / "graded"


# ---------------------------------------------------------------------------------------------------- scores
def test_right_answers_get_all_points_and_every_student_has_a_line(folder: SetFolder, tmp_path: Path):
    done = graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))
    rows = table(tmp_path / "graded/scores.csv")
    assert [row["student"] for row in rows] == ["001", "002", "s3", "4"]
    assert {(row["points"], row["of"], row["to_be_marked"], row["status"]) for row in rows} == {
        ("4", "4", "0", "graded")
    }
    assert (rows[0]["name"], rows[0]["problem 1"], rows[0]["problem 2"]) == ("Ana O'Neil", "1", "3")
    assert (done.sheets, done.tally.statuses, done.tally.score) == (4, {"graded": 4}, 16)


def test_who_handed_in_nothing_has_no_points_rather_than_none_of_them(folder: SetFolder, tmp_path: Path):
    out = grade_rows(folder, tmp_path, [["001", "1.v", "-"]])
    assert {(row["points"], row["status"]) for row in table(out / "scores.csv")} == {("", "not handed in")}
    assert (out / "parts.jsonl").read_text(encoding="utf-8") == ""


def test_a_wrong_answer_has_its_reading_verdict_trap_and_versions_in_the_record(folder: SetFolder, tmp_path: Path):
    record = of(folder, "001")
    out = grade_rows(folder, tmp_path, [["001", "1.v", param(record, "k")], ["001", "2.s", "1.2.3"]])
    line = parts(out, "001")["1.v"]
    assert (line["raw"], line["read"], line["outcome"], line["reason"]) == (param(record, "k"),) * 2 + (
        "incorrect",
        "trap",
    )
    assert (line["traps"], line["points"], line["of"]) == (["forgot"], "0", "1")
    assert line["digests"] == list(folder.template("small/few").digests)
    assert line["engine"]
    assert (parts(out, "001")["2.s"]["outcome"], parts(out, "001")["2.d"]["outcome"]) == ("malformed", "blank")
    assert parts(out, "001")["2.s"]["read"] is None


def test_points_are_written_with_a_dot_and_thirds_to_four_places(tmp_path: Path):
    folder = new_set(tmp_path, "sections:\n  - {ids: [many], points: 1}\n")
    record = of(folder, "001")
    out = grade_rows(folder, tmp_path, [["001", "1.s", keys(record)["1.s"]]])
    assert scores(out)["001"] == "0.6667"


def test_lateness_costs_its_share_and_closing_costs_all(tmp_path: Path):
    folder = new_set(tmp_path, LATE)
    rows = [
        [who, "1.v", keys(of(folder, who))["1.v"], when]
        for who, when in (
            ("001", "2026-10-05 17:59"),
            ("002", "2026-10-05 18:01"),
            ("s3", "2026-10-09 18:01"),
            ("4", ""),
        )
    ]
    file = write_table(tmp_path / "a.csv", ["student", "part", "response", "time"], rows)
    graded(folder, tmp_path / "graded", file)
    assert scores(tmp_path / "graded") == {"001": "1", "002": "0.9", "s3": "0", "4": "1"}
    assert scores(tmp_path / "graded", "kept") == {"001": "1", "002": "0.9", "s3": "0", "4": "1"}


def test_an_own_deadline_is_the_student_s(tmp_path: Path):
    folder = new_set(tmp_path, LATE, "id,extra time\n001,120\n002,\n")
    rows = [[who, "1.v", keys(of(folder, who))["1.v"], "2026-10-05 19:00"] for who in ("001", "002")]
    graded(folder, tmp_path / "graded", write_table(tmp_path / "a.csv", ["student", "part", "response", "time"], rows))
    assert scores(tmp_path / "graded") == {"001": "1", "002": "0.9"}


def test_two_rows_of_one_student_give_one_score_by_the_policy_and_are_told(folder: SetFolder, tmp_path: Path):
    record = of(folder, "001")
    rows = [["001", keys(record)["1.v"], "2026-10-05 17:00"], ["001", "1", "2026-10-05 16:00"]]
    graded(folder, tmp_path / "graded", write_table(tmp_path / "a.csv", ["student", "1.v", "time"], rows))
    assert scores(tmp_path / "graded")["001"] == "1"
    assert "handed in 2 times; by the set's rules the last counts" in errors(tmp_path / "graded", "note")[0]["what"]


def test_the_best_of_several_is_found_by_grading_them(tmp_path: Path):
    folder = new_set(tmp_path, LATE + "counts: best\n")
    right = keys(of(folder, "001"))
    rows = [["001", right["1.v"], right["2.s"]], ["001", right["1.v"], "0"], ["001", "0", "0"]]
    graded(folder, tmp_path / "graded", write_table(tmp_path / "a.csv", ["student", "1.v", "2.s"], rows))
    assert scores(tmp_path / "graded")["001"] == "3"


def test_several_files_of_several_kinds_are_graded_together(folder: SetFolder, tmp_path: Path):
    ana, zoe, li = (of(folder, who) for who in ("001", "002", "s3"))
    wide = write_table(tmp_path / "a.csv", ["student", "1.v"], [["001", keys(ana)["1.v"]]])
    second = write_table(tmp_path / "b.csv", ["student", "2.s"], [["001", keys(ana)["2.s"]]], delimiter=";")
    lines = write(tmp_path, "c.jsonl", json.dumps({"student": "002", "part": "1.v", "response": keys(zoe)["1.v"]}))
    save(tmp_path / "forms/x.json", form(folder, li, keys(li)))
    graded(folder, tmp_path / "graded", wide, second, lines, tmp_path / "forms")
    assert scores(tmp_path / "graded") == {"001": "3", "002": "1", "s3": "4", "4": ""}
    assert errors(tmp_path / "graded") == []


# ---------------------------------------------------------------------------------------------------- damage
@pytest.mark.parametrize("cell", ["02-Jan", "1E+05", "#NAME?"])
def test_what_a_spreadsheet_changed_is_never_graded_but_waits_for_a_person(
    folder: SetFolder, tmp_path: Path, cell: str
):
    out = grade_rows(folder, tmp_path, [["001", "1.v", cell]])
    line = parts(out, "001")["1.v"]
    assert (line["outcome"], line["reason"], line["raw"]) == ("undecided", "spreadsheet", cell)
    assert (scores(out, "to_be_marked")["001"], scores(out, "status")["001"]) == ("1", "to be marked")
    assert table(out / "review.csv")[0]["evidence"].startswith("a spreadsheet")


def test_a_form_went_through_no_spreadsheet_so_what_it_holds_was_typed(folder: SetFolder, tmp_path: Path):
    record = of(folder, "001")
    save(tmp_path / "forms/x.json", form(folder, record, {"1.v": "1.6E+01"}))
    graded(folder, tmp_path / "graded", tmp_path / "forms")
    assert parts(tmp_path / "graded", "001")["1.v"]["reason"] != "spreadsheet"


def test_a_mapping_can_vouch_for_cells(folder: SetFolder, tmp_path: Path):
    out = grade_rows(folder, tmp_path, [["001", "1.v", "1.6E+01"]], mapping=mapping("damage: trust\n"))
    assert parts(out, "001")["1.v"]["reason"] != "spreadsheet"


def test_a_damaged_answer_does_not_carry_into_the_next_part(folder: SetFolder, tmp_path: Path):
    right = keys(of(folder, "001"))
    out = grade_rows(folder, tmp_path, [["001", "2.s", "02-Jan"], ["001", "2.d", right["2.d"]]])
    assert parts(out, "001")["2.d"]["outcome"] == "correct"


def test_the_decimal_mark_of_a_file_is_said_and_not_guessed(folder: SetFolder, tmp_path: Path):
    key = keys(of(folder, "001"))["1.v"]
    out = grade_rows(folder, tmp_path, [["001", "1.v", f"{key},0"]])
    assert parts(out, "001")["1.v"]["outcome"] == "malformed"
    shutil.rmtree(out)
    out = grade_rows(folder, tmp_path, [["001", "1.v", f"{key},0"]], mapping=mapping("decimal: comma\n"))
    line = parts(out, "001")["1.v"]
    assert (line["outcome"], line["as"]) == ("correct", "cell comma")


# ---------------------------------------------------------------------------------------------------- hostile rows
def test_one_bad_row_never_stops_a_run(folder: SetFolder, tmp_path: Path):
    ana = keys(of(folder, "001"))
    good = [f"001,{part},{key}\n".encode() for part, key in ana.items()]
    bad = [b"zz,1.v,3\n", b'002,"1.v,3\n', b"s3,1.v,\0\n", b"4,1.v," + b"9" * 10_000_000 + b"\n", b"4,9.x,1\n", b"4\n",
           b"4,1.v,1,2,3\n", b"\xff\xfe,1.v,1\n", b",,\n"]  # fmt: skip
    (tmp_path / "a.csv").write_bytes(b"student,part,response\n" + good[0] + b"".join(bad) + b"".join(good[1:]))
    graded(folder, tmp_path / "graded", tmp_path / "a.csv")
    assert scores(tmp_path / "graded")["001"] == "4"
    assert len(errors(tmp_path / "graded")) == 7


@pytest.mark.parametrize("response", ["=cmd|' /C calc'!A0", "@SUM(1)", "+x", "-x", "\t=1", "'=1+1"])
def test_a_response_that_a_spreadsheet_would_run_is_harmless_in_tables_and_unchanged_in_the_record(
    folder: SetFolder, tmp_path: Path, response: str
):
    save(tmp_path / "forms/x.json", form(folder, of(folder, "001"), {"1.v": response, "2.s": "=1/0"}))
    graded(folder, tmp_path / "graded", tmp_path / "forms")
    assert parts(tmp_path / "graded", "001")["1.v"]["raw"] == response
    for name in ("scores.csv", "errors.csv", "review.csv"):
        cells = [cell for row in table(tmp_path / "graded" / name) for cell in row.values()]
        assert not [cell for cell in cells if cell.lstrip().startswith(("=", "@", "+", "-"))]


def test_names_that_are_commands_markup_or_paths_do_nothing(tmp_path: Path):
    roster = 'id,name\na,=cmd()\nb,"../x"\nc,CON\nd,<script>alert(1)</script>\n'
    folder = new_set(tmp_path, roster=roster)
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"), feedback=("html", "md"))
    names = {row["student"]: row["name"] for row in table(tmp_path / "graded/scores.csv")}
    assert names == {"a": "'=cmd()", "b": "../x", "c": "CON", "d": "<script>alert(1)</script>"}
    pages = sorted((tmp_path / "graded/feedback").iterdir())
    assert {page.stem for page in pages} == {record.form for record in records(folder.folder)}
    assert not any("<script" in page.read_text(encoding="utf-8") for page in pages)


def test_an_answer_that_breaks_the_engine_costs_itself_alone(
    folder: SetFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole = Marker.grade

    def broken(self: Marker, given: Any, *more: Any) -> Any:
        if "boom" in given.values():
            raise ZeroDivisionError
        return whole(self, given, *more)

    monkeypatch.setattr(Marker, "grade", broken)
    out = grade_rows(folder, tmp_path, [["001", "1.v", "boom"], ["001", "2.s", keys(of(folder, "001"))["2.s"]]])
    line = parts(out, "001")["1.v"]
    assert (line["outcome"], line["evidence"]) == ("undecided", "the engine failed on it: ZeroDivisionError")
    assert scores(out)["001"] == "2"


def test_a_sheet_that_cannot_be_graded_at_all_is_told_and_the_others_are_graded(
    folder: SetFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole = grading.BundleGrader.__init__

    def sabotaged(self: Any, *more: Any) -> None:
        whole(self, *more)
        graded_by = self.grader.grade
        self.grader.grade = lambda handout, *rest: 1 / 0 if handout.student == "002" else graded_by(handout, *rest)

    monkeypatch.setattr(grading.BundleGrader, "__init__", sabotaged)
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))
    assert scores(tmp_path / "graded") == {"001": "4", "002": "", "s3": "4", "4": "4"}
    assert "couldn't be graded: ZeroDivisionError" in errors(tmp_path / "graded")[0]["what"]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(["1.v", "2.s", "2.d", "x"]), st.text(max_size=8)), max_size=5))
def test_no_answer_stops_a_run(tmp_path_factory: pytest.TempPathFactory, answers: list[tuple[str, str]]):
    tmp_path = tmp_path_factory.mktemp("any")
    folder = new_set(tmp_path)
    lines = [json.dumps({"student": "001", "part": part, "response": raw}) for part, raw in answers]
    file = write(tmp_path, "a.jsonl", "\n".join([*lines, json.dumps({"student": "4", "part": "1.v", "response": "9"})]))
    graded(folder, tmp_path / "graded", file, feedback=("html", "md"))
    assert scores(tmp_path / "graded")["4"] == "0"


# ---------------------------------------------------------------------------------------------------- the set
def test_a_flipped_byte_in_a_record_stops_the_run_before_anything_is_published(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv")
    file = folder.teacher / "students.jsonl"
    content = file.read_bytes()
    file.write_bytes(content.replace(b'"k":', b'"j":', 1))
    with pytest.raises(SourceError, match="damaged"):
        graded(SetFolder(folder.folder), tmp_path / "graded", answers)
    assert not [name for name in tree(tmp_path / "graded") if "feedback" not in name]


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("manifest.json", (b'"Sums"', b'"Sumz"'), "was changed"),
        ("manifest.json", (b'"format": 1', b'"format": 9'), "format 9; this version reads 1"),
        ("students.jsonl", (b'"student":"s3"', b'"student":"s4"'), "damaged"),
    ],
)
def test_a_set_that_was_changed_is_refused(
    folder: SetFolder, tmp_path: Path, name: str, change: tuple[bytes, bytes], what: str
):
    answers = right_answers(folder, tmp_path / "a.csv")
    file = folder.teacher / name
    assert change[0] in file.read_bytes()
    file.write_bytes(file.read_bytes().replace(*change))
    with pytest.raises(SourceError, match=what):
        graded(SetFolder(folder.folder), tmp_path / "graded", answers)


def test_a_snapshot_that_was_changed_is_refused(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv")
    for file in (folder.teacher / "snapshot").iterdir():
        file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(SourceError, match="snapshot was changed"):
        graded(SetFolder(folder.folder), tmp_path / "graded", answers)


def test_the_records_of_another_set_are_refused(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv")
    (tmp_path / "b").mkdir()
    other = new_set(tmp_path / "b", "id: week2\nsections:\n  - ids: [few, many]\n")
    shutil.copy(other.teacher / "students.jsonl", folder.teacher / "students.jsonl")
    with pytest.raises(SourceError, match="belongs to another set"):
        graded(SetFolder(folder.folder), tmp_path / "graded", answers)


def test_students_who_came_late_are_graded_with_the_others(folder: SetFolder, tmp_path: Path):
    add(folder, roster_of(tmp_path, "id\nnew\n", "late.csv"))
    folder = SetFolder(folder.folder)
    out = grade_rows(folder, tmp_path, [["new", "1.v", keys(of(folder, "new"))["1.v"]]])
    assert scores(out)["new"] == "1"


def test_a_void_problem_gives_all_its_points_or_counts_for_nothing(folder: SetFolder, tmp_path: Path):
    write_voids(folder, {"small/few": "full", "2.s": "drop"})
    out = grade_rows(folder, tmp_path, [["001", "2.d", keys(of(folder, "001"))["2.d"]]])
    assert (scores(out)["001"], scores(out, "of")["001"], scores(out, "of")["002"]) == ("2", "2", "2")
    assert parts(out, "001")["1.v"]["void"] == "full"


# ---------------------------------------------------------------------------------------------------- the folder
def test_what_is_written_is_closed_to_others(folder: SetFolder, tmp_path: Path):
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"), feedback=("html",))
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "graded").rglob("*")}
    assert modes == {0o600, 0o700}


def test_the_same_files_graded_again_give_the_same_bytes_and_nothing_else(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv", _001={"1.v": "02-Jan"})
    graded(folder, tmp_path / "graded", answers, feedback=("html", "md"))
    first = tree(tmp_path / "graded")
    graded(folder, tmp_path / "graded", answers, feedback=("html", "md"))
    assert tree(tmp_path / "graded") == first


def test_another_result_keeps_the_one_before(folder: SetFolder, tmp_path: Path):
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))
    old = (tmp_path / "graded/scores.csv").read_bytes()
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "b.csv", _001={"1.v": "0"}))
    assert (tmp_path / "graded/earlier/0001/scores.csv").read_bytes() == old
    assert scores(tmp_path / "graded")["001"] == "3"


def test_a_folder_that_another_run_writes_into_is_refused(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv")
    (tmp_path / "graded").mkdir()
    with locked(tmp_path / "graded"), pytest.raises(OutputError, match="another run"):
        graded(folder, tmp_path / "graded", answers)


def test_a_folder_of_other_files_is_refused(folder: SetFolder, tmp_path: Path):
    write(tmp_path / "graded", "scores.csv", "mine")
    with pytest.raises(OutputError, match=r"holds other files, as scores\.csv"):
        graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))


def test_the_folder_of_another_set_is_refused(folder: SetFolder, tmp_path: Path):
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))
    (tmp_path / "b").mkdir()
    other = new_set(tmp_path / "b", "id: week2\nsections:\n  - ids: [few]\n")
    with pytest.raises(OutputError, match="answers to another set"):
        graded(other, tmp_path / "graded", right_answers(other, tmp_path / "b.csv"))


def test_the_record_of_the_grading_says_what_was_graded_and_how(folder: SetFolder, tmp_path: Path):
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"))
    said = json.loads((tmp_path / "graded/grading.json").read_bytes())
    assert (said["format"], said["set"], said["sheets"], said["statuses"]) == (1, "week1", 4, {"graded": 4})
    assert said["inputs"][0]["taken"] == 4
    assert said["templates"]["small/few"] == list(folder.template("small/few").digests)


# ---------------------------------------------------------------------------------------------------- how it works
def test_the_same_answers_to_one_variant_are_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = new_set(tmp_path, "sections:\n  - {ids: [few], variants: shared}\n")
    judged: list[str] = []
    whole = Marker.grade
    monkeypatch.setattr(
        Marker, "grade", lambda self, given, policy: (judged.append(given["v"]), whole(self, given, policy))[1]
    )
    grade_rows(
        folder, tmp_path, [[who, "1.v", raw] for who, raw in (("001", "4"), ("002", "4"), ("s3", "5"), ("4", "4"))]
    )
    assert judged == ["4", "5"]


def test_one_variant_at_two_places_of_sheets_is_judged_once(folder: SetFolder):
    judge = Judge(folder.template, GRADING_POLICY)
    posed = Records(folder).one(0).problems[0]
    first, second = (judge.judge(posed._replace(number=number), ("4",)) for number in (1, 7))
    assert first.parts is second.parts
    assert [line.removeprefix("7,") for line in second.lines] == [line.removeprefix("1,") for line in first.lines]


CELLS = st.sampled_from(["4", "5", "", " ", "'=1+1", "'4", "02-Jan", "1/2", "x"])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["001", "002", "s3", "4"]), CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_sheets_graded_at_once_are_graded_as_the_long_way_grades_them(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str, str]]
):
    tmp_path = tmp_path_factory.mktemp("ways")
    folder = new_set(tmp_path)
    wide = write_table(tmp_path / "wide.csv", ["student", "1.v", "2.s", "2.d"], rows)
    singles = [(row[0], part, cell) for row in rows for part, cell in zip(("2.d", "1.v", "2.s"), row[1:], strict=True)]
    long = write_table(tmp_path / "long.csv", ["student", "part", "response"], singles)
    for file in (wide, long):
        graded(folder, tmp_path / f"{file.stem}-fast", file)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SheetGrader, "_at_once", lambda *_: None)
            graded(folder, tmp_path / f"{file.stem}-slow", file)
        for name in ("scores.csv", "parts.jsonl", "review.csv", "errors.csv"):
            ways = [(tmp_path / f"{file.stem}-{way}" / name).read_bytes() for way in ("fast", "slow")]
            assert ways[0] == ways[1]


def test_little_is_remembered_and_forgetting_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = new_set(tmp_path)
    answers = right_answers(folder, tmp_path / "a.csv", _002={"1.v": "0"})
    graded(folder, tmp_path / "whole", answers)
    monkeypatch.setattr(judging, "REMEMBERED", 2)
    monkeypatch.setattr(sheet_grading, "PLANS", 1)
    monkeypatch.setattr(sheet_grading, "KNOWN", 2)
    monkeypatch.setattr(pile, "HELD", 1)
    monkeypatch.setattr(pile, "BUNDLE", 2)
    graded(folder, tmp_path / "small", answers)
    for name in ("scores.csv", "parts.jsonl", "errors.csv"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "small" / name).read_bytes()


def test_a_judged_problem_sums_its_parts(folder: SetFolder):
    record = of(folder, "001")
    judge = Judge(folder.template, GRADING_POLICY)
    posed = Records(folder).one(0).problems[1]
    found = judge.judge(posed, (keys(record)["2.s"], "02-Jan"))
    assert isinstance(found, JudgedProblem)
    assert (found.points, found.of, found.to_mark, found.shown) == (2, Fraction(3), 0, "2")
