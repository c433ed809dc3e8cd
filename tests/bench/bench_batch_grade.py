"""How fast answer files are graded, against a bare loop of `csv` and `float` over the same file, in one run.

`python tests/bench/bench_batch_grade.py [rows]` prints the table of the docs. The bare loop reads each row, makes a
float of the answer, compares it with a key, and writes a row; it knows no student, no variant, no unit and no rounding.
Times are CPU seconds; memory is the largest resident set of a fresh process, less that of one that grades ten rows.
"""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

PROMISED = 0.25
MEMORY = 50.0
PROBLEMS = 20
TEMPLATES = ("L2.1", "L2.2", "L2.3")
BLUEPRINT = """
title: A large exam
attempts: 1
sections:
  - {{ids: [{ids}], variants: {variants}}}
"""


class Row(NamedTuple):
    """One line of the table."""

    what: str
    rows: int
    ours: float
    bare: float
    memory: float

    def line(self) -> str:
        """The line in Markdown."""
        rates = f"{self.rows / self.ours:,.0f}/s | {self.rows / self.bare:,.0f}/s | {self.bare / self.ours:.2f}×"
        return f"| {self.what} | {self.rows:,} | {rates} | {self.memory:.0f} MB |"


# ---------------------------------------------------------------------------------------------------- what is graded
def make_set(folder: Path, students: int, *, variants: str) -> Path:
    """A set for so many students: a few sheets are drawn, and all students have one of them."""
    from quizgen import Bank
    from quizgen.batch.generate import Wish, generate
    from quizgen.batch.roster_files import numbered_roster
    from quizgen.batch.set_folder import RECORDS, SetFolder
    from quizgen.blueprint import parse_blueprint
    from quizgen.problem_set import record_to_line
    from quizgen.yaml_files import loads

    ids = ", ".join(islice(cycle(TEMPLATES), PROBLEMS))
    blueprint = parse_blueprint(loads(BLUEPRINT.format(ids=ids, variants=variants)))
    drawn = 1 if variants == "shared" else min(students, 200)
    generate(folder, Wish(blueprint, numbered_roster(drawn), ("md",), forms=False, secret=bytes(16)), Bank())
    of = SetFolder(folder)
    records = list(of.records())
    with (of.teacher / RECORDS).open("w", encoding="utf-8", newline="\n") as stream:
        for index, record in enumerate(islice(cycle(records), students)):
            # Codes are only names here, and a digit can't stand in a real one.
            changed = record._replace(student=f"s{index:07}", form=f"F{index:07}")
            stream.write(record_to_line(changed, of.head.set) + "\n")
    return folder


def answers(folder: Path) -> Iterator[tuple[str, str, str]]:
    """A row for each answer: right ones as printed and shortened, known mistakes, slips."""
    from quizgen.batch.set_folder import SetFolder

    for index, record in enumerate(SetFolder(folder).records()):
        for problem in record.problems:
            for part, key in problem.keys.items():
                yield record.student, f"{problem.number}.{part}", _answer(key, index + problem.number)


def _answer(key: str, index: int) -> str:
    number = float(key)
    kind = index % 10
    if kind < 6:
        return key
    return f"{number * (1 + index % 7 / 20):.4g}" if kind < 9 else f"{number / 2:.3f}"


def write_answers(folder: Path, file: Path) -> int:
    """Write the answer file; how many rows it has."""
    count = 0
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("student", "part", "response"))
        for row in answers(folder):
            writer.writerow(row)
            count += 1
    return count


# ---------------------------------------------------------------------------------------------------- both ways
def ours(folder: Path, file: Path, out: Path) -> float:
    """CPU seconds of grading into scores.csv and parts.jsonl."""
    from quizgen.batch.grade import Wish, grade
    from quizgen.batch.set_folder import SetFolder

    start = time.process_time()
    grade(SetFolder(folder), out, Wish((file,), feedback=()))
    return time.process_time() - start


def bare(file: Path, out: Path) -> float:
    """CPU seconds of the bare loop."""
    key, allowed = 2.667, 0.005
    start = time.process_time()
    with file.open(encoding="utf-8", newline="") as source, out.open("w", encoding="utf-8", newline="") as target:
        rows, writer = csv.reader(source), csv.writer(target)
        next(rows)
        for student, part, response in rows:
            right = abs(float(response) - key) <= allowed
            writer.writerow((student, part, 1 if right else 0))
    return time.process_time() - start


def measured(rows: int, variants: str, place: Path) -> Row:
    """One shape of set, both ways, in processes of their own."""
    folder = make_set(place / variants, max(1, rows // PROBLEMS), variants=variants)
    file = place / f"{variants}.csv"
    count = write_answers(folder, file)
    few = place / f"{variants}-few.csv"
    few.write_text("\n".join(file.read_text(encoding="utf-8").splitlines()[:11]) + "\n", encoding="utf-8")
    spent, peak = _alone("ours", folder, file, place / f"{variants}-graded")
    _, base = _alone("ours", make_set(place / f"{variants}-few", 1, variants=variants), few, place / f"{variants}-base")
    loop, _ = _alone("bare", folder, file, place / f"{variants}-bare.csv")
    return Row(f"{count // PROBLEMS:,} students, {variants} variants", count, spent, loop, peak - base)


def _alone(way: str, folder: Path, file: Path, out: Path) -> tuple[float, float]:
    """CPU seconds and the largest resident set in MB, of a fresh process."""
    command = [sys.executable, __file__, "--alone", way, str(folder), str(file), str(out)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=ROOT, env=os.environ)
    seconds, peak = done.stdout.split()
    return float(seconds), float(peak)


def alone(way: str, folder: Path, file: Path, out: Path) -> None:
    """What a process of its own does: measure, and print the result."""
    seconds = ours(folder, file, out) if way == "ours" else bare(file, out)
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    heads = "| answer files | rows | ours | bare csv + float | ratio | memory over base |\n| --- " + "| --- " * 5 + "|"
    return "\n".join([heads, *(row.line() for row in rows)])


def main(rows: int = 1_000_000) -> list[Row]:
    """Measure all shapes and print the table."""
    with tempfile.TemporaryDirectory() as place:
        found = [measured(rows, variants, Path(place)) for variants in ("shared", "fresh")]
    print(table(found))
    print(f"promised: ≥ {PROMISED}× and ≤ {MEMORY:.0f} MB")
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2], *(Path(each) for each in sys.argv[3:]))
    else:
        main(*(int(text) for text in sys.argv[1:2]))
