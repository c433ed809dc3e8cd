"""Tables on a terminal or in a pipe, laid out by rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from quizgen.cli.screen import screen


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = (), whole: Sequence[str] = ()
) -> None:
    """Print rows under heads; columns in `right` are set to the right, those in `whole` aren't broken into lines."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    on = screen()
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold" if on.colour else "")
    for head in heads:
        justify: Literal["left", "right"] = "right" if head in right else "left"
        table.add_column(head, justify=justify, overflow="fold", no_wrap=head in whole, min_width=len(head))
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(width=on.columns, no_color=not on.colour, highlight=False, markup=False, emoji=False).print(table)
