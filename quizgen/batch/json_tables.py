"""JSON as a table: an object a line, a list of objects, or the one object that an answer form saves.

Numbers keep the digits with which they are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import Any

from quizgen.batch.tables import BadRow, Refuse, Row, readable, unfit
from quizgen.errors import SourceError

LONGEST_LINE = 1_000_000
"""Bytes of one object; an answer form takes a few thousand."""
LARGEST_LIST = 64_000_000
"""Bytes of a list of objects, which is read at once; lines have no such limit."""
MOST_HEADS = 2_000
Object = Mapping[str, Any]
_HALF = re.compile(r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]")
"""Escapes that stand for half a character."""


@dataclass(frozen=True)
class JsonTable:
    """Objects as rows: the first row holds the names of their keys.

    Objects that an answer form saved are no rows; `forms` gives them.
    """

    path: Path
    by_hand: bool = False

    @property
    def about(self) -> str:
        """JSON Lines, or JSON."""
        return "JSON Lines" if self._by_line else "JSON"

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file."""
        with readable(self.path), self.path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()

    def rows(self, refuse: Refuse) -> Iterator[Row]:
        """The keys that any object has, then each object's values as texts; nested ones are refused."""
        heads: dict[str, None] = {}
        for _, found in self._objects(lambda _: None):
            if not is_form(found) and len(heads) < MOST_HEADS:
                heads.update(dict.fromkeys(found))
        if not heads:
            return
        yield 1, list(heads)
        for number, found in self._objects(refuse):
            if is_form(found):
                continue
            texts = [_text(found.get(head)) for head in heads]
            cells = [text or "" for text in texts]
            if None in texts or (what := unfit(cells)):
                told = "a value is nested" if None in texts else what
                refuse(BadRow(number, told, "give texts and numbers"))
            elif not found.keys() <= heads.keys():
                refuse(BadRow(number, f"there are more than {MOST_HEADS:,} different keys", "use fewer"))
            else:
                yield number, cells

    def forms(self, refuse: Refuse) -> Iterator[tuple[int, Object]]:
        """What answer forms saved, each with its line."""
        return ((number, found) for number, found in self._objects(refuse) if is_form(found))

    @cached_property
    def _by_line(self) -> bool:
        with readable(self.path), self.path.open("rb") as stream:
            line = stream.readline(LONGEST_LINE + 1).removeprefix(b"\xef\xbb\xbf").strip()
            while not line and (line := stream.readline(LONGEST_LINE + 1)):
                line = line.strip()
        # A line that is damaged, or far too long, is still a line if it begins as an object and isn't one on its own.
        return line.startswith(b"{") and (line.endswith(b"}") or len(line) > 1) and not _opens_only(line)

    def _objects(self, refuse: Refuse) -> Iterator[tuple[int, Object]]:
        return self._lines(refuse) if self._by_line else self._whole(refuse)

    def _lines(self, refuse: Refuse) -> Iterator[tuple[int, Object]]:
        with readable(self.path), self.path.open("rb") as stream:
            for number, line in enumerate(_limited(stream), 1):
                if line is None:
                    refuse(BadRow(number, "this line is longer than any answer", "give each student a line"))
                elif line.strip(b"\xef\xbb\xbf \t\r\n"):
                    found = read_object(line, number)
                    if isinstance(found, BadRow):
                        refuse(found)
                    else:
                        yield number, found

    def _whole(self, refuse: Refuse) -> Iterator[tuple[int, Object]]:
        with readable(self.path):
            if self.path.stat().st_size > LARGEST_LIST:
                raise SourceError("the list is too long", file=str(self.path), mend="write one object a line")
            raw = self.path.read_bytes()
        try:
            found = _parsed(raw)
        except ValueError as error:
            mend = "is the file cut off, or edited by hand?"
            raise SourceError(f"this isn't JSON: {error}", file=str(self.path), mend=mend) from error
        for number, each in enumerate(found if isinstance(found, list) else [found], 1):
            if isinstance(each, dict):
                yield number, each
            else:
                refuse(BadRow(number, "this is no object", 'write {"student": …, "part": …, "response": …}'))


def is_form(found: Object) -> bool:
    """Whether an object is what an answer form saves."""
    return "token" in found or isinstance(found.get("answers"), dict)


def read_object(raw: bytes, number: int = 1) -> Object | BadRow:
    """The object that a line or a small file holds."""
    try:
        found = _parsed(raw)
    except ValueError as error:
        return BadRow(number, f"this isn't JSON: {error}", "is it cut off, or edited by hand?")
    return found if isinstance(found, dict) else BadRow(number, "this is no object", "save the form again")


def word(value: Any) -> str:
    """A value that should be a text; "" for any other."""
    return value if isinstance(value, str) else ""


def _parsed(raw: bytes) -> Any:
    """JSON with numbers as texts. Raises ValueError, for two keys of one name too."""
    try:
        text = raw.decode("utf-8-sig")
        if "\0" in text or "\\u0000" in text:
            raise ValueError("there are NUL characters")
        if _HALF.search(text):
            raise ValueError("there is half a character")
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _text(value: Any) -> str | None:
    """A value as a cell; None for one that is nested."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    return value if isinstance(value, str) else None


def _opens_only(line: bytes) -> bool:
    """Whether a line is the beginning of an object that is laid out over several lines."""
    return line in (b"{", b"{}") or (not line.endswith(b"}") and line.endswith((b",", b"{", b"[")))


def _limited(stream: Any) -> Iterator[bytes | None]:
    """The lines of a stream, None for one that is too long."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


__all__ = ["JsonTable", "Object", "is_form", "read_object", "word"]
