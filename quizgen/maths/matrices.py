"""Matrices of numbers and trees: arithmetic, and exact elimination where every entry is a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from quizgen.errors import KindError, TooMuchWork, Undecided, Undefined
from quizgen.maths import neat
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import Call, Expr, Matrix
from quizgen.maths.neat import Part, part_of, tree_of

LARGEST = 20
"""Rows and columns of a matrix."""
HIGHEST_POWER = 32
Rows = list[list[Part]]


def rows_of(matrix: Matrix) -> Rows:
    """The entries as parts."""
    return [[part_of(entry) for entry in row] for row in matrix.rows]


def matrix_of(rows: Sequence[Sequence[Part]]) -> Matrix:
    """Entries as a matrix. Raises KindError for rows of different lengths, TooMuchWork."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise KindError("a matrix has rows of one length", mend="write matrix([a, b], [c, d])")
    if max(len(rows), len(rows[0])) > LARGEST:
        raise TooMuchWork(f"a matrix has at most {LARGEST} rows and columns")
    return Matrix(tuple(tuple(map(tree_of, row)) for row in rows))


def identity(size: int) -> Matrix:
    """The matrix that changes nothing."""
    return matrix_of([[int(i == j) for j in range(size)] for i in range(size)])


def add(left: Matrix, right: Matrix) -> Matrix:
    """The sum, entry by entry. Raises KindError for other shapes."""
    pairs = list(zip(rows_of(left), rows_of(right), strict=False))
    if len(left.rows) != len(right.rows) or len(left.rows[0]) != len(right.rows[0]):
        raise KindError("matrices that are added have one shape")
    return matrix_of([[neat.add(a, b) for a, b in zip(*pair, strict=True)] for pair in pairs])


def scale(matrix: Matrix, factor: Part) -> Matrix:
    """Every entry times a number or tree."""
    return matrix_of([[neat.multiply(factor, entry) for entry in row] for row in rows_of(matrix)])


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """Rows by columns. Raises KindError where they don't fit."""
    if len(left.rows[0]) != len(right.rows):
        raise KindError(
            f"a matrix with {len(left.rows[0])} columns can't be multiplied by one with {len(right.rows)} rows"
        )
    columns = list(zip(*rows_of(right), strict=True))
    return matrix_of([[_dot(row, column) for column in columns] for row in rows_of(left)])


def _dot(row: list[Part], column: tuple[Part, ...]) -> Part:
    return neat.add(*(neat.multiply(a, b) for a, b in zip(row, column, strict=True)))


def power(matrix: Matrix, exponent: Part) -> Matrix:
    """A whole power; a negative one is of the inverse. Raises KindError, Undefined, TooMuchWork."""
    if not isinstance(exponent, int):
        raise KindError("a matrix has whole powers only")
    if abs(exponent) > HIGHEST_POWER:
        raise TooMuchWork(f"a power of a matrix is at most {HIGHEST_POWER}")
    base = inverse(matrix) if exponent < 0 else matrix
    made = identity(_square(matrix))
    for _ in range(abs(exponent)):
        made = multiply(made, base)
    return made


def transpose(matrix: Matrix) -> Matrix:
    """Rows as columns."""
    return Matrix(tuple(zip(*matrix.rows, strict=True)))


# ---------------------------------------------------------------------------------------------------- elimination
def reduced(matrix: Matrix) -> tuple[list[list[Fraction]], list[int], Fraction]:
    """The reduced row echelon form, its pivot columns, and the product of pivots and of the signs of swaps."""
    rows = _numbers(matrix)
    pivots, product, top = list[int](), Fraction(1), 0
    for column in range(len(rows[0])):
        found = next((at for at in range(top, len(rows)) if rows[at][column]), None)
        if found is None:
            continue
        if found != top:
            rows[top], rows[found], product = rows[found], rows[top], -product
        pivot = rows[top][column]
        product *= pivot
        rows[top] = [entry / pivot for entry in rows[top]]
        for at, row in enumerate(rows):
            if at != top and row[column]:
                rows[at] = [a - row[column] * b for a, b in zip(row, rows[top], strict=True)]
        pivots.append(column)
        top += 1
        if top == len(rows):
            break
    return rows, pivots, product


def rref(matrix: Matrix) -> Matrix:
    """The reduced row echelon form. Raises Undecided where an entry isn't a number."""
    return matrix_of([[whole(entry) for entry in row] for row in reduced(matrix)[0]])


def rank(matrix: Matrix) -> int:
    """How many rows are independent."""
    return len(reduced(matrix)[1])


def determinant(matrix: Matrix) -> Part:
    """The determinant. Raises KindError where it has none."""
    size = _square(matrix)
    _, pivots, product = reduced(matrix)
    return whole(product) if len(pivots) == size else 0


def inverse(matrix: Matrix) -> Matrix:
    """The inverse. Raises Undefined where there is none, KindError."""
    size = _square(matrix)
    beside = Matrix(tuple(a + b for a, b in zip(matrix.rows, identity(size).rows, strict=True)))
    rows, pivots, _ = reduced(beside)
    if pivots != list(range(size)):
        raise Undefined("this matrix has no inverse")
    return matrix_of([[whole(entry) for entry in row[size:]] for row in rows])


def _numbers(matrix: Matrix) -> list[list[Fraction]]:
    rows = rows_of(matrix)
    if not all(isinstance(entry, int | Fraction) for row in rows for entry in row):
        raise Undecided("elimination wants a number in each place of a matrix")
    return [[Fraction(entry) for entry in row] for row in rows]  # type: ignore[arg-type]  # just looked at


def _square(matrix: Matrix) -> int:
    if len(matrix.rows) != len(matrix.rows[0]):
        raise KindError("this matrix hasn't as many rows as columns")
    return len(matrix.rows)


ON_MATRICES: dict[str, Callable[[Matrix], Part]] = {
    "det": determinant, "inv": inverse, "rref": rref, "rank": rank, "transpose": transpose,
}  # fmt: skip
"""Functions of one matrix."""


def on_matrix(function: str, matrix: Matrix) -> Part:
    """Its value, or the call as it stands where an entry isn't a number. Raises KindError, Undefined."""
    try:
        return ON_MATRICES[function](matrix)
    except Undecided:
        return Call(function, (matrix,))


def is_matrix(part: object) -> bool:
    """Whether a value is a matrix."""
    return isinstance(part, Matrix)


__all__ = [
    "ON_MATRICES",
    "Expr",
    "add",
    "identity",
    "is_matrix",
    "matrix_of",
    "multiply",
    "on_matrix",
    "power",
    "rows_of",
    "scale",
    "transpose",
]
