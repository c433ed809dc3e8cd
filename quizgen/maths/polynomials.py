"""Exact polynomials and rational functions, read off a tree: the ground of forms and of solution sets.

What isn't rational in its letters (`sin(x)`, `sqrt(2)`, `pi`, `e^x`), and a power too high to be multiplied out, counts
as a letter of its own, so an equality that
is found here holds, and one that isn't may hold all the same. Everything is bounded; TooMuchWork is raised beyond.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from quizgen.errors import TooMuchWork
from quizgen.maths.arrangement import Arranged, arranged
from quizgen.maths.expr import Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum

MOST_TERMS = 400
"""Terms of one polynomial."""
HIGHEST = 20_000
"""Degree of one monomial: `x^5999` is fine where nothing has to be multiplied out."""
MOST_BITS = 4_000
"""Of a coefficient."""
MOST_PRODUCTS = 8_000
"""Products of two terms that reading one tree may take."""

Monomial = tuple[tuple[int, int], ...]
"""Letters by their number, with exponents of at least 1, in order; () is 1."""
Terms = Mapping[Monomial, Fraction]
"""Monomial -> coefficient, none of them 0; {} is the polynomial 0."""
ONE: Terms = {(): Fraction(1)}


class Ratio(NamedTuple):
    """A polynomial over a polynomial that isn't 0; nothing with letters is cancelled, and a number below is divided."""

    over: Terms
    under: Terms


class Letters:
    """Numbers the letters of trees as they are met, those of `first` before; keep one for trees that are compared.

    `trees` has the tree of each number. It counts its work, over all trees that it reads.
    """

    def __init__(self, *first: str, most: int = MOST_PRODUCTS) -> None:
        self.most = most
        self.trees: list[Expr] = []
        self._numbers: dict[Arranged, int] = {}
        self._work = 0
        for name in first:
            self.number(Name(name))

    def number(self, node: Expr) -> int:
        """The number of a tree that counts as a letter."""
        key = arranged(node)
        if key not in self._numbers:
            self._numbers[key] = len(self.trees)
            self.trees.append(node)
        return self._numbers[key]

    def ratio(self, node: Expr) -> Ratio:
        """The tree as a rational function. Raises TooMuchWork, and ZeroDivisionError for a division by 0."""
        match node:
            case Number(value=value):
                return Ratio({(): Fraction(value)} if value else {}, ONE)
            case Negative(of=inner):
                over, under = self.ratio(inner)
                return Ratio(scaled(over, Fraction(-1)), under)
            case Percent(of=inner):
                over, under = self.ratio(inner)
                return Ratio(scaled(over, Fraction(1, 100)), under)
            case Sum(terms=terms):
                return self._sum(terms)
            case Product(factors=factors):
                return self._product(factors)
            case Quotient(over=top, under=bottom):
                return self._over(self.ratio(top), self.ratio(bottom))
            case Power(base=base, exponent=exponent):
                whole = whole_number(exponent)
                if whole is not None and abs(whole) <= HIGHEST:
                    of = self.ratio(base)
                    if abs(whole) < MOST_TERMS or (len(of.over) < 2 and len(of.under) < 2):
                        return self._power(of, whole)
        return Ratio({((self.number(node), 1),): Fraction(1)}, ONE)

    def _sum(self, terms: tuple[Expr, ...]) -> Ratio:
        found = [self.ratio(term) for term in terms]
        total = found[0]
        for each in found[1:]:
            if each.under == total.under:
                total = Ratio(self._checked(added(total.over, each.over)), total.under)
            else:
                crossed = added(self.times(total.over, each.under), self.times(each.over, total.under))
                total = Ratio(self._checked(crossed), self.times(total.under, each.under))
        return total

    def _product(self, factors: tuple[Expr, ...]) -> Ratio:
        over, under = ONE, ONE
        for factor in factors:
            found = self.ratio(factor)
            over, under = self.times(over, found.over), self.times(under, found.under)
        return Ratio(over, under)

    def _over(self, top: Ratio, bottom: Ratio) -> Ratio:
        if not bottom.over:
            raise ZeroDivisionError
        over, under = self.times(top.over, bottom.under), self.times(top.under, bottom.over)
        return Ratio(scaled(over, 1 / under[()]), ONE) if is_constant(under) else Ratio(over, under)

    def _power(self, of: Ratio, exponent: int) -> Ratio:
        if exponent < 0:
            of, exponent = self._over(Ratio(ONE, ONE), of), -exponent
        return Ratio(self.power(of.over, exponent), self.power(of.under, exponent))

    def power(self, of: Terms, exponent: int) -> Terms:
        """A polynomial to a whole power of at least 0. Raises TooMuchWork."""
        if len(of) == 1:
            ((monomial, factor),) = of.items()
            if abs(factor) != 1 and exponent * _bits(factor) > MOST_BITS:
                raise TooMuchWork("a coefficient is too large")
            raised = tuple((letter, power * exponent) for letter, power in monomial if exponent)
            return self._checked({raised: factor**exponent})
        made: Terms = ONE
        for bit in f"{exponent:b}" if of else "":
            made = self.times(made, made)
            if bit == "1":
                made = self.times(made, of)
        return made if of else ({} if exponent else ONE)

    def times(self, first: Terms, second: Terms) -> Terms:
        """The product of two polynomials. Raises TooMuchWork."""
        if ONE in (first, second):
            return second if first == ONE else first
        self._work += len(first) * len(second)
        if self._work > self.most:
            raise TooMuchWork("this is too long to multiply out")
        made: dict[Monomial, Fraction] = {}
        for one, factor in first.items():
            for other, by in second.items():
                monomial = _joined(one, other)
                made[monomial] = made.get(monomial, Fraction(0)) + factor * by
        return self._checked({monomial: factor for monomial, factor in made.items() if factor})

    @staticmethod
    def _checked(terms: Terms) -> Terms:
        if len(terms) > MOST_TERMS:
            raise TooMuchWork("this has too many terms once it is multiplied out")
        for monomial, factor in terms.items():
            if _bits(factor) > MOST_BITS or any(power > HIGHEST for _, power in monomial):
                raise TooMuchWork("a coefficient or an exponent is too large")
        return terms


def whole_number(node: Expr) -> int | None:
    """The whole number that a tree of a number and minus signs is, else None."""
    match node:
        case Number(value=int(value)):
            return value
        case Negative(of=inner):
            found = whole_number(inner)
            return None if found is None else -found
    return None


def added(first: Terms, second: Terms) -> Terms:
    """The sum of two polynomials."""
    made = dict(first)
    for monomial, factor in second.items():
        total = made.get(monomial, Fraction(0)) + factor
        if total:
            made[monomial] = total
        else:
            made.pop(monomial, None)
    return made


def scaled(terms: Terms, by: Fraction) -> Terms:
    """A polynomial times a number that isn't 0."""
    return {monomial: factor * by for monomial, factor in terms.items()}


def content(terms: Terms) -> Fraction:
    """The greatest number that divides all coefficients to whole ones, positive; 0 for the polynomial 0."""
    over, under = 0, 1
    for factor in terms.values():
        over = gcd(over, factor.numerator)
        under = under * factor.denominator // gcd(under, factor.denominator)
    return Fraction(over, under)


def primitive(terms: Terms) -> Terms:
    """The polynomial with whole coefficients that have no common factor, its first term (in a fixed order) positive."""
    if not terms:
        return terms
    first = terms[max(terms)]
    return scaled(terms, (1 if first > 0 else -1) / content(terms))


def is_constant(terms: Terms) -> bool:
    """Whether no letter is left."""
    return all(not monomial for monomial in terms)


def degree(terms: Terms, letter: int) -> int:
    """The highest power of a letter, by its number; 0 for the polynomial 0."""
    return max((power for monomial in terms for of, power in monomial if of == letter), default=0)


def coefficients(terms: Terms, letter: int) -> dict[int, Terms]:
    """The polynomial by powers of one letter: power -> coefficient, itself a polynomial in the others."""
    made: dict[int, dict[Monomial, Fraction]] = {}
    for monomial, factor in terms.items():
        power = dict(monomial).get(letter, 0)
        rest = tuple(each for each in monomial if each[0] != letter)
        made.setdefault(power, {})[rest] = factor
    return dict(made)


def _joined(one: Monomial, other: Monomial) -> Monomial:
    if not one or not other:
        return one or other
    powers = dict(one)
    for letter, power in other:
        powers[letter] = powers.get(letter, 0) + power
    return tuple(sorted(powers.items()))


def _bits(factor: Fraction) -> int:
    return factor.numerator.bit_length() + factor.denominator.bit_length()
