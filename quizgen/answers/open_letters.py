"""The letters that stay open in an answer: what each may be, and the domain that they make (POSITIONS 21)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.maths.domains import Domain, Letter
from quizgen.maths.expr import CONSTANTS

Exact = int | Fraction


class OpenLetter(NamedTuple):
    """What a template says of a letter.

    `sign`, `integer`, `low` and `high` are those of `maths.domains.Letter`. A `constant` may be any number, such as C
    in an antiderivative. `of` are the letters that it is a function of (then it is called: `f(x)`). A `drawn` one is a
    param: it has a value in each variant, and stays open where the answer asks for that.
    """

    sign: str = "any"
    integer: bool = False
    low: Exact | None = None
    high: Exact | None = None
    complex: bool = False
    constant: bool = False
    of: tuple[str, ...] = ()
    drawn: bool = False

    @property
    def letter(self) -> Letter:
        """The same for an equality; what holds for a drawn one holds beyond the values that are drawn."""
        if self.drawn:
            return Letter(self.sign, self.integer)
        return Letter(self.sign, self.integer, self.low, self.high, self.complex)


def as_data(letter: OpenLetter) -> dict[str, Any]:
    """The fields that aren't the default, as plain data for a spec."""
    plain = OpenLetter()
    return {name: value for name, value in letter._asdict().items() if value != getattr(plain, name)}


def from_data(data: Mapping[str, Any]) -> OpenLetter:
    """The letter again."""
    return OpenLetter(**{**data, "of": tuple(data.get("of", ()))})


def letters_of(spec: Mapping[str, Any]) -> dict[str, OpenLetter]:
    """The open letters of a compiled part by name."""
    return {name: from_data(data) for name, data in spec["letters"].items()}


def domain_of(spec: Mapping[str, Any]) -> Domain:
    """The domain of a compiled part."""
    known = letters_of(spec)
    special = {name: each.letter for name, each in known.items() if name != "i" and _is_special(name, each.letter)}
    return Domain(special, complex=spec["complex"])


def _is_special(name: str, letter: Letter) -> bool:
    """Whether something is said of a letter, or it has the name of a constant and isn't one here (POSITIONS 3)."""
    return letter != Letter() or name in CONSTANTS
