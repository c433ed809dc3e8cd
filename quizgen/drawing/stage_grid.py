"""A grid of stages against steps in time: empty, or filled with the micro-batches that pass through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.columns import columns, padded, wrapped
from quizgen.drawing import Drawing, FigureField, Given
from quizgen.drawing.given import count, text
from quizgen.drawing.plot import coordinate
from quizgen.errors import TooMuchWork

MOST_STAGES, MOST_COLUMNS = 24, 48
VIEW = 320
"""The width of a view that a narrow screen shows without shrinking its letters much."""
CHARACTER, TOP = 7, 40
NARROWEST_CELL, WIDEST_CELL, CELL_HEIGHT = 22, 44, 24
LEGEND, LEGEND_WIDTH = 34, 254
COLUMN, LEAST = 528, 0.7
"""A wide grid is shrunk to a column of text, but not below this."""


class _Grid(NamedTuple):
    stages: int
    columns: int
    work: int
    noun: str

    def batch(self, stage: int, column: int) -> int:
        """The micro-batch (from 1) that a stage works on in a column (both from 0); 0 if none."""
        number = column - stage + 1
        return number if 1 <= number <= self.work else 0


def _grid(given: Given) -> _Grid:
    stages, noun = count(given, "stages", 1, MOST_STAGES), text(given, "noun", "stage")
    work = count(given, "work", 0, MOST_COLUMNS) if "work" in given else 0
    if "columns" in given or not work:
        return _Grid(stages, count(given, "columns", 1, MOST_COLUMNS), work, noun)
    if work + stages - 1 > MOST_COLUMNS:
        raise TooMuchWork(f"the figure has room for {MOST_COLUMNS} columns, and the work takes {work + stages - 1}")
    return _Grid(stages, work + stages - 1, work, noun)


class StageGrid:
    """A row for each stage, a column for each step in time, and in each cell the micro-batch that is worked on."""

    name = "stage-grid"
    means = "Stages against steps in time: an empty grid, or one filled with the micro-batches that pass through."
    fields: Mapping[str, FigureField] = MappingProxyType({
        "stages": FigureField(f"the number of rows, up to {MOST_STAGES}", required=True),
        "work": FigureField("the number of micro-batches that are filled in; 0, an empty grid, if it is left out"),
        "columns": FigureField("the number of steps in time; as many as the work takes if it is left out"),
        "noun": FigureField('what a row is called, "stage" if it is left out', "text"),
    })  # fmt: skip
    layout: Path | None = None

    def drawing(self, given: Given) -> Drawing:
        """Cells, their numbers, and the numbers of rows and columns."""
        grid = _grid(given)
        names = 10 + CHARACTER * len(f"{grid.noun} {grid.stages}")
        cell = min(max((VIEW - names - 2) / grid.columns, NARROWEST_CELL), WIDEST_CELL)
        width = max(names + grid.columns * cell + 2, VIEW)
        left = (width - grid.columns * cell + names - 2) / 2
        right, bottom = left + grid.columns * cell, TOP + grid.stages * CELL_HEIGHT
        across = [coordinate(left + index * cell) for index in range(grid.columns + 1)]
        down = [str(TOP + index * CELL_HEIGHT) for index in range(grid.stages + 1)]
        middles = [coordinate(left + (index + 0.5) * cell) for index in range(grid.columns)]
        lines = [str(TOP + int((index + 0.5) * CELL_HEIGHT) + 4) for index in range(grid.stages)]
        parts: dict[str, Any] = {
            "noun": grid.noun, "left": coordinate(left), "right": coordinate(right), "top": str(TOP),
            "bottom": str(bottom), "across": across, "down": down, "columns": middles, "rows": lines,
            "row_at": coordinate(left - 8), "cell": (coordinate(cell), str(CELL_HEIGHT)), "filled": bool(grid.work),
            "legend": int(left if right - left >= LEGEND_WIDTH else (width - LEGEND_WIDTH) / 2),
            "busy": [
                {"x": across[column], "y": down[stage], "at": middles[column], "line": lines[stage], "batch": batch}
                for stage in range(grid.stages)
                for column in range(grid.columns)
                if (batch := grid.batch(stage, column))
            ],
        }  # fmt: skip
        height = bottom + (LEGEND if grid.work else 4)
        wide = width > VIEW + NARROWEST_CELL
        return Drawing(int(width + 0.5), height, parts, int(max(min(width, COLUMN), width * LEAST)) if wide else 0)

    def description(self, given: Given) -> tuple[str, str]:
        """The size of the grid, and which cells are filled, without counting them."""
        grid = _grid(given)
        noun = grid.noun
        rows = f"one row for one {noun}" if grid.stages == 1 else f"{grid.stages} rows, one for each {noun}"
        says = [f"A grid of {rows}, and {grid.columns} columns, one for each step in time."]
        if not grid.work:
            says.append("All cells are empty.")
        elif grid.columns >= grid.work + grid.stages - 1:
            which = "micro-batch 1" if grid.work == 1 else f"micro-batches 1 to {grid.work} one after another"
            says.append(f"Row 1 works on {which}, from column 1 on; each further row does so one column later.")
            says.append(f"All other cells are hatched: there the {noun} is idle.")
        else:
            says.append("Row 1 starts in column 1, each further row one column later. Hatched cells are idle.")
        return f"{noun[:1].upper()}{noun[1:]}s against steps in time", " ".join(says)

    def text(self, given: Given, width: int) -> list[str]:
        """The grid with rules where there is room, else without, else cut into strips of columns."""
        grid = _grid(given)
        label = columns(f"{grid.noun} {grid.stages}")
        boxed, plain = (width - label - 2) // 4, (width - label - 1) // 3
        lines: list[str] = []
        if grid.columns <= boxed:
            lines += _boxed(grid, label)
        else:
            strips = -(-grid.columns // plain)
            each = -(-grid.columns // strips)
            for first in range(0, grid.columns, each):
                lines += [*([""] if lines else []), *_plain(grid, label, range(first, min(first + each, grid.columns)))]
        if grid.work:
            lines += ["", *wrapped("A number: the micro-batch that is worked on. ░: idle.", width)]
        return lines


KIND = StageGrid()


def _boxed(grid: _Grid, label: int) -> list[str]:
    def rule(left: str, between: str, right: str) -> str:
        return " " * (label + 1) + left + between.join(["───"] * grid.columns) + right

    numbers = " ".join(f"{column + 1:>2} " for column in range(grid.columns))
    lines = [f"{'time':>{label}}  {numbers}".rstrip(), rule("┌", "┬", "┐")]
    for stage in range(grid.stages):
        if stage:
            lines.append(rule("├", "┼", "┤"))
        cells = "│".join(_cell(grid, stage, column, 3) for column in range(grid.columns))
        lines.append(f"{padded(f'{grid.noun} {stage + 1}', label)} │{cells}│")
    return [*lines, rule("└", "┴", "┘")]


def _plain(grid: _Grid, label: int, shown: Sequence[int]) -> list[str]:
    lines = [f"{'time':>{label}} " + "".join(f"{column + 1:>3}" for column in shown)]
    for stage in range(grid.stages):
        cells = "".join(" " + (_cell(grid, stage, column, 2) if grid.work else " ·") for column in shown)
        lines.append(f"{padded(f'{grid.noun} {stage + 1}', label)} {cells}")
    return lines


def _cell(grid: _Grid, stage: int, column: int, width: int) -> str:
    if not grid.work:
        return " " * width
    batch = grid.batch(stage, column)
    return f"{batch:>2}".ljust(width) if batch else "░" * width
