"""Where a tree may turn a corner: the zeros of what stands in an absolute value, a root, a logarithm, a comparison.

Two expressions can agree on one side of such a zero and differ on the other, or between two of them: abs(x - 10^7) is
10^7 - x up to 10^7. So each stretch between neighbouring zeros is looked at. Zeros are found where the argument is a
polynomial of degree two at most in one letter, the others standing at a digest-chosen point.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from quizgen.errors import MathsError
from quizgen.maths.domains import Domain, Exact
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Power, Product, Quotient, Relation, Sum, children
from quizgen.maths.sameness.points import Point, small_points
from quizgen.maths.sameness.rationals import NotExactError, exact_or_none, exact_value

MOST_CORNERS = 16
_MOST_NUMBERS = 12
_MOST_POINTS = 80
_LONGEST = 100  # bits
_TURNING = frozenset({"abs", "sign", "sqrt", "root", "ln", "log", "lg"})
_GRAIN = 1 << 20
_ROOT_BITS = 40


def turning_parts(tree: Expr) -> list[Expr]:
    """The arguments in a tree whose sign matters, but for those whose signs are looked at anyway."""
    return list(_turning(tree))[:MOST_CORNERS]


def beside_corners(turning: list[Expr], letters: tuple[str, ...], base: Point, domain: Domain) -> list[Point]:
    """Points on each stretch between the corners, one letter moving and the others as in `base`."""
    made: list[Point] = []
    for i, name in enumerate(letters):
        zeros = sorted({zero for part in turning for zero in _zeros(part, name, letters, base) if zero})
        admitted = filter(domain.letter(name).admits, _between(zeros))
        made += [(*base[:i], value, *base[i + 1 :]) for value in admitted]
    return made


def _turning(node: Expr) -> Iterator[Expr]:
    if type(node) is Name or type(node) is Number:
        return
    match node:
        case Call(function=name, arguments=arguments) if name in _TURNING:
            found = arguments[:1]
        case Call(function="min" | "max" | "median", arguments=arguments):
            found = tuple(Sum((a, Negative(b))) for a, b in pairwise(arguments))
        case Relation(sides=sides):
            found = tuple(Sum((a, Negative(b))) for a, b in pairwise(sides))
        case Power(base=base, exponent=exponent) if type(exact_or_none(exponent)) is not int:
            found = (base,)
        case _:
            found = ()
    yield from (part for part in found if not _plain(part))
    for part in children(node):
        yield from _turning(part)


def _plain(part: Expr) -> bool:
    """Whether an argument is zero nowhere but where a letter is: a product of letters, a sum of squares."""
    match part:
        case Name() | Number():
            return True
        case Product(factors=parts):
            return all(map(_plain, parts))
        case Quotient(over=over, under=under):
            return _plain(over) and _plain(under)
        case Power(base=base, exponent=Number(value=n)):
            return _plain(base) or (n == 0)
        case Negative(of=of):
            return _plain(of)
        case Sum(terms=parts):
            return all(map(_square, parts))
    return False


def _square(part: Expr) -> bool:
    """Whether it is a positive number, or a square."""
    match part:
        case Number(value=value):
            return value > 0
        case Power(exponent=Number(value=n)):
            return n % 2 == 0
    return False


def _zeros(part: Expr, name: str, letters: tuple[str, ...], base: Point) -> list[Exact]:
    """The zeros of an argument along one letter: exact where it is linear there, near where it is quadratic."""
    env = dict(zip(letters, base, strict=True))
    try:
        below, at, above, beyond = (exact_value(part, {**env, name: value}) for value in (-1, 0, 1, 2))
    except (NotExactError, MathsError):
        return []
    a, b, c = Fraction(above + below, 2) - at, Fraction(above - below, 2), Fraction(at)
    if beyond != 4 * a + 2 * b + c:
        return []
    if not a:
        return [-c / b] if b else []
    inside = b * b - 4 * a * c
    if inside < 0:
        return []
    scaled = isqrt((inside.numerator << 2 * _ROOT_BITS) // inside.denominator)
    root = Fraction(scaled, 1 << _ROOT_BITS)
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def _between(zeros: list[Exact]) -> Iterator[Exact]:
    """A value on each stretch: beyond both ends, and in the middle between neighbours."""
    if not zeros:
        return
    first, last = zeros[0], zeros[-1]
    for value in (first - 1 - abs(Fraction(first)), last + 1 + abs(Fraction(last))):
        yield round(value)
    for low, high in pairwise(zeros):
        middle = Fraction(round((Fraction(low) + high) / 2 * _GRAIN), _GRAIN)
        if low < middle < high:
            yield middle.numerator if middle.denominator == 1 else middle


def around_constants(trees: tuple[Expr, Expr], letters: tuple[str, ...], base: Point, domain: Domain) -> list[Point]:
    """Points around the numbers that stand in two trees, and small whole ones: for steps, and for small domains."""
    found = list(dict.fromkeys(number for tree in trees for number in _numbers(tree)))[:_MOST_NUMBERS]
    values = [value for number in found for value in _near(number)]
    admits = [domain.letter(name).admits for name in letters]
    made = [
        (*base[:i], value, *base[i + 1 :]) for i, admitted in enumerate(admits) for value in values if admitted(value)
    ]
    made += [
        tuple(value if admitted(value) else base[i] for i, admitted in enumerate(admits)) for value in values
    ]  # fmt: skip
    return list(dict.fromkeys((*small_points(letters, domain, base), *made)))[:_MOST_POINTS]


def _numbers(node: Expr) -> Iterator[Exact]:
    if isinstance(node, Number):
        yield node.value
    for part in children(node):
        yield from _numbers(part)


@lru_cache(maxsize=512)
def _near(number: Exact) -> tuple[Exact, ...]:
    """Values around a number and its opposite, in 1,024ths; nothing for a number that is too long."""
    if number.numerator.bit_length() > _LONGEST:
        return ()
    found: list[Exact] = []
    for centre in (number, -number):
        near = Fraction(round(centre * 1024), 1024)
        found += [near, near + Fraction(1, 8), near - Fraction(1, 8), near / 2, near * 2, near + 1]
    return tuple(value.numerator if value.denominator == 1 else value for value in found)
