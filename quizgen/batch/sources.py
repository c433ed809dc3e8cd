"""An answer file as it was understood, and what came of its rows."""

from __future__ import annotations

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

    `targets` are what the columns of its entries answer, () where entries hold pairs.
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


class Account(NamedTuple):
    """What came of one file: rows read, taken, blank, and refused."""

    source: Source
    rows: int = 0
    taken: int = 0
    blank: int = 0
    refused: int = 0


__all__ = ["Account", "Manner", "Source"]
