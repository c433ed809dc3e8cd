"""What a bank covers: the matrix of a pack's cells and of levels, and what is missing in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

LEVELS = (1, 2, 3, 4, 5)


class Listed(Protocol):
    """What of a template the matrix needs; the bank's entries have it."""

    @property
    def label(self) -> str:
        """Its short name."""
        ...

    @property
    def level(self) -> int:
        """1 to 5."""
        ...

    @property
    def cell(self) -> str:
        """The cell's id, "" for none."""
        ...


class CellRow(NamedTuple):
    """A cell with what is special about it, and the labels of its templates by level."""

    cell: str
    special: str
    labels: Mapping[int, tuple[str, ...]]


class Coverage(NamedTuple):
    """The rows of the matrix in the pack's order, and what is missing, in words.

    A last row with the cell "" holds templates without a cell, if there are any.
    """

    rows: tuple[CellRow, ...]
    missing: tuple[str, ...]


def coverage(entries: Sequence[Listed], cells: Mapping[str, str]) -> Coverage:
    """The matrix of these templates; `cells` are the pack's, with what is special about each."""
    stray = {"": "no cell"} if any(entry.cell not in cells for entry in entries) else {}
    known = {**cells, **stray}
    rows = tuple(CellRow(cell, special, _by_level(entries, cell, cells)) for cell, special in known.items())
    return Coverage(rows, tuple(_missing(entries, cells)))


def _by_level(entries: Iterable[Listed], cell: str, cells: Mapping[str, str]) -> dict[int, tuple[str, ...]]:
    own = [entry for entry in entries if (entry.cell if entry.cell in cells else "") == cell]
    return {level: tuple(entry.label for entry in own if entry.level == level) for level in LEVELS}


def _missing(entries: Sequence[Listed], cells: Mapping[str, str]) -> list[str]:
    used, levels = {entry.cell for entry in entries}, {entry.level for entry in entries}
    found = [f"cell {cell} has no template" for cell in cells if cell not in used]
    found += [f"level {level} has no template" for level in LEVELS if level not in levels]
    strange = sorted({entry.cell for entry in entries if entry.cell and entry.cell not in cells})
    return found + [f"the pack has no cell {cell}, and a template names it" for cell in strange]
