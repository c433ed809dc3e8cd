"""The functions of one real interval: what `intervals.py` knows besides arithmetic.

A function that never falls is taken at the low end and moved on by a bound of its slope where the interval is narrow:
one evaluation, not two. Values of mpmath are moved outward by more than they can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mpmath import libmp

from quizgen.maths.sameness.systems import (
    EXPONENT_BITS,
    GAMMA_BITS,
    GAMMA_PRECISION,
    HUGE_BITS,
    LARGEST_WHOLE,
    UNDEFINED,
    UNKNOWN,
    Enclosure,
    Unary,
    worse,
)

Mpf = tuple[int, Any, int, int]
_GUARD = 12  # bits that a function of mpmath is asked for besides; its last ones aren't relied on
_ZERO, _ONE, _HALF = libmp.fzero, libmp.fone, libmp.fhalf


def root_of(x: Mpf, n: int, bits: int, way: str) -> Mpf:
    """The n-th root of x >= 0, rounded down ("f") or up ("c"); exact where it comes out."""
    if n == 2:
        return libmp.mpf_sqrt(x, bits, way)  # type: ignore[no-any-return]  # untyped beneath
    if not x[1]:
        return x
    found = libmp.mpf_nthroot(x, n, bits + _GUARD, "n")
    return found if is_root(found, n, x) else _moved(found, bits, way)


def is_root(found: Mpf, n: int, of: Mpf) -> bool:
    """Whether `found` is exactly the n-th root."""
    return bool(found[3] * n <= of[3] + n and libmp.mpf_pow_int(found, n, found[3] * n + n) == of)


def _moved(x: Mpf, bits: int, way: str) -> Mpf:
    """A value of mpmath moved outward by more than it can be wrong."""
    slack = libmp.mpf_shift(libmp.mpf_abs(x), -bits - 3)
    return libmp.mpf_sub(x, slack, bits, "f") if way == "f" else libmp.mpf_add(x, slack, bits, "c")  # type: ignore[no-any-return]  # untyped beneath


def _present(function: Callable[[Any], Enclosure]) -> Unary:
    return lambda v: v if v is UNDEFINED or v is UNKNOWN else function(v)


def _rising(v: Any, name: str, slope: Mpf) -> Enclosure:
    """A function that never falls, with a slope of at most `slope` in the interval."""
    found = getattr(libmp, f"mpf_{name}")(v.low, v.bits + _GUARD, "n")
    low = _moved(found, v.bits, "f")
    if v.thin:
        return type(v)(low, _moved(found, v.bits, "c"))
    rise = libmp.mpf_mul(v.width, slope, 20, "c")
    return type(v)(low, libmp.mpf_add(_moved(found, v.bits, "c"), rise, v.bits, "c"))


@_present
def _exponential(v: Any) -> Enclosure:
    if not v.within(EXPONENT_BITS):
        return UNKNOWN
    if v.thin and not v.low[1]:
        return type(v)(_ONE, _ONE)
    found = libmp.mpf_exp(v.low, v.bits + _GUARD, "n")
    low, high = _moved(found, v.bits, "f"), _moved(found, v.bits, "c")
    if v.thin:
        return type(v)(low, high)
    if libmp.mpf_gt(v.width, _HALF):
        return type(v)(low, _moved(libmp.mpf_exp(v.high, v.bits + _GUARD, "n"), v.bits, "c"))
    growth = libmp.mpf_add(_ONE, libmp.mpf_shift(v.width, 1), v.bits, "c")  # e^r <= 1 + 2r up to r = 1
    return type(v)(low, libmp.mpf_mul(high, growth, v.bits, "c"))


@_present
def _log(v: Any) -> Enclosure:
    if v.sign == 1:
        if v.thin and v.low == _ONE:
            return type(v)(_ZERO, _ZERO)
        return _rising(v, "log", libmp.mpf_div(_ONE, v.low, 20, "c"))
    return UNDEFINED if v.high[0] or not v.high[1] else UNKNOWN


@_present
def _sqrt(v: Any) -> Enclosure:
    if v.low[0]:
        return UNDEFINED if v.sign == -1 else UNKNOWN
    low = libmp.mpf_sqrt(v.low, v.bits, "f")
    return type(v)(low, low if v.thin and is_root(low, 2, v.low) else libmp.mpf_sqrt(v.high, v.bits, "c"))


def _circular(name: str) -> Unary:
    function = getattr(libmp, f"mpf_{name}")

    @_present
    def apply(v: Any) -> Enclosure:
        if not v.within(HUGE_BITS):
            return UNKNOWN
        if v.thin and not v.low[1]:
            return type(v)(*((_ZERO, _ZERO) if name == "sin" else (_ONE, _ONE)))
        found, width = function(v.low, v.bits + _GUARD, "n"), v.width
        low = libmp.mpf_sub(_moved(found, v.bits, "f"), width, v.bits, "f")
        high = libmp.mpf_add(_moved(found, v.bits, "c"), width, v.bits, "c")
        below, above = libmp.mpf_lt(low, libmp.fnone), libmp.mpf_gt(high, _ONE)
        return type(v)(libmp.fnone if below else low, _ONE if above else high)

    return apply


def _circular_pi(name: str) -> Unary:
    """sin(pi·v) and cos(pi·v), exact at multiples of one half."""
    plain = _circular(name)

    @_present
    def apply(v: Any) -> Enclosure:
        twice = libmp.mpf_shift(v.low, 1)
        if v.thin and v.within(LARGEST_WHOLE) and libmp.mpf_floor(twice) == twice:
            quarter = (int(libmp.to_int(twice)) + (name == "cos")) % 4
            exact = libmp.from_int((0, 1, 0, -1)[quarter])
            return type(v)(exact, exact)
        return plain(v * type(v)(libmp.mpf_pi(v.bits, "f"), libmp.mpf_pi(v.bits, "c")))

    return apply


@_present
def _atan(v: Any) -> Enclosure:
    return _rising(v, "atan", _ONE) if v.low[1] or not v.thin else v


def _outside_one(v: Any) -> Enclosure | None:
    """UNDEFINED or UNKNOWN where an interval isn't within -1 and 1."""
    size = abs(v)
    if libmp.mpf_gt(size.low, _ONE):
        return UNDEFINED
    return UNKNOWN if libmp.mpf_gt(size.high, _ONE) else None


@_present
def _asin(v: Any) -> Enclosure:
    outside = _outside_one(v)
    if outside is not None:
        return outside
    low, high = (libmp.mpf_asin(end, v.bits + _GUARD, "n") for end in (v.low, v.high))
    return type(v)(_moved(low, v.bits, "f"), _moved(high, v.bits, "c"))


@_present
def _acos(v: Any) -> Enclosure:
    if v.thin and v.low == _ONE:
        return type(v)(_ZERO, _ZERO)
    half = type(v)(*(libmp.mpf_shift(libmp.mpf_pi(v.bits, way), -1) for way in "fc"))
    return half - _asin(v)


def _one_of(v: Any) -> Any:
    return type(v)(_ONE, _ONE)


def _halved(v: Any) -> Any:
    return type(v)(libmp.mpf_shift(v.low, -1), libmp.mpf_shift(v.high, -1))


def _inverse(v: Any) -> Any:
    return type(v)(*libmp.libmpi.mpi_div((_ONE, _ONE), (v.low, v.high), v.bits))


def _hyperbolic(sign: int) -> Unary:
    @_present
    def apply(v: Any) -> Enclosure:
        power = _exponential(v)
        if power is UNKNOWN:
            return UNKNOWN
        return _halved(power + _inverse(power) if sign > 0 else power - _inverse(power))

    return apply


@_present
def _tanh(v: Any) -> Enclosure:
    """1 - 2/(e^2v + 1), and odd, so that the power doesn't grow small."""
    if v.low[0] and v.high[0]:
        return -_tanh(-v)
    square = _exponential(v + v)
    return UNKNOWN if square is UNKNOWN else _one_of(v) - _inverse(_halved(square + _one_of(v)))


@_present
def _asinh(v: Any) -> Enclosure:
    if v.sign == 0:
        return v
    if v.low[0] and v.high[0]:
        return -_asinh(-v)
    if v.low[0]:
        top = _asinh(type(v)(_ZERO, abs(v).high)).high
        return type(v)(libmp.mpf_neg(top), top)
    return _log(v + _sqrt(v * v + _one_of(v)))


@_present
def _acosh(v: Any) -> Enclosure:
    if libmp.mpf_lt(v.high, _ONE):
        return UNDEFINED
    if libmp.mpf_lt(v.low, _ONE):
        return UNKNOWN
    return _log(v + _sqrt(v * v - _one_of(v)))


@_present
def _atanh(v: Any) -> Enclosure:
    size = abs(v)
    if libmp.mpf_ge(size.low, _ONE):
        return UNDEFINED
    if libmp.mpf_ge(size.high, _ONE):
        return UNKNOWN
    one = _one_of(v)
    return _halved(_log((one + v) * _inverse(one - v))) if v.sign != 0 else v


def _stepped(name: str) -> Unary:
    function = getattr(libmp, f"mpf_{name}")
    return _present(lambda v: type(v)(function(v.low), function(v.high)))


@_present
def _sign(v: Any) -> Enclosure:
    ends = (libmp.from_int(libmp.mpf_sign(end)) for end in (v.low, v.high))
    return type(v)(*ends)


@_present
def gamma(v: Any) -> Enclosure:
    """The gamma function; UNKNOWN where there may be a pole, and far from zero."""
    if v.bits > GAMMA_PRECISION or not v.within(GAMMA_BITS):
        return UNKNOWN
    if v.low[0]:
        return _gamma_below(v)
    if v.low == _ZERO:
        return UNKNOWN
    if v.thin:
        found = libmp.mpf_gamma(v.low, v.bits + _GUARD, "n")
        return type(v)(_moved(found, v.bits, "f"), _moved(found, v.bits, "c"))
    return type(v)(*libmp.libmpi.mpi_gamma((v.low, v.high), v.bits))


def _gamma_below(v: Any) -> Enclosure:
    """Below zero: pi over sin(pi·v) times the gamma function of 1 - v."""
    if not v.high[0]:
        return UNKNOWN
    under = FUNCTIONS["sin_pi"](v) * gamma(_one_of(v) - v)
    if under is UNDEFINED or under is UNKNOWN or not under.sign:
        return UNKNOWN
    return type(v)(libmp.mpf_pi(v.bits, "f"), libmp.mpf_pi(v.bits, "c")) * _inverse(under)


FUNCTIONS: dict[str, Unary] = {
    "sin": _circular("sin"), "cos": _circular("cos"), "sin_pi": _circular_pi("sin"), "cos_pi": _circular_pi("cos"),
    "exp": _exponential, "sinh": _hyperbolic(-1), "cosh": _hyperbolic(1), "tanh": _tanh, "atan": _atan, "asinh": _asinh,
    "ln": _log, "sqrt": _sqrt, "asin": _asin, "acos": _acos, "acosh": _acosh, "atanh": _atanh,
    "floor": _stepped("floor"), "ceil": _stepped("ceil"), "sign": _sign, "abs": abs, "re": lambda v: v,
    "conjugate": lambda v: v, "im": lambda v: v - v if v is not UNDEFINED and v is not UNKNOWN and v.thin else worse(v),
}  # fmt: skip
