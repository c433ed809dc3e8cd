"""Trees that an engine made, as a person would write them: no `1x`, no `+ -3`, no `x^1` (FORMAT, insertions)."""

from __future__ import annotations

from fractions import Fraction

from quizgen.maths.expr import Expr, Negative, Number, Power, Product, Quotient, Sum, rebuild

ONE, ZERO = Number(1), Number(0)


def tidy(expr: Expr) -> Expr:
    """The same value without factors 1, terms 0, exponents 1, and with minus signs in front."""
    expr = rebuild(expr, tidy)
    match expr:
        case Number(value=value) if value < 0:
            return Negative(tidy(Number(-value)))
        case Number(value=Fraction() as value) if value.denominator > 1 and not expr.text:
            return expr
        case Negative(of=Negative(of=inner)):
            return inner
        case Negative(of=Number(value=0)):
            return ZERO
        case Sum(terms=terms):
            return _sum(terms)
        case Product(factors=factors):
            return _product(factors)
        case Quotient(over=over, under=under):
            return _signed(_of(over), _of(under), _is_negative(over) != _is_negative(under))
        case Power(base=base, exponent=Number(value=1)):
            return base
    return expr


def _is_negative(node: Expr) -> bool:
    return isinstance(node, Negative)


def _of(node: Expr) -> Expr:
    return node.of if isinstance(node, Negative) else node


def _signed(over: Expr, under: Expr, minus: bool) -> Expr:  # noqa: FBT001 - a flag of this file's own
    whole = over if under == ONE else Quotient(over, under)
    return Negative(whole) if minus else whole


def _sum(terms: tuple[Expr, ...]) -> Expr:
    kept: list[Expr] = []
    for term in terms:
        if isinstance(term, Sum):
            kept += term.terms
        elif term != ZERO:
            kept.append(term)
    return Sum(tuple(kept)) if len(kept) > 1 else kept[0] if kept else ZERO


def _product(factors: tuple[Expr, ...]) -> Expr:
    minus = sum(map(_is_negative, factors)) % 2 == 1
    bare: list[Expr] = []
    for factor in map(_of, factors):
        bare += factor.factors if isinstance(factor, Product) else () if factor == ONE else (factor,)
    if ZERO in bare:
        return ZERO
    product = Product(tuple(bare)) if len(bare) > 1 else bare[0] if bare else ONE
    return Negative(product) if minus else product
