"""What letters may be where trees are compared, and values that they may have there."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from quizgen.maths.domains import Domain, Letter
from quizgen.maths.expr import CONSTANTS, Expr, Number, names
from quizgen.maths.same import Sameness, same

_PLACES = (Fraction(3, 7), Fraction(5, 11), Fraction(13, 17), Fraction(29, 19), Fraction(31, 23), Fraction(2, 37))
_WHOLE = (3, 5, 2, 7, 11, 4)


class Ground(NamedTuple):
    """What letters may be, and the salt of the points at which trees are compared. `log` is what `log` means."""

    domain: Domain
    salt: str = ""
    log: str = "natural"

    def same(self, one: Expr, other: Expr) -> Sameness:
        """Whether two trees are equal."""
        return same(one, other, self.domain, self.salt)

    def is_zero(self, tree: Expr) -> bool | None:
        """Whether a tree is 0."""
        return self.same(tree, Number(0)).same

    def letters(self, *trees: Expr) -> tuple[str, ...]:
        """The letters of trees, in order."""
        constants = CONSTANTS | ({"i"} if self.domain.complex else set())
        return tuple(sorted(frozenset[str]().union(*map(names, trees)) - constants))

    def letter(self, name: str) -> Letter:
        """What a letter may be."""
        return self.domain.letter(name)


def place_of(name: str, order: int, ground: Ground) -> Expr:
    """A value that the letter may have."""
    letter = ground.letter(name)
    value: Fraction | int = _WHOLE[order % 6] if letter.integer else _PLACES[order % 6]
    if letter.low is not None and letter.high is not None and not letter.integer:
        value = letter.low + (letter.high - letter.low) * Fraction(value) / 2
    elif letter.low is not None:
        value = letter.low + value
    elif letter.high is not None:
        value = letter.high - value
    elif letter.sign == "negative":
        value = -value
    exact = Fraction(value)
    return Number(exact.numerator if exact.denominator == 1 else exact)
