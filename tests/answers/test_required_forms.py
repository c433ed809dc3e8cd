"""Required forms, told from the tree alone (POSITIONS 24)."""

from __future__ import annotations

import pytest

from quizgen.answers.required_forms import FORMS_SAID, has_form
from quizgen.maths.strict import read

YES = {
    "expanded": ["x^2 - a*x - b*x + a*b", "3 + 2*sqrt(3)", "3 + sqrt(12)", "x/2 + 1", "x", "2*x", "1/(x + 1)", "x^-1"],
    "factored": [
        "2*(x - 1)*(x + 3)",
        "(2 - x)*(3 - x)",
        "(1 - x)*(1 - x)",
        "-3*(x - 4)*(x + 1)",
        "t^2 + 1",
        "7",
        "x^2*y",
        "(x - 1)*(x^2 + x + 1)",
        "(x - 1/2)*(x + 1/2)",
        "e^x*(x + 1)",
        "t*(2*x + 1)",
        "(x + t)*(x - t)",
        "x/(x + 1)",
    ],
    "simplified": [
        "a + b + c",
        "a - b - c",
        "x/y",
        "-3*x",
        "3/(4*x)",
        "x^2",
        "2*(x + 1)",
        "2*sqrt(3)",
        "e^(2*x)",
        "x - 8",
    ],
    "lowest terms": ["x + 1/3", "0.5", "cos(x)", "x/2", "2/3*x", "(x + 1)/(x + 2)", "5"],
    "single fraction": ["3", "1/n", "-a/b", "a/(-b)", "-(1/(n - 1))", "(x - 1)/(x^2 - 1)", "(5^(3/2) + 6)/15", "x + 1"],
    "no roots below": ["sqrt(3)/3", "x", "1/3 + sqrt(2)", "x^(1/2)"],
    "completed square": [
        "x^2",
        "x^2 - 1",
        "(1 - x)^2 + 1",
        "9*(x - 1)^2 + 1",
        "3 - 4*(x - 1)^2",
        "a*(x - 1)^2 + 1",
        "(x - 1)^2/4 + 2",
    ],
    "partial fractions": [
        "1/n",
        "1 + n + n^2 + 1/(n - 1)",
        "9/(n - 4) + 28/(n - 4)^2",
        "-9/(n - 2) + -9/(n + 1)",
        "1/(n - 1) - (n + 1)/(n^2 + 1)",
        "1/(2*n - 2) - (n + 1)/(2*(n^2 + 1))",
        "n",
    ],
    "coefficient times letter": ["2*x", "x", "-x", "3*x", "x*3", "2*x/3", "x/2"],
}
NO = {
    "expanded": [
        "2*(x - 1)",
        "(p + 1)*(p - 1)",
        "(1 + sqrt(5))*(1 - sqrt(3))",
        "(x + 1)^2",
        "-(x + 1)",
        "(x + 1)/2",
        "(2*x)^2",
    ],
    "factored": [
        "2*x - 2",
        "x*(2*x - 6)",
        "(x + 2)*(2*x + 6)",
        "t*x + t",
        "v^2 - 1",
        "(x^2 - 4*x + 4)*(3 - x)",
        "x^2 + x",
        "x/2 + 1/2",
    ],
    "simplified": [
        "a + b + c + c",
        "2/1",
        "-(-x)",
        "x/1",
        "(x + 1)/(2*(x + 1))",
        "x*x",
        "x + 0",
        "1*x",
        "x^1",
        "2 + 3",
        "2^3",
        "sqrt(8)",
        "sqrt(4)",
        "2*x/4",
        "x*(x + 1) - x^2",
        "e^(ln(x))",
        "2*3*x",
        "x/(-2)",
        "sqrt(x^2)",
    ],
    "lowest terms": [
        "x + 2/6",
        "2*x/4 + 2/6",
        "cos(3/6*x)",
        "x^(2/4)",
        "(x - 1)/(x^2 - 1)",
        "(-1)/(-3)",
        "(2*x + 2)/4",
    ],
    "single fraction": ["a + 1/2", "(x - 2)/4/(2/x^2)", "(1 + 1/a)/a", "a/(-1 - 1/a)", "1/x + 1/y", "x^-1"],
    "no roots below": ["1/sqrt(3)", "x/(1 + sqrt(2))", "3^(-1/2)", "1/x^(1/2)"],
    "completed square": ["1", "x^2 + x", "(x - 1)^2 + x", "(x - 1)^3", "sin(x - 1)"],
    "partial fractions": [
        "(9*n - 8)/(n - 4)^2",
        "1/(n*(n + 1))",
        "n^4/(n^2 + 1)",
        "1/(n^2 - 1)",
        "1/(n - 1) + 1/(n - 1)",
    ],
    "coefficient times letter": ["x + x", "2*3*x", "x*y", "x^2", "5", "4*x/2", "x/1", "2*x/y", "x/2/3"],
}


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in YES.items() for text in texts])
def test_a_tree_in_the_form_is_told(form: str, text: str):
    assert has_form(read(text), form) is True


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in NO.items() for text in texts])
def test_a_tree_in_another_form_is_told(form: str, text: str):
    assert has_form(read(text), form) is False


def test_every_form_but_the_key_s_own_is_told_from_the_tree_alone():
    assert set(YES) == set(NO) == set(FORMS_SAID) - {"as the key"}


def test_what_takes_too_much_work_is_left_open():
    assert has_form(read("x^13 + 3*x + 3"), "factored") is None


def test_a_square_is_completed_in_one_of_the_letters_asked():
    assert has_form(read("(y - 1)^2 + x"), "completed square", ["y"]) is True
    assert has_form(read("(y - 1)^2 + x"), "completed square", ["x"]) is False
