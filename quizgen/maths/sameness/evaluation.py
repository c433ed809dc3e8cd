"""A tree's values at several points at once, in a system of rigorous reals.

`Evaluation.at` gives one enclosure a point; UNDEFINED where the tree certainly has no value there, UNKNOWN where the
digits can't tell. Real powers of negative numbers have whole exponents only, `root(x, 3)` of a negative number is
negative: as in `arithmetic.py`. Factorials and binomials of numbers that aren't whole are those of the gamma function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import add, mul, neg, sub

from quizgen.maths.expr import CONSTANTS, Call, Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum
from quizgen.maths.sameness.columns import Column, Evaluation, Makers, Place
from quizgen.maths.sameness.known_functions import NUMERIC
from quizgen.maths.sameness.primes import digest
from quizgen.maths.sameness.rationals import exact_or_none
from quizgen.maths.sameness.steps import STEPS, arguments_of, divided
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN

_COST = 5
_MOST_EXACT_POWER = 1 << 40
_PI = Name("pi")


def evaluation(place: Place, columns: Mapping[str, Column], count: int) -> Evaluation:
    """An evaluation at `count` points, with the letters' values there."""
    return Evaluation(_MAKERS, place, columns, count)


# ----------------------------------------------------------------------------------------------- leaves and operators
def _number(here: Evaluation, node: Number) -> Column:
    return [here.system.number(node.value)] * here.count


def _name(here: Evaluation, node: Name) -> Column:
    column = here.columns.get(node.name)
    if column is not None:
        return column
    if node.name in CONSTANTS or node.name == "i":
        return [here.system.constant(node.name)] * here.count
    return [UNKNOWN] * here.count


def _sum(here: Evaluation, node: Sum) -> Column:
    first, *others = node.terms
    total = here.at(first)
    parts = [total]
    for term in others:
        if type(term) is Negative:
            part = here.at(term.of)
            total = list(map(sub, total, part))
        else:
            part = here.at(term)
            total = list(map(add, total, part))
        parts.append(part)
    if here.careful:
        here.note_lost(parts, total)
    return total


def _product(here: Evaluation, node: Product) -> Column:
    first, *others = node.factors
    total = here.at(first)
    for factor in others:
        total = list(map(mul, total, here.at(factor)))
    return total


def _quotient(here: Evaluation, node: Quotient) -> Column:
    return list(map(here.system.divide, here.at(node.over), here.at(node.under)))


def _negative(here: Evaluation, node: Negative) -> Column:
    return list(map(neg, here.at(node.of)))


def _percent(here: Evaluation, node: Percent) -> Column:
    hundredth = here.system.number(Fraction(1, 100))
    return [a * hundredth for a in here.at(node.of)]


def _power(here: Evaluation, node: Power) -> Column:
    exponent = exact_or_none(node.exponent)
    if type(exponent) is int:
        return _whole_power(here, here.at(node.base), exponent)
    if node.base == Name("e") and "e" not in here.columns:
        return list(map(here.system.functions["exp"], here.at(node.exponent)))
    here.work.spend(here.cost * _COST)
    base, system = here.at(node.base), here.system
    if exponent is not None and exponent.denominator <= 1 << 16:
        index, n = exponent.denominator, exponent.numerator
        return _whole_power(here, [system.root(a, index) for a in base], n)
    return list(map(system.power, base, here.at(node.exponent)))


def _whole_power(here: Evaluation, base: Column, n: int) -> Column:
    if abs(n) > _MOST_EXACT_POWER:
        exponent = here.system.number(n)
        return [here.system.power(a, exponent) for a in base]
    if n >= 0:
        return [a**n for a in base]
    one = here.system.number(1)
    return [here.system.divide(one, a**-n) for a in base]


# -------------------------------------------------------------------------------------------------------------- calls
def _call(here: Evaluation, node: Call) -> Column:
    here.work.spend(here.cost * _COST)
    name, arguments = node.function, node.arguments
    if name in _CIRCULAR and len(arguments) == 1:
        return _circular(here, name, arguments[0])
    if name in here.system.functions and len(arguments) == 1:
        return list(map(here.system.functions[name], here.at(arguments[0])))
    made = _CALLS.get(name)
    if made is not None:
        return made(here, node)
    if name in NUMERIC:
        return [UNKNOWN] * here.count
    return _opaque(here, node)


def _circular(here: Evaluation, name: str, argument: Expr) -> Column:
    """A sine, a cosine, or a quotient of them; exact at multiples of pi/2, so that tan(pi/2) has no value."""
    turns = None if type(argument) is Name or "pi" in here.columns else in_turns(argument)
    if type(argument) is Name and argument.name == "pi" and "pi" not in here.columns:
        turns = Number(1)
    over, under = _CIRCULAR[name] if turns is None else _CIRCULAR_PI[name]
    angle, functions = here.at(argument if turns is None else turns), here.system.functions
    top = list(map(functions[over], angle)) if over else [here.system.number(1)] * here.count
    return divided(here, top, list(map(functions[under], angle))) if under else top


_CIRCULAR = {
    "sin": ("sin", ""), "cos": ("cos", ""), "tan": ("sin", "cos"), "cot": ("cos", "sin"), "sec": ("", "cos"),
    "csc": ("", "sin"),
}  # fmt: skip
_CIRCULAR_PI = {
    name: tuple(word and f"{word}_pi" for word in both) for name, both in _CIRCULAR.items()
}  # fmt: skip


def in_turns(node: Expr) -> Expr | None:
    """The tree r with node = pi·r, where that can be read off; None else."""
    kind = type(node)
    if kind is Name:
        return Number(1) if node == _PI else None
    if kind is Number or kind is Power or kind is Call:
        return None
    if isinstance(node, Product):
        for i, factor in enumerate(node.factors):
            inner = in_turns(factor)
            if inner is not None:
                return Product((*node.factors[:i], inner, *node.factors[i + 1 :]))
    elif isinstance(node, Sum):
        inners = []
        for term in node.terms:
            inner = in_turns(term)
            if inner is None:
                return None
            inners.append(inner)
        return Sum(tuple(inners))
    elif isinstance(node, Quotient):
        inner = in_turns(node.over)
        return None if inner is None else Quotient(inner, node.under)
    elif isinstance(node, Negative):
        inner = in_turns(node.of)
        return None if inner is None else Negative(inner)
    return None


def _root(here: Evaluation, node: Call) -> Column:
    """The real root; an odd one of a negative number is negative."""
    of, system = here.at(node.arguments[0]), here.system
    index = 3 if node.function == "cbrt" else exact_or_none(node.arguments[1])
    if index is None:  # a letter in the degree: a power
        return here.at(Power(node.arguments[0], Quotient(Number(1), node.arguments[1])))
    if type(index) is not int or not 1 <= index <= 1000:
        return [UNDEFINED] * here.count
    if index == 1:
        return of
    if index % 2 == 0:
        return [system.root(a, index) for a in of]
    zero = system.number(0)
    return [-system.root(-a, index) if system.order(a, zero) == -1 else system.root(a, index) for a in of]


def _log(here: Evaluation, node: Call) -> Column:
    ln = here.system.functions["ln"]
    base = here.at(node.arguments[1]) if len(node.arguments) > 1 else [here.system.number(10)] * here.count
    of = list(map(ln, here.at(node.arguments[0])))
    return of if node.function == "log" and len(node.arguments) == 1 else divided(here, of, list(map(ln, base)))


def _reciprocal_of(name: str) -> Callable[[Evaluation, Call], Column]:
    """1/f(x)."""

    def column(here: Evaluation, node: Call) -> Column:
        values = list(map(here.system.functions[name], here.at(node.arguments[0])))
        return divided(here, [here.system.number(1)] * here.count, values)

    return column


def _of_reciprocal(name: str) -> Callable[[Evaluation, Call], Column]:
    """f(1/x)."""

    def column(here: Evaluation, node: Call) -> Column:
        ones = [here.system.number(1)] * here.count
        return list(map(here.system.functions[name], divided(here, ones, here.at(node.arguments[0]))))

    return column


def _coth(here: Evaluation, node: Call) -> Column:
    of = here.at(node.arguments[0])
    functions = here.system.functions
    return divided(here, list(map(functions["cosh"], of)), list(map(functions["sinh"], of)))


def _acot(here: Evaluation, node: Call) -> Column:
    """The angle between 0 and pi."""
    half = here.system.constant("pi") * here.system.number(Fraction(1, 2))
    return [half - a for a in map(here.system.functions["atan"], here.at(node.arguments[0]))]


# ---------------------------------------------------------------------------------------------------- opaque functions
def _opaque(here: Evaluation, node: Call) -> Column:
    """A declared function: a fixed smooth function that the digest chooses, another one for each name."""
    bits = digest(here.salt, "function", node.function, len(node.arguments))
    system, sin = here.system, here.system.functions["sin"]
    total = [system.number(_chosen(bits, 0))] * here.count
    inside = [system.number(_chosen(bits, 1))] * here.count
    for place, column in enumerate(arguments_of(here, node)):
        bits = digest(here.salt, "function", node.function, len(node.arguments), place)
        a, b, c, d = (system.number(_chosen(bits, k)) for k in range(4))
        total = [made + a * sin(b * u + c) for made, u in zip(total, column, strict=True)]
        inside = [made + d * u for made, u in zip(inside, column, strict=True)]
    return [made + sin(u) for made, u in zip(total, inside, strict=True)]


def _chosen(bits: int, place: int) -> Fraction:
    """A number between 1/4 and 5/4 in 256ths."""
    return Fraction(64 + (bits >> 16 * place & 0xFF), 256)


_CALLS: dict[str, Callable[[Evaluation, Call], Column]] = {
    **STEPS, "root": _root, "cbrt": _root, "log": _log, "lg": _log,
    "sech": _reciprocal_of("cosh"), "csch": _reciprocal_of("sinh"), "coth": _coth, "acot": _acot,
    "asec": _of_reciprocal("acos"), "acsc": _of_reciprocal("asin"), "asech": _of_reciprocal("acosh"),
    "acsch": _of_reciprocal("asinh"), "acoth": _of_reciprocal("atanh"),
}  # fmt: skip
_MAKERS: Makers = {
    Number: _number, Name: _name, Sum: _sum, Product: _product, Quotient: _quotient, Negative: _negative,
    Percent: _percent, Power: _power, Call: _call,
}  # fmt: skip
