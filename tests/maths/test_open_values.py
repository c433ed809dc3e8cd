"""Formulas with open letters keep their shape as keys."""

from __future__ import annotations

import pytest

from quizgen.maths.open_values import compile_tree
from quizgen.maths.reader import read


@pytest.mark.parametrize(
    ("formula", "a", "key"),
    [
        ("if(a > 0, x = a, x = -1)", 2, "x = 2"),
        ("if(a > 0, x = a, x = 7)", -2, "x = 7"),
        ("if(a > 0, x < a, x > 5)", 2, "x < 2"),
        ("if(a > 0, {a, 3}, {4})", 2, "{2, 3}"),
        ("{x, if(a > 0, a, 1)}", 2, "{x, 2}"),
    ],
)
def test_a_choice_between_statements_gives_the_statement_that_is_meant(formula: str, a: int, key: str) -> None:
    assert compile_tree(read(formula))({"a": a}) == read(key)
