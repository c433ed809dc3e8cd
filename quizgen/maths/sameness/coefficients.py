"""Sameness up to a relative tolerance of the coefficients (POSITIONS 23): `0.33x` for `x/3` within 2 %.

If every coefficient of b is within w of that of a, then |a - b| <= w·S(a) at each point, where S(a) is a with every
term and factor taken by its size, so that nothing cancels. That is looked at at points of all signs and of magnitudes
from 1/16 to 2^20, so each term gets its turn to be the largest. Coefficients inside a function are compared first:
where the arguments agree, the answer's function is taken for the key's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from quizgen.errors import TooMuchWork
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
    rebuild,
)
from quizgen.maths.sameness.columns import Column, Place, Work
from quizgen.maths.sameness.comparing import Setting
from quizgen.maths.sameness.evaluation import evaluation
from quizgen.maths.sameness.points import Point, Where, points
from quizgen.maths.sameness.rationals import exact_or_none
from quizgen.maths.sameness.refutation import Refutation, value_texts, written
from quizgen.maths.sameness.routes import system_for
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN, System
from quizgen.maths.sameness.verdicts import Sameness, alike, refuted, undecided

BITS = 192
_MOST_PARTS = 12
Agree = Callable[[Expr, Expr], bool]


class Tolerance(NamedTuple):
    """A relative tolerance of coefficients, and how the arguments of functions are compared by the same rule."""

    within: Fraction
    agree: Agree


def tolerant(key: Expr, answer: Expr, letters: tuple[str, ...], setting: Setting, tolerance: Tolerance) -> Sameness:
    """The verdict within a tolerance."""
    domain, key_of_domain, salt, route = setting
    within, agree = tolerance
    answer = _aligned(answer, list(_parts(key))[:_MOST_PARTS], agree)
    where = points(Where(letters, key_of_domain, salt, patterns=True))
    batch = (*where.nice, *where.chosen)
    system = system_for(route, BITS, complex_numbers=domain.complex)
    try:
        with system.precise():
            columns = {name: [system.number(point[i]) for point in batch] for i, name in enumerate(letters)}
            here = evaluation(Place(system, salt, Work()), columns, len(batch))
            return _told(system, batch, letters, (here.at(key), here.at(answer), here.at(sized(key))), within)
    except TooMuchWork as error:
        return undecided("work", f"It would be too much work: {error.what}.")


def _told(
    system: System, batch: tuple[Point, ...], letters: tuple[str, ...], columns: tuple[Column, ...], within: Fraction
) -> Sameness:
    allowed = system.number(within)
    near = 0
    for point, a, b, size in zip(batch, *columns, strict=True):
        if any(value is UNDEFINED or value is UNKNOWN for value in (a, b, size)):
            continue
        order = system.order(system.functions["abs"](a - b), allowed * size)
        if order == 1:
            named = {name: written(value) for name, value in zip(letters, point, strict=True)}
            found = Refutation(named, value_texts(system, a, b))
            return refuted("points", "They differ by more than the tolerance of coefficients", found)
        near += order is not None
    if near >= min(2, len(batch)):
        return alike("points", "They agree within the tolerance of coefficients.")
    return undecided("unclear", "There are too few points where both have a value.")


def sized(node: Expr) -> Expr:
    """The tree with every term and factor taken by its size."""
    match node:
        case Number(value=value):
            return Number(-value if value < 0 else value)
        case Sum(terms=terms):
            return Sum(tuple(sized(term) for term in terms))
        case Product(factors=factors):
            return Product(tuple(sized(factor) for factor in factors))
        case Quotient(over=over, under=under):
            return Quotient(Product((sized(over), sized(under))), Power(under, Number(2)))
        case Negative(of=of):
            return sized(of)
        case Percent(of=of):
            return Percent(sized(of))
        case Power(base=base, exponent=exponent):
            n = exact_or_none(exponent)
            if type(n) is int and n >= 0:
                return Power(sized(base), Number(n))
            if type(n) is int:
                return Power(Quotient(sized(base), Power(base, Number(2))), Number(-n))
    return Call("abs", (node,))


def _parts(node: Expr) -> Iterator[Expr]:
    """The functions and irrational powers of a tree, outermost first."""
    if _is_part(node):
        yield node
    for part in children(node):
        yield from _parts(part)


def _is_part(node: Expr) -> bool:
    return isinstance(node, Call) or (isinstance(node, Power) and type(exact_or_none(node.exponent)) is not int)


def _aligned(node: Expr, parts: list[Expr], agree: Agree) -> Expr:
    """The answer with each of its functions replaced by the key's one whose arguments agree."""
    if _is_part(node):
        for part in parts:
            if _alike(node, part) and all(map(agree, children(part), children(node))):
                return part
    if isinstance(node, Number | Name):
        return node
    return rebuild(node, lambda part: _aligned(part, parts, agree))


def _alike(a: Expr, b: Expr) -> bool:
    if isinstance(a, Call) and isinstance(b, Call):
        return a.function == b.function and len(a.arguments) == len(b.arguments)
    return isinstance(a, Power) and isinstance(b, Power)
