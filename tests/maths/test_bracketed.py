"""Formulas with the brackets that people ask about."""

from __future__ import annotations

import pytest

from quizgen.maths.bracketed import bracketed
from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.maths.same import same

WORDS = Vocabulary({name: name for name in "abxyz"})


def tree(text: str):
    read = read_answer(text, WORDS)
    assert isinstance(read, Read), read
    return read.expr


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1/2x", "(1/2)·x"),
        ("1/(2x)", "1/(2x)"),
        ("-x^2", "−(x²)"),
        ("a/x/y", "(a/x)/y"),
        ("2^3^x", "2^(3^x)"),
        ("1/x - 1/y + a/b", "1/x − 1/y + a/b"),
        ("-(a/b)", "−(a/b)"),
        ("2x + 1", "2x + 1"),
    ],
)
def test_a_fraction_in_a_product_and_a_power_behind_a_minus_are_bracketed(typed: str, shown: str):
    assert bracketed(tree(typed)) == shown


@pytest.mark.parametrize(
    "typed", ["1/2x", "-x^2", "a/x/y", "1/x - a/b*y", "-a/b", "(-x)^2", "x - (-y/a)", "(a+b)/2(x)"]
)
def test_brackets_change_no_meaning(typed: str):
    assert same(tree(bracketed(tree(typed))), tree(typed)).same
