"""Systems of linear equations, compared by all of their solutions (POSITIONS 25)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quizgen.errors import TooMuchWork
from quizgen.maths.conditions import side_difference
from quizgen.maths.expr import CONSTANTS, Name, Relation
from quizgen.maths.polynomials import Letters, is_constant

MOST = 12
"""Equations and letters of one system."""
Rows = list[list[Fraction]]


def same_solutions(one: Iterable[Relation], other: Iterable[Relation]) -> bool | None:
    """Whether two systems of equations have the same solutions; None where one of them isn't linear, or is long."""
    letters = Letters()
    try:
        first, second = _rows(one, letters), _rows(other, letters)
    except (TooMuchWork, ZeroDivisionError):
        return None
    plain = all(isinstance(tree, Name) and tree.name not in CONSTANTS for tree in letters.trees)
    if first is None or second is None or not plain or len(letters.trees) > MOST:
        return None
    width = len(letters.trees) + 1
    return _reduced(first, width) == _reduced(second, width)


def _rows(equations: Iterable[Relation], letters: Letters) -> list[dict[int, Fraction]] | None:
    """The coefficients of each equation by letter, the constant as -1; None where one isn't linear."""
    found: list[dict[int, Fraction]] = []
    for equation in equations:
        over, under = letters.ratio(side_difference(equation))
        if not is_constant(under) or len(found) == MOST:
            return None
        row: dict[int, Fraction] = {}
        for monomial, factor in over.items():
            if len(monomial) > 1 or any(power != 1 for _, power in monomial):
                return None
            row[monomial[0][0] if monomial else -1] = factor
        found.append(row)
    return found


def _reduced(rows: list[dict[int, Fraction]], width: int) -> Rows:
    """The rows that are left after elimination, each beginning with 1; [0 … 0 1] alone where nothing solves them."""
    left = [[row.get(place, Fraction(0)) for place in (*range(width - 1), -1)] for row in rows]
    made: Rows = []
    for column in range(width):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        head = [entry / pivot[column] for entry in pivot]
        left = [_without(row, head, column) for row in left]
        made = [_without(row, head, column) for row in made] + [head]
    unsolvable = [Fraction(place == width - 1) for place in range(width)]
    return [unsolvable] if unsolvable in made else made


def _without(row: list[Fraction], head: list[Fraction], column: int) -> list[Fraction]:
    return [entry - row[column] * by for entry, by in zip(row, head, strict=True)]
