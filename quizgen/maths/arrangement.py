"""A tree up to the order and grouping of its terms and factors: what `as the key` compares, and what was given.

Nothing is computed: `x + x` isn't `2x`, `(1 - x)^2` isn't `(x - 1)^2`, and `(-x)*(-y)` isn't `x*y`. A minus sign
belongs to its whole product, a decimal is its fraction, and `a/b*c` is `a*c/b`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from quizgen.maths.expr import (
    Call,
    Each,
    Expr,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    Negative,
    Number,
    Percent,
    PlusMinus,
    Power,
    Product,
    Quotient,
    RangeOf,
    Relation,
    SetOf,
    Sum,
    TupleOf,
    children,
)

Arranged = tuple[Any, ...]
"""Nested tuples of words, numbers and further tuples, with what may be swapped in one order."""

_SWAPPED = frozenset({"max", "min", "gcd", "lcm", "union", "intersection"})
_TURNED = {">": "<", ">=": "<="}


def arranged(node: Expr) -> Arranged:
    """The tree as nested tuples: two trees are the same up to order and grouping if these are equal."""
    match node:
        case Sum():
            return ("sum", *_in_order(arranged(term) for term in _terms(node)))
        case Number() | Negative() | Product() | Quotient():
            return _product(node)
        case Name(name=name):
            return ("name", name)
        case Power(base=base, exponent=exponent):
            return ("power", arranged(base), arranged(exponent))
        case Call(function="exp", arguments=(exponent,)):
            return ("power", ("name", "e"), arranged(exponent))
        case Call(function=function, arguments=arguments):
            inner: Iterable[Arranged] = map(arranged, arguments)
            return ("call", function, *(_in_order(inner) if function in _SWAPPED else inner))
    return _shape(node)


def same_arrangement(first: Expr, second: Expr) -> bool:
    """Whether two trees are the same up to the order and grouping of terms and factors."""
    return arranged(first) == arranged(second)


def _shape(node: Expr) -> Arranged:
    match node:
        case Relation(signs=(sign,), sides=(left, right)) if sign in _TURNED:
            return ("relation", (_TURNED[sign],), arranged(right), arranged(left))
        case Relation(signs=signs, sides=sides):
            return ("relation", signs, *map(arranged, sides))
        case Logic(word=word, items=items):
            return (word, *_in_order(map(arranged, items)))
        case SetOf(items=items):
            return ("set", *_in_order(map(arranged, items)))
        case ListOf(items=items) | TupleOf(items=items):
            return ("list", *map(arranged, items))
        case Matrix(rows=rows):
            return ("matrix", *(tuple(map(arranged, row)) for row in rows))
        case Interval(low=low, high=high, closed_low=closed_low, closed_high=closed_high):
            return ("interval", arranged(low), arranged(high), closed_low, closed_high)
        case Each(body=body, name=name, source=source, condition=condition):
            rest = () if condition is None else (arranged(condition),)
            return ("each", name, arranged(body), arranged(source), *rest)
        case RangeOf(first=first, last=last):
            return ("range", arranged(first), arranged(last))
        case Percent(of=of) | PlusMinus(of=of):
            return (type(node).__name__, arranged(of))
    return (type(node).__name__, repr(node), *map(arranged, children(node)))


def _terms(node: Expr) -> Iterable[Expr]:
    if not isinstance(node, Sum):
        return (node,)
    return (inner for term in node.terms for inner in _terms(term))


def _product(node: Expr) -> Arranged:
    """How many minus signs, what stands above and what stands below."""
    over: list[Arranged] = []
    under: list[Arranged] = []
    minuses = _gather(node, over, under)
    if len(over) == 1 and not under and not minuses:
        return over[0]
    return ("product", minuses, _in_order(over), _in_order(under))


def _gather(node: Expr, over: list[Arranged], under: list[Arranged]) -> int:
    """Put the factors of a node to where they stand, and give back how many minus signs it has."""
    match node:
        case Number(value=value):
            _gather_number(abs(Fraction(value)), over, under)
            return int(value < 0)
        case Negative(of=inner):
            return 1 + _gather(inner, over, under)
        case Product(factors=factors):
            return sum(_gather(factor, over, under) for factor in factors)
        case Quotient(over=top, under=bottom):
            minuses = 0 if top == Number(1) else _gather(top, over, under)
            minus = isinstance(bottom, Negative)
            under.append(arranged(bottom.of if isinstance(bottom, Negative) else bottom))
            return minuses + minus
    over.append(arranged(node))
    return 0


def _gather_number(value: Fraction, over: list[Arranged], under: list[Arranged]) -> None:
    if value.denominator == 1 or value.numerator != 1:
        over.append(_whole(value.numerator))
    if value.denominator != 1:
        under.append(_whole(value.denominator))


def _whole(value: int) -> Arranged:
    return ("number", f"{value:x}")  # a number of many digits has no decimal text in Python


def _in_order(items: Iterable[Arranged]) -> Arranged:
    return tuple(sorted(items, key=repr))
