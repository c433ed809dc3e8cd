"""Matrices and vectors, entry by entry (POSITIONS 26)."""

from __future__ import annotations

import pytest

from tests.answers.symbolic_parts import match, part, standing

SQUARE = part({"matrix": "[[1, a], [x, 2*x]]", "in": "x"}, {"a": 2})


@pytest.mark.parametrize(
    "raw",
    [
        "[[1,2],[x,2x]]",
        "[[1, 4/2], [x, x + x]]",
        r"\begin{pmatrix}1&2\\x&2x\end{pmatrix}",
        "[[1,0],[0,1]]*[[1,2],[x,2x]]",
        "[[0,1],[0,x]] + [[1,1],[x,x]]",
        "1 2\nx 2x",
        " 1, 2 \n\n x, 2*x\n",
    ],
)
def test_equal_entries_make_equal_matrices(raw: str):
    assert standing(SQUARE, raw) == "right"


@pytest.mark.parametrize("raw", ["[[1,2],[x,x]]", "[[1,x],[2,2x]]", "[[1,2,0],[x,2x,0]]", "[[1,2]]", "(1, 2)"])
def test_another_entry_or_shape_is_another_matrix(raw: str):
    assert standing(SQUARE, raw) == "value"


@pytest.mark.parametrize("raw", ["[[1,2],[3]]", "[[1,2]", "5", "x", "[[1,2],[3,4]] + 1", "[[1,2],[3,y]]"])
def test_what_is_no_matrix_is_malformed(raw: str):
    assert standing(SQUARE, raw) == "malformed"


def test_rows_on_lines_may_have_decimal_commas():
    made = part({"matrix": "[[1, 0.5], [3, 4]]"}, decimal="comma")
    assert standing(made, "1; 0,5\n3; 4") == "right"
    assert standing(made, "1; 0,5\n3") == "malformed"


@pytest.mark.parametrize(
    "raw", ["(1, 2)", "1\n2", "[1, 2]", "<1, 2>", "[[1],[2]]", r"\begin{pmatrix}1\\2\end{pmatrix}"]
)
def test_a_vector_is_one_column(raw: str):
    assert standing(part({"matrix": "[1, a]"}, {"a": 2}), raw) == "right"
    assert standing(part({"matrix": "[1, a]"}, {"a": 2}), "[[1, 2]]") == "value"


def test_each_entry_may_earn_its_share():
    made = part({"matrix": "[[1, 2], [3, 4]]", "credit": "each"})
    found = match(made, "[[1,2],[3,3]]")
    assert (found.standing, found.credit * 4) == ("some", 3)
    assert found.evidence == "row 2, column 2 is another one"
    assert match(made, "[[1,2],[3,4],[5,6]]").credit == 0
    assert match(part({"matrix": "[[1, 2], [3, 4]]"}), "[[1,2],[3,3]]").credit == 0


@pytest.mark.parametrize(
    ("fields", "raw", "expected"),
    [
        ({"precision": "2 dp"}, "[[1.22, 1.23]]", "right"),
        ({"precision": "2 dp"}, "[[1.2, 1.23]]", "precision"),
        ({"within": "0.5"}, "[[1.7, 0.8]]", "right"),
        ({"within": "1 %"}, "[[1.23, 1.22]]", "right"),
        ({}, "[[1.22, 1.23]]", "value"),
    ],
)
def test_entries_may_have_a_number_s_rule(fields: dict[str, str], raw: str, expected: str):
    assert standing(part({"matrix": "[[1.222, 1.227]]", **fields}), raw) == expected
