"""What a teacher writes about answer files whose columns don't explain themselves: a mapping file, in YAML."""

from __future__ import annotations

from datetime import timezone
from typing import Annotated, Literal

from quizgen.authoring.authored import MANY, MAPPING, Document, Line
from quizgen.errors import SourceError
from quizgen.located import Located
from quizgen.sets.deadlines import moment

MAX_COLUMNS = 2_000


class ColumnMap(Document):
    """Which column of an answer file holds what, by its heading, and how the cells are to be taken.

    Whoever handed in is found by `form`, `student` (an id), `email` or `name` (or `first` and `last`). In a table with
    a row for each answer `part` (or `problem` and `part`) and `response` take the place of `answers`.
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
    answers: Annotated[dict[Line, Line], MAPPING] = {}
    blank: Annotated[tuple[Line, ...], MANY] = ("-",)
    decimal: Literal["point", "comma"] | None = None
    dates: Literal["dmy", "mdy"] | None = None
    zone: Line = ""
    sheet: Line = ""
    damage: Literal["refuse", "trust"] = "refuse"
    zeros: Literal["refuse", "restore"] = "refuse"

    def offset(self, usual: timezone) -> timezone:
        """The zone of moments that name none; `usual` is that of the set. Raises SourceError."""
        if not self.zone:
            return usual
        try:
            named = moment(f"2000-01-01 00:00 {self.zone}").tzinfo
        except SourceError:
            raise self.error("this is no offset from UTC", ("zone",), mend="write `zone: +01:00`") from None
        return named if isinstance(named, timezone) else usual


PLAIN = ColumnMap()
"""No mapping file: all columns are recognised by their headings."""


def parse_column_map(source: Located) -> ColumnMap:
    """The mapping that a file holds. Raises SourceError with the place of what is wrong."""
    found = ColumnMap.read(source)
    if len(found.answers) > MAX_COLUMNS:
        raise found.error(f"there are more than {MAX_COLUMNS:,} columns", ("answers",), mend="split the file")
    return found
