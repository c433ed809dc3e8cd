"""`matrix: M`: a matrix or a vector, entry by entry (POSITIONS 26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizgen.answers import Asked, Match, PublicAnswer, Sample, Scope
from quizgen.answers.entries import (
    ENTRY_FIELDS,
    RIGHT,
    credits_each,
    entries_match,
    entry_rule,
    entry_sentence,
    same_entry,
    standing,
)
from quizgen.answers.fields import AnswerField
from quizgen.answers.symbolic import WITHOUT_LETTERS, SymbolicAnswer
from quizgen.answers.tree_checks import form_match, is_given
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.expr import Expr, ListOf, Matrix, Number, TupleOf, children
from quizgen.maths.matching import all_same, is_other
from quizgen.maths.open_values import put_in
from quizgen.maths.same import Sameness
from quizgen.verdict import Malformed, Reading

LINES = 3
"""On which a matrix may be written, a row on each."""


class MatrixAnswer(SymbolicAnswer):
    """Entries compared one by one; sums and products of matrices in a response are worked out first."""

    name = "matrix"
    shape = "matrix"
    takes = AnswerField("A matrix as a list of its rows, or a vector as a list: the key.", ("formula",))
    needs_letters = False
    keys: Mapping[str, AnswerField] = {**WITHOUT_LETTERS, **ENTRY_FIELDS}

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """How entries are compared, and whether each earns its share."""
        return {"entry": entry_rule(authored, scope), "each": credits_each(authored)}

    def public(self, asked: Asked) -> PublicAnswer:
        """Lines for the rows, as many for every matrix."""
        return super().public(asked)._replace(lines=LINES)

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """In one piece, or a row on each line."""
        rows = [row.strip() for row in raw.splitlines() if row.strip()]
        if len(rows) < 2 or any(bracket in raw for bracket in "([{\\"):
            return super().read(raw, asked)
        before, between, after = ("[[", "]; [", "]]") if asked.decimal == "comma" else ("[", "; ", "]")
        read = super().read(before + between.join(rows) + after, asked)
        if isinstance(read, Malformed):
            return read._replace(raw=raw, start=-1, end=-1)
        return read._replace(raw=raw) if read is not None else None

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """As a response. Raises KindError."""
        return as_matrix(tree)

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """One matrix. Raises KindError."""
        return as_matrix(expr)

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """Entry by entry."""
        if _shape(value) != _shape(key):
            return is_other("shape", _shapes(value, key))
        pairs = zip(_entries(value), _entries(key), strict=True)
        return all_same(same_entry(one, other, asked) for one, other in pairs)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Entry by entry; a matrix of another shape has none right."""
        if is_given(reading.form, key, asked):
            return Match("given", evidence="this is what was given")
        if _shape(reading.value) != _shape(key):
            return Match("value", evidence=_shapes(reading.value, key))
        pairs = zip(_entries(reading.value), _entries(key), strict=True)
        found = [standing(one, other, asked) for one, other in pairs]
        match = entries_match(found, asked, _evidence(found, _shape(key)[1]))
        return (form_match(reading.form, key, asked) or match) if match.standing == "right" else match

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The matrix."""
        return reading.value

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """`[[1, 2], [3, 4]]`, a column as `(1, 2)`."""
        rows = value.rows if isinstance(value, Matrix) else ((value,),)
        if len(rows) > 1 and len(rows[0]) == 1:
            return f"({', '.join(printing.unicode(printing.tidy(row[0])) for row in rows)})"
        listed = (", ".join(printing.unicode(printing.tidy(entry)) for entry in row) for row in rows)
        return f"[{', '.join(f'[{row}]' for row in listed)}]"

    def said(self, asked: Asked) -> Sequence[str]:
        """How exact numbers in it must be."""
        return (*super().said(asked), entry_sentence(asked))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, one entry changed, a row too many, and rows of two lengths."""
        shown = self.show(key, asked)
        sep = "; " if asked.decimal == "comma" else ", "
        found = [Sample(shown, "correct"), Sample("", "blank"), Sample("[[1", "malformed")]
        found.append(Sample(f"[[1{sep}2]{sep}[3]]", "malformed"))
        if shown.startswith("[[") and len(key.rows) > 1:
            found.append(Sample(shown[2:-2].replace(f"]{sep}[", "\n"), "correct"))
        first, *rest = key.rows
        changed = Matrix(((Number(123456), *first[1:]), *rest))
        partly = asked.spec["each"] and len(_entries(key)) > 1
        found.append(Sample(self.show(changed, asked), "partly" if partly else "incorrect"))
        return (*found, Sample(self.show(Matrix((*key.rows, first)), asked), "incorrect", "value"))


def as_matrix(tree: Expr) -> Matrix:
    """A matrix; a list of lists is one of rows, a list of values a column. Raises KindError."""
    match tree:
        case Matrix():
            return tree
        case ListOf(items=items) | TupleOf(items=items) if items:
            if all(isinstance(item, ListOf | TupleOf) for item in items):
                rows = tuple(item.items for item in items if isinstance(item, ListOf | TupleOf))
                if rows[0] and all(len(row) == len(rows[0]) for row in rows):
                    return Matrix(rows)
                raise KindError("the rows of a matrix have one length", mend="write [[1, 2], [3, 4]]")
            return Matrix(tuple((item,) for item in items))
    if _has_matrix(tree):
        found = put_in(tree, {})
        if isinstance(found, Matrix):
            return found
    raise KindError("a matrix is asked", mend="write [[1, 2], [3, 4]]")


def _has_matrix(tree: Expr) -> bool:
    return isinstance(tree, Matrix) or any(map(_has_matrix, children(tree)))


def _entries(matrix: Any) -> list[Expr]:
    return [entry for row in matrix.rows for entry in row]


def _shape(matrix: Any) -> tuple[int, int]:
    return len(matrix.rows), len(matrix.rows[0])


def _shapes(value: Any, key: Any) -> str:
    ours, theirs = _shape(value), _shape(key)
    return f"{ours[0]} by {ours[1]} entries, where {theirs[0]} by {theirs[1]} are asked"


def _evidence(found: Sequence[str], width: int) -> str:
    place = next((place for place, each in enumerate(found) if each != RIGHT), -1)
    return f"row {place // width + 1}, column {place % width + 1} is another one" if place >= 0 else ""


TYPE = MatrixAnswer()
