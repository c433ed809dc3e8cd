"""`quiz void`: a problem of a set that turned out to be unsound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quizgen.cli.screen import guarded, screen


@guarded
def void(
    of: Annotated[Path, typer.Argument(metavar="SET", help="The folder that `quiz generate` made.")],
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="A number, a template, or a part: 3, L2.3, 3.S.")],
    credit: Annotated[
        str, typer.Option("--credit", metavar="full|drop", help="All its points to everyone, or nothing to nobody.")
    ] = "",
    undo: Annotated[bool, typer.Option("--undo", help="It counts again.")] = False,
) -> None:
    """Declare a problem of a set void.

    \b
      quiz void week1 3 --credit full      everyone who handed in gets its points
      quiz void week1 L2.3 --credit drop   it doesn't count, and isn't in the sum
      quiz void week1 3.S --undo           it counts again

    Takes effect when answers are graded, or graded again with `quiz regrade`. Exit code 0: done; 2: nothing was done.
    """
    from quizgen.batch.files import locked
    from quizgen.batch.rulings import CREDITS, read_voids, voidable, write_voids
    from quizgen.batch.set_folder import SetFolder
    from quizgen.errors import NotFound

    if undo == bool(credit) or (credit and credit not in CREDITS):
        raise typer.BadParameter(f"say one of --credit {' and --credit '.join(CREDITS)}, or --undo")
    folder = SetFolder(of)
    with locked(folder.teacher):
        voids, name = read_voids(folder), voidable(folder, problem)
        if undo and voids.pop(name, None) is None:
            raise NotFound(f"{problem} isn't void; void are: {', '.join(voids) or 'none'}")
        if credit:
            voids[name] = credit
        write_voids(folder, voids)
    on = screen()
    does = {"full": "all its points go to everyone who handed in", "drop": "it doesn't count", "": "it counts again"}
    on.say_wrapped(f"{name}: {does[credit]}. Give it effect with `quiz grade`, or with `quiz regrade` if that is done.")
