"""Evaluation of formulas with open letters: what is known is put in and reckoned, what isn't stays a tree.

A name without a value is an open letter. A value is a number, a tree, a text, a truth, a tuple or set of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from quizgen.errors import KindError, MathsError, Undecided, Undefined
from quizgen.maths import matrices, neat
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import describe, integer
from quizgen.maths.closures import Env, Evaluator, Value, budgeted, spend, truth
from quizgen.maths.equality import Row, compare
from quizgen.maths.expr import (
    Call,
    Each,
    Expr,
    Field,
    Figures,
    Index,
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
    Text,
    Truth,
    TupleOf,
    names,
    rebuild,
    substitute,
)
from quizgen.maths.functions import ON_LISTS, ON_VALUES, bounded_list, items_of, range_of
from quizgen.maths.neat import is_number, tree_of
from quizgen.maths.open_equality import same_value
from quizgen.maths.openness import DOMAIN, FORMULAS, LOG, as_tree, is_equation, is_open_kind, needs_open, number_in
from quizgen.maths.values import compile_formula

__all__ = [
    "DOMAIN", "FORMULAS", "as_tree", "compile_open", "compile_tree", "is_equation", "is_open_kind", "needs_open",
    "number_in", "put_in", "same_value",
]  # fmt: skip

_WEIGHT = 10
"""What one round of a binder takes off the budget, in nodes."""


def compile_open(expr: Expr, log: str = "natural") -> Evaluator:
    """A closure that evaluates a formula with open letters. It raises Undefined, Undecided, TooMuchWork, KindError."""
    return lambda env: put_in(expr, {**env, LOG: log})


def compile_tree(expr: Expr, log: str = "natural") -> Callable[[Env], Expr]:
    """A closure that gives a formula as a tree with all known values put in: never a truth, a list or a set.

    A relation keeps its sign, a list, set, tuple, interval or matrix its shape.
    """
    return lambda env: tree_with(expr, {**env, LOG: log})


def tree_with(node: Expr, env: Env) -> Expr:
    """The tree of a node with the values of an Env put in."""
    match node:
        case Relation() | Logic() | ListOf() | SetOf() | TupleOf() | Interval() | Matrix() | PlusMinus():
            return rebuild(node, lambda part: tree_with(part, env))
        case Call(function="union" | "intersection" | "without"):
            return rebuild(node, lambda part: tree_with(part, env))
        case Call(function="if", arguments=(condition, yes, no)):
            return tree_with(yes if truth(put_in(condition, env)) else no, env)
    return as_tree(put_in(node, env))


def put_in(node: Expr, env: Env) -> Value:
    """The value of a node. Raises MathsError with the node's place."""
    try:
        return _PUT[type(node)](node, env)
    except MathsError as error:
        if error.start < 0:
            error.start, error.end = node.at
        raise


# ------------------------------------------------------------------------------------------------------- leaves
def _leaf(node: Number | Text | Truth, _: Env) -> Value:
    return node.value


def _name(node: Name, env: Env) -> Value:
    value = env.get(node.name, node)
    if isinstance(value, Approx):
        formula = env.get(FORMULAS, {}).get(node.name)
        if formula is None:
            raise Undecided(f"{node.name} is irrational, and can't be put into a formula by its digits")
        return put_in(formula(env), env)
    if isinstance(value, Expr) and value != node and any(name in env for name in names(value)):
        return put_in(value, env)  # a drawn expression in params that are drawn too
    return value


# --------------------------------------------------------------------------------------------------- arithmetic
def _part(node: Expr, env: Env) -> Any:
    """A number or tree. Raises KindError for another value."""
    value = put_in(node, env)
    if not (is_number(value) or isinstance(value, Expr)):
        raise KindError(f"can't reckon with {describe(value)}")
    return value


def _sum(node: Sum, env: Env) -> Value:
    parts = [_part(term, env) for term in node.terms]
    if not any(isinstance(part, Matrix) for part in parts):
        return neat.add(*parts)
    made, *rest = parts
    for part in rest:
        if not (isinstance(made, Matrix) and isinstance(part, Matrix)):
            raise KindError("a matrix and a number can't be added")
        made = matrices.add(made, part)
    return made


def _product(node: Product, env: Env) -> Value:
    parts = [_part(factor, env) for factor in node.factors]
    if not any(isinstance(part, Matrix) for part in parts):
        return neat.multiply(*parts)
    made = parts[0]
    for part in parts[1:]:
        made = _times(made, part)
    return made


def _times(left: Any, right: Any) -> Any:
    match left, right:
        case Matrix(), Matrix():
            return matrices.multiply(left, right)
        case Matrix(), _:
            return matrices.scale(left, right)
        case _, Matrix():
            return matrices.scale(right, left)
    return neat.multiply(left, right)


def _quotient(node: Quotient, env: Env) -> Value:
    over, under = _part(node.over, env), _part(node.under, env)
    if isinstance(under, Matrix):
        raise KindError("a matrix can't stand below a bar", mend="write inv(A)")
    return matrices.scale(over, neat.divide(1, under)) if isinstance(over, Matrix) else neat.divide(over, under)


def _power(node: Power, env: Env) -> Value:
    base, exponent = _part(node.base, env), _part(node.exponent, env)
    return matrices.power(base, exponent) if isinstance(base, Matrix) else neat.raise_to(base, exponent)


def _negative(node: Negative, env: Env) -> Value:
    of = _part(node.of, env)
    return matrices.scale(of, -1) if isinstance(of, Matrix) else neat.negate(of)


def _percent(node: Percent, env: Env) -> Value:
    return neat.divide(_part(node.of, env), 100)


# ---------------------------------------------------------------------------------------------- relations, logic
def _relation(node: Relation, env: Env) -> Value:
    values = [put_in(side, env) for side in node.sides]
    return all(
        _holds(sign, left, right, env.get(DOMAIN))
        for sign, left, right in zip(node.signs, values, values[1:], strict=False)
    )


def _holds(sign: str, left: Value, right: Value, domain: Any) -> bool:
    if sign in ("=", "!="):
        return same_value(left, right, domain) is (sign == "=")
    order = compare(number_in(left), number_in(right))
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[sign]


def _logic(node: Logic, env: Env) -> Value:
    if node.word == "not":
        return not truth(put_in(node.items[0], env))
    truths = (truth(put_in(item, env)) for item in node.items)
    return all(truths) if node.word == "and" else any(truths)


# --------------------------------------------------------------------------------------------------- collections
def _items(node: ListOf | TupleOf, env: Env) -> Value:
    return tuple(put_in(item, env) for item in node.items)


def _set(node: SetOf, env: Env) -> Value:
    kept: list[Value] = []
    for item in node.items:
        value = put_in(item, env)
        if not any(same_value(value, each, env.get(DOMAIN)) for each in kept):
            kept.append(value)
    return frozenset(kept)


def _range(node: RangeOf, env: Env) -> Value:
    return range_of(put_in(node.first, env), put_in(node.last, env))


def _each(node: Each, env: Env) -> Value:
    own, found = budgeted(env), []
    for item in bounded_list(items_of(put_in(node.source, env))):
        spend(own, _WEIGHT)
        own[node.name] = item
        if node.condition is None or truth(put_in(node.condition, own)):
            found.append(put_in(node.body, own))
    return tuple(found)


def _matrix(node: Matrix, env: Env) -> Value:
    return matrices.matrix_of([[_part(entry, env) for entry in row] for row in node.rows])


def _interval(node: Interval, env: Env) -> Value:
    return Interval(tree_of(_part(node.low, env)), tree_of(_part(node.high, env)), node.closed_low, node.closed_high)


def _plus_minus(node: PlusMinus, env: Env) -> Value:
    return PlusMinus(tree_of(_part(node.of, env)))


def _region(node: Call, env: Env) -> Value:
    return Call(node.function, tuple(as_tree(put_in(argument, env)) for argument in node.arguments))


def _field(node: Field, env: Env) -> Value:
    of = put_in(node.of, env)
    if isinstance(of, Row):
        return of.id if node.name == "id" else of.cells[node.name]
    if isinstance(of, Mapping):
        return of[node.name]
    raise KindError(f"{describe(of)} has no {node.name}")


def _index(node: Index, env: Env) -> Value:
    of, place = put_in(node.of, env), put_in(node.index, env)
    if isinstance(of, Mapping):
        return of[place.id if isinstance(place, Row) else place]
    if isinstance(of, Matrix):
        of = tuple(map(tuple, matrices.rows_of(of)))
    if type(of) is not tuple:
        raise KindError(f"{describe(of)} has no items")
    if not 1 <= integer(place, "a place in a list") <= len(of):
        raise Undefined(f"a list of {len(of)} has no item {place}")
    return of[place - 1]


# ----------------------------------------------------------------------------------------------------- functions
def _call(node: Call, env: Env) -> Value:
    special = _SPECIAL.get(node.function)
    if special is not None:
        return special(node, env)
    values = [put_in(argument, env) for argument in node.arguments]
    if node.function in ON_LISTS:
        return _on_list(node.function, values)
    if node.function in matrices.ON_MATRICES and len(values) == 1 and isinstance(values[0], Matrix):
        return matrices.on_matrix(node.function, values[0])
    if all(is_number(value) or isinstance(value, Expr) for value in values):
        if node.function not in ON_VALUES and node.function != "log":
            return Call(node.function, tuple(map(tree_of, values)))
        return neat.apply(node.function, tuple(values), env.get(LOG, "natural"))
    if node.function not in ON_VALUES:
        raise KindError(f"{node.function} can't be evaluated here")
    return ON_VALUES[node.function](*values)


def _on_list(function: str, values: list[Value]) -> Value:
    items = items_of(values[0]) if len(values) == 1 and isinstance(values[0], tuple | frozenset) else tuple(values)
    if function == "join" or all(not isinstance(item, Expr) for item in items):
        return ON_LISTS[function](items)
    if function == "sum":
        return neat.add(*items)
    if function == "product":
        return neat.multiply(*items)
    if function == "mean":
        return neat.divide(neat.add(*items), len(items))
    return Call(function, tuple(map(tree_of, items)))


def _if(node: Call, env: Env) -> Value:
    condition, yes, no = node.arguments
    return put_in(yes if truth(put_in(condition, env)) else no, env)


def _any_all(node: Call, env: Env) -> Value:
    values = [put_in(argument, env) for argument in node.arguments]
    truths = (truth(item) for value in values for item in (value if type(value) is tuple else (value,)))
    return any(truths) if node.function == "any" else all(truths)


def _at(node: Call, env: Env) -> Value:
    """`at(f, x = 2)`: the letter's own value, where it has one, doesn't matter."""
    of, *points = node.arguments
    values: dict[str, Expr] = {}
    for point in points:
        match point:
            case Relation(signs=("=",), sides=(Name(name=name), value)):
                values[name] = as_tree(put_in(value, env))
            case _:
                raise KindError("`at` wants a letter and its value", mend="write at(f, x = 2)")
    inner = {name: value for name, value in env.items() if name not in values}
    tree = put_in(of, inner)
    if not isinstance(tree, Expr):
        return tree
    return put_in(substitute(tree, values), {LOG: env.get(LOG, "natural")})


def _identity(node: Call, env: Env) -> Value:
    return matrices.identity(integer(put_in(node.arguments[0], env), "the size of a matrix"))


def _round(node: Call, env: Env) -> Value:
    values = [put_in(node.arguments[0], env)]
    figures = node.arguments[1] if len(node.arguments) > 1 else Figures(0, "dp")
    return compile_formula(Call("round", (as_tree(values[0]), figures)), env.get(LOG, "natural"))({})


_PUT: dict[type, Callable[[Any, Env], Value]] = {
    Number: _leaf, Text: _leaf, Truth: _leaf, Name: _name, Sum: _sum, Product: _product, Quotient: _quotient,
    Power: _power, Negative: _negative, Percent: _percent, Relation: _relation, Logic: _logic, ListOf: _items,
    TupleOf: _items, SetOf: _set, RangeOf: _range, Each: _each, Matrix: _matrix, Interval: _interval,
    PlusMinus: _plus_minus, Field: _field, Index: _index, Call: _call,
}  # fmt: skip
_SPECIAL: dict[str, Callable[[Call, Env], Value]] = {
    "if": _if, "any": _any_all, "all": _any_all, "at": _at, "identity": _identity, "round": _round,
    "union": _region, "intersection": _region, "without": _region,
}  # fmt: skip
