"""What a template says of its open letters and drawn numbers, for whoever compares formulas in them."""

from __future__ import annotations

from fractions import Fraction

from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import KindError
from quizgen.maths.expr import Expr, Interval, ListOf, RangeOf, TupleOf
from quizgen.maths.neat import part_of
from quizgen.maths.reader import read
from quizgen.template import Symbol

Exact = int | Fraction


def letter_of(name: str, given: Symbol) -> OpenLetter:
    """What an author said of a symbol. Raises ReadingError, KindError for a range that is none."""
    low, high, sign = None, None, "positive" if given.positive else "any"
    if given.range_:
        low, high, is_open = _ends(read(given.range_))
        sign = sign if low is None or low < 0 or given.positive else "positive" if low > 0 or is_open else "nonnegative"
    of = tuple(given.function_of.replace(",", " ").split())
    if name in of:
        raise KindError(f"`{name}` is no function of itself")
    return OpenLetter(sign, given.integer, low, high, given.complex_, given.constant, of)


def _ends(tree: Expr) -> tuple[Exact | None, Exact | None, bool]:
    """The ends of a range, None where it has none, and whether it is open below."""
    match tree:
        case Interval(low=low, high=high, closed_low=closed):
            return _end(low), _end(high), not closed
        case ListOf(items=(low, high)):
            return _end(low), _end(high), False
        case TupleOf(items=(low, high)):
            return _end(low), _end(high), True
        case RangeOf(first=low, last=high):
            return _end(low), _end(high), False
    raise KindError("this is no range", mend="write `[0, 1]`, `[0, oo)` or `(0, 1)`")


def _end(tree: Expr) -> Exact | None:
    part = part_of(tree)
    return part if isinstance(part, int | Fraction) else None


def drawn_letter(values: tuple[Exact, ...]) -> OpenLetter:
    """What all values of a drawn number have in common."""
    whole = all(isinstance(value, int) for value in values)
    sign = "positive" if min(values) > 0 else "any"
    return OpenLetter(sign, whole, min(values), max(values), drawn=True)
