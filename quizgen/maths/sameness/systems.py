"""What a system of rigorous reals offers (balls or intervals), and the two values that aren't numbers.

A tree is evaluated by `evaluation.py` in whichever system there is: `balls.py` (python-flint) or `intervals.py`
(mpmath). A value of a system encloses the true number. Besides there are UNDEFINED, where there certainly is no value
(1/0, the root of a negative number on the reals), and UNKNOWN, where the digits can't tell.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any, Protocol

Enclosure = Any
"""A value of a system: supports + − × with its like, powers with whole exponents, unary minus and abs; or UNDEFINED
or UNKNOWN, which swallow every operation."""
Unary = Callable[[Enclosure], Enclosure]

HUGE_BITS = 2_000
"""A sine of an argument beyond 2^2000 is UNKNOWN: pi would be wanted to as many bits."""
EXPONENT_BITS = 40
"""An exponential with an argument beyond 2^40 is UNKNOWN."""

GAMMA_BITS = 7
"""A gamma function beyond 2^7 is UNKNOWN, and one with more than 1,000 bits."""
GAMMA_PRECISION = 1_000
LARGEST_WHOLE = 64
"""Bits of a whole number that counts, chooses or indexes."""
LARGEST_SHOWN = 4_000
"""Bits of a value that can be written out."""


class _Absent:
    """A value that isn't there: an operation with it gives it back (an UNDEFINED one comes before an UNKNOWN one)."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def _stays(self, *others: Any) -> _Absent:
        return next((other for other in others if other is UNDEFINED), self)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _stays
    __pow__ = __rpow__ = __neg__ = __abs__ = _stays

    def __getattr__(self, name: str) -> Callable[..., _Absent]:
        if name.startswith("_"):  # libraries look for such names to see what an operand is
            raise AttributeError(name)
        return self._stays

    def __lt__(self, _: Any) -> bool:
        return self is UNDEFINED  # so that a function's test of its domain falls to "outside" without another test

    __le__ = __lt__

    def __gt__(self, _: Any) -> bool:
        return False

    __ge__ = __gt__

    def __repr__(self) -> str:
        return self.name


UNDEFINED: Any = _Absent("UNDEFINED")
UNKNOWN: Any = _Absent("UNKNOWN")


def worse(*values: Enclosure) -> Enclosure:
    """UNDEFINED if one of the values is, else UNKNOWN."""
    return UNDEFINED if any(value is UNDEFINED for value in values) else UNKNOWN


class System(Protocol):
    """Rigorous numbers of so many bits; real ones, or complex ones. `quick`: 400 bits cost little more than 128."""

    name: str
    bits: int
    complex: bool
    quick: bool
    functions: dict[str, Unary]

    def __hash__(self) -> int: ...

    def precise(self) -> AbstractContextManager[Any]:
        """A context in which operations have the system's bits."""

    def number(self, value: int | Fraction) -> Enclosure:
        """An exact number."""

    def constant(self, name: str) -> Enclosure:
        """`pi`, `e`, or `i` where the system is complex."""

    def divide(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The quotient; UNDEFINED where b is certainly zero."""

    def power(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The power a^b of real numbers where it is real, the principal one of complex numbers."""

    def root(self, a: Enclosure, n: int) -> Enclosure:
        """The n-th root for n >= 2: of a >= 0 on the reals, the principal one else."""

    def order(self, a: Enclosure, b: Enclosure) -> int | None:
        """-1, 0 or 1 as a is certainly less than, equal to or greater than b; None where it can't be told."""

    def extreme(self, a: Enclosure, b: Enclosure, sign: int) -> Enclosure:
        """The greater of two numbers for sign 1, the lesser for -1."""

    def whole(self, a: Enclosure) -> int | None:
        """The int, if the value is exactly a whole number of moderate size."""

    def gamma(self, a: Enclosure) -> Enclosure:
        """The gamma function of a real number."""

    def apart(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers certainly differ."""

    def near(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers agree in at least half of the system's bits, as far as can be told."""

    def rough(self, a: Enclosure) -> float | None:
        """The middle as a float, of a real number that certainly isn't zero; None else."""

    def all_seen(self, parts: list[list[Enclosure]], totals: list[Enclosure]) -> bool:
        """Whether a quick look shows that no part is too small to be seen in its total; False where it isn't sure."""

    def shown(self, total: Enclosure) -> Enclosure:
        """The size that a term must have to be seen in half of the bits of a sum."""

    def lost(self, term: Enclosure, shown: Enclosure) -> bool:
        """Whether a term isn't zero, but too small to be seen."""

    def middle(self, a: Enclosure) -> tuple[Fraction, Fraction] | None:
        """The middle of an enclosure, real and imaginary part; None where it is too large or too small to write."""
