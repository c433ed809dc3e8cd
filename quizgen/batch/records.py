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
from quizgen.problem_set import LineCheck, damaged_record

_HEAD = re.compile(rb'\{"student":("(?:[^"\\]|\\.)*"),"form":"([^"\\]*)","attempt":(\d+),"deadline":"([^"\\]*)",')
_PROBLEMS, _AFTER, _END = b'"problems":[', b'}],"', b"}]}"
_AT_ONCE = 1 << 17
"""Bytes that are read at once: a record takes a few thousand."""


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
    """What one student got: a record of the set without its keys. `deadline` is in ISO form, "" for none.

    `keys` are those of all parts, in their order.
    """

    student: str
    form: str
    attempt: int
    deadline: str
    problems: tuple[Posed, ...]
    keys: Mapping[str, None]
    name: str = ""
    email: str = ""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant of each problem, in the order of their numbers."""
        return tuple(each.variant for each in self.problems)


_Posing = tuple[tuple[Posed, ...], Mapping[str, None]]
"""The problems of a sheet, and the keys of all their parts."""


class Records:
    """The records of a set, by position from 0, in the order of the roster. Raises SourceError where one is damaged."""

    def __init__(self, folder: SetFolder) -> None:
        self._file = folder.teacher / RECORDS
        self._check = LineCheck(folder.head.set)
        if not folder.complete:
            mend = "run the same `quiz generate` again"
            raise SourceError("the set isn't finished", file=str(self._file), mend=mend)
        self._starts, self._id_ends, self._ids = array("Q"), array("Q"), bytearray()
        self.single = True
        """Whether everyone has one sheet, the first."""
        start = 0
        for number, line in enumerate(self._raw(), 1):
            self._starts.append(start)
            start += len(line)
            head = _HEAD.match(line)
            if head is None:
                raise damaged_record(str(self._file), number)
            self._ids += head[1]
            self._id_ends.append(len(self._ids))
            self.single = self.single and head[3] == b"1"

    def __len__(self) -> int:
        return len(self._starts)

    def students(self) -> Iterator[str]:
        """The id of each record; they are held, in a few bytes more than they have."""
        ids, start = self._ids, 0
        for number, end in enumerate(self._id_ends, 1):
            try:
                yield _student(ids[start:end])
            except ValueError:
                raise damaged_record(str(self._file), number) from None
            start = end

    def holders(self) -> Iterator[Holder]:
        """Whose record each is; their checks are only made when they are read."""
        for number, line in enumerate(self._raw(), 1):
            head = _HEAD.match(line)
            if head is None:
                raise damaged_record(str(self._file), number)
            try:
                holder = Holder(_student(head[1]), head[2].decode(), int(head[3]))
            except ValueError:
                raise damaged_record(str(self._file), number) from None
            yield holder

    def read(self, first: int, last: int) -> Iterator[Handout]:
        """The records from `first` up to and without `last`."""
        reader = _Reader()
        for number, line in enumerate(self._raw(first, last), first + 1):
            body = self._check.body(line)
            if body is None:
                raise damaged_record(str(self._file), number)
            yield reader.handout(body)

    def one(self, at: int) -> Handout:
        """The record at a position."""
        return next(self.read(at, at + 1))

    def _raw(self, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        try:
            with self._file.open("rb", buffering=_AT_ONCE) as stream:
                if first:
                    stream.seek(self._starts[first])
                for at, line in enumerate(stream, first):
                    if at == last:
                        return
                    yield line
        except OSError as error:
            what = f"it can't be read: {error.strerror or error}"
            raise SourceError(what, file=str(self._file), mend=BACKUP) from error


class _Reader:
    """Reads records from their JSON. Where students share their problems, these are read once."""

    def __init__(self) -> None:
        self._last, self._read = b"", _posing([])
        """The last problems, as they were written and as they were read."""

    def handout(self, body: bytes) -> Handout:
        """One record."""
        head = _HEAD.match(body)
        if head is not None and body.startswith(_PROBLEMS, head.end()):
            start = head.end() + len(_PROBLEMS)
            end = len(body) - len(_END) if body.endswith(_END) else body.find(_AFTER, start)
            # Where a text happens to end like the list of problems, the pieces are no JSON; nothing else can go wrong.
            with suppress(ValueError):
                posed, keys = self._problems(body, start, end + 1)
                rest = json.loads(b'{"' + body[end + len(_AFTER) :]) if end < len(body) - len(_END) else {}
                who = (_student(head[1]), head[2].decode(), int(head[3]), head[4].decode())
                return Handout(*who, posed, keys, rest.get("name", ""), rest.get("email", ""))
        data = json.loads(body)
        posed, keys = _posing(data["problems"])
        who = (data["student"], data["form"], data["attempt"], data["deadline"])
        return Handout(*who, posed, keys, data.get("name", ""), data.get("email", ""))

    def _problems(self, body: bytes, start: int, end: int) -> _Posing:
        if len(self._last) != end - start or not body.startswith(self._last, start):
            self._last = body[start:end]
            self._read = _problems(self._last)
        return self._read


def _student(text: bytes | bytearray) -> str:
    """An id from its JSON."""
    return text[1:-1].decode() if b"\\" not in text else str(json.loads(text))


@lru_cache(maxsize=128)
def _problems(text: bytes) -> _Posing:
    return _posing(json.loads(b"[" + text + b"]"))


def _posing(problems: list[dict[str, Any]]) -> _Posing:
    posed = tuple([_posed(each) for each in problems])
    return posed, dict.fromkeys([key for each in posed for key in each.keys])


def _posed(data: dict[str, Any]) -> Posed:
    number = data["number"]
    points, keys = _points(number, tuple(data["points"].items()))
    return Posed(
        number, data["template"], data["variant"], data["params"], points, tuple(data.get("earlier", ())), keys
    )


@lru_cache(maxsize=1024)
def _points(number: int, points: tuple[tuple[str, str], ...]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The points of a problem, as one object for all who have these, and what its parts are called on a sheet."""
    return points, tuple(f"{number}.{part}" for part, _ in points)


__all__ = ["Handout", "Holder", "Posed", "Records"]
