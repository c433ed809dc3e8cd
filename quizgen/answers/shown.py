"""A number as a response that reads back to it and grades right."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from quizgen.answers import tolerance
from quizgen.answers.tolerance import Rule, power_of_ten

LONGEST = 15
"""Most digits before, and most zeros after, a decimal point; beyond, a power of ten is written."""


def number_text(value: Any, rule: Rule, form: str) -> str:
    """A number of the asked unit, as that form or else as a decimal with one figure more than the rule asks.

    Zeros at the end are left out unless figures as written count.
    """
    low, high = tolerance.ends(value)
    if low == high and form in ("integer", "fraction", "reduced", "mixed"):
        return mixed_text(low) if form == "mixed" else str(low)
    if form == "scientific":
        return _scientific(value, rule)
    if low == high and rule.kind == "exact":
        return _exact(low, form)
    if low == high and not rule.strict and low.denominator == 1 and abs(low) < 10**LONGEST:
        return str(low)
    unit = _unit(value, rule)
    text = decimal_text(tolerance.roundings(value, unit)[-1], unit) if unit else "0"
    return text if rule.strict or "e" in text or "." not in text else text.rstrip("0").rstrip(".")


def mixed_text(value: int | Fraction) -> str:
    """`2 2/3`, `-1 1/2`, `2/3`, `2`; with a plus where `2 101/102` could be read as thousands."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = "-" if value < 0 else ""
    if not (rest and whole):
        return f"{sign}{rest or whole}"
    if len(str(rest.numerator)) != 3:
        return f"{sign}{whole} {rest}"
    return f"-({whole} + {rest})" if sign else f"{whole} + {rest}"


def decimal_text(value: int | Fraction, unit: int | Fraction) -> str:
    """A multiple of `unit` (a power of ten) with all figures down to it: `2.70`; as `1.20e20` where it is long."""
    last = tolerance.exponent(unit)
    top = tolerance.exponent(value) if value else last
    if top > LONGEST or last < -2 * LONGEST or (top >= last > 0 and top > 5):
        return _with_power(value, last, top)
    digits = str(abs(int(Fraction(value) / unit)) * 10 ** max(last, 0))
    sign = "-" if value < 0 else ""
    if last >= 0:
        return sign + digits
    digits = digits.rjust(1 - last, "0")
    return f"{sign}{digits[:last]}.{digits[last:]}"


def _with_power(value: int | Fraction, last: int, top: int) -> str:
    digits = str(abs(int(value / Fraction(power_of_ten(last)))))
    digits = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{'-' if value < 0 else ''}{digits}e{top}"


def _scientific(value: Any, rule: Rule) -> str:
    unit = _unit(value, rule)
    if not unit:
        return "0"
    rounded = tolerance.roundings(value, unit)[-1]
    return _with_power(rounded, tolerance.exponent(unit), tolerance.exponent(rounded))


def _exact(value: int | Fraction, form: str) -> str:
    """A terminating decimal where one is asked for and there is one, else a whole number or a fraction."""
    value = Fraction(value)
    places = next((places for places in range(2 * LONGEST) if 10**places % value.denominator == 0), None)
    if form != "decimal" or places is None:
        return str(value)
    return decimal_text(value, power_of_ten(-places))


def _unit(value: Any, rule: Rule) -> int | Fraction:
    """What the last written figure is worth; 0 for a zero without decimal places."""
    if rule.kind in ("sf", "dp"):
        unit = tolerance.last_unit(value, rule)
        return unit if rule.strict else unit / Fraction(10)
    low, high = tolerance.ends(value)
    if low == high == 0:
        return 0
    most = tolerance.tolerance(low, rule)
    if most == 0:
        return tolerance.figure_unit(value, LONGEST)
    return power_of_ten(tolerance.exponent(most) - 1)
