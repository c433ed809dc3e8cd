"""What a run has to say of single rows: errors.csv, in the order of files and rows, then of students."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quizgen.batch.cells import csv_line

HEADS = ("file", "row", "student", "part", "kind", "what", "mend")
BOM = "\ufeff"


class Note(NamedTuple):
    """One thing that a person should know of a row. `kind` is error (something isn't graded) or note (all is)."""

    what: str
    mend: str = ""
    file: str = ""
    row: int = 0
    student: str = ""
    part: str = ""
    kind: str = "error"

    def line(self) -> str:
        """A line of errors.csv."""
        row = str(self.row) if self.row else ""
        return csv_line([self.file, row, self.student, self.part, self.kind, self.what, self.mend])

    def told(self) -> str:
        """The same as a sentence: where, what, and the mend."""
        row = f"row {self.row}" if self.row else ""
        where = ", ".join(each for each in (self.file, row, *(() if self.file else (self.student, self.part))) if each)
        return f"{where}: " * bool(where) + "; ".join(each for each in (self.what, self.mend) if each)


Tell = Callable[[Note], None]


class Counted:
    """Passes notes on and counts them by kind."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.errors = self.notes = 0

    def __call__(self, note: Note) -> None:
        """Count a note and pass it on."""
        if note.kind == "error":
            self.errors += 1
        else:
            self.notes += 1
        self._tell(note)


def head_line() -> str:
    """The first line of errors.csv."""
    return BOM + csv_line(HEADS)


__all__ = ["BOM", "HEADS", "Counted", "Note", "Tell", "head_line"]
