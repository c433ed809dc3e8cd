"""The records of a set by their position: any stretch of them is read without the others, and only what grading needs.

Hundreds of thousands of students take eight bytes each; the records themselves stay on the disk.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen.batch.set_folder import BACKUP, RECORDS, SetFolder
from quizgen.errors import SourceError
from quizgen.problem_set import LineCheck, damaged_record

_HEAD = re.compile(
    rb'\{"student":("[^"\\]*(?:\\.[^"\\]*)*"),"form":"([^"\\]*)","attempt":(\d+),"deadline":"([^"\\]*)",'
)
_PROBLEMS, _AFTER, _END = b'"problems":[', b'}],"', b"}]}"
_AT_ONCE = 1 << 17
"""Bytes that are read at once: a record takes a few thousand."""
_NUMBER, _BETWEEN = b'{"number":', b'},{"number":'
"""What stands before the first problem, and between two; not in texts, where JSON escapes quotes."""
_SLOT = re.compile(rb'"slot":"[^"\\]*"')
KEPT, VARIANTS = 128, 4096
"""Lists of problems that are kept as they were read, and problems."""


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

    `keys` are those of all parts, in their order. `shared` says that a record read shortly before has the
    same problems; then they are one object.
    """

    student: str
    form: str
    attempt: int
    deadline: str
    problems: tuple[Posed, ...]
    keys: Mapping[str, None]
    name: str = ""
    email: str = ""
    shared: bool = False

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
        self._check, self._reader = LineCheck(folder.head.set), _Reader()
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
            student, _, attempt, _ = head.groups()
            self._ids += student
            self._id_ends.append(len(self._ids))
            if attempt != b"1":
                self.single = False

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
        for number, line in enumerate(self._raw(first, last), first + 1):
            body = self._check.body(line)
            if body is None:
                raise damaged_record(str(self._file), number)
            yield self._reader.handout(body)

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
        self._last, self._read = b"", _posing(())
        """The last problems, as they were written and as they were read."""
        self._kept: dict[bytes, _Posing] = {}

    def handout(self, body: bytes) -> Handout:
        """One record."""
        try:
            if (found := self._in_pieces(body)) is not None:
                return found
        except ValueError:
            pass  # Where a text happens to end like the list of problems, the pieces are no JSON.
        data = json.loads(body)
        posed, keys = _posing(map(_placed, data["problems"]))
        who = (data["student"], data["form"], data["attempt"], data["deadline"])
        return Handout(*who, posed, keys, data.get("name", ""), data.get("email", ""))

    def _in_pieces(self, body: bytes) -> Handout | None:
        """A record with its keys in the usual order: the problems alone take long, and may be those read last."""
        head = _HEAD.match(body)
        if head is None or not body.startswith(_PROBLEMS, head.end()):
            return None
        start, last = head.end() + len(_PROBLEMS), len(body) - len(_END)
        end = last if body.endswith(_END) else body.find(_AFTER, start)
        (posed, keys), shared = self._problems(body, start, end + 1)
        student, form, attempt, deadline = head.groups()
        who = (_student(student), form.decode(), int(attempt), deadline.decode())
        if end == last:
            return Handout(*who, posed, keys, shared=shared)
        rest = json.loads(b'{"' + body[end + len(_AFTER) :])
        return Handout(*who, posed, keys, rest.get("name", ""), rest.get("email", ""), shared)

    def _problems(self, body: bytes, start: int, end: int) -> tuple[_Posing, bool]:
        """The problems, and whether they were read before."""
        if len(self._last) == end - start and body.startswith(self._last, start):
            return self._read, True
        text = body[start:end]
        found = self._kept.get(text)
        shared = found is not None
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[text] = _problems(text)
        self._last, self._read = text, found
        return found, shared


def _student(text: bytes | bytearray) -> str:
    """An id from its JSON."""
    return text[1:-1].decode() if b"\\" not in text else str(json.loads(text))


def _problems(text: bytes) -> _Posing:
    """The problems of a sheet from the inside of their list. Raises ValueError."""
    try:
        return _posing(map(_in_place, text[len(_NUMBER) : -1].split(_BETWEEN)))
    except (ValueError, KeyError):
        # Not cut where one problem ends and the next begins.
        return _posing(map(_placed, json.loads(b"[" + text + b"]")))


def _in_place(text: bytes) -> Posed:
    """A problem from its text, which differs from that of others who have the variant in its number and slot only."""
    number, _, behind = text.partition(b",")
    slot, _, rest = behind.partition(b',"template":')
    if not _SLOT.fullmatch(slot):
        raise ValueError(slot)
    return _renumbered(int(number), _variant(b'"template":' + rest))


def _posing(problems: Iterable[Posed]) -> _Posing:
    posed = tuple(problems)
    return posed, dict.fromkeys([key for each in posed for key in each.keys])


def _placed(data: dict[str, Any]) -> Posed:
    return _renumbered(data["number"], _posed(data))


def _posed(data: dict[str, Any]) -> Posed:
    """A problem at no place."""
    points, earlier = tuple(data["points"].items()), tuple(data.get("earlier", ()))
    return Posed(0, data["template"], data["variant"], data["params"], points, earlier)


def _renumbered(number: int, posed: Posed) -> Posed:
    """A problem at its place on a sheet."""
    _, template, variant, params, points, earlier, _ = posed
    points, keys = _points(number, points)
    return Posed(number, template, variant, params, points, earlier, keys)


@lru_cache(maxsize=VARIANTS)
def _variant(text: bytes) -> Posed:
    """What follows the slot of a problem, read once for all who have the variant."""
    return _posed(json.loads(b"{" + text + b"}"))


@lru_cache(maxsize=1024)
def _points(number: int, points: tuple[tuple[str, str], ...]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The points of a problem, as one object for all who have these, and what its parts are called on a sheet."""
    return points, tuple(f"{number}.{part}" for part, _ in points)


__all__ = ["Handout", "Holder", "Posed", "Records"]
