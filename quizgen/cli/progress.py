"""How far a long command is, told on stderr where a person sits at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how many of how many are done; nothing is shown in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    with typer.progressbar(length=1, label=what, file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = max(of, 1)
            bar.update(done - bar.pos)

        yield tell
