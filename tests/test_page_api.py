"""Verdicts as plain data, for front ends."""

from __future__ import annotations

from typing import Any

import pytest

from quizgen import page_api
from quizgen.generator import example
from quizgen.grader import grade
from tests.hand_made import compiled

LINES = compiled("""
id: lines
title: Formulas
level: 1
symbols: {x: {}}
params:
  a: {draw: [3, 5, 7]}
example: {a: 3}
steps:
  - {name: h, is: '1/(a*x)', do: Turn it}
  - {name: G, is: a*x^2 + a*x, do: Take it}
stem: Here is <<a>>.
parts:
  - {id: h, ask: Its inverse., answer: {expression: h, in: [x]}}
  - {id: G, ask: A sum., answer: {expression: G, in: [x], show_counterexample: yes}}
  - {id: H, ask: The same sum., answer: {expression: G, in: [x]}}
""")


def judged(part: str, response: str, **more: bool) -> dict[str, Any]:
    result = grade(LINES, example(LINES).params, {part: response})
    return page_api.judged(next(each for each in result.parts if each.part == part), LINES.texts, **more)


def test_a_malformed_answer_has_its_place_and_mend():
    found = judged("G", "3x^2 + 3x)")["malformed"]
    assert (found["start"], found["end"]) == (9, 10)
    assert found["what"]


def test_an_answer_with_two_readings_asks_which_was_meant():
    found = judged("h", "1/3x")
    assert (found["outcome"], found["points"]) == ("malformed", 0)
    assert found["malformed"]["what"] == "did you mean (1/3)x or 1/(3x)?"
    assert found["malformed"]["asks"] == ["1/(3x)", "(1/3)·x"]


def test_a_learner_is_told_the_refuting_point_where_the_author_allows_it():
    found = judged("G", "3x^2")
    point, values = found["counterexample"]["point"], found["counterexample"]["values"]
    x = int(point["x"])
    assert (values["key"], values["answer"]) == (str(3 * x * x + 3 * x), str(3 * x * x))
    assert found["says"]


def test_elsewhere_the_point_stands_in_nothing_that_a_learner_gets():
    found = judged("H", "3x^2")
    assert (found["counterexample"], found["evidence"], found["says"]) == (None, "", [])


def test_a_teacher_is_told_it_everywhere():
    found = judged("H", "3x^2", for_teachers=True)
    assert found["counterexample"]["point"]
    assert "at x = " in found["evidence"]


@pytest.mark.parametrize("part", ["G", "H"])
def test_a_right_answer_has_no_point(part: str):
    assert judged(part, "3x(x+1)")["counterexample"] is None
