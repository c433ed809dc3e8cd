"""Matrices of exact numbers: arithmetic and elimination."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quizgen.errors import MathsError
from quizgen.maths import matrices
from quizgen.maths.expr import Matrix
from quizgen.maths.matrices import determinant, identity, inverse, matrix_of, multiply, power, rank, rref, transpose
from quizgen.maths.neat import tree_of
from quizgen.maths.printing import plain
from quizgen.maths.reader import read

ENTRIES = st.one_of(st.integers(-9, 9), st.fractions(-3, 3, max_denominator=5))


def square(size: int) -> st.SearchStrategy[Matrix]:
    row = st.lists(ENTRIES, min_size=size, max_size=size)
    return st.lists(row, min_size=size, max_size=size).map(
        lambda rows: matrix_of([[Fraction(entry) for entry in row] for row in rows])
    )


@given(square(3))
def test_a_matrix_times_its_inverse_is_the_identity(matrix: Matrix) -> None:
    assume(determinant(matrix) != 0)
    assert multiply(matrix, inverse(matrix)) == identity(3)
    assert power(matrix, -2) == inverse(multiply(matrix, matrix))


@given(square(3), square(3))
def test_the_determinant_of_a_product_is_the_product_of_determinants(a: Matrix, b: Matrix) -> None:
    assert determinant(multiply(a, b)) == determinant(a) * determinant(b)  # type: ignore[operator]  # numbers
    assert determinant(transpose(a)) == determinant(a)


@given(square(3))
def test_the_rank_is_full_exactly_where_the_determinant_is_not_zero(matrix: Matrix) -> None:
    assert (rank(matrix) == 3) == (determinant(matrix) != 0)


def test_elimination_gives_the_reduced_form() -> None:
    found = rref(read("matrix([2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3])"))
    assert plain(found) == "matrix([1, 0, 0, 2], [0, 1, 0, 3], [0, 0, 1, -1])"


REFUSED = [
    lambda: inverse(matrix_of([[1, 2], [2, 4]])),
    lambda: determinant(matrix_of([[1, 2]])),
    lambda: multiply(matrix_of([[1, 2]]), matrix_of([[1, 2]])),
    lambda: matrices.add(matrix_of([[1, 2]]), matrix_of([[1], [2]])),
    lambda: matrix_of([[1, 2], [3]]),
    lambda: matrix_of([[0] * 21]),
    lambda: power(matrix_of([[1]]), Fraction(1, 2)),
    lambda: power(matrix_of([[1]]), 33),
]


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_has_no_value_is_refused(wrong: object) -> None:
    with pytest.raises(MathsError):
        wrong()


def test_entries_with_letters_wait_for_their_values() -> None:
    matrix = matrix_of([[read("x"), 1], [0, 1]])
    assert matrices.on_matrix("det", matrix) == read("det(matrix([x, 1], [0, 1]))")
    assert matrices.scale(matrix, 2) == matrix_of([[read("2*x"), 2], [tree_of(0), 2]])
