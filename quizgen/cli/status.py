"""`quiz status`: who hasn't handed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson
from quizgen.cli.screen import guarded, screen

if TYPE_CHECKING:
    from quizgen.batch.handed_in import Status

HEADS = ["student", "name", "form", "attempt", "deadline"]


@guarded
def status(
    of: Annotated[Path, typer.Argument(metavar="SET", help="The folder that `quiz generate` made.")],
    where: Annotated[
        list[Path] | None, typer.Argument(metavar="[WHERE]...", help="Graded folders, and answer files.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say who hasn't handed in.

    \b
      quiz status week1                       by all that lies near the set
      quiz status week1 graded                by what was graded
      quiz status week1 forms/ answers.csv    by what waits to be graded

    Without WHERE it looks at graded folders in the set, beside it and here, at SET/answers, and at the tables of
    SET/teacher that were filled in.
    """
    from quizgen.batch.handed_in import status as looked_up
    from quizgen.batch.set_folder import SetFolder

    found = looked_up(SetFolder(of), tuple(where or ()))
    if as_json:
        typer.echo(json.dumps(_record(found), ensure_ascii=False, indent=2))
    else:
        _tell(found)


def _record(found: Status) -> dict[str, object]:
    missing = [dict(zip(HEADS, row, strict=True)) for row in _rows(found)]
    return {"sheets": found.sheets, "missing": missing, "looked": [str(path) for path in found.looked]}


def _rows(found: Status) -> list[list[str]]:
    return [[each.student, each.name, each.form, str(each.attempt), each.deadline] for each in found.missing]


def _tell(found: Status) -> None:
    from quizgen.batch.sheets import due
    from quizgen.cli.table import print_table

    on = screen()
    if found.looked:
        on.say_wrapped(f"looked at {', '.join(map(str, found.looked))}", style="quiet")
    for note in found.notes:
        if note.kind == "error":
            on.say_wrapped(note._replace(mend="").told(), style="bad")
    if found.missing:
        on.say()
        rows = [[*row[:4], due(row[4]).replace(" (", "\n(")] for row in _rows(found)]
        print_table(HEADS, rows, right=["attempt"], whole=["student", "form", "deadline"])
    on.say()
    in_hand = found.sheets - len(found.missing)
    on.say_wrapped(f"{in_hand:,} of {found.sheets:,} handed in, {len(found.missing):,} still missing.")


__all__ = ["status"]
