"""The key of a variant as a tree: every name has its value but for the letters that stay open."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked
from quizgen.errors import MathsError
from quizgen.maths.angles import in_degrees
from quizgen.maths.approx import Approx
from quizgen.maths.closures import learners
from quizgen.maths.expr import Expr, Name, Number, Product, Quotient, names, substitute
from quizgen.maths.open_values import FORMULAS, compile_tree
from quizgen.maths.values import compile_formula


def with_values(tree: Expr, asked: Asked) -> Expr:
    """A formula with every value of the variant put in but for the letters that stay. Raises MathsError."""
    spec = asked.spec
    env = {name: value for name, value in asked.values.items() if name not in spec["letters"] or spec["any"]}
    tree = _written_out(tree, frozenset(spec["opens"]), asked)
    if any(name in env for name in names(tree)):
        tree = compile_tree(tree, asked.log)(env)
    factors = {name: number_tree(Fraction(factor)) for name, factor in spec["factors"].items()}
    return _measured(tree, factors) if factors else tree


def _written_out(tree: Expr, opens: frozenset[str], asked: Asked) -> Expr:
    """The steps that rest on a param which stays open, by their formulas."""
    formulas = asked.values.get(FORMULAS, {})
    if not opens or not formulas:
        return tree
    known = {}
    for name in names(tree) - opens:
        if name in formulas:
            formula = _written_out(formulas[name](asked.values), opens, asked)
            if opens & names(formula):
                known[name] = formula
    return substitute(tree, known) if known else tree


def _measured(tree: Expr, factors: Mapping[str, Expr]) -> Expr:
    return substitute(tree, {name: Product((Name(name), factor)) for name, factor in factors.items()})


def number_tree(value: Fraction) -> Expr:
    """A fraction as a tree."""
    whole: Expr = Number(value.numerator)
    return whole if value.denominator == 1 else Quotient(whole, Number(value.denominator))


def in_angles(tree: Expr, asked: Asked) -> Expr:
    """The tree in radians, whatever angles the part takes."""
    return in_degrees(tree) if asked.spec["angle"] == "deg" else tree


def with_commas(text: str) -> str:
    """A printed tree where a comma marks the decimals and a semicolon parts items."""
    return text.replace(", ", "; ").replace(".", ",")


def as_value(tree: Expr) -> Any:
    """A tree as a value that later steps may reckon with: an exact number where it is one."""
    if names(tree):
        return tree
    try:
        value = compile_formula(tree)(learners())
    except MathsError:
        return tree
    return tree if isinstance(value, Approx | bool) else value
