"""The derivative of a tree, against difference quotients of exact enclosures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizgen.maths.approx import bounds
from quizgen.maths.differentiation import derivative
from quizgen.maths.expr import Number, PlusMinus
from quizgen.maths.plus_minus import both, has_plus_minus
from quizgen.maths.strict import read
from quizgen.maths.values import compile_formula

STEP = Fraction(1, 2**60)


@pytest.mark.parametrize(
    "text",
    [
        "x^3 - 2*x",
        "(x^2 + 1)/(x - 7)",
        "x^x",
        "2^x",
        "sqrt(x)",
        "root(x, 3)",
        "exp(2*x)",
        "ln(x)",
        "log(x, 2)",
        "lg(x)",
        "sin(x)*cos(x)",
        "tan(x/3)",
        "cot(x)",
        "sec(x/3)",
        "csc(x)",
        "asin(x/9)",
        "acos(x/9)",
        "atan(x)",
        "sinh(x)",
        "cosh(x)",
        "tanh(x)",
        "abs(x - 7)",
        "5%*x",
        "-x^-2",
        "1/x^2",
        "(3 + x)^(1/2)",
    ],
)
def test_a_derivative_is_the_limit_of_difference_quotients(text: str):
    tree = read(text)
    found = derivative(tree, "x")
    assert found is not None
    of, slope = compile_formula(tree), compile_formula(found)
    at = Fraction(5, 4)
    quotient = (of({"x": at + STEP}) - of({"x": at - STEP})) / (2 * STEP)
    low, high = bounds(quotient - slope({"x": at}))
    assert max(abs(low), abs(high)) < Fraction(1, 2**50)


def test_what_has_no_letter_is_constant_and_what_is_unknown_has_none():
    assert derivative(read("sin(2)*y"), "x") == Number(0)
    assert derivative(read("floor(x)"), "x") is None
    assert derivative(read("x + gcd(x, 2)"), "x") is None


def test_plus_and_minus_move_together():
    tree = read("pm(2) + y*pm(3)")
    assert has_plus_minus(tree)
    assert both(tree) == (read("2 + y*3"), read("-2 + y*(-3)"))
    assert both(read("x")) == (read("x"),)
    assert both(PlusMinus(Number(1)))[0] == Number(1)
