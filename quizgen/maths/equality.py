"""Rows of tables, and when two values are the same or one comes before another."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, NamedTuple

from quizgen.errors import KindError, TooMuchWork
from quizgen.maths.approx import order
from quizgen.maths.arithmetic import NUMBERS, describe
from quizgen.maths.expr import Expr

_PLAIN = frozenset({int, Fraction, str})
_MOST_PAIRWISE = 1_000


class Row(NamedTuple):
    """A row of a table: cells by column. A cell is a number in base units, a text, a tuple of texts, or a Row.

    Two rows are one if their table and id are.
    """

    table: str
    id: str
    cells: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self[:2] == other[:2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self[:2].__hash__()  # so that rows can be members of a set


def equal(a: Any, b: Any) -> bool:
    """Whether two values are the same, as `=` says it.

    Numbers by value, texts by their characters, lists item by item, sets without order, rows by table and id; a row
    also equals the text that is its id. Raises Undecided for numbers that their digits can't tell apart, KindError for
    kinds that are never compared.
    """
    if type(a) in NUMBERS and type(b) in NUMBERS:
        return compare(a, b) == 0
    if type(a) is type(b) and isinstance(a, bool | str | Row):
        return bool(a == b)
    if isinstance(a, Row) and isinstance(b, str):
        return a.id == b
    if isinstance(a, str) and isinstance(b, Row):
        return a == b.id
    if type(a) is tuple and type(b) is tuple:
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _same_members(a, b)
    raise KindError(f"can't compare {describe(a)} with {describe(b)}")


def _same_members(a: frozenset[Any], b: frozenset[Any]) -> bool:
    if _are_plain(a) and _are_plain(b):
        return a == b
    _check_pairwise(max(len(a), len(b)))
    return all(is_in(item, b) for item in a) and all(is_in(item, a) for item in b)


def is_in(item: Any, items: Iterable[Any]) -> bool:
    """Whether a list or set holds a value. Raises Undecided, KindError."""
    return any(equal(item, each) for each in items)


def without_repeats(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first of each value, in order. Raises Undecided, KindError, and TooMuchWork where it would take too long."""
    if _are_plain(items):
        return tuple(dict.fromkeys(items))
    _check_pairwise(len(items))
    kept: list[Any] = []
    for item in items:
        if not is_in(item, kept):
            kept.append(item)
    return tuple(kept)


def _are_plain(items: Iterable[Any]) -> bool:
    return all(type(item) in _PLAIN for item in items)


def _check_pairwise(count: int) -> None:
    if count > _MOST_PAIRWISE:
        raise TooMuchWork(f"more than {_MOST_PAIRWISE} values to compare with each other")


def compare(a: Any, b: Any) -> int:
    """-1, 0 or 1 as number a is less than, equal to or greater than number b, or as text a comes before b.

    Texts go by code point, whatever the language; rows by their ids. Raises Undecided, KindError.
    """
    kinds = {type(a), type(b)}
    if kinds <= NUMBERS:
        return int(a > b) - int(a < b) if kinds <= _PLAIN else order(a, b)
    if kinds == {Row}:
        a, b = a[:2], b[:2]
    if kinds in ({str}, {Row}):
        return int(a > b) - int(a < b)
    raise KindError(f"can't order {describe(a)} and {describe(b)}")


def in_order(items: Iterable[Any]) -> tuple[Any, ...]:
    """The items from the least to the greatest. Raises Undecided, KindError."""
    listed = tuple(items)
    if any(isinstance(item, Expr) for item in listed):
        return tuple(sorted(listed, key=repr))  # trees with letters have no order of size, and must have one
    if len({type(item) for item in listed}) == 1 and _are_plain(listed):
        return tuple(sorted(listed))
    return tuple(sorted(listed, key=cmp_to_key(compare)))
