"""What equations and inequalities share: they say something of their letters, and are compared as conditions."""

from __future__ import annotations

from typing import Any

from quizgen.answers import Asked
from quizgen.answers.symbolic import SymbolicAnswer, ground_of
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.conditions import condition, flattened
from quizgen.maths.expr import Expr, Logic, Relation, Truth
from quizgen.maths.matching import is_open
from quizgen.maths.relations import same_statements
from quizgen.maths.same import Sameness


class StatementAnswer(SymbolicAnswer):
    """Keys and readings are conditions (maths.conditions)."""

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """The key as a condition. Raises KindError."""
        return flattened(condition(tree, letter_of(asked)))

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """By the numbers that meet them, or up to a constant (POSITIONS 25)."""
        return same_statements(key, value, ground_of(asked))

    def own(self, reading: Any, asked: Asked) -> Any:
        """No value that later parts reckon with."""
        return None

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """Comparisons with `and` and `or` between them."""
        if isinstance(value, Truth):
            return "0 = 0" if value.value else "{}"
        if isinstance(value, Logic) and value.word in ("and", "or"):
            inner = [self.as_typed(item, asked) for item in value.items]
            bracketed = [
                f"({text})" if isinstance(item, Logic) else text for text, item in zip(inner, value.items, strict=True)
            ]
            return f" {value.word} ".join(bracketed)
        if isinstance(value, Relation):
            first, *rest = (printing.unicode(printing.tidy(side)) for side in value.sides)
            return first + "".join(f" {_SIGNS[sign]} {side}" for sign, side in zip(value.signs, rest, strict=True))
        return super().as_typed(value, asked)


_SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥", "in": "∈"}


def same_conditions(key: Expr, value: Expr, letter: str, asked: Asked) -> Sameness:
    """Whether the same values of a letter are in both, or meet both. Never raises."""
    try:
        conditions = [flattened(condition(tree, letter)) for tree in (key, value)]
    except KindError as error:
        return is_open(error.what)
    return same_statements(conditions[0], conditions[1], ground_of(asked))


def letter_of(asked: Asked) -> str:
    """The one letter that values would be of; "" where there are several, or none that is known."""
    letters = [name for name, each in asked.spec["letters"].items() if not each.get("constant")]
    if asked.spec["any"]:
        from quizgen.answers.tree_keys import with_values
        from quizgen.maths.expr import CONSTANTS, names

        letters = sorted(names(with_values(asked.spec["is"], asked)) - CONSTANTS)
    return letters[0] if len(letters) == 1 else ""
