"""How the params of a template are drawn, as plain data: the part of a CompiledTemplate that the sampler reads."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from quizgen.maths.expr import Expr

Scalar = int | Fraction | str | bool


class Option(NamedTuple):
    """One value of a draw: `shown` in the param's own unit (or text, or row id), `value` in base units, its digest.

    An expression is shown by its text, and its value is the tree.
    """

    shown: Scalar
    value: Scalar | Expr
    digest: int


class Listed(NamedTuple):
    """A draw from a finite list, in the author's order; equal values weigh."""

    options: tuple[Option, ...]


class Stepped(NamedTuple):
    """A draw from `first + i·step` (or `first·ratio^i`), i in 0..count−1, too long to list; in the param's own unit."""

    first: int | Fraction
    step: int | Fraction
    count: int  # type: ignore[assignment]  # hides tuple.count, which no record needs
    ratio: bool = False


class Rows(NamedTuple):
    """A draw of a row of a table; an option's value is the row's id."""

    table: str
    options: tuple[Option, ...]


class Computed(NamedTuple):
    """A draw from a list that depends on earlier params."""

    formula: Expr


class Picked(NamedTuple):
    """`count` distinct values of another draw; `order` is drawn, rising or falling."""

    count: int  # type: ignore[assignment]  # as in Stepped
    of: Listed | Stepped | Rows | Computed
    order: str = "drawn"


class Shuffled(NamedTuple):
    """All values of another draw in a drawn order."""

    of: Listed | Rows | Computed


class Grid(NamedTuple):
    """A matrix of so many rows and columns, each entry a value of another draw."""

    rows: int
    columns: int
    of: Listed | Stepped


Draw = Listed | Stepped | Rows | Computed | Picked | Shuffled | Grid
