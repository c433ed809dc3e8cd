"""Options that several commands share, and what they mean."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from quizgen.bank import Bank
    from quizgen.compiled import CompiledTemplate
    from quizgen.packs.pack_entries import Entry
    from quizgen.variant import Variant

BankPaths = Annotated[
    list[Path] | None,
    typer.Option("--bank", metavar="PATH", help="A pack, or a folder of packs, to use instead of the shipped bank."),
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Any text; the same seed makes the same problem.")]
Example = Annotated[bool, typer.Option("--example", help="The variant that the author pinned (what you get anyway).")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on stdout, for programs.")]
TemplateName = Annotated[str, typer.Argument(metavar="ID", help='L2.3, "cell C", speedup, or pack/id.')]


def open_bank(paths: list[Path] | None) -> Bank:
    """The packs that --bank names, else QUIZGEN_BANK, installed packs, the shipped bank."""
    from quizgen.bank import Bank
    from quizgen.packs.pack_folders import find_banks

    return Bank(find_banks(paths or None, os.environ))


def sound(packs: Bank) -> tuple[Entry, ...]:
    """The templates that can be used; of each file that can't be there is a warning on stderr.

    Raises SourceError where none can be used.
    """
    from quizgen.cli.screen import told

    entries = packs.sound()
    if not entries:
        return packs.templates()
    for problem in packs.problems():
        typer.echo(f"quiz: left out: {told(problem)}", err=True)
    return entries


def chosen(template: CompiledTemplate, seed: str, *, pinned: bool) -> Variant:
    """The variant of a seed; without one the pinned example, and seed 1 where the author pinned none."""
    from quizgen.generator import example, instantiate

    if seed and pinned:
        raise typer.BadParameter("--seed and --example exclude each other")
    if pinned or (template.example and not seed):
        return example(template)
    return instantiate(template, seed or "1")
