"""Rows of a table in blocks, by row or by column; a text without quotes is cut into columns at once.

Nearly all of the time that reading a plain text takes goes into the lists of its rows. Where all rows of a stretch have
as many cells, it is cut at every delimiter instead, and every so many cells the same column comes again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TextIO

Columns = Sequence[Sequence[str]]
"""Cells by column, all columns of one length."""
CHARACTERS = 1 << 15
"""Of a stretch of plain text; its last line comes on top."""
MOST_CHARACTERS = 3 * CHARACTERS
"""Of a stretch with its last line: a longer line is looked at cell by cell."""


class Block:
    """Rows that stand one after another: the lines on which they begin, and their cells."""

    __slots__ = ("_columns", "_rows", "numbers")

    def __init__(self, numbers: Sequence[int], rows: list[list[str]] | None = None, columns: Columns = ()) -> None:
        self.numbers = numbers
        self._rows, self._columns = rows, columns

    @property
    def rows(self) -> list[list[str]]:
        """The cells of each row."""
        if self._rows is None:
            self._rows = [list(cells) for cells in zip(*self._columns, strict=True)]
        return self._rows

    def columns(self, width: int) -> Columns:
        """The cells by column, where every row has `width` of them; () where one hasn't."""
        if self._rows is not None and not self._columns and set(map(len, self._rows)) == {width}:
            self._columns = list(zip(*self._rows, strict=True))
        return self._columns if len(self._columns) == width else ()


def plain_blocks(stream: TextIO, delimiter: str, before: int) -> Generator[Block, None, int]:
    """The rows of a text that begins after line `before`, as far as it is plain; then gives the last line so read.

    It gives -1 where nothing is left. The stream must leave line ends as they are.
    """
    while text := stream.read(CHARACTERS):
        columns = plain_columns(text + stream.readline(), delimiter)
        if not columns:
            return before
        count = len(columns[0])
        yield Block(range(before + 1, before + 1 + count), None, columns)
        before += count
    return -1


def plain_columns(text: str, delimiter: str) -> Columns:
    """The columns of whole lines; () where there are quotes, or the rows differ in how many cells they have."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    text = text.removesuffix("\n")
    if '"' in text or "\r" in text or len(text) > MOST_CHARACTERS:
        return ()
    # Line ends begin the first cells, so a row with a cell too many shows in a column that isn't the first.
    cells = text.replace("\n", delimiter + "\n").split(delimiter)
    width = text.count(delimiter, 0, text.find("\n") % (len(text) + 1)) + 1
    first = "".join(cells[::width]).split("\n")
    if width < 2 or len(cells) != width * len(first) or len(first) != text.count("\n") + 1:
        return ()
    return [first, *(cells[at::width] for at in range(1, width))]


__all__ = ["Block", "Columns", "plain_blocks", "plain_columns"]
