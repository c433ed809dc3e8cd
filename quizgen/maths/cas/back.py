"""Sympy's answers as our own trees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from quizgen.errors import KindError
from quizgen.maths.cas.door import FUNCTIONS, Sympy
from quizgen.maths.expr import (
    Call,
    Expr,
    Field,
    Interval,
    Matrix,
    Name,
    Negative,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    SetOf,
    Sum,
)
from quizgen.maths.reader import read

_BACK = {sympy: ours for ours, sympy in FUNCTIONS.items()}
_SIGNS = {
    "Equality": "=", "Unequality": "!=", "StrictLessThan": "<", "LessThan": "<=", "StrictGreaterThan": ">",
    "GreaterThan": ">=",
}  # fmt: skip


def from_sympy(found: Sympy) -> Expr:
    """A sympy expression as our own tree, in sympy's order of terms. Raises KindError for what we don't write."""
    import sympy

    if getattr(found, "is_Matrix", False):
        rows, columns = found.shape
        return Matrix(tuple(tuple(from_sympy(found[i, j]) for j in range(columns)) for i in range(rows)))
    if found.is_Rational:
        value = Fraction(int(found.p), int(found.q))
        return _signed(int(value) if value.denominator == 1 else value)
    for constant, name in ((sympy.pi, "pi"), (sympy.E, "e"), (sympy.oo, "oo")):
        if found == constant:
            return Name(name)
    if found == -sympy.oo:
        return Negative(Name("oo"))
    if found.is_Symbol:
        return _named(found.name)
    if found.is_Add:
        return Sum(tuple(map(from_sympy, found.as_ordered_terms())))
    if found.is_Mul or found.is_Pow:
        return _fraction(found)
    return _other(found)


def _other(found: Sympy) -> Expr:
    name = type(found).__name__
    if name in _BACK:
        return Call(_BACK[name], tuple(map(from_sympy, found.args)))
    if name in _SIGNS:
        return Relation((_SIGNS[name],), (from_sympy(found.lhs), from_sympy(found.rhs)))
    if name in _SETS:
        return _SETS[name](found)
    raise KindError(f"sympy's answer {found} can't be written in the maths language")


def _finite(found: Any) -> Expr:
    import sympy

    return SetOf(tuple(map(from_sympy, sympy.ordered(found.args))))


def _interval(found: Any) -> Expr:
    return Interval(from_sympy(found.start), from_sympy(found.end), not found.left_open, not found.right_open)


def _union(found: Any) -> Expr:
    parts = sorted(found.args, key=lambda part: float(part.inf))
    return Call("union", tuple(map(from_sympy, parts)))


_SETS: dict[str, Callable[[Any], Expr]] = {
    "FiniteSet": _finite, "EmptySet": lambda _: SetOf(()), "Interval": _interval, "Union": _union,
    "Reals": lambda _: Interval(Negative(Name("oo")), Name("oo")),
}  # fmt: skip


def _signed(value: int | Fraction) -> Expr:
    size = (
        Number(abs(value))
        if isinstance(value, int)
        else Quotient(Number(abs(value.numerator)), Number(value.denominator))
    )
    return Negative(size) if value < 0 else size


def _named(name: str) -> Expr:
    if "[" in name:
        return read(name)
    first, *rest = name.split(".")
    tree: Expr = Name(first)
    for column in rest:
        tree = Field(tree, column)
    return tree


def _fraction(found: Sympy) -> Expr:
    """A product or power with its negative powers below the bar and its sign in front."""
    sign, found = (-1, -found) if found.could_extract_minus_sign() else (1, found)
    over, under = found.as_numer_denom()
    tree = _product(over) if under == 1 else Quotient(_product(over), _product(under))
    return Negative(tree) if sign < 0 else tree


def _product(found: Sympy) -> Expr:
    if found.is_Mul:
        return Product(tuple(map(_power, found.as_ordered_factors())))
    return _power(found)


def _power(found: Sympy) -> Expr:
    if not found.is_Pow:
        return from_sympy(found)
    base, exponent = found.as_base_exp()
    if exponent.is_Rational and exponent.p == 1:
        root = from_sympy(base)
        return Call("sqrt", (root,)) if exponent.q == 2 else Call("root", (root, Number(int(exponent.q))))
    return Power(from_sympy(base), from_sympy(exponent))
