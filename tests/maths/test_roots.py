"""Real roots, isolated and compared exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import TooMuchWork, Undecided
from quizgen.maths.approx import bounds
from quizgen.maths.roots import Constant, Root, between, compare, enclosed, in_order, real_roots, value_at
from quizgen.maths.strict import read
from quizgen.maths.values import compile_formula


def constant(text: str) -> Constant:
    return Constant(read(text), compile_formula(read(text))({}))


def is_zero(tree: object) -> bool | None:
    """By digits: enough for these."""
    low, high = bounds(compile_formula(tree)({}))
    return low <= 0 <= high


def product_of(roots: list[int]) -> list[int]:
    made = [1]
    for root in roots:
        made = [a - root * b for a, b in zip([0, *made], [*made, 0], strict=True)]
    return made


@given(st.lists(st.integers(-30, 30), max_size=8))
def test_whole_roots_are_found_each_once(roots: list[int]):
    assert sorted(real_roots(product_of(roots))) == sorted(map(Fraction, set(roots)))


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=8))
def test_roots_lie_where_the_sign_changes(of: list[int]):
    for root in real_roots(of):
        if isinstance(root, Root):
            assert value_at(root.of, root.low) * value_at(root.of, root.high) < 0
        else:
            assert sum(factor * root**place for place, factor in enumerate(of)) == 0


@pytest.mark.parametrize(
    ("of", "count"), [([1, 0, 1], 0), ([-2, 0, 1], 2), ([0, 0, 1], 1), ([5], 0), ([], 0), ([-1, -1, 0, 0, 0, 1], 1)]
)
def test_how_many_roots_there_are(of: list[int], count: int):
    assert len(real_roots(of)) == count


def test_rational_roots_are_exact():
    assert sorted(real_roots([-2, 3, 2])) == [Fraction(-2), Fraction(1, 2)]


def test_equal_roots_of_two_polynomials_are_one_number():
    (first,) = [root for root in real_roots([-2, 0, 1]) if enclosed(root)[0] > 0]
    (second,) = [root for root in real_roots([4, 0, -4, 0, 1]) if enclosed(root)[0] > 0]
    assert compare(first, second, is_zero) == 0
    assert compare(first, constant("2/sqrt(2)"), is_zero) == 0
    assert compare(first, Fraction(141421356, 10**8), is_zero) == 1
    assert compare(constant("pi"), Fraction(355, 113), is_zero) == -1


def test_what_cannot_be_told_apart_is_undecided():
    with pytest.raises(Undecided):
        compare(constant("sqrt(2)"), constant("2/sqrt(2)"), lambda _: None)


def test_numbers_in_order_stand_once_and_prefer_what_has_a_tree():
    found = in_order([*real_roots([-2, 0, 1]), constant("sqrt(2)"), Fraction(0)], is_zero)
    assert [isinstance(each, Constant) for each in found] == [False, False, True]
    assert enclosed(found[0])[1] < 0 == found[1]


@given(st.fractions(max_denominator=10**6), st.fractions(max_denominator=10**6))
def test_there_is_a_number_between_any_two(one: Fraction, other: Fraction):
    low, high = sorted((one, other))
    if low < high:
        assert low < between(low, high) < high


@pytest.mark.parametrize("of", [[1] * 60, [10**2000, 1, 1]])
def test_long_polynomials_are_refused(of: list[int]):
    with pytest.raises(TooMuchWork):
        real_roots(of)
