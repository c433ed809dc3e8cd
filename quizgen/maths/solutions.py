"""Two conditions on one real letter, compared by the numbers that meet them (POSITIONS 25, 26).

The numbers at which a comparison may change (roots of its rational function, zeros below, roots inside bars) cut the
real line into points and open pieces. On each of these a condition is true or false throughout, so one sample decides
it: exactly, with no sympy and no rounding. Where a bound can't be told from another, Undecided is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from quizgen.errors import Undecided, Undefined
from quizgen.maths import roots
from quizgen.maths.approx import bounds
from quizgen.maths.conditions import comparisons, side_difference
from quizgen.maths.critical import Line, critical, value_of, whole_coefficients
from quizgen.maths.expr import Call, Expr, Logic, Negative, Number, Relation, Sum, Truth, rebuild, substitute
from quizgen.maths.polynomial_trees import tree_of
from quizgen.maths.polynomials import Letters, Terms, coefficients
from quizgen.maths.roots import Constant, Real, Root

__all__ = ["Difference", "Line", "Real", "critical", "difference", "holds", "is_on", "sign_at", "sign_of", "text"]


class Difference(NamedTuple):
    """A number that meets just one of two conditions: its text, and whether it meets the first."""

    at: str
    meets_first: bool


def difference(first: Expr, second: Expr, line: Line) -> Difference | None:
    """A number of the line that meets one condition and not the other; None where they have the same solutions.

    Raises Undecided (also for what isn't rational in the letter), TooMuchWork.
    """
    ends = [end for end in (line.low, line.high) if end is not None]
    found: list[Real] = [Fraction(end) for end in ends]
    for each in (*comparisons(first), *comparisons(second)):
        found += critical(side_difference(each), line)
    for sample in _samples(roots.in_order(found, line.is_zero), line):
        meets = holds(first, sample, line)
        if meets != holds(second, sample, line):
            return Difference(text(sample), meets)
    return None


def holds(node: Expr, at: Real, line: Line) -> bool:
    """Whether a condition holds at a number; a comparison that isn't defined there doesn't. Raises Undecided."""
    match node:
        case Truth(value=value):
            return value
        case Logic(word="not", items=(item,)):
            return not holds(item, at, line)
        case Logic(word="and", items=items):
            return all(holds(item, at, line) for item in items)
        case Logic(items=items):
            return any(holds(item, at, line) for item in items)
        case Relation(signs=(sign,)):
            found = sign_at(_difference(node), at, line)
            return found is not None and _HOLDS[sign](found)
    raise Undecided("this is no condition")


_HOLDS = {
    "=": lambda sign: sign == 0, "!=": lambda sign: sign != 0,
    "<": lambda sign: sign < 0, "<=": lambda sign: sign <= 0,
}  # fmt: skip


def _difference(node: Relation) -> Expr:
    left, right = node.sides
    return Sum((left, Negative(right)))


# ---------------------------------------------------------------------------------------------------- signs
def sign_at(tree: Expr, at: Real, line: Line) -> int | None:
    """The sign of a tree at a number, None where it isn't defined there. Raises Undecided."""
    if isinstance(at, Fraction):
        return _plain_sign(tree, Number(at.numerator if at.denominator == 1 else at), line)
    letters = Letters(line.letter)
    try:
        over, under = letters.ratio(_without_bars(tree, at, line))
    except ZeroDivisionError:
        return None
    below = _sign_of(under, letters, at, line)
    return _sign_of(over, letters, at, line) * below if below else None


def sign_of(tree: Expr, line: Line) -> int:
    """The sign of a constant. Raises Undecided, also where it has no value."""
    found = _plain_sign(tree, Number(0), line)
    if found is None:
        raise Undecided("this constant has no value")
    return found


def _without_bars(tree: Expr, at: Real, line: Line) -> Expr:
    """The tree with each absolute value resolved as it is at a number."""
    if isinstance(tree, Call) and tree.function == "abs":
        inner = _without_bars(tree.arguments[0], at, line)
        return Negative(inner) if sign_at(inner, at, line) == -1 else inner
    return rebuild(tree, lambda part: _without_bars(part, at, line))


def _plain_sign(tree: Expr, at: Expr, line: Line) -> int | None:
    placed = substitute(tree, {line.letter: at})
    try:
        low, high = bounds(value_of(placed, {}, line))
    except Undefined:
        return None
    if low > 0 or high < 0 or low == high:
        return (low > 0) - (high < 0)
    if line.is_zero(placed) is True:
        return 0
    raise Undecided("the digits known can't tell the sides of a comparison apart")


def _sign_of(terms: Terms, letters: Letters, at: Root | Constant, line: Line) -> int:
    """The sign of a polynomial at a number that isn't rational."""
    if not terms:
        return 0
    tree = tree_of(terms, letters)
    parts = coefficients(terms, 0)
    if isinstance(at, Root) and all(set(part) <= {()} for part in parts.values()):
        common = roots.common_factor(at.of, whole_coefficients({power: part[()] for power, part in parts.items()}))
        if len(common) > 1 and roots.value_at(common, at.low) * roots.value_at(common, at.high) < 0:
            return 0
    low, high = bounds(value_of(tree, {line.letter: roots.number(at)}, line))
    if low > 0 or high < 0:
        return 1 if low > 0 else -1
    if isinstance(at, Constant) and line.is_zero(substitute(tree, {line.letter: at.tree})) is True:
        return 0
    raise Undecided("the digits known can't tell the sides of a comparison apart")


# ---------------------------------------------------------------------------------------------------- samples
def _samples(points: list[Real], line: Line) -> Iterator[Real]:
    """A number for each piece of the line: the points that cut it, and one between each two and beyond them."""
    if not points:
        yield Fraction(0)
        return
    pieces: list[Real] = [Fraction(floor(roots.enclosed(points[0])[0]) - 1)]
    for place, point in enumerate(points):
        pieces.append(point)
        if place + 1 < len(points):
            pieces += _inside(point, points[place + 1], line)
    pieces.append(Fraction(ceil(roots.enclosed(points[-1])[1]) + 1))
    yield from (piece for piece in pieces if is_on(piece, line))


def _inside(one: Real, other: Real, line: Line) -> Iterable[Real]:
    if not line.integer:
        return (roots.between(one, other),)
    whole = Fraction(floor(roots.enclosed(one)[1]) + 1)
    return (whole,) if whole <= roots.enclosed(other)[0] else ()


def is_on(at: Real, line: Line) -> bool:
    """Whether a number is in the part of the line that its letter may be in."""
    low, high = roots.enclosed(at)
    if line.integer and not (isinstance(at, Fraction) and at.denominator == 1):
        return False
    if line.low is not None and (high < line.low or (low == line.low and not line.closed[0])):
        return False
    return line.high is None or not (low > line.high or (high == line.high and not line.closed[1]))


def text(at: Real) -> str:
    """A number in a sentence."""
    if isinstance(at, Fraction):
        return str(at).replace("-", "\u2212")
    if isinstance(at, Constant):
        from quizgen.maths.printing import unicode

        return unicode(at.tree)
    return f"about {float(at.low):.6g}".replace("-", "\u2212")
