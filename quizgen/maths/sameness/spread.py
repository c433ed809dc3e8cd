"""Letters that the engine can't take as they are: complex ones, and those with the name of a constant.

A letter that is declared complex becomes x + i·y of two real ones; a letter that is declared as `e` or `pi` gets a name
of its own, so that it is no constant (POSITIONS 3, 21). Both sides of a comparison are spread alike, and a point that
is found is told in the letters as they were.
"""

from __future__ import annotations

from collections.abc import Mapping

from quizgen.maths.domains import Domain
from quizgen.maths.expr import CONSTANTS, Expr, Name, Product, Sum, substitute
from quizgen.maths.sameness.verdicts import Sameness

IMAGINARY = "i"
_REAL, _IMAGINARY, _OWN = " re", " im", " letter"


class Spread:
    """The letters of a domain with what stands for them; nothing, for most domains."""

    def __init__(self, domain: Domain) -> None:
        complex_ones = [name for name, letter in domain.names.items() if letter.complex and name != IMAGINARY]
        named = [name for name in domain.names if name in CONSTANTS]
        self._trees: dict[str, Expr] = {name: _parts(name) for name in complex_ones}
        self._trees |= {name: Name(name + _OWN) for name in named if name not in self._trees}
        kept = {name: letter for name, letter in domain.names.items() if name not in self._trees}
        own = {name + _OWN: domain.names[name] for name in named if name not in complex_ones}
        self.domain = Domain({**kept, **own}, domain.complex or bool(complex_ones)) if self._trees else domain

    def __bool__(self) -> bool:
        return bool(self._trees)

    def tree(self, tree: Expr) -> Expr:
        """A tree with these letters spread."""
        return substitute(tree, self._trees)

    def told(self, found: Sameness) -> Sameness:
        """A verdict in the letters as they were."""
        if not found.point:
            return found
        point = self.point(found.point)
        texts = [", ".join(f"{name} = {value}" for name, value in each.items()) for each in (found.point, point)]
        return found._replace(point=point, evidence=found.evidence.replace(texts[0], texts[1]))

    def point(self, point: Mapping[str, str]) -> dict[str, str]:
        """The values of the letters as they were: `z = 2 + 3i`."""
        found: dict[str, str] = {}
        for name, value in point.items():
            if name.endswith(_OWN):
                found[name.removesuffix(_OWN)] = value
            elif name.endswith((_REAL, _IMAGINARY)):
                letter = name.removesuffix(_REAL).removesuffix(_IMAGINARY)
                found[letter] = _sum(point.get(letter + _REAL, "0"), point.get(letter + _IMAGINARY, "0"))
            else:
                found[name] = value
        return found


def _parts(name: str) -> Expr:
    return Sum((Name(name + _REAL), Product((Name(IMAGINARY), Name(name + _IMAGINARY)))))


def _sum(real: str, imaginary: str) -> str:
    if imaginary.startswith(("-", "−")):
        return f"{real} - {imaginary[1:]}i"
    return f"{real} + {imaginary}i"
