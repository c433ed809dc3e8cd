"""What only the teacher gets, made from the records: the ledger with all keys, a table to fill in, and a README."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from quizgen.batch.cells import csv_cells, csv_line, points_text
from quizgen.batch.output import Output
from quizgen.batch.sheets import due
from quizgen.pages.layouts import layout
from quizgen.problem_set import Head, StudentRecord

BOM = "\ufeff"
"""In front of tables, so that spreadsheets read them as UTF-8."""
LEDGER_HEADS = (
    "student", "name", "email", "section", "form", "attempt", "deadline", "problem", "template", "label", "part",
    "points", "key", "variant",
)  # fmt: skip
ANSWER_HEADS = ("student", "name", "form")
LONG_HEADS = ("part", "answer")
_HERE = "<!-- rows -->"
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
  answers.csv     a table to type answers into; parts are called 1.S, 1.E, 2.S, as in the ledger.

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


class Columns(NamedTuple):
    """What the tables have beside their own columns: the roster's further ones, and the parts if all sheets have them.

    `parts` is () where sheets differ, as where problems are shuffled.
    """

    parts: tuple[str, ...]
    extra: tuple[str, ...]


def columns(records: Iterable[StudentRecord], since: int = 0) -> Columns:
    """The columns that these records need; parts those of the records from number `since` on."""
    layouts: set[tuple[str, ...]] = set()
    extra: dict[str, None] = {}
    for number, record in enumerate(records):
        if number >= since and len(layouts) < 2:
            layouts.add(tuple(_parts(record)))
        if record.extra:
            extra.update(dict.fromkeys(record.extra))
    return Columns(next(iter(layouts)) if len(layouts) == 1 else (), tuple(extra))


def _parts(record: StudentRecord) -> list[str]:
    return [f"{problem.number}.{part}" for problem in record.problems for part in problem.keys]


def ledger_csv(file: Path, of: Columns, labels: Mapping[str, str]) -> Output:
    """The ledger as a table, a line for each part; `labels` are those of the templates."""
    names = {name: csv_cells([name, label]) for name, label in labels.items()}

    def each(record: StudentRecord) -> str:
        who = csv_cells([record.student, record.name, record.email, record.section], plain=(0,))
        sheet = csv_cells([record.form, str(record.attempt), record.deadline])
        extra = "".join("," + csv_cells([record.extra.get(head, "")]) for head in of.extra)
        return "".join(
            f"{who},{sheet},{problem.number},{names[problem.template]},{part},{points_text(problem.points[part])},"
            f"{csv_cells([key])},{problem.variant}{extra}\r\n"
            for problem in record.problems
            for part, key in problem.keys.items()
        )

    return Output(file, BOM + csv_line([*LEDGER_HEADS, *of.extra]), each, private=True)


def ledger_html(file: Path, head: Head, labels: Mapping[str, str]) -> Output:
    """The ledger as a page to read and print, with a row for each problem."""
    before, _, after = layout("html/ledger.html.jinja").render(title=head.title, here=_HERE).partition(_HERE)
    rows = layout("html/ledger-rows.html.jinja")

    def each(record: StudentRecord) -> str:
        return rows.render(record=record, due=due(record.deadline), labels=labels)

    return Output(file, before, each, after, private=True)


def answers_csv(file: Path, of: Columns, since: int) -> Output:
    """A table to fill in: a line for each sheet, or for each of its parts where sheets differ."""

    def each(record: StudentRecord) -> str:
        who = csv_cells([record.student, record.name, record.form], plain=(0,))
        lines = ["," * len(of.parts)] if of.parts else [f",{csv_cells([part])}," for part in _parts(record)]
        return "".join(f"{who}{line}\r\n" for line in lines)

    heads = csv_line([*ANSWER_HEADS, *(of.parts or LONG_HEADS)])
    return Output(file, BOM + heads, each, since=since, private=True)


def readme(head: Head) -> str:
    """What to keep safe, and what to do next."""
    return README.format(title=head.title, rule="=" * len(head.title))
