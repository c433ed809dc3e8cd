"""What is known of each function before its arguments are looked at: what its residue and its values may be like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from quizgen.maths.expr import FUNCTIONS, LEARNERS_FUNCTIONS, VERBS
from quizgen.maths.sameness.parts import CALLS, Pair
from quizgen.maths.sameness.rationals import EXACT_FUNCTIONS

_BRANCHES = frozenset({
    "abs", "sqrt", "root", "cbrt", "ln", "log", "lg", "asin", "acos", "atan", "acot", "asec", "acsc", "asinh", "acosh",
    "atanh", "acoth", "asech", "acsch", "arg", "atan2",
})  # fmt: skip
_STEPS = frozenset({
    "abs", "sign", "floor", "ceil", "round", "mod", "min", "max", "if", "gcd", "lcm", "median",
    "factorial", "binomial",
})  # fmt: skip
_TOTAL = frozenset({
    "abs", "exp", "sin", "cos", "atan", "sinh", "cosh", "tanh", "asinh", "sech", "sign", "floor", "ceil", "round",
    "min", "max", "mean", "median", "sum", "product", "re", "im", "conjugate", "cbrt",
})  # fmt: skip
NUMERIC = (frozenset(FUNCTIONS) - {
    "divides", "count", "length", "sort", "first", "last", "reverse", "join", "repeat", "chunks", "any", "all",
    "unique", "filter", "unit", "number", "text", "plural",
}) | _BRANCHES | {"sech", "csch", "coth", "re", "im", "conjugate"}  # fmt: skip
"""Functions that take numbers and give one."""
_ARITIES = {**FUNCTIONS, **LEARNERS_FUNCTIONS, "cbrt": (1, 1)}
_NOT_FUNCTIONS = (frozenset(FUNCTIONS) | frozenset(LEARNERS_FUNCTIONS)) - NUMERIC | VERBS


class Known(NamedTuple):
    """The least and most arguments of a function, whether it may have exact values, and what a residue says of it.

    `partial`, `branches`, `steps` and `opaque` are those of `residues.Residue`; `made` makes the part of one argument.
    """

    least: int = 1
    most: int = 99
    exact: bool = False
    partial: bool = False
    branches: bool = False
    steps: bool = False
    opaque: bool = False
    made: Callable[[Any, int], Pair] | None = None


DECLARED = Known(opaque=True)
"""A function that the part declares."""
KNOWN: dict[str, Known | None] = {
    **{
        name: Known(
            *_ARITIES.get(name, (1, 99)), name in EXACT_FUNCTIONS, name not in _TOTAL, name in _BRANCHES,
            name in _STEPS, opaque=False, made=CALLS.get(name),
        )
        for name in NUMERIC
    },
    **dict.fromkeys(_NOT_FUNCTIONS),
}  # fmt: skip
"""By name; None for those that don't give a number."""
