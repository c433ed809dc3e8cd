"""How near is near enough (POSITIONS 14 to 17)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.tolerance import (
    Rule,
    Scale,
    cut_off,
    differs,
    equals_rounded,
    exponent,
    figures_asked,
    is_near,
    power_of_ten,
    roundings,
    standing,
    tolerance,
    where_it_differs,
)
from quizgen.answers.written import Written, numeral
from quizgen.errors import Undecided
from quizgen.maths.approx import Approx, root

THREE = Rule("sf", 3)
NUMBERS = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6)


def written(text: str) -> Written:
    digits = numeral(text)
    return Written(digits.figures, digits.places, Fraction(text))


def judged(text: str, key: str, rule: Rule = THREE) -> str:
    return standing(Fraction(text), Fraction(key), rule, written(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.667", "right"),
        ("2.67", "right"),
        ("2.6666666667", "right"),
        ("2.67166", "right"),
        ("2.66166", "value"),
        ("2.7", "precision"),
        ("2.70", "value"),
        ("2.66", "truncated"),
        ("2.660", "value"),
        ("3", "value"),
        ("-2.667", "value"),
        ("2.68", "value"),
    ],
)
def test_three_figures_of_eight_thirds(text: str, expected: str):
    assert judged(text, "8/3") == expected


def test_a_short_exact_key_is_right_with_however_few_figures():
    assert judged("1.6", "1.6") == judged("1.60", "1.6") == judged("1.600", "1.6") == "right"


def test_limits_are_inclusive_and_exact():
    rule = Rule("within", amount=Fraction("0.2"))
    assert [judged(text, "45.8", rule) for text in ("46.0", "45.6", "46.01", "45.59")] == ["right"] * 2 + ["value"] * 2


def test_a_relative_tolerance_is_of_the_key():
    rule = Rule("relative", amount=Fraction("0.05"))
    assert judged("1.05", "1", rule) == judged("0.95", "1", rule) == "right"
    assert judged("1.051", "1", rule) == judged("0.949", "1", rule) == "value"


def test_both_roundings_of_a_tie_are_right_unless_the_case_says_half_up():
    assert judged("2.66", "2.665") == judged("2.67", "2.665") == "right"
    half_up = THREE._replace(rounding="half up")
    assert judged("2.67", "2.665", half_up) == judged("2.665", "2.665", half_up) == "right"
    assert judged("2.66", "2.665", half_up) == "truncated"
    assert judged("-2.67", "-2.665", half_up) == "right"


def test_half_up_concerns_ties_only():
    assert judged("2.662", "2.667", THREE._replace(rounding="half up")) == "right"


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("-3.142", "-3.1415927", "right"),
        ("-3.141", "-3.1415927", "truncated"),
        ("-3.1416", "-3.1415927", "precision"),
        ("-3.14", "-3.1415927", "precision"),
        ("1000", "1000", "right"),
        ("1000.0", "1000", "precision"),
    ],
)
def test_strict_counts_the_figures_as_written(text: str, key: str, expected: str):
    assert judged(text, key, Rule("sf", 4, strict=True)) == expected


def test_strict_places_count_the_digits_after_the_point():
    rule = Rule("dp", 2, strict=True)
    assert [judged(text, "0.1", rule) for text in ("0.10", "0.1", "0.100")] == ["right", "precision", "precision"]


def test_one_place_fewer_than_asked_is_precision_only_where_two_figures_are_left():
    places = Rule("dp", 1)
    assert judged("12", "12.3", places) == "precision"
    assert judged("2", "2.3", places) == "value"
    assert judged("2.7", "8/3", Rule("sf", 2)) == "right"
    assert judged("3", "8/3", Rule("sf", 2)) == "value"


def test_whole_numbers_with_zeros_may_have_been_written_to_fewer_figures():
    assert judged("1400", "1360") == "precision"
    assert judged("1400.0", "1360") == "value"


def test_exact_means_equal():
    exact = Rule("exact")
    assert judged("1.0", "1", exact) == "right"
    assert judged("1.0000001", "1", exact) == "value"


def test_a_zero_asked_to_figures_is_met_by_zero_only():
    assert judged("0.0", "0") == "right"
    assert judged("1e-17", "0") == "value"


def test_an_irrational_key_is_compared_by_its_interval():
    two = root(2, 2)
    assert standing(Fraction("1.41"), two, THREE, written("1.41")) == "right"
    assert standing(Fraction("1.4"), two, THREE, written("1.4")) == "precision"
    assert standing(Fraction("1.42"), two, THREE, written("1.42")) == "value"
    assert standing(two, two, Rule("exact"), Written()) == "right"


def test_an_interval_that_is_too_wide_is_undecided():
    wide = Approx(Fraction(2), Fraction(3))
    with pytest.raises(Undecided):
        is_near(Fraction(2), wide, Rule("within", amount=Fraction("0.7")))
    with pytest.raises(Undecided):
        roundings(wide, 1)
    with pytest.raises(Undecided):
        cut_off(wide, 1)


def test_a_difference_is_more_than_the_tolerance():
    assert differs(Fraction(4), Fraction(8, 3), THREE)
    assert not differs(Fraction("2.667"), Fraction(8, 3), THREE)
    assert differs(root(2, 2), Fraction("1.43"), THREE)


def test_places_ask_for_a_number_of_figures_that_depends_on_the_key():
    rule = Rule("dp", 2)
    assert [figures_asked(Fraction(key), rule) for key in ("12.34", "0.05", "0.001", "0")] == [4, 1, 0, 0]
    assert figures_asked(Fraction(1), Rule("exact")) == 0


def test_a_response_equals_a_value_once_that_is_rounded():
    assert equals_rounded(Fraction("0.942"), Fraction("5.65") / 6, THREE)
    assert not equals_rounded(Fraction("0.9417"), Fraction("5.65") / 6, THREE)
    assert not equals_rounded(Fraction("0.942"), Fraction("5.65") / 6, Rule("exact"))


@pytest.mark.parametrize(
    ("response", "key", "said"),
    [
        ("-2", "2", "the sign differs"),
        ("0", "2", "0 isn't the value"),
        ("2.8", "2.667", "figure 2 differs"),
        ("2667", "2.667", "the figures agree, but it is 1,000 times as large"),
        ("26.67", "2.667", "the figures agree, but it is 10 times as large"),
        ("0.2667", "2.667", "the figures agree, but it is a tenth as large"),
        ("2", "0", "it is too large"),
        ("-2", "0", "it is too small"),
        ("31", "2.667", "it is too large"),
        ("0.1", "2.667", "it is too small"),
    ],
)
def test_what_shows_that_a_number_is_wrong(response: str, key: str, said: str):
    assert where_it_differs(Fraction(response), Fraction(key)) == said


@given(NUMBERS.filter(bool))
def test_the_exponent_is_that_of_the_first_figure(value: Fraction):
    assert power_of_ten(exponent(value)) <= abs(value) < power_of_ten(exponent(value) + 1)


@given(NUMBERS.filter(bool), st.integers(1, 8))
def test_a_rounding_is_the_nearest_multiple(value: Fraction, figures: int):
    unit = power_of_ten(exponent(value) - figures + 1)
    for rounding in roundings(value, unit):
        assert (Fraction(rounding) / unit).denominator == 1
        assert abs(rounding - value) <= unit / Fraction(2)


@given(NUMBERS.filter(bool), st.integers(1, 8))
def test_a_cut_is_towards_zero(value: Fraction, figures: int):
    unit = power_of_ten(exponent(value) - figures + 1)
    assert 0 <= abs(value) - abs(cut_off(value, unit)) < unit


@given(NUMBERS, NUMBERS.filter(bool), st.integers(2, 6))
def test_right_is_within_half_a_unit_of_the_last_asked_figure(response: Fraction, key: Fraction, figures: int):
    rule = Rule("sf", figures)
    assert is_near(response, key, rule) == (abs(response - key) <= tolerance(key, rule))


@given(NUMBERS, st.fractions(min_value=Fraction(1, 1000), max_value=1000), st.fractions(-300, 300))
def test_a_scale_goes_both_ways(value: Fraction, factor: Fraction, offset: Fraction):
    scale = Scale(factor, offset)
    assert scale.shown(scale.value(value)) == value


@given(st.fractions().filter(bool), st.integers(-45, 45))
def test_the_first_figure_of_a_number_stands_at_its_exponent(value: Fraction, power: int):
    number = value * Fraction(10) ** power
    found = exponent(number)
    assert Fraction(10) ** found <= abs(number) < Fraction(10) ** (found + 1)


@given(st.fractions(), st.integers(-45, 45))
def test_a_rounding_is_half_a_unit_away_at_most_and_a_tie_has_two(value: Fraction, power: int):
    unit = power_of_ten(power)
    assert unit == Fraction(10) ** power
    found = roundings(value, unit)
    assert all(abs(each - value) * 2 <= unit and Fraction(each) / unit % 1 == 0 for each in found)
    assert len(found) == (2 if (value / unit * 2) % 2 == 1 else 1)
