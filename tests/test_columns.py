"""Breaking text on a character grid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.columns import columns, padded, shared, wrapped

WORDS = st.text(st.sampled_from(list("ab é中e\u0301 \n")), max_size=120)


@pytest.mark.parametrize(("text", "wide"), [("abc", 3), ("中文", 4), ("e\u0301", 1), ("θ≈", 2), ("", 0)])
def test_wide_characters_take_two_columns_and_marks_none(text, wide):
    assert columns(text) == wide


@given(WORDS, st.integers(5, 40))
def test_no_line_is_wider_than_asked_and_no_character_is_lost(text, width):
    lines = wrapped(text, width, "> ", "  ")
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(line[2:] for line in lines).split()) == "".join(text.split())


def test_lines_break_at_ordinary_spaces_only():
    assert wrapped("it takes 400\u00a0ms now", 14) == ["it takes", "400\u00a0ms now"]


def test_the_first_line_has_its_mark_and_the_others_are_set_in():
    assert wrapped("one two three", 9, "1. ", "   ") == ["1. one", "   two", "   three"]


def test_a_newline_stays():
    assert wrapped("a\nb", 20) == ["a", "b"]


def test_padding_goes_by_columns():
    assert padded("中", 4) + "|" == "中  |"
    assert padded("中", 4, right=True) == "  中"


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(10, 80))
def test_columns_of_a_table_share_the_room(natural, width):
    widths = shared(natural, width)
    assert sum(widths) <= max(width, len(natural))
    assert all(given <= wanted for given, wanted in zip(widths, natural, strict=True))
