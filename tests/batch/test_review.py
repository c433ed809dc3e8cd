"""Answers that wait for a person go out as review.csv and come back with marks, which survive what comes after."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.graded_sheets import set_of
from quizgen.batch.notes import Note
from quizgen.batch.regrade import Regrading
from quizgen.batch.regrade import Wish as Again
from quizgen.batch.review import HEADS, reviewed
from quizgen.batch.rulings import Mark, answer_name, marks_text, read_marks
from quizgen.batch.set_folder import SetFolder
from quizgen.errors import SourceError
from tests.batch.graded_sets import errors, form, graded, keys, new_set, of, parts, save, scores, table, write_table
from tests.batch.other_banks import changed, few
from tests.made_packs import write

PLAN = "id: week1\nsections:\n  - ids: [few, ways]\n"


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    """A set of which 001 has an open answer, and 002 one that a spreadsheet changed."""
    made = new_set(tmp_path, PLAN)
    ana, zoe = of(made, "001"), of(made, "002")
    save(tmp_path / "answers/a.json", form(made, ana, {"1.v": keys(ana)["1.v"], "2.words": "One was added."}))
    write_table(tmp_path / "answers/b.csv", ["student", "1.v"], [[zoe.student, "02-Jan"]])
    graded(made, tmp_path / "graded", tmp_path / "answers", feedback=("md",))
    return made


def filled(tmp_path: Path, column: str = "credit", **credit: str) -> Path:
    """review.csv with credits (or another column) filled in by student (`_001` for 001)."""
    rows = table(tmp_path / "graded/review.csv")
    for row in rows:
        row[column] = credit.get(f"_{row['student']}", "")
        row["why"] = "seen by hand" if row[column] else ""
    return write_table(tmp_path / "review.csv", HEADS, [[row[head] for head in HEADS] for row in rows])


def regrade(tmp_path: Path, *templates: object, review: Path | None = None) -> list[Note]:
    notes: list[Note] = []
    wish = Again(templates, reviewed=(review,) if review is not None else ())
    with GradedFolder(tmp_path / "graded").held() as held, Regrading(held, set_of(held), wish, notes.append) as new:
        new.publish()
    return notes


def test_what_waits_for_a_person_goes_out_with_all_that_is_known_of_it(folder: SetFolder, tmp_path: Path):
    open_answer, spoilt = table(tmp_path / "graded/review.csv")
    assert (open_answer["student"], open_answer["part"], open_answer["outcome"]) == ("001", "2.words", "pending")
    assert (open_answer["response"], open_answer["suggested"]) == ("One was added.", "1")
    assert "1. One is added. (1; found: One was added.)" in open_answer["evidence"]
    assert (spoilt["student"], spoilt["reason"]) == ("002", "changed by a spreadsheet")
    assert {row["credit"] for row in (open_answer, spoilt)} == {""}


def test_two_readings_are_shown_with_what_either_would_get(tmp_path: Path):
    made = new_set(tmp_path, "id: week1\nsections:\n  - ids: [many]\n")
    key = int(keys(of(made, "001"))["1.s"])
    save(tmp_path / "a.json", form(made, of(made, "001"), {"1.s": f"{key},000"}))
    graded(made, tmp_path / "graded", tmp_path / "a.json")
    line = parts(tmp_path / "graded", "001")["1.s"]
    assert (line["outcome"], line["reason"], line["points"]) == ("incorrect", "ambiguous", "0")
    assert "correct" in table(tmp_path / "graded/review.csv")[0]["evidence"]
    assert scores(tmp_path / "graded", "to_be_marked")["001"] == "0"


def test_marks_come_back_and_count(folder: SetFolder, tmp_path: Path):
    out = tmp_path / "graded"
    assert (scores(out)["001"], scores(out, "to_be_marked")["001"]) == ("1", "1")
    regrade(tmp_path, review=filled(tmp_path, _001="0.5", _002="1"))
    assert (scores(out)["001"], scores(out, "to_be_marked")["001"], scores(out, "status")["001"]) == (
        "1.5",
        "0",
        "graded",
    )
    assert scores(out)["002"] == "1"
    line = parts(out, "001")["2.words"]
    assert (line["outcome"], line["mark"]) == ("pending", {"credit": "1/2", "why": "seen by hand"})
    page = (out / "feedback" / f"{of(folder, '001').form}.md").read_text(encoding="utf-8")
    assert "seen by hand" in page


def test_marks_survive_regrades_and_gradings_and_stand_in_the_next_review(folder: SetFolder, tmp_path: Path):
    out = tmp_path / "graded"
    regrade(tmp_path, review=filled(tmp_path, _001="0.5"))
    regrade(tmp_path, *changed(tmp_path / "fixed", few=few(("is: 2 * k", "is: 3 * k"))))
    assert scores(out)["001"] == "0.5"
    graded(folder, out, tmp_path / "answers")
    assert (scores(out)["001"], table(out / "review.csv")[0]["credit"]) == ("0.5", "0.5")


def test_grading_takes_marks_in_too(folder: SetFolder, tmp_path: Path):
    graded(folder, tmp_path / "graded", tmp_path / "answers", reviewed=(filled(tmp_path, _001="100 %"),))
    assert scores(tmp_path / "graded")["001"] == "2"


def test_a_mark_is_for_one_answer_and_no_other(folder: SetFolder, tmp_path: Path):
    regrade(tmp_path, review=filled(tmp_path, _001="1"))
    save(tmp_path / "answers/a.json", form(folder, of(folder, "001"), {"2.words": "Something else."}))
    graded(folder, tmp_path / "graded", tmp_path / "answers")
    assert scores(tmp_path / "graded", "to_be_marked")["001"] == "1"
    assert "a mark by hand isn't used" in errors(tmp_path / "graded")[0]["what"]


@pytest.mark.parametrize(("points", "score", "sign"), [("1", "2", "✓"), ("none", "1", "✗")])
def test_who_marks_an_open_answer_may_name_the_points_that_it_makes(
    folder: SetFolder, tmp_path: Path, points: str, score: str, sign: str
):
    out = tmp_path / "graded"
    regrade(tmp_path, review=filled(tmp_path, "points", _001=points))
    assert (scores(out)["001"], scores(out, "to_be_marked")["001"]) == (score, "0")
    page = (out / "feedback" / f"{of(folder, '001').form}.md").read_text(encoding="utf-8")
    assert f"{sign} One is added." in page
    graded(folder, out, tmp_path / "answers")
    assert scores(out)["001"] == score
    assert table(out / "review.csv")[0]["points"] == points


def test_points_that_an_answer_does_not_have_are_told_and_mark_nothing(folder: SetFolder, tmp_path: Path):
    notes = regrade(tmp_path, review=filled(tmp_path, "points", _001="1 2", _002="1"))
    assert scores(tmp_path / "graded", "to_be_marked")["001"] == "1"
    told = {note.student: note.what for note in notes} | {
        row["student"]: row["what"] for row in errors(tmp_path / "graded") + errors(tmp_path / "graded", "note")
    }
    assert "its points are 1 to 1" in told["001"]
    assert "it has no points to find" in told["002"]


def test_a_credit_counts_before_the_points(folder: SetFolder, tmp_path: Path):
    rows = table(tmp_path / "graded/review.csv")
    rows[0] |= {"credit": "0.5", "points": "1"}
    file = write_table(tmp_path / "review.csv", HEADS, [[row[head] for head in HEADS] for row in rows])
    regrade(tmp_path, review=file)
    assert scores(tmp_path / "graded")["001"] == "1.5"


@pytest.mark.parametrize("text", ["yes", "1-3", "01-Mar", "1/3", "1 2 3x"])
def test_points_that_are_none_are_told_and_left_out(folder: SetFolder, tmp_path: Path, text: str):
    notes: list[Note] = []
    assert reviewed(filled(tmp_path, "points", _001=text), notes.append) == {}
    assert "no numbers of points" in notes[0].what


def test_points_are_worth_their_shares():
    points = [{"credit": "1/2"}, {"credit": "1/3"}, {"credit": "1/6"}]
    mark = Mark("a", "F", "1.v", "x", None, found=(1, 3))
    assert mark.worth(points) == Fraction(2, 3)
    assert mark._replace(found=()).worth(points) == 0
    assert mark._replace(found=(4,)).worth(points) is None
    assert mark._replace(credit=1).worth([]) == 1


@pytest.mark.parametrize(
    ("text", "credit"),
    [
        ("1", "1"),
        ("0", "0"),
        ("0.5", "1/2"),
        ("0,5", "1/2"),
        ("50%", "1/2"),
        ("50 %", "1/2"),
        ("1/3", "1/3"),
        (" 1 ", "1"),
    ],
)
def test_credit_is_read_as_people_write_it(folder: SetFolder, tmp_path: Path, text: str, credit: str):
    (mark,) = reviewed(filled(tmp_path, _001=text), lambda _: None).values()
    assert mark.credit == Fraction(credit)


@pytest.mark.parametrize("text", ["2", "-1", "yes", "02-Jan", "1e9999", "150%"])
def test_credit_that_is_none_is_told_and_left_out(folder: SetFolder, tmp_path: Path, text: str):
    notes: list[Note] = []
    assert reviewed(filled(tmp_path, _001=text, _002="1"), notes.append).keys() == {(of(folder, "002").form, "1.v")}
    assert (notes[0].row, notes[0].student) == (2, "001")


def test_a_row_that_lost_its_name_is_told(folder: SetFolder, tmp_path: Path):
    notes: list[Note] = []
    file = write(tmp_path, "r.csv", "answer,student,form,part,credit\n,001,ABC,1.v,1\n")
    assert reviewed(file, notes.append) == {}
    assert "doesn't say which answer" in notes[0].what


def test_another_table_is_no_review(folder: SetFolder, tmp_path: Path):
    with pytest.raises(SourceError, match="no column `answer`"):
        reviewed(tmp_path / "graded/scores.csv", lambda _: None)


def test_an_answer_that_excel_changed_on_the_way_is_still_the_same_answer(folder: SetFolder, tmp_path: Path):
    file = filled(tmp_path, _001="1")
    file.write_text(file.read_text(encoding="utf-8").replace("One was added.", "03-Mar"), encoding="utf-8")
    regrade(tmp_path, review=file)
    assert scores(tmp_path / "graded")["001"] == "2"


def test_the_name_of_an_answer_has_no_digit_that_a_spreadsheet_could_touch():
    names = {answer_name("F", "1.v", "v", raw) for raw in map(str, range(500))}
    assert len(names) == 500
    assert all(name.isalpha() and len(name) == 12 for name in names)


def test_marks_are_kept_as_they_were_given(tmp_path: Path):
    marks = [Mark("b", "F2", "1.v", "x", Fraction(1, 3), "well =done"), Mark("a", "F1", "2.s", "y", 0)]
    marks += [Mark("a", "F1", "2.w", "z", None, "", (1, 3)), Mark("c", "F3", "2.w", "z", None, "", ())]
    file = write(tmp_path, "marks.jsonl", marks_text(marks))
    assert read_marks(file) == {(mark.form, mark.key): mark for mark in marks}
    assert read_marks(tmp_path / "none.jsonl") == {}
    with pytest.raises(SourceError, match=r"marks\.jsonl:1: this mark is damaged"):
        read_marks(write(tmp_path, "marks.jsonl", "{}\n"))
