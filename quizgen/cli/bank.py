"""`quiz bank`: which templates there are."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson, BankPaths, open_bank, sound
from quizgen.cli.screen import guarded, screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizgen.bank import Bank
    from quizgen.coverage import Coverage
    from quizgen.packs.pack_entries import Entry

HEADS = ["label", "level", "cell", "id", "title", "skills"]
ROOMY = 76
"""From so many columns on there is room for the skills."""


@guarded
def bank(
    coverage: Annotated[bool, typer.Option("--coverage", help="What cells and levels they cover instead.")] = False,
    as_json: AsJson = False,
    paths: BankPaths = None,
) -> None:
    """List every template with its level and skills.

    \b
      quiz bank                    the shipped bank
      quiz bank --bank my_pack     a pack of your own
      quiz bank --coverage         cells against levels, and what is missing
      quiz bank --json             for programs
    """
    packs = open_bank(paths)
    entries = sorted(sound(packs), key=_place)
    if coverage:
        _cover(packs, entries, as_json=as_json)
        return
    if as_json:
        records = [
            {"id": each.id, "label": each.label, "title": each.title, "level": each.level, "cell": each.cell,
             "skills": list(each.skills), "path": str(each.path)}
            for each in entries
        ]  # fmt: skip
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    from quizgen.cli.table import print_table

    heads = HEADS if screen().columns >= ROOMY else HEADS[:-1]
    for pack, listed in groupby(entries, key=lambda each: each.pack):
        typer.echo(f"{pack}\n")
        print_table(heads, [_row(each)[: len(heads)] for each in listed], whole=["label", "level", "cell", "id"])
        typer.echo()


def _place(entry: Entry) -> tuple[str, int, bool, list[tuple[int, str]]]:
    """Where it stands in the list: by level, then L2.1 before L2.2 and L2.10, and the scenarios' letters last."""
    label = [(int(run or 0), word) for run, word in re.findall(r"([0-9]+)|([^0-9]+)", entry.label)]
    return entry.pack, entry.level, not any(number for number, _ in label), label


def _row(each: Entry) -> list[str]:
    return [each.label, str(each.level), each.cell, each.name, each.title, ", ".join(each.skills)]


def _cover(packs: Bank, entries: Sequence[Entry], *, as_json: bool) -> None:
    """The matrix of each pack, and what is missing in it."""
    from quizgen.coverage import coverage

    found = {}
    for pack, listed in groupby(entries, key=lambda each: each.pack):
        cells = {name: cell.special.strip() for name, cell in packs.pack(pack).cells.items()}
        found[pack] = coverage(list(listed), cells)
    if as_json:
        typer.echo(json.dumps({pack: _matrix(each) for pack, each in found.items()}, ensure_ascii=False, indent=2))
        return
    for pack, each in found.items():
        typer.echo(f"{pack}\n")
        _print_matrix(each)
        typer.echo()


def _print_matrix(found: Coverage) -> None:
    from quizgen.cli.table import print_table
    from quizgen.coverage import LEVELS

    heads = ["cell", "what is special", *(f"level {level}" for level in LEVELS)]
    rows = [[row.cell, row.special, *(", ".join(row.labels[level]) or "·" for level in LEVELS)] for row in found.rows]
    print_table(heads, rows, whole=["cell"])
    typer.echo()
    screen().say_wrapped("Missing: " + "; ".join(found.missing) if found.missing else "Nothing is missing.")


def _matrix(found: Coverage) -> dict[str, object]:
    cells = [
        {"cell": row.cell, "special": row.special, "levels": {str(level): each for level, each in row.labels.items()}}
        for row in found.rows
    ]
    return {"cells": cells, "missing": list(found.missing)}
