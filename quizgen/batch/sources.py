"""An answer file as it was understood, and what came of its rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from quizgen.batch.columns import Layout


class Manner(NamedTuple):
    """How what was typed came here: `cell` through cells that a spreadsheet may have changed; `decimal` by the mark.

    `decimal` is "" where the templates say it.
    """

    cell: bool = False
    decimal: str = ""


class Source(NamedTuple):
    """One answer file as it was understood: its digest, its layout (None for answer forms), how rows are to be taken.

    `targets` are what the cells of its entries answer, () where entries hold pairs. `shapes` are what those entries
    answer that name one of them: nearly all rows of a file answer the same parts in the same order.
    """

    name: str
    digest: str
    about: str
    layout: Layout | None
    manner: Manner
    targets: tuple[str, ...] = ()
    is_long: bool = False
    """Whether each answer had a row of its own."""
    marked: bool = False
    """Whether cells that begin like a formula may have the mark of `cells.harmless`."""
    shapes: tuple[tuple[str, ...], ...] = ()

    def targets_of(self, shape: int) -> tuple[str, ...]:
        """What the cells of an entry of this shape answer (-1: of none), () where it holds pairs."""
        return self.shapes[shape] if shape >= 0 else self.targets


class Account(NamedTuple):
    """What came of one file: rows read, taken, blank, and refused."""

    source: Source
    rows: int = 0
    taken: int = 0
    blank: int = 0
    refused: int = 0


def summed(accounts: Iterable[Account]) -> list[Account]:
    """The accounts, with the answer forms of one folder together."""
    found: list[Account] = []
    forms: dict[str, int] = {}
    for account in accounts:
        folder = str(Path(account.source.name).parent)
        if account.source.layout is not None or folder not in forms:
            if account.source.layout is None:
                forms[folder] = len(found)
            found.append(account)
            continue
        first = found[forms[folder]]
        name = first.source._replace(name=f"{folder}/")
        pairs = zip(first[1:], account[1:], strict=True)
        found[forms[folder]] = Account(name, *(one + other for one, other in pairs))
    return found


__all__ = ["Account", "Manner", "Source", "summed"]
