"""What a teacher writes about answer files whose columns don't explain themselves: a mapping file, in YAML."""

from __future__ import annotations

from datetime import timezone
from pathlib import Path
from typing import Annotated, Literal

from quizgen.authoring.authored import MANY, MAPPING, Document, Line
from quizgen.batch.times import Clock
from quizgen.errors import SourceError
from quizgen.sets.deadlines import moment

MAX_COLUMNS = 2_000


class ColumnMap(Document):
    """Which column holds what, by its heading, and how the cells are to be taken.

    Whoever handed in is found by `form`, `student` (an id), `email` or `name` (or `first` and `last`). `answers` names
    the column of each part (`1.S`) or problem (`1`); in a table with a row for each answer `part` (or `problem` and
    `part`) and `response` say it instead. `blank` are cells that mean no answer; `decimal`, `dates` and `zone` say how
    numbers and moments are written; `damage: trust` grades cells that look as if a spreadsheet had changed them;
    `zeros: restore` finds ids that have lost the zeros in front.
    """

    form: Line = ""
    student: Line = ""
    email: Line = ""
    name: Line = ""
    first: Line = ""
    last: Line = ""
    time: Line = ""
    attempt: Line = ""
    problem: Line = ""
    part: Line = ""
    response: Line = ""
    answers: Annotated[dict[Line, Line], MAPPING] = {}  # noqa: RUF012 - frozen, and pydantic copies it
    blank: Annotated[tuple[Line, ...], MANY] = ("-",)
    decimal: Literal["point", "comma"] | None = None
    dates: Literal["dmy", "mdy"] | None = None
    zone: Line = ""
    sheet: Line = ""
    damage: Literal["refuse", "trust"] = "refuse"
    zeros: Literal["refuse", "restore"] = "refuse"

    def clock(self, zone: timezone) -> Clock:
        """How moments are written; `zone` is that of the set. Raises SourceError."""
        if not self.zone:
            return Clock(self.dates or "", zone)
        try:
            named = moment(f"2000-01-01 00:00 {self.zone}").tzinfo
        except SourceError:
            raise self.error("this is no offset from UTC", ("zone",), mend="write `zone: +01:00`") from None
        return Clock(self.dates or "", named if isinstance(named, timezone) else zone)


PLAIN = ColumnMap()
"""No mapping file: all columns are recognised by their headings."""


def read_mapping(file: Path) -> ColumnMap:
    """The mapping that a file holds. Raises SourceError with the place of what is wrong."""
    from quizgen.yaml_files import load

    found = ColumnMap.read(load(file))
    if len(found.answers) > MAX_COLUMNS:
        raise found.error(f"there are more than {MAX_COLUMNS:,} columns", ("answers",), mend="split the file")
    return found


__all__ = ["PLAIN", "ColumnMap", "read_mapping"]
