"""What only the teacher gets, made from the records: the ledger with all keys, a table to fill in, and a README."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quizgen.batch.cells import csv_line, points_text
from quizgen.batch.sheets import due
from quizgen.layouts import layout
from quizgen.problem_set import Head, StudentRecord

BOM = "\ufeff"
"""In front of tables, so that spreadsheets read them as UTF-8."""
LEDGER_HEADS = (
    "student", "name", "email", "section", "form", "attempt", "deadline", "problem", "template", "label", "part",
    "points", "key", "variant",
)  # fmt: skip
README = """\
{title}
{rule}

This folder is for the teacher only. It holds the answers to every student's sheet.

Keep safe, and keep a copy:
  secret          what every sheet was drawn from. Who has it can draw all sheets and forge forms.
  manifest.json   what the set is: sections, templates, deadline, rules.
  students.jsonl  each student's problems with their numbers and keys. Grading starts from it.
  snapshot/       each template as it was. With it the set can be graded again years later.

Made from these, so they can be made again:
  ledger.csv      who has which form, with all keys; ledger.html is the same to read and print.
  answers.csv     a table to type answers into: a row for each student, a column for each part.

Students get the files of ../students that bear their form code, and nothing else. all.html prints all sheets. No file
bears a student's name; the ledger says whose code is whose.

What to do next, where SET is the folder that holds this one:
  quiz grade SET/teacher answers.csv --out graded   grade what was handed in
  quiz status SET                                   who hasn't handed in
  quiz generate SET --add late.csv                  students who came late; nobody else's sheet changes
  quiz generate SET --reroll STUDENT 3              another problem 3 for one student
  quiz generate SET --resit STUDENT                 a new sheet with nothing that this student had

Don't edit manifest.json or students.jsonl: every record has a check, and an edited one is refused.
"""


class Row(NamedTuple):
    """A row of the printed ledger: one problem of one student."""

    form: str
    student: str
    name: str
    due: str
    number: int
    template: str
    keys: str


class Columns(NamedTuple):
    """What the tables have beside their own columns: the parts of all sheets, and the roster's further columns."""

    parts: tuple[str, ...]
    extra: tuple[str, ...]


def columns(records: Iterable[StudentRecord]) -> Columns:
    """The columns that these records need, parts by their numbers."""
    parts: dict[tuple[int, int], dict[str, None]] = {}
    extra: dict[str, None] = {}
    for record in records:
        for problem in record.problems:
            for place, part in enumerate(problem.keys):
                parts.setdefault((problem.number, place), {})[f"{problem.number}.{part}"] = None
        extra.update(dict.fromkeys(record.extra))
    ordered = dict.fromkeys(name for at in sorted(parts) for name in parts[at])
    return Columns(tuple(ordered), tuple(extra))


def ledger_csv(records: Iterable[StudentRecord], of: Columns, labels: dict[str, str]) -> Iterator[str]:
    """The ledger as a table, a line for each part; `labels` are those of the templates."""
    yield BOM + csv_line([*LEDGER_HEADS, *of.extra])
    for record in records:
        who = [record.student, record.name, record.email, record.section]
        sheet = [record.form, str(record.attempt), record.deadline]
        extra = [record.extra.get(head, "") for head in of.extra]
        for problem in record.problems:
            which = [str(problem.number), problem.template, labels[problem.template]]
            for part, key in problem.keys.items():
                cells = [part, points_text(problem.points[part]), key, problem.variant]
                yield csv_line([*who, *sheet, *which, *cells, *extra], plain=(0,))


def ledger_html(head: Head, records: Iterable[StudentRecord], labels: dict[str, str]) -> Iterator[str]:
    """The ledger as a page, in pieces."""
    rows = (row for record in records for row in _rows(record, labels))
    return layout("html/ledger.html.jinja").generate(title=head.title, rows=rows)


def _rows(record: StudentRecord, labels: dict[str, str]) -> Iterator[Row]:
    for index, problem in enumerate(record.problems):
        keys = "; ".join(f"{part}: {key}" for part, key in problem.keys.items())
        who = ("", "", "") if index else (record.student, record.name, due(record.deadline))
        yield Row(record.form if not index else "", *who, problem.number, labels[problem.template], keys)


def answers_csv(records: Iterable[StudentRecord], of: Columns) -> Iterator[str]:
    """A table to fill in, a line for each sheet."""
    yield BOM + csv_line(["student", "name", "form", *of.parts])
    for record in records:
        yield csv_line([record.student, record.name, record.form, *([""] * len(of.parts))], plain=(0,))


def readme(head: Head) -> str:
    """What to keep safe, and what to do next."""
    return README.format(title=head.title, rule="=" * len(head.title))
