"""Several three-valued comparisons taken together: items in order, and items in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from quizgen.maths.same import Sameness

Item = TypeVar("Item")


def is_same(by: str, evidence: str) -> Sameness:
    """Equal, and how that was found."""
    return Sameness(same=True, by=by, evidence=evidence, point=None)


def is_other(by: str, evidence: str, point: Mapping[str, str] | None = None) -> Sameness:
    """Not equal, how that was found, and a point that shows it."""
    return Sameness(same=False, by=by, evidence=evidence, point=point)


def is_open(evidence: str) -> Sameness:
    """Undecided, and why."""
    return Sameness(same=None, by="undecided", evidence=evidence, point=None)


SAME = is_same("tree", "")


def all_same(found: Iterable[Sameness]) -> Sameness:
    """The first that isn't the same, else the first that is undecided, else the same."""
    doubt = SAME
    for each in found:
        if each.same is False:
            return each
        if each.same is None and doubt.same:
            doubt = each
    return doubt


def matched(
    first: Sequence[Item], second: Sequence[Item], compare: Callable[[Item, Item], Sameness], *, repeats: bool
) -> Sameness:
    """Whether two collections hold the same in any order; where `repeats` don't count, each has one in the other."""
    table = [[compare(one, other) for other in second] for one in first]
    if not repeats:
        across = [[row[place] for row in table] for place in range(len(second))]
        return all_same(map(_any_same, (*table, *across)))
    if len(first) != len(second):
        return is_other("count", f"{len(first)} and {len(second)} items")
    pairs = pairing([[each.same is True for each in row] for row in table], len(second))
    if len(pairs) == len(first):
        return SAME
    hopes = pairing([[each.same is not False for each in row] for row in table], len(second))
    if len(hopes) == len(first):
        return is_open("some items can't be told apart")
    place = next(place for place in range(len(first)) if place not in pairs)
    return _any_same(table[place])._replace(same=False)


def _any_same(found: Sequence[Sameness]) -> Sameness:
    """The same if one is, undecided if one is that, else not."""
    for wanted in (True, None):
        for each in found:
            if each.same is wanted:
                return each
    return found[0] if found else is_other("count", "an item is missing")


def pairing(fits: Sequence[Sequence[bool]], width: int) -> dict[int, int]:
    """As many pairs of row and column as there can be where every pair fits and nothing is used twice."""
    taken: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column in range(width):
            if fits[row][column] and column not in seen:
                seen.add(column)
                if column not in taken or place(taken[column], seen):
                    taken[column] = row
                    return True
        return False

    for row in range(len(fits)):
        place(row, set())
    return {row: column for column, row in taken.items()}
