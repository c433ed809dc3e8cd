"""Intervals of real numbers by mpmath: what `balls.py` does, where python-flint isn't there.

An interval is two ends, rounded outward at each operation, so it holds the true result. This file,
`interval_functions.py` and `approx.py` are the doors to mpmath.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mpmath import libmp

from quizgen.maths.sameness.interval_functions import FUNCTIONS, Mpf, gamma, is_root, root_of
from quizgen.maths.sameness.systems import LARGEST_SHOWN, LARGEST_WHOLE, UNDEFINED, UNKNOWN, Enclosure, Unary, worse

_ZERO, _ONE = libmp.fzero, libmp.fone


class Interval:
    """The numbers from `low` to `high`, at `bits` bits (one class for each number of bits)."""

    __slots__ = ("high", "low")
    bits = 0

    def __init__(self, low: Mpf, high: Mpf) -> None:
        self.low, self.high = low, high

    def __add__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(
            libmp.mpf_add(self.low, other.low, self.bits, "f"), libmp.mpf_add(self.high, other.high, self.bits, "c")
        )

    def __sub__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(
            libmp.mpf_sub(self.low, other.high, self.bits, "f"), libmp.mpf_sub(self.high, other.low, self.bits, "c")
        )

    def __mul__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(*libmp.libmpi.mpi_mul((self.low, self.high), (other.low, other.high), self.bits))

    def __pow__(self, n: Any) -> Any:
        if type(n) is not int:
            return NotImplemented
        return type(self)(*libmp.libmpi.mpi_pow_int((self.low, self.high), n, self.bits))

    def __neg__(self) -> Interval:
        return type(self)(libmp.mpf_neg(self.high), libmp.mpf_neg(self.low))

    def __abs__(self) -> Interval:
        if not self.low[0]:
            return self
        if self.high[0] or self.high == _ZERO:
            return -self
        top = libmp.mpf_neg(self.low)
        return type(self)(_ZERO, top if libmp.mpf_gt(top, self.high) else self.high)

    @property
    def thin(self) -> bool:
        """Whether it is one number."""
        return bool(self.low == self.high)

    @property
    def sign(self) -> int | None:
        """-1, 0 or 1 where all its numbers have that sign; None where they haven't."""
        if self.low[0] or self.high[0]:
            return -1 if self.high[0] else None
        if self.low[1]:
            return 1
        return None if self.high[1] else 0

    @property
    def width(self) -> Mpf:
        """How far the ends are apart, rounded up."""
        return libmp.mpf_sub(self.high, self.low, 20, "c")  # type: ignore[no-any-return]  # untyped beneath

    def within(self, bits: int) -> bool:
        """Whether all its numbers are below 2^bits."""
        return self.low[2] + self.low[3] <= bits and self.high[2] + self.high[3] <= bits


@lru_cache(maxsize=64)
def interval_type(bits: int) -> type[Interval]:
    """The intervals of so many bits."""
    return type(f"Interval{bits}", (Interval,), {"bits": bits, "__slots__": ()})


class Intervals:
    """Real intervals of so many bits."""

    name = "intervals"
    complex = False
    quick = False

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.made = interval_type(bits)
        self.functions: dict[str, Unary] = FUNCTIONS
        self._near = libmp.from_man_exp(1, -bits // 2)

    def precise(self) -> AbstractContextManager[Any]:
        """Nothing to set up."""
        return nullcontext()

    def number(self, value: int | Fraction) -> Enclosure:
        """An exact number."""
        if isinstance(value, int) and value.bit_length() <= self.bits:
            exact = libmp.from_int(value)
            return self.made(exact, exact)
        ends = (libmp.from_rational(value.numerator, value.denominator, self.bits, way) for way in "fc")
        return self.made(*ends)

    def constant(self, name: str) -> Enclosure:
        """`pi` or `e`."""
        function = libmp.mpf_pi if name == "pi" else libmp.mpf_e
        return self.made(function(self.bits, "f"), function(self.bits, "c"))

    def divide(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The quotient."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return UNDEFINED if b is not UNKNOWN and b is not UNDEFINED and b.sign == 0 else worse(a, b)
        sign = b.sign
        if not sign:
            return UNDEFINED if sign == 0 else UNKNOWN
        return self.made(*libmp.libmpi.mpi_div((a.low, a.high), (b.low, b.high), self.bits))

    def power(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The real power."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        n = self.whole(b)
        if n is not None:
            return self.divide(a**0, a**-n) if n < 0 else a**n
        sign = a.sign
        if sign == 1:
            return FUNCTIONS["exp"](b * FUNCTIONS["ln"](a))
        if sign == 0:
            return UNKNOWN if b.sign is None else a if b.sign > 0 else UNDEFINED
        return UNDEFINED if sign == -1 and not _has_whole(b) else UNKNOWN

    def root(self, a: Enclosure, n: int) -> Enclosure:
        """The root of a number that isn't negative."""
        if a is UNDEFINED or a is UNKNOWN:
            return a
        if a.low[0]:
            return UNDEFINED if a.sign == -1 else UNKNOWN
        low = root_of(a.low, n, self.bits, "f")
        return self.made(low, low if a.thin and is_root(low, n, a.low) else root_of(a.high, n, self.bits, "c"))

    def order(self, a: Enclosure, b: Enclosure) -> int | None:
        """How two numbers stand."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return None
        if libmp.mpf_lt(a.high, b.low):
            return -1
        if libmp.mpf_gt(a.low, b.high):
            return 1
        return 0 if a.low == a.high == b.low == b.high else None

    def extreme(self, a: Enclosure, b: Enclosure, sign: int) -> Enclosure:
        """The greater or the lesser."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        greater = libmp.mpf_gt if sign > 0 else libmp.mpf_lt
        low = a.low if greater(a.low, b.low) else b.low
        return self.made(low, a.high if greater(a.high, b.high) else b.high)

    def whole(self, a: Enclosure) -> int | None:
        """The whole number that an interval is exactly."""
        if a is UNDEFINED or a is UNKNOWN or not a.thin or not a.within(LARGEST_WHOLE):
            return None
        return int(libmp.to_int(a.low)) if libmp.mpf_floor(a.low) == a.low else None

    def gamma(self, a: Enclosure) -> Enclosure:
        """The gamma function."""
        n = self.whole(a)
        if n is not None and n <= 0:
            return UNDEFINED
        return gamma(a)

    def apart(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers certainly differ."""
        return bool(libmp.mpf_lt(a.high, b.low) or libmp.mpf_gt(a.low, b.high))

    def near(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers agree in half of the bits."""
        difference, size = abs(a - b), abs(a)
        allowed = libmp.mpf_mul(self._near, libmp.mpf_add(size.low, _ONE, self.bits, "f"), self.bits, "f")
        return bool(libmp.mpf_le(difference.high, allowed))

    def rough(self, a: Enclosure) -> float | None:
        """The middle as a float."""
        return None if a.sign is None else float(libmp.to_float(a.low))

    def all_seen(self, _parts: list[list[Enclosure]], _totals: list[Enclosure]) -> bool:
        """There is no quick look."""
        return False

    def shown(self, total: Enclosure) -> Enclosure:
        """The size that a term must have to be seen."""
        if total is UNDEFINED or total is UNKNOWN:
            return _ZERO
        return libmp.mpf_shift(abs(total).low, -self.bits // 2)

    def lost(self, term: Enclosure, shown: Enclosure) -> bool:
        """Whether a term isn't zero, but too small to be seen."""
        if term is UNDEFINED or term is UNKNOWN or not term.sign:
            return False
        return bool(libmp.mpf_lt(abs(term).high, shown))

    def middle(self, a: Enclosure) -> tuple[Fraction, Fraction] | None:
        """The middle as a fraction."""
        exact = fraction(a)
        return None if exact is None else (exact, Fraction(0))


def fraction(a: Enclosure) -> Fraction | None:
    """The middle of a real interval; None where it can't be written."""
    if a is UNDEFINED or a is UNKNOWN:
        return None
    if a.sign is None:
        return Fraction(0)
    twice = libmp.mpf_add(a.low, a.high, a.bits, "n")
    man, exponent = int(twice[1]), twice[2] - 1
    if abs(exponent) > LARGEST_SHOWN:
        return None
    man = -man if twice[0] else man
    return Fraction(man << exponent) if exponent >= 0 else Fraction(man, 1 << -exponent)


def _has_whole(a: Interval) -> bool:
    """Whether a whole number lies in an interval, or may."""
    if not a.within(LARGEST_WHOLE):
        return True
    return bool(libmp.mpf_le(libmp.mpf_ceil(a.low), a.high))
