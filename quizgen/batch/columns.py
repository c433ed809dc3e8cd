"""What the columns of an answer file hold: recognised by their headings in several languages, or named by a mapping.

Two shapes are known: a row for each submission with a column for each answer, and a row for each answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from quizgen.column_map import PLAIN, ColumnMap
from quizgen.errors import SourceError
from quizgen.escaping import visible
from quizgen.roster import HEADS as ROSTER_HEADS
from quizgen.roster import folded

HEADS: Mapping[str, tuple[str, ...]] = {
    "form": ("form", "formcode", "sheet", "sheetcode", "formular", "bogen"),
    "student": ROSTER_HEADS["id"],
    **{name: ROSTER_HEADS[name] for name in ("email", "name", "first", "last")},
    "time": (
        "completed", "completedon", "completiontime", "submitted", "submittedat", "submissiontime", "timestamp",
        "saved", "handedin", "time", "when", "finished", "beendet", "beendetam", "abgeschlossen", "abgegeben",
        "abgegebenam", "zeitstempel", "zeit", "termine", "soumis", "horodateur", "completado", "finalizado",
        "marcatemporal", "completato", "informazionicronologiche", "voltooid", "tijdstempel", "ukonczono", "zakonczono",
    ),
    "attempt": ("attempt", "attemptno", "attemptnumber", "versuch", "tentative", "intento", "tentativo", "poging"),
}  # fmt: skip
"""Each field with the headings that stand for it, folded; those that are trusted most come first."""
_RESPONSE = (
    "response", "answer", "antwort", "réponse", "reponse", "respuesta", "risposta", "resposta", "antwoord", "svar",
    "odpowiedź", "odpověď",
)  # fmt: skip
_QUESTION = (
    "question", "problem", "task", "item", "exercise", "frage", "aufgabe", "exercice", "problème", "pregunta",
    "problema", "ejercicio", "domanda", "esercizio", "questão", "vraag", "opgave", "pytanie", "zadanie", "otázka", "q",
)  # fmt: skip
_PART = ("part", "teil", "partie", "parte", "deel", "część")
_LONG_RESPONSE = (*_RESPONSE, "value", "text", "given", "raw", "studentanswer", "studentresponse", "wert")
_LONG_PART = (*_PART, "partid", "partkey", "key", "questionid", "questionnumber", "number", "nr", "no")
_HEADING = re.compile(
    rf"(?:(?P<response>{'|'.join(_RESPONSE)})|{'|'.join(_QUESTION)})?[\s.:#_-]*(?P<number>\d{{1,3}})"
    rf"(?:\s*[.:_/ -]\s*(?:(?:{'|'.join(_PART)})\s+)?(?P<part>[a-z][\w-]*))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_REST = re.compile(r"(?:[.:)\]]?\s*\Z|[.:)\]]?\s+(?!/|\d)|:|\s*[\[(](?!\d))")
_POINTS = re.compile(r"/\s*\d|\bpts\b|\bpoints\b|\bpunkte\b", re.IGNORECASE)
HEADED_WITHIN = 10
"""Rows that may stand above the headings, such as a title."""


class Target(NamedTuple):
    """What a column, or a row, answers: a part of a problem, or with "" the whole problem."""

    number: int
    part: str = ""

    def __str__(self) -> str:
        return f"{self.number}.{self.part}" if self.part else str(self.number)


class Known(NamedTuple):
    """What the sheets of a set ask: how many problems, and what parts any of its templates has."""

    problems: int
    parts: frozenset[str]


class Layout(NamedTuple):
    """What each column holds, by position from 0.

    `fields`: form, student, email, name, first, last, time, attempt -> column; `ids` are all columns that may hold ids.
    Either `answers` gives a column for each target, or `part` (problem and part columns, -1 for none) and `response`
    say it row by row.
    """

    fields: Mapping[str, int]
    ids: tuple[int, ...] = ()
    answers: tuple[tuple[int, Target], ...] = ()
    part: tuple[int, int] = (-1, -1)
    response: int = -1
    heads: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.heads)

    @property
    def is_long(self) -> bool:
        """Whether each answer has a row of its own."""
        return self.response >= 0


def target(text: str, known: Known) -> Target | None:
    """The part or problem that a cell or a heading names: `1.S`, `Q1`, `2.T_comm: How long?`; None for another text."""
    found = _HEADING.fullmatch(text.strip())
    return _named(found, known) if found is not None else None


def _named(found: re.Match[str], known: Known) -> Target | None:
    number, part, rest = int(found["number"]), found["part"] or "", found["rest"]
    if not 1 <= number <= known.problems or _POINTS.search(rest):
        return None
    if part not in known.parts:
        same = [each for each in known.parts if each.casefold() == part.casefold()]
        if part and len(same) == 1 and _REST.match(rest):
            return Target(number, same[0])
        # What stands behind the number is the question itself.
        end = found.end("number")
        part, rest = "", found.string[end:]
    return Target(number, part) if _REST.match(rest) else None


# ---------------------------------------------------------------------------------------------------- headings
def layout(heads: Sequence[str], known: Known, mapping: ColumnMap = PLAIN) -> Layout:
    """What columns with these headings hold. Raises SourceError (without a place) where that isn't clear."""
    fields = {**_recognised(heads), **_mapped(heads, mapping)}
    if mapping.part and not mapping.problem:
        fields.pop("problem", None)
    response = fields.pop("response", -1)
    part = (fields.pop("problem", -1), fields.pop("part", -1))
    answers = _answers(heads, known, mapping)
    if not fields.keys() & {"form", "student", "email", "name", "last"}:
        raise _nobody(heads)
    if (response < 0 or max(part) < 0) and not answers:
        raise _nothing(heads, known)
    if answers and not (mapping.response or mapping.answers) and response >= 0:
        response, part = -1, (-1, -1)
    ids = (fields["student"],) if mapping.student else _all_ids(heads)
    taken = {*fields.values(), *ids, *part, response, *(at for at, _ in answers)}
    ignored = tuple(visible(head)[:60] for at, head in enumerate(heads) if at not in taken and head.strip())
    if response >= 0 and max(part) >= 0:
        return Layout(fields, ids, (), part, response, tuple(heads), ignored)
    return Layout(fields, ids, answers, heads=tuple(heads), ignored=ignored)


def _recognised(heads: Sequence[str]) -> dict[str, int]:
    """The fields that headings name; the most trusted heading of each field counts."""
    folds = [folded(head) for head in heads]
    found: dict[str, int] = {}
    for field, spellings in (*HEADS.items(), ("problem", _folds(_QUESTION)), *_LONG.items()):
        at = next((folds.index(spelling) for spelling in spellings if spelling in folds), None)
        if at is not None and at not in found.values():
            found[field] = at
    return found


def _all_ids(heads: Sequence[str]) -> tuple[int, ...]:
    """Every column that may hold ids, those trusted most first."""
    folds = [folded(head) for head in heads]
    return tuple(folds.index(spelling) for spelling in HEADS["student"] if spelling in folds)


def _folds(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(folded(word) for word in words)


_LONG = {"part": _folds(_LONG_PART), "response": _folds(_LONG_RESPONSE)}


def _mapped(heads: Sequence[str], mapping: ColumnMap) -> dict[str, int]:
    """The columns that a mapping names. Raises SourceError where there is none of that heading."""
    fields = (*HEADS, "problem", "part", "response")
    named = {field: getattr(mapping, field) for field in fields}
    return {field: _at(heads, head, mapping, (field,)) for field, head in named.items() if head}


def _at(heads: Sequence[str], head: str, mapping: ColumnMap, path: tuple[str, ...]) -> int:
    exact = [at for at, each in enumerate(heads) if each.strip() == head]
    alike = exact or [at for at, each in enumerate(heads) if folded(each) == folded(head) != ""]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise mapping.error(f"{len(alike)} columns are headed `{head}`", path, mend="give them different headings")
    raise mapping.error(f"no column is headed `{head}`", path, mend=f"there are: {_listed(heads)}")


def _answers(heads: Sequence[str], known: Known, mapping: ColumnMap) -> tuple[tuple[int, Target], ...]:
    if mapping.answers:
        return tuple(_mapped_answers(heads, known, mapping))
    found = list(_answer_heads(heads, known))
    responses = [each for each in found if each[2]]
    chosen = [(at, named) for at, named, _ in (responses or found)]
    seen: dict[Target, int] = {}
    for at, named in chosen:
        if named in seen:
            two = f"`{visible(heads[seen[named]])}` and `{visible(heads[at])}`"
            raise SourceError(f"two columns hold answers to {named}: {two}", mend="give a mapping file")
        seen[named] = at
    return tuple(chosen)


def _answer_heads(heads: Sequence[str], known: Known) -> Iterator[tuple[int, Target, bool]]:
    """Each column of answers, and whether its heading says that it holds responses."""
    for at, head in enumerate(heads):
        found = _HEADING.fullmatch(head.strip())
        named = _named(found, known) if found is not None else None
        if found is not None and named is not None:
            yield at, named, bool(found["response"])


def _mapped_answers(heads: Sequence[str], known: Known, mapping: ColumnMap) -> Iterator[tuple[int, Target]]:
    for name, head in mapping.answers.items():
        named = target(name, known)
        if named is None:
            parts = ", ".join(sorted(known.parts)[:12])
            mend = f"problems go from 1 to {known.problems}, their parts are {parts}: write `1.{min(known.parts)}`"
            raise mapping.error(f"`{name}` is no part of this set", ("answers", name), mend=mend)
        yield _at(heads, head, mapping, ("answers", name)), named


def _listed(heads: Sequence[str]) -> str:
    return ", ".join(f"`{visible(head)[:40]}`" for head in heads[:15] if head.strip()) + (" …" * (len(heads) > 15))


def _nobody(heads: Sequence[str]) -> SourceError:
    mend = "name the column with the ids `student`, or say it in a mapping file: `student: <heading>`"
    return SourceError(f"no column says whose answers these are; the columns are: {_listed(heads)}", mend=mend)


def _nothing(heads: Sequence[str], known: Known) -> SourceError:
    part = min(known.parts, default="S")
    mend = f"name the columns `1.{part}`, `2.{part}` …, or say it in a mapping file: `answers: {{1.{part}: <heading>}}`"
    return SourceError(f"no column holds answers; the columns are: {_listed(heads)}", mend=mend)


def find_layout(rows: Sequence[Sequence[str]], known: Known, mapping: ColumnMap = PLAIN) -> tuple[int, Layout]:
    """Which of the first rows of a table has the headings, and what they say. Raises SourceError (without a place)."""
    first: SourceError | None = None
    for at, heads in enumerate(rows[:HEADED_WITHIN]):
        try:
            return at, layout(heads, known, mapping)
        except SourceError as problem:
            first = first or problem
    raise first or SourceError("the file is empty", mend="export it again")


__all__ = ["HEADED_WITHIN", "Known", "Layout", "Target", "find_layout", "layout", "target"]
