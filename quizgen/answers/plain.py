"""The fast path of numbers: plain decimals are read and found right by whole numbers, without the maths reader.

It reads exactly as the reader does (a property test holds the two together) and leaves every other text to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from quizgen.answers.tolerance import Scale
from quizgen.answers.written import Written, count_figures
from quizgen.maths.expr import Expr, Negative, Number
from quizgen.verdict import Reading

_PLAIN = re.compile(r"(-?)(0|[1-9][0-9]{0,14})(?:(\.)([0-9]{1,15}))?")
_DECIMAL, _WHOLE = frozenset({"decimal"}), frozenset({"decimal", "integer", "fraction", "reduced", "mixed"})
_POINTED_WHOLE = frozenset({"decimal", "integer"})


def read_plain(raw: str, scale: Scale) -> Reading | None:
    """A plain decimal as the reader reads it; None for every other text."""
    match = _PLAIN.fullmatch(raw)
    if match is None:
        return None
    minus, before, point, after = match.groups()
    digits = int(before) if point is None else int(before + after)
    return _reading(raw, -digits if minus else digits, before, after, scale)


def judge_between(low: Fraction, high: Fraction, scale: Scale) -> Callable[[str], Reading | None]:
    """A judge that gives the reading of a plain decimal from `low` to `high`, and None for every other text."""
    under = low.denominator * high.denominator
    least, most = low.numerator * high.denominator, high.numerator * low.denominator
    full = _PLAIN.fullmatch

    def judge(raw: str) -> Reading | None:
        match = full(raw)
        if match is None:
            return None
        minus, before, point, after = match.groups()
        digits, power = (int(before), 1) if point is None else (int(before + after), 10 ** len(after))
        if minus:
            digits = -digits
        if not least * power <= digits * under <= most * power:
            return None
        return _reading(raw, digits, before, after, scale)

    return judge


def plain_numeral(expr: Expr) -> str | None:
    """A plain decimal's own spelling, from its tree; None for every other tree."""
    match expr:
        case Number(text=text):
            return text if _PLAIN.fullmatch(text) else None
        case Negative(of=Number(text=text)):
            return "-" + text if _PLAIN.fullmatch(text) else None
    return None


def _reading(raw: str, digits: int, before: str, after: str | None, scale: Scale) -> Reading:
    number = digits if after is None else _over(digits, 10 ** len(after))
    forms = _DECIMAL if isinstance(number, Fraction) else _WHOLE if after is None else _POINTED_WHOLE
    figures, places, _, _ = count_figures(before, after, 0, power=False)
    value = number if scale.factor == 1 and not scale.offset else scale.value(number)
    echo = raw if raw[0] != "-" else "−" + raw[1:]
    return Reading(raw, value, echo, raw, "", Written(figures, places, number, forms=forms))


def _over(digits: int, power: int) -> int | Fraction:
    whole, rest = divmod(digits, power)
    return Fraction(digits, power) if rest else whole
