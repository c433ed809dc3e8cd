"""A formula with `if` in it, taken apart into one formula for each way in which its conditions fall."""

from __future__ import annotations

from quizgen.maths.expr import Call, Each, Expr, Logic, Relation, Text, children, rebuild
from quizgen.maths.printing import plain

MOST = 8
"""A formula with more branches stays whole."""


def branches(formula: Expr) -> list[tuple[tuple[str, ...], Expr]]:
    """Each branch: its conditions as plain text, and the formula that holds under them."""
    found = _apart(formula, ())
    return found if len(found) <= MOST else [((), formula)]


def _apart(formula: Expr, told: tuple[str, ...]) -> list[tuple[tuple[str, ...], Expr]]:
    condition = _first_condition(formula)
    if condition is None or len(told) > MOST.bit_length():
        return [(told, formula)]
    yes, no = (_where(formula, condition, holds=holds) for holds in (True, False))
    return [*_apart(yes, (*told, plain(condition))), *_apart(no, (*told, _otherwise(condition)))]


def _first_condition(formula: Expr) -> Expr | None:
    """The condition of the first `if`; those inside a comprehension depend on its letter and stay."""
    if isinstance(formula, Each):
        return None
    if isinstance(formula, Call) and formula.function == "if":
        return formula.arguments[0]
    return next((found for part in children(formula) if (found := _first_condition(part)) is not None), None)


def _where(formula: Expr, condition: Expr, *, holds: bool) -> Expr:
    match formula:
        case Call(function="if", arguments=(test, yes, no)) if test == condition:
            return _where(yes if holds else no, condition, holds=holds)
        case Each():
            return formula
    return rebuild(formula, lambda part: _where(part, condition, holds=holds))


def _otherwise(condition: Expr) -> str:
    match condition:
        case Relation(sides=(left, Text() as right), signs=("=",)):
            return plain(Relation(("!=",), (left, right)))
    return plain(Logic("not", (condition,)))
