"""A number as a response."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.shown import decimal_text, mixed_text, number_text
from quizgen.answers.tolerance import Rule, is_near, power_of_ten
from quizgen.maths.approx import root

THREE = Rule("sf", 3)


@pytest.mark.parametrize(
    ("value", "rule", "form", "text"),
    [
        ("8/3", THREE, "", "2.667"),
        ("8/3", THREE._replace(strict=True), "", "2.67"),
        ("8/3", Rule("exact"), "", "8/3"),
        ("8/3", THREE, "fraction", "8/3"),
        ("-8/3", THREE, "mixed", "-2 2/3"),
        ("8/3", THREE, "scientific", "2.667e0"),
        ("5/4", Rule("exact"), "decimal", "1.25"),
        ("400", THREE, "", "400"),
        ("400", THREE._replace(strict=True), "", "400"),
        ("0", THREE, "", "0"),
        ("0", Rule("dp", 2), "", "0"),
        ("0", Rule("dp", 2, strict=True), "", "0.00"),
        ("12345", THREE, "", "12345"),
        ("-1/8", THREE, "", "-0.125"),
        ("602200000000000000000000", THREE, "", "6.022e23"),
        ("3", Rule("within", amount=Fraction(1, 2)), "", "3"),
        ("0.00001234", Rule("sf", 2, strict=True), "", "0.000012"),
    ],
)
def test_a_number_is_shown_so_that_it_grades_right(value: str, rule: Rule, form: str, text: str):
    assert number_text(Fraction(value), rule, form) == text


def test_an_irrational_number_is_shown_as_a_decimal():
    assert number_text(root(2, 2), THREE, "") == "1.414"
    assert number_text(root(2, 2), Rule("exact"), "") == "1.4142135623731"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("-3/2", "-1 1/2"),
        ("305/102", "2 + 101/102"),
        ("-305/102", "-(2 + 101/102)"),
        ("2/3", "2/3"),
        ("4", "4"),
        ("0", "0"),
    ],
)
def test_a_mixed_number(value: str, text: str):
    assert mixed_text(Fraction(value)) == text


@given(st.fractions(min_value=-(10**12), max_value=10**12, max_denominator=10**9), st.integers(1, 6))
def test_what_is_shown_is_within_the_tolerance(value: Fraction, figures: int):
    rule = Rule("sf", figures)
    assert is_near(Fraction(number_text(value, rule, "")), value, rule)


@given(st.integers(-(10**20), 10**20), st.integers(-30, 20))
def test_a_multiple_of_a_power_of_ten_is_written_exactly(steps: int, power: int):
    value = Fraction(steps * power_of_ten(power))
    assert Fraction(decimal_text(value, power_of_ten(power))) == value
