"""`form: simplified`: nothing is left in a tree that a tidy person would still work out (POSITIONS 24).

Like terms and equal factors are collected, numbers are worked out, fractions are cancelled, no `1·x`, `x + 0`, `x^1` or
`−−x` stays, roots of numbers have no square in them; and multiplying everything out doesn't make it shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quizgen.answers.fraction_forms import is_reduced
from quizgen.errors import MathsError, TooMuchWork
from quizgen.maths.arrangement import Arranged, arranged
from quizgen.maths.expr import (
    Call,
    Expr,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
    children,
    names,
    size,
)
from quizgen.maths.polynomial_trees import tree_of
from quizgen.maths.polynomials import Letters, content, is_constant, scaled
from quizgen.maths.values import compile_formula

ZERO, ONE = Number(0), Number(1)
LARGEST_SQUARE = 1_000
"""Whose square is looked for below a root."""


def is_simplified(tree: Expr, letters: Sequence[str] = ()) -> bool:
    """Whether a tree is simplified. Raises TooMuchWork."""
    return _is_tidy(tree, Letters(*letters)) and not _is_shorter_multiplied_out(tree)


def _is_tidy(node: Expr, letters: Letters) -> bool:
    return _is_tidy_itself(node, letters) and all(_is_tidy(part, letters) for part in children(node))


def _is_tidy_itself(node: Expr, letters: Letters) -> bool:
    match node:
        case Negative(of=inner):
            return not isinstance(inner, Negative) and inner != ZERO
        case Sum(terms=terms):
            return ZERO not in terms and _has_no_like_terms(terms, letters)
        case Product(factors=factors):
            return ONE not in factors and ZERO not in factors and _has_no_equal_factors(factors)
        case Quotient(over=over, under=under):
            return _is_tidy_fraction(node, over, under, letters)
        case Power(base=base, exponent=exponent):
            return _is_tidy_power(base, exponent) and not _is_undone(node)
        case Call():
            return _is_tidy_call(node) and not _is_undone(node)
    return not isinstance(node, Percent)


def _has_no_like_terms(terms: tuple[Expr, ...], letters: Letters) -> bool:
    seen: list[object] = []
    for term in terms:
        over, under = letters.ratio(term)
        if len(over) > 1:
            continue
        kind = (tuple(over), sorted(scaled(under, 1 / content(under)).items()))
        if kind in seen:
            return False
        seen.append(kind)
    return True


def _has_no_equal_factors(factors: tuple[Expr, ...]) -> bool:
    if sum(map(_is_number, factors)) > 1:
        return False
    if any(isinstance(factor, Quotient) and names(factor) for factor in factors):
        return False
    bases: list[Arranged] = []
    for factor in factors:
        bare = factor.of if isinstance(factor, Negative) else factor
        base = arranged(bare.base if isinstance(bare, Power) else bare)
        if base in bases:
            return False
        bases.append(base)
    return True


def _is_number(node: Expr) -> bool:
    match node:
        case Number():
            return True
        case Negative(of=inner):
            return _is_number(inner)
        case Quotient(over=over, under=under):
            return _is_number(over) and _is_number(under)
    return False


def _is_tidy_fraction(node: Quotient, over: Expr, under: Expr, letters: Letters) -> bool:
    if under == ONE or over == ZERO or any(isinstance(part, Quotient) for part in (over, under)):
        return False
    if isinstance(under, Negative) or _is_decimal(over) or _is_decimal(under):
        return False
    return is_reduced(node, letters)


def _is_decimal(node: Expr) -> bool:
    return isinstance(node, Number) and not isinstance(node.value, int)


def _is_tidy_power(base: Expr, exponent: Expr) -> bool:
    if exponent in (ZERO, ONE) or base in (ZERO, ONE) or isinstance(base, Power):
        return False
    whole = isinstance(exponent.of if isinstance(exponent, Negative) else exponent, Number)
    return not (whole and _is_number(base) and not _is_decimal(exponent))


def _is_tidy_call(node: Call) -> bool:
    if not all(_is_number(argument) for argument in node.arguments):
        return True
    try:
        value = compile_formula(node)({})
    except MathsError:
        return True
    if isinstance(value, int | Fraction):
        return False
    inside = node.arguments[0]
    return node.function != "sqrt" or not (isinstance(inside, Number) and _has_square(inside.value))


def _is_undone(node: Expr) -> bool:
    """A function of its own inverse: `e^(ln x)`, `ln(e^x)`, `sqrt(x)^2`, `sqrt(x^2)`."""
    match node:
        case (
            Power(base=Name(name="e"), exponent=Call(function="ln"))
            | Call(function="exp", arguments=(Call(function="ln"),))
        ):
            return True
        case Call(function="ln", arguments=(Power(base=Name(name="e")) | Call(function="exp") | Name(name="e"),)):
            return True
        case Power(base=Call(function="sqrt"), exponent=Number(value=int())):
            return True
    return isinstance(node, Call) and node.function == "sqrt" and _is_even_power(node.arguments[0])


def _is_even_power(node: Expr) -> bool:
    return isinstance(node, Power) and isinstance(node.exponent, Number) and node.exponent.value % 2 == 0


def _has_square(value: Fraction | int) -> bool:
    return isinstance(value, int) and any(value % (root * root) == 0 for root in range(2, LARGEST_SQUARE))


def _is_shorter_multiplied_out(tree: Expr) -> bool:
    letters = Letters()
    try:
        over, under = letters.ratio(tree)
    except TooMuchWork:
        return False
    if not is_constant(under) or len(letters.trees) == 0:
        return False
    plain = tree_of(scaled(over, 1 / under[()]), letters)
    return _weight(plain) < _weight(tree)


def _weight(tree: Expr) -> int:
    """How long a tree is, signs apart."""
    return size(tree) - sum(1 for each in _all(tree) if isinstance(each, Negative))


def _all(tree: Expr) -> list[Expr]:
    return [tree, *(each for part in children(tree) for each in _all(part))]
