"""Answers where the comma is the decimal mark (POSITIONS 9)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.expr import Call, Expr, Interval, ListOf, Name, Number, Product, SetOf
from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.verdict import Malformed

COMMA = Vocabulary({"x": "x", "S": "S"}, decimal="comma")
HALVES = Number(Fraction(3, 2))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("1,5", Fraction(3, 2)),
        ("1.5", Fraction(3, 2)),
        (",5", Fraction(1, 2)),
        ("1.234,5", Fraction(2469, 2)),
        ("1 234,5", Fraction(2469, 2)),
        ("1'234,5", Fraction(2469, 2)),
        ("1.234.567", 1234567),
        ("1.234.567,89", Fraction(123456789, 100)),
        ("1{,}5", Fraction(3, 2)),
        ("2,667", Fraction(2667, 1000)),
        ("0.123", Fraction(123, 1000)),
        ("1,5e3", 1500),
        ("1.5e3", 1500),
        ("S = 1,5.", Fraction(3, 2)),
    ],
)
def test_a_comma_is_the_decimal_mark(raw: str, value: int | Fraction):
    found = read_answer(raw, COMMA)
    assert isinstance(found, Read), found
    assert (found.expr, found.other) == (Number(value), None)


def test_one_point_and_three_digits_are_thousands_with_a_question():
    found = read_answer("1.234", COMMA)
    assert isinstance(found, Read)
    assert (found.expr, found.other) == (Number(1234), Number(Fraction(1234, 1000)))
    assert found.question == "did you mean 1,234 or 1234?"


@pytest.mark.parametrize(
    ("takes", "raw", "tree"),
    [
        ("list", "1,5; 2", ListOf((HALVES, Number(2)))),
        ("list", "[1,5;2]", ListOf((HALVES, Number(2)))),
        ("set", "{1,5; 2}", SetOf((HALVES, Number(2)))),
        ("interval", "(1,5; 2]", Interval(HALVES, Number(2), closed_high=True)),
        ("expression", "1,5x", Product((HALVES, Name("x")))),
        ("number", "max(1,5; 1)", Call("max", (HALVES, Number(1)))),
        ("number", "max(x, 1)", Call("max", (Name("x"), Number(1)))),
    ],
)
def test_a_semicolon_separates(takes: str, raw: str, tree: Expr):
    found = read_answer(raw, COMMA._replace(takes=takes))
    assert isinstance(found, Read), found
    assert found.expr == tree


@pytest.mark.parametrize(
    ("raw", "what", "start", "end", "mend"),
    [
        ("1,2,3", "one decimal comma", 0, 5, "write ;"),
        ("1.23,5", "exactly three digits", 0, 6, "without points"),
        ("1.2.3", "exactly three digits", 0, 5, "without points"),
        ("2 + 1.2.3", "exactly three digits", 4, 9, "without points"),
        ("1; 2", "stands between two", 1, 2, ""),
    ],
)
def test_what_is_no_number_is_malformed_at_its_place(raw: str, what: str, start: int, end: int, mend: str):
    found = read_answer(raw, COMMA)
    assert isinstance(found, Malformed)
    assert what in found.what
    assert (found.start, found.end) == (start, end)
    assert mend in found.mend


@given(st.integers(0, 10**9), st.integers(1, 8))
def test_a_decimal_reads_with_a_comma_as_with_a_point(digits: int, places: int):
    text = str(digits).rjust(places + 1, "0")
    pointed = f"{text[:-places]}.{text[-places:]}"
    found, expected = read_answer(pointed.replace(".", ","), COMMA), read_answer(pointed, Vocabulary())
    assert isinstance(found, Read)
    assert isinstance(expected, Read)
    assert (found.expr, found.other) == (expected.expr, None)
