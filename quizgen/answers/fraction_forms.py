"""Forms of fractions: lowest terms, a single fraction, partial fractions (POSITIONS 24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd

from quizgen.maths.expr import Expr, Negative, Number, Power, Product, Quotient, Sum, children, names
from quizgen.maths.factoring import share_a_factor, splits
from quizgen.maths.polynomials import Letters, Terms, content, degree, is_constant, primitive, whole_number


# ---------------------------------------------------------------------------------------------------- lowest terms
def is_in_lowest_terms(tree: Expr, letters: Sequence[str] = ()) -> bool:
    """Whether nothing can be cancelled in any fraction of a tree, neither a number nor something with letters."""
    found = Letters(*letters)
    return all(is_reduced(each, found) for each in _quotients(tree))


def _quotients(tree: Expr) -> Iterator[Quotient]:
    if isinstance(tree, Quotient):
        yield tree
    for part in children(tree):
        yield from _quotients(part)


def is_reduced(fraction: Quotient, letters: Letters) -> bool:
    """Whether nothing can be cancelled in this fraction. Raises TooMuchWork."""
    if _is_below_zero(fraction.over) and _is_below_zero(fraction.under):
        return False
    over, under = letters.ratio(fraction.over), letters.ratio(fraction.under)
    top, bottom = letters.times(over.over, under.under), letters.times(over.under, under.over)
    above, below = _written_content(fraction.over, top), _written_content(fraction.under, bottom)
    if gcd(above.numerator, below.numerator) != 1 or not top:
        return not top and not names(fraction.under) and fraction.under == Number(1)
    return not share_a_factor(top, bottom)


def _written_content(node: Expr, terms: Terms) -> Fraction:
    return abs(Fraction(node.value)) if isinstance(node, Number) else content(terms)


def _is_below_zero(node: Expr) -> bool:
    return isinstance(node, Negative) or (isinstance(node, Number) and node.value < 0)


# ---------------------------------------------------------------------------------------------------- one fraction
def is_single_fraction(tree: Expr, letters: Sequence[str] = ()) -> bool:  # noqa: ARG001 - all forms take them
    """Whether a tree is one thing over another with no fraction within, or has no fraction at all."""
    inner = _bare(tree)
    if isinstance(inner, Quotient):
        return not _has_fraction(inner.over) and not _has_fraction(inner.under)
    return not _has_fraction(inner)


def _has_fraction(node: Expr) -> bool:
    match node:
        case Quotient():
            return True
        case Power(base=base, exponent=exponent):
            return isinstance(exponent, Negative) or _has_fraction(base)
    return any(map(_has_fraction, children(node)))


def _bare(node: Expr) -> Expr:
    return _bare(node.of) if isinstance(node, Negative) else node


# ---------------------------------------------------------------------------------------------------- partial fractions
def is_in_partial_fractions(tree: Expr, letters: Sequence[str]) -> bool:
    """Whether a tree is a polynomial plus fractions over powers of what can't be split, each with a lower numerator."""
    with_letters = [letter for letter in letters if letter in names(tree)]
    return any(_is_split_in(tree, letter) for letter in with_letters) if with_letters else True


def _is_split_in(tree: Expr, letter: str) -> bool:
    seen: list[tuple[Terms, int]] = []
    letters = Letters(letter)
    for term in _terms(tree):
        pieces = _below(term, letter)
        if not pieces:
            continue
        if len({repr(sorted(base.items())) for base in (_base(piece, letters) for piece, _ in pieces)}) != 1:
            return False
        base, power = _base(pieces[0][0], letters), sum(power for _, power in pieces)
        over, under = letters.ratio(term)
        spare = degree(under, 0) - degree(base, 0) * power
        if spare or degree(over, 0) >= degree(base, 0) or splits(base) or (base, power) in seen:
            return False
        seen.append((base, power))
    return True


def _terms(tree: Expr) -> list[Expr]:
    match tree:
        case Sum(terms=terms):
            return [inner for term in terms for inner in _terms(term)]
        case Negative(of=inner):
            return _terms(inner)
    return [tree]


def _below(term: Expr, letter: str, power: int = 1) -> list[tuple[Expr, int]]:
    """The factors below a term's fraction bars that have the letter, with their powers."""
    match term:
        case Negative(of=inner):
            return _below(inner, letter, power)
        case Product(factors=factors):
            return [each for factor in factors for each in _below(factor, letter, power)]
        case Quotient(over=over, under=under):
            return _below(over, letter, power) + _factors(under, letter, power)
        case Power(base=base, exponent=exponent):
            whole = whole_number(exponent)
            if whole is not None and whole < 0:
                return _factors(base, letter, -whole * power)
    return []


def _factors(node: Expr, letter: str, power: int) -> list[tuple[Expr, int]]:
    match node:
        case Negative(of=inner):
            return _factors(inner, letter, power)
        case Product(factors=factors):
            return [each for factor in factors for each in _factors(factor, letter, power)]
        case Power(base=base, exponent=exponent):
            whole = whole_number(exponent)
            if whole is not None and whole > 0:
                return _factors(base, letter, power * whole)
    return [(node, power)] if letter in names(node) else []


def _base(node: Expr, letters: Letters) -> Terms:
    over, under = letters.ratio(node)
    return primitive(over) if is_constant(under) else primitive(letters.times(over, under))
