"""What a spreadsheet did to a cell is recognised; what a student may well have typed is not taken for it."""

from __future__ import annotations

import pytest

from quizgen.batch.damage import bare_zeros, damage, damaged_id


@pytest.mark.parametrize(
    "cell",
    [
        "02-Jan", "2-Jan", "Jan 02", "Jan-26", "2. Jan", "01. Mai", "2-May-26", "3 Mar", "1/2/2026", "01.02.2026",
        "01.02.26", "2026-01-02", "2026-01-02 00:00:00", "12:30:00", "03:04:00 AM",
    ],
)  # fmt: skip
def test_a_date_that_stands_where_a_fraction_may_have_stood_is_damage(cell: str):
    assert "date or a time" in damage(cell)


def test_a_date_tells_what_may_have_been_typed():
    assert damage("02-Jan").endswith("perhaps 1/2 or 2/1")
    assert damage("2026-03-03").endswith("perhaps 3/3")


@pytest.mark.parametrize("cell", ["1E+05", "1.23457E+11", "-4,5E-07"])
def test_a_shortened_number_is_damage(cell: str):
    assert "shortened" in damage(cell)


@pytest.mark.parametrize("cell", ["#NAME?", "#DIV/0!", "#REF!", "#WERT!", "########"])
def test_a_failed_formula_is_damage(cell: str):
    assert "failed" in damage(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "", "1/2", "2.667", "2 2/3", "1e5", "1E5", "3.2x10^4", "1.2.3", "5 m", "may", "2 mm", "-5", "=1+1", "1:2",
        "1,234.5", "12 marbles", "x" * 100,
    ],
)  # fmt: skip
def test_what_a_student_types_is_no_damage(cell: str):
    assert not damage(cell)


def test_ids_show_damage_unless_they_are_plain_digits():
    assert damaged_id("1.2E+05")
    assert not damaged_id("20260102")


@pytest.mark.parametrize(("text", "bare"), [("007", "7"), ("7", "7"), ("000", "0"), ("a7", ""), ("", ""), ("٣", "")])
def test_zeros_in_front_of_digits_are_what_spreadsheets_take_away(text: str, bare: str):
    assert bare_zeros(text) == bare
