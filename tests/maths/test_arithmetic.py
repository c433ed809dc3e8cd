"""Exact numbers stay exact, rounding is half up, and work is bounded before it is done."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizgen.errors import KindError, TooMuchWork, Undecided, Undefined
from quizgen.maths.approx import Approx, bounds, constant, enclose
from quizgen.maths.arithmetic import (
    divide,
    exp,
    leading_place,
    minus,
    nth_root,
    plus,
    power,
    round_down,
    round_dp,
    round_sf,
    round_up,
    times,
)
from tests.strategies import exact_numbers

ROOT_2 = nth_root(2, 2)


def is_normal(x) -> bool:
    return type(x) is int or (type(x) is Fraction and x.denominator > 1)


@given(exact_numbers, exact_numbers)
def test_sums_differences_and_products_are_exact_and_normal(x, y):
    for made, true in ((plus(x, y), Fraction(x) + y), (minus(x, y), Fraction(x) - y), (times(x, y), Fraction(x) * y)):
        assert made == true
        assert is_normal(made)


@given(exact_numbers, exact_numbers.filter(bool))
def test_a_quotient_is_exact_and_an_int_where_it_is_whole(x, y):
    assert divide(x, y) == Fraction(x) / Fraction(y)
    assert is_normal(divide(x, y))


@pytest.mark.parametrize("x", [0, 1, Fraction(1, 2), ROOT_2])
def test_division_by_zero_is_undefined(x):
    with pytest.raises(Undefined, match="division by zero"):
        divide(x, 0)


@given(exact_numbers, st.integers(-12, 12))
def test_whole_powers_are_exact(x, n):
    if x or n >= 0:
        assert power(x, n) == Fraction(x) ** n
        assert is_normal(power(x, n))


def test_zero_to_the_zero_is_one_only_for_the_exact_exponent():
    assert power(0, 0) == 1
    with pytest.raises(Undefined):
        power(0, -1)
    with pytest.raises(Undecided):
        power(0, minus(times(ROOT_2, ROOT_2), 2))


@given(exact_numbers.map(abs), st.integers(1, 6))
def test_perfect_powers_have_exact_roots(x, n):
    assert nth_root(power(x, n), n) == x
    assert power(power(x, n), Fraction(1, n)) == x


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [(8, "2/3", 4), (Fraction(4, 9), "3/2", Fraction(8, 27)), (8, "-1/3", Fraction(1, 2))],
)
def test_broken_exponents_are_exact_where_the_root_is(base, exponent, result):
    assert power(base, Fraction(exponent)) == result


def test_an_odd_root_of_a_negative_number_is_negative_and_an_even_one_undefined():
    assert nth_root(-8, 3) == -2
    with pytest.raises(Undefined):
        nth_root(-4, 2)
    with pytest.raises(Undefined):
        power(-8, Fraction(1, 3))


@given(st.integers(2, 10**9), st.integers(2, 5))
def test_a_root_lies_between_its_bounds(x, n):
    low, high = bounds(nth_root(x, n))
    assert low**n <= x <= high**n
    assert high - low < Fraction(1, 10**50)


def test_the_square_of_an_irrational_root_is_undecided_against_its_number():
    with pytest.raises(Undecided):
        _ = times(ROOT_2, ROOT_2) > 2


def test_an_approximate_number_times_an_exact_zero_is_zero():
    assert times(ROOT_2, 0) == 0


def test_an_approximate_divisor_that_may_be_zero_is_undecided():
    with pytest.raises(Undecided):
        divide(1, minus(times(ROOT_2, ROOT_2), 2))


@given(exact_numbers, exact_numbers, st.sampled_from([plus, minus, times]))
def test_interval_arithmetic_encloses_the_true_result(x, y, operate):
    wide = enclose(Fraction(x) - Fraction(1, 10**9), Fraction(x) + Fraction(1, 10**9))
    low, high = bounds(operate(wide, y))
    assert low <= operate(x, y) <= high
    low, high = bounds(operate(y, wide))
    assert low <= operate(y, x) <= high


@pytest.mark.parametrize(
    "work",
    [
        lambda: power(9, 10**9),
        lambda: power(power(2, 60_000), 2),
        lambda: power(Fraction(1, 3), 10**6),
        lambda: power(ROOT_2, 10**6),
        lambda: exp(10**9),
        lambda: exp(-(10**9)),
        lambda: power(10**6, ROOT_2 * 10**6),
        lambda: round_dp(1, 10**9),
    ],
)
def test_too_big_a_number_is_refused_before_the_work(work):
    with pytest.raises(TooMuchWork):
        work()


@pytest.mark.parametrize("bad", [True, "3", (1, 2), None])
def test_only_numbers_are_reckoned_with(bad):
    for operate in (plus, minus, times, divide, power):
        with pytest.raises(KindError, match="a number is wanted"):
            operate(bad, 2)
        with pytest.raises(KindError, match="a number is wanted"):
            operate(2, bad)


@given(st.decimals(-(10**6), 10**6, places=6), st.integers(0, 5))
@example(Decimal("2.5"), 0)
@example(Decimal("-2.5"), 0)
def test_rounding_to_places_is_half_up_on_the_magnitude(x, places):
    expected = x.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    assert round_dp(Fraction(x), places) == Fraction(expected)


@given(exact_numbers.filter(bool), st.integers(1, 8))
def test_rounding_to_figures_moves_a_number_by_at_most_half_a_unit_of_the_last_one(x, figures):
    rounded = round_sf(x, figures)
    unit = Fraction(10) ** (leading_place(x) - figures + 1)
    assert abs(rounded - x) <= unit / 2
    assert (rounded / unit).denominator == 1
    assert round_sf(rounded, figures) == rounded


@pytest.mark.parametrize(
    ("x", "figures", "result"),
    [
        ("8/3", 3, "2.67"),
        ("0.09995", 3, "0.1"),
        ("9995", 3, "10000"),
        ("0.0347", 1, "0.03"),
        ("-2665/1000", 3, "-2.67"),
        ("0", 3, "0"),
    ],
)
def test_rounding_to_figures_by_example(x, figures, result):
    assert round_sf(Fraction(x), figures) == Fraction(result)


@given(exact_numbers.filter(bool))
def test_the_leading_place_is_that_of_the_first_figure(x):
    assert Fraction(10) ** leading_place(x) <= abs(x) < Fraction(10) ** (leading_place(x) + 1)


def test_an_irrational_number_is_rounded_where_its_digits_decide():
    assert round_sf(ROOT_2, 20) == Fraction("1.4142135623730950488")
    assert (round_down(ROOT_2), round_up(ROOT_2)) == (1, 2)
    assert round_dp(constant("pi"), 4) == Fraction("3.1416")


def test_a_rounding_that_the_digits_cannot_decide_is_undecided():
    two = times(ROOT_2, ROOT_2)
    for rounding in (round_down, round_up, lambda x: round_dp(x + Fraction(1, 2), 0)):
        with pytest.raises(Undecided, match="rounds to"):
            rounding(two)
    assert round_dp(two, 10) == 2
    assert isinstance(two, Approx)
