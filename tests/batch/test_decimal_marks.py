"""Numbers with a decimal comma are read as what they are, and commas of other kinds stay."""

from __future__ import annotations

import pytest

from quizgen.batch.decimal_marks import has_decimal_commas, pointed


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("1,5", "1.5"), ("2,667", "2.667"), (",5", ".5"), ("1.234,5", "1,234.5"), ("1.234.567", "1,234,567"),
        ("1.234", "1,234"), ("1.5", "1.5"), ("12", "12"), ("S = 2,67 ms", "S = 2.67 ms"), ("2,5*10^3", "2.5*10^3"),
        ("1,5; 2,5", "1.5, 2.5"), ("x^2", "x^2"), ("1,2,3", "1,2,3"), ("", ""),
    ],
)  # fmt: skip
def test_a_comma_is_a_point_and_a_point_between_thousands_is_a_comma(raw: str, read: str):
    assert pointed(raw) == read


@pytest.mark.parametrize(
    ("cells", "seems"),
    [
        (["0,5", "12,25", "-,5"], True), (["0,5 ms", "28,5%", "1,5 km/h", "3"], True), (["0,5", "1,5", "x"], False),
        (["1,234", "2,667", "12,345"], False), (["0,5", "1,5", "2,5", "1.5", "2.5", "3.5"], False),
        (["1,2,3"] * 5, False), (["a, b"] * 5, False), ([], False),
    ],
)  # fmt: skip
def test_decimal_commas_are_seen_where_most_numbers_have_them(cells: list[str], seems: bool):
    assert has_decimal_commas(cells) is seems
