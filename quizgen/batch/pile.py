"""What was handed in, arranged by sheet: rows in any order in, each sheet's rows together out, in little memory.

Rows are held until there are many; from then on they wait in files of neighbouring sheets, in the folder of the run.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from quizgen.batch.files import PRIVATE_FILE, told

HELD = 20_000
"""Rows in memory."""
BUNDLE = 256
"""Sheets in a bundle, at least."""
MOST_BUNDLES = 200


class Entry(NamedTuple):
    """A row of a file as it was handed in: for which sheet, where it stands, when it came, its number as an attempt.

    `cells` are the answers in the order of the file's columns, or else pairs of key and answer.
    """

    sheet: int
    file: int
    row: int
    when: str
    turn: str
    cells: tuple[str, ...]


class Bundle(NamedTuple):
    """Neighbouring sheets, from `first` up to and without `last`, with what was handed in for them."""

    number: int
    first: int
    last: int
    path: Path

    def entries(self) -> dict[int, list[Entry]]:
        """The entries by sheet, in the order of files and rows. Raises OutputError."""
        found: dict[int, list[Entry]] = {}
        if not self.path.exists():
            return found
        with told(self.path), self.path.open(encoding="utf-8", errors="surrogatepass", newline="") as stream:
            for sheet, file, row, when, turn, *cells in csv.reader(stream):
                entry = Entry(int(sheet), int(file), int(row), when, turn, tuple(cells))
                found.setdefault(entry.sheet, []).append(entry)
        return found


class Pile:
    """Takes rows for `sheets` sheets; `folder` is the run's own, and what is left there is swept away."""

    def __init__(self, sheets: int, folder: Path) -> None:
        self._sheets, self._folder = sheets, folder
        self._size = max(BUNDLE, -(-sheets // MOST_BUNDLES))
        self._held: list[Sequence[object]] = []

    def add(self, entry: Sequence[object]) -> None:
        """Take an entry: sheet, file, row, when and turn, then its cells one by one."""
        self._held.append(entry)
        if len(self._held) >= HELD:
            self._put_away()

    def bundles(self) -> Iterator[Bundle]:
        """All sheets in bundles, also those for which nothing came. Nothing is added after that."""
        self._put_away()
        for number, first in enumerate(range(0, self._sheets, self._size)):
            last = min(first + self._size, self._sheets)
            yield Bundle(number, first, last, self._path(number))

    def drop(self) -> None:
        """Take the run's files away; their bundles are graded."""
        with told(self._folder):
            for path in self._folder.glob(".pile-*.tmp"):
                path.unlink()

    def _put_away(self) -> None:
        parted: dict[int, list[Sequence[object]]] = {}
        size = self._size
        for row in self._held:
            parted.setdefault(row[0] // size, []).append(row)  # type: ignore[operator]  # the first is the sheet
        for number, rows in parted.items():
            self._append(self._path(number), rows)
        self._held = []

    def _append(self, path: Path, rows: Sequence[Sequence[object]]) -> None:
        with told(path):
            new = not path.exists()
            with path.open("a", encoding="utf-8", errors="surrogatepass", newline="") as stream:
                csv.writer(stream).writerows(rows)
            if new:
                path.chmod(PRIVATE_FILE)

    def _path(self, number: int) -> Path:
        return self._folder / f".pile-{number}.tmp"


__all__ = ["Bundle", "Entry", "Pile"]
