"""`quiz regrade`: a graded set graded again, with a diff."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.grade import Reviewed
from quizgen.cli.options import BankPaths, open_bank
from quizgen.cli.screen import Screen, guarded, screen

if TYPE_CHECKING:
    from quizgen.batch.notes import Note
    from quizgen.batch.regrade import Regrading
    from quizgen.batch.set_folder import SetFolder
    from quizgen.compiled import CompiledTemplate

SHOWN = 50
"""Changes that are shown; changes.csv has all."""


@guarded
def regrade(
    graded: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that `quiz grade` made.")],
    bank: BankPaths = None,
    policy: Annotated[str, typer.Option("--policy", metavar="as-is|never-lower", help="What stands.")] = "",
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="ID", help="A template, problem, part, student or form.")
    ] = None,
    reviewed: Reviewed = None,
    of: Annotated[Path | None, typer.Option("--set", metavar="SET", help="Where the set is, if it was moved.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and write nothing.")] = False,
) -> None:
    """Grade a graded set again.

    \b
      quiz regrade graded --bank fixed            templates were mended
      quiz regrade graded --reviewed review.csv   answers were marked by hand
      quiz regrade graded --only L2.3 --policy never-lower
      quiz regrade graded --dry-run               only show what would change

    Uses the stored params and raw answers, so it needs no answer file. Shows who gets another verdict for which part,
    and why, before it writes; the old result is kept in FOLDER/earlier. Templates whose draw was changed are refused,
    since nobody had those problems. What `never-lower` kept goes on standing until `as-is` is asked for. Exit code 0:
    done, or nothing to do; 1: done, but for rows of a review file; 2: nothing was done.
    """
    from quizgen.batch.graded_folder import GradedFolder
    from quizgen.batch.graded_sheets import set_of
    from quizgen.batch.regrade import POLICIES, Regrading, Wish

    if policy and policy not in POLICIES:
        raise typer.BadParameter(f"--policy {policy}: write one of {', '.join(POLICIES)}")
    notes: list[Note] = []
    with GradedFolder(graded).held() as held:
        folder = set_of(held, of)
        wish = Wish(_templates(folder, bank), policy, tuple(only or ()), tuple(reviewed or ()))
        with Regrading(held, folder, wish, notes.append) as regrading:
            on = screen()
            _show(on, regrading)
            for note in notes:
                on.say_wrapped(note.told(), style="bad")
            if not dry_run:
                regrading.publish()
                if regrading.count or regrading.replaces:
                    on.say_wrapped(f"Written. The result before is in {held.folder / 'earlier'}.")
    if any(note.kind == "error" for note in notes):
        raise typer.Exit(1)


def _templates(folder: SetFolder, bank: list[Path] | None) -> tuple[CompiledTemplate, ...]:
    """The templates of a bank that take the place of the set's own."""
    if not bank:
        return ()
    from quizgen.batch.drift import in_bank
    from quizgen.errors import NotFound

    of = open_bank(bank)
    found = tuple(each for name in folder.head.templates if (each := in_bank(of, name)) is not None)
    if not found:
        raise NotFound(f"this bank has none of the set's templates: {', '.join(folder.head.templates)}")
    return found


def _show(on: Screen, regrading: Regrading) -> None:
    from quizgen.batch.cells import points_text
    from quizgen.cli.table import print_table
    from quizgen.cli.telling import counted

    changes = regrading.changes(SHOWN)
    if not changes:
        on.say("No verdict changes.")
        return
    rows = [
        [
            each.student, each.key, f"{each.before}: {points_text(each.points[0])}",
            f"{each.after}: {points_text(each.points[1])}", each.why,
        ]
        for each in changes
    ]  # fmt: skip
    print_table(["student", "part", "from", "to", "why"], rows, whole=["student", "part"])
    if regrading.count > len(changes):
        on.say(f"and {regrading.count - len(changes):,} more; changes.csv has all.")
    on.say_wrapped(f"{counted(regrading.count, 'verdict')} changed.")
