"""Exact numbers as digits, and numerals read exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import TooMuchWork
from quizgen.maths import decimals, tokens
from quizgen.maths.number_words import in_words
from tests.strategies import exact_numbers

numerals = st.from_regex(r"([0-9]{1,8}(\.[0-9]{0,8})?|\.[0-9]{1,8})([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@given(numerals)
def test_a_numeral_has_the_value_that_python_gives_the_text(text: str):
    assert tokens.numeral(text) == Fraction(text)


@given(exact_numbers.filter(lambda value: value >= 0))
def test_a_number_whose_decimals_end_is_written_and_read_back(value: Any):
    text = decimals.numeral(value)
    endless = Fraction(10) ** 40 * value % 1 != 0
    assert (text is None) == endless
    if text is not None:
        assert tokens.numeral(text) == value


@given(exact_numbers)
def test_decimals_are_counted_exactly(value: Any):
    count = decimals.places(value)
    if count is None:
        assert (Fraction(10) ** 40 * value).denominator != 1
    else:
        assert (value * 10**count).denominator == 1
        assert not count or (value * 10 ** (count - 1)).denominator != 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (10**14, "100000000000000"),
        (10**15, "1e15"),
        (123 * 10**20, "1.23e22"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 10**6), "0.000001"),
        (Fraction(1, 10**30), "1e-30"),
        (Fraction(1, 3), None),
        (Fraction(1, 2**40), "9.094947017729282379150390625e-13"),
    ],
)
def test_long_numbers_get_a_power_of_ten(value: Any, text: str | None):
    assert decimals.numeral(value) == text


def test_the_longest_numbers_have_numerals():
    assert decimals.numeral(10**9999) == "1e9999"
    assert decimals.numeral(Fraction(1, 10**9999)) == "1e-9999"


def test_whole_numbers_of_any_size_have_digits():
    assert decimals.digits(10**6000 + 7) == "1" + "0" * 5999 + "7"


@pytest.mark.parametrize("text", ["1e10001", "1e-10001", "1e" + "9" * 500, "9" * 1001])
def test_a_numeral_beyond_the_limits_is_refused(text: str):
    with pytest.raises(TooMuchWork):
        tokens.numeral(text)


def test_a_numeral_at_the_limits_is_read():
    assert tokens.numeral("1e10000") == 10**10000
    assert tokens.numeral("1e-0000010000") == Fraction(1, 10**10000)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (20, "twenty"),
        (47, "forty-seven"),
        (100, "one hundred"),
        (340, "three hundred and forty"),
        (999, "nine hundred and ninety-nine"),
        (-2, "minus two"),
        (1000, ""),
        (-1000, ""),
    ],
)
def test_small_whole_numbers_have_words(number: int, words: str):
    assert in_words(number) == words
