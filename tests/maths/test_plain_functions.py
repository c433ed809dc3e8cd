"""Functions that only answers have, written out."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from quizgen.maths.expr import Call, Number
from quizgen.maths.plain_functions import in_plain_functions
from quizgen.maths.values import compile_formula
from tests.hand_made import number, outcome

HALF, TWO = Fraction(1, 2), 2
WANTED = {
    "sech": (TWO, 1 / math.cosh(2)), "csch": (TWO, 1 / math.sinh(2)), "coth": (TWO, 1 / math.tanh(2)),
    "acot": (TWO, math.atan(0.5)), "asec": (TWO, math.acos(0.5)), "acsc": (TWO, math.asin(0.5)),
    "asinh": (TWO, math.asinh(2)), "acosh": (TWO, math.acosh(2)), "atanh": (HALF, math.atanh(0.5)),
    "asech": (HALF, math.acosh(2)), "acsch": (HALF, math.asinh(2)), "acoth": (TWO, math.atanh(0.5)),
}  # fmt: skip


@pytest.mark.parametrize("function", sorted(WANTED))
def test_a_function_of_answers_has_its_value_in_plain_ones(function: str):
    x, wanted = WANTED[function]
    found = compile_formula(in_plain_functions(Call(function, (Number(x),))), "natural")({})
    assert float((found.low + found.high) / 2) == pytest.approx(wanted, rel=1e-14)


def test_a_number_part_reads_them_where_it_reads_arithmetic():
    part = number("3/4", arithmetic="yes", within="0.0000001")
    assert outcome(*part, "cosech(ln 3)") == "right"
    assert outcome(*part, "arcosh(0)") == "malformed"
