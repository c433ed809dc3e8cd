"""What evaluating trees at several points at once is made of: columns of values, a place, a budget of operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quizgen.errors import TooMuchWork
from quizgen.maths.expr import Expr
from quizgen.maths.sameness.systems import Enclosure, System

Column = list[Enclosure]
"""One value a point."""
CAREFUL_BITS = 400
"""From so many bits on, sums say where a term was too small to be seen."""
MOST_WORK = 12_000
"""Operations of one comparison, at each point; a function counts as six, with n times 400 bits n^2 times as much."""


class Work:
    """What is left of a budget of operations."""

    __slots__ = ("left", "refused")

    def __init__(self, left: int = MOST_WORK) -> None:
        self.left = left
        self.refused = False  # something was left UNKNOWN because it would have been too large

    def spend(self, count: int) -> None:
        """Take operations off it. Raises TooMuchWork where none is left."""
        self.left -= count
        if self.left < 0:
            raise TooMuchWork("more operations than a comparison may take")


class Place(NamedTuple):
    """A system of reals, the salt that chooses the declared functions, and a budget."""

    system: System
    salt: str
    work: Work


class Evaluation:
    """A place, `count` points, and the letters' values at them in `columns`.

    With `CAREFUL_BITS` or more, `lost` has the points (by number) at which a term was too small to be seen in its sum.
    """

    def __init__(self, makers: Makers, place: Place, columns: Mapping[str, Column], count: int) -> None:
        self.makers, self.place, self.columns, self.count = makers, place, columns, count
        self.system, self.salt, self.work = place
        self.careful = self.system.bits >= CAREFUL_BITS
        self.cost = count * max(self.system.bits // CAREFUL_BITS, 1) ** 2
        self.lost: set[int] = set()

    def at(self, node: Expr) -> Column:
        """The node's values. Raises TooMuchWork."""
        work = self.work
        work.left -= self.cost
        if work.left < 0:
            work.spend(0)
        return self.makers[type(node)](self, node)

    def only(self, index: int, **more: Enclosure) -> Evaluation:
        """The same at one of the points, with values for bound names."""
        columns = {name: [column[index]] for name, column in self.columns.items()}
        columns.update((name, [value]) for name, value in more.items())
        return Evaluation(self.makers, self.place, columns, 1)

    def note_lost(self, parts: list[Column], total: Column) -> None:
        """Note where a part of a sum gets lost in it."""
        system = self.system
        if system.all_seen(parts, total):
            return
        lost, needed = system.lost, list(map(system.shown, total))
        for part in parts:
            if True in map(lost, part, needed):
                self.lost.update(i for i, (a, b) in enumerate(zip(part, needed, strict=True)) if lost(a, b))


Makers = Mapping[type, Callable[[Evaluation, Any], Column]]
"""How the column of each type of node is made."""
