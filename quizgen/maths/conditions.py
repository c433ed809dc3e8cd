"""What an equation, an inequality, an interval or a set says of its letters, as one condition.

A condition is a tree of single comparisons (`=`, `!=`, `<`, `<=`; nothing else), of `and`, `or`, `not`, and of truths.
So `1 < x <= 2`, `(1, 2]` and `x > 1 and not x > 2` are all told about one letter in the same words (POSITIONS 25, 26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from quizgen.errors import KindError
from quizgen.maths.expr import (
    Call,
    Expr,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    Negative,
    Number,
    Relation,
    SetOf,
    Sum,
    Truth,
    TupleOf,
    rebuild,
)
from quizgen.maths.plus_minus import both, has_plus_minus

INFINITY = Name("oo")
_TURNED = {">": "<", ">=": "<="}
_SETS = frozenset({"union", "intersection", "without"})
MOST_ITEMS = 100
"""Comparisons in one condition."""


def is_set(node: Expr) -> bool:
    """Whether a tree is a set of numbers: `{1, 2}`, an interval, a union of these."""
    return isinstance(node, SetOf | Interval) or (isinstance(node, Call) and node.function in _SETS)


def is_statement(node: Expr) -> bool:
    """Whether a tree is true or false of its letters."""
    return isinstance(node, Relation | Logic | Truth)


def condition(node: Expr, letter: str = "") -> Expr:
    """The condition that a statement, or membership of a set for that letter, comes to. Raises KindError."""
    found = _condition(node, letter)
    if sum(1 for _ in comparisons(found)) > MOST_ITEMS:
        raise KindError("this has too many parts to be compared")
    return found


def comparisons(node: Expr) -> Iterator[Relation]:
    """The single comparisons of a condition, from left to right."""
    if isinstance(node, Relation):
        yield node
    elif isinstance(node, Logic):
        for item in node.items:
            yield from comparisons(item)


def side_difference(node: Relation) -> Expr:
    """The left side minus the right side."""
    left, right = node.sides
    if right == Number(0):
        return left
    return right if left == Number(0) and node.signs[0] in ("=", "!=") else Sum((left, Negative(right)))


def _condition(node: Expr, letter: str) -> Expr:
    if isinstance(node, Relation | Logic) and has_plus_minus(node):
        if isinstance(node, Logic):
            return Logic(node.word, tuple(_condition(item, letter) for item in node.items))
        return _any(_condition(each, letter) for each in both(node))
    match node:
        case Relation(signs=("in",), sides=(Name(name=name), members)):
            return _condition(members, name)
        case Relation(signs=signs, sides=sides):
            return _all(_single(sign, *ends) for sign, ends in zip(signs, pairwise(sides), strict=True))
        case Logic(word=word, items=items):
            return Logic(word, tuple(_condition(item, letter) for item in items))
        case Truth():
            return node
        case ListOf(items=items) | TupleOf(items=items) if items and all(map(is_statement, items)):
            return _any(_condition(item, letter) for item in items)
    if not letter:
        raise KindError("this says nothing of a letter")
    return _membership(node, Name(letter))


def _single(sign: str, left: Expr, right: Expr) -> Expr:
    if sign == "in":
        raise KindError("`in` stands between one letter and one set")
    if sign in _TURNED:
        return Relation((_TURNED[sign],), (right, left))
    return Relation((sign,), (left, right))


def _membership(node: Expr, x: Name) -> Expr:
    match node:
        case Interval(low=low, high=high, closed_low=closed_low, closed_high=closed_high):
            ends = []
            if low != Negative(INFINITY):
                ends.append(Relation(("<=" if closed_low else "<",), (low, x)))
            if high != INFINITY:
                ends.append(Relation(("<=" if closed_high else "<",), (x, high)))
            return _all(ends)
        case SetOf(items=items) | ListOf(items=items) if not any(map(_is_compound, items)):
            return _any(Relation(("=",), (x, value)) for item in items for value in both(item))
        case Call(function="union", arguments=parts):
            return _any(_membership(part, x) for part in parts)
        case Call(function="intersection", arguments=parts):
            return _all(_membership(part, x) for part in parts)
        case Call(function="without", arguments=(of, taken)):
            return _all((_membership(of, x), Logic("not", (_membership(taken, x),))))
    if _is_compound(node):
        raise KindError("this is no set of numbers")
    return _any(Relation(("=",), (x, value)) for value in both(node))


def _is_compound(node: Expr) -> bool:
    return isinstance(node, ListOf | TupleOf | Matrix) or is_set(node) or is_statement(node)


def _any(items: Iterable[Expr]) -> Expr:
    found = tuple(items)
    return found[0] if len(found) == 1 else Logic("or", found) if found else Truth(value=False)


def _all(items: Iterable[Expr]) -> Expr:
    found = tuple(items)
    return found[0] if len(found) == 1 else Logic("and", found) if found else Truth(value=True)


def flattened(node: Expr) -> Expr:
    """The condition without a `not`, and with no `or` in an `or` or `and` in an `and`."""
    if not isinstance(node, Logic):
        return node
    if node.word == "not":
        return flattened(_turned(node.items[0]))
    items: list[Expr] = []
    for item in map(flattened, node.items):
        items += item.items if isinstance(item, Logic) and item.word == node.word else (item,)
    return Logic(node.word, tuple(items)) if len(items) > 1 else items[0]


_OPPOSITE = {"=": "!=", "!=": "=", "<": "<=", "<=": "<"}


def _turned(node: Expr) -> Expr:
    """What holds where the condition doesn't and everything in it is defined."""
    match node:
        case Truth(value=value):
            return Truth(value=not value)
        case Logic(word="not", items=(item,)):
            return item
        case Logic(word=word, items=items):
            return Logic("or" if word == "and" else "and", tuple(map(_turned, items)))
        case Relation(signs=(sign,), sides=(left, right)):
            sides = (left, right) if sign in ("=", "!=") else (right, left)
            return Relation((_OPPOSITE[sign],), sides)
    return rebuild(node, _turned)
