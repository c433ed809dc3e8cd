"""The verbs of an author: each result as a textbook writes it, and a limit on what is tried."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import KindError, MathsError, TooMuchWork, Undecided
from quizgen.maths import cas
from quizgen.maths.cas.work import MOST_STEPS, limited
from quizgen.maths.domains import REAL
from quizgen.maths.printing import plain
from quizgen.maths.reader import read
from quizgen.maths.same import same

KNOWN = {"a": {"positive": True}, "n": {"positive": True, "integer": True}, "t": {"positive": True}}
PARAMS = frozenset({"a", "b", "n", "p", "q"})


def done(text: str) -> str:
    return plain(cas.carry_out(read(text), KNOWN, within=cas.Within(PARAMS)))


CARRIED_OUT = [
    ("diff(a*x^n, x)", "a*n*x^(n - 1)"),
    ("diff(x^3, x, 2)", "6*x"),
    ("diff(ln(abs(x)), x)", "1/x"),
    ("diff(sin(x)^2, x)", "2*sin(x)*cos(x)"),
    ("integrate(3*x^2 + 5, x)", "x^3 + 5*x"),
    ("integrate(1/x, x)", "ln(abs(x))"),
    ("integrate(1/t, t)", "ln(t)"),
    ("integrate(x*exp(x), x)", "(x - 1)*exp(x)"),
    ("integrate(a*x^2, x, 0, 3)", "9*a"),
    ("integrate(exp(-t), t, 0, oo)", "1"),
    ("limit((x^2 - 9)/(x - 3), x, 3)", "6"),
    ('limit(abs(x)/x, x, 0, "-")', "-1"),
    ("sum(1/2^k, k in 0..oo)", "2"),
    ("sum(1/k^2, k in 1..oo)", "pi^2/6"),
    ("sum(k, k in 1..oo)", "oo"),
    ("taylor(exp(x), x, 0, 3)", "1 + x + x^2/2 + x^3/6"),
    ("taylor(1/(1 - x), x, 0, 2)", "1 + x + x^2"),
    ("solutions(x^2 = 4, x)", "{-2, 2}"),
    ("solutions(x^3 = x, x)", "{-1, 0, 1}"),
    ("solutions(x^2 = -1, x)", "{}"),
    ("solutions((x - 1)*(x^2 + x - 6)*(x^2 - 3) = 0, x)", "{-3, 1, 2, sqrt(3), -sqrt(3)}"),
    ("solutions((x - p)*(x - q)/(x - p) = 0, x)", "{q}"),
    ("solutions(sin(x) = 1/2, x, 0 <= x <= 2*pi)", "{pi/6, 5*pi/6}"),
    ("solutions(x^2 < 4, x)", "open(-2, 2)"),
    ("solutions(x^2 >= 4, x)", "union((-oo, -2], [2, oo))"),
    ("solutions((x - 1)/(x + 2) <= 0, x)", "(-2, 1]"),
    ("solutions(0 < x^2 - 1 <= 3, x)", "union([-2, -1), (1, 2])"),
    ("solutions(x^2 + 1 > 0, x)", "open(-oo, oo)"),
    ("solutions(x^2 <= 0, x)", "{0}"),
    ("solutions(exp(x) > 2, x)", "open(ln(2), oo)"),
    ("minimize(x^2 - 6*x, x)", "3"),
    ("minimize(a*t + a/t, t)", "1"),
    ("minimize(x^4 - 2*x^2, x, x > 0)", "1"),
    ("expand((x - p)*(x - q))", "p*q - p*x - q*x + x^2"),
    ("expand((x + 1)^3)", "x^3 + 3*x^2 + 3*x + 1"),
    ("factor(2*x^2 - 4*x - 30)", "2*(x - 5)*(x + 3)"),
    ("factor(x^2 - p*x - q*x + p*q)", "(p - x)*(q - x)"),
    ("together(1/x + 1/(x + 1))", "(2*x + 1)/(x*(x + 1))"),
    ("apart((5*x - 10)/((x + 2)*(x - 3)), x)", "4/(x + 2) + 1/(x - 3)"),
    ("simplify(sin(x)^2 + cos(x)^2)", "1"),
    ("coefficient((x + a)^3, x, 2)", "3*a"),
    ("coefficient(3*x + 5, x)", "3"),
    ("det(matrix([1 - x, 2], [3, 4 - x]))", "x^2 - 5*x - 2"),
    ("inv(matrix([1, x], [0, 1]))", "matrix([1, -x], [0, 1])"),
    ("at(diff(x^3, x), x = 2)", "3*2^2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "result"), CARRIED_OUT)
def test_a_verb_gives_its_result_as_a_textbook_would(text: str, result: str) -> None:
    found, wanted = read(done(text)), read(result)
    assert found == wanted or (same(found, wanted, REAL).same and len(plain(found)) <= len(plain(wanted)) + 4)


REFUSED = [
    ("integrate(exp(x^2)*sin(x)/x, x)", MathsError, "integral|answer|too long"),
    ("integrate(x^x, x)", MathsError, "integral|answer|too long"),
    ("limit(sin(x), x, oo)", MathsError, "no limit"),
    ("taylor(1/x, x, 0, 3)", MathsError, "no Taylor polynomial"),
    ("taylor(exp(x), x, 0, 50)", TooMuchWork, "at most 12"),
    ("taylor(exp(x), x, 0, 1/2)", KindError, "whole number"),
    ("diff(x^3, x, 100)", TooMuchWork, "at most 12"),
    ("expand((x + 1)^1000)", TooMuchWork, "too many terms"),
    ("expand((x + y + z + w)^60)", TooMuchWork, "too many terms"),
    ("factor((x + 1)^999)", TooMuchWork, "too many terms"),
    ("apart(sin(x)/x, x)", KindError, "rational function"),
    ("coefficient(sin(x), x, 1)", KindError, "polynomial"),
    ("solutions(x^5 - x - 1 = 0, x)", TooMuchWork, "degree 5"),
    ("solutions(sin(x) = 0, x)", MathsError, "finite"),
    ("solutions(x + 1, x)", KindError, "an equation or an inequality"),
    ("solutions(x > y, x)", KindError, "alone"),
    ("minimize(x^3, x)", MathsError, "exactly one lowest point"),
    ("minimize(sin(x), x)", MathsError, "finite"),
    ("det(x)", KindError, "wants a matrix"),
    ("det(matrix([1, x]))", KindError, "as many rows as columns"),
    ("at(x, 3)", KindError, "letter and its value"),
    ("diff(x, 3)", KindError, "a letter"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error", "said"), REFUSED)
def test_what_has_no_certain_result_is_refused_at_its_place(text: str, error: type[MathsError], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        done(text)
    assert caught.value.start >= 0


NEEDS_NUMBERS = [
    ("taylor(exp(x), x, 0, n)", {"n"}),
    ("expand((x + 1)^n)", {"n"}),
    ("solutions(x < b, x)", {"b"}),
    ("factor(x^2 + b*x + 1)", {"b"}),
    ("factor(b*x + 4)", {"b"}),
    ("apart(1/(x^2 + b), x)", {"b"}),
    ("coefficient((x + 1)^3, x, n)", {"n"}),
]


@pytest.mark.parametrize(("text", "names"), NEEDS_NUMBERS)
def test_a_form_that_depends_on_drawn_numbers_names_them(text: str, names: set[str]) -> None:
    with pytest.raises(cas.NeedsNumbersError) as caught:
        done(text)
    assert caught.value.names == names


def test_a_matrix_of_drawn_numbers_is_left_for_each_variant() -> None:
    tree = read("det(matrix([a, b], [1, 2]))")
    assert cas.carry_out(tree, KNOWN, within=cas.Within(PARAMS, frozenset({"x"}))) == tree


def test_the_budget_of_a_verb_is_counted_in_calls_and_gives_back_the_profiler() -> None:
    def without_end() -> int:
        def nothing() -> None:
            return None

        for _ in range(MOST_STEPS):
            nothing()
        return 1

    before = sys.getprofile()
    with pytest.raises(TooMuchWork, match="this integral takes too long"):
        limited(without_end, "integral")
    assert sys.getprofile() is before
    assert limited(lambda: 1, "integral") == 1


def test_several_pieces_of_work_share_a_budget() -> None:
    budget = cas.Budget(200)
    for _ in range(3):
        limited(lambda: [abs(each) for each in range(20)], "sum", budget)
    with pytest.raises(TooMuchWork):
        limited(lambda: [abs(each) for each in range(200)], "sum", budget)
    assert budget.left <= 0


POLYNOMIALS = st.lists(st.integers(-9, 9), min_size=2, max_size=6).filter(any)


@given(POLYNOMIALS)
def test_differentiating_an_integral_gives_the_integrand_back(coefficients: list[int]) -> None:
    text = " + ".join(f"({each})*x^{power}" for power, each in enumerate(coefficients))
    assert same(read(done(f"diff(integrate({text}, x), x)")), read(text), REAL).same


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 5))
def test_factors_multiply_out_to_what_was_factored(p: int, q: int, a: int) -> None:
    text = f"expand({a}*(x - ({p}))*(x - ({q})))"
    assert same(read(done(f"factor({text})")), read(done(text)), REAL).same


def test_undecided_is_told_of_what_sympy_has_no_method_for() -> None:
    with pytest.raises(Undecided, match=r"no answer|no limit"):
        done("limit(abs(x - 2)/(x - 2), x, 2)")
