"""What brackets, commas and words say in an answer, by what the part takes (POSITIONS 25, 26).

A grammar reads `(1, 2)` as a pair whatever it means. Here it becomes an interval where a set of numbers is asked for, a
column where a matrix is, and stays a pair elsewhere. Things that don't go together are refused at their place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from quizgen.errors import ReadingError
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
    PlusMinus,
    Power,
    Product,
    Quotient,
    Relation,
    SetOf,
    Sum,
    Truth,
    TupleOf,
    rebuild,
)

SET_CALLS = frozenset({"union", "intersection", "without"})
_OF_MATRICES = frozenset({"det", "norm", "transpose", "abs", "dot", "cross"})
_OO = Name("oo")
_MOST_EXPONENT = 64
_ASKED = {
    "interval": "an interval is asked for", "inequality": "an inequality is asked for",
    "set": "a set is asked for", "matrix": "a matrix is asked for", "equation": "an equation is asked for",
}  # fmt: skip


def settled(items: Sequence[Expr], takes: str, *, plain: bool = False) -> Expr:
    """The answer that some items with commas between them make; `plain` ones are values that need no settling.

    Raises ReadingError at what doesn't fit.
    """
    settler = _Settler(takes)
    items = [value for item in items for value in (_listed(item) if takes in _OF_VALUES else (item,))]
    parts = list(items) if plain else [settler.settle(item) for item in items]
    if len(parts) == 1:
        return settler.whole(parts[0])
    if any(_sort(part) == "truth" for part in parts):
        return _statements(parts)
    span = (parts[0].at[0], parts[-1].at[1])
    if takes in ("interval", "inequality"):
        raise _wrong(parts[1], _ASKED[takes], "write ∪ between intervals")
    return settler.whole(SetOf(tuple(parts), span) if takes == "set" else ListOf(tuple(parts), span))


class _Settler:
    """Goes through one tree."""

    def __init__(self, takes: str) -> None:
        self.takes = takes

    def settle(self, node: Expr) -> Expr:
        """A node with everything in it settled, whatever it is."""
        match node:
            case Relation():
                return self.relation(node)
            case Logic():
                return self.logic(node)
            case Interval():
                return checked(rebuild(node, self.value))
            case Matrix():
                return rebuild(node, self.value)
            case SetOf() | ListOf() | TupleOf():
                return self.collection(rebuild(node, self.settle))
            case Call(function=function) if function in SET_CALLS:
                return rebuild(node, lambda part: as_set(self.settle(part)))
            case Call(function=function):
                return _of_matrix(rebuild(node, self.operand if function in _OF_MATRICES else self.value))
            case Sum():
                return self.sum(rebuild(node, self.operand))
        return rebuild(node, self.operand)

    # -- values

    def operand(self, node: Expr) -> Expr:
        """A value or a matrix; brackets of any kind around one thing are just brackets."""
        if isinstance(node, Name | Number):
            return node
        found = self.settle(node)
        match found:
            case ListOf(items=(only,)) | SetOf(items=(only,)) if not isinstance(only, ListOf | TupleOf):
                found = only
        if isinstance(found, ListOf | TupleOf) and self.takes in ("matrix", "any"):
            return as_matrix(found)
        if _sort(found) not in ("value", "matrix"):
            raise _wrong(found, f"{_called(found)} can't stand in a formula")
        return found

    def value(self, node: Expr) -> Expr:
        """A value that is no matrix."""
        found = self.operand(node)
        if _sort(found) != "value":
            raise _wrong(found, f"{_called(found)} can't stand here")
        return found

    def sum(self, node: Expr) -> Expr:
        """A sum of values or one of matrices."""
        if isinstance(node, Sum) and len({_sort(term) for term in node.terms}) > 1:
            raise _wrong(node, "a matrix and a number can't be added")
        return node

    # -- statements

    def relation(self, node: Relation) -> Expr:
        """A comparison; `x = {1, 2}` says which values x may have, `(x, y) = (1, 2)` is a system."""
        sides = [self.side(side) for side in node.sides]
        if node.signs in (("=",), ("in",)) and (node.signs == ("in",) or isinstance(sides[1], SetOf)):
            return Relation(("in",), (self.value(sides[0]), as_set(sides[1])), node.at)
        match node.signs, sides:
            case ("=",), [TupleOf(items=left), TupleOf(items=right)] if len(left) == len(right):
                return Logic("and", tuple(Relation(("=",), pair, node.at) for pair in zip(left, right)), node.at)  # noqa: B905 - of one length, by what stands above
        for side in sides:
            if _sort(side) in ("set", "truth"):
                raise _wrong(side, f"{_called(side)} can't be compared")
        if "in" in node.signs:
            raise _wrong(node, "one sign ∈ stands alone", "split it with `and`")
        return Relation(node.signs, tuple(sides), node.at)

    def side(self, node: Expr) -> Expr:
        """A side of a comparison."""
        found = self.settle(node)
        return found.items[0] if isinstance(found, ListOf) and len(found.items) == 1 else found

    def logic(self, node: Logic) -> Expr:
        """Statements, the later of which may be shortened; `or` between intervals is their union."""
        items = [self.settle(item) for item in node.items]
        if node.word != "not" and self.takes in ("interval", "set", "any") and all(map(_is_set_like, items)):
            return Call("union" if node.word == "or" else "intersection", tuple(map(as_set, items)), node.at)
        return Logic(node.word, tuple(completed(items)), node.at)

    def collection(self, node: Expr) -> Expr:
        """A list, pair or set whose items are settled."""
        match node:
            case ListOf(items=(Matrix() as only,)):
                return only
            case SetOf(items=items) if items and any(_sort(item) == "truth" for item in items):
                if len(items) > 1 and all(_sort(item) == "truth" for item in items):
                    return Logic("and", items, node.at)
                raise _wrong(node, "a set given by its rule isn't read", "write its elements, or an interval")
            case SetOf(items=items):
                for item in items:
                    if isinstance(item, Interval):
                        raise _wrong(item, "an interval is no element of a set", "write ∪ between them")
        return node

    # -- the whole answer

    def whole(self, node: Expr) -> Expr:
        """The answer as the part takes it."""
        sort = _sort(node)
        match self.takes:
            case "interval" | "inequality":
                return node if sort == "truth" else self.asked_set(node)
            case "set":
                return SetOf((node,), node.at) if sort == "value" else node if sort == "truth" else self.asked_set(node)
            case "list" if sort == "value":
                return ListOf((node,), node.at)
            case "matrix":
                return as_matrix(node)
            case "equation" if sort == "matrix" or isinstance(node, Interval):
                raise _wrong(node, _ASKED["equation"])
        return node

    def asked_set(self, node: Expr) -> Expr:
        """A set, where one is asked for."""
        if not _is_set_like(node):
            raise _wrong(node, _ASKED[self.takes])
        return as_set(node)


# ------------------------------------------------------------------------------------------------------ statements
_OF_VALUES = frozenset({"set", "list"})
_NO_VALUES = (Relation, Logic, SetOf, Interval, TupleOf, ListOf)


def _listed(node: Expr) -> tuple[Expr, ...]:
    """The values of `1 and 2`, `2 or -2`; a statement, or one between sets, is one item."""
    if not isinstance(node, Logic) or node.word == "not":
        return (node,)
    found = tuple(value for item in node.items for value in _listed(item))
    apart = any(isinstance(value, _NO_VALUES) or _sort(value) == "set" for value in found)
    return (node,) if apart else found


def _statements(parts: Sequence[Expr]) -> Expr:
    """Statements with commas between them: `x = 2, x = -2` are either, anything else holds together."""
    items = completed(parts)
    span = (items[0].at[0], items[-1].at[1])
    return Logic("or" if len(items) > 1 and len({_solved(item) for item in items} - {""}) == 1
                 and all(map(_solved, items)) else "and", tuple(items), span)  # fmt: skip


def _solved(node: Expr) -> str:
    """The name that a statement gives values, "" if it isn't solved."""
    match node:
        case Relation(signs=("=",) | ("in",), sides=(Name(name=name), _)):
            return name
    return ""


def completed(items: Sequence[Expr]) -> list[Expr]:
    """Statements in full: `x = 2 or -2` says `x = 2 or x = -2`. Raises ReadingError for a value without one before."""
    done: list[Expr] = []
    for item in items:
        if _sort(item) == "truth":
            done.append(item)
            continue
        match done[-1] if done else None:
            case Relation(signs=("=",), sides=(Name() as name, _)) if _sort(item) == "value":
                done.append(Relation(("=",), (name, item), item.at))
            case _:
                raise _wrong(item, f"{_called(item)} is no statement", "write each of them in full")
    return done


# ------------------------------------------------------------------------------------------------- sets and matrices
def _is_set_like(node: Expr) -> bool:
    return _sort(node) == "set" or (isinstance(node, ListOf | TupleOf) and len(node.items) == 2)


def as_set(node: Expr) -> Expr:
    """A set or an interval; a pair in round or square brackets is one. Raises ReadingError."""
    match node:
        case TupleOf(items=(low, high)):
            return checked(Interval(low, high, at=node.at))
        case ListOf(items=(low, high)):
            return checked(Interval(low, high, closed_low=True, closed_high=True, at=node.at))
    if _sort(node) != "set":
        raise _wrong(node, f"{_called(node)} is neither a set nor an interval")
    return node


def as_matrix(node: Expr) -> Expr:
    """A matrix; a list of rows is one, and a list of values is a column. Raises ReadingError."""
    if _sort(node) == "matrix":
        return node
    if not isinstance(node, ListOf | TupleOf) or not node.items:
        raise _wrong(node, _ASKED["matrix"], "write [[1, 2], [3, 4]]")
    rows = [item.items if isinstance(item, ListOf | TupleOf) else (item,) for item in node.items]
    nested = {isinstance(item, ListOf | TupleOf) for item in node.items}
    if len(nested) > 1 or len({len(row) for row in rows}) > 1 or not rows[0]:
        raise _wrong(node, "the rows of this matrix differ in length", "give every row the same number of entries")
    for row in rows:
        for entry in row:
            if _sort(entry) != "value":
                raise _wrong(entry, f"{_called(entry)} can't be an entry of a matrix")
    return Matrix(tuple(rows), node.at)


def _of_matrix(node: Expr) -> Expr:
    """Bars around a matrix are its determinant, around a vector its length."""
    match node:
        case Call(function="abs", arguments=(Matrix(rows=rows) as inner,)):
            return Call("norm" if len(rows[0]) == 1 and len(rows) > 1 else "det", (inner,), node.at)
    return node


def checked(node: Expr) -> Expr:
    """An interval whose ends are in order. Raises ReadingError for `(3, 2)` and for a closed end at infinity."""
    if not isinstance(node, Interval):
        return node
    for end in (node.low, node.high):
        if _sort(end) != "value":
            raise _wrong(end, f"{_called(end)} is no end of an interval")
    low, high = _exact(node.low), _exact(node.high)
    if (node.closed_low and low is None and _infinite(node.low)) or (node.closed_high and _infinite(node.high)):
        raise _wrong(node, "an interval is open at infinity", "write a round bracket there")
    out_of_order = _infinite(node.low) == 1 or _infinite(node.high) == -1
    if out_of_order or (low is not None and high is not None and low > high):
        raise _wrong(node, "the ends of this interval are in the wrong order", "write the smaller one first")
    return node


def _infinite(node: Expr) -> int:
    """1 for ∞, -1 for −∞, 0 for anything else."""
    return 1 if node == _OO else -1 if isinstance(node, Negative) and node.of == _OO else 0


def _exact(node: Expr) -> Fraction | None:
    """The value of a node that is made of numbers, None for any other."""
    match node:
        case Number(value=value):
            return Fraction(value)
        case Negative(of=of):
            return _combined((of,), lambda parts: -parts[0])
        case Sum(terms=terms):
            return _combined(terms, lambda parts: sum(parts, Fraction(0)))
        case Product(factors=factors) if len(factors) <= _MOST_EXPONENT:
            return _combined(factors, _product)
        case Quotient(over=over, under=under):
            return _combined((over, under), lambda parts: parts[0] / parts[1] if parts[1] else None)
        case Power(base=base, exponent=Number(value=int(power))) if power <= _MOST_EXPONENT:
            return _combined((base,), lambda parts: parts[0] ** power)
    return None


def _product(parts: list[Fraction]) -> Fraction:
    value = Fraction(1)
    for part in parts:
        value *= part
    return value


def _combined(nodes: Sequence[Expr], combine: Callable[[list[Fraction]], Fraction | None]) -> Fraction | None:
    """The value that a step makes of some nodes; None if one has none, or more digits than an end is written with."""
    parts: list[Fraction] = []
    for node in nodes:
        value = _exact(node)
        if value is None or max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_EXPONENT:
            return None
        parts.append(value)
    return combine(parts)


# ------------------------------------------------------------------------------------------------------------- sorts
def _sort(node: Expr) -> str:
    """What a settled node is: a value, truth, set, list or matrix."""
    match node:
        case Relation() | Logic() | Truth():
            return "truth"
        case SetOf() | Interval():
            return "set"
        case ListOf() | TupleOf():
            return "list"
        case Matrix():
            return "matrix"
        case Call(function=function):
            return "set" if function in SET_CALLS else "matrix" if function in ("transpose", "cross") else "value"
        case Sum(terms=(first, *_)) | Negative(of=first) | PlusMinus(of=first) | Quotient(over=first):
            return _sort(first) if isinstance(first, _MAYBE_MATRIX) else "value"
        case Power(base=first):
            return _sort(first) if isinstance(first, _MAYBE_MATRIX) else "value"
        case Product(factors=factors):
            return "matrix" if any(isinstance(each, _MAYBE_MATRIX) and _sort(each) == "matrix" for each in factors) \
                else "value"  # fmt: skip
    return "value"


_MAYBE_MATRIX = (Matrix, Call, Sum, Negative, PlusMinus, Quotient, Power, Product)
_NAMES = {"truth": "a statement", "set": "a set", "list": "a list", "matrix": "a matrix", "value": "a value"}


def _called(node: Expr) -> str:
    return "an interval" if isinstance(node, Interval) else _NAMES[_sort(node)]


def _wrong(node: Expr, what: str, mend: str = "") -> ReadingError:
    return ReadingError(what, start=node.at[0], end=node.at[1], mend=mend)
