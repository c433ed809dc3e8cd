"""Text on a character grid: how wide it is there, and how it is broken into lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

NO_BREAK = "\u00a0"
NARROWEST = 20
"""A terminal that says it has fewer columns is taken to have as many."""


def columns(text: str) -> int:
    """How many columns a terminal gives a text: two to wide East Asian characters, none to combining marks."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


@lru_cache(maxsize=4096)
def _columns_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most `width` columns, broken at ordinary spaces; `first` and `rest` stand before them.

    A newline in the text stays a line's end. Only a word that is wider than a line is cut.
    """
    room = max(width - columns(rest), 1)
    lines = [line for given in text.split("\n") for line in _broken(given, room)]
    return [(rest if index else first) + line for index, line in enumerate(lines)]


def _broken(text: str, width: int) -> Iterator[str]:
    line, used = "", 0
    for word in text.split(" "):
        for piece in _cut(word, width) if len(word) * 2 > width else (word,):
            wide = columns(piece)
            if line and used + 1 + wide > width:
                yield line
                line, used = "", 0
            if piece:
                line, used = (f"{line} {piece}", used + 1 + wide) if line else (piece, wide)
    yield line


def _cut(word: str, width: int) -> Iterator[str]:
    """A word in pieces that fit a line."""
    piece, used = "", 0
    for character in word:
        wide = _columns_of(character)
        if used + wide > width:
            yield piece
            piece, used = "", 0
        piece, used = piece + character, used + wide
    yield piece


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text with spaces up to a width, at its end or (`right`) before it."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def shared(natural: Sequence[int], width: int) -> list[int]:
    """Widths for columns of a table that together take at most `width`: the widest give way first."""
    widths = list(natural)
    while sum(widths) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths
