"""Numbers put into trees with open letters: what stands between numbers alone is reckoned, the rest stays as written.

So `a*(x - p)` with a = 2, p = −3 becomes 2(x + 3), never 2·(x − −3); nothing is expanded, collected or reordered, since
an exercise may ask for just that. Every function takes ints, Fractions and trees that are neat already.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from quizgen.errors import Undefined
from quizgen.maths import arithmetic
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum
from quizgen.maths.functions import ON_VALUES, logarithm

Part = int | Fraction | Expr
"""A number, or a tree that has open letters (or none, but no exact value: sqrt(2), pi/3)."""
Factors = list[Expr]


def is_number(part: object) -> bool:
    """Whether a part is an exact number."""
    return isinstance(part, int | Fraction) and not isinstance(part, bool)


def tree_of(part: Part) -> Expr:
    """A part as a tree: a negative number with its sign in front, a fraction as a quotient."""
    if isinstance(part, int | Fraction):
        size: Expr = Number(abs(part.numerator))
        if part.denominator != 1:
            size = Quotient(size, Number(part.denominator))
        return Negative(size) if part < 0 else size
    return part


def part_of(tree: Expr) -> Part:
    """A tree as a part: a written number, fraction or negative of these as the number that it is."""
    match tree:
        case Number(value=value):
            return value
        case Negative(of=of):
            inner = part_of(of)
            return -inner if isinstance(inner, int | Fraction) else tree
        case Quotient(over=Number(value=over), under=Number(value=under)) if under:
            return whole(Fraction(over) / Fraction(under))  # type: ignore[no-any-return]  # untyped beneath
    return tree


def add(*parts: Part) -> Part:
    """A sum: zeros vanish, numbers become one number where the first of them stood."""
    terms: list[Part] = []
    place, total = -1, Fraction(0)
    for part in _terms(parts):
        if isinstance(part, int | Fraction):
            total += part
            if place < 0:
                place = len(terms)
                terms.append(0)
        else:
            terms.append(part)
    if place >= 0:
        terms[place : place + 1] = [whole(total)] if total else []
    if len(terms) < 2:
        return terms[0] if terms else 0
    return Sum(tuple(map(tree_of, terms)))


def _terms(parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        if isinstance(part, Sum):
            yield from map(part_of, part.terms)
        else:
            yield part if isinstance(part, int | Fraction) else part_of(part)


def multiply(*parts: Part) -> Part:
    """A product: its numbers become one coefficient in front, what stands below a bar one denominator."""
    coefficient, over, under = Fraction(1), list[Expr](), list[Expr]()
    for part in parts:
        number, above, below = split(part)
        coefficient *= number
        over += above
        under += below
    return joined(coefficient, over, under)


def divide(over: Part, under: Part) -> Part:
    """A quotient. Raises Undefined on an exact zero."""
    number, above, below = split(under)
    if not number:
        raise Undefined("division by zero")
    coefficient, top, bottom = split(over)
    return joined(coefficient / number, top + below, bottom + above)


def negate(part: Part) -> Part:
    """Minus a part."""
    return multiply(-1, part)


def split(part: Part) -> tuple[Fraction, Factors, Factors]:
    """A part as its coefficient, its factors above the bar and those below."""
    match part:
        case int() | Fraction():
            return Fraction(part), [], []
        case Number(value=value):
            return Fraction(value), [], []
        case Negative(of=of):
            number, above, below = split(of)
            return -number, above, below
        case Percent(of=of):
            number, above, below = split(of)
            return number / 100, above, below
        case Product(factors=factors):
            pieces = [split(factor) for factor in factors]
            number = Fraction(1)
            for each, _, _ in pieces:
                number *= each
            return number, [f for _, a, _ in pieces for f in a], [f for _, _, b in pieces for f in b]
        case Quotient(over=over, under=under):
            top, above, below = split(over)
            bottom, more_below, more_above = split(under)
            if not bottom:
                raise Undefined("division by zero")
            return top / bottom, above + more_above, below + more_below
    return Fraction(1), [part], []


def joined(coefficient: Fraction, over: Factors, under: Factors) -> Part:
    """Coefficient and factors as one part, its sign in front."""
    if not coefficient or not (over or under):
        return whole(coefficient)  # type: ignore[no-any-return]  # untyped beneath
    size = abs(coefficient)
    above = _product([Number(size.numerator)] * (size.numerator != 1 or not over) + over)
    below = [Number(size.denominator)] * (size.denominator != 1) + under
    tree = Quotient(above, _product(below)) if below else above
    return Negative(tree) if coefficient < 0 else tree


def _product(factors: list[Expr]) -> Expr:
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def raise_to(base: Part, exponent: Part) -> Part:
    """A power: exact where it is, and without the exponents 0 and 1. Raises Undefined, TooMuchWork."""
    if isinstance(exponent, int | Fraction):
        if exponent == 1:
            return base
        if isinstance(base, int | Fraction):
            value = arithmetic.power(base, exponent)
            return value if not isinstance(value, Approx) else Power(tree_of(base), tree_of(exponent))
        if exponent == 0:
            return 1
    return 1 if is_number(base) and base == 1 else Power(tree_of(base), tree_of(exponent))


def apply(function: str, arguments: tuple[Part, ...], log: str = "natural") -> Part:
    """A function of numbers and trees: its value where that is exact, else the call. Raises Undefined, KindError."""
    if function == "exp" and arguments == (1,):
        return Name("e")
    if all(map(is_number, arguments)):
        value = _value(function, arguments, log)
        if not isinstance(value, Approx):
            return value  # type: ignore[no-any-return]  # untyped beneath
    return Call(function, tuple(map(tree_of, arguments)))


def _value(function: str, arguments: tuple[Part, ...], log: str) -> Any:
    if function == "log":
        more = () if len(arguments) == 1 and log == "natural" else (10,)
        return logarithm(*(arguments if len(arguments) > 1 else (*arguments, *more)))
    return ON_VALUES[function](*arguments)
