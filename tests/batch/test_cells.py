"""Cells that spreadsheets would run."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch.cells import csv_line, harmless, points_text, restored

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.text("'=+-@\t 1x.\uff1d", max_size=8)


@pytest.mark.parametrize("text", ["=cmd()", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1+1", "\r=1", "\uff1dcmd", "-1/2"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str):
    assert harmless(text) == "'" + text


@pytest.mark.parametrize("text", ["", "a", "2.667", "-5", "+7", "-1.5e-3", "-12%", "-1,234.5", "'", "'a", "x=1", "−3"])
def test_numbers_and_plain_texts_stay_as_they_are(text: str):
    assert harmless(text) == text


@given(TEXTS)
def test_what_was_made_harmless_reads_back_unchanged(text: str):
    assert restored(harmless(text)) == text


@given(TEXTS)
def test_nothing_that_isn_t_a_number_begins_like_a_formula_any_more(text: str):
    cell = harmless(text)
    assert cell.lstrip()[:1] not in set("=@\uff1d") or cell == ""
    assert cell[:1] not in set("+-") or restored(cell) == text


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_a_line_is_read_back_by_any_reader_of_csv(cells: list[str]):
    cells = [cell.replace("\x00", "") for cell in cells]
    line = csv_line(cells)
    [row] = csv.reader(io.StringIO(line, newline=""))
    assert [restored(cell) for cell in row] == cells


def test_ids_stay_as_they_are():
    assert csv_line(["-1x", "-1x"], plain=(0,)) == "-1x,'-1x\r\n"


@pytest.mark.parametrize(
    ("points", "text"), [(3, "3"), (Fraction(1, 2), "0.5"), (Fraction(1, 3), "0.3333"), (Fraction(10), "10"), (0, "0")]
)
def test_points_have_a_dot_and_never_look_like_a_date(points: Fraction | int, text: str):
    assert points_text(points) == text
