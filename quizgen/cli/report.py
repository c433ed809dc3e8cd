"""`quiz report`: how a graded set went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson
from quizgen.cli.screen import Screen, guarded, screen

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

HEADS = ["problem", "part", "answers", "facility", "unread", "blank", "to mark", "top trap"]


@guarded
def report(
    graded: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that `quiz grade` made.")],
    of: Annotated[Path | None, typer.Option("--set", metavar="SET", help="Where the set is, if it was moved.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a graded set went.

    \b
      quiz report graded                     writes report.html and report.json
      quiz report graded --json              JSON on stdout; nothing is written
      quiz report graded --set old/week1     where the set is, if it was moved

    For each problem and part: facility (the mean credit), traps met, what couldn't be read, what is to be marked, and
    facility by the value of each param; and the distribution of scores. Exit code 0: done; 2: nothing was done.
    """
    from quizgen.batch.graded_folder import GradedFolder
    from quizgen.batch.report import report as made
    from quizgen.batch.report import write_report

    if as_json:
        typer.echo(json.dumps(made(graded, of), ensure_ascii=False, indent=2))
        return
    with GradedFolder(graded).held():
        found = made(graded, of)
        page = write_report(graded, found)
    _show(screen(), found)
    screen().say_wrapped(f"{page}: the same with pictures.")


def _show(on: Screen, found: Mapping[str, Any]) -> None:
    from quizgen.cli.table import print_table

    rows = [
        [
            problem["label"], part["part"], f"{part['answers']:,}", *(_percent(part[name]) for name in HEADS_OF_SHARES),
            str(part["to_be_marked"] or ""), next((f"{name}: {count}" for name, count in part["traps"].items()), ""),
        ]
        for problem in found["problems"]
        for part in problem["parts"]
    ]  # fmt: skip
    on.say(f"{found['title']}: {found['handed_in']:,} of {found['sheets']:,} sheets handed in.")
    if found["scores"]["mean"] is not None:
        mean, median = _percent(found["scores"]["mean"]), _percent(found["scores"]["median"])
        on.say(f"Mean {mean}, median {median} of the points.")
    if rows:
        print_table(HEADS, rows, right=HEADS[2:7], whole=["problem", "part"])


HEADS_OF_SHARES = ("facility", "malformed", "blank")


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"
