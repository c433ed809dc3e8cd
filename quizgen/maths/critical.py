"""The numbers at which the sign of a tree in one letter may change: its zeros, those below, and those inside bars."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from quizgen.errors import MathsError, TooMuchWork, Undecided, Undefined
from quizgen.maths import roots
from quizgen.maths.approx import Approx
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Expr,
    Negative,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    children,
    names,
    rebuild,
)
from quizgen.maths.polynomial_trees import tree_of
from quizgen.maths.polynomials import Letters, Terms, coefficients
from quizgen.maths.roots import Constant, IsZero, Real, Whole
from quizgen.maths.values import compile_formula

MOST_BARS = 4
"""Absolute values in one comparison: each doubles the rational functions that are looked at."""
_MOST_PRODUCTS = 800
"""Products of terms in reading one side: more than a degree that has roots here takes (roots.HIGHEST)."""


class Line(NamedTuple):
    """The letter, the part of the real line that it may be in, and how a constant is told from 0.

    The ends of the part are in it if `closed`; None is no end. `log` is what `log` means in the trees.
    """

    letter: str
    is_zero: IsZero
    low: Fraction | None = None
    high: Fraction | None = None
    closed: tuple[bool, bool] = (True, True)
    integer: bool = False
    log: str = "natural"


def critical(tree: Expr, line: Line) -> list[Real]:
    """Every number at which the sign of a tree may change. Raises Undecided where it isn't rational but for bars."""
    found: list[Real] = []
    bars = _bars(tree)
    if _count_of_bars(tree) > MOST_BARS:
        raise TooMuchWork("there are too many absolute values")
    for inner in bars:
        found += critical(inner.arguments[0], line)
    for each in _readings(tree, bars):
        letters = Letters(line.letter, most=_MOST_PRODUCTS)
        try:
            over, under = letters.ratio(each)
        except ZeroDivisionError:
            continue
        for terms in (over, under):
            found += _zeros(terms, letters, line)
    return found


def _bars(tree: Expr) -> list[Call]:
    """The absolute values in a tree that stand in no other one."""
    if isinstance(tree, Call) and tree.function == "abs":
        return [tree]
    return list(dict.fromkeys(each for part in children(tree) for each in _bars(part)))


def _count_of_bars(tree: Expr) -> int:
    """How many absolute values there are, those in others too; equal ones side by side count once."""
    return sum(1 + _count_of_bars(each.arguments[0]) for each in _bars(tree))


def _readings(tree: Expr, bars: list[Call]) -> Iterator[Expr]:
    """The tree with each absolute value as what is inside, and as its opposite."""
    if not bars:
        yield tree
        return
    first, *rest = bars
    for inner in _readings(first.arguments[0], _bars(first.arguments[0])):
        for value in (inner, Negative(inner)):
            yield from _readings(_replaced(tree, first, value), rest)


def _replaced(tree: Expr, of: Expr, by: Expr) -> Expr:
    return by if tree == of else rebuild(tree, lambda part: _replaced(part, of, by))


def _zeros(terms: Terms, letters: Letters, line: Line) -> list[Real]:
    parts = coefficients(terms, 0)
    _refuse_letters(letters, line)
    if all(set(part) <= {()} for part in parts.values()):
        return roots.real_roots(whole_coefficients({power: part[()] for power, part in parts.items()}))
    trees = {power: tree_of(part, letters) for power, part in parts.items()}
    return _zeros_of_trees({power: tree for power, tree in trees.items() if not _vanishes(tree, line)}, line)


def _refuse_letters(letters: Letters, line: Line) -> None:
    for tree in letters.trees[1:]:
        if line.letter in names(tree):
            raise Undecided(f"this isn't a rational function of {line.letter}")
        if names(tree) - CONSTANTS:
            raise Undecided("there is more than one letter")


def _vanishes(tree: Expr, line: Line) -> bool:
    low, high = roots.enclosed(_constant(tree, line))
    if low > 0 or high < 0 or low == high:
        return low == high == 0
    if line.is_zero(tree) is True:
        return True
    raise Undecided("a coefficient can't be told from 0")


def whole_coefficients(parts: dict[int, Fraction]) -> Whole:
    """Coefficients in order, as whole numbers; what divides the polynomial by the letter stays one factor."""
    if not parts:
        return []
    least = min(parts)
    shift = min(least, 1)
    found = [Fraction(0)] * (max(parts) - least + 1 + shift)
    if len(found) > roots.HIGHEST + 2:
        raise TooMuchWork(f"roots are found up to the degree {roots.HIGHEST}")
    for power, factor in parts.items():
        found[power - least + shift] = factor
    common = 1
    for factor in found:
        common = common * factor.denominator // gcd(common, factor.denominator)
    return roots.shortened(int(factor * common) for factor in found)


def _zeros_of_trees(parts: dict[int, Expr], line: Line) -> list[Real]:
    """The roots of a polynomial with irrational coefficients: of two terms, or of degree 2."""
    if not parts:
        return []
    least = min(parts)
    zero: list[Real] = [Fraction(0)] if least else []
    parts = {power - least: tree for power, tree in parts.items()}
    highest = max(parts)
    if highest == 0:
        return zero
    if set(parts) == {0, highest}:
        return zero + _pure(_minus(_over(parts[0], parts[highest])), highest, line)
    if highest == 2:
        return zero + _quadratic(parts, line)
    raise Undecided("the roots of this can't be written down")


def _over(over: Expr, under: Expr) -> Expr:
    return over if under == Number(1) else Quotient(over, under)


def _minus(tree: Expr) -> Expr:
    match tree:
        case Negative(of=inner):
            return inner
        case Quotient(over=Negative(of=inner), under=under):
            return Quotient(inner, under)
    return Negative(tree)


def _pure(value: Expr, degree: int, line: Line) -> list[Real]:
    """The real solutions of x^degree = value."""
    near = _constant(value, line)
    if degree == 1:
        return [near]
    negative = roots.enclosed(near)[1] < 0
    if negative and degree % 2 == 0:
        return []
    size = Call("root", (Negative(value) if negative else value, Number(degree)))
    tree = Negative(size) if negative else size
    return [_constant(tree, line)] + ([_constant(Negative(tree), line)] if degree % 2 == 0 else [])


def _quadratic(parts: dict[int, Expr], line: Line) -> list[Real]:
    a, b, c = parts[2], parts.get(1, Number(0)), parts.get(0, Number(0))
    inside = Sum((Power(b, Number(2)), Negative(Product((Number(4), a, c)))))
    twice = Product((Number(2), a))
    if _vanishes(inside, line):
        return [_constant(Negative(Quotient(b, twice)), line)]
    if roots.enclosed(_constant(inside, line))[1] < 0:
        return []
    root = Call("sqrt", (inside,))
    return [_constant(Quotient(Sum((Negative(b), each)), twice), line) for each in (root, Negative(root))]


def _constant(tree: Expr, line: Line) -> Real:
    value = value_of(tree, {}, line)
    return Constant(tree, value) if isinstance(value, Approx) else Fraction(value)


def value_of(tree: Expr, env: dict[str, object], line: Line) -> Fraction | int | Approx:
    """A number. Raises Undefined, Undecided, TooMuchWork."""
    try:
        value = compile_formula(tree, line.log)(env)
    except (Undefined, Undecided, TooMuchWork):
        raise
    except MathsError as error:
        raise Undecided(error.what) from error
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Approx):
        raise Undecided("this is no number")
    return value
