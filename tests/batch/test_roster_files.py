"""Roster files: any table, bad rows told apart, nothing held."""

from __future__ import annotations

import tracemalloc
import unicodedata
from pathlib import Path

import pytest

from quizgen.batch.roster_files import numbered_roster, read_roster
from quizgen.errors import SourceError
from tests.batch.small_bank import roster_of
from tests.made_packs import write


def ids(roster: object) -> list[str]:
    return [student.id for student in roster]


@pytest.mark.parametrize(
    ("encoding", "delimiter", "end"),
    [
        ("utf-8", ",", "\n"), ("utf-8-sig", ";", "\r\n"), ("utf-16", "\t", "\r\n"), ("cp1252", ";", "\r\n"),
        ("utf-16-le", ",", "\n"), ("utf-8", "\t", "\r"),
    ],
)  # fmt: skip
def test_tables_are_read_in_any_common_encoding_and_with_any_delimiter(
    tmp_path: Path, encoding: str, delimiter: str, end: str
):
    rows = [["name", "id"], ["José Müller", "0042"], ["Zoë", "0043"]]
    file = tmp_path / "r.csv"
    file.write_bytes((end.join(delimiter.join(row) for row in rows) + end).encode(encoding))
    assert [(each.id, each.name) for each in read_roster(file)] == [("0042", "José Müller"), ("0043", "Zoë")]


def test_a_roster_can_be_gone_through_again_and_again(tmp_path: Path):
    roster = roster_of(tmp_path, "id\n1\n2\n")
    assert [ids(roster), ids(roster), roster.count] == [["1", "2"], ["1", "2"], 2]


def test_blank_lines_are_passed_over(tmp_path: Path):
    roster = roster_of(tmp_path, "\n\nid,name\n\n1,A\n,\n   ,  \n2,B\n\n")
    assert (ids(roster), roster.bad) == (["1", "2"], ())


def test_line_breaks_in_quotes_don_t_break_a_row(tmp_path: Path):
    roster = roster_of(tmp_path, 'id,name\n1,"Ada\nByron"\n2,B\n')
    assert [each.name for each in roster] == ["Ada Byron", "B"]


def test_a_repeated_id_is_left_out_and_both_lines_are_named(tmp_path: Path):
    roster = roster_of(tmp_path, "id,name\n0042,Ada\n7,Bo\n0042,Cy\n")
    assert [(each.id, each.name) for each in roster] == [("0042", "Ada"), ("7", "Bo")]
    assert [(each.number, "line 2" in each.what) for each in roster.bad] == [(4, True)]


def test_ids_in_another_normal_form_case_or_width_are_the_same_id(tmp_path: Path):
    again = unicodedata.normalize("NFD", "josé")
    roster = roster_of(tmp_path, f"id\nJosé\n{again}\nＪＯＳÉ\n")
    assert (ids(roster), [each.number for each in roster.bad]) == (["José"], [3, 4])


def test_leading_zeros_make_other_ids(tmp_path: Path):
    assert ids(roster_of(tmp_path, "id\n42\n042\n0042\n")) == ["42", "042", "0042"]


@pytest.mark.parametrize("row", ["=cmd(),x", ",x", "1\x00,x", '"a\u202eb",x', '"unclosed,x'])
def test_one_bad_row_never_stops_a_roster(tmp_path: Path, row: str):
    roster = roster_of(tmp_path, f"id,name\n1,A\n{row}\n2,B\n")
    assert (ids(roster), [each.number for each in roster.bad]) == (["1", "2"], [3])


def test_an_own_deadline_takes_the_offset_of_the_set_s(tmp_path: Path):
    roster = roster_of(tmp_path, "id,deadline\n1,2026-10-06 18:00\n", deadline="2026-10-05T18:00:00+02:00")
    assert [each.deadline for each in roster] == ["2026-10-06T18:00:00+02:00"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no row"),
        ("id,name\n", "no row"),
        ("name\nAda\n", "no column holds ids"),
        ("id\n=cmd()\n", "like a formula"),
    ],
)
def test_a_roster_without_students_is_refused_with_its_name(tmp_path: Path, text: str, what: str):
    with pytest.raises(SourceError, match=what) as refused:
        roster_of(tmp_path, text)
    assert refused.value.file.endswith("roster.csv")


@pytest.mark.parametrize("name", ["nothing.csv", "."])
def test_a_roster_that_can_t_be_read_is_refused(tmp_path: Path, name: str):
    with pytest.raises(SourceError, match="can't be read"):
        read_roster(tmp_path / name)


def test_memory_doesn_t_grow_with_the_roster(tmp_path: Path):
    def peak(students: int) -> int:
        text = "id,name,note\n" + "".join(f"{number:08},Student {number},{'x' * 100}\n" for number in range(students))
        file = write(tmp_path, f"{students}.csv", text)
        tracemalloc.start()
        roster = read_roster(file)
        assert sum(1 for _ in roster) == students
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(10)
    assert peak(8_000) - peak(1_000) < 50 * 7_000


def test_students_without_a_roster_are_numbered():
    assert ids(numbered_roster(3)) == ["s1", "s2", "s3"]
    assert numbered_roster(3).digest != numbered_roster(4).digest
