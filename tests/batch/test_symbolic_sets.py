"""A graded set whose answers are formulas: what a person must see, what comes back, what students are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizgen import Bank
from quizgen.batch.generate import Wish, generate
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.graded_sheets import set_of
from quizgen.batch.regrade import Regrading
from quizgen.batch.regrade import Wish as Again
from quizgen.batch.review import HEADS
from quizgen.batch.set_folder import SetFolder
from quizgen.packs.pack_folders import find_banks
from tests.batch.graded_sets import ROSTER, form, graded, of, parts, save, scores, table, write_table
from tests.batch.small_bank import blueprint, roster_of
from tests.made_packs import write

LINES = """
id: lines
title: Formulas
level: 1
symbols: {x: {}}
params:
  a: {draw: [3, 5, 7]}
example: {a: 3}
steps:
  - {name: h, is: '1/(a*x)', do: Turn it, why: That was asked.}
  - {name: G, is: a*x^2 + a*x, do: Take it, why: That was asked.}
stem: Here is <<a>>.
parts:
  - {id: h, ask: One over it times x?, answer: {expression: h, in: [x]}}
  - {id: G, ask: A sum?, answer: {expression: G, in: [x], show_counterexample: yes}}
  - {id: H, ask: The sum again?, answer: {expression: G, in: [x]}}
  - {id: F, ask: Factored?, answer: {expression: G, in: [x], form: factored}}
""".replace("ask: One over it times x?", "ask: 'One over it times x?'")
LINES = LINES.replace("ask: A sum?", "ask: 'A sum?'").replace("ask: The sum again?", "ask: 'The sum again?'")
LINES = LINES.replace("ask: Factored?", "ask: 'Factored?'")
HARD = "x^2 + 9^(9^(9^9))*0"
"""What takes too much work to decide."""


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    """A set graded with one sheet: 1/ax in two readings, a wrong sum twice, and an undecided product."""
    pack = tmp_path / "bank/small"
    write(pack, "pack.yaml", "title: Lines\nversion: 1\n")
    write(pack, "level1/lines.yaml", LINES)
    bank = Bank(find_banks([pack], {}), cache=None)
    plan = blueprint("id: week1\nsections:\n  - ids: [lines]\n")
    generate(tmp_path / "week1", Wish(plan, roster_of(tmp_path, ROSTER), formats=("md",), forms=False), bank)
    made = SetFolder(tmp_path / "week1")
    record = of(made, "001")
    a = record.problems[0].params["a"]
    answers = {"1.h": f"1/{a}x", "1.G": f"{a}x^2", "1.H": f"{a}x^2", "1.F": HARD}
    save(tmp_path / "answers/a.json", form(made, record, answers))
    graded(made, tmp_path / "graded", tmp_path / "answers", feedback=("html", "md"))
    return made


def test_undecided_and_ambiguous_answers_go_to_a_person_with_all_that_is_known(folder: SetFolder, tmp_path: Path):
    rows = {row["part"]: row for row in table(tmp_path / "graded/review.csv")}
    assert set(rows) == {"1.h", "1.F"}
    a = of(folder, "001").problems[0].params["a"]
    assert rows["1.h"]["reason"] == "two readings, with different verdicts"
    assert rows["1.h"]["evidence"] == f"(1/{a})·x: incorrect; 1/({a}x): correct"
    assert (rows["1.F"]["outcome"], rows["1.F"]["reason"]) == ("undecided", "too much work to decide")
    assert "too much work" in rows["1.F"]["evidence"]


def test_undecided_points_count_as_still_to_be_marked(folder: SetFolder, tmp_path: Path):
    assert folder
    assert (scores(tmp_path / "graded")["001"], scores(tmp_path / "graded", "to_be_marked")["001"]) == ("0", "1")


def test_both_come_back_with_a_persons_credit(folder: SetFolder, tmp_path: Path):
    rows = table(tmp_path / "graded/review.csv")
    for row in rows:
        row["credit"], row["why"] = "1", "meant rightly"
    review = write_table(tmp_path / "review.csv", HEADS, [[row[head] for head in HEADS] for row in rows])
    with (
        GradedFolder(tmp_path / "graded").held() as held,
        Regrading(held, set_of(held), Again((), reviewed=(review,)), print) as new,
    ):
        new.publish()
    assert folder
    assert (scores(tmp_path / "graded")["001"], scores(tmp_path / "graded", "to_be_marked")["001"]) == ("2", "0")


def test_a_teacher_sees_where_an_answer_is_wrong(folder: SetFolder, tmp_path: Path):
    assert folder
    lines = parts(tmp_path / "graded", "001")
    assert "at x = " in lines["1.G"]["evidence"]
    assert "at x = " in lines["1.H"]["evidence"]


@pytest.mark.parametrize("kind", ["html", "md"])
def test_a_student_sees_it_once_where_the_author_allows_it_and_nowhere_else(
    folder: SetFolder, tmp_path: Path, kind: str
):
    file = tmp_path / "graded/feedback" / f"{of(folder, '001').form}.{kind}"
    told = " ".join(file.read_text(encoding="utf-8").split())
    assert told.count("yours is") == 1
    assert "different rational functions" not in told
    assert "two readings, with different verdicts" in told
    assert "Still to be marked by a person" in told
