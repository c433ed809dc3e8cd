"""What the words of a learner may mean: functions and constants everywhere, names and units by the part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quizgen.maths.units import Unit

_FUNCTIONS = (
    "abs", "sign", "sqrt", "root", "exp", "ln", "log", "lg", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos",
    "atan", "sinh", "cosh", "tanh", "min", "max", "floor", "ceil", "mod", "gcd", "lcm", "factorial", "binomial", "sum",
    "mean", "median",
)  # fmt: skip
SPELLINGS: dict[str, str] = {
    **{name: name for name in _FUNCTIONS},
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sgn": "sign", "ceiling": "ceil", "hcf": "gcd",
    "cbrt": "cbrt",
}  # fmt: skip
"""How a learner may spell a function -> the function; declared names come before it."""
FUNCTION_WORDS = frozenset(SPELLINGS)
CONSTANTS = {"pi": "pi", "π": "pi", "e": "e", "oo": "oo", "inf": "oo", "infinity": "oo", "infty": "oo"}


class Vocabulary(NamedTuple):
    """What a learner's words may mean in one part.

    `names`: spelling -> declared name. `units`: every spelling of a unit that may follow the number, empty where none
    may. `log` is natural or 10; `decimal` is point (comma comes later); `complex` makes `i` and `j` the imaginary unit.
    """

    names: Mapping[str, str] = {}
    units: Mapping[str, Unit] = {}
    log: str = "natural"
    decimal: str = "point"
    complex: bool = False


class Choice(NamedTuple):
    """Which of two common readings to take, where both are; all False is the first reading of each."""

    comma: bool = False
    """`2,667` with a decimal comma."""
    tight: bool = False
    """`1/2x` as 1/(2x)."""
    mixed: bool = False
    """`2 125/500` as a mixed number, `2\\frac{1}{3}` as a product."""
    log: bool = False
    """`log` to the other base."""


FIRST_CHOICE = Choice()
