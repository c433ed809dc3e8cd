"""Axes and curves on a character grid."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from quizgen.columns import columns
from quizgen.drawing.given import written
from quizgen.drawing.plot import Axis, Real

WIDEST = 72
"""A curve gains nothing from more columns."""


class TextPlot:
    """A grid of characters between two axes from 0; what is drawn later stands on top."""

    def __init__(self, across: tuple[Real, Real], up: tuple[Real, Real], width: int, height: int) -> None:
        (end, step), (top, up_step) = across, up
        marks = [written(mark) for mark in Axis(top, up_step, 0, 1).marks()]
        self.margin = max(map(columns, marks))
        self.width, self.height = min(width, WIDEST) - self.margin - 3 - columns(written(end)), height
        self.across = Axis(end, step, 0, self.width - 1)
        self.up = Axis(top, up_step, height - 1, 0)
        self.cells = [[" "] * self.width for _ in range(height)]

    def column(self, value: float | Real) -> int:
        """The column nearest to a value on the axis across."""
        return int(self.across.at(value) + 0.5)

    def row(self, value: float | Real) -> int:
        """The row nearest to a value on the axis upwards; negative above the grid."""
        return int(self.up.at(value) + 1000.5) - 1000

    def put(self, column: int, row: int, mark: str) -> None:
        """Write a mark, if it lies on the grid."""
        if 0 <= column < self.width and 0 <= row < self.height:
            self.cells[row][column] = mark

    def level(self, value: Real, mark: str) -> None:
        """A horizontal line."""
        for column in range(self.width):
            self.put(column, self.row(value), mark)

    def dots(self, value: Callable[[float], float], first: Real, last: Real, mark: str) -> None:
        """A curve as one mark a column."""
        for column, row in self._trace(value, first, last):
            self.put(column, row, mark)

    def line(self, value: Callable[[float], float], first: Real, last: Real) -> None:
        """A curve drawn through, with corners where it goes to another row."""
        trace = self._trace(value, first, last)
        for (column, row), (_, following) in pairwise([*trace, (trace[-1][0] + 1, trace[-1][1])]):
            if row == following:
                self.put(column, row, "─")
                continue
            leaves, comes = ("╯", "╭") if following < row else ("╮", "╰")
            self.put(column, row, leaves)
            self.put(column, following, comes)
            for between in range(min(row, following) + 1, max(row, following)):
                self.put(column, between, "│")

    def _trace(self, value: Callable[[float], float], first: Real, last: Real) -> list[tuple[int, int]]:
        span = self.width - 1
        columns_of = range(self.column(first), self.column(last) + 1)
        ats = ((column, column / span * float(self.across.end)) for column in columns_of)
        return [(column, self.row(value(max(at, float(first))))) for column, at in ats]

    def lines(self, up_name: str, across_name: str) -> list[str]:
        """The grid with its axes, their marks and names."""
        at_row = {self.row(mark): written(mark) for mark in self.up.marks()}
        found = [f"{up_name:>{self.margin}}"]
        for number, cells in enumerate(self.cells):
            says = at_row.get(number, "")
            found.append(f"{says:>{self.margin}} {'┤' if says else '│'}{''.join(cells)}")
        rule, below = ["─"] * self.width, [" "] * (self.width + 8)
        for mark in self.across.marks():
            column, text = self.column(mark), written(mark)
            rule[column] = "┬"
            start = max(column - columns(text) // 2, 0)
            below[start : start + len(text)] = text
        indent = " " * (self.margin + 1)
        found += [f"{indent}└{''.join(rule)} {across_name}", f"{indent} {''.join(below)}"]
        return [line.rstrip() for line in found]
