"""How large the degree and the coefficients of a tree, as a rational function, can be.

Residues (`residues.py`) prove that two trees are one function only if these are small against the primes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.maths.expr import (
    Call,
    Each,
    Expr,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
    children,
)
from quizgen.maths.sameness.rationals import exact_or_none

MOST_DEGREE = 1 << 24
MOST_BITS = 1 << 26
"""With these limits the chance that two 61-bit primes both miss a difference is below 2^-60 for one pair of parts,
below 2^-40 for all pairs of parts that two answers can have: a prime misses it if it divides every coefficient (at
most 2^26/60 of about 2^53 such primes do) or the digest-chosen point is a root (at most 2^24 in 2^60)."""


_Bounds = tuple[int, int, int, int]


class Size(NamedTuple):
    """Bounds of a rational function: degree above and below the line, and log2 of the sum of its coefficients.

    `inner` is the largest sum of the three among the arguments of irrational parts.
    """

    over: int
    under: int
    bits: int
    inner: int = 0

    @property
    def provable(self) -> bool:
        """Whether residues prove equality at this size."""
        return self.over + self.under <= MOST_DEGREE and self.bits <= MOST_BITS and self.inner <= MOST_DEGREE


def size_of(node: Expr) -> Size:
    """The bounds of a tree that has a residue."""
    return Size(*_size(node))


def _size(node: Expr) -> _Bounds:
    return _MAKERS.get(type(node), _part)(node)


def _number(node: Number) -> _Bounds:
    value = node.value
    return (0, 0, value.bit_length(), 0) if type(value) is int else (0, 0, _longer(value), 0)


def _longer(value: int | Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _name(_: Name) -> _Bounds:
    return 1, 0, 0, 0


def _sum(node: Sum) -> _Bounds:
    over, under, bits, inner = 0, 0, 0, 0
    for term in node.terms:
        n, d, b, i = _size(term)
        over, under, bits = max(over + d, under + n) if d or under else max(over, n), under + d, bits + b + 1
        inner = max(inner, i) if i else inner
    return over, under, bits, inner


def _product(node: Product) -> _Bounds:
    over, under, bits, inner = 0, 0, 0, 0
    for factor in node.factors:
        n, d, b, i = _size(factor)
        over, under, bits = over + n, under + d, bits + b
        inner = max(inner, i) if i else inner
    return over, under, bits, inner


def _quotient(node: Quotient) -> _Bounds:
    a, b = _size(node.over), _size(node.under)
    return a[0] + b[1], a[1] + b[0], a[2] + b[2], max(a[3], b[3])


def _negative(node: Negative) -> _Bounds:
    return _size(node.of)


def _percent(node: Percent) -> _Bounds:
    over, under, bits, inner = _size(node.of)
    return over, under, bits + 7, inner


def _power(node: Power) -> _Bounds:
    exponent = exact_or_none(node.exponent)
    if exponent is None:
        return _part(node)
    over, under, bits, inner = _size(node.base)
    n = abs(exponent.numerator)
    if exponent.denominator != 1:
        return n, n, bits, max(inner, over + under + bits)
    if exponent < 0:
        over, under = under, over
    return over * n, under * n, bits * n, inner


def _part(node: Expr) -> _Bounds:
    """An irrational part: a letter of its own, of degree 2 at most where it is a quotient of two such."""
    parts = [_size(part) for part in children(node) if isinstance(part, _NUMBERS)]
    inner = max((max(part[3], part[0] + part[1] + part[2]) for part in parts), default=0)
    return 2, 2, max((part[2] for part in parts), default=0) + 2, inner


_NUMBERS = (Number, Name, Sum, Product, Quotient, Negative, Percent, Power, Call, Each)
_MAKERS: dict[type, Callable[[Any], _Bounds]] = {
    Number: _number, Name: _name, Sum: _sum, Product: _product, Quotient: _quotient, Negative: _negative,
    Percent: _percent, Power: _power,
}  # fmt: skip
