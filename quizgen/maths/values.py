"""Exact evaluation: a formula becomes a plain closure that takes values by name and gives a value.

Formulas are folded before (`kinds.fold`), so that every number is bare and in base units. What goes wrong raises a
MathsError with its place: Undefined, Undecided, TooMuchWork or KindError. This file makes the closures of operators,
relations and columns; `calls.py` those of lists, binders and functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from quizgen.errors import KindError, Undefined
from quizgen.maths import approx
from quizgen.maths.approx import Approx, bounds
from quizgen.maths.arithmetic import (
    NUMBERS,
    describe,
    divide,
    exp,
    integer,
    leading_place,
    minus,
    negate,
    plus,
    power,
    round_dp,
    round_sf,
    times,
    whole,
    written,
)
from quizgen.maths.calls import make_call, make_each, make_list, make_range, make_set
from quizgen.maths.closures import Constant, Env, Evaluator, Lookup, Setting, Value, charged, one, placed, truth, two
from quizgen.maths.dimensions import NUMBER, Kind
from quizgen.maths.equality import Row, compare, equal, in_order
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Each,
    Expr,
    Field,
    Index,
    ListOf,
    Logic,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    RangeOf,
    Relation,
    SetOf,
    Sum,
    Text,
    Truth,
    TupleOf,
)
from quizgen.maths.functions import text_of

__all__ = [
    "Approx", "Env", "Evaluator", "Row", "Value", "bounds", "compare", "compile_formula", "divide", "equal",
    "from_json", "in_order", "leading_place", "power", "round_dp", "round_sf", "text_of", "to_json", "whole",
]  # fmt: skip


def compile_formula(expr: Expr, log: str = "natural") -> Evaluator:
    """A closure that evaluates a folded formula; `log` is what `log(x)` means, "natural" or "10".

    The closure raises Undefined (also for a name without a value), Undecided, TooMuchWork or KindError; compiling
    raises the last two.
    """
    run = Setting(_MAKERS, log).closure(expr)

    def evaluate(env: Env) -> Value:
        try:
            return run(env)
        except KeyError as missing:
            raise Undefined(f"{missing.args[0]} has no value here") from None

    return evaluate


# ------------------------------------------------------------------------------------------------ leaves, operators
def _literal(node: Number | Text | Truth, _: Setting) -> Evaluator:
    return Constant(node.value)


def _name(node: Name, _: Setting) -> Evaluator:
    if node.name not in CONSTANTS:
        return Lookup(node.name)

    def constant_unless_declared(env: Env) -> Value:
        if node.name in env:
            return env[node.name]
        if node.name == "oo":
            raise Undefined("infinity isn't a number to reckon with", start=node.at[0], end=node.at[1])
        return approx.constant(node.name)

    return constant_unless_declared


def _sum(node: Sum, setting: Setting) -> Evaluator:
    made = setting.closure(node.terms[0])
    for term in node.terms[1:]:
        if isinstance(term, Negative):
            made = two(minus, made, setting.closure(term.of))
        else:
            made = two(plus, made, setting.closure(term))
    return placed(made, node.at)


def _product(node: Product, setting: Setting) -> Evaluator:
    return placed(reduce(partial(two, times), map(setting.closure, node.factors)), node.at)


def _quotient(node: Quotient, setting: Setting) -> Evaluator:
    return placed(two(divide, setting.closure(node.over), setting.closure(node.under)), node.at)


def _power(node: Power, setting: Setting) -> Evaluator:
    exponent = setting.closure(node.exponent)
    run = two(power, setting.closure(node.base), exponent)
    if node.base == Name("e"):
        of_e, of_name = one(exp, exponent), run
        return placed(lambda env: of_name(env) if "e" in env else of_e(env), node.at)
    return placed(charged(run, setting), node.at)


def _negative(node: Negative, setting: Setting) -> Evaluator:
    return placed(one(negate, setting.closure(node.of)), node.at)


def _percent(node: Percent, setting: Setting) -> Evaluator:
    return placed(two(divide, setting.closure(node.of), Constant(100)), node.at)


# ----------------------------------------------------------------------------------------------- relations and logic
def _numbers(operate: Callable[[Any, Any], bool]) -> Callable[[Value, Value], bool]:
    def related(x: Value, y: Value) -> bool:
        if type(x) in NUMBERS and type(y) in NUMBERS:
            return operate(x, y)
        raise KindError(f"can't order {describe(x)} and {describe(y)}")

    return related


_RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    "=": equal,
    "!=": lambda x, y: not equal(x, y),
    "<": _numbers(lambda x, y: x < y),
    "<=": _numbers(lambda x, y: x <= y),
    ">": _numbers(lambda x, y: x > y),
    ">=": _numbers(lambda x, y: x >= y),
}


def _relation(node: Relation, setting: Setting) -> Evaluator:
    first, *others = map(setting.closure, node.sides)
    related = [_RELATIONS[sign] for sign in node.signs]
    if len(related) == 1:
        return placed(two(related[0], first, others[0]), node.at)

    def chain(env: Env) -> bool:
        left = first(env)
        for holds, side in zip(related, others, strict=True):
            right = side(env)
            if not holds(left, right):
                return False
            left = right
        return True

    return placed(chain, node.at)


def _logic(node: Logic, setting: Setting) -> Evaluator:
    items = list(map(setting.closure, node.items))
    if node.word == "not":
        return placed(one(lambda value: not truth(value), items[0]), node.at)
    if node.word == "and":
        return placed(lambda env: all(truth(item(env)) for item in items), node.at)
    return placed(lambda env: any(truth(item(env)) for item in items), node.at)


# ---------------------------------------------------------------------------------------------- columns, rows, items
def _field(node: Field, setting: Setting) -> Evaluator:
    return placed(one(lambda of: _column(of, node.name), setting.closure(node.of)), node.at)


def _column(of: Value, name: str) -> Value:
    """A cell of a row, a row's `id`, or the row of a table that goes by a name."""
    if isinstance(of, Row):
        return of.id if name == "id" else _found(of.cells, name, f"{of.table} has no column")
    if isinstance(of, Mapping):
        return _found(of, name, "no row of the table is called")
    raise KindError(f"{describe(of)} has no {name}")


def _found(mapping: Mapping[str, Value], key: str, otherwise: str) -> Value:
    try:
        return mapping[key]
    except KeyError:
        raise Undefined(f"{otherwise} {key}") from None


def _index(node: Index, setting: Setting) -> Evaluator:
    return placed(two(_item, setting.closure(node.of), setting.closure(node.index)), node.at)


def _item(of: Value, index: Value) -> Value:
    """An item of a list by its place from 1, or a row of a table by its id or by a row of the table."""
    if isinstance(of, Mapping):
        key = index.id if isinstance(index, Row) else index
        if not isinstance(key, str):
            raise KindError(f"a row is found by its id, not by {describe(index)}")
        return _found(of, key, "no row of the table is called")
    if type(of) is not tuple:
        raise KindError(f"{describe(of)} has no items")
    place = integer(index, "a place in a list")
    if not 1 <= place <= len(of):
        raise Undefined(f"a list of {len(of)} has no item {place}")
    return of[place - 1]


_MAKERS: dict[type, Callable[[Any, Setting], Evaluator]] = {
    Number: _literal, Text: _literal, Truth: _literal, Name: _name, Sum: _sum, Product: _product,
    Quotient: _quotient, Power: _power, Negative: _negative, Percent: _percent, Relation: _relation, Logic: _logic,
    Field: _field, Index: _index, ListOf: make_list, TupleOf: make_list, SetOf: make_set, RangeOf: make_range,
    Each: make_each, Call: make_call,
}  # fmt: skip


# -------------------------------------------------------------------------------------------------------------- JSON
def to_json(value: Value) -> Any:
    """A value as plain JSON: int, "3/2", text, bool, list (of a set too), a row by its id.

    An Approx keeps both ends, {"low": "a/b", "high": "a/b"}. Raises TooMuchWork for a number too long to write.
    """
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int | Fraction):
        text = written(value)
        return value if isinstance(value, int) else text
    if isinstance(value, Approx):
        return {"low": written(value.low), "high": written(value.high)}
    if isinstance(value, Row):
        return value.id
    if type(value) is tuple or isinstance(value, frozenset):
        return [to_json(item) for item in (value if type(value) is tuple else in_order(value))]
    raise KindError(f"{describe(value)} has no JSON form")


def from_json(data: Any, kind: Kind, tables: Mapping[str, Mapping[str, Row]]) -> Value:
    """The value that `to_json` wrote, told apart by its kind. Raises KindError where the JSON doesn't fit the kind."""
    try:
        return _read(data, kind, tables)
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise KindError(f"{data!r:.80} isn't a {kind.what}") from error


def _read(data: Any, kind: Kind, tables: Mapping[str, Mapping[str, Row]]) -> Value:
    if kind.what in {"list", "set", "tuple"}:
        items = (_read(item, kind.of or NUMBER, tables) for item in data)
        return frozenset(items) if kind.what == "set" else tuple(items)
    if kind.what == "row":
        return tables[kind.table][data]
    if kind.what == "number" and isinstance(data, dict):
        return Approx(Fraction(data["low"]), Fraction(data["high"]))
    if kind.what == "number" and isinstance(data, int | str) and not isinstance(data, bool):
        return whole(Fraction(data))
    if isinstance(data, {"text": str, "truth": bool}[kind.what]):
        return data
    raise TypeError(kind.what)
