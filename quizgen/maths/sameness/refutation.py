"""A point at which two expressions differ, as text that a learner can check by hand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from quizgen.errors import MathsError
from quizgen.maths.arithmetic import round_sf
from quizgen.maths.domains import Exact
from quizgen.maths.expr import Expr
from quizgen.maths.functions import text_of
from quizgen.maths.sameness.points import Point
from quizgen.maths.sameness.rationals import NotExactError, exact_value
from quizgen.maths.sameness.systems import Enclosure, System

_FIGURES = (6, 12, 24, 48)
_PLAIN_DIGITS = 15
_MOST_KEPT = 64
_WHOLE_DIGITS = 24
_PLAIN = 10**15
_LONG = 500  # bits that a float can hold the size of
_LEAST_FLOAT, _GREATEST_FLOAT = 1e-290, 1e290


class Refutation(NamedTuple):
    """Where two expressions differ: each letter's value, and the values there ("undefined" where there is none)."""

    point: dict[str, str]
    values: tuple[str, str]

    @property
    def where(self) -> str:
        """The point as text: `x = 2, y = 3`."""
        return ", ".join([f"{name} = {value}" for name, value in self.point.items()])


def written(value: Exact) -> str:
    """A coordinate: 3, -1/2."""
    return str(value)


class ExactValues:
    """An expression's exact values at points, the last few kept."""

    def __init__(self, tree: Expr) -> None:
        self.tree = tree
        self._kept: dict[tuple[tuple[str, ...], Point], Exact | None] = {}

    def at(self, letters: tuple[str, ...], point: Point) -> Exact | None:
        """The exact value at a point, None where there is none."""
        where = letters, point
        if where not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[where] = _exact(self.tree, letters, point)
        return self._kept[where]


def _exact(tree: Expr, letters: tuple[str, ...], point: Point) -> Exact | None:
    try:
        return exact_value(tree, dict(zip(letters, point, strict=True)))
    except (NotExactError, MathsError):
        return None


def exactly(a: ExactValues, b: Expr, letters: tuple[str, ...], points: Iterable[Point]) -> Refutation | None:
    """The first point with two exact values that differ."""
    for point in points:
        first = a.at(letters, point)
        second = None if first is None else _exact(b, letters, point)
        if first is not None and second is not None and first != second:
            named = {name: written(value) for name, value in zip(letters, point, strict=True)}
            return Refutation(named, two_texts(first, second))
    return None


def two_texts(a: Exact, b: Exact) -> tuple[str, str]:
    """Two numbers that differ, each to as many figures as it takes to see it (6 at least, fewer if it is exact).

    Where 48 figures don't show it, the second is written as the first and the difference.
    """
    if type(a) is int and type(b) is int and -_PLAIN < a < _PLAIN and -_PLAIN < b < _PLAIN:
        return str(a), str(b)
    for figures in _FIGURES:
        found = _figures(a, figures), _figures(b, figures)
        if found[0] != found[1]:
            return found
    first, more = _figures(a, _FIGURES[1]), _figures(b - a, _FIGURES[0])
    return first, f"{first} {'-' if b < a else '+'} {more.removeprefix('-')}"


def value_texts(system: System, a: Enclosure, b: Enclosure) -> tuple[str, str]:
    """Two values of a system that differ, as text."""
    first, second = _short(system, a), _short(system, b)
    if first and second and first != second:
        return first, second
    return complex_texts(system.middle(a), system.middle(b))


def _short(system: System, a: Enclosure) -> str:
    """A value to six figures, or a whole number; "" where it wants more care."""
    whole = system.whole(a)
    if whole is not None:
        return str(whole)
    rough = system.rough(a)
    if rough is None or not _LEAST_FLOAT < abs(rough) < _GREATEST_FLOAT:
        return ""
    text = f"{rough:.6g}"
    if "e" not in text:
        return text
    digits, exponent = text.split("e")
    return f"{digits}*10^{int(exponent)}"


def complex_texts(a: tuple[Fraction, Fraction] | None, b: tuple[Fraction, Fraction] | None) -> tuple[str, str]:
    """Two complex numbers that differ; "a very large number" where one can't be written."""
    if a is None or b is None:
        return _one_text(a), _one_text(b)
    if a[1] == b[1] == 0:
        return two_texts(a[0], b[0])
    return _one_text(a), _one_text(b)


def _one_text(a: tuple[Fraction, Fraction] | None) -> str:
    if a is None:
        return "a very large or very small number"
    real, imaginary = (_figures(part, _FIGURES[1]) for part in a)
    sign = "-" if imaginary.startswith("-") else "+"
    return real if imaginary == "0" else f"{real} {sign} {imaginary.removeprefix('-')} i"


def _figures(x: Exact, figures: int) -> str:
    if figures == _FIGURES[0] and x.numerator.bit_length() < _LONG and x.denominator.bit_length() < _LONG:
        rough = f"{float(x):.6g}"
        if "e" not in rough:
            return rough if x.denominator != 1 else str(x)
    size = Fraction(abs(x.numerator), x.denominator)
    if size.denominator == 1 and size < 10**_WHOLE_DIGITS:
        return str(x.numerator)
    if figures <= _FIGURES[1] and Fraction(1, 10**4) < size < 10**_PLAIN_DIGITS:
        short = f"{float(x):.{figures}g}"
        if "e" not in short and len(short) <= _PLAIN_DIGITS:
            return short
    return _long(x, figures)


def _long(x: Exact, figures: int) -> str:
    """Plain decimals near 1, else a power of ten."""
    rounded = round_sf(x, figures)
    size = Fraction(abs(rounded.numerator), rounded.denominator)
    if Fraction(1, 10**6) < size < 10**_PLAIN_DIGITS and figures <= _FIGURES[1]:
        return text_of(rounded)
    exponent = len(str(abs(rounded.numerator))) - len(str(rounded.denominator))
    over, under = abs(rounded.numerator), rounded.denominator
    while over * 10 ** max(-exponent, 0) < under * 10 ** max(exponent, 0):
        exponent -= 1
    while over * 10 ** max(-exponent - 1, 0) >= under * 10 ** max(exponent + 1, 0):
        exponent += 1
    scaled = round_sf(Fraction(over, under) / Fraction(10) ** exponent, figures)
    digits = f"{scaled.numerator * 10 ** (figures - 1) // scaled.denominator:0{figures}d}"
    short = f"{digits[0]}.{digits[1:]}".rstrip("0").rstrip(".")
    return f"{'-' if x < 0 else ''}{short}" + (f"*10^{exponent}" if exponent else "")
