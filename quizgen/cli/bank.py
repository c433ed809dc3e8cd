"""`quiz bank`: which templates there are."""

from __future__ import annotations

import json

import typer

from quizgen.cli.options import AsJson, BankPaths, open_bank
from quizgen.cli.screen import guarded


@guarded
def bank(
    as_json: AsJson = False,
    paths: BankPaths = None,
) -> None:
    """List every template with its label, level and skills.

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

    rows = [[each.label, str(each.level), each.cell, each.title, ", ".join(each.skills), each.id] for each in entries]
    print_table(["label", "level", "cell", "title", "skills", "id"], rows)
