"""Irrational numbers are rigorous intervals of at least 30 digits; exact results stay exact."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import TooMuchWork, Undecided, Undefined
from quizgen.maths.approx import Approx, bounds, whole_root
from quizgen.maths.reader import read
from quizgen.maths.values import compile_formula

arguments = st.fractions(min_value=Fraction(-40), max_value=40, max_denominator=10**6).filter(bool)
WITHIN_ONE = ("asin", "acos")
EVERYWHERE = ("exp", "sin", "cos", "tan", "cot", "sec", "csc", "atan", "sinh", "cosh", "tanh")


def value(text: str, **env):
    return compile_formula(read(text))(env)


def check_encloses(name: str, x: Fraction) -> None:
    with mpmath.workprec(500):
        true = getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator)
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in bounds(value(f"{name}(x)", x=x)))
        assert low <= true <= high
        assert high - low <= mpmath.mpf(10) ** -35 * max(1, abs(true))


@given(arguments, st.sampled_from(EVERYWHERE))
def test_the_true_value_lies_inside_and_the_interval_is_narrow(x, name):
    check_encloses(name, x)


@given(arguments.map(lambda x: x / 41), st.sampled_from(WITHIN_ONE))
def test_the_inverse_functions_enclose_too(x, name):
    check_encloses(name, x)


@given(arguments.map(abs))
def test_the_logarithm_encloses_too(x):
    if x != 1:
        check_encloses("ln", x)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("exp(0)", 1), ("ln(1)", 0), ("sin(0)", 0), ("cos(0)", 1), ("tan(0)", 0), ("asin(0)", 0), ("acos(1)", 0),
        ("atan(0)", 0), ("sinh(0)", 0), ("cosh(0)", 1), ("tanh(0)", 0), ("lg(1000)", 3), ("log(8, 2)", 3),
        ("log(8, 4)", Fraction(3, 2)), ("log(1/9, 3)", -2), ("sqrt(9/4)", Fraction(3, 2)), ("root(-27, 3)", -3),
        ("8^(2/3)", 4), ("e^0", 1),
    ],
)  # fmt: skip
def test_results_that_come_out_are_exact(text, result):
    found = value(text)
    assert found == result
    assert type(found) is type(result)


def test_log_is_natural_unless_the_template_says_ten():
    assert value("ln(10)") > 2
    assert value("log(100)") < 5
    assert compile_formula(read("log(100)"), "10")({}) == 2


@pytest.mark.parametrize(
    "text", ["ln(0)", "ln(-1)", "log(2, 1)", "log(2, -2)", "asin(2)", "acos(-2)", "sqrt(-1)", "cot(0)", "csc(0)"]
)
def test_outside_its_domain_a_function_is_undefined(text):
    with pytest.raises(Undefined):
        value(text)


@pytest.mark.parametrize(
    "text",
    ["tan(pi/2)", "ln(sqrt(2)^2 - 2)", "asin(sqrt(2)^2 - 1)", "sqrt(2 - sqrt(2)^2)", "sign(sin(pi))", "sqrt(2)^2 = 2"],
)
def test_what_the_digits_cannot_decide_is_undecided(text):
    with pytest.raises(Undecided):
        value(text)


@pytest.mark.parametrize("text", ["exp(10^9)", "sinh(10^6)", "cosh(-10^6)", "e^(10^6)", "pi^(10^6)"])
def test_a_size_beyond_the_limit_is_refused(text):
    with pytest.raises(TooMuchWork):
        value(text)


def test_a_declared_name_wins_over_a_constant():
    assert value("e^2", e=3) == 9
    assert value("2 * pi", pi=3) == 6
    assert isinstance(value("pi"), Approx)


def test_infinity_is_no_number():
    with pytest.raises(Undefined, match="infinity"):
        value("1 + oo")


@given(st.integers(0, 10**40), st.integers(1, 9))
def test_a_whole_root_is_the_greatest_that_fits(x, n):
    found = whole_root(x, n)
    assert found**n <= x < (found + 1) ** n
