"""Angles in degrees."""

from __future__ import annotations

import pytest

from quizgen.maths.angles import in_degrees
from quizgen.maths.reader import read


@pytest.mark.parametrize(
    ("degrees", "radians"),
    [
        ("sin(x)", "sin(x*pi/180)"),
        ("2*cos(30) + tan(y)^2", "2*cos(30*pi/180) + tan(y*pi/180)^2"),
        ("asin(1/2)", "asin(1/2)*180/pi"),
        ("sin(asin(x))", "sin((asin(x)*180/pi)*pi/180)"),
        ("sinh(x) + exp(x) + x", "sinh(x) + exp(x) + x"),
    ],
)
def test_a_formula_in_degrees_is_turned_into_radians(degrees: str, radians: str):
    assert in_degrees(read(degrees)) == read(radians)
