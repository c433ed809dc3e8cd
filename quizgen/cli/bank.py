"""`quiz bank`: which templates there are."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

import typer

from quizgen.cli.options import AsJson, BankPaths, open_bank
from quizgen.cli.screen import guarded, screen

if TYPE_CHECKING:
    from quizgen.bank import Entry

HEADS = ["label", "level", "cell", "id", "title", "skills"]
ROOMY = 76
"""From so many columns on there is room for the skills."""


@guarded
def bank(
    as_json: AsJson = False,
    paths: BankPaths = None,
) -> None:
    """List every template with its level and skills.

    \b
      quiz bank                    the shipped bank
      quiz bank --bank my_pack     a pack of your own
      quiz bank --json             for programs
    """
    entries = open_bank(paths).templates()
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


def _row(each: Entry) -> list[str]:
    return [each.label, str(each.level), each.cell, each.name, each.title, ", ".join(each.skills)]
