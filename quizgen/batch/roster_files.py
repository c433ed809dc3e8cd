"""A roster file read as students, one row after another, as often as they are wanted; bad rows are told apart."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TextIO

from quizgen.batch.files import content_digest, file_digest
from quizgen.errors import SourceError
from quizgen.roster import Columns, Student, columns, numbered, same_id, student
from quizgen.used import Marks

SHOWN_PROBLEMS = 1_000
"""How many bad rows are kept to be told."""
LOOKUPS = 20
"""For so many repeated ids the line of the first is looked up."""
_DELIMITERS = ",;\t"
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class BadRow(NamedTuple):
    """A row that is left out, with its line in the file and the reason."""

    line: int
    what: str


@dataclass(frozen=True)
class Roster:
    """Students that can be gone through again and again without being held.

    `count` are the good rows; `bad` the others; `digest` changes with the content.
    """

    file: Path | None
    digest: str
    count: int
    bad: tuple[BadRow, ...] = ()
    zone: timezone | None = None

    def __iter__(self) -> Iterator[Student]:
        """The good rows, in their order."""
        if self.file is None:
            yield from numbered(self.count)
            return
        for _, found in _checked(self.file, self.zone):
            if isinstance(found, Student):
                yield found


def read_roster(file: Path, deadline: str = "") -> Roster:
    """Check a roster, row by row; moments without an offset take that of `deadline` (ISO form).

    Raises SourceError where the file can't be read as a table with a column of ids, or has no good row.
    """
    zone = datetime.fromisoformat(deadline).tzinfo if deadline else None
    zone = zone if isinstance(zone, timezone) else None
    count = 0
    bad: list[BadRow] = []
    for line, found in _checked(file, zone):
        if isinstance(found, Student):
            count += 1
        elif len(bad) < SHOWN_PROBLEMS:
            bad.append(BadRow(line, found))
    if not count:
        told = "".join(f"\n  line {each.line}: {each.what}" for each in bad[:5])
        raise SourceError(f"no row of this roster is a student{told}", file=str(file), mend="give each row an id")
    return Roster(file, file_digest(file), count, tuple(bad), zone)


def numbered_roster(count: int) -> Roster:
    """A roster of so many students without names."""
    return Roster(None, content_digest(f"{count} students"), count)


def _checked(file: Path, zone: timezone | None, *, lookups: int = LOOKUPS) -> Iterator[tuple[int, Student | str]]:
    """Each row with its line, as a student or as what is wrong with it."""
    of: Columns | None = None
    seen = Marks()
    for line, cells in _rows(file):
        if isinstance(cells, str):
            yield line, cells
        elif not any(cell.strip() for cell in cells):
            continue
        elif of is None:
            of = _columns(cells, file, line)
        else:
            found = _student(cells, of, zone)
            if isinstance(found, Student) and not seen.add(_mark(found.id)):
                at = _first_line(file, found.id, zone) if lookups else 0
                found = f"the id {found.id} is in the roster already" + (f", on line {at}" if at else "")
                lookups -= bool(lookups)
            yield line, found


def _student(cells: list[str], of: Columns, zone: timezone | None) -> Student | str:
    try:
        return student(cells, of, zone)
    except SourceError as problem:
        return f"{problem.what}; {problem.mend}" if problem.mend else problem.what


def _first_line(file: Path, name: str, zone: timezone | None) -> int:
    """The line of the first row with that id: only its digest was kept, so the file is gone through again."""
    rows = _checked(file, zone, lookups=0)
    return next(line for line, found in rows if isinstance(found, Student) and same_id(found.id) == same_id(name))


def _columns(cells: list[str], file: Path, line: int) -> Columns:
    try:
        return columns(cells)
    except SourceError as problem:
        raise SourceError(problem.what, file=str(file), line=line, mend=problem.mend) from None


def _mark(name: str) -> int:
    return int.from_bytes(blake2b(same_id(name).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


# ---------------------------------------------------------------------------------------------------- the table
def _rows(file: Path) -> Iterator[tuple[int, list[str] | str]]:
    """The rows of a CSV or TSV file with the line on which each begins; a text says why a row can't be read."""
    with _opened(file) as stream:
        reader = csv.reader(stream, delimiter=_delimiter(stream))
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, f"this row can't be read: {error}"
            except UnicodeDecodeError as error:
                mend = "save it as CSV in UTF-8"
                raise SourceError(f"this is no text: {error}", file=str(file), line=line, mend=mend) from error
            else:
                yield line, cells


@contextmanager
def _opened(file: Path) -> Iterator[TextIO]:
    try:
        encoding = _encoding(file)
        errors = "replace" if encoding == "cp1252" else "strict"
        with file.open(encoding=encoding, errors=errors, newline="") as stream:
            yield stream
    except OSError as error:
        mend = "name a CSV file with a row for each student"
        raise SourceError(f"it can't be read: {error.strerror or error}", file=str(file), mend=mend) from error


def _encoding(file: Path) -> str:
    """By the byte-order mark; else UTF-8 if all of it is, else what Excel writes on Windows."""
    with file.open("rb") as raw:
        start = raw.read(4)
        for mark, name in _BOMS:
            if start.startswith(mark):
                return name
        if Counter(start)[0]:
            return "utf-16-le" if start[1:2] == b"\0" else "utf-16-be"
    try:
        with file.open(encoding="utf-8") as stream:
            while stream.read(1 << 16):
                pass
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _delimiter(stream: TextIO) -> str:
    """The one of comma, semicolon and tab that the first line has most of, outside quotes."""
    head = ""
    while not head.strip():
        head = stream.readline(1 << 16)
        if not head:
            break
    stream.seek(0)
    bare = "".join(head.split('"')[::2])
    return max(_DELIMITERS, key=bare.count)


__all__ = ["BadRow", "Roster", "numbered_roster", "read_roster"]
