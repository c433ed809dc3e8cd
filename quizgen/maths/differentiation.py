"""The derivative of a tree by one of its letters, by the rules of school: for the constant of integration.

The result is right and not tidy; it is compared, never shown.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

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
    names,
)

ZERO, ONE, TWO = Number(0), Number(1), Number(2)


def derivative(node: Expr, letter: str) -> Expr | None:
    """The derivative by a letter; None where a function in the tree has none that is known here."""
    if letter not in names(node):
        return ZERO
    match node:
        case Name():
            return ONE
        case Sum(terms=terms):
            return _sum([derivative(term, letter) for term in terms])
        case Negative(of=inner):
            found = derivative(inner, letter)
            return None if found is None else Negative(found)
        case Percent(of=inner):
            return derivative(Quotient(inner, Number(100)), letter)
        case Product(factors=factors):
            return _product(factors, letter)
        case Quotient(over=over, under=under):
            return _quotient(over, under, letter)
        case Power(base=base, exponent=exponent):
            return _power(base, exponent, letter)
        case Call():
            return _call(node, letter)
    return None


def _sum(terms: list[Expr | None]) -> Expr | None:
    known = [term for term in terms if term is not None]
    if len(known) < len(terms):
        return None
    kept = [term for term in known if term != ZERO]
    return kept[0] if len(kept) == 1 else Sum(tuple(kept)) if kept else ZERO


def _product(factors: tuple[Expr, ...], letter: str) -> Expr | None:
    terms: list[Expr | None] = []
    for place, factor in enumerate(factors):
        if letter in names(factor):
            found = derivative(factor, letter)
            others = (*factors[:place], *factors[place + 1 :])
            terms.append(None if found is None else _times(found, *others))
    return _sum(terms)


def _quotient(over: Expr, under: Expr, letter: str) -> Expr | None:
    if letter not in names(under):
        found = derivative(over, letter)
        return None if found is None else Quotient(found, under)
    return _product((over, Power(under, Negative(ONE))), letter)


def _power(base: Expr, exponent: Expr, letter: str) -> Expr | None:
    inner, outer = derivative(base, letter), derivative(exponent, letter)
    if inner is None or outer is None:
        return None
    if letter not in names(exponent):
        less = Number(exponent.value - 1) if isinstance(exponent, Number) else Sum((exponent, Negative(ONE)))
        return _times(exponent, Power(base, less), inner)
    whole = Power(base, exponent)
    logarithm = ONE if base == Name("e") else Call("ln", (base,))
    grown = _times(whole, logarithm, outer)
    if inner == ZERO:
        return grown
    return Sum((grown, _times(whole, Quotient(_times(exponent, inner), base))))


def _call(node: Call, letter: str) -> Expr | None:
    if node.function in ("root", "log") and len(node.arguments) == 2:
        of, by = node.arguments
        if letter in names(by):
            return None
        if node.function == "root":
            return _power(of, Quotient(ONE, by), letter)
        found = derivative(of, letter)
        return None if found is None else Quotient(found, _times(of, Call("ln", (by,))))
    outer = _OUTER.get(node.function)
    if outer is None or len(node.arguments) != 1:
        return None
    inner = derivative(node.arguments[0], letter)
    return None if inner is None else _times(outer(node.arguments[0]), inner)


def _times(*factors: Expr) -> Expr:
    if ZERO in factors:
        return ZERO
    kept = tuple(factor for factor in factors if factor != ONE)
    return kept[0] if len(kept) == 1 else Product(kept) if kept else ONE


def _squared(of: Expr) -> Expr:
    return Power(of, TWO)


def _under_root(of: Expr) -> Expr:
    return Quotient(ONE, Call("sqrt", (of,)))


def _f(name: str) -> Callable[[Expr], Expr]:
    return lambda of: Call(name, (of,))


_LN_10 = Call("ln", (Number(10),))
_OUTER: dict[str, Callable[[Expr], Expr]] = {
    "sqrt": lambda of: Quotient(Number(Fraction(1, 2)), Call("sqrt", (of,))),
    "exp": _f("exp"),
    "ln": lambda of: Quotient(ONE, of),
    "log": lambda of: Quotient(ONE, of),
    "lg": lambda of: Quotient(ONE, Product((of, _LN_10))),
    "sin": _f("cos"),
    "cos": lambda of: Negative(Call("sin", (of,))),
    "tan": lambda of: Sum((ONE, _squared(Call("tan", (of,))))),
    "cot": lambda of: Negative(Sum((ONE, _squared(Call("cot", (of,)))))),
    "sec": lambda of: Product((Call("sec", (of,)), Call("tan", (of,)))),
    "csc": lambda of: Negative(Product((Call("csc", (of,)), Call("cot", (of,))))),
    "asin": lambda of: _under_root(Sum((ONE, Negative(_squared(of))))),
    "acos": lambda of: Negative(_under_root(Sum((ONE, Negative(_squared(of)))))),
    "atan": lambda of: Quotient(ONE, Sum((ONE, _squared(of)))),
    "acot": lambda of: Negative(Quotient(ONE, Sum((ONE, _squared(of))))),
    "sinh": _f("cosh"),
    "cosh": _f("sinh"),
    "tanh": lambda of: Sum((ONE, Negative(_squared(Call("tanh", (of,)))))),
    "coth": lambda of: Sum((ONE, Negative(_squared(Call("coth", (of,)))))),
    "asinh": lambda of: _under_root(Sum((_squared(of), ONE))),
    "acosh": lambda of: _under_root(Sum((_squared(of), Negative(ONE)))),
    "atanh": lambda of: Quotient(ONE, Sum((ONE, Negative(_squared(of))))),
    "abs": lambda of: Quotient(of, Call("abs", (of,))),
}
