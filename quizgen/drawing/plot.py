"""Axes and curves: from exact numbers to coordinates in a view whose y grows downwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from quizgen.drawing.given import written

Real = int | Fraction
FINENESS = 48
"""Pieces that a curve is drawn in."""
_STEPS = (1, 2, 5, 10)


def coordinate(value: float) -> str:
    """A number of a view with at most two decimals, so that the same figure has the same bytes everywhere."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Tick(NamedTuple):
    """A mark on an axis: where, and what stands there."""

    at: str
    says: str


class Axis(NamedTuple):
    """From 0 to `end`, marked every `step` as far as that goes, between two coordinates of the view."""

    end: Real
    step: Real
    low: float
    high: float

    def at(self, value: float | Fraction) -> float:
        """Where a value lies, in the view."""
        return self.low + (self.high - self.low) * (float(value) / float(self.end))

    def marks(self) -> list[Real]:
        """The values that are marked."""
        return [index * self.step for index in range(int(self.end / self.step) + 1)]

    def ticks(self, skip: Sequence[Real] = ()) -> list[Tick]:
        """The marks as a layout draws them, but for those that others stand too close to."""
        least = Fraction(self.step) * 7 / 10
        shown = (mark for mark in self.marks() if all(abs(Fraction(mark - other)) >= least for other in skip))
        return [Tick(coordinate(self.at(mark)), written(mark)) for mark in shown]

    def margin(self, least: int) -> int:
        """The room that the numbers of a vertical axis take beside it."""
        return max(least, 10 + 7 * max(len(written(mark)) for mark in self.marks()))


def step_of(end: Real, most: int, *, whole: bool = False) -> Real:
    """The least of 1, 2 or 5 times a power of ten that cuts 0 … `end` into at most `most` pieces."""
    unit = Fraction(1)
    while unit * most * 10 < end:
        unit *= 10
    while unit * most >= end and not (whole and unit == 1):
        unit /= 10
    found = next(unit * step for step in _STEPS if unit * step * most >= end)
    return found.numerator if found.denominator == 1 else found


def rounded_up(value: Real, most: int, *, whole: bool = False) -> tuple[Real, Real]:
    """An end for an axis that holds `value`, a multiple of its step, and the step."""
    step = step_of(value, most, whole=whole)
    return -(-value // step) * step, step


def path(across: Axis, up: Axis, value: Callable[[float], float], first: Real, last: Real) -> str:
    """The curve of a function between two values as the points of a polyline, as far as it stays in the view."""
    points = []
    start, span, top = float(first), float(last - first), float(up.end)
    for index in range(FINENESS + 1):
        at = start + span * index / FINENESS
        height = value(at)
        if height > top:
            break
        points.append(f"{coordinate(across.at(at))},{coordinate(up.at(height))}")
    return " ".join(points)
