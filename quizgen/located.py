"""What was read from an author's file, with the place of every piece, so that any later stage can point at it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from quizgen.errors import SourceError

Path = tuple[str | int, ...]
"""Keys and list positions from the top of a file to one value: `("steps", 2, "is")`."""


class Spot(NamedTuple):
    """Where a value stands in its file's text, as offsets.

    Those of its key (of itself, in a list), of its first character, and past its last one.
    """

    key: int
    start: int
    end: int


@dataclass(frozen=True)
class Located:
    """Plain data (mappings, lists and texts, nothing else) and the text that it was read from.

    `text` has neither byte-order mark nor carriage returns; lines and columns are those of the file, counted from 1.
    """

    data: Any
    file: str
    text: str = field(repr=False)
    spots: Mapping[Path, Spot] = field(repr=False)

    def place(self, path: Path = (), offset: int = -1) -> tuple[int, int]:
        """Line and column of a value (its quote or sign too), or of character `offset` of a text, in whatever style.

        A path that isn't in the file stands for the nearest thing around it that is.
        """
        spot, found = self._spot(path)
        start = spot.start
        value = self.at(path) if found and offset >= 0 else None
        if isinstance(value, str):
            start += _index(self.text[spot.start : spot.end], value, offset)
        return self.position(start)

    def key_place(self, path: Path) -> tuple[int, int]:
        """Line and column of the key in front of a value."""
        return self.position(self._spot(path)[0].key)

    def position(self, index: int) -> tuple[int, int]:
        """Line and column of an offset into `text`."""
        line = bisect_right(self._line_starts, index)
        return line, index - self._line_starts[line - 1] + 1

    def at(self, path: Path) -> Any:
        """The value at a path; raises LookupError if there is none."""
        value = self.data
        for key in path:
            value = value[key]
        return value

    def error(self, what: str, path: Path = (), *, offset: int = -1, mend: str = "", key: bool = False) -> SourceError:
        """An error that points at a value, at a character inside it, or at its key."""
        line, column = self.key_place(path) if key else self.place(path, offset)
        return SourceError(what, file=self.file, line=line, column=column, mend=mend)

    def _spot(self, path: Path) -> tuple[Spot, bool]:
        for length in range(len(path), -1, -1):
            if (spot := self.spots.get(path[:length])) is not None:
                return spot, length == len(path)
        return Spot(0, 0, 0), False

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(index + 1 for index, character in enumerate(self.text) if character == "\n")]


def _index(source: str, value: str, offset: int) -> int:
    """The index in `source`, a text as it is written in the file, of character `offset` of its value.

    YAML only ever changes the white space of a text (and doubles an apostrophe in single quotes), so the characters
    between white space correspond one to one.
    """
    ahead = sum(1 for character in value[:offset] if not character.isspace())
    ends = not value[offset:].strip()
    opens = source[:1]
    index = source.find("\n") + 1 if opens in {"|", ">"} else 1 if opens in {"'", '"'} else 0
    while index < len(source) and (ahead or source[index].isspace()) and not (ends and not ahead):
        if not source[index].isspace():
            ahead -= 1
            index += source.startswith("''", index) and opens == "'"
        index += 1
    return index


def nearest(word: str, words: Iterable[str]) -> str:
    """The one of `words` that `word` is most likely a slip for, or "" if none is near."""
    from difflib import get_close_matches

    by_folded = {each.casefold(): each for each in sorted(words, reverse=True)}
    found = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else ""
