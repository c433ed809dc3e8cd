"""How fast answer files are graded, against a bare loop of `csv` and `float`, in one run.

`python tests/bench/bench_batch_grade.py [rows]` prints the table of the docs. The bare loop is the least that gives a
scores.csv: it reads the same answer file with `csv.reader`, makes a `float` of each answer, compares it with the key
that its part has on the first sheet, adds up what is near enough for each student, and writes a line for each with
`csv.writer`. Its scores are right where all share a sheet. It knows no set, roster, deadline or other sheet, no
reading, rounding, trap or carried error, and keeps no record; ours writes parts.jsonl too, some 340 bytes a row.
Times are CPU seconds; memory is the largest resident set of a fresh process, less that of one that grades one sheet.
"""

from __future__ import annotations

import csv
import os
import re
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

    @property
    def ratio(self) -> float:
        """How fast ours is for each time that the loop is."""
        return self.bare / self.ours

    def line(self) -> str:
        """The line in Markdown."""
        rates = " | ".join(f"{self.rows / each:,.0f}/s" for each in (self.ours, self.bare))
        return f"| {self.what} | {self.rows:,} | {rates} | {self.ratio:.2f}× | {self.memory:.0f} MB |"


# ---------------------------------------------------------------------------------------------------- what is graded
def make_set(folder: Path, students: int, sheets: int) -> Path:
    """A set for so many students, who have one of so many different sheets."""
    from quizgen import Bank
    from quizgen.batch.generate import Wish, generate
    from quizgen.batch.roster_files import numbered_roster
    from quizgen.batch.set_folder import RECORDS, SetFolder
    from quizgen.blueprint import parse_blueprint
    from quizgen.problem_set import record_to_line
    from quizgen.yaml_files import loads

    ids, variants = ", ".join(islice(cycle(TEMPLATES), PROBLEMS)), "shared" if sheets == 1 else "fresh"
    blueprint = parse_blueprint(loads(BLUEPRINT.format(ids=ids, variants=variants)))
    roster = numbered_roster(min(sheets, students))
    generate(folder, Wish(blueprint, roster, ("md",), forms=False, secret=bytes(16)), Bank())
    of = SetFolder(folder)
    records = list(of.records())
    with (of.teacher / RECORDS).open("w", encoding="utf-8", newline="\n") as stream:
        for index, record in enumerate(islice(cycle(records), students)):
            # Codes are only names here, and a digit can't stand in a real one.
            changed = record._replace(student=f"s{index:07}", form=f"F{index:07}")
            stream.write(record_to_line(changed, of.head.set) + "\n")
    return folder


def asked(folder: Path) -> Iterator[tuple[str, str, str, int]]:
    """Student, part, key, and the student's number, for everything that is asked."""
    from quizgen.batch.set_folder import SetFolder

    for index, record in enumerate(SetFolder(folder).records()):
        for problem in record.problems:
            for part, key in problem.keys.items():
                yield record.student, f"{problem.number}.{part}", key, index


def write_files(folder: Path, answers: Path, keys: Path) -> int:
    """Write the answer file, and the first sheet's keys for the bare loop; how many rows there are."""
    count, first = 0, {}
    with answers.open("w", encoding="utf-8", newline="") as target:
        rows = csv.writer(target)
        rows.writerow(("student", "part", "response"))
        for student, part, key, index in asked(folder):
            rows.writerow((student, part, _answer(key, index)))
            first.setdefault(part, key)
            count += 1
    keys.write_text("".join(f"{part},{key}\n" for part, key in first.items()), encoding="utf-8")
    return count


def _answer(key: str, index: int) -> str:
    """Six of ten are right; the others are slips, of which some are alike."""
    number, kind = float(key), index % 10
    if kind < 6:
        return key
    return f"{number * (1 + index % 7 / 20):.4g}" if kind < 9 else f"{number / 2:.3f}"


# ---------------------------------------------------------------------------------------------------- both ways
def ours(folder: Path, file: Path, out: Path) -> float:
    """CPU seconds of grading into scores.csv and parts.jsonl."""
    from quizgen.batch.grade import Wish, grade
    from quizgen.batch.set_folder import SetFolder

    start = time.process_time()
    grade(SetFolder(folder), out, Wish((file,), feedback=()))
    return time.process_time() - start


def bare(keys: Path, answers: Path, out: Path) -> float:
    """CPU seconds of the bare loop."""
    start = time.process_time()
    with keys.open(encoding="utf-8", newline="") as source:
        wanted = {part: float(key) for part, key in csv.reader(source)}
    points: dict[str, int] = {}
    with answers.open(encoding="utf-8", newline="") as source:
        rows = csv.reader(source)
        next(rows)
        for student, part, response in rows:
            right = abs(float(response) - wanted[part]) <= 0.005
            points[student] = points.get(student, 0) + right
    with out.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerows(points.items())
    return time.process_time() - start


WAYS = {"ours": ours, "bare": bare}


def measured(rows: int, sheets: int, place: Path) -> Row:
    """One shape of set, all ways, in processes of their own."""
    place.mkdir()
    answers, keys, few = place / "answers.csv", place / "keys.csv", place / "few.csv"
    one = make_set(place / "one", 1, 1)
    students = max(1, rows // write_files(one, few, keys))
    folder = make_set(place / "set", students, sheets)
    count = write_files(folder, answers, keys)
    spent, top = _alone("ours", folder, answers, place / "graded")
    _, base = _alone("ours", one, few, place / "base")
    loop, _ = _alone("bare", keys, answers, place / "bare.csv")
    shape = "one sheet for all" if sheets == 1 else f"{min(sheets, students):,} different sheets"
    return Row(f"{students:,} students, {shape}", count, spent, loop, top - base)


def _alone(way: str, *paths: Path) -> tuple[float, float]:
    """CPU seconds and the largest resident set in MB, of a fresh process."""
    command = [sys.executable, __file__, "--alone", way, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=ROOT, env=os.environ)
    seconds, peak = done.stdout.split()
    return float(seconds), float(peak)


def alone(way: str, *paths: Path) -> None:
    """What a process of its own does: measure, and print the result."""
    seconds = WAYS[way](*paths)
    print(seconds, peak())


def peak() -> float:
    """The largest resident set of this process in MB; elsewhere than on Linux its parent's may be in it."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s*(\d+)", status.read_text(encoding="ascii")) if status.exists() else None
    return int(found[1]) / 1024 if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    heads = ("answer files", "rows", "ours", "bare loop", "ours to bare", "memory over base")
    return "\n".join([f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|", *(row.line() for row in rows)])


def main(rows: int = 1_000_000) -> list[Row]:
    """Measure all shapes and print the table."""
    with tempfile.TemporaryDirectory() as place:
        shapes = ((rows, 1), (rows, 100), (rows // 20, rows))
        found = [measured(count, sheets, Path(place) / str(at)) for at, (count, sheets) in enumerate(shapes)]
    print(table(found))
    print(f"promised: ≥ {PROMISED}× the bare loop where sheets are shared, ≤ {MEMORY:.0f} MB")
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2], *(Path(each) for each in sys.argv[3:]))
    else:
        main(*(int(text) for text in sys.argv[1:2]))
