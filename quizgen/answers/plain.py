"""The fast path of numbers: plain decimals are read and judged by their digits, without the maths reader.

It reads exactly as the reader does and judges exactly as the slow path does (property tests hold them together); every
text that it can't settle is left to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.answers import Match, Quick
from quizgen.answers.tolerance import Digits, Scale, digits_of, exponent, size, where_digits_differ
from quizgen.answers.written import Written
from quizgen.maths.approx import Approx
from quizgen.maths.expr import Expr, Negative, Number
from quizgen.verdict import Reading

_PLAIN = re.compile(r"(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,15}))?")
_DECIMAL = frozenset({"decimal", "lowest terms"})
_POINTED_WHOLE = _DECIMAL | {"integer"}
_WHOLE = _POINTED_WHOLE | {"fraction", "reduced", "mixed"}
_POWERS = tuple(10**power for power in range(16))
MOST_FIGURES = 11
"""More figures of a response than these don't make a zone narrower: a float has about 15."""
_NARROWER = (1.0, 1.0, *(10.0 ** (2 - figures) for figures in range(2, MOST_FIGURES + 1)))
_FINEST = Fraction(1, 10**MOST_FIGURES)
_SLACK = 1 + 1e-9
"""Widens a zone by far more than a float can be wrong by."""
_RIGHT = Match("right", 1)


def read_plain(raw: str, scale: Scale) -> Reading | None:
    """A plain decimal as the reader reads it; None for every other text."""
    match = _PLAIN.fullmatch(raw)
    if match is None:
        return None
    minus, before, after = match.groups()
    digits = int(before if after is None else before + after)
    return _reading(raw, -digits if minus else digits, before, after, scale)


def plain_numeral(expr: Expr) -> str | None:
    """A plain decimal's own spelling, from its tree; None for every other tree."""
    match expr:
        case Number(text=text):
            return text if _PLAIN.fullmatch(text) else None
        case Negative(of=Number(text=text)):
            return "-" + text if _PLAIN.fullmatch(text) else None
    return None


class Zone(NamedTuple):
    """Where a response may be a rival's value, rounded: `centre` ± `half`, the latter for two figures."""

    centre: float
    half: float


class Target(NamedTuple):
    """A key as the fast path sees it, in the asked unit: right up to `most` from it, near it up to `margin()` from it.

    `rivals` gives other values of which a response may be one, rounded to the figures that it is written to; None means
    that it isn't known whether there are any.
    """

    key: Fraction | int
    most: Fraction | int
    margin: Callable[[], Fraction | int]
    rivals: Callable[[], Iterable[Any]] | None


Far = Callable[[float, str, str, str | None], Match | None]
"""The match of a decimal, given as a float, as its sign, and as its digits before and after the point; None if near."""


def judge_plainly(target: Target, scale: Scale) -> Quick:
    """A judge of plain decimals that are right, or far from the key and from every rival."""
    key, most = target.key, target.most
    under = key.denominator * most.denominator
    middle, reach = key.numerator * most.denominator, most.numerator * key.denominator
    low, high = middle - reach, middle + reach
    full = _PLAIN.fullmatch
    # What lies far from the key is only worked out once an answer does.
    far: list[Far | None] = []

    def judge(raw: str) -> tuple[Reading, Match] | None:
        match = full(raw)
        if match is None:
            return None
        minus, before, after = match.groups()
        if after is None:
            digits, power = int(before), 1
        else:
            digits, power = int(before + after), _POWERS[len(after)]
        if minus:
            digits = -digits
        if low * power <= digits * under <= high * power:
            return _reading(raw, digits, before, after, scale), _RIGHT
        if not far:
            far.append(_far_judge(target))
        found = far[0](digits / power, minus, before, after) if far[0] is not None else None
        return (_reading(raw, digits, before, after, scale), found) if found is not None else None

    return judge


def _far_judge(target: Target) -> Far | None:
    if target.rivals is None or not _fits_a_float(target.key):
        return None
    most = target.margin()
    if 0 < most < size(target.key) * _FINEST:
        return None
    around = _zones(target.rivals())
    if around is None:
        return None
    key, margin, key_digits = float(target.key), float(most) * _SLACK, digits_of(target.key)

    def far(value: float, minus: str, before: str, after: str | None) -> Match | None:
        if -margin <= value - key <= margin:
            return None
        figures = len((before + after).lstrip("0")) if after is not None else len(before.rstrip("0"))
        narrower = _NARROWER[min(figures, MOST_FIGURES)]
        for centre, half in around:
            if -half * narrower <= value - centre <= half * narrower:
                return None
        return Match("value", evidence=where_digits_differ(_digits(minus, before, after), key_digits))

    return far


def _zones(values: Iterable[Any]) -> Sequence[Zone] | None:
    """A zone around each value; None where one is beyond a float."""
    middles = [_middle(value) for value in values]
    if not all(map(_fits_a_float, middles)):
        return None
    return tuple(Zone(float(middle), _half(middle)) for middle in middles)


def _middle(value: Any) -> Fraction | int:
    return (value.low + value.high) / 2 if isinstance(value, Approx) else value


def _half(middle: Fraction | int) -> float:
    """Half a step in the second figure, and a little more for the digits that a float can't hold."""
    return 0.5 * 10.0 ** (exponent(middle) - 1) * _SLACK if middle else 0.0


def _fits_a_float(value: Fraction | int) -> bool:
    return not value or -290 < exponent(value) < 290


def _digits(minus: str, before: str, after: str | None) -> Digits | None:
    """The digits of a plain decimal; None for zero."""
    whole = before + (after or "")
    figures = whole.lstrip("0")
    if not figures:
        return None
    return Digits(bool(minus), len(before) - 1 - (len(whole) - len(figures)), figures.ljust(20, "0")[:20])


def _reading(raw: str, digits: int, before: str, after: str | None, scale: Scale) -> Reading:
    number: int | Fraction = digits
    if after is None:
        most = len(before)
        figures, places, forms = (len(before.rstrip("0")) or 1, most), 0, _WHOLE
    else:
        places, power = len(after), _POWERS[len(after)]
        most = len((before + after).lstrip("0")) if digits else 0
        figures = (most, most) if most else (1, len(before) + places)
        if digits % power:
            number, forms = Fraction(digits, power), _DECIMAL
        else:
            number, forms = digits // power, _POINTED_WHOLE
    value = number if scale.factor == 1 and not scale.offset else scale.value(number)
    echo = raw if raw[0] != "-" else "−" + raw[1:]
    return Reading(raw, value, echo, raw, "", Written(figures, places, number, 1, 0, False, None, forms))  # noqa: FBT003 - a flag of this file's own
