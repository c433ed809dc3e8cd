"""Balls of real and complex numbers: the only door to python-flint (docs/decisions/0040).

A ball is a middle and a radius; each operation gives a ball that holds the true result. `available()` says whether
python-flint is there; `intervals.py` does the same with mpmath where it isn't.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from quizgen.maths.sameness.systems import (
    EXPONENT_BITS,
    GAMMA_BITS,
    GAMMA_PRECISION,
    HUGE_BITS,
    LARGEST_SHOWN,
    LARGEST_WHOLE,
    UNDEFINED,
    UNKNOWN,
    Enclosure,
    Unary,
    worse,
)


@lru_cache(maxsize=1)
def available() -> bool:
    """Whether python-flint can be imported."""
    return find_spec("flint") is not None


_CERTAINLY_SEEN = 1e-30
"""A term of this part of its sum or more is far from being lost in 400 bits."""
_SMALL = 100
"""Whole numbers up to this are made once."""


class _Precision:
    """So many bits within a block, and what there was before after it."""

    __slots__ = ("before", "bits", "context")

    def __init__(self, context: Any, bits: int) -> None:
        self.context, self.bits, self.before = context, bits, bits

    def __enter__(self) -> None:
        self.before, self.context.prec = self.context.prec, self.bits

    def __exit__(self, *_: object) -> None:
        self.context.prec = self.before


class Balls:
    """Real balls of so many bits."""

    name = "balls"
    complex = False
    quick = True

    def __init__(self, bits: int) -> None:
        import flint

        self.bits = bits
        self._flint = flint
        self._arb = flint.arb
        self.functions: dict[str, Unary] = real_functions()
        self._near = self._arb(2) ** (-bits // 2)
        self._zero = self._arb(0)
        self._small = {n: self._arb(n) for n in range(-_SMALL, _SMALL + 1)}

    def precise(self) -> AbstractContextManager[Any]:
        """A context in which operations have the system's bits."""
        return _Precision(self._flint.ctx, self.bits)

    def number(self, value: int | Fraction) -> Enclosure:
        """An exact number."""
        if isinstance(value, int):
            known = self._small.get(value)
            return self._arb(value) if known is None else known
        return self._arb(self._flint.fmpq(value.numerator, value.denominator))

    def constant(self, name: str) -> Enclosure:
        """`pi` or `e`."""
        return self._arb.pi() if name == "pi" else self._arb.const_e()

    def divide(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The quotient."""
        return UNDEFINED if b is UNDEFINED or b == self._zero else a / b

    def power(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The real power."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        n = self.whole(b)
        if n is not None:
            return self.divide(a**0, a**-n) if n < 0 else a**n
        if a > 0:
            return self.functions["exp"](b * a.log())
        if a == self._zero:
            return a if b > 0 else UNDEFINED if b <= 0 else UNKNOWN
        return UNDEFINED if a < 0 and not b.contains_integer() else UNKNOWN

    def root(self, a: Enclosure, n: int) -> Enclosure:
        """The root of a number that isn't negative."""
        if a == self._zero:
            return a
        if a >= 0:
            return a.root(n)
        return UNDEFINED if a < 0 else UNKNOWN

    def order(self, a: Enclosure, b: Enclosure) -> int | None:
        """How two numbers stand."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return None
        return -1 if a < b else 1 if a > b else 0 if a == b else None

    def extreme(self, a: Enclosure, b: Enclosure, sign: int) -> Enclosure:
        """The greater or the lesser."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        return a.max(b) if sign > 0 else a.min(b)

    def whole(self, a: Enclosure) -> int | None:
        """The whole number that a ball is exactly."""
        if a is UNDEFINED or a is UNKNOWN or not a.is_integer() or a.bits() > LARGEST_WHOLE:
            return None
        return int(a.unique_fmpz()) if abs(a) < 1 << LARGEST_WHOLE else None

    def gamma(self, a: Enclosure) -> Enclosure:
        """The gamma function."""
        n = self.whole(a)
        if n is not None and n <= 0:
            return UNDEFINED
        if self.bits > GAMMA_PRECISION or a is UNDEFINED:
            return worse(a)
        return a.gamma() if abs(a) < 1 << GAMMA_BITS else UNKNOWN

    def apart(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers certainly differ."""
        return not a.overlaps(b)

    def near(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers agree in half of the bits."""
        apart = abs(a - b)
        return bool(apart <= self._near or apart <= self._near * (abs(a) + 1))

    def rough(self, a: Enclosure) -> float | None:
        """The middle as a float."""
        return None if a.contains(0) else float(a)

    def all_seen(self, parts: list[list[Enclosure]], totals: list[Enclosure]) -> bool:
        """Whether the middles, as floats, are of about the same size: a part that is lost has a far smaller one."""
        try:
            least = [abs(float(total)) * _CERTAINLY_SEEN for total in totals]
            for part in parts:
                for term, size in zip(part, least, strict=True):
                    if not abs(float(term)) > size:
                        return False
        except (TypeError, AttributeError):  # a value that isn't there, or isn't real
            return False
        return True

    def shown(self, total: Enclosure) -> Enclosure:
        """The size that a term must have to be seen."""
        return abs(total) * self._near

    def lost(self, term: Enclosure, shown: Enclosure) -> bool:
        """Whether a term isn't zero, but too small to be seen."""
        return term is not UNDEFINED and shown is not UNDEFINED and abs(term) < shown and not term.contains(0)

    def middle(self, a: Enclosure) -> tuple[Fraction, Fraction] | None:
        """The middle as a fraction."""
        exact = _fraction(a)
        return None if exact is None else (exact, Fraction(0))


class ComplexBalls(Balls):
    """Complex balls; what only real numbers have (an order, whole parts) is undefined where the value isn't real."""

    complex = True

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self._acb = self._flint.acb
        self.functions = complex_functions()

    def constant(self, name: str) -> Enclosure:
        """`pi`, `e` or `i`."""
        return self._acb(0, 1) if name == "i" else super().constant(name)

    def power(self, a: Enclosure, b: Enclosure) -> Enclosure:
        """The principal power."""
        if a is UNDEFINED or b is UNDEFINED or a is UNKNOWN or b is UNKNOWN:
            return worse(a, b)
        n = self.whole(b)
        if n is not None:
            return self.divide(a**0, a**-n) if n < 0 else a**n
        if a == self._zero:
            real = _real(b)
            return self._zero if real > 0 else UNDEFINED if real <= 0 else UNKNOWN
        return self.functions["exp"](b * self._acb(a).log())

    def root(self, a: Enclosure, n: int) -> Enclosure:
        """The principal root."""
        if a is UNDEFINED or a is UNKNOWN:
            return a
        if a == self._zero:
            return a
        return self._acb(a).sqrt() if n == 2 else (self._acb(a).log() / n).exp()

    def order(self, a: Enclosure, b: Enclosure) -> int | None:
        """How two real numbers stand."""
        return super().order(_real(a), _real(b))

    def extreme(self, a: Enclosure, b: Enclosure, sign: int) -> Enclosure:
        """The greater or the lesser of two real numbers."""
        return super().extreme(_real(a), _real(b), sign)

    def whole(self, a: Enclosure) -> int | None:
        """The whole number that a ball is exactly."""
        return super().whole(_real(a))

    def gamma(self, a: Enclosure) -> Enclosure:
        """The gamma function of a real number."""
        return super().gamma(_real(a))

    def apart(self, a: Enclosure, b: Enclosure) -> bool:
        """Whether two numbers certainly differ."""
        return not self._acb(a).overlaps(self._acb(b))

    def rough(self, a: Enclosure) -> float | None:
        """No float of a complex number."""

    def middle(self, a: Enclosure) -> tuple[Fraction, Fraction] | None:
        """The middle as two fractions."""
        both = self._acb(a)
        real, imaginary = _fraction(both.real), _fraction(both.imag)
        return None if real is None or imaginary is None else (real, imaginary)


def _fraction(a: Enclosure) -> Fraction | None:
    """The middle of a real ball."""
    if not a.is_finite() or a.bits() > LARGEST_SHOWN:
        return None
    if a.contains(0):
        return Fraction(0)
    man, exp = a.mid().man_exp()
    man, exp = int(man), int(exp)
    if abs(exp) > LARGEST_SHOWN:
        return None
    return Fraction(man << exp) if exp >= 0 else Fraction(man, 1 << -exp)


def _real(a: Enclosure) -> Enclosure:
    """The real ball of a value: UNDEFINED where it certainly isn't real, UNKNOWN where it can't be told."""
    if a is UNDEFINED or a is UNKNOWN or not hasattr(a, "imag") or a.imag.is_zero():
        return a if a is UNDEFINED or a is UNKNOWN else a.real
    return UNKNOWN if a.imag.contains(0) else UNDEFINED


@lru_cache(maxsize=1)
def real_functions() -> dict[str, Unary]:
    """The functions of one real number by name."""
    from flint import arb

    huge, exponent = arb(2) ** HUGE_BITS, arb(2) ** EXPONENT_BITS
    one = arb(1)

    def circular(name: str) -> Unary:
        function = getattr(arb, name)
        return lambda v: v if v is UNDEFINED else function(v) if abs(v) < huge else UNKNOWN

    def exponential(name: str) -> Unary:
        function = getattr(arb, name)
        return lambda v: v if v is UNDEFINED else function(v) if abs(v) < exponent else UNKNOWN

    def everywhere(name: str) -> Unary:
        function = getattr(arb, name)
        return lambda v: v if v is UNDEFINED or v is UNKNOWN else function(v)

    def log(v: Any) -> Any:
        if v > 0:
            return v.log()
        return UNDEFINED if v <= 0 else UNKNOWN

    def sqrt(v: Any) -> Any:
        if v >= 0:
            return v.sqrt()
        return UNDEFINED if v < 0 else UNKNOWN

    def within_one(name: str) -> Unary:
        function = getattr(arb, name)

        def inverse(v: Any) -> Any:
            size = abs(v)
            if size <= one and v is not UNDEFINED:
                return function(v)
            return UNDEFINED if v is UNDEFINED or size > one else UNKNOWN

        return inverse

    def acosh(v: Any) -> Any:
        if v >= one:
            return v.acosh()
        return UNDEFINED if v < one else UNKNOWN

    def atanh(v: Any) -> Any:
        size = abs(v)
        if v is UNDEFINED or size >= one:
            return UNDEFINED
        return v.atanh() if size < one else UNKNOWN

    return {
        "sin": circular("sin"), "cos": circular("cos"), "sin_pi": circular("sin_pi"), "cos_pi": circular("cos_pi"),
        "exp": exponential("exp"), "sinh": exponential("sinh"), "cosh": exponential("cosh"),
        "tanh": exponential("tanh"), "atan": everywhere("atan"), "asinh": everywhere("asinh"), "ln": log,
        "sqrt": sqrt, "asin": within_one("asin"), "acos": within_one("acos"), "acosh": acosh, "atanh": atanh,
        "floor": everywhere("floor"), "ceil": everywhere("ceil"), "sign": everywhere("sgn"), "abs": abs,
        "re": lambda v: v, "conjugate": lambda v: v, "im": lambda v: v * 0, "arg": _no_argument,
    }  # fmt: skip


def _no_argument(v: Enclosure) -> Enclosure:
    return worse(v)


@lru_cache(maxsize=1)
def complex_functions() -> dict[str, Unary]:
    """The functions of one complex number by name."""
    from flint import acb, arb

    huge, exponent = arb(2) ** HUGE_BITS, arb(2) ** EXPONENT_BITS
    zero = arb(0)

    def total(name: str, limit: Any) -> Unary:
        function = getattr(acb, name)

        def apply(v: Any) -> Any:
            if v is UNDEFINED or v is UNKNOWN:
                return v
            return function(acb(v)) if limit is None or abs(v) < limit else UNKNOWN

        return apply

    def of_real(name: str) -> Unary:
        function = real_functions()[name]
        return lambda v: function(_real(v))

    def log(v: Any) -> Any:
        if v is UNDEFINED or v is UNKNOWN:
            return v
        return UNDEFINED if v == zero else acb(v).log()

    def atanh(v: Any) -> Any:
        if v is UNDEFINED or v is UNKNOWN:
            return v
        return UNDEFINED if v * v == arb(1) else acb(v).atanh()

    def part(name: str) -> Unary:
        return lambda v: v if v is UNDEFINED or v is UNKNOWN else getattr(acb(v), name)

    return {
        **{name: total(name, huge) for name in ("sin", "cos", "sin_pi", "cos_pi")},
        **{name: total(name, exponent) for name in ("exp", "sinh", "cosh", "tanh")},
        **{name: total(name, None) for name in ("sqrt", "atan", "asinh", "asin", "acos", "acosh")},
        **{name: of_real(name) for name in ("floor", "ceil", "sign")},
        "ln": log, "atanh": atanh, "abs": abs, "re": part("real"), "im": part("imag"),
        "conjugate": lambda v: v if v is UNDEFINED or v is UNKNOWN else acb(v).conjugate(),
        "arg": lambda v: v if v is UNDEFINED or v is UNKNOWN else UNDEFINED if v == zero else acb(v).arg(),
    }  # fmt: skip
