"""What counts of what a student handed in: rows that belong together, files that complete each other, the policy."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from quizgen.batch.columns import Layout
from quizgen.batch.notes import Note
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout, Posed
from quizgen.batch.sources import Manner, Source
from quizgen.batch.submissions import Rules, Submission, counted, share_kept, submissions
from quizgen.problem_set import SetPolicy
from quizgen.sets.deadlines import Late

DUE = "2026-10-05T18:00:00+02:00"
CELL = Manner(cell=True)


def posed(number: int, *parts: str) -> Posed:
    points = tuple((part, "1") for part in parts)
    return Posed(number, "p/t", "v", {}, points, (), tuple(f"{number}.{part}" for part in parts))


PROBLEMS = (posed(1, "v"), posed(2, "s", "d"))
SHEET = Handout("ana", "BCDF", 1, DUE, PROBLEMS, dict.fromkeys(("1.v", "2.s", "2.d")))
WIDE = Source("wide.csv", "", "", Layout({}), CELL, ("1.v", "2.s", "2.d"), marked=True)
LONG = Source("long.csv", "", "", Layout({}, response=1), CELL, (), is_long=True, marked=True)
FORMS = Source("forms", "", "", None, Manner())
PROBLEM = Source("second.csv", "", "", Layout({}), CELL, ("2",), marked=True)
SOURCES = (WIDE, LONG, FORMS, PROBLEM)


def entry(file: int, *cells: str, row: int = 2, when: str = "", turn: str = "") -> Entry:
    return Entry(file, row, when, turn, list(cells))


def found(*entries: Entry) -> tuple[list[dict[str, str]], list[Note]]:
    notes: list[Note] = []
    return [dict(each.answers) for each in submissions(entries, SOURCES, SHEET, notes.append)], notes


# ---------------------------------------------------------------------------------------------------- submissions
def test_a_row_of_a_wide_table_is_a_submission():
    assert found(entry(0, "4", "", "5"))[0] == [{"1.v": "4", "2.s": "", "2.d": "5"}]


def test_a_blank_row_is_no_submission():
    assert found(entry(0, "", " ", ""))[0] == []


def test_rows_of_single_answers_are_one_submission_until_a_part_comes_again():
    rows = [entry(1, "1.v", "4"), entry(1, "2.s", "5", row=3), entry(1, "1.v", "6", row=4), entry(1, "2.d", "7", row=5)]
    assert found(*rows)[0] == [{"1.v": "4", "2.s": "5", "2.d": "7"}, {"1.v": "6"}]


def test_a_column_of_attempts_tells_submissions_apart():
    rows = [
        entry(1, "1.v", "4", turn="2"),
        entry(1, "2.s", "5", turn="1", row=3),
        entry(1, "2.d", "7", turn="2", row=4),
    ]
    assert found(*rows)[0] == [{"2.s": "5"}, {"1.v": "4", "2.d": "7"}]


def test_files_that_answer_different_parts_complete_each_other():
    answers, _ = found(entry(1, "1.v", "4"), entry(2, "2.s", "5", "2.d", "6"))
    assert answers == [{"1.v": "4", "2.s": "5", "2.d": "6"}]


def test_an_answer_keeps_the_manner_of_its_own_file():
    (both,) = submissions([entry(1, "1.v", "4"), entry(2, "2.s", "5")], SOURCES, SHEET, lambda _: None)
    assert (both.manner_of("1.v"), both.manner_of("2.s")) == (CELL, Manner())


def test_files_that_answer_the_same_parts_are_submissions_in_the_order_of_time():
    late, early = (
        entry(0, "4", "", "", when="2026-10-05T17:00:00+02:00"),
        entry(2, "1.v", "5", when="2026-10-05T14:00:00Z"),
    )
    assert [each["1.v"] for each in found(late, early)[0]] == ["5", "4"]


def test_the_same_answers_again_are_no_second_submission():
    again = entry(0, "4", "", "", row=9)
    assert len(found(entry(0, "4", "", ""), again)[0]) == 1
    assert len(found(entry(0, "4", "", "", when=DUE), again)[0]) == 1
    assert len(found(entry(0, "4", "", "", when=DUE), again._replace(when="2026-10-05T17:00:00+02:00"))[0]) == 2


def test_an_answer_to_a_whole_problem_is_to_its_only_part_or_to_each_by_name():
    assert found(entry(1, "1", "4"))[0] == [{"1.v": "4"}]
    assert found(entry(3, "part 1: 5; part 2: 6"))[0] == [{"2.s": "5", "2.d": "6"}]
    answers, notes = found(entry(3, "5"))
    assert (answers, notes[0].part) == ([], "2")
    assert "2.s, 2.d" in notes[0].what


def test_an_answer_to_a_part_that_this_sheet_does_not_have_is_told_unless_it_is_blank():
    answers, notes = found(entry(1, "3.z", "4", "1.v", "5", "2.z", ""))
    assert (answers, [note.part for note in notes]) == ([{"1.v": "5"}], ["3.z"])


def test_a_cell_that_was_made_harmless_reads_back_unchanged():
    assert found(entry(0, "'=1+1", "'@x", "'a"))[0] == [{"1.v": "=1+1", "2.s": "@x", "2.d": "'a"}]
    assert found(entry(1, "1.v", "'-x"), entry(1, "1.v", "'=y", row=3))[0] == [{"1.v": "-x"}, {"1.v": "=y"}]
    assert found(entry(2, "1.v", "'=1+1"))[0] == [{"1.v": "'=1+1"}]


# ---------------------------------------------------------------------------------------------------- what counts
def given(raw: str, when: str = "") -> Submission:
    return Submission(when, {"1.v": raw}, (0, 2))


def chosen(policy: SetPolicy, *those: Submission) -> tuple[Submission | None, list[Note]]:
    notes: list[Note] = []
    score = lambda each: int(each.answers["1.v"])  # noqa: E731 - one line
    return counted(those, SHEET, Rules(policy, SOURCES), score, notes.append), notes


@pytest.mark.parametrize(("counts", "raw"), [("first", "2"), ("last", "1"), ("best", "3")])
def test_the_policy_says_which_of_several_counts_and_it_is_told(counts: str, raw: str):
    one, notes = chosen(SetPolicy(DUE, counts=counts), given("2"), given("3"), given("1"))
    assert (one.answers["1.v"], [note.kind for note in notes]) == (raw, ["note"])
    assert f"the {counts} counts" in notes[0].what


def test_where_a_sheet_may_be_handed_in_twice_the_third_time_does_not_count():
    one, notes = chosen(SetPolicy(DUE, attempts=2), given("1"), given("2"), given("3"))
    assert (one.answers["1.v"], notes[0].kind) == ("2", "error")
    assert "the set allows 2" in notes[0].what


def test_of_equally_good_submissions_the_last_counts():
    one, _ = chosen(SetPolicy(DUE, counts="best"), given("3"), given("3"), given("1"))
    assert one is not None
    two, _ = chosen(
        SetPolicy(DUE, counts="best"), given("3", "2026-10-01T10:00:00Z"), given("3", "2026-10-02T10:00:00Z")
    )
    assert two.when == "2026-10-02T10:00:00Z"


def test_what_came_after_the_set_was_closed_only_counts_alone():
    policy = SetPolicy(DUE, Late(closes=timedelta(hours=1)))
    late = given("5", "2026-10-06T18:00:00+02:00")
    one, notes = chosen(policy, given("1", "2026-10-05T17:00:00+02:00"), late)
    assert (one.answers["1.v"], notes[0].kind) == ("1", "error")
    alone, _ = chosen(policy, late)
    assert (alone.answers["1.v"], alone.kept) == ("5", 0)


def test_the_best_is_the_best_after_lateness():
    policy = SetPolicy(DUE, Late(off=Fraction(1, 2)), counts="best")
    one, _ = chosen(policy, given("3", "2026-10-05T17:00:00+02:00"), given("5", "2026-10-05T19:00:00+02:00"))
    assert one.answers["1.v"] == "3"


def test_nothing_counts_where_nothing_came():
    assert chosen(SetPolicy(DUE)) == (None, [])


@pytest.mark.parametrize(
    ("when", "kept"),
    [
        ("", 1), ("2026-10-05T16:00:00+00:00", 1), ("2026-10-05T18:00:01+02:00", Fraction(9, 10)),
        ("2026-10-07T17:00:00+02:00", Fraction(8, 10)), ("2027-10-05T18:00:00+02:00", 0),
    ],
)  # fmt: skip
def test_lateness_is_judged_by_the_recorded_time(when: str, kept: Fraction | int):
    assert share_kept(when, DUE, SetPolicy(DUE, Late(off=Fraction(1, 10)))) == kept


def test_without_a_deadline_nothing_is_late():
    assert share_kept("2030-01-01T00:00:00Z", "", SetPolicy()) == 1
