"""Complex numbers as pairs of intervals: `intervals.py` for parts whose values needn't be real.

Functions are those of real intervals by the usual formulas; roots, logarithms and inverse functions are principal.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from quizgen.maths.sameness.intervals import Intervals, fraction
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN, Enclosure, Unary, worse


class ComplexInterval:
    """A complex number with real and imaginary parts in two intervals."""

    __slots__ = ("im", "re")

    def __init__(self, re: Any, im: Any) -> None:
        self.re, self.im = re, im

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, ComplexInterval):
            return NotImplemented
        return made(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Any) -> Any:
        if not isinstance(other, ComplexInterval):
            return NotImplemented
        return made(self.re - other.re, self.im - other.im)

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, ComplexInterval):
            return NotImplemented
        return made(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __neg__(self) -> ComplexInterval:
        return ComplexInterval(-self.re, -self.im)

    def __pow__(self, n: Any) -> Any:
        if type(n) is not int:
            return NotImplemented
        if self.im.sign == 0:
            return ComplexInterval(self.re**n, self.im)
        total, square = ComplexInterval(self.re**0, self.im**0 - self.im**0), self
        while n:
            total = total * square if n % 2 else total
            n //= 2
            square = square * square if n else square
        return total

    @property
    def zero(self) -> bool:
        """Whether it is exactly zero."""
        return bool(self.re.sign == 0 and self.im.sign == 0)


def made(re: Enclosure, im: Enclosure) -> Enclosure:
    """The pair; UNDEFINED or UNKNOWN where a part is."""
    if re is UNDEFINED or im is UNDEFINED or re is UNKNOWN or im is UNKNOWN:
        return worse(re, im)
    return ComplexInterval(re, im)


class ComplexIntervals:
    """Complex intervals of so many bits."""

    name = "intervals"
    complex = True
    quick = False

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.real = Intervals(bits)
        self.precise = self.real.precise
        self.functions: dict[str, Unary] = _Functions(self).named()

    def number(self, value: int | Fraction) -> Enclosure:
        """An exact number."""
        return ComplexInterval(self.real.number(value), self.real.number(0))

    def constant(self, name: str) -> Enclosure:
        """`pi`, `e` or `i`."""
        if name == "i":
            return ComplexInterval(self.real.number(0), self.real.number(1))
        return ComplexInterval(self.real.constant(name), self.real.number(0))

    def divide(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The quotient."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            zero = b is not UNKNOWN and b is not UNDEFINED and b.zero
            return UNDEFINED if zero else worse(a, b)
        if b.zero:
            return UNDEFINED
        if b.im.sign == 0:
            return made(self.real.divide(a.re, b.re), self.real.divide(a.im, b.re))
        size = b.re**2 + b.im**2
        over = a * ComplexInterval(b.re, -b.im)
        return made(self.real.divide(over.re, size), self.real.divide(over.im, size))

    def power(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The principal power."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        n = self.whole(b)
        if n is not None:
            return self.divide(a**0, a**-n) if n < 0 else a**n
        if a.zero:
            return UNKNOWN if b.re.sign is None else a if b.re.sign > 0 else UNDEFINED
        return self.functions["exp"](b * self.functions["ln"](a))

    def root(self, a: Enclosure, n: int) -> Enclosure:
        """The principal root."""
        if a is UNDEFINED or a is UNKNOWN or a.zero:
            return a
        if a.im.sign == 0 and (a.re.sign or -1) > 0:
            return made(self.real.root(a.re, n), a.im)
        return self.functions["exp"](self.functions["ln"](a) * self.number(Fraction(1, n)))

    def order(self, a: Enclosure, b: Enclosure) -> int | None:
        """How two real numbers stand."""
        return self.real.order(real_part(a), real_part(b))

    def extreme(self, a: Enclosure, b: Enclosure, sign: int) -> Enclosure:
        """The greater or the lesser of two real numbers."""
        return self.lifted(self.real.extreme(real_part(a), real_part(b), sign))

    def whole(self, a: Enclosure) -> int | None:
        """The whole number that it is exactly."""
        return self.real.whole(real_part(a))

    def gamma(self, a: Enclosure) -> Enclosure:
        """The gamma function of a real number."""
        return self.lifted(self.real.gamma(real_part(a)))

    def apart(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers certainly differ."""
        return self.real.apart(a.re, b.re) or self.real.apart(a.im, b.im)

    def near(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers agree in half of the bits."""
        return self.real.near(a.re, b.re) and self.real.near(a.im, b.im)

    def rough(self, _: Enclosure) -> float | None:
        """No float of a complex number."""

    def all_seen(self, _parts: list[list[Enclosure]], _totals: list[Enclosure]) -> bool:
        """There is no quick look."""
        return False

    def shown(self, total: Enclosure) -> Enclosure:
        """The size that a term must have to be seen."""
        size = self.functions["abs"](total)
        return self.real.shown(size if size is UNDEFINED or size is UNKNOWN else size.re)

    def lost(self, term: Enclosure, shown: Enclosure) -> bool:
        """Whether a term isn't zero, but too small to be seen."""
        size = self.functions["abs"](term)
        return size is not UNDEFINED and size is not UNKNOWN and self.real.lost(size.re, shown)

    def middle(self, a: Enclosure) -> tuple[Fraction, Fraction] | None:
        """The middle as two fractions."""
        if a is UNDEFINED or a is UNKNOWN:
            return None
        real, imaginary = fraction(a.re), fraction(a.im)
        return None if real is None or imaginary is None else (real, imaginary)

    def lifted(self, real: Enclosure) -> Enclosure:
        """A real number as a complex one."""
        return made(real, self.real.number(0))


def real_part(a: Enclosure) -> Enclosure:
    """The real interval of a value: UNDEFINED where it certainly isn't real, UNKNOWN where it can't be told."""
    if a is UNDEFINED or a is UNKNOWN:
        return a
    if a.im.sign == 0:
        return a.re
    return UNKNOWN if a.im.sign is None else UNDEFINED


class _Functions:
    """The functions of one complex number at the bits of a system."""

    def __init__(self, system: ComplexIntervals) -> None:
        self.system = system
        self.of = system.real.functions
        self.half, self.unit = system.number(Fraction(1, 2)), system.number(1)

    def named(self) -> dict[str, Unary]:
        """The functions by name."""
        return {
            **{name: self._of_real(name) for name in ("floor", "ceil", "sign")},
            "exp": self._present(self.exp), "ln": self._present(self.ln), "sqrt": lambda v: self.system.root(v, 2),
            "sin": self._present(self.sin), "cos": self._present(self.cos), "sin_pi": self._present(self.sin_pi),
            "cos_pi": self._present(self.cos_pi), "sinh": self._present(self.sinh), "cosh": self._present(self.cosh),
            "tanh": self._present(self.tanh), "asin": self._present(self.asin), "acos": self._present(self.acos),
            "atan": self._present(self.atan), "asinh": self._present(self.asinh), "acosh": self._present(self.acosh),
            "atanh": self._present(self.atanh), "abs": self._present(self.size), "arg": self._present(self.arg),
            "re": self._present(lambda v: self.system.lifted(v.re)),
            "im": self._present(lambda v: self.system.lifted(v.im)),
            "conjugate": self._present(lambda v: ComplexInterval(v.re, -v.im)),
        }  # fmt: skip

    def _present(self, function: Callable[[Any], Enclosure]) -> Unary:
        return lambda v: v if v is UNDEFINED or v is UNKNOWN else function(v)

    def _of_real(self, name: str) -> Unary:
        return lambda v: self.system.lifted(self.of[name](real_part(v)))

    def exp(self, v: Any) -> Enclosure:
        """e^(a + bi) = e^a (cos b + i sin b)."""
        size = self.of["exp"](v.re)
        return made(size * self.of["cos"](v.im), size * self.of["sin"](v.im))

    def size(self, v: Any) -> Enclosure:
        """The distance from zero."""
        if v.im.sign == 0:
            return self.system.lifted(abs(v.re))
        return self.system.lifted(self.of["sqrt"](v.re**2 + v.im**2))

    def arg(self, v: Any) -> Enclosure:
        """The angle, above -pi and up to pi."""
        if v.zero:
            return UNDEFINED
        if v.re.sign == 1:
            return self.system.lifted(self.of["atan"](self.system.real.divide(v.im, v.re)))
        pi = self.system.real.constant("pi")
        if v.im.sign == 0:
            return self.system.lifted(pi) if v.re.sign == -1 else UNKNOWN
        if v.im.sign is None:
            return UNKNOWN
        quarter = pi * self.system.real.number(Fraction(v.im.sign, 2))
        return self.system.lifted(quarter - self.of["atan"](self.system.real.divide(v.re, v.im)))

    def ln(self, v: Any) -> Enclosure:
        """The principal logarithm."""
        angle = self.arg(v)
        if angle is UNDEFINED or angle is UNKNOWN:
            return angle
        size = self.of["ln"](v.re**2 + v.im**2) * self.half.re
        return made(self.of["ln"](v.re) if v.im.sign == 0 and v.re.sign == 1 else size, angle.re)

    def _turned(self, v: Any) -> ComplexInterval:
        """i·v."""
        return ComplexInterval(-v.im, v.re)

    def sin(self, v: Any) -> Enclosure:
        """The sine of a + bi: sin a cosh b + i cos a sinh b."""
        return made(self.of["sin"](v.re) * self.of["cosh"](v.im), self.of["cos"](v.re) * self.of["sinh"](v.im))

    def cos(self, v: Any) -> Enclosure:
        """The cosine of a + bi: cos a cosh b - i sin a sinh b."""
        return made(self.of["cos"](v.re) * self.of["cosh"](v.im), -(self.of["sin"](v.re) * self.of["sinh"](v.im)))

    def sin_pi(self, v: Any) -> Enclosure:
        """sin(pi·v), exact at halves."""
        if v.im.sign == 0:
            return self.system.lifted(self.of["sin_pi"](v.re))
        return self.sin(v * self.system.constant("pi"))

    def cos_pi(self, v: Any) -> Enclosure:
        """cos(pi·v), exact at halves."""
        if v.im.sign == 0:
            return self.system.lifted(self.of["cos_pi"](v.re))
        return self.cos(v * self.system.constant("pi"))

    def sinh(self, v: Any) -> Enclosure:
        """-i sin(i·v)."""
        return -self._turned(self.sin(self._turned(v)))

    def cosh(self, v: Any) -> Enclosure:
        """cos(i·v)."""
        return self.cos(self._turned(v))

    def tanh(self, v: Any) -> Enclosure:
        """The quotient of the two."""
        return self.system.divide(self.sinh(v), self.cosh(v))

    def asinh(self, v: Any) -> Enclosure:
        """ln(v + sqrt(v^2 + 1))."""
        if v.im.sign == 0:
            return self.system.lifted(self.of["asinh"](v.re))
        return self.named_ln(v + self.system.root(v * v + self.unit, 2))

    def named_ln(self, v: Enclosure) -> Enclosure:
        """The logarithm of a value that may be absent."""
        return v if v is UNDEFINED or v is UNKNOWN else self.ln(v)

    def asin(self, v: Any) -> Enclosure:
        """-i asinh(i·v)."""
        if v.im.sign == 0 and _within_one(self.of["asin"](v.re)):
            return self.system.lifted(self.of["asin"](v.re))
        turned = self._turned(v)
        found = self.named_ln(turned + self.system.root(self.unit - v * v, 2))
        return found if found is UNDEFINED or found is UNKNOWN else -self._turned(found)

    def acos(self, v: Any) -> Enclosure:
        """pi/2 - asin(v)."""
        return self.system.constant("pi") * self.half - self.asin(v)

    def acosh(self, v: Any) -> Enclosure:
        """ln(v + sqrt(v + 1) sqrt(v - 1))."""
        return self.named_ln(v + self.system.root(v + self.unit, 2) * self.system.root(v - self.unit, 2))

    def atanh(self, v: Any) -> Enclosure:
        """(ln(1 + v) - ln(1 - v))/2."""
        above, below = self.unit + v, self.unit - v
        return UNDEFINED if above.zero or below.zero else (self.ln(above) - self.ln(below)) * self.half

    def atan(self, v: Any) -> Enclosure:
        """-i atanh(i·v)."""
        if v.im.sign == 0:
            return self.system.lifted(self.of["atan"](v.re))
        found = self.atanh(self._turned(v))
        return found if found is UNDEFINED or found is UNKNOWN else -self._turned(found)


def _within_one(found: Enclosure) -> bool:
    return found is not UNDEFINED and found is not UNKNOWN
