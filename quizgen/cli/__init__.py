"""The command line: one file a command, each thin over the library. `main` is what `quiz` runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

COMMANDS = {
    "practice": "Answer fresh problems, each judged at once.",
    "cards": "Recall cards: a question, then its answer.",
    "show": "Show problems, with or without their solutions.",
    "try": "Judge one answer and say why.",
    "bank": "List every template with its level and skills.",
    "check": "Check that all variants of a template are sound.",
    "generate": "Make a problem set for a class.",
    "status": "Say who hasn't handed in.",
    "grade": "Grade answer files of a set.",
    "regrade": "Grade a graded set again.",
    "report": "Show how a graded set went.",
    "void": "Declare a problem of a set void.",
    "new": "Start a template from a commented file.",
    "schema": "Print a JSON Schema for editors.",
}
"""Each command with the first line of its help, in the order of the help page. Its module is loaded when it is used."""

INTRODUCTION = """Fresh problems from templates: practise them, show them,
try answers on them, check them.

\b
  quiz practice --level 3      problems of level 3
  quiz bank                    see the templates
  quiz show L2.3 --solution    a problem and its solution
  quiz try L2.3 --part S 2.7   see how an answer is judged
  quiz check my_pack/          are my own templates sound?

A template goes by its id (speedup), its label (L2.3,
"cell C") or pack/id. `quiz COMMAND --help` says more.
"""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `quiz` with these arguments (the process's own if None) and leave with its exit code.

    0: done; 1: `quiz check` found something; 2: the call or a source file is wrong; 130: interrupted.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given in ([], ["--help"], ["-h"]):
        sys.stdout.write(help_page())
        sys.exit(0)
    from quizgen.cli.app import run

    sys.exit(run(given))


def help_page() -> str:
    """The page of `quiz --help`. It is written here, because typer alone takes six times a bare Python to load."""
    commands = "\n".join(f"  {name:<9} {line}" for name, line in COMMANDS.items())
    introduction = "\n".join(f"  {line}".rstrip() for line in INTRODUCTION.splitlines() if line != "\b")
    return f"""Usage: quiz [OPTIONS] COMMAND [ARGS]...

{introduction}

Options:
  --version   Print the version.
  -h, --help  Show this message and exit.

Commands:
{commands}
"""
