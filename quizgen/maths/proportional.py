"""Whether one tree is a constant times another: what makes two equations or inequalities the same (POSITIONS 25)."""

from __future__ import annotations

from quizgen.errors import MathsError, TooMuchWork, Undecided
from quizgen.maths.approx import bounds
from quizgen.maths.expr import Expr, Name, Product, substitute
from quizgen.maths.ground import Ground, place_of
from quizgen.maths.matching import is_open, is_other, is_same
from quizgen.maths.polynomials import Letters, Terms, is_constant, primitive
from quizgen.maths.printing import plain
from quizgen.maths.same import Sameness
from quizgen.maths.values import compile_formula

APART = "one point meets just one of the key and the answer"
NOT_SAME = "neither is a multiple of the other by a constant"
_TRIED = 3
_MOST_PRODUCTS = 3_000
"""Products of terms in multiplying both out; beyond, values are compared."""


def proportional(first: Expr, second: Expr, ground: Ground, *, positive: bool) -> Sameness:
    """Whether one tree is a constant (positive) times the other, and neither is 0 or both are."""
    zeros = ground.is_zero(first), ground.is_zero(second)
    if True in zeros:
        both = None if None in zeros else zeros[0] == zeros[1]
        return Sameness(both, "exact", "an identity equals only an identity", None)
    exact = _ratio(first, second, ground, positive=positive)
    return exact if exact is not None else _by_values(first, second, ground, positive=positive)


def _ratio(first: Expr, second: Expr, ground: Ground, *, positive: bool) -> Sameness | None:
    """The same for rational functions; None where that isn't known."""
    letters = Letters(most=_MOST_PRODUCTS)
    try:
        one, other = letters.ratio(first), letters.ratio(second)
        crossed = letters.times(one.over, other.under), letters.times(other.over, one.under)
    except (TooMuchWork, ZeroDivisionError):
        return None
    same_ratio = primitive(crossed[0]) == primitive(crossed[1])
    if same_ratio and (not positive or _leads_alike(*crossed)):
        return is_same("rational", "one is a multiple of the other by a constant")
    if not positive and primitive(one.over) == primitive(other.over):
        return is_same("rational", "both vanish together where they are defined")
    if all(isinstance(tree, Name) and tree.name in ground.letters(tree) for tree in letters.trees):
        if positive and not (is_constant(one.under) and is_constant(other.under)):
            return None
        return is_other("rational", NOT_SAME)
    return None


def _leads_alike(one: Terms, other: Terms) -> bool:
    return (one[max(one)] > 0) == (other[max(other)] > 0)


def _by_values(first: Expr, second: Expr, ground: Ground, *, positive: bool) -> Sameness:
    """Both multiplied by the other's value at one place: equal then if the ratio is constant."""
    letters = ground.letters(first, second)
    for tried in range(_TRIED):
        at = {name: place_of(name, order + tried, ground) for order, name in enumerate(letters)}
        one, other = substitute(first, at), substitute(second, at)
        zeros = ground.is_zero(one), ground.is_zero(other)
        if zeros in ((True, False), (False, True)):
            point = {name: plain(value) for name, value in at.items()}
            return is_other("points", APART, point)
        if zeros != (False, False):
            continue
        if positive and not _are_of_one_sign(one, other, ground):
            return is_other("points", APART)
        found = ground.same(Product((first, other)), Product((second, one)))
        return found._replace(evidence=found.evidence if found.same else NOT_SAME if found.same is False else "")
    return is_open("it isn't known whether one is a multiple of the other")


def _are_of_one_sign(one: Expr, other: Expr, ground: Ground) -> bool:
    try:
        low, high = bounds(compile_formula(Product((one, other)), ground.log)({}))
    except MathsError as error:
        raise Undecided(error.what) from error
    if low <= 0 <= high:
        raise Undecided("the digits known can't tell a sign")
    return low > 0
