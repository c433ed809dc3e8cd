"""Where the letters of two expressions live: which signs they take, whether they are whole, where they end.

POSITIONS 21: a letter that nothing is said about is real and takes both signs; a param drawn from positive whole
numbers is positive and whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

Exact = int | Fraction
SIGNS = ("any", "positive", "nonnegative", "negative", "nonzero")
DomainKey = tuple[tuple[tuple[str, "Letter"], ...], bool]


class Letter(NamedTuple):
    """What is known of one letter: `sign` is one of SIGNS, `low` and `high` are limits that it may reach.

    A `complex` one may be any complex number.
    """

    sign: str = "any"
    integer: bool = False
    low: Exact | None = None
    high: Exact | None = None
    complex: bool = False

    def admits(self, value: Exact) -> bool:
        """Whether the letter may have this value."""
        if self.integer and value.denominator != 1:
            return False
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return False
        return _SIGN_HOLDS[self.sign](value)

    @property
    def few(self) -> bool:
        """Whether there are only so many values."""
        return self.low is not None and self.high is not None and (self.integer or self.low == self.high)

    def both_signs(self) -> bool:
        """Whether values below and above zero may occur."""
        open_below = self.low is None or self.low < 0
        open_above = self.high is None or self.high > 0
        return self.sign in {"any", "nonzero"} and open_below and open_above


_SIGN_HOLDS: dict[str, Callable[[Exact], bool]] = {
    "any": lambda _: True,
    "positive": lambda value: value > 0,
    "nonnegative": lambda value: value >= 0,
    "negative": lambda value: value < 0,
    "nonzero": lambda value: value != 0,
}
ANY = Letter()


class Domain(NamedTuple):
    """The letters of a part by name; one that isn't listed is real. `complex`: values that aren't real count too."""

    names: Mapping[str, Letter] = MappingProxyType({})
    complex: bool = False

    def letter(self, name: str) -> Letter:
        """What is known of a letter."""
        return self.names.get(name, ANY)

    @property
    def key(self) -> DomainKey:
        """The same domain as a value that can be hashed."""
        return (tuple(sorted(self.names.items())) if self.names else (), self.complex)


REAL = Domain()
"""Every letter is real and takes both signs."""
