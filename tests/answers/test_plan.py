"""Values that must together satisfy conditions (POSITIONS 33)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked, Match
from quizgen.errors import KindError, MathsError, ReadingError
from quizgen.prose import markdown
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed

PLAN: dict[str, Any] = {
    "plan": {"b": {"means": "samples"}, "k": {}, "a": {}},
    "such_that": [
        {"that": "b <= 2", "say": "Only 2 fit."},
        {"that": "k = G", "say": "Use all <<G>>.", "credit": "1/4"},
        {"that": "b*k*a = B", "say": "Not <<B>>.", "credit": "1/2"},
    ],
    "sample": {"b": "1", "k": "G", "a": "B/G"},
}


def planned(**fields: Any) -> tuple[AnswerType, Asked]:
    return posed({**PLAN, **fields}, HandScope({"B": 32, "G": 4, "t": "x"}))


def judged(part: tuple[AnswerType, Asked], raw: str) -> Match:
    kind, asked = part
    reading = kind.read(raw, asked)
    assert isinstance(reading, Reading), reading
    return kind.judge(reading, kind.key(asked), asked)


def test_any_plan_that_meets_the_conditions_is_right_whatever_the_sample():
    for raw in ("b=1 k=4 a=8", "b=2 k=4 a=4"):
        assert judged(planned(), raw).standing == "right"


def test_every_condition_that_fails_is_named():
    part = planned()
    found = judged(part, "b=4 k=2 a=5")
    assert [markdown(said, part[1].values, {}) for said in found.says] == ["Only 2 fit.", "Use all 4.", "Not 32."]
    assert found.evidence == "3 of 3 conditions are not met"


def test_conditions_that_are_met_earn_their_credit():
    assert judged(planned(), "b=4 k=4 a=2").credit == Fraction(3, 4)
    assert judged(planned(), "b=1 k=2 a=16").credit == Fraction(1, 2)
    assert judged(planned(), "b=4 k=2 a=5").credit == 0


def test_a_plan_is_read_in_any_order_or_as_a_tuple_in_the_order_asked():
    for raw in (
        "b=1 k=4 a=8",
        "a = 8, k = 4, b = 1",
        "b: 1; k: 4; a: 8",
        "(1, 4, 8)",
        "1, 4, 8",
        "1 4 8",
        "1;4;8",
        "b=1,k=4,a=8",
        "b = 1 and k = 4 and a = 8",
        "b=1.0 k=4 a=16/2",
        "b = 1\nk = 4\na = 8",
        "{b=1, k=4, a=8}",
    ):
        assert outcome(*planned(), raw) == "right", raw


def test_what_is_missing_twice_or_unknown_costs_nothing():
    kind, asked = planned()
    for raw, words in (
        ("b=1 k=4", "a is missing"),
        ("b=1 b=2 k=4 a=8", "b stands there twice"),
        ("1, 4", "3 numbers"),
        ("b=1 k=4 a=8 c=2", "no c in this plan"),
        ("B=1 k=4 a=8", "did you mean b"),
        ("b=x k=4 a=8", "x is no number"),
        ("b=2*4 k=4 a=8", "2*4 is no number"),
        ("b=1/0 k=4 a=8", "no number"),
        ("b= k=4 a=8", "nothing is no"),
        ("take b=1 k=4 a=8", "'take' has no name"),
        ("b=10^20 k=4 a=8", "no number"),
    ):
        found = kind.read(raw, asked)
        assert isinstance(found, Malformed), raw
        assert words in found.what, (raw, found.what)
        assert found.mend == "write `b=… k=… a=…`"


def test_values_are_whole_and_at_least_one_unless_said():
    assert "b must be a whole number of at least 1" in judged(planned(), "b=0 k=4 a=8").evidence
    assert "b must be a whole number" in judged(planned(), "b=1/2 k=4 a=16").evidence
    free = planned(plan={"b": {"integer": "no"}, "k": {"least": "0"}, "a": {}})
    assert judged(free, "b=0.5 k=4 a=16").standing == "right"
    assert "k must be a whole number of at least 0" in judged(free, "b=1 k=-1 a=8").evidence


def test_a_condition_without_a_value_is_not_met():
    part = planned(plan={"b": {"least": "0"}, "k": {}, "a": {}}, such_that=[{"that": "8/b > 1", "say": "No."}])
    assert judged(part, "b=0 k=4 a=8").standing == "condition"


def test_the_sheet_has_a_box_for_each_value():
    kind, asked = planned()
    shown = kind.public(asked)
    assert shown.way == "plan"
    assert [(box.name, box.means.pieces) for box in shown.boxes] == [("b", ("samples",)), ("k", ()), ("a", ())]
    assert shown.rule == "whole numbers"


def test_the_solution_shows_the_sample():
    kind, asked = planned()
    (line,) = kind.told(kind.key(asked), asked)
    assert markdown(line.say, asked.values, {}) == "One plan that works: $b = 1$, $k = 4$, $a = 8$."


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"plan": ["b"]}, ReadingError),
        ({"plan": {"1b": {}}, "sample": {"1b": "1"}}, ReadingError),
        ({"plan": {"b": "1"}}, ReadingError),
        ({"plan": {"b": {"least": "x"}, "k": {}, "a": {}}}, ReadingError),
        ({"such_that": []}, ReadingError),
        ({"such_that": [{"that": "b > 1"}]}, ReadingError),
        ({"such_that": [{"that": "b + 1", "say": "x"}]}, KindError),
        ({"such_that": [{"that": "z > 1", "say": "x"}]}, MathsError),
        ({"such_that": [{"that": "b > 1", "say": "x", "credit": "2/3"}] * 2}, ReadingError),
        ({"sample": {"b": "1"}}, ReadingError),
        ({"sample": {"b": "1", "k": "t", "a": "1"}}, KindError),
    ],
)
def test_what_an_author_got_wrong_is_said(fields: dict[str, Any], error: type[Exception]):
    with pytest.raises(error):
        planned(**fields)


@given(st.text(alphabet="bka=:; ,0123456789./()-^*", max_size=40))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*planned(), raw)
