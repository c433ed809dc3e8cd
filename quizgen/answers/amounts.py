"""Arithmetic of quantities in one answer: `10 N + 2 kN`, `(15 kN)/(pi mm^2)`, where a part reads arithmetic.

Elsewhere an answer is one number with one unit behind it, and `maths/sides.py` reads that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quizgen.errors import MathsError
from quizgen.maths.dimensions import dimension_text
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Expr,
    Name,
    Negative,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Text,
    rebuild,
)
from quizgen.maths.kinds import PURE, fold, infer
from quizgen.maths.reader import Vocabulary, read_answer
from quizgen.maths.units import Unit
from quizgen.verdict import Malformed


class Amount(NamedTuple):
    """A quantity that was worked out of others: as it was read, on bare numbers in base units, and its unit there."""

    read: Expr
    folded: Expr
    unit: Unit


def read_amount(raw: str, vocabulary: Vocabulary) -> Amount | Malformed:
    """A formula in which units stand as names; without a unit that is left over at the end it is malformed."""
    units = {spelling: unit for spelling, unit in vocabulary.units.items() if not unit.offset}
    names = {**{spelling: spelling for spelling in units}, **vocabulary.names}
    read = read_answer(raw, vocabulary._replace(names=names, units={}))
    if isinstance(read, Malformed):
        return read
    if not _is_counted(read.expr):
        return Malformed(raw, "there is a unit but no number", mend="write the number before the unit")
    measured = _measured(read.expr, units)
    try:
        kind = infer(measured, {}, {}, units)
        if kind.what != "number" or kind.dimension == PURE:
            return Malformed(raw, "a quantity with its unit is asked", mend="write one number and its unit")
        unit = Unit(dimension_text(kind.dimension), 1, kind.dimension)
        return Amount(read.expr, fold(measured, units), unit)
    except MathsError as error:
        return Malformed(raw, error.what, error.start, error.end, error.mend)


def _is_counted(node: Expr) -> bool:
    """Whether every term has a number of its own: `J` and `2 N + m` have one too few."""
    match node:
        case Sum(terms=terms):
            return all(map(_is_counted, terms))
        case Product(factors=parts):
            return any(map(_is_counted, parts))
        case Quotient(over=over, under=under):
            return _is_counted(over) or _is_counted(under)
        case Negative(of=inner):
            return _is_counted(inner)
        case Power(base=base):
            return _is_counted(base)
        case Name(name=name):
            return name in CONSTANTS
    return isinstance(node, Number | Call)


def _measured(node: Expr, units: Mapping[str, Unit]) -> Expr:
    """The tree with `unit(1, kN)` for the name kN."""
    if isinstance(node, Name):
        return Call("unit", (Number(1), Text(node.name)), node.at) if node.name in units else node
    return rebuild(node, lambda part: _measured(part, units))
