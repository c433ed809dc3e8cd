"""How fast whole classes are served. `python tests/bench/bench_batch.py` prints the table of the docs.

Times are CPU seconds of this process, the system's work for its files included; memory is the peak of this process.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

TEMPLATES = ("L1.1", "L1.3", "L2.2", "L2.1", "L2.3", "F", "L3.2", "D", "L3.3", "I")
BLUEPRINT = f"title: A bench of a class\nsections:\n  - ids: [{', '.join(TEMPLATES)}]\n"
PROBLEMS = len(TEMPLATES)


class Row(NamedTuple):
    """One line of the table: what was measured, the rate, and what is promised."""

    what: str
    rate: str
    promise: str


def generated(students: int, folder: Path, *, forms: bool) -> float:
    """Problems per CPU second of a set for so many students, ten problems each, with HTML sheets."""
    from quizgen import Bank
    from quizgen.batch.generate import Wish, generate
    from quizgen.batch.roster_files import numbered_roster
    from quizgen.blueprint import parse_blueprint
    from quizgen.yaml_files import loads

    bank = Bank()
    for name in TEMPLATES:
        bank.compiled(bank.find(name))  # once and for all, into the user's cache
    wish = Wish(parse_blueprint(loads(BLUEPRINT)), numbered_roster(students), ("html",), forms, bytes(16))
    start = time.process_time()
    outcome = generate(folder / "set", wish, bank)
    spent = time.process_time() - start
    assert outcome.made == students
    return students * PROBLEMS / spent


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="quizgen-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def rows(students: int) -> Iterator[Row]:
    """The table's rows, for a class of so many students."""
    for what, forms in (("HTML sheets", False), ("HTML sheets and answer forms", True)):
        with scratch() as folder:
            rate = generated(students, folder, forms=forms)
        yield Row(f"{students:,} students × {PROBLEMS} problems, {what}", f"{rate:,.0f} problems/s", "≥ 2,000/s")


def table(lines: Iterator[Row]) -> str:
    """The rows as a Markdown table."""
    return "\n".join(
        ["| what | rate | promised |\n| --- | --- | --- |", *("| " + " | ".join(row) + " |" for row in lines)]
    )


def main(students: int = 1_000) -> None:
    """Measure everything and print the table."""
    print(table(rows(students)))


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:2]))
