"""Rational functions read off trees, split, and put back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import TooMuchWork
from quizgen.maths.factoring import share_a_factor, splits, splits_in_one
from quizgen.maths.polynomial_trees import tree_of
from quizgen.maths.polynomials import Letters, content, degree, is_constant, primitive
from quizgen.maths.roots import shortened
from quizgen.maths.strict import read
from quizgen.maths.values import compile_formula


def terms(text: str, letters: Letters | None = None):
    return (letters or Letters("x", "y", "t")).ratio(read(text)).over


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(x + 1)^2", "x^2 + 2*x + 1"),
        ("(x - y)*(x + y)", "x^2 - y^2"),
        ("x^5999*(1 - x)", "x^5999 - x^6000"),
        ("sin(x)*(1 + sin(x))", "sin(x) + sin(x)^2"),
        ("50%*x", "x/2"),
        ("0*x", "0"),
    ],
)
def test_equal_polynomials_have_equal_terms(one: str, other: str):
    letters = Letters()
    assert letters.ratio(read(one)) == letters.ratio(read(other))


def test_what_is_not_rational_is_a_letter_of_its_own():
    letters = Letters("x")
    letters.ratio(read("x + sin(2*x) + pi + sqrt(2)"))
    assert len(letters.trees) == 4


@pytest.mark.parametrize(
    "text", ["(x + y + t + 1)^60", "((x + 1)^99 + y)^99", "(x + 1)^99*(x + 2)^99*(x + 3)^99*(y + 1)^99"]
)
def test_what_is_too_long_to_multiply_out_is_refused(text: str):
    with pytest.raises(TooMuchWork):
        terms(text)


def test_a_high_power_of_a_sum_stays_a_letter():
    letters = Letters("x")
    letters.ratio(read("(x + 1)^6000"))
    assert letters.trees[1] == read("(x + 1)^6000")


def test_content_and_primitive_part():
    assert content(terms("4*x + 6*y")) == 2
    assert content(terms("x/2 + 1/3")) == Fraction(1, 6)
    assert primitive(terms("-4*x - 6")) == terms("2*x + 3")
    assert degree(terms("x^3*y + y^2"), 1) == 2
    assert is_constant(terms("3"))
    assert not is_constant(terms("x"))


def test_a_division_by_nothing_is_refused():
    with pytest.raises(ZeroDivisionError):
        terms("1/(x - x)")


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 4), st.integers(0, 4)), max_size=6), st.integers(-5, 5))
def test_a_polynomial_put_back_into_a_tree_has_the_same_values(found: list[tuple[int, int, int]], at: int):
    text = " + ".join(f"({factor})*x^{p}*y^{q}" for factor, p, q in found) or "0"
    letters = Letters("x", "y")
    tree = tree_of(letters.ratio(read(text)).over, letters)
    env = {"x": at, "y": at + 1}
    assert compile_formula(tree)(env) == compile_formula(read(text))(env)


# ---------------------------------------------------------------------------------------------------- splitting
@pytest.mark.parametrize(
    "text", ["x^2 - 1", "x^2 - t^2", "x*y + x", "(x + y + t)^2 - 1", "x^4 + 4*y^4", "x^3 - y^3", "x^4 + 4", "x^2*y - y"]
)
def test_a_product_splits(text: str):
    assert splits(terms(text))


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "x + 1",
        "x^2 + 1",
        "x^2 - 2",
        "x^4 + 1",
        "x^2 + t^2",
        "x^2 - y*t",
        "3*x - 4*y + 9*t",
        "x^2 + x*y + y^2",
        "7",
    ],
)
def test_what_is_no_product_does_not_split(text: str):
    assert not splits(terms(text))


SMALL = st.lists(st.integers(-9, 9), min_size=2, max_size=5).map(shortened).filter(lambda found: len(found) > 1)


@given(SMALL, SMALL)
def test_every_product_of_two_splits(one: list[int], other: list[int]):
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    assert splits_in_one(product)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("x^2 - 1", "x - 1", True),
        ("x*y + y", "x*t + t", True),
        ("x + y", "x - y", False),
        ("x", "2", False),
        ("x*y", "y", True),
    ],
)
def test_a_common_factor_is_found(one: str, other: str, shared: bool):
    assert share_a_factor(terms(one), terms(other)) is shared


def test_polynomials_of_high_degree_are_not_split():
    with pytest.raises(TooMuchWork):
        splits(terms("x^13 + 3*x + 3"))
