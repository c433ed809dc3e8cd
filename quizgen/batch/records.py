"""The records of a set by their position: any stretch of them is read without the others, and only what grading needs.

Hundreds of thousands of students take eight bytes each; the records themselves stay on the disk.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen.batch.set_folder import BACKUP, RECORDS, SetFolder
from quizgen.errors import SourceError
from quizgen.problem_set import checked_body

_HEAD = re.compile(r'\{"student":("(?:[^"\\]|\\.)*"),"form":"([^"\\]*)","attempt":(\d+),')
_PROBLEMS, _AFTER = '"problems":[', '}],"'


class Posed(NamedTuple):
    """One problem of a sheet: `params` in JSON values; `points` are pairs of part and points, as texts.

    `keys` are what its parts are called on the sheet, `1.S`.
    """

    number: int
    template: str
    variant: str
    params: Mapping[str, Any]
    points: tuple[tuple[str, str], ...]
    earlier: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class Holder(NamedTuple):
    """Whose sheet a record is."""

    student: str
    form: str
    attempt: int


class Handout(NamedTuple):
    """What one student got: a record of the set without its keys. `deadline` is in ISO form, "" for none."""

    student: str
    form: str
    attempt: int
    deadline: str
    problems: tuple[Posed, ...]
    name: str = ""
    email: str = ""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant of each problem, in the order of their numbers."""
        return tuple(each.variant for each in self.problems)


class Records:
    """The records of a set, by position from 0, in the order of the roster. Raises SourceError where one is damaged."""

    def __init__(self, folder: SetFolder) -> None:
        self._file = folder.teacher / RECORDS
        self._set = folder.head.set
        if not folder.complete:
            mend = "run the same `quiz generate` again"
            raise SourceError("the set isn't finished", file=str(self._file), mend=mend)
        self._starts = array("Q")
        start = 0
        for line in self._raw():
            self._starts.append(start)
            start += len(line)

    def __len__(self) -> int:
        return len(self._starts)

    def holders(self) -> Iterator[Holder]:
        """Whose record each is; their checks are only made when they are read."""
        for number, line in enumerate(self._raw(), 1):
            head = _HEAD.match(self._text(line, number))
            if head is None:
                raise self._damaged(number)
            yield Holder(json.loads(head[1]), head[2], int(head[3]))

    def read(self, first: int, last: int) -> Iterator[Handout]:
        """The records from `first` up to and without `last`."""
        for at, line in enumerate(self._raw(first, last), first + 1):
            body = checked_body(self._text(line, at), self._set, str(self._file), at)
            try:
                yield _handout(body)
            except (KeyError, TypeError, ValueError) as error:
                raise self._damaged(at) from error

    def one(self, at: int) -> Handout:
        """The record at a position."""
        return next(self.read(at, at + 1))

    def _raw(self, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        try:
            with self._file.open("rb") as stream:
                if first:
                    stream.seek(self._starts[first])
                for at, line in enumerate(stream, first):
                    if at == last:
                        return
                    yield line
        except OSError as error:
            what = f"it can't be read: {error.strerror or error}"
            raise SourceError(what, file=str(self._file), mend=BACKUP) from error

    def _text(self, line: bytes, number: int) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise self._damaged(number) from None

    def _damaged(self, number: int) -> SourceError:
        return SourceError("this record is damaged", file=str(self._file), line=number, mend=BACKUP)


def _handout(body: str) -> Handout:
    """A record from its JSON. Where students share their problems, these are read once."""
    before, found, rest = body.partition(_PROBLEMS)
    problems, ends, after = rest.partition(_AFTER)
    if found and ends:
        # Where a text happens to end like the list of problems, the pieces are no JSON; nothing else can go wrong.
        with suppress(ValueError):
            data = json.loads(f'{before}"problems":[],"{after}')
            return _made({**data, "problems": _problems(problems + "}")})
    return _made(json.loads(body))


@lru_cache(maxsize=256)
def _problems(text: str) -> tuple[Posed, ...]:
    return tuple(_posed(each) for each in json.loads(f"[{text}]"))


def _made(data: dict[str, Any]) -> Handout:
    problems = tuple(each if isinstance(each, Posed) else _posed(each) for each in data["problems"])
    name, email = data.get("name", ""), data.get("email", "")
    return Handout(data["student"], data["form"], data["attempt"], data["deadline"], problems, name, email)


def _posed(data: dict[str, Any]) -> Posed:
    number, points = data["number"], data["points"]
    return Posed(
        number, data["template"], data["variant"], data["params"], tuple(points.items()),
        tuple(data.get("earlier", ())), tuple(f"{number}.{part}" for part in points),
    )  # fmt: skip


__all__ = ["Handout", "Holder", "Posed", "Records"]
