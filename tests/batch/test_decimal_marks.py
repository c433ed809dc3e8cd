"""A file that seems to have decimal commas is noticed."""

from __future__ import annotations

import pytest

from quizgen.batch.decimal_marks import has_decimal_commas


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
