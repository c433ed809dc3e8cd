"""Exact values of trees at rational numbers, as far as they have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from quizgen.errors import MathsError, Undefined
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum
from quizgen.maths.functions import ON_LISTS, ON_VALUES

Exact = int | Fraction
Env = Mapping[str, Exact]
MOST_BITS = 4_096
"""Numbers of more bits than this in numerator or denominator are left to enclosures."""
_ON_VALUES = frozenset({"abs", "sign", "floor", "ceil", "mod", "factorial", "binomial", "sqrt", "root"})
_ON_LISTS = frozenset({"min", "max", "gcd", "lcm", "mean", "median", "sum", "product"})
EXACT_FUNCTIONS = _ON_VALUES | _ON_LISTS
"""Functions that have an exact value at exact numbers, always or often."""
_SMALL = 1 << 64
_MODEST, _FEW = 1 << 16, 32
MOST_DEPTH = 60
"""Nodes within one another; what is deeper has no exact value here."""
NOTHING: Env = {}


class NotExactError(Exception):
    """The tree has no exact value here, or too long a one."""


def exact_value(node: Expr, env: Env = NOTHING, depth: int = 0) -> Exact:
    """The exact value of a tree with its letters at exact numbers.

    Raises NotExactError where the value is irrational, too long or of another kind, Undefined where there is none.
    """
    if type(node) is Number:
        return node.value
    maker = _MAKERS.get(type(node))
    if maker is None or depth > MOST_DEPTH:
        raise NotExactError
    return maker(node, env, depth + 1)


def exact_or_none(node: Expr) -> Exact | None:
    """The exact value of a tree without letters, None where it has none."""
    if type(node) is Number:
        return node.value
    try:
        return exact_value(node)
    except (NotExactError, MathsError):
        return None


def _name(node: Name, env: Env, _: int) -> Exact:
    if node.name not in env:
        raise NotExactError
    return env[node.name]


def _sum(node: Sum, env: Env, depth: int) -> Exact:
    total: Exact = 0
    for term in node.terms:
        total += exact_value(term, env, depth)
    return _bounded(total)


def _product(node: Product, env: Env, depth: int) -> Exact:
    total: Exact = 1
    for factor in node.factors:
        total = _bounded(total * exact_value(factor, env, depth))
    return total


def _quotient(node: Quotient, env: Env, depth: int) -> Exact:
    over, under = exact_value(node.over, env, depth), exact_value(node.under, env, depth)
    if under == 0:
        raise Undefined("division by zero")
    if type(over) is int and type(under) is int and over % under == 0:
        return over // under
    return _bounded(Fraction(over, under))


def _power(node: Power, env: Env, depth: int) -> Exact:
    base, exponent = exact_value(node.base, env, depth), exact_value(node.exponent, env, depth)
    if isinstance(exponent, int):
        return _whole_power(base, exponent)
    root = ON_VALUES["root"](base, exponent.denominator) if base >= 0 and exponent.denominator < 65 else None
    if not isinstance(root, int | Fraction):
        raise NotExactError
    return _whole_power(root, exponent.numerator)


def _whole_power(base: Exact, n: int) -> Exact:
    if base == 0 and n < 0:
        raise Undefined("zero to a negative power")
    if 0 <= n < _FEW and type(base) is int and -_MODEST < base < _MODEST:
        return int(base**n)
    longer = max(base.numerator.bit_length(), base.denominator.bit_length())
    if longer > 1 and longer * abs(n) > 2 * MOST_BITS:
        raise NotExactError
    if longer <= 1 and abs(n) > 1:
        n = n % 2 + 2 if n > 0 else -(n % 2) - 2  # 1, 0 and -1 don't grow
    return _bounded(Fraction(base) ** n) if n < 0 else _bounded(base**n)


def _negative(node: Negative, env: Env, depth: int) -> Exact:
    return -exact_value(node.of, env, depth)


def _percent(node: Percent, env: Env, depth: int) -> Exact:
    return _bounded(Fraction(exact_value(node.of, env, depth)) / 100)


def _call(node: Call, env: Env, depth: int) -> Exact:
    if node.function not in EXACT_FUNCTIONS:
        raise NotExactError
    values = tuple(exact_value(argument, env, depth) for argument in node.arguments)
    if node.function in _ON_LISTS:
        found: Any = ON_LISTS[node.function](values)
    else:
        found = ON_VALUES[node.function](*values)
    if not isinstance(found, int | Fraction):
        raise NotExactError
    return _bounded(found)


def _bounded(value: Exact) -> Exact:
    if type(value) is int and -_SMALL < value < _SMALL:
        return value
    value = whole(value)
    if value.numerator.bit_length() > MOST_BITS or value.denominator.bit_length() > MOST_BITS:
        raise NotExactError
    return value


_MAKERS: dict[type, Callable[[Any, Env, int], Exact]] = {
    Name: _name, Sum: _sum, Product: _product, Quotient: _quotient, Power: _power, Negative: _negative,
    Percent: _percent, Call: _call,
}  # fmt: skip
