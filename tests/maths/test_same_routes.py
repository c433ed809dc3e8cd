"""Balls and intervals: one verdict, whichever is there; and neither sympy nor a clock is asked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quizgen.maths.same import Prepared
from quizgen.maths.sameness import balls, routes
from quizgen.maths.strict import read
from tests.maths.pairs import pairs

WITHOUT_SYMPY = """
import sys
from tests.maths.pairs import pairs
from quizgen.maths.same import Prepared
for route in ("balls", "intervals"):
    for pair in pairs("edge_pairs"):
        Prepared(pair.a, pair.domain, route=route).same(pair.b)
print(sorted({"sympy", "pint", "numpy", "pydantic"} & set(sys.modules)))
"""


@pytest.mark.parametrize("file", ["edge_pairs", "symbolic_pairs"])
@pytest.mark.parametrize("salt", ["", "one", "two", "three"])
def test_intervals_give_the_same_verdicts_and_evidence_as_balls(file, salt):
    for pair in pairs(file):
        by_balls = Prepared(pair.a, pair.domain, salt, route="balls").same(pair.b)
        by_intervals = Prepared(pair.a, pair.domain, salt, route="intervals").same(pair.b)
        assert by_intervals == by_balls, pair.name
        assert by_intervals.same is pair.same, pair.name


@pytest.mark.parametrize(("there", "name"), [(True, "balls"), (False, "intervals")])
def test_intervals_are_taken_where_python_flint_isnt_there(monkeypatch, there, name):
    monkeypatch.setattr(balls, "available", lambda: there)
    routes.system_for.cache_clear()
    try:
        assert routes.system_for("", 128, complex_numbers=False).name == name
        assert Prepared(read("sin(x)^2 + cos(x)^2")).same(read("1")).same is True
    finally:
        routes.system_for.cache_clear()


def test_no_algebra_system_is_loaded_for_a_verdict():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SYMPY], capture_output=True, encoding="utf-8", check=True, timeout=120
    )
    assert done.stdout.strip() == "[]"
