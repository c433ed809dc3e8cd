"""Exact numbers as decimal digits, whatever their size (Python's own `str` refuses whole numbers of 4,300 digits)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import log2

LONGEST = 15
"""Digits up to which a number is written out; longer ones get a power of ten."""


def digits(value: int) -> str:
    """The digits of a whole number."""
    return str(value) if value.bit_length() < 10_000 else str(Decimal(value))


def places(value: int | Fraction) -> int | None:
    """How many decimals an exact number has, None if they never end."""
    under = value.denominator
    twos = (under & -under).bit_length() - 1
    under >>= twos
    if under == 1:
        return twos
    fives = round(under.bit_length() / log2(5))
    found = next((count for count in range(max(fives - 1, 0), fives + 2) if 5**count == under), None)
    return None if found is None else max(twos, found)


def fixed(value: int | Fraction, count: int) -> str:
    """A number with exactly `count` decimals, which are enough for it; a minus sign is `-`."""
    scaled = value * 10**count
    text = digits(abs(scaled.numerator // scaled.denominator)).rjust(count + 1, "0")
    whole, decimals = (text[:-count], text[-count:]) if count else (text, "")
    return ("-" if value < 0 else "") + whole + ("." + decimals if decimals else "")


def scientific(value: int | Fraction) -> tuple[str, int] | None:
    """The shortest mantissa with one digit before its point, and the power of ten; None if the decimals never end."""
    count = places(value)
    if count is None:
        return None
    scaled = value * 10**count
    text = digits(abs(scaled.numerator)).rstrip("0") or "0"
    power = len(digits(abs(scaled.numerator))) - 1 - count if value else 0
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return ("-" if value < 0 else "") + mantissa, power


def is_moderate(value: int | Fraction) -> bool:
    """Whether a number reads best written out: it is 0, or from 0.00001 to below 10^15."""
    size = value if value > 0 else -value
    return not size or Fraction(1, 10**5) <= size < 10**LONGEST


def numeral(value: int | Fraction) -> str | None:
    """A numeral of the maths language for a number: `0.125`, `1200`, `1.5e-30`; None if its decimals never end."""
    if isinstance(value, int) and -(10**LONGEST) < value < 10**LONGEST:
        return str(value)
    count = places(value)
    if count is None:
        return None
    if count <= LONGEST and abs(value) < 10**LONGEST:
        return fixed(value, count)
    mantissa, power = scientific(value) or ("0", 0)
    return f"{mantissa}e{power}"
