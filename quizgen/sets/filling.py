"""Whether templates have variants enough for all sheets of a set, decided exactly and before anything is written.

Sections demand variants, templates offer them, and a template may stand in more than one section: a flow from the one
to the other shows how much of all demands can be met together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from quizgen.compiled import CompiledTemplate
from quizgen.sampling.space import variants


class Demand(NamedTuple):
    """So many variants, of any of these templates, for one section (its position, from 0)."""

    section: int
    templates: tuple[str, ...]
    amount: int


class Offers:
    """How many variants each template has, counted no further than anybody asks."""

    def __init__(self, templates: Mapping[str, CompiledTemplate]) -> None:
        self._templates = templates
        self._every: dict[str, Iterator[object]] = {}
        self.known: dict[str, int] = {}
        """What was counted: a template has at least so many."""

    def upto(self, name: str, enough: int) -> int:
        """The number of a template's variants, or a number from `enough` on if there are that many."""
        if name not in self._every:
            self._every[name], self.known[name] = variants(self._templates[name]), 0
        missing = enough - self.known[name]
        if missing > 0:
            self.known[name] += sum(1 for _ in islice(self._every[name], missing))
        return self.known[name]


def met(demands: Sequence[Demand], offers: Mapping[str, int]) -> list[int]:
    """How much of each demand can be met if as much as possible of all together is; the earlier ones come first."""
    flow = _Flow(demands, dict(offers))
    for index in range(len(demands)):
        flow.push(index)
    return [sum(given.values()) for given in flow.given]


def fits(demands: Sequence[Demand], offers: Mapping[str, int]) -> bool:
    """Whether all demands can be met together."""
    wanted = dict.fromkeys((name for demand in demands for name in demand.templates), 0)
    for demand in demands:
        for name in demand.templates:
            wanted[name] += demand.amount
    if all(offers.get(name, 0) >= amount for name, amount in wanted.items()):
        return True
    return met(demands, offers) == [demand.amount for demand in demands]


class _Flow:
    """What each demand is given of each template so far, and what is left of the offers."""

    def __init__(self, demands: Sequence[Demand], left: dict[str, int]) -> None:
        self.demands, self.left = demands, left
        self.given: list[dict[str, int]] = [{} for _ in demands]

    def push(self, index: int) -> None:
        """Give a demand as much as can be had, also by giving others something else instead."""
        missing = self.demands[index].amount
        while missing:
            path = self._path(index)
            if path is None:
                return
            missing -= self._along(path, missing)

    def _path(self, start: int) -> list[tuple[int, str]] | None:
        """Pairs (demand, template): each demand takes of its template what the next one gives back, or what is left."""
        came: dict[int, tuple[int, str] | None] = {start: None}
        queue = [start]
        for demand in queue:
            for name in self.demands[demand].templates:
                if self.left.get(name, 0):
                    return self._back(came, demand, name)
                for other, given in enumerate(self.given):
                    if given.get(name) and other not in came:
                        came[other] = (demand, name)
                        queue.append(other)
        return None

    @staticmethod
    def _back(came: Mapping[int, tuple[int, str] | None], demand: int, name: str) -> list[tuple[int, str]]:
        path = [(demand, name)]
        while (step := came[path[-1][0]]) is not None:
            path.append(step)
        return path[::-1]

    def _along(self, path: list[tuple[int, str]], missing: int) -> int:
        last = path[-1][1]
        back = [self.given[other][name] for (_, name), (other, _) in pairwise(path)]
        amount = min([missing, self.left[last], *back])
        for (demand, name), after in zip(path, [*path[1:], None], strict=True):
            self.given[demand][name] = self.given[demand].get(name, 0) + amount
            if after is not None:
                self.given[after[0]][name] -= amount
        self.left[last] -= amount
        return amount
