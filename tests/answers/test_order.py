"""Things put into order."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked
from quizgen.errors import ReadingError
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed

STEPS = ["Read the text", "Think, then plan", "Write <<k>> lines", "Test"]


def ordered(items: Any = STEPS, variant: str = "v", **fields: Any) -> tuple[AnswerType, Asked]:
    return posed({"order": items, **fields}, HandScope({"k": 3}), variant=variant)


def credit(part: tuple[AnswerType, Asked], *places: int) -> Fraction | int:
    """What the author's items in this order earn."""
    kind, asked = part
    reading = kind.read(kind.show(tuple(map(str, places)), asked), asked)
    assert isinstance(reading, Reading)
    return kind.judge(reading, kind.key(asked), asked).credit


def test_credit_is_the_share_of_things_that_stand_right_before_the_next():
    part = ordered()
    assert credit(part, 0, 1, 2, 3) == 1
    assert credit(part, 1, 2, 3, 0) == Fraction(2, 3)
    assert credit(part, 1, 0, 2, 3) == Fraction(1, 3)
    assert credit(part, 3, 2, 1, 0) == 0
    assert credit(ordered(all_or_nothing="yes"), 1, 2, 3, 0) == 0


def test_who_guesses_earns_one_nth_on_average():
    earned = [credit(ordered(), *places) for places in permutations(range(4))]
    assert sum(earned, Fraction(0)) / len(earned) == Fraction(1, 4)


def test_an_order_is_read_however_it_is_written():
    kind, asked = part = ordered()
    right = kind.show(kind.key(asked), asked).split()
    for between in (" ", "", ", ", " > ", "->", " → ", ";", " then ", "\n"):
        assert outcome(*part, between.join(right)) == "right", between
    assert outcome(*part, "Read the text; Think, then plan; Write 3 lines; Test") == "right"


def test_what_is_missing_or_twice_is_asked_for_and_costs_nothing():
    kind, asked = ordered()
    a, b, c, d = (letter for letter in "abcd")
    assert "d is missing" in kind.read(f"{a} {b} {c}", asked).what
    assert "c and d are missing" in kind.read(f"{b} {a}", asked).what
    assert "a stands there twice" in kind.read(f"{a} {b} {c} {d} {a}", asked).what
    assert isinstance(kind.read("a b c e", asked), Malformed)


def test_how_it_is_shown_depends_on_the_texts_and_not_on_their_order():
    shown = [[option.say for option in kind.public(asked).options] for kind, asked in (ordered(), ordered(STEPS[::-1]))]
    assert shown[0] == shown[1]


def test_variants_show_different_orders():
    orders = {
        tuple(option.say for option in ordered(variant=f"{n}")[0].public(ordered(variant=f"{n}")[1]).options)
        for n in range(40)
    }
    assert len(orders) > 12


def test_the_solution_tells_the_right_order_with_the_letters():
    kind, asked = ordered()
    lines = kind.told(kind.key(asked), asked)
    assert [line.mark for line in lines] == kind.show(kind.key(asked), asked).split()
    assert lines[0].say.pieces == ("Read the text",)


def test_a_trap_is_an_order_too():
    kind, asked = ordered()
    wrong = ("1", "0", "2", "3")
    assert kind.meets(kind.read(kind.show(wrong, asked), asked), wrong, kind.key(asked), asked)


@pytest.mark.parametrize("given", [["one"], "one, two", [], [["one"], "two"], ["x"] * 27])
def test_what_an_author_got_wrong_is_said(given: Any):
    with pytest.raises(ReadingError):
        ordered(given)


@given(st.text(alphabet="abcde >,;-→", max_size=30))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*ordered(), raw)
