"""Trees up to the order and grouping of terms and factors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.arrangement import same_arrangement
from quizgen.maths.expr import Number, Product, Sum
from quizgen.maths.strict import read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x*2 + 1", "1 + 2*x"),
        ("(x + y) + z", "z + (y + x)"),
        ("x*(5 + x)", "(x + 5)*x"),
        ("a - b - c", "-c + a - b"),
        ("a/b*c", "a*c/b"),
        ("0.5*x", "x/2"),
        ("-(x*y)", "(-x)*y"),
        ("exp(x)", "e^x"),
        ("y > x", "x < y"),
        ("{1, x + 1}", "{1 + x, 1}"),
        ("max(a, b)", "max(b, a)"),
        ("a = 1 and b = 2", "b = 2 and a = 1"),
        ("sum(k*x, k in 1..n + 1)", "sum(x*k, k in 1..1 + n)"),
        ("1e5000*x + 2", "2 + x*1e5000"),
    ],
)
def test_order_and_grouping_do_not_count(one: str, other: str):
    assert same_arrangement(read(one), read(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x + x", "2*x"),
        ("sum(k*x, k in 1..n)", "sum(k*x, k in 1..n + 1)"),
        ("(x - 1)^2", "(1 - x)^2"),
        ("x", "1*x"),
        ("x", "x^1"),
        ("1/(x + 2)", "2/(2*x + 4)"),
        ("cos(0)", "1"),
        ("[1, 2]", "[2, 1]"),
        ("x < y", "x <= y"),
        ("a - (b - c)", "a - b + c"),
        ("2^x", "x^2"),
        ("(-x)*(-y)", "x*y"),
        ("a/b/c", "a/(b*c)"),
        ("-(-x)", "x"),
    ],
)
def test_nothing_is_worked_out(one: str, other: str):
    assert not same_arrangement(read(one), read(other))


@given(st.permutations(list(range(1, 7))))
def test_any_order_of_terms_and_factors_is_one_arrangement(order: list[int]):
    one, other = (tuple(map(Number, each)) for each in (range(1, 7), order))
    assert same_arrangement(Sum(one), Sum(other))
    assert same_arrangement(Product(one), Product(other))
