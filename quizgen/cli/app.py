"""The `quiz` program as typer knows it: one call imports the module of the command that it names, and no other."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

import quizgen
from quizgen.cli import COMMANDS, INTRODUCTION
from quizgen.cli.screen import prepare_streams


def run(arguments: list[str]) -> int:
    """Carry out one call; gives its exit code."""
    prepare_streams()
    try:
        _app(arguments)(args=arguments, prog_name="quiz")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _app(arguments: list[str]) -> typer.Typer:
    app = typer.Typer(
        help=INTRODUCTION,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    named = arguments[0]
    for name in [named] if named in COMMANDS else COMMANDS:
        function = "try_" if name == "try" else name  # `try` is a word of Python's
        found = getattr(import_module(f"quizgen.cli.{function}"), function)
        if isinstance(found, typer.Typer):  # a command of several
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"quizgen {quizgen.__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of `quiz` itself; what its help says is `INTRODUCTION`."""
