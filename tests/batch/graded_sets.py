"""Small sets with answers to them, for the tests of grading."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from quizgen.batch.answer_files import AnswerFiles
from quizgen.batch.grade import Graded, Wish, grade
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.notes import Note
from quizgen.batch.pile import Entry
from quizgen.batch.records import Records
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sources import Account
from quizgen.column_map import PLAIN, ColumnMap
from quizgen.problem_set import StudentRecord, token
from quizgen.yaml_files import loads
from tests.batch.small_bank import make, records, roster_of

PLAN = """\
id: week1
title: Sums
deadline: 2026-10-05 18:00 +02:00
sections:
  - ids: [few, many]
"""
ROSTER = (
    "id,name,email\n001,Ana O'Neil,ana@x.org\n002,Zoë Ångström,zoe@x.org\ns3,Li Wang,li@x.org\n4,Multi Try,m@x.org\n"
)
PARTS = ("1.v", "2.s", "2.d")


def new_set(folder: Path, plan: str = PLAN, roster: str = ROSTER, **more: Any) -> SetFolder:
    """A set in `folder/week1` without sheets, which no grading reads."""
    who = roster_of(folder, roster)
    make(folder / "week1", plan, who, **{"formats": ("md",), "forms": False, **more})
    return SetFolder(folder / "week1")


def of(folder: SetFolder, student: str) -> StudentRecord:
    return next(record for record in records(folder.folder) if record.student == student)


def keys(record: StudentRecord) -> dict[str, str]:
    """A right answer to each part."""
    return {f"{problem.number}.{part}": key for problem in record.problems for part, key in problem.keys.items()}


def param(record: StudentRecord, name: str, number: int = 1) -> str:
    return str(record.problems[number - 1].params[name])


def write_table(file: Path, heads: Iterable[str], rows: Iterable[Iterable[str]], **how: Any) -> Path:
    with file.open("w", encoding=how.pop("encoding", "utf-8"), newline="") as stream:
        writer = csv.writer(stream, **how)
        writer.writerow(heads)
        writer.writerows(rows)
    return file


def right_answers(folder: SetFolder, file: Path, **changed: Mapping[str, str]) -> Path:
    """A wide table with right answers; `changed` are other answers by student (`_001` for 001)."""
    found = records(folder.folder)
    parts = list(keys(found[0]))
    rows = []
    for record in found:
        given = {**keys(record), **changed.get(f"_{record.student}", {})}
        rows.append([record.student, *(given[part] for part in parts)])
    return write_table(file, ["student", *parts], rows)


def form(folder: SetFolder, record: StudentRecord, answers: Mapping[str, str], **changed: Any) -> dict[str, Any]:
    """What an answer form saves."""
    saved = {
        "format": 1, "set": folder.head.set, "form": record.form, "student": record.student,
        "token": token(folder.secret, folder.head.set, record), "saved": "2026-10-05T12:00:00.000Z",
        "variants": {str(problem.number): problem.variant for problem in record.problems}, "answers": dict(answers),
    }  # fmt: skip
    return saved | changed


def save(file: Path, data: Any) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return file


class Taken:
    """Takes entries, as a pile does."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, Entry]] = []

    def add(self, sheet: int, entry: Entry) -> None:
        self.entries.append((sheet, entry))


def read_files(
    folder: SetFolder, *files: Path, mapping: ColumnMap = PLAIN
) -> tuple[list[tuple[int, Entry]], list[Note], list[Account]]:
    """What answer files give: entries with their sheets, notes, accounts."""
    taken, notes = Taken(), list[Note]()
    reading = AnswerFiles(folder, Records(folder), taken, notes.append, mapping)
    reading.read(files)
    return taken.entries, notes, reading.accounts


def mapping(text: str) -> ColumnMap:
    return ColumnMap.read(loads(text, "columns.yaml"))


def graded(folder: SetFolder, out: Path, *files: Path, **wish: Any) -> Graded:
    return grade(folder, out, Wish(files, **{"feedback": (), **wish}))


def table(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline="")))


def scores(out: Path, column: str = "points") -> dict[str, str]:
    """One column of scores.csv by student."""
    return {row["student"]: row[column] for row in table(out / "scores.csv")}


def parts(out: Path, student: str) -> dict[str, dict[str, Any]]:
    """The lines of parts.jsonl of one student, by part."""
    return {
        f"{line['number']}.{line['part']}": line for line in GradedFolder(out).parts() if line["student"] == student
    }


def errors(out: Path, kind: str = "error") -> list[dict[str, str]]:
    return [row for row in table(out / "errors.csv") if row["kind"] == kind]


Pick = Callable[[Path], bool]
