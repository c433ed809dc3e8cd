"""`inequality: M`: an inequality, a chain, or several of them, by the numbers that meet it (POSITIONS 25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quizgen.answers import Asked, Sample
from quizgen.answers.fields import AnswerField
from quizgen.answers.statements import StatementAnswer, letter_of
from quizgen.errors import KindError
from quizgen.maths.conditions import condition, flattened, is_set, is_statement
from quizgen.maths.expr import Expr, ListOf, SetOf, TupleOf


class InequalityAnswer(StatementAnswer):
    """Inequalities in one letter are the same if the same numbers meet them, in several up to a positive constant.

    In one letter an interval or a union says the same.
    """

    name = "inequality"
    shape = "inequality"
    takes = AnswerField("An inequality, a chain, or several with `and` and `or`: the key.", ("formula",))

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """A condition on its letters. Raises KindError."""
        listed = isinstance(expr, ListOf | TupleOf) and all(map(is_statement, expr.items))
        if not (is_statement(expr) or listed or (is_set(expr) and letter_of(asked))) or isinstance(expr, SetOf):
            raise KindError("an inequality is asked", mend="write it with < or >, as x < 3")
        return flattened(condition(expr, letter_of(asked)))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, a point, and what is no inequality."""
        shown = self.show(key, asked)
        found = [Sample(shown, "correct"), Sample("", "blank"), Sample("< 2", "malformed")]
        letter = letter_of(asked) or next(iter(asked.spec["letters"]), "")
        return (*found, Sample(f"{letter} = 12345", "incorrect")) if letter else found


TYPE = InequalityAnswer()
