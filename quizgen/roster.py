"""Who gets a sheet: the students of a roster, and how a row of any roster file is read as one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import NamedTuple, TypeVar

from quizgen.errors import SourceError
from quizgen.escaping import visible
from quizgen.located import nearest
from quizgen.sets.deadlines import moment, span

HEADS: Mapping[str, tuple[str, ...]] = {
    "id": (
        "id", "studentid", "student", "studentnumber", "studentno", "idnumber", "matriculationnumber", "matrikelnummer",
        "matrikelnr", "matrnr", "sid", "sisuserid", "sisid", "orgdefinedid", "userid", "username", "login", "candidate",
        "candidatenumber", "matrikel", "identifiant", "numeroidentification", "numerodidentification", "numeroetudiant",
        "numerodeid", "numerodeidentificacion", "dni", "matricola", "numeromatricola", "codiceidentificativo",
        "numerodeidentificacao", "studentnummer", "numeralbumu", "idnummer", "benutzername",
    ),
    "name": (
        "name", "fullname", "studentname", "nomcomplet", "nombrecompleto", "nomecompleto", "volledigenaam",
        "vollstandigername",
    ),
    "first": ("firstname", "givenname", "forename", "vorname", "prenom", "nombre", "nome", "voornaam", "imie", "jmeno"),
    "last": (
        "lastname", "surname", "familyname", "nachname", "nom", "apellidos", "apellido", "cognome", "sobrenome",
        "achternaam", "nazwisko", "prijmeni",
    ),
    "email": (
        "email", "emailaddress", "mail", "emailadresse", "mailadresse", "adressedecourriel", "courriel",
        "direcciondecorreo", "correoelectronico", "correo", "indirizzoemail", "enderecodeemail", "emailadres",
        "adresemail", "adresaemail",
    ),
    "section": ("section", "sections", "group", "groups", "class", "course", "tutorial", "gruppe", "klasse"),
    "deadline": ("deadline", "due", "duedate", "owndeadline"),
    "extra_time": ("extratime", "extension", "timeextension"),
}  # fmt: skip
"""Each field with the headings that stand for it, folded, those that are trusted most first."""

T = TypeVar("T")
LONGEST = 200
"""Characters of an id or a name."""
_RUN = re.compile(r"[=@+\-\uff1d\uff20\uff0b\uff0d\u2212]")
_NUMERIC = re.compile(r"[+-]?\d+", re.ASCII)


def folded(head: str) -> str:
    """A heading without case, accents, spaces and signs, as HEADS has it."""
    plain = unicodedata.normalize("NFKD", head.casefold().replace("ß", "ss").replace("ł", "l"))
    return re.sub(r"[\W_]+", "", "".join(each for each in plain if not unicodedata.combining(each)))


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
    folds = [folded(head) for head in heads]
    fields: dict[str, int] = {}
    for field, spellings in HEADS.items():
        found = next((folds.index(spelling) for spelling in spellings if spelling in folds), None)
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
        _told("deadline", lambda: moment(cell("deadline"), zone).isoformat()) if cell("deadline").strip() else "",
        _told("extra time", lambda: int(span(cell("extra_time")).total_seconds())) if cell("extra_time").strip() else 0,
        {head: kept for head, at in of.extra.items() if at < len(cells) and (kept := _line(cells[at]))},
    )


def _told(field: str, read: Callable[[], T]) -> T:
    """What is read of a cell. Raises SourceError with the field's name."""
    try:
        return read()
    except SourceError as problem:
        raise SourceError(f"the {field}: {problem.what}", mend=problem.mend) from None


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


def _line(text: str) -> str:
    """A name on one line, in NFC, without hidden characters."""
    return " ".join(visible(unicodedata.normalize("NFC", text)).split())[:LONGEST]


def _no_id(heads: Sequence[str]) -> SourceError:
    there = ", ".join(visible(head)[:40] for head in heads[:12])
    others = {spelling for spellings in HEADS.values() for spelling in spellings}
    unknown = [head for head in heads if head.strip() and folded(head) not in others]
    near = next((head for head in unknown if nearest(folded(head), HEADS["id"])), "")
    mend = f"is it `{visible(near)}`? name that column `id`" if near else "name the column with the ids `id`"
    return SourceError(f"no column holds ids; the first row has: {there}", mend=mend)
