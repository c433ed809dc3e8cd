"""A small bank whose spaces are counted easily, with every way to answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from quizgen import Bank
from quizgen.batch.generate import Outcome, Wish, generate
from quizgen.batch.roster_files import Roster, numbered_roster, read_roster
from quizgen.batch.set_folder import SetFolder
from quizgen.blueprint import Blueprint, parse_blueprint
from quizgen.packs.pack_folders import find_banks
from quizgen.yaml_files import loads
from tests.made_packs import write

SECRET = bytes(range(16))
FEW = """\
id: few
label: few
title: A short list
level: 1
skills: [doubling]
params:
  k: {draw: [2, 4, 8, 16]}
steps:
  - name: v
    is: 2 * k
    do: Double it
    why: That is what twice means.
traps:
  - name: forgot
    instead: {v: k}
    say: That is the number itself.
stem: Think of <<k>>.
parts:
  - id: v
    ask: What is twice that?
    answer: {number: v}
    hints: [Add it to itself.]
"""
MANY = """\
id: many
label: many
title: A long list
level: 1
cell: B
skills: [adding]
params:
  a: {draw: {from: 1, to: 400, step: 1}}
  b: {draw: {from: 1, to: 400, step: 1}}
steps:
  - name: s
    is: a + b
    do: Add them
  - name: d
    is: a - b
    do: Take one from the other
stem: Think of <<a>> and <<b>>.
parts:
  - id: s
    ask: What do they come to?
    points: 2
    answer: {number: s}
  - id: d
    ask: How much more is the first?
    answer: {number: d}
"""
NEXT = """\
params:
  a: {draw: {from: 1, to: 40, step: 1}}
steps:
  - name: s
    is: a + 1
    do: Add one
"""
EVEN = """\
      choice: one
      options:
        - {say: 'yes, it is', right: 'divides(2, a)'}
        - {say: 'no, it is odd', right: 'not divides(2, a)'}
"""
FIRST = f"""\
id: first
label: first
title: The first half
level: 2
skills: [adding]
{NEXT}stem: Think of <<a>>.
parts:
  - id: s
    ask: What is the next number?
    answer: {{number: s}}
"""
SECOND = f"""\
id: second
label: second
title: The second half
level: 2
skills: [choosing]
continues: first
stem: Think of <<a>> again.
parts:
  - id: odd
    ask: Is it even?
    answer:
{EVEN}"""
WAYS = """\
id: ways
label: ways
title: Every way to answer
level: 3
NEXT
stem: Think of <<a>>.
parts:
  - id: type
    ask: What is the next number?
    answer: {number: s}
  - id: pick
    ask: Is it even?
    answer:
EVEN
  - id: tick
    ask: What divides it?
    answer:
      choice: several
      options:
        - {say: '1', right: 'yes'}
        - {say: '2', right: 'divides(2, a)'}
        - {say: '41', right: 'no'}
  - id: order
    ask: Put them in order.
    answer:
      order: [the least, the middle, the most]
  - id: match
    ask: Match them.
    answer:
      match: {one: un, two: deux}
  - id: plan
    ask: Find two numbers that come to it and one more.
    answer:
      plan: {p: {integer: yes}, q: {integer: yes}}
      such_that: [{that: 'p + q = s', say: They come to something else.}]
      sample: {p: 1, q: a}
  - id: words
    ask: Why is that so?
    answer:
      explain: [{point: One is added., finds: [one add*]}]
""".replace("NEXT\n", NEXT).replace("EVEN\n", EVEN)
TEMPLATES = {1: {"few": FEW, "many": MANY}, 2: {"first": FIRST, "second": SECOND}, 3: {"ways": WAYS}}


@cache
def bank_folder() -> Path:
    """The folder of the small bank's only pack."""
    folder = Path(mkdtemp(prefix="quizgen-tests-")) / "small"
    write(folder, "pack.yaml", "title: Small sums\nversion: 1\n")
    for level, templates in TEMPLATES.items():
        for name, text in templates.items():
            write(folder, f"level{level}/{name}.yaml", text)
    return folder


@cache
def small_bank() -> Bank:
    return Bank(find_banks([bank_folder()], {}), cache=bank_folder().parent / "cache")


def blueprint(text: str) -> Blueprint:
    return parse_blueprint(loads(text, "plan.yaml"))


def roster_of(folder: Path, text: str, name: str = "roster.csv", deadline: str = "") -> Roster:
    return read_roster(write(folder, name, text), deadline)


def make(out: Path, plan: str, students: int | Roster = 3, **more: object) -> Outcome:
    """A set in a folder, with a secret that is always the same."""
    roster = numbered_roster(students) if isinstance(students, int) else students
    return generate(out, Wish(blueprint(plan), roster, secret=SECRET)._replace(**more), small_bank())


def records(out: Path) -> list:
    return list(SetFolder(out).records())


def tree(folder: Path) -> dict[str, bytes]:
    """Every file by its path, but for the lock."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != ".lock")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
