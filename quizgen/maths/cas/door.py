"""Our trees as sympy expressions, under what the template says of its names."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quizgen.errors import KindError
from quizgen.maths.expr import (
    Call,
    Expr,
    Field,
    Index,
    ListOf,
    Logic,
    Matrix,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Text,
    Truth,
    names,
    substitute,
)
from quizgen.maths.printing import plain
from quizgen.maths.values import compile_formula

Sympy = Any
"""A sympy object; its types are dynamic, and none of them leaves this package."""
Assumptions = Mapping[str, Mapping[str, bool]]
"""What sympy may take for granted of a name; others are real."""

FUNCTIONS: dict[str, str] = {
    "abs": "Abs", "sign": "sign", "sqrt": "sqrt", "exp": "exp", "ln": "log", "sin": "sin", "cos": "cos", "tan": "tan",
    "cot": "cot", "sec": "sec", "csc": "csc", "asin": "asin", "acos": "acos", "atan": "atan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "min": "Min", "max": "Max", "floor": "floor", "ceil": "ceiling", "gcd": "gcd",
    "lcm": "lcm", "factorial": "factorial", "binomial": "binomial", "mod": "Mod", "root": "root",
}  # fmt: skip
_GROWING = frozenset({"factorial", "binomial", "exp"})
_RELATIONS = {"=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}


class Door:
    """Translation into sympy; `params` are the names that stand for drawn numbers."""

    def __init__(self, assumptions: Assumptions, log: str, params: frozenset[str] = frozenset()) -> None:
        import sympy

        self.sympy = sympy
        self.assumptions = assumptions
        self.log = log
        self.params = params

    def with_real(self, name: str) -> Door:
        """The same, with a name of which nothing is known but that it is real."""
        return Door({**self.assumptions, name: {"real": True}}, self.log, self.params)

    def symbol(self, name: str) -> Sympy:
        """A name as a symbol, real unless more is known of it."""
        return self.sympy.Symbol(name, **(self.assumptions.get(name) or {"real": True}))

    def _constant(self, name: str) -> Sympy | None:
        """pi, e or oo, unless the template declares the name (POSITIONS 3)."""
        if name in self.assumptions:
            return None
        return {"pi": self.sympy.pi, "e": self.sympy.E, "oo": self.sympy.oo}.get(name)

    def drawn(self, found: Sympy) -> frozenset[str]:
        """The drawn numbers that stand in an expression."""
        return frozenset(each.name for each in found.free_symbols) & self.params

    def to(self, expr: Expr) -> Sympy:
        """A tree as a sympy expression. Raises KindError for what sympy has no number for."""
        match expr:
            case Number(value=value):
                return self.sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)
            case Name(name=name):
                return self._constant(name) or self.symbol(name)
            case Field() | Index():
                return self.symbol(plain(expr))
            case Sum(terms=terms):
                return self._combined("Add", terms)
            case Product(factors=factors):
                return self._combined("Mul", factors)
            case Quotient(over=over, under=under):
                return self.to(over) / self.to(under)
            case Power() if not names(expr):
                return self._number(expr)
            case Power(base=base, exponent=exponent):
                return self.to(base) ** self.to(exponent)
            case Negative(of=inner):
                return -self.to(inner)
            case Percent(of=inner):
                return self.to(inner) / 100
            case Relation(signs=(sign,), sides=(left, right)):
                return getattr(self.sympy, _RELATIONS[sign])(self.to(left), self.to(right), evaluate=False)
            case Matrix(rows=rows):
                return self.sympy.ImmutableMatrix([[self.to(entry) for entry in row] for row in rows])
            case ListOf(items=items):
                return self.sympy.Tuple(*map(self.to, items))
            case Call():
                return self._call(expr)
            case Truth(value=value):
                return self.sympy.true if value else self.sympy.false
        raise KindError(f"sympy has no number for {plain(expr)}", start=expr.at[0], end=expr.at[1])

    def _combined(self, how: str, parts: tuple[Expr, ...]) -> Sympy:
        """A sum or product; those of matrices have an order and classes of their own in sympy."""
        found = list(map(self.to, parts))
        if not any(getattr(part, "is_Matrix", False) for part in found):
            return getattr(self.sympy, how)(*found)
        made = found[0]
        for part in found[1:]:
            made = made + part if how == "Add" else made * part
        return made

    def _number(self, expr: Expr) -> Sympy:
        """A power or product of numbers, worked out by our own arithmetic first, which knows when to stop."""
        value = compile_formula(expr, self.log)({})
        if isinstance(value, int | Fraction):
            return self.sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)
        if isinstance(expr, Power):
            return self.to(expr.base) ** self.to(expr.exponent)
        return self._function(expr)

    def _call(self, call: Call) -> Sympy:
        if call.function in _GROWING and not names(call):
            return self._number(call)
        return self._function(call)

    def _function(self, call: Any) -> Sympy:
        arguments = call.arguments
        match call.function:
            case "if":
                condition, yes, no = arguments
                return self.sympy.Piecewise((self.to(yes), self.condition(condition)), (self.to(no), True))
            case "log" if len(arguments) == 1 and self.log == "natural":
                return self.sympy.log(self.to(arguments[0]))
            case "log":
                base = self.to(arguments[1]) if len(arguments) == 2 else 10
                return self.sympy.log(self.to(arguments[0]), base)
            case "lg":
                return self.sympy.log(self.to(arguments[0]), 10)
            case "unit" | "number":
                return self.to(arguments[0])
            case "at":
                return self.to(put_at(call))
            case "transpose":
                return self.to(arguments[0]).T
            case "identity":
                return self.sympy.ImmutableMatrix(self.sympy.eye(int(self.to(arguments[0]))))
        if call.function not in FUNCTIONS:
            raise KindError(f"sympy isn't asked about {call.function}", start=call.at[0], end=call.at[1])
        return getattr(self.sympy, FUNCTIONS[call.function])(*map(self.to, arguments))

    def condition(self, expr: Expr) -> Sympy:
        """A truth as sympy's; what it can't know of (texts, rows) as an opaque one."""
        match expr:
            case Logic(word="not", items=(only,)):
                return self.sympy.Not(self.condition(only))
            case Logic(word=word, items=items):
                joined = self.sympy.And if word == "and" else self.sympy.Or
                return joined(*map(self.condition, items))
            case Relation(sides=sides) if any(isinstance(side, Text | Field) for side in sides):
                return self.symbol(plain(expr)) > 1  # an opaque truth: each branch keeps its own form
            case Relation(signs=signs, sides=sides) if len(signs) > 1:
                pairs = zip(signs, sides, sides[1:], strict=False)
                return self.sympy.And(*(self.to(Relation((sign,), (a, b))) for sign, a, b in pairs))
        return self.to(expr)


def put_at(call: Call) -> Expr:
    """`at(f, x = a)`: the tree with a value in place of a letter. Raises KindError for what isn't written so."""
    of, *points = call.arguments
    values: dict[str, Expr] = {}
    for point in points:
        match point:
            case Relation(signs=("=",), sides=(Name(name=name), value)):
                values[name] = value
            case _:
                raise KindError(
                    "`at` wants a letter and its value", start=point.at[0], end=point.at[1], mend="write at(f, x = 2)"
                )
    return substitute(of, values)
