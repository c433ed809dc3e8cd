"""The commented template that a new one starts from, and its pack: texts that pass `quiz check` as they stand."""

from __future__ import annotations

import re

from quizgen.authoring.authored import is_id
from quizgen.errors import SourceError
from quizgen.pack import parse_pack
from quizgen.template import LEVELS
from quizgen.yaml_files import loads

DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""What Windows takes for a device, whatever ending a file of that name has."""

_TEMPLATE = """\
# One problem whose numbers change. Show it and check all its variants, from the folder of its pack, by
#   quiz show {id} --bank . --solution
#   quiz check .
# Everything below may be changed, and most of it left out; lines that begin with # are for you alone.
id: {id}
title: {title}
level: {level}
# label: L{level}.1
# cell: A
skills: [multiplying]

# What changes: each param is drawn anew for each variant. A draw is a list, a range, or a table of the pack.
# A quantity has a unit: {{draw: [2, 2.5, 3], unit: m, means: length of a wall}}
params:
  rows:  {{draw: {{from: 5, to: 20}}, noun: [row, rows], means: rows of a hall}}
  seats: {{draw: [12, 14, 15, 16, 18, 20], noun: [seat, seats], means: seats in each row}}

# What must be true of a draw.
where:
  - rows < seats

# The variant that is shown when no other is asked for: take the numbers of a book here.
example: {{rows: 8, seats: 12}}

# The solution, in order. Key, traps and worked solution are all worked out from these formulas.
steps:
  - name: total
    is: rows * seats
    do: Multiply the number of rows by the seats in a row
    why: Each row has the same number of seats.

# What must hold in every variant: say it in another way than the steps do.
verify:
  - that: total / rows = seats
    say: Shared out over the rows again, the seats of one row are left.

# Known mistakes: which step goes wrong, and what to say to whoever makes it.
traps:
  - name: added
    instead: {{total: rows + seats}}
    say: Adding puts one seat into each row and one row beside them. Every row has all its seats.
  - name: one-row-short
    instead: {{total: (rows - 1) * seats}}
    say: That leaves one row out.

# What is posed. It may show params and lets, and never a step: that would tell the answer.
stem: |
  A hall has <<rows>> with <<seats>> each.
forecast: Will there be more than 200?

# What is asked. One key of `answer` names its type: number, quantity, text, choice ...
parts:
  - id: total
    ask: How many seats does the hall have?
    answer: {{number: total}}
    hints:
      - How many seats do two rows have?
    # points: 2
    # otherwise: What you say of a wrong answer that no trap explains.
"""
_PACK = """\
# What the templates of one subject share. Its id is the name of its folder; templates lie in level1 to level5.
title: {title}
version: 1
# units: [mm, m, km]
# glossary:
#   unit price: What one piece costs.
"""


def template_text(name: str, level: int, title: str = "") -> str:
    """The skeleton of a template with that id and title. Raises SourceError where one of the three can't be."""
    _refuse_bad_id(name)
    if level not in LEVELS:
        raise SourceError(f"there is no level {level}", mend="levels go from 1 to 5")
    return _TEMPLATE.format(id=name, level=level, title=_title(title, name))


def pack_text(folder: str, title: str = "") -> str:
    """The skeleton of the `pack.yaml` in a folder of that name. Raises SourceError where no pack can be called so."""
    if not is_id(folder):
        mend = "name its folder with letters, digits, `_` and `-`, 60 at most"
        raise SourceError(f"a pack can't be called `{folder}`", mend=mend)
    return _PACK.format(title=_title(title, folder))


def _refuse_bad_id(name: str) -> None:
    """Nothing but a plain word may become the name of a file."""
    if not is_id(name):
        mend = "an id is a letter or digit, then letters, digits, `_` and `-`, 60 at most; say where with --out"
        raise SourceError(f"`{name}` is no id", mend=mend)
    if name.casefold() in DEVICES:
        raise SourceError(f"Windows can't have a file called `{name}`", mend="choose another id")


def _title(given: str, name: str) -> str:
    """The title as YAML, made from the name where none is given."""
    title = given.strip() or " ".join(re.findall("[^_-]+", name)).capitalize()
    written = title if re.fullmatch("[A-Za-z][A-Za-z0-9 ]*", title) else "'" + title.replace("'", "''") + "'"
    try:
        if parse_pack(loads(f"title: {written}\nversion: 1\n")).title == title:
            return written
    except SourceError as problem:
        raise SourceError(f"this can't be a title: {problem.what}", mend=problem.mend or "choose another") from None
    raise SourceError("a title has one line", mend="write it on one line")
