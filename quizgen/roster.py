"""Who gets a sheet: the students of a roster, and how a row of any roster file is read as one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from quizgen.errors import SourceError
from quizgen.escaping import visible
from quizgen.located import nearest
from quizgen.sets.deadlines import moment, span

HEADS: Mapping[str, tuple[str, ...]] = {
    "id": (
        "id", "studentid", "student", "studentnumber", "studentno", "idnumber", "matriculationnumber", "matrikelnummer",
        "matrnr", "sid", "sisuserid", "sisid", "orgdefinedid", "userid", "username", "login", "candidate",
        "candidatenumber",
    ),
    "name": ("name", "fullname", "studentname"),
    "first": ("firstname", "givenname", "forename", "vorname", "prenom"),
    "last": ("lastname", "surname", "familyname", "nachname", "nom"),
    "email": ("email", "emailaddress", "mail", "emailadresse", "mailadresse"),
    "section": ("section", "sections", "group", "class", "course", "tutorial", "gruppe", "klasse"),
    "deadline": ("deadline", "due", "duedate", "owndeadline"),
    "extra_time": ("extratime", "extension", "timeextension"),
}  # fmt: skip
"""Each field with the headings that stand for it, folded, those that are trusted most first."""

LONGEST = 200
"""Characters of an id or a name."""
_RUN = re.compile(r"[=@+\-\uff1d\uff20\uff0b\uff0d\u2212]")
_NUMERIC = re.compile(r"[+-]?\d+", re.ASCII)


class Student(NamedTuple):
    """One row of a roster. `deadline` is their own, in ISO form, `extra_time` seconds more than others have.

    `extra` are the columns that mean nothing here; they are kept.
    """

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    deadline: str = ""
    extra_time: int = 0
    extra: Mapping[str, str] = {}

    def due(self, deadline: str) -> str:
        """Until when this student has time, in ISO form, where all have until `deadline`; "" for ever."""
        until = self.deadline or deadline
        if not until or not self.extra_time:
            return until
        return (datetime.fromisoformat(until) + timedelta(seconds=self.extra_time)).isoformat()


class Columns(NamedTuple):
    """Which column holds what: field -> position; `extra` heading -> position."""

    fields: Mapping[str, int]
    extra: Mapping[str, int]


def columns(heads: Sequence[str]) -> Columns:
    """The columns of a roster with these headings, in any order and case. Raises SourceError (without a place)."""
    folded = [_folded(head) for head in heads]
    fields: dict[str, int] = {}
    for field, spellings in HEADS.items():
        found = next((folded.index(spelling) for spelling in spellings if spelling in folded), None)
        if found is not None:
            fields[field] = found
    if "id" not in fields and "email" in fields:
        fields["id"] = fields["email"]
    if "id" not in fields:
        raise _no_id(heads)
    taken = set(fields.values())
    extra = {visible(head).strip(): at for at, head in enumerate(heads) if at not in taken and head.strip()}
    return Columns(fields, extra)


def student(cells: Sequence[str], of: Columns, zone: timezone | None = None) -> Student:
    """The student of a row; `zone` is that of deadlines which name none. Raises SourceError (without a place)."""

    def cell(field: str) -> str:
        at = of.fields.get(field, -1)
        return cells[at] if 0 <= at < len(cells) else ""

    return Student(
        student_id(cell("id")),
        _line(cell("name")) or _line(f"{cell('first')} {cell('last')}"),
        _line(cell("email")),
        _line(cell("section")),
        moment(cell("deadline"), zone).isoformat() if cell("deadline").strip() else "",
        int(span(cell("extra_time")).total_seconds()) if cell("extra_time").strip() else 0,
        {head: kept for head, at in of.extra.items() if at < len(cells) and (kept := _line(cells[at]))},
    )


def student_id(text: str) -> str:
    """An id as it is kept: NFC, without spaces around it, with all its zeros. Raises SourceError (without a place)."""
    kept = unicodedata.normalize("NFC", text).strip()
    if not kept:
        raise SourceError("there is no id", mend="give each student an id")
    if kept != visible(kept) or len(kept) > LONGEST:
        raise SourceError("the id has hidden characters, or is very long", mend="type it anew")
    if _RUN.match(kept) and not _NUMERIC.fullmatch(kept):
        # Ids are written into tables as they are, so one that a spreadsheet would run must not get in.
        raise SourceError(f"the id `{kept[:40]}` begins like a formula", mend="begin ids with a letter or a digit")
    return kept


def same_id(text: str) -> str:
    """What two ids that can't be told apart have in common: letters of one kind, width and case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())


def numbered(count: int) -> Iterator[Student]:
    """Students without names, for sheets that are handed out before one knows to whom: s1, s2, ..."""
    width = len(str(count))
    return (Student(f"s{index:0{width}}") for index in range(1, count + 1))


def _folded(head: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", head).casefold())


def _line(text: str) -> str:
    """A name on one line, in NFC, without hidden characters."""
    return " ".join(visible(unicodedata.normalize("NFC", text)).split())[:LONGEST]


def _no_id(heads: Sequence[str]) -> SourceError:
    there = ", ".join(visible(head)[:40] for head in heads[:12])
    near = next((head for head in heads if head.strip() and nearest(_folded(head), HEADS["id"])), "")
    mend = f"is it `{visible(near)}`? name that column `id`" if near else "name the column with the ids `id`"
    return SourceError(f"no column holds ids; the columns are: {there}", mend=mend)
