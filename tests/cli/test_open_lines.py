"""A matrix that comes line by line."""

from __future__ import annotations

import pytest

from quizgen.cli.open_lines import MOST_LINES, is_open, whole_answer


@pytest.mark.parametrize("text", ["[[1, 2],", "(1,", "\\begin{pmatrix} 1 & 2 \\\\", "{1", "[[1,2],[3,4]"])
def test_what_is_not_closed_goes_on(text: str):
    assert is_open(text)


@pytest.mark.parametrize("text", ["", "[[1, 2], [3, 4]]", "1)", "]", "\\begin{pmatrix} 1 \\end{pmatrix}", "x"])
def test_what_is_closed_is_an_answer(text: str):
    assert not is_open(text)


def test_the_lines_that_close_a_matrix_belong_to_it():
    more = iter(["[3, 4]]", "never read"])
    assert whole_answer("[[1, 2],", lambda: next(more)) == "[[1, 2], [3, 4]]"
    assert next(more) == "never read"


def test_an_empty_line_ends_an_answer_as_it_is():
    assert whole_answer("[[1, 2],", lambda: "") == "[[1, 2],"


def test_an_answer_that_never_closes_has_an_end():
    assert whole_answer("[", lambda: "[").count("[") == MOST_LINES
