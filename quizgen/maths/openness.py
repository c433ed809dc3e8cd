"""What has open letters, and how a value with some becomes a tree or a number."""

from __future__ import annotations

from quizgen.errors import KindError, Undecided, Undefined
from quizgen.maths import matrices
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import describe
from quizgen.maths.closures import Value
from quizgen.maths.dimensions import Kind
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Expr,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    PlusMinus,
    Relation,
    SetOf,
    Truth,
    children,
    names,
)
from quizgen.maths.neat import is_number, tree_of
from quizgen.maths.values import compile_formula

FORMULAS = "#formulas"
"""In an Env, a function of the Env for each step, which gives the step's formula.

An irrational number stands in a tree by its formula, never by its digits.
"""
_OPEN = frozenset({"expression", "matrix", "interval", "equation", "inequality"})
DOMAIN = "#domain"
"""In an Env, where the open letters live, for comparisons."""
LOG = "#log"
_ONLY_HERE = frozenset({"at", "identity", "union", "intersection", "without", *matrices.ON_MATRICES})


def is_open_kind(kind: Kind) -> bool:
    """Whether a value of this kind is a tree, or a list or set of trees."""
    return kind.what in _OPEN or (kind.of is not None and is_open_kind(kind.of))


def needs_open(expr: Expr, open_names: frozenset[str]) -> bool:
    """Whether `open_values` must evaluate a formula: it names something open, or makes a matrix or interval."""
    if isinstance(expr, Matrix | Interval | PlusMinus) or (isinstance(expr, Call) and expr.function in _ONLY_HERE):
        return True
    if isinstance(expr, Name):
        return expr.name in open_names
    return any(needs_open(part, open_names) for part in children(expr))


def is_equation(expr: Expr, open_names: frozenset[str]) -> bool:
    """Whether a formula is an equation or inequality with open letters: a value, and neither true nor false."""
    return isinstance(expr, Relation | Logic) and needs_open(expr, open_names)


def as_tree(value: Value) -> Expr:
    """A value as a tree. Raises KindError for a text, a row or a truth, Undecided for an irrational number."""
    if is_number(value):
        return tree_of(value)
    if isinstance(value, Expr):
        return value
    if type(value) is tuple:
        return ListOf(tuple(map(as_tree, value)))
    if isinstance(value, frozenset):
        return SetOf(tuple(sorted(map(as_tree, value), key=repr)))
    if isinstance(value, bool):
        return Truth(value)
    if isinstance(value, Approx):
        raise Undecided("an irrational number can't be put into a formula by its digits")
    raise KindError(f"{describe(value)} can't stand in a formula with open letters")


def number_in(value: Value, log: str = "natural") -> Value:
    """A tree without open letters as a number; another value as it is. Raises Undefined, Undecided."""
    if isinstance(value, Expr) and not isinstance(value, Matrix | Relation | Interval):
        open_letters = names(value) - CONSTANTS
        if open_letters:
            raise Undefined(f"{min(open_letters)} has no value here")
        return compile_formula(value, log)({})
    return value
