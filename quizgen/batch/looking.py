"""Answer files looked at without being graded: what was understood of them, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from quizgen.batch.answer_files import AnswerFiles
from quizgen.batch.columns import Layout
from quizgen.batch.notes import Note
from quizgen.batch.pile import Entry
from quizgen.batch.records import Records
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sources import Account
from quizgen.batch.submissions import submissions
from quizgen.column_map import PLAIN, ColumnMap
from quizgen.escaping import visible

HELD = 1_000
"""Notes that are kept, and entries that are tried on their sheets."""


class Looked(NamedTuple):
    """What was understood of answer files: an account of each, how many sheets something is for, the first notes."""

    accounts: tuple[Account, ...]
    sheets: int
    of: int
    notes: tuple[Note, ...]


class _Seen:
    """Takes entries, and keeps whose they are and the first of them."""

    def __init__(self) -> None:
        self.sheets: set[int] = set()
        self.first: dict[int, list[Entry]] = {}
        self._kept = 0

    def add(self, sheet: int, entry: Entry) -> None:
        self.sheets.add(sheet)
        if self._kept < HELD:
            self._kept += 1
            self.first.setdefault(sheet, []).append(entry)


def look(folder: SetFolder, files: Sequence[Path], mapping: ColumnMap = PLAIN) -> Looked:
    """Read answer files of a set without writing anything. Raises SourceError as `grade` does."""
    records, seen = Records(folder), _Seen()
    notes: list[Note] = []

    def tell(note: Note) -> None:
        if len(notes) < HELD:
            notes.append(note)

    reading = AnswerFiles(folder, records, seen, tell, mapping)
    reading.read(files)
    sources = [each.source for each in reading.accounts]
    for sheet, entries in seen.first.items():
        # What doesn't fit a student's own sheet only shows there.
        submissions(entries, sources, records.one(sheet), tell)
    return Looked(tuple(reading.accounts), len(seen.sheets), len(records), tuple(notes))


def understood(account: Account) -> Iterator[str]:
    """What a file was taken for, line by line."""
    source = account.source
    yield f"{source.name}: {source.about}"
    if source.layout is None:
        yield "  what answer forms save"
    else:
        yield f"  {'a row for each answer' if source.layout.is_long else 'a row for each submission'}"
        yield from (f"  {line}" for line in _columns(source.layout))
    if source.manner.cell:
        yield "  cells that a spreadsheet seems to have changed aren't graded"
    rows = "1 row" if account.rows == 1 else f"{account.rows:,} rows"
    counts = f"{rows}: {account.taken:,} taken, {account.blank:,} blank, {account.refused:,} refused"
    yield f"  {counts}"


def _columns(layout: Layout) -> Iterator[str]:
    def head(at: int) -> str:
        return f"`{visible(layout.heads[at])[:40]}`"

    for field, at in layout.fields.items():
        others = [each for each in layout.ids if each != at] if field == "student" else []
        yield f"{field}: {', or else '.join(head(each) for each in (at, *others))}"
    if layout.is_long:
        problem, part = layout.part
        yield f"part: {' and '.join(head(each) for each in (problem, part) if each >= 0)}"
        yield f"response: {head(layout.response)}"
    else:
        yield "answers: " + ", ".join(f"{target} in {head(at)}" for at, target in layout.answers)
    if "time" not in layout.fields:
        yield "time: no column says when, so lateness isn't judged"
    if layout.ignored:
        yield f"not used: {', '.join(f'`{each[:40]}`' for each in layout.ignored)}"


__all__ = ["Looked", "look", "understood"]
