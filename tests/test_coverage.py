"""The matrix of cells and levels."""

from __future__ import annotations

from typing import NamedTuple

from quizgen.coverage import coverage


class Entry(NamedTuple):
    label: str
    level: int
    cell: str


ENTRIES = [Entry("L1", 1, "A"), Entry("L2", 2, "A"), Entry("M2", 2, "A"), Entry("L3", 3, "B"), Entry("L5", 5, "B")]
CELLS = {"A": "First.", "B": "Second."}


def test_each_cell_lists_its_templates_by_level():
    rows = coverage(ENTRIES, CELLS).rows
    assert [(row.cell, row.special) for row in rows] == [("A", "First."), ("B", "Second.")]
    assert rows[0].labels == {1: ("L1",), 2: ("L2", "M2"), 3: (), 4: (), 5: ()}


def test_cells_and_levels_without_a_template_are_missing():
    assert coverage(ENTRIES, {**CELLS, "C": "Third."}).missing == ("cell C has no template", "level 4 has no template")
    assert coverage([*ENTRIES, Entry("L4", 4, "B")], CELLS).missing == ()


def test_templates_without_a_cell_stand_in_a_row_of_their_own():
    found = coverage([*ENTRIES, Entry("X", 4, ""), Entry("Y", 4, "Z")], CELLS)
    assert found.rows[-1].cell == ""
    assert found.rows[-1].labels[4] == ("X", "Y")
    assert found.missing == ("the pack has no cell Z, and a template names it",)
