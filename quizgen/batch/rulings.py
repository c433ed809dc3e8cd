"""What a teacher has ruled beside the engine: problems declared void, and answers marked by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from quizgen.batch.files import write_whole
from quizgen.batch.judging import Judged, JudgedProblem, summed
from quizgen.batch.notes import Note
from quizgen.batch.records import Posed
from quizgen.batch.set_folder import BACKUP, SetFolder
from quizgen.batch.verdict_lines import told_by
from quizgen.errors import NotFound, SourceError
from quizgen.maths.values import whole
from quizgen.problem_set import FORMAT, exact

VOIDS = "voids.json"
"""In a set's teacher folder."""
CREDITS = ("full", "drop")
"""What a void problem is worth: all its points to everyone, or nothing and to nobody."""
_LETTERS = "bcdfghjkmnpqrtvz"
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Mark(NamedTuple):
    """A person's mark for one answer; `of` names the answer (see `answer_name`), so that it is for no other.

    `found` are the numbers, from 1, of the points that they found in an open answer, None if they didn't say. Without a
    `credit` the mark is worth what these points are.
    """

    student: str
    form: str
    key: str
    of: str
    credit: Fraction | int | None
    why: str = ""
    found: tuple[int, ...] | None = None

    def line(self) -> str:
        """A line of marks.jsonl."""
        told = self._asdict() | {"credit": None if self.credit is None else str(self.credit)}
        return _json({name: value for name, value in told.items() if name != "found" or value is not None}) + "\n"

    def worth(self, points: Sequence[Mapping[str, Any]]) -> Fraction | int | None:
        """The credit for an answer with these points to find; None where it hasn't those that were found."""
        if self.credit is not None:
            return self.credit
        found = set(self.found or ())
        if not points or not found <= set(range(1, len(points) + 1)):
            return None
        worth: Fraction | int = whole(sum((Fraction(points[number - 1]["credit"]) for number in found), Fraction(0)))
        return worth


class Rulings(NamedTuple):
    """Voids by what they name (`3`, `3.S`, a template's id, the id and `.S`), and marks by form and key."""

    voids: Mapping[str, str] = {}
    marks: Mapping[tuple[str, str], Mark] = {}

    def __bool__(self) -> bool:
        return bool(self.voids or self.marks)

    def applied(self, form: str, posed: Posed, key: str, judged: Judged) -> Judged:
        """A verdict after what a teacher ruled."""
        if void := self.void(posed, key, judged.part):
            return _voided(judged, void)
        mark = self.marks.get((form, key))
        if mark is None or mark.of != answer_name(form, key, posed.variant, judged.raw):
            return judged
        credit = mark.worth(_to_find(judged))
        return judged if credit is None else _marked(judged, mark, credit)

    def on(self, form: str, problem: JudgedProblem) -> JudgedProblem:
        """A problem after what a teacher ruled."""
        posed = problem.posed
        pairs = zip(posed.keys, problem.parts, strict=True)
        return summed(posed, problem.manner, tuple(self.applied(form, posed, key, part) for key, part in pairs))

    def unused(self, student: str, form: str, problems: Iterable[JudgedProblem]) -> Iterator[Note]:
        """Marks for answers that are others by now, or that name points which there aren't."""
        for problem in problems if self.marks else ():
            for key, part in zip(problem.posed.keys, problem.parts, strict=True):
                mark = self.marks.get((form, key))
                if mark is None:
                    continue
                if mark.of != answer_name(form, key, problem.posed.variant, part.raw):
                    what = "a mark by hand isn't used: the answer, or the problem, is another one now"
                    yield Note(what, "mark it again, in review.csv", student=student, part=key)
                elif mark.credit is None and mark.worth(points := _to_find(part)) is None:
                    there = f"its points are 1 to {len(points)}" if points else "it has no points to find"
                    what = f"a mark by hand isn't used: {there}"
                    yield Note(what, "mend `points` in review.csv, or fill in `credit`", student=student, part=key)

    def void(self, posed: Posed, key: str, part: str) -> str:
        """What a part is worth for being void, "" if it isn't."""
        if not self.voids:
            return ""
        names = (key, f"{posed.template}.{part}", str(posed.number), posed.template)
        return next((self.voids[name] for name in names if name in self.voids), "")


def answer_name(form: str, key: str, variant: str, raw: str) -> str:
    """Twelve letters that name an answer: of one form, to one part of one variant. No spreadsheet changes them."""
    text = f"{form}\n{key}\n{variant}\n{raw}"
    digits = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return "".join(_LETTERS[int(digit, 16)] for digit in digits)


def _voided(judged: Judged, credit: str) -> Judged:
    of = judged.of if credit == "full" else 0
    line = _changed(judged.line, void=credit, points=str(of), of=str(of))
    return judged._replace(points=of, of=of, line=line, ruled=True)


def _marked(judged: Judged, mark: Mark, credit: Fraction | int) -> Judged:
    points = whole(Fraction(credit) * judged.of)
    told = {"credit": str(credit), "why": mark.why} | ({} if mark.found is None else {"found": mark.found})
    line = _changed(judged.line, points=str(points), mark=told)
    return judged._replace(points=points, line=line, ruled=True)


def _to_find(judged: Judged) -> Sequence[Mapping[str, Any]]:
    """The points that an open answer may make, as its line tells them."""
    points: Sequence[Mapping[str, Any]] = told_by(judged.line).get("to_find", ())
    return points


def _changed(line: str, **values: Any) -> str:
    return _json({**json.loads("{" + line), **values})[1:] + "\n"


# ---------------------------------------------------------------------------------------------------- marks
def read_marks(file: Path) -> dict[tuple[str, str], Mark]:
    """The marks of a file; none if it isn't there. Raises SourceError where it is damaged."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"the marks can't be read: {error}", file=str(file), mend=BACKUP) from error
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            mark = Mark(**{**data, **_numbers(data)})
        except (ValueError, TypeError, KeyError) as error:
            raise SourceError("this mark is damaged", file=str(file), line=number, mend=BACKUP) from error
        found[mark.form, mark.key] = mark
    return found


def _numbers(data: Mapping[str, Any]) -> dict[str, Any]:
    """The credit and the numbers of points of a line of marks.jsonl."""
    credit, found = data["credit"], data.get("found")
    return {
        "credit": None if credit is None else exact(credit), "found": None if found is None else tuple(map(int, found)),
    }  # fmt: skip


def marks_text(marks: Iterable[Mark]) -> str:
    """The content of marks.jsonl, in the order of forms and keys."""
    return "".join(mark.line() for mark in sorted(marks, key=lambda mark: mark[:4]))


# ---------------------------------------------------------------------------------------------------- voids
def read_voids(folder: SetFolder) -> dict[str, str]:
    """What is void in a set. Raises SourceError where the file is damaged."""
    file = folder.teacher / VOIDS
    try:
        data = json.loads(file.read_bytes())
        voids = {str(name): str(credit) for name, credit in data["voids"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError("the list of voids is damaged", file=str(file), mend=BACKUP) from error
    if data.get("format") != FORMAT or data.get("set") != folder.head.set or not set(voids.values()) <= {*CREDITS}:
        raise SourceError("the list of voids is another set's, or of another format", file=str(file), mend=BACKUP)
    return voids


def write_voids(folder: SetFolder, voids: Mapping[str, str]) -> None:
    """Keep what is void in a set. Raises OutputError."""
    data = {"format": FORMAT, "set": folder.head.set, "voids": dict(voids)}
    write_whole(folder.teacher / VOIDS, json.dumps(data, ensure_ascii=False, indent=1) + "\n", private=True)


def voidable(folder: SetFolder, named: str) -> str:
    """What to void for what a teacher names: a number, a label or an id, and perhaps a part after a dot.

    A number must mean the same template for everyone. Raises NotFound.
    """
    templates = folder.templates()
    problem, dot, part = named.rpartition(".")
    for name, rest in ((named, ""), (problem, part if dot else "")):
        found = [each.id for each in templates.values() if name in (each.id, each.label, each.id.rpartition("/")[2])]
        if len(found) == 1 and (not rest or rest in [each.id for each in templates[found[0]].parts]):
            return f"{found[0]}.{rest}" if rest else found[0]
    number = named.partition(".")[0]
    if number.isdecimal():
        return _numbered(folder, number, named)
    there = ", ".join(f"{each.label} ({each.id})" for each in templates.values())
    raise NotFound(f"`{named}` is no problem of this set; there are: {there}")


def _numbered(folder: SetFolder, number: str, named: str) -> str:
    asked: dict[str, set[str]] = {}
    for template, parts in _at(folder, int(number)):
        asked.setdefault(template, set()).update(parts)
    if len(asked) > 1:
        raise NotFound(f"problem {number} isn't the same for everyone; name one of: {', '.join(sorted(asked))}")
    part = named.partition(".")[2]
    if not asked or (part and part not in next(iter(asked.values()))):
        raise NotFound(f"no sheet of this set has a problem `{named}`")
    return named


def _at(folder: SetFolder, number: int) -> Iterator[tuple[str, Iterable[str]]]:
    for record in folder.records():
        for problem in record.problems:
            if problem.number == number:
                yield problem.template, problem.points


__all__ = [
    "CREDITS", "VOIDS", "Mark", "Rulings", "answer_name", "marks_text", "read_marks", "read_voids", "voidable",
    "write_voids",
]  # fmt: skip
