"""A grid of stages against steps in time: empty, or filled with the micro-batches that pass through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.columns import padded
from quizgen.drawing import Drawing, FigureField, Given
from quizgen.drawing.given import count
from quizgen.drawing.plot import coordinate

MOST_STAGES, MOST_COLUMNS = 24, 48
VIEW = 320
"""The width of a view that a narrow screen shows without shrinking its letters much."""
LEFT, TOP = 56, 40
NARROWEST_CELL, WIDEST_CELL, CELL_HEIGHT = 22, 44, 24
LEGEND, LEGEND_WIDTH = 34, 254
COLUMN, LEAST = 528, 0.72
"""A wide grid is shrunk to a column of text, but not below this."""


class _Grid(NamedTuple):
    stages: int
    columns: int
    work: int

    def batch(self, stage: int, column: int) -> int:
        """The micro-batch (from 1) that a stage works on in a column (both from 0); 0 if none."""
        number = column - stage + 1
        return number if 1 <= number <= self.work else 0


def _grid(given: Given) -> _Grid:
    stages = count(given, "stages", 1, MOST_STAGES)
    columns = count(given, "columns", 1, MOST_COLUMNS)
    return _Grid(stages, columns, count(given, "work", 0, MOST_COLUMNS) if "work" in given else 0)


class StageGrid:
    """A row for each stage, a column for each step in time, and in each cell the micro-batch that is worked on."""

    name = "stage-grid"
    means = "Stages against steps in time: an empty grid, or one filled with the micro-batches that pass through."
    fields: Mapping[str, FigureField] = MappingProxyType({
        "stages": FigureField(f"the number of rows, up to {MOST_STAGES}", required=True),
        "columns": FigureField(f"the number of steps in time, up to {MOST_COLUMNS}", required=True),
        "work": FigureField("the number of micro-batches that are filled in; 0, an empty grid, if it is left out"),
    })
    layout: Path | None = None

    def drawing(self, given: Given) -> Drawing:
        """Cells, their numbers, and the numbers of rows and columns."""
        grid = _grid(given)
        cell = min(max((VIEW - LEFT - 2) / grid.columns, NARROWEST_CELL), WIDEST_CELL)
        width = max(LEFT + grid.columns * cell + 2, VIEW)
        left = (width - grid.columns * cell + LEFT - 2) / 2
        right, bottom = left + grid.columns * cell, TOP + grid.stages * CELL_HEIGHT
        across = [coordinate(left + index * cell) for index in range(grid.columns + 1)]
        down = [str(TOP + index * CELL_HEIGHT) for index in range(grid.stages + 1)]
        middles = [coordinate(left + (index + 0.5) * cell) for index in range(grid.columns)]
        lines = [str(TOP + int((index + 0.5) * CELL_HEIGHT) + 4) for index in range(grid.stages)]
        parts: dict[str, Any] = {
            "left": coordinate(left), "right": coordinate(right), "top": str(TOP), "bottom": str(bottom),
            "across": across, "down": down, "columns": middles, "rows": lines, "row_at": coordinate(left - 8),
            "cell": (coordinate(cell), str(CELL_HEIGHT)), "filled": bool(grid.work),
            "legend": int(min(left, width - LEGEND_WIDTH)),
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
        rows = "one row for one stage" if grid.stages == 1 else f"{grid.stages} rows, one for each stage"
        says = [f"A grid of {rows}, and {grid.columns} columns, one for each step in time."]
        if not grid.work:
            says.append("All cells are empty.")
        elif grid.columns >= grid.work + grid.stages - 1:
            which = "micro-batch 1" if grid.work == 1 else f"micro-batches 1 to {grid.work} one after another"
            says.append(f"Stage 1 works on {which}, from column 1 on; each further stage does the same one column later.")
            says.append("All other cells are hatched: there the stage is idle.")
        else:
            says.append("Stage 1 starts in column 1, each further stage one column later. Hatched cells are idle.")
        return "Stages against steps in time", " ".join(says)

    def text(self, given: Given, width: int) -> list[str]:
        """The grid with rules where there is room, else without, else cut into strips of columns."""
        grid = _grid(given)
        label = len(f"stage {grid.stages}")
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
            lines += ["", "A number is the micro-batch that a stage works on; ░ is idle."]
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
        lines.append(f"{padded(f'stage {stage + 1}', label)} │{cells}│")
    return [*lines, rule("└", "┴", "┘")]


def _plain(grid: _Grid, label: int, columns: Sequence[int]) -> list[str]:
    lines = [f"{'time':>{label}} " + "".join(f"{column + 1:>3}" for column in columns)]
    for stage in range(grid.stages):
        cells = "".join(" " + (_cell(grid, stage, column, 2) if grid.work else " ·") for column in columns)
        lines.append(f"{padded(f'stage {stage + 1}', label)} {cells}")
    return lines


def _cell(grid: _Grid, stage: int, column: int, width: int) -> str:
    if not grid.work:
        return " " * width
    batch = grid.batch(stage, column)
    return f"{batch:>2}".ljust(width) if batch else "░" * width
