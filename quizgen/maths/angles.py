"""Angles in degrees: what `sin 30` means in a part that says `angle: deg`."""

from __future__ import annotations

from quizgen.maths.expr import Call, Expr, Name, Number, Product, Quotient, rebuild

_OF_AN_ANGLE = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_AN_ANGLE = frozenset({"asin", "acos", "atan", "atan2", "acot", "asec", "acsc"})


def in_degrees(node: Expr) -> Expr:
    """The tree in radians of one whose angles are in degrees: sin(x) becomes sin(x·π/180), asin(x) asin(x)·180/π."""
    made = rebuild(node, in_degrees)
    if not isinstance(made, Call):
        return made
    if made.function in _OF_AN_ANGLE and len(made.arguments) == 1:
        radians = Quotient(Product((made.arguments[0], Name("pi"))), Number(180))
        return Call(made.function, (radians,), made.at)
    if made.function in _AN_ANGLE:
        return Quotient(Product((made, Number(180))), Name("pi"), made.at)
    return made
