"""Real numbers that a polynomial or a constant gives, held exactly, put in order, and compared without a guess.

A polynomial in one letter is a list of whole coefficients, that of 1 first. Its real roots are isolated by bisection
(Vincent, Collins and Akritas: signs of coefficients bound the roots between 0 and 1); rational roots are found as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import gcd

from quizgen.errors import TooMuchWork, Undecided
from quizgen.maths.approx import Approx, enclose
from quizgen.maths.expr import Expr, Negative, Number, Product, Sum

Whole = list[int]
"""Coefficients of a polynomial, that of 1 first, the last not 0; [] is 0."""

HIGHEST = 24
"""Degree up to which roots are isolated."""
MOST_BITS = 3_000
DEEPEST = 400
"""Halvings of an interval in which one root is looked for."""
FINE = Fraction(1, 2**230)
"""How near roots are bracketed before two of them may be called equal."""

IsZero = Callable[[Expr], bool | None]
"""Whether a tree without letters is 0, where that is known."""


@dataclass(eq=False)
class Root:
    """The one root of a polynomial without multiple roots between two rationals, which are none; it draws them nearer.

    No root that is rational is held so.
    """

    of: Whole
    low: Fraction
    high: Fraction

    def narrow(self, width: Fraction) -> None:
        """Bring both ends nearer than `width`."""
        above = value_at(self.of, self.high) > 0
        while self.high - self.low > width:
            middle = (self.low + self.high) / 2
            if (value_at(self.of, middle) > 0) == above:
                self.high = middle
            else:
                self.low = middle


@dataclass(frozen=True, eq=False)
class Constant:
    """A number that isn't known to be rational, as a tree without letters, and between which ends it lies."""

    tree: Expr
    near: Approx


Real = Fraction | Root | Constant


# ---------------------------------------------------------------------------------------------------- polynomials
def value_at(of: Whole, x: Fraction) -> int:
    """A whole number of the sign of the polynomial's value at a rational."""
    total, top, bottom = 0, x.numerator, x.denominator
    power = 1
    for factor in reversed(of):
        total = total * top + factor * power
        power *= bottom
    return total


def shortened(of: Iterable[int]) -> Whole:
    """Without a common factor of the coefficients, and without zeros at the end."""
    found = list(of)
    while found and not found[-1]:
        found.pop()
    common = gcd(*found) if found else 1
    return [factor // common for factor in found] if common > 1 else found


def slope(of: Whole) -> Whole:
    """The derivative."""
    return [place * factor for place, factor in enumerate(of)][1:]


def remainder(of: Whole, by: Whole) -> Whole:
    """A multiple of what is left of one polynomial divided by another."""
    left, lead = list(of), by[-1]
    while len(left) >= len(by):
        top, shift = left[-1], len(left) - len(by)
        left = [factor * lead for factor in left]
        for place, factor in enumerate(by):
            left[place + shift] -= top * factor
        left = shortened(left[:-1])
        if left and max(map(abs, left)).bit_length() > MOST_BITS:
            raise TooMuchWork("the numbers grow too large")
    return left


def common_factor(one: Whole, other: Whole) -> Whole:
    """The greatest common factor, up to a number; [] only of two zeros."""
    while other:
        one, other = other, remainder(one, other)
    return shortened(one)


def quotient(of: Whole, by: Whole) -> Whole:
    """One polynomial over another that divides it, up to a number."""
    left = [Fraction(factor) for factor in of]
    found: list[Fraction] = []
    while len(left) >= len(by):
        factor = left[-1] / by[-1]
        found.append(factor)
        shift = len(left) - len(by)
        for place, each in enumerate(by):
            left[place + shift] -= factor * each
        left.pop()
    found.reverse()
    common = 1
    for factor in found:
        common = common * factor.denominator // gcd(common, factor.denominator)
    return shortened(int(factor * common) for factor in found)


def without_repeats(of: Whole) -> Whole:
    """The polynomial with each of its roots once."""
    common = common_factor(of, slope(of))
    return quotient(of, common) if len(common) > 1 else shortened(of)


# ---------------------------------------------------------------------------------------------------- isolation
def real_roots(of: Whole) -> list[Real]:
    """The real roots, each once and in no order; of 0 there are none to list. Raises TooMuchWork."""
    found: list[Real] = []
    of = shortened(of)
    if of and not of[0]:
        found.append(Fraction(0))
        while not of[0]:
            of = of[1:]
    if len(of) > HIGHEST + 1 or (of and max(map(abs, of)).bit_length() > MOST_BITS):
        raise TooMuchWork(f"roots are found up to the degree {HIGHEST}")
    if len(of) < 2:
        return found
    of = without_repeats(of)
    mirrored = [factor if place % 2 == 0 else -factor for place, factor in enumerate(of)]
    found += _positive(of)
    found += [_turned(root) for root in _positive(mirrored)]
    return found


def _turned(root: Real) -> Real:
    if isinstance(root, Root):
        mirrored = [factor if place % 2 == 0 else -factor for place, factor in enumerate(root.of)]
        return Root(mirrored, -root.high, -root.low)
    return -root if isinstance(root, Fraction) else root


def _positive(of: Whole) -> list[Real]:
    """The positive roots of a polynomial without multiple roots that isn't 0 at 0."""
    bits = max(map(abs, of)).bit_length() - abs(of[-1]).bit_length() + 2
    bound = Fraction(2) ** max(bits, 0)
    waiting = [(Fraction(0), bound)]
    found: list[Real] = []
    looked = 0
    while waiting:
        looked += 1
        if looked > DEEPEST * 4:
            raise TooMuchWork("these roots are too near to each other")
        low, high = waiting.pop()
        changes = _changes_between(of, low, high)
        if changes == 1:
            found.append(_known(of, low, high))
        elif changes:
            middle = (low + high) / 2
            waiting += [(low, middle), (middle, high)]
            if value_at(of, middle) == 0:
                found.append(middle)
    return found


def _changes_between(of: Whole, low: Fraction, high: Fraction) -> int:
    """How often the signs change of the coefficients of (1+x)^n·p((low + high·x)/(1+x)): 0 and 1 count the roots."""
    made = _moved(of, low)
    made = _stretched(made, high - low)
    made.reverse()
    made = _moved(made, Fraction(1))
    signs = [factor > 0 for factor in made if factor]
    return sum(one != other for one, other in pairwise(signs))


def _moved(of: Whole, by: Fraction) -> Whole:
    """A multiple of p(x + by)."""
    if not by:
        return list(of)
    top, bottom = by.numerator, by.denominator
    size = len(of)
    made = [factor * bottom ** (size - 1 - place) for place, factor in enumerate(of)]
    for start in range(size - 1):
        for place in range(size - 2, start - 1, -1):
            made[place] += top * made[place + 1]
    return [factor * bottom**place for place, factor in enumerate(made)]


def _stretched(of: Whole, by: Fraction) -> Whole:
    """A multiple of p(by·x)."""
    size = len(of) - 1
    return [factor * by.numerator**place * by.denominator ** (size - place) for place, factor in enumerate(of)]


def _known(of: Whole, low: Fraction, high: Fraction) -> Real:
    """The only root strictly between two numbers, as a rational if it is one."""
    while value_at(of, low) == 0 or value_at(of, high) == 0:  # an end that is itself a root
        middle = (low + high) / 2
        if value_at(of, middle) == 0:
            return middle
        inside = _changes_between(of, low, middle) == 1
        low, high = (low, middle) if inside else (middle, high)
    lead = abs(of[-1])
    above = value_at(of, high) > 0
    while 2 * lead * lead * (high - low) > 1:
        middle = (low + high) / 2
        value = value_at(of, middle)
        if value == 0:
            return middle
        low, high = (low, middle) if (value > 0) == above else (middle, high)
    guess = ((low + high) / 2).limit_denominator(lead)
    return guess if low < guess < high and value_at(of, guess) == 0 else Root(of, low, high)


# ---------------------------------------------------------------------------------------------------- order
def enclosed(x: Real, width: Fraction = FINE) -> tuple[Fraction, Fraction]:
    """Ends between which a number lies, for a root no farther apart than `width`."""
    if isinstance(x, Root):
        x.narrow(width)
        return x.low, x.high
    return (x.near.low, x.near.high) if isinstance(x, Constant) else (x, x)


def number(x: Real) -> Fraction | int | Approx:
    """The number for an evaluation, with about 60 digits where it isn't rational."""
    return enclose(*enclosed(x))


def compare(one: Real, other: Real, is_zero: IsZero) -> int:
    """-1, 0 or 1 as one is less than, equal to or greater than the other. Raises Undecided."""
    if one is other:
        return 0
    for width in (Fraction(1, 2**20), Fraction(1, 2**80), FINE):
        (low, high), (below, above) = enclosed(one, width), enclosed(other, width)
        if high < below or low > above:
            return -1 if high < below else 1
        if isinstance(one, Fraction) and isinstance(other, Fraction):
            return 0
    if _meet(one, other, is_zero):
        return 0
    raise Undecided("the digits known can't tell two bounds apart")


def _meet(one: Real, other: Real, is_zero: IsZero) -> bool:
    """Whether two numbers that lie within 10^-60 of each other are known to be equal."""
    if isinstance(one, Root) and isinstance(other, Root):
        common = common_factor(one.of, other.of)
        low, high = max(one.low, other.low), min(one.high, other.high)
        return len(common) > 1 and value_at(common, low) * value_at(common, high) < 0
    if isinstance(one, Root) or isinstance(other, Root):
        root, value = (one, other) if isinstance(one, Root) else (other, one)
        return isinstance(value, Constant) and isinstance(root, Root) and is_zero(as_tree(root.of, value.tree)) is True
    return is_zero(difference(tree_of(one), tree_of(other))) is True


def in_order(found: Iterable[Real], is_zero: IsZero) -> list[Real]:
    """The numbers from the least to the greatest, each once. Raises Undecided."""

    def order(one: Real, other: Real) -> int:
        return compare(one, other, is_zero)

    ranked = sorted(found, key=cmp_to_key(order))
    kept: list[Real] = []
    for each in ranked:
        if not kept or compare(kept[-1], each, is_zero) != 0:
            kept.append(each)
        elif isinstance(each, Constant):
            kept[-1] = each  # what has a tree can be put into any other one
    return kept


def between(one: Real, other: Real) -> Fraction:
    """A rational between two numbers, the first of which is less."""
    width = Fraction(1, 4)
    while (low := enclosed(one, width)[1]) >= (high := enclosed(other, width)[0]):
        width /= 16
    middle = (low + high) / 2
    for bits in range(0, 256, 4):  # the simplest that lies between
        scale = 1 << bits
        guess = Fraction(round(middle * scale), scale)
        if low < guess < high:
            return guess
    return middle


# ---------------------------------------------------------------------------------------------------- trees
def as_tree(of: Whole, x: Expr) -> Expr:
    """The polynomial at a tree, by Horner's rule."""
    made: Expr = Number(of[-1])
    for factor in reversed(of[:-1]):
        made = Sum((Product((made, x)), Number(factor)))
    return made


def tree_of(x: Real) -> Expr:
    """A rational or a constant as a tree."""
    if isinstance(x, Constant):
        return x.tree
    if isinstance(x, Root):
        raise TypeError("a root has no tree")
    return Number(x.numerator if x.denominator == 1 else x)


def difference(one: Expr, other: Expr) -> Expr:
    """One tree minus another."""
    return Sum((one, Negative(other)))
