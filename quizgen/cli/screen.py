"""The process's streams: their encoding, width and colour, and the lines that a person types."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import NamedTuple, ParamSpec, TextIO

import typer

from quizgen.errors import QuizgenError

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells count it."""

WIDEST = 100
"""Prose isn't laid out wider than this, however wide the terminal is."""

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""All control characters of C0 and C1 but tab and end of line, and those that turn the direction of a text."""

P = ParamSpec("P")


class Stopped(Exception):  # noqa: N818 - what happened at a prompt
    """The input ended or the user interrupted; `code` is the exit code that says which."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"stopped with {code}")


class Screen(NamedTuple):
    """What the terminal can do.

    `columns` is all it has, `width` what prose is laid out in. `typed`: a person sits at it; `colour`: it shows colours
    and the user wants them.
    """

    columns: int
    width: int
    colour: bool
    typed: bool

    def say(self, text: str = "", *, style: str = "") -> None:
        """Print lines, without control characters; `style` is good, bad or quiet, and only shows in colour."""
        typer.echo(self.styled(harmless(text), style))

    def styled(self, text: str, style: str) -> str:
        """The text in a colour, if there is colour."""
        if not (self.colour and style and text):
            return text
        colour = {"good": typer.colors.GREEN, "bad": typer.colors.YELLOW}.get(style)
        return typer.style(text, fg=colour, dim=style == "quiet", bold=style == "title")

    def say_wrapped(self, text: str, *, indent: str = "", style: str = "") -> None:
        """Print one paragraph, broken at the width; later lines stand under the first."""
        for line in textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=indent) or [""]:
            self.say(line, style=style)

    def say_after(self, mark: str, layout: Callable[[int], str]) -> None:
        """Print a text after a mark, its later lines set in by as much; `layout` gives the text for a width."""
        text = layout(self.width - len(mark)).strip("\n")
        self.say(mark + text.replace("\n", "\n" + " " * len(mark)))

    def ask(self, prompt: str = "> ") -> str:
        """One line that the user types, without its end. Raises Stopped at the end of the input and after Ctrl-C."""
        try:
            line = input(prompt)
        except (EOFError, RuntimeError):  # the latter where stdin was closed from the start
            self.say()
            raise Stopped(0) from None
        except KeyboardInterrupt:
            self.say()
            raise Stopped(INTERRUPTED) from None
        if not self.typed:
            self.say(line.rstrip())
        return line.strip()


def harmless(text: str) -> str:
    """The text without what a terminal would obey instead of showing it: a learner may have typed anything."""
    return _CONTROLS.sub("", text)


def escaped(json_text: str) -> str:
    """The same JSON with control characters escaped, so that a terminal shows them."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found.group()):04x}", json_text)


def screen() -> Screen:
    """The process's own terminal, or the pipe that stands in for it (80 columns unless COLUMNS says)."""
    terminal = is_terminal(sys.stdout)
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    columns = max(20, shutil.get_terminal_size((80, 24)).columns)
    return Screen(columns, min(columns, WIDEST), terminal and not plain, terminal and is_terminal(sys.stdin))


def prepare_streams() -> None:
    """Make every character printable and every input readable, whatever the system's encoding is."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=None if is_terminal(stream) else "utf-8", errors=errors)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether someone sits at it; a closed stream (None) is none."""
    return stream is not None and stream.isatty()


def told(error: QuizgenError) -> str:
    """An error as a message; a file below the working folder goes by its path from there."""
    here = f"{Path.cwd()}{os.sep}"
    return str(error).removeprefix(here)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """The command with its errors told in one message on stderr, exit code 2; 130 after Ctrl-C."""

    @wraps(command)
    def carry_out(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except QuizgenError as error:
            typer.echo(f"quiz: {harmless(told(error))}", err=True)
            raise typer.Exit(2) from None
        except BrokenPipeError:
            # whoever read our output has seen enough; Python must not complain again when it flushes at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as error:
            typer.echo(f"quiz: {error.strerror or error}{f': {error.filename}' if error.filename else ''}", err=True)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            typer.echo("quiz: interrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return carry_out
