"""The fast path of numbers: plain decimals are read and judged by their digits, without the maths reader.

It reads exactly as the reader does and judges exactly as the slow path does (property tests hold them together); every
text that it can't settle is left to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen.answers import Match, Quick
from quizgen.answers.tolerance import Digits, Scale, digits_of, ends, exponent, where_digits_differ
from quizgen.answers.written import Written
from quizgen.maths.expr import Expr, Negative, Number
from quizgen.verdict import Reading

_PLAIN = re.compile(r"(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,15}))?")
_DECIMAL, _WHOLE = frozenset({"decimal"}), frozenset({"decimal", "integer", "fraction", "reduced", "mixed"})
_POINTED_WHOLE = frozenset({"decimal", "integer"})
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
    """A key as the fast path sees it, in the asked unit: right from `low` to `high`, near it up to `margin` away.

    `rivals` gives other values of which a response may be one, rounded to the figures that it is written to; None means
    that it isn't known whether there are any.
    """

    key: Fraction
    low: Fraction
    high: Fraction
    margin: Fraction | int
    rivals: Callable[[], Iterable[Any]] | None


def judge_plainly(target: Target, scale: Scale) -> Quick:
    """A judge of plain decimals that are right, or far from the key and from every rival."""
    under = target.low.denominator * target.high.denominator
    least = target.low.numerator * target.high.denominator
    most = target.high.numerator * target.low.denominator
    full = _PLAIN.fullmatch
    far = _far_judge(target)

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
        if least * power <= digits * under <= most * power:
            return _reading(raw, digits, before, after, scale), _RIGHT
        found = far(digits / power, minus, before, after) if far is not None else None
        return (_reading(raw, digits, before, after, scale), found) if found is not None else None

    return judge


def _far_judge(target: Target) -> Callable[[float, str, str, str | None], Match | None] | None:
    tight = 0 < target.margin < abs(target.key) * _FINEST
    if target.rivals is None or tight or not _fits_a_float(target.key):
        return None
    rivals, key, margin = target.rivals, float(target.key), float(target.margin) * _SLACK
    key_digits = digits_of(target.key)

    @lru_cache(maxsize=1)
    def zones() -> Sequence[Zone] | None:
        return _zones(rivals())

    def far(value: float, minus: str, before: str, after: str | None) -> Match | None:
        around = zones()
        if around is None or -margin <= value - key <= margin:
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
    middles = [Fraction(sum(ends(value))) / 2 for value in values]
    if not all(map(_fits_a_float, middles)):
        return None
    return tuple(Zone(float(middle), _half(middle)) for middle in middles)


def _half(middle: Fraction) -> float:
    """Half a step in the second figure, and a little more for the digits that a float can't hold."""
    return 0.5 * 10.0 ** (exponent(middle) - 1) * _SLACK if middle else 0.0


def _fits_a_float(value: Fraction) -> bool:
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
    return Reading(raw, value, echo, raw, "", Written(figures, places, number, 1, 0, False, None, forms))  # noqa: FBT003
