"""How a reading is told where its brackets are in question."""

from __future__ import annotations

from quizgen.maths.bracketed import bracketed
from quizgen.maths.expr import Expr
from quizgen.verdict import Reading


def with_brackets(reading: Reading) -> str:
    """A formula as it was read, with the brackets that may be in question; the echo where there is no formula."""
    tree = next((each for each in (reading.form, reading.value) if isinstance(each, Expr)), None)
    return " ".join(reading.echo.split("\n")) if tree is None else bracketed(tree)
