"""A number as it will be printed: rounded half up on its exact value, with the decimals that say how exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.maths.decimals import LONGEST, fixed, is_moderate, places
from quizgen.maths.values import Approx, leading_place, round_dp, round_sf, whole

FIGURES = 4
"""Significant figures where a display names none."""


class Rounded(NamedTuple):
    """The number `value`, printed with `decimals` after the point; as mantissa × 10^`power` unless that is None."""

    value: int | Fraction
    decimals: int
    power: int | None = None

    def mantissa(self) -> str:
        """The digits, with `-` for a minus sign."""
        return fixed(self.value if self.power is None else self.value / Fraction(10) ** self.power, self.decimals)


def to_figures(x: Any, count: int) -> Rounded:
    """`count` significant figures; fewer where fewer are exact, and whole numbers of up to 15 digits stay whole."""
    count = count or FIGURES
    if isinstance(x, int) and abs(x) < 10**LONGEST:
        return Rounded(x, 0)
    value = whole(round_sf(x, count))
    if not is_moderate(value):
        return to_power(x, count)
    decimals = places(value) or 0
    if not _same(value, x):
        decimals = max(count - 1 - (leading_place(value) if value else 0), 0)
    return Rounded(value, decimals)


def to_places(x: Any, count: int) -> Rounded:
    """`count` decimals, always."""
    value = round_dp(x, count)
    return Rounded(value, count) if abs(value) < 10**LONGEST else to_power(x, FIGURES)


def to_power(x: Any, count: int) -> Rounded:
    """A mantissa with one figure before the point; of `count` figures, or without a count as many as are exact."""
    value = round_sf(x, count or LONGEST)
    if not count and not _same(value, x):
        value = round_sf(x, FIGURES)
    power = leading_place(value) if value else 0
    shortest = places(whole(value / Fraction(10) ** power)) or 0
    return Rounded(value, shortest if _same(value, x) else max((count or FIGURES) - 1, 0), power)


def to_money(x: Any, _count: int) -> Rounded:
    """Whole, or two decimals."""
    value = whole(round_dp(x, 2))
    return Rounded(value, 0 if isinstance(value, int) and _same(value, x) else 2)


def to_all(x: Any, count: int) -> Rounded | None:
    """All decimals if there are at most 15 of them; None if there are more and the number is exact."""
    if isinstance(x, Approx):
        return to_figures(x, count)
    decimals = places(x)
    if decimals is not None and decimals <= LONGEST and is_moderate(x):
        return Rounded(x, decimals)
    return to_power(x, 0) if isinstance(x, int) or (decimals is not None and decimals > LONGEST) else None


def _same(value: int | Fraction, x: Any) -> bool:
    return not isinstance(x, Approx) and bool(value == x)


WAYS: dict[str, Callable[[Any, int], Rounded | None]] = {
    "sf": to_figures, "dp": to_places, "sci": to_power, "money": to_money, "plain": to_all, "fraction": to_all,
    "mixed": to_all,
}  # fmt: skip
"""How the kinds of a display round; all others by figures."""
SCALES = {"percent": Fraction(1, 100), "million": Fraction(10**6), "billion": Fraction(10**9)}
"""What one of the shown number is worth, for the kinds that count in something."""
