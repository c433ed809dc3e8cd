"""`quiz new`: a commented template to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from quizgen.cli.screen import guarded
from quizgen.errors import OutputError, QuizgenError, SourceError

Level = Annotated[int, typer.Option("--level", min=1, max=5, metavar="N", help="1 to 5.")]


class Place(NamedTuple):
    """The folder of a pack, and the file of a template in it."""

    pack: Path
    file: Path


@guarded
def new(
    name: Annotated[str, typer.Argument(metavar="ID", help="What the template is called: letters, digits, - and _.")],
    level: Level,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there.")] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Its title; made from the ID otherwise.")] = "",
) -> None:
    """Start a template from a commented file.

    \b
      quiz new melons --level 2            into the pack in this folder
      quiz new melons --level 2 --title "The price of a melon"
      quiz new melons --level 2 --out market/level2/melons.yaml

    Where there is no pack.yaml yet, one is written too. Nothing is ever overwritten.
    """
    place = _place(name, level, out)
    try:
        files = _texts(place, name, level, title)
    except SourceError as problem:
        raise typer.BadParameter(f"{problem.what}; {problem.mend}") from None
    _refuse_taken(place, name)
    for file, text in files.items():
        _write(file, text)
        typer.echo(f"wrote {file}")
    typer.echo(f"next: quiz check {place.pack}")


def _texts(place: Place, name: str, level: int, title: str) -> dict[Path, str]:
    """The files to write, the pack's own first where there is none."""
    from quizgen.authoring import skeleton

    template = {place.file: skeleton.template_text(name, level, title)}
    if (place.pack / "pack.yaml").exists():
        return template
    return {place.pack / "pack.yaml": skeleton.pack_text(place.pack.resolve().name), **template}


def _place(name: str, level: int, out: Path | None) -> Place:
    """Where it goes: below the pack in this folder, or where `--out` says, if that is its level's folder."""
    if out is None:
        here = Path("..") if _is_level(Path.cwd().name) else Path()
        return Place(here, here / f"level{level}" / f"{name}.yaml")
    if out.suffix != ".yaml" or out.is_dir():
        raise typer.BadParameter(f"{out} isn't the file of a template; write --out {out / f'{name}.yaml'}")
    if out.absolute().parent.name != f"level{level}":
        wanted = out.parent / f"level{level}" / out.name
        raise typer.BadParameter(f"a template of level {level} lies in a folder level{level}; write --out {wanted}")
    return Place(out.parent.parent if out.parent.parts else Path(".."), out)


def _is_level(name: str) -> bool:
    return name in {f"level{level}" for level in range(1, 6)}


def _refuse_taken(place: Place, name: str) -> None:
    """No other template of the pack goes by that id, and no file is there already."""
    from quizgen.bank import Bank
    from quizgen.packs.pack_folders import find_banks

    if place.file.exists() or place.file.is_symlink():
        raise OutputError(f"{place.file} is there already; quiz new overwrites nothing")
    try:
        others = Bank(find_banks([place.pack]), cache=None).templates() if place.pack.is_dir() else ()
    except QuizgenError:
        return  # whatever is wrong there, `quiz check` tells it
    if taken := [other for other in others if name in (other.name, other.label)]:
        raise OutputError(f"{taken[0].path} is called {name} already; choose another ID")


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        raise OutputError(f"{file} can't be written: {error.strerror or error}") from error
