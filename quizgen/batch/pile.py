"""What was handed in, arranged by sheet: rows in any order in, each sheet's rows together out, in little memory.

Rows are held until there are many; from then on they wait in files of neighbouring sheets, in the folder of the run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from quizgen.batch.files import PRIVATE_FILE, told

HELD = 5_000
"""Entries in memory."""
BUNDLE = 256
"""Sheets in a bundle, at least."""
MOST_BUNDLES = 200
_BETWEEN = "\x1f"
_PLACES = 6


class Entry(NamedTuple):
    """A row of a file as it was handed in: where it stands, when it came, its number as an attempt.

    `cells` are the answers in the order of the file's columns or of the shape that `shape` numbers among those of the
    file, or else pairs of key and answer.
    """

    file: int
    row: int
    when: str
    turn: str
    cells: Sequence[str]
    shape: int = -1


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
        with told(self.path), self.path.open(encoding="utf-8", errors="surrogatepass", newline="\n") as stream:
            for line in stream:
                texts = json.loads(line) if line[0] == "[" else line[:-1].split(_BETWEEN)
                sheet, file, row, when, turn, shape, *cells = texts
                entry = Entry(int(file), int(row), when, turn, cells, int(shape))
                found.setdefault(int(sheet), []).append(entry)
        return found


def _line(sheet: int, entry: Entry) -> str:
    """An entry as a line: as it is, or in JSON where a text of it holds what stands between them or ends a line."""
    file, row, when, turn, cells, shape = entry
    line = _BETWEEN.join((f"{sheet}{_BETWEEN}{file}{_BETWEEN}{row}", when, turn, str(shape), *cells))
    if line.count(_BETWEEN) == _PLACES - 1 + len(cells) and "\n" not in line and "\r" not in line:
        return line + "\n"
    return json.dumps([str(sheet), str(file), str(row), when, turn, str(shape), *cells]) + "\n"


class Pile:
    """Takes rows for `sheets` sheets. Its files are in `folder`, the run's own, and gone after its `with` block."""

    def __init__(self, sheets: int, folder: Path) -> None:
        self._sheets, self._folder = sheets, folder
        self._size = max(BUNDLE, -(-sheets // MOST_BUNDLES))
        self._lines: list[list[str]] = [[] for _ in range(0, sheets, self._size)]
        self._held = 0

    def add(self, sheet: int, entry: Entry) -> None:
        """Take an entry for a sheet."""
        self._lines[sheet // self._size].append(_line(sheet, entry))
        self._held += 1
        if self._held >= HELD:
            self._put_away()

    def bundles(self) -> Iterator[Bundle]:
        """All sheets in bundles, also those for which nothing came. Nothing is added after that."""
        self._put_away()
        for number, first in enumerate(range(0, self._sheets, self._size)):
            last = min(first + self._size, self._sheets)
            yield Bundle(number, first, last, self._path(number))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take the files away; what can't be is swept away by the next run."""
        for path in self._folder.glob(".pile-*.tmp"):
            with suppress(OSError):
                path.unlink()

    def _put_away(self) -> None:
        for number, lines in enumerate(self._lines):
            if lines:
                self._append(self._path(number), "".join(lines))
                lines.clear()
        self._held = 0

    def _append(self, path: Path, text: str) -> None:
        with told(path):
            new = not path.exists()
            with path.open("a", encoding="utf-8", errors="surrogatepass", newline="\n") as stream:
                stream.write(text)
            if new:
                path.chmod(PRIVATE_FILE)

    def _path(self, number: int) -> Path:
        return self._folder / f".pile-{number}.tmp"


__all__ = ["Bundle", "Entry", "Pile"]
