"""Cells of tables that spreadsheets open: what they would run is made harmless, and reads back unchanged."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from fractions import Fraction

MARK = "'"
"""What spreadsheets take as "this is text"."""
_RUNS = re.compile(r"[\s\x00-\x1f\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?%?", re.ASCII)
_QUOTED = re.compile(r'[",;\t\r\n]|^\s|\s$')


def harmless(text: str) -> str:
    """A cell that no spreadsheet runs: with a ' in front if it begins like a formula and is no number."""
    if text[:1].isalnum() and text.isascii():
        return text
    runs = _RUNS.match(text.lstrip(MARK)) is not None
    return MARK + text if runs and (text.startswith(MARK) or not _NUMBER.fullmatch(text)) else text


def restored(cell: str) -> str:
    """The text that `harmless` made the cell of; any other cell as it is."""
    return cell[1:] if cell.startswith(MARK) and _RUNS.match(cell.lstrip(MARK)) else cell


def points_text(points: Fraction | int) -> str:
    """A count of points with a dot, to four places at most: 3, 0.5, 0.3333 (1/2 would become a date)."""
    if isinstance(points, int):
        return str(points)
    return f"{Decimal(points.numerator) / points.denominator:.4f}".rstrip("0").removesuffix(".")


def csv_cells(cells: Sequence[str], plain: Collection[int] = ()) -> str:
    """Cells of a line of a CSV file, quoted and joined; all are made harmless but those at the positions `plain`.

    These hold ids of the roster, which can't begin like a formula and must stay what they are.
    """
    return ",".join(_quoted(cell if at in plain else harmless(cell)) for at, cell in enumerate(cells))


def csv_line(cells: Sequence[str], plain: Collection[int] = ()) -> str:
    """A line of a CSV file with its end, as `csv_cells` makes it."""
    return (csv_cells(cells, plain) or '""') + "\r\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell
