"""A formula with `if` in it has one form for each way in which its conditions fall."""

from __future__ import annotations

import pytest

from quizgen.maths.branches import branches
from quizgen.maths.printing import plain
from quizgen.maths.reader import read


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("a + b", [("", "a + b")]),
        ('a/if(s = "few", b, c)', [('s = "few"', "a/b"), ('s != "few"', "a/c")]),
        ('if(s = "x", a, b) + if(s = "x", c, d)', [('s = "x"', "a + c"), ('s != "x"', "b + d")]),
        ("if(a > 1, b, c)", [("a > 1", "b"), ("not a > 1", "c")]),
    ],
)
def test_each_branch_is_told_with_what_holds_there(formula: str, told: list[tuple[str, str]]):
    assert [(" and ".join(each), plain(found)) for each, found in branches(read(formula))] == told


def test_a_formula_with_too_many_branches_stays_whole():
    whole = read(" + ".join(f"if(a = {n}, b, c)" for n in range(5)))
    assert branches(whole) == [((), whole)]
