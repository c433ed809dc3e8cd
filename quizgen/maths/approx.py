"""Numbers that have no exact form: rigorous intervals of about 60 digits, and the functions that make them.

The true number lies between `low` and `high`, whatever was rounded on the way. A comparison or a rounding that the
interval can't decide raises Undecided: it is never guessed (DESIGN section 4, "Exactness").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

from quizgen.errors import TooMuchWork, Undecided, Undefined

BITS = 200
"""Significant bits of an end of an interval: 60 digits."""
LIMIT_BITS = 100_000
"""No number is made that takes more bits than this, in numerator, denominator or exponent."""
_FINE = BITS + 40
_SLACK = Fraction(1, 2 ** (BITS + 20))  # mpmath rounds outward; this covers its own last bits and more

Exact = int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Approx:
    """A real number between `low` and `high`. Made by `enclose`, which rounds outward to `BITS` bits.

    Arithmetic with ints, Fractions and other Approx gives an Approx that encloses the true result.
    """

    low: Fraction
    high: Fraction

    def __add__(self, other: Number) -> Number:
        low, high = bounds(other)
        return enclose(self.low + low, self.high + high)

    __radd__ = __add__

    def __neg__(self) -> Approx:
        return Approx(-self.high, -self.low)

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: Exact) -> Number:
        return -self + other

    def __mul__(self, other: Number) -> Number:
        low, high = bounds(other)
        ends = (self.low * low, self.low * high, self.high * low, self.high * high)
        return enclose(min(ends), max(ends))

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Number:
        if isinstance(other, Approx):
            return self * other.inverse()
        if other == 0:
            raise Undefined("division by zero")
        return self * Fraction(1, other)

    def __rtruediv__(self, other: Exact) -> Number:
        return self.inverse() * other

    def inverse(self) -> Approx:
        """One over it. Raises Undecided if it may be zero."""
        if self.low <= 0 <= self.high:
            raise Undecided("the digits known can't tell whether the divisor is zero")
        return _outward(1 / self.high, 1 / self.low)

    def __abs__(self) -> Number:
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else enclose(Fraction(0), max(-self.low, self.high))

    def __lt__(self, other: Number) -> bool:
        return order(self, other) < 0

    def __le__(self, other: Number) -> bool:
        return order(self, other) <= 0

    def __gt__(self, other: Number) -> bool:
        return order(self, other) > 0

    def __ge__(self, other: Number) -> bool:
        return order(self, other) >= 0


Number = int | Fraction | Approx


def bounds(x: Number) -> tuple[Fraction, Fraction]:
    """The ends between which a number lies; an exact one is both of its ends."""
    if isinstance(x, Approx):
        return x.low, x.high
    exact = Fraction(x)
    return exact, exact


def order(a: Number, b: Number) -> int:
    """-1, 0 or 1 as a is less than, equal to or greater than b. Raises Undecided where their intervals meet."""
    if a is b:
        return 0
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    if a_high < b_low:
        return -1
    if b_high < a_low:
        return 1
    if a_low == a_high == b_low == b_high:
        return 0
    raise Undecided(f"the {BITS * 3 // 10} digits known can't tell whether two numbers near {_digits(a_low)} are equal")


def _digits(x: Fraction) -> str:
    return f"{float(x):.6g}" if Fraction(1, 10**9) < abs(x) < 10**9 else "0" if abs(x) < 1 else "this size"


def enclose(low: Fraction, high: Fraction) -> Number:
    """The interval, rounded outward; an exact number where both ends are one."""
    if low == high:
        return low.numerator if low.denominator == 1 else low
    return _outward(low, high)


def _outward(low: Fraction, high: Fraction) -> Approx:
    return Approx(rounded_down(low, BITS), -rounded_down(-high, BITS))


def rounded_down(x: Fraction, bits: int) -> Fraction:
    """The greatest number of `bits` significant bits that isn't above x."""
    top, bottom = x.numerator, x.denominator
    shift = top.bit_length() - bottom.bit_length() - bits
    if abs(shift) > LIMIT_BITS:
        raise TooMuchWork("a number is too large or too near to zero")
    if shift >= 0:
        return Fraction((top // (bottom << shift)) << shift)
    return Fraction((top << -shift) // bottom, 1 << -shift)


# ---------------------------------------------------------------------------------------------- roots, without mpmath
def whole_root(x: int, n: int) -> int:
    """The greatest int whose n-th power isn't above x, for x >= 0 and n >= 1 (Newton's method)."""
    if n == 2:
        return isqrt(x)
    if x < 2 or n >= x.bit_length():
        return min(x, 1)
    guess = 1 << -(-x.bit_length() // n)
    while True:
        better = ((n - 1) * guess + x // guess ** (n - 1)) // n
        if better >= guess:
            return guess
        guess = better


def root(x: Number, n: int) -> Number:
    """The n-th root of x >= 0 for 1 <= n <= 64, exact where it is rational."""
    low, high = bounds(x)
    if isinstance(x, Approx):
        return _outward(_root_near(low, n)[0], _root_near(high, n)[1])
    top, bottom = whole_root(low.numerator, n), whole_root(low.denominator, n)
    if top**n == low.numerator and bottom**n == low.denominator:
        return enclose(exact := Fraction(top, bottom), exact)
    return _outward(*_root_near(low, n))


def _root_near(x: Fraction, n: int) -> tuple[Fraction, Fraction]:
    """Numbers just below and above the n-th root of x >= 0."""
    shift = max(_FINE - (x.numerator.bit_length() - x.denominator.bit_length()) // n, 0)
    found = whole_root((x.numerator << (n * shift)) // x.denominator, n)
    return Fraction(found, 1 << shift), Fraction(found + 1, 1 << shift)


# ------------------------------------------------------------------------------------------------ the rest, by mpmath
def _to_mpf(x: Fraction, rounding: str) -> Any:
    from mpmath import libmp

    return libmp.from_rational(x.numerator, x.denominator, _FINE, rounding)


def _from_mpf(x: Any) -> Fraction:
    sign, man, exponent, _ = x
    if not man and exponent:
        raise Undefined("no finite value")
    man = -int(man) if sign else int(man)
    if abs(exponent) > 2 * LIMIT_BITS:
        raise TooMuchWork("a number is too large or too near to zero")
    return Fraction(man << exponent) if exponent >= 0 else Fraction(man, 1 << -exponent)


def _widened(low: Any, high: Any) -> Approx:
    below, above = _from_mpf(low), _from_mpf(high)
    return _outward(below - abs(below) * _SLACK, above + abs(above) * _SLACK)


def rising(name: str, x: Number) -> Approx:
    """A function that never falls, by mpmath's name: exp, log, asin, atan, sinh, tanh. Its domain is the caller's."""
    from mpmath import libmp

    function: Callable[[Any, int, str], Any] = getattr(libmp, f"mpf_{name}")
    low, high = bounds(x)
    return _widened(function(_to_mpf(low, "f"), _FINE, "f"), function(_to_mpf(high, "c"), _FINE, "c"))


def circular(name: str, x: Number) -> Approx:
    """The sine or cosine (`sin`, `cos`) of an angle in radians."""
    from mpmath.libmp import libmpi

    low, high = bounds(x)
    function: Callable[[Any, int], tuple[Any, Any]] = getattr(libmpi, f"mpi_{name}")
    return _widened(*function((_to_mpf(low, "f"), _to_mpf(high, "c")), _FINE))


@lru_cache(maxsize=2)
def constant(name: str) -> Approx:
    """`pi` or `e`."""
    from mpmath import libmp

    function: Callable[[int, str], Any] = getattr(libmp, f"mpf_{name}")
    return _widened(function(_FINE, "f"), function(_FINE, "c"))
