"""A roster file read as students, one row after another, as often as they are wanted; bad rows are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import blake2b
from pathlib import Path

from quizgen.batch.files import content_digest
from quizgen.batch.tables import BadRow, Table, open_table
from quizgen.errors import SourceError
from quizgen.roster import Columns, Student, columns, numbered, same_id, student
from quizgen.sets.used import Marks

SHOWN_PROBLEMS = 1_000
"""How many bad rows are kept to be told."""
LOOKUPS = 20
"""For so many repeated ids the line of the first is looked up."""


@dataclass(frozen=True)
class Roster:
    """Students that can be gone through again and again without being held.

    `count` are the good rows; `bad` the others (of many, the first); `digest` changes with the content.
    """

    table: Table | None
    digest: str
    count: int
    bad: tuple[BadRow, ...] = ()
    zone: timezone | None = None

    def __iter__(self) -> Iterator[Student]:
        """The good rows, in their order."""
        if self.table is None:
            yield from numbered(self.count)
            return
        for found in _checked(self.table, self.zone, lookups=0):
            if isinstance(found, Student):
                yield found


def read_roster(file: Path, deadline: str = "") -> Roster:
    """Check a roster, row by row; moments without an offset take that of `deadline` (ISO form).

    Raises SourceError where the file can't be read as a table with a column of ids, or has no good row.
    """
    zone = zone_of(deadline)
    table, count = open_table(file), 0
    bad: list[BadRow] = []
    try:
        for found in _checked(table, zone):
            if isinstance(found, Student):
                count += 1
            elif len(bad) < SHOWN_PROBLEMS:
                bad.append(found)
    except SourceError as problem:
        mend = problem.mend
        raise SourceError(problem.what, file=str(file), line=problem.line, mend=mend) from problem
    if not count:
        shown = "".join(f"\n  line {each.number}: {each.what}" for each in bad[:5])
        mend = "give it a row of headings, and a row with an id for each student"
        raise SourceError(f"no row of this roster is a student{shown}", file=str(file), mend=mend)
    return Roster(table, table.digest, count, tuple(bad), zone)


def zone_of(deadline: str) -> timezone | None:
    """The zone of a moment in ISO form; None for ""."""
    zone = datetime.fromisoformat(deadline).tzinfo if deadline else None
    return zone if isinstance(zone, timezone) else None


def numbered_roster(count: int) -> Roster:
    """A roster of so many students without names."""
    return Roster(None, content_digest(f"{count} students"), count)


def _checked(table: Table, zone: timezone | None, *, lookups: int = LOOKUPS) -> Iterator[Student | BadRow]:
    """Each row as a student, or as what is wrong with it."""
    of: Columns | None = None
    seen = Marks()
    for row in _rows(table):
        if isinstance(row, BadRow):
            yield row
        elif not any(cell.strip() for cell in row[1]):
            continue
        elif of is None:
            of = _columns(*row)
        else:
            found = _student(*row, of, zone)
            if isinstance(found, Student) and not seen.add(mark_of(found.id)):
                first = _first_line(table, found.id, of, zone) if lookups else 0
                lookups -= bool(lookups)
                where = f", on line {first}" if first else ""
                found = BadRow(row[0], f"the id {found.id} is in the roster already{where}", "give each its own id")
            yield found


def _rows(table: Table) -> Iterator[tuple[int, list[str]] | BadRow]:
    """The rows, those that can't be read too, as they come."""
    refused: list[BadRow] = []
    for row in table.rows(refused.append):
        yield from refused
        refused.clear()
        yield row
    yield from refused


def _columns(line: int, cells: list[str]) -> Columns:
    try:
        return columns(cells)
    except SourceError as problem:
        raise SourceError(problem.what, line=line, mend=problem.mend) from None


def _student(line: int, cells: list[str], of: Columns, zone: timezone | None) -> Student | BadRow:
    try:
        return student(cells, of, zone)
    except SourceError as problem:
        return BadRow(line, problem.what, problem.mend)


def _first_line(table: Table, name: str, of: Columns, zone: timezone | None) -> int:
    """The line of the first student with that id: only its digest was kept, so the table is gone through again."""
    for row in _rows(table):
        found = row if isinstance(row, BadRow) else _student(*row, of, zone)
        if isinstance(found, Student) and same_id(found.id) == same_id(name):
            return row[0]
    return 0


def mark_of(name: str) -> int:
    """64 bits that stand for an id; ids that can't be told apart have the same."""
    return int.from_bytes(blake2b(same_id(name).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


__all__ = ["BadRow", "Roster", "mark_of", "numbered_roster", "read_roster", "zone_of"]
