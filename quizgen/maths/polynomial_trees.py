"""Polynomials as trees again."""

from __future__ import annotations

from quizgen.maths.expr import Expr, Negative, Number, Power, Product, Sum
from quizgen.maths.polynomials import Letters, Terms


def tree_of(terms: Terms, letters: Letters) -> Expr:
    """A polynomial as a tree again."""
    made: list[Expr] = []
    for monomial, factor in sorted(terms.items()):
        size = abs(factor)
        parts: list[Expr] = (
            [] if size == 1 and monomial else [Number(size.numerator if size.denominator == 1 else size)]
        )
        for number, power in monomial:
            base = letters.trees[number]
            parts.append(base if power == 1 else Power(base, Number(power)))
        product = Product(tuple(parts)) if len(parts) > 1 else parts[0]
        made.append(Negative(product) if factor < 0 else product)
    return Sum(tuple(made)) if len(made) > 1 else made[0] if made else Number(0)
