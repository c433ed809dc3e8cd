"""A number as it will be printed: rounded half up on its exact value, with the decimals that say how exactly.

A sheet shows many values, so whole numbers and fractions of ordinary size are rounded by whole numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.maths.decimals import LONGEST, digits, is_moderate, places
from quizgen.maths.values import Approx, leading_place, round_dp, round_sf, whole

FIGURES = 4
"""Significant figures where a display names none."""
_LARGEST = 10**LONGEST
_SMALLEST_PLACE = -5
_MOST_BITS = 1_000


class Rounded(NamedTuple):
    """`scaled`·10^−`decimals`, and times 10^`power` where a power of ten is printed; `exact` if nothing was rounded."""

    scaled: int
    decimals: int
    exact: bool
    power: int | None = None

    def mantissa(self) -> str:
        """The digits before the power of ten, with `-` for a minus sign."""
        text = digits(abs(self.scaled))
        if self.decimals:
            text = text.rjust(self.decimals + 1, "0")
            text = f"{text[: -self.decimals]}.{text[-self.decimals :]}"
        return f"-{text}" if self.scaled < 0 else text


def to_figures(x: Any, count: int) -> Rounded:
    """`count` significant figures; fewer where fewer are exact, and whole numbers of up to 15 digits stay whole."""
    count = count or FIGURES
    if type(x) is int and -_LARGEST < x < _LARGEST:
        return Rounded(x, 0, exact=True)
    if type(x) is Fraction and x.denominator.bit_length() < _MOST_BITS:
        place = _place(abs(x.numerator), x.denominator)
        if _SMALLEST_PLACE <= place < LONGEST:
            return _by_whole_numbers(x, count, count - 1 - place)
    value = whole(round_sf(x, count))
    if not is_moderate(value):
        return to_power(x, count)
    decimals = places(value) or 0
    if not _same(value, x):
        decimals = max(count - 1 - (leading_place(value) if value else 0), 0)
    return _rounded(value, decimals, x)


def _place(over: int, under: int) -> int:
    """The place of the first figure of a fraction: 2 for 347, -2 for 0.0347."""
    if over >= under:
        return len(digits(over // under)) - 1
    return -len(digits((under - 1) // over))


def _by_whole_numbers(x: Fraction, count: int, shift: int) -> Rounded:
    """`count` figures of a fraction, the last of them `shift` places behind the point."""
    over, under = abs(x.numerator) * 10 ** max(shift, 0), x.denominator * 10 ** max(-shift, 0)
    scaled, rest = divmod(over, under)
    if 2 * rest >= under:
        scaled += 1
    decimals = max(shift, 0)
    while decimals and not scaled % 10 and (not rest or scaled >= 10**count):
        scaled, decimals = scaled // 10, decimals - 1
    scaled *= 10 ** max(-shift, 0)
    return Rounded(-scaled if x < 0 else scaled, decimals, exact=not rest)


def to_places(x: Any, count: int) -> Rounded:
    """`count` decimals, always."""
    value = round_dp(x, count)
    return _rounded(value, count, x) if abs(value) < _LARGEST else to_power(x, FIGURES)


def to_power(x: Any, count: int) -> Rounded:
    """A mantissa with one figure before the point; of `count` figures, or without a count as many as are exact."""
    value = round_sf(x, count or LONGEST)
    if not count and not _same(value, x):
        value = round_sf(x, FIGURES)
    power = leading_place(value) if value else 0
    shortest = places(whole(value / Fraction(10) ** power)) or 0
    return _rounded(value, shortest if _same(value, x) else max((count or FIGURES) - 1, 0), x, power)


def to_money(x: Any, _count: int) -> Rounded:
    """Whole, or two decimals."""
    value = whole(round_dp(x, 2))
    return _rounded(value, 0 if isinstance(value, int) and _same(value, x) else 2, x)


def to_all(x: Any, count: int) -> Rounded | None:
    """All decimals if there are at most 15 of them; None for a fraction that has more."""
    if isinstance(x, Approx):
        return to_figures(x, count)
    decimals = places(x)
    if decimals is not None and decimals <= LONGEST and is_moderate(x):
        return _rounded(x, decimals, x)
    return to_power(x, 0) if isinstance(x, int) or decimals is not None else None


def _rounded(value: int | Fraction, decimals: int, x: Any, power: int | None = None) -> Rounded:
    scaled = value * Fraction(10) ** (decimals - (power or 0))
    return Rounded(scaled.numerator // scaled.denominator, decimals, _same(value, x), power)


def _same(value: int | Fraction, x: Any) -> bool:
    return not isinstance(x, Approx) and bool(value == x)


WAYS: dict[str, Callable[[Any, int], Rounded | None]] = {
    "sf": to_figures, "dp": to_places, "sci": to_power, "money": to_money, "plain": to_all, "fraction": to_all,
    "mixed": to_all,
}  # fmt: skip
"""How the kinds of a display round; all others by figures."""
SCALES = {"percent": Fraction(1, 100), "million": Fraction(10**6), "billion": Fraction(10**9)}
"""What one of the shown number is worth, for the kinds that count in something."""
