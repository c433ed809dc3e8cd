"""Numbers are reckoned as they are put into a tree; nothing else changes."""

from __future__ import annotations

import pytest

from quizgen.errors import MathsError
from quizgen.maths.collect import collected
from quizgen.maths.domains import REAL
from quizgen.maths.open_values import as_tree, put_in
from quizgen.maths.printing import plain
from quizgen.maths.reader import read
from quizgen.maths.same import same

VALUES = {"a": 3, "n": 4, "p": -3, "q": 5, "w": read("sin(a*x)"), "A": read("matrix([1, 2], [3, 4])"), "z": 0}

PUT_IN = [
    ("a*x^n*w", "3*x^4*sin(3*x)"),
    ("a*(x - p)*(x - q)", "3*(x + 3)*(x - 5)"),
    ("x + p", "x - 3"),
    ("-(x - p)", "-(x + 3)"),
    ("1*x + 0*x", "x"),
    ("x^(a - 2) + z", "x"),
    ("x^z", "1"),
    ("(a/6)*x", "x/2"),
    ("x + a + q", "x + 8"),
    ("2*x + 3*x", "2*x + 3*x"),
    ("x*x^2", "x*x^2"),
    ("a - x", "3 - x"),
    ("sqrt(n)*x", "2*x"),
    ("sqrt(a)*x", "sqrt(3)*x"),
    ("exp(z) + x", "1 + x"),
    ("exp(a - 2)*x", "e*x"),
    ("x*50%", "x/2"),
    ("at(a*x^2 - q, x = n)", "43"),
    ("at(w, x = y)", "sin(3*y)"),
    ("if(a > 2, x, w)", "x"),
    ("A*A", "matrix([7, 10], [15, 22])"),
    ("A^-1", "matrix([-2, 1], [3/2, -1/2])"),
    ("A - x*identity(2)", "matrix([1 - x, 2], [3, 4 - x])"),
    ("2*A + transpose(A)", "matrix([3, 7], [8, 12])"),
    ("det(A)*x", "-2*x"),
    ("A[2][1]*x", "3*x"),
    ("sum([x, w])", "x + sin(3*x)"),
    ("[d*x for d in [1, a]][2]", "3*x"),
    ("union((1, a], [q, oo))", "union((1, 3], [5, oo))"),
]


@pytest.mark.parametrize(("text", "result"), PUT_IN)
def test_numbers_are_put_in_and_reckoned_and_the_rest_stays(text: str, result: str) -> None:
    assert plain(as_tree(put_in(read(text), VALUES))) == result


@pytest.mark.parametrize("text", ["x/z", "A + 1", "A*matrix([1, 2, 3])", "2/A", "A^x", 'x + "b"', "A[3]", "x < a"])
def test_what_has_no_value_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(MathsError) as caught:
        put_in(read(text), VALUES)
    assert caught.value.start >= 0


SAME = [
    ("w = sin(3*x)", True),
    ("w = cos(3*x)", False),
    ("(x + 1)^2 = x^2 + 2*x + 1", True),
    ("A*A^-1 = identity(2)", True),
    ("{x, w} = {sin(3*x), x}", True),
    ("[x, 1] = [x, 2]", False),
    ("w != x and a > 2", True),
    ("sqrt(2)*sqrt(2)*x = 2*x", True),
]


@pytest.mark.parametrize(("text", "holds"), SAME)
def test_trees_are_compared_by_proof(text: str, holds: bool) -> None:
    assert put_in(read(text), VALUES) is holds


COLLECTED = [
    ("2*x^2 + 6*x - 10*x - 30", "2*x^2 - 4*x - 30"),
    ("3*4*x^(4 - 1)", "12*x^3"),
    ("x*x^3/x^2", "x^2"),
    ("5 + x - 5", "x"),
    ("x - x", "0"),
    ("3 - x^2 + 2*x", "-x^2 + 2*x + 3"),
    ("exp(2*x)*exp(-x)*x", "x*exp(x)"),
    ("cos(x)*2*x", "2*x*cos(x)"),
    ("2*x*cos(x) - x^2*sin(x)", "-x^2*sin(x) + 2*x*cos(x)"),
    ("1/(x - 2) + x", "x + 1/(x - 2)"),
    ("x^-2*3", "3/x^2"),
    ("sqrt(8)*x", "2*sqrt(2)*x"),
    ("sqrt(2)*sqrt(3)", "sqrt(6)"),
    ("sqrt(8)/sqrt(2)", "2"),
    ("root(2, 3)*root(4, 3)", "2"),
    ("root(16, 3)", "2*root(2, 3)"),
    ("sqrt(x^2)", "sqrt(x^2)"),
    ("sqrt(x)*sqrt(x)", "x"),
    ("sin(pi/6) + cos(pi/4) + sin(3*pi/2)", "sqrt(2)/2 - 1/2"),
    ("ln(exp(2*x)) + ln(e)", "2*x + 1"),
    ("exp(ln(x))", "x"),
    ("2*exp(3*ln(2)/2*2)", "16"),
    ("exp(-ln(x))", "1/x"),
    ("(2*x)^3", "8*x^3"),
    ("b*a^2 + a*b^2 + a^2*b", "2*a^2*b + a*b^2"),
]


@pytest.mark.parametrize(("text", "result"), COLLECTED)
def test_what_a_verb_made_is_collected_and_put_in_order(text: str, result: str) -> None:
    assert plain(collected(read(text))) == result


@pytest.mark.parametrize(("text", "_result"), [case for case in COLLECTED if "ln" not in case[0]])
def test_collecting_keeps_the_value(text: str, _result: str) -> None:
    assert same(collected(read(text)), read(text), REAL).same


def test_a_constant_of_integration_stands_last() -> None:
    assert plain(collected(read("C + 5*x + x^2"), last=frozenset({"C"}))) == "x^2 + 5*x + C"


def test_a_taylor_polynomial_rises() -> None:
    assert plain(collected(read("x^2/2 + x + 1"), rising=True)) == "1 + x + x^2/2"
