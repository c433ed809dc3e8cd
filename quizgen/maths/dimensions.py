"""What a value is: its kind, and for a number the dimension that it measures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

Dimension = tuple[tuple[str, Fraction | int], ...]
"""Base dimensions with their exponents, sorted by name, none of them 0: speed is (("length", 1), ("time", -1))."""

PURE: Dimension = ()


class Kind(NamedTuple):
    """The kind of a value.

    `what` is number, text, truth, row, list, set, tuple, table, expression, matrix, interval, equation
    or inequality. A number has a `dimension`; a row or a
    table names its `table`; a list has the kind of its items in `of`; an expression (a number in letters that stay
    open) names those letters in `letters`. `unit` is what the value is shown in, for messages. `scale` says of a
    temperature whether it is a place on a scale with an offset ("absolute", such as 20 °C) or the "difference" of two,
    "" where that isn't known. Kinds that differ in nothing but these two are equal.
    """

    what: str
    dimension: Dimension = PURE
    table: str = ""
    of: Kind | None = None
    letters: tuple[str, ...] = ()
    unit: str = ""
    scale: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kind) and self[:5] == other[:5]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self[:5].__hash__()


NUMBER = Kind("number")
TEXT = Kind("text")
TRUTH = Kind("truth")


def dimension(exponents: Iterable[tuple[str, Fraction | int]]) -> Dimension:
    """Exponents in their one canonical form: like names added up, zeros left out, whole ones as int, sorted."""
    sums: dict[str, Fraction | int] = {}
    for name, exponent in exponents:
        sums[name] = sums.get(name, 0) + exponent
    whole = ((name, n.numerator if n.denominator == 1 else n) for name, n in sums.items())
    return tuple(sorted((name, n) for name, n in whole if n))


def times(*dimensions: Dimension) -> Dimension:
    """The dimension of a product."""
    return dimension(pair for each in dimensions for pair in each)


def power(of: Dimension, exponent: Fraction | int) -> Dimension:
    """The dimension of a power."""
    return dimension((name, n * exponent) for name, n in of)


def over(top: Dimension, bottom: Dimension) -> Dimension:
    """The dimension of a quotient."""
    return times(top, power(bottom, -1))


def _known(**exponents: int) -> Dimension:
    return dimension(exponents.items())


_NAMES: dict[Dimension, str] = {
    PURE: "pure number",
    _known(length=2): "area",
    _known(length=3): "volume",
    _known(length=1, time=-1): "speed",
    _known(length=1, time=-2): "acceleration",
    _known(time=-1): "rate (one over a time)",
    _known(mass=1, length=1, time=-2): "force",
    _known(mass=1, length=2, time=-2): "energy",
    _known(mass=1, length=2, time=-3): "power",
    _known(mass=1, length=-1, time=-2): "pressure",
    _known(mass=1, length=-3): "density",
    _known(current=1, time=1): "charge",
    _known(mass=1, length=2, time=-3, current=-1): "voltage",
    _known(mass=1, length=2, time=-3, current=-2): "resistance",
    _known(amount=1, length=-3): "concentration",
    _known(mass=1, amount=-1): "molar mass",
}
_POWERS: dict[Fraction | int, str] = {2: " squared", 3: " cubed"}
_UNCOUNTED = frozenset({"information", "energy", "power", "pressure", "charge", "density", "resistance"})


def dimension_text(of: Dimension) -> str:
    """A dimension in words: "time", "information per time", "energy", "mass times length"."""
    if of in _NAMES:
        return _NAMES[of]
    above = " times ".join(_powered(name, n) for name, n in of if n > 0) or "one"
    below = " and per ".join(_powered(name, -n) for name, n in of if n < 0)
    return f"{above} per {below}" if below else above


def familiar_text(of: Dimension) -> str:
    """A dimension that goes by a name, or by at most two of them, in words; "" for one that only puzzles readers."""
    plain = all(abs(n) == 1 for _, n in of)
    ratio = len(of) == 2 and sum(n for _, n in of) == 0
    return dimension_text(of) if of in _NAMES or (plain and (ratio or (len(of) == 1 and of[0][1] == 1))) else ""


def _powered(name: str, exponent: Fraction | int) -> str:
    spaced = name.replace("_", " ")
    return spaced + ("" if exponent == 1 else _POWERS.get(exponent, f" to the power {exponent}"))


def kind_text(kind: Kind) -> str:
    """A kind in words with its article: "a time (ms)", "information", "a pure number", "a text", "a row of models"."""
    if kind.what in {"number", "expression"}:
        return _measured(kind.dimension) + (f" ({kind.unit})" if kind.unit else "")
    if kind.what in {"row", "table"}:
        return f"a row of {kind.table}" if kind.what == "row" else f"the table {kind.table}"
    if kind.of is not None:
        return f"a {kind.what} in which each item is {kind_text(kind.of)}"
    article = "an" if kind.what[0] in "aei" else "a"
    return "a truth (yes or no)" if kind.what == "truth" else f"{article} {kind.what}"


def _measured(of: Dimension) -> str:
    words = dimension_text(of)
    counted = (of in _NAMES or len(of) == 1) and words not in _UNCOUNTED and " to the " not in words
    if not counted:
        return words
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"
