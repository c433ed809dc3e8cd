"""What the words of a learner may mean: functions and constants everywhere, names and units by the part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quizgen.maths.units import Unit

_FUNCTIONS = (
    "abs", "sign", "sqrt", "root", "exp", "ln", "log", "lg", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos",
    "atan", "acot", "asec", "acsc", "sinh", "cosh", "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh", "acoth",
    "asech", "acsch", "atan2", "min", "max", "floor", "ceil", "mod", "gcd", "lcm", "factorial", "binomial", "sum",
    "mean", "median", "norm",
)  # fmt: skip
_INVERTIBLE = ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch")
INVERSES: dict[str, str] = {name: f"a{name}" for name in _INVERTIBLE}
"""A function of an angle or a hyperbolic one -> its inverse, as `sin^-1` names it."""
SPELLINGS: dict[str, str] = {
    **{name: name for name in _FUNCTIONS},
    **{f"arc{name}": inverse for name, inverse in INVERSES.items()},
    **{f"{ar}{name}": inverse for ar in ("ar", "arg") for name, inverse in INVERSES.items() if name.endswith("h")},
    "sen": "sin", "arcsen": "asin", "arctg": "atan", "ctg": "cot", "cotg": "cot", "arcctg": "acot", "cotan": "cot",
    "arctan2": "atan2", "cosec": "csc", "cosech": "csch", "arccosec": "acsc", "sgn": "sign", "signum": "sign",
    "ceiling": "ceil", "hcf": "gcd", "cbrt": "cbrt", "Abs": "abs", "Max": "max", "Min": "min",
    "binom": "binomial", "nCr": "binomial", "comb": "binomial",
}  # fmt: skip
"""How a learner may spell a function -> the function; declared names come before it."""
COMPLEX_SPELLINGS: dict[str, str] = {
    "re": "re", "Re": "re", "im": "im", "Im": "im", "conjugate": "conjugate", "conj": "conjugate", "arg": "arg",
}  # fmt: skip
"""Those that a complex part has besides."""
FUNCTION_WORDS = frozenset(SPELLINGS)
CONSTANTS = {
    "pi": "pi", "π": "pi", "e": "e",
    **dict.fromkeys(("oo", "inf", "infinity", "infty", "Inf", "Infinity"), "oo"),
}  # fmt: skip


class Vocabulary(NamedTuple):
    """What a learner's words may mean in one part.

    `names`: spelling -> declared name. `units`: every spelling of a unit that may follow the number, empty where none
    may. `log` is natural or 10; `decimal` is point or comma; `complex` makes `i` and `j` the imaginary unit.
    `functions`: spelling -> declared function, whose calls and derivatives may stand in the answer.
    `takes` is what the part asks for, one of `TAKES`: it settles what a comma, `=` or a bracket means at the top level.
    `single_letters` reads an undeclared word as its letters, each a free symbol; `free` reads it as one free symbol.
    """

    names: Mapping[str, str] = {}
    units: Mapping[str, Unit] = {}
    log: str = "natural"
    decimal: str = "point"
    complex: bool = False
    takes: str = "number"
    functions: Mapping[str, str] = {}
    single_letters: bool = False
    free: bool = False

    @property
    def shaped(self) -> bool:
        """Whether the part takes something else than one value."""
        return self.takes not in ("number", "expression")


TAKES = ("number", "expression", "equation", "inequality", "interval", "set", "list", "matrix", "any")
"""What a part may ask for; `any` reads all of it, the shape of the answer deciding."""


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
