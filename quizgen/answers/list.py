"""`list: M`: values in their order; a tuple is one too (POSITIONS 26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizgen.answers import Asked, Match, Sample, Scope
from quizgen.answers.entries import (
    ENTRY_FIELDS,
    RIGHT,
    WRONG,
    credits_each,
    entries_match,
    entry_rule,
    entry_sentence,
    same_entry,
    standing,
)
from quizgen.answers.fields import AnswerField
from quizgen.answers.symbolic import WITHOUT_LETTERS, SymbolicAnswer, counterexample
from quizgen.answers.tree_checks import form_match, is_given
from quizgen.answers.tree_keys import as_value
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.conditions import is_set, is_statement
from quizgen.maths.expr import Expr, Interval, ListOf, TupleOf
from quizgen.maths.plus_minus import has_plus_minus
from quizgen.maths.same import Sameness
from quizgen.verdict import Reading


class ListAnswer(SymbolicAnswer):
    """Values in their order, each compared as an expression or as a rounded number."""

    name = "list"
    shape = "list"
    takes = AnswerField("The values in their order: the key.", ("formula",))
    needs_letters = False
    keys: Mapping[str, AnswerField] = {**WITHOUT_LETTERS, **ENTRY_FIELDS}

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """How entries are compared, and whether each earns its share."""
        return {"entry": entry_rule(authored, scope), "each": credits_each(authored)}

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """As a response. Raises KindError."""
        return as_list(tree)

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """A list. Raises KindError."""
        return as_list(expr)

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """Entry by entry."""
        return same_entry(value, key, asked)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Entry by entry; a list of another length has none right beyond its end."""
        if is_given(reading.form, key, asked):
            return Match("given", evidence="this is what was given")
        ours, theirs = reading.value.items, key.items
        found = [standing(one, other, asked) for one, other in zip(ours, theirs, strict=False)]
        found += [WRONG] * (max(len(ours), len(theirs)) - len(found))
        match = entries_match(found, asked, _evidence(found, len(ours), len(theirs)), max(len(ours), len(theirs)))
        if match.standing == "right":
            return form_match(reading.form, key, asked) or match
        return match._replace(says=self._says(reading, key, asked))

    def _says(self, reading: Reading, key: Any, asked: Asked) -> tuple[Any, ...]:
        if not asked.spec["show_counterexample"]:
            return ()
        return counterexample(self.compared(reading.value, key, asked), asked)

    def own(self, reading: Reading, asked: Asked) -> Any:
        """A tuple of values."""
        return tuple(as_value(item) for item in reading.value.items)

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """`(1, 2)`."""
        if isinstance(value, ListOf) and len(value.items) > 1:
            return printing.unicode(TupleOf(value.items))
        return printing.unicode(value)

    def said(self, asked: Asked) -> Sequence[str]:
        """How exact numbers in it must be."""
        return (*super().said(asked), entry_sentence(asked))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, one more entry, and what is no list."""
        shown = self.show(key, asked)
        sep = "; " if asked.decimal == "comma" else ", "
        items = [self.show(item, asked) for item in key.items]
        found = [Sample(shown, "correct"), Sample("", "blank")]
        found += [Sample(text, "malformed") for text in ("(1", f"(1/0{sep}2)")]
        found += [Sample(sep.join(items), "correct"), Sample("(123457)", "incorrect", "value")]
        longer = f"({sep.join([*items, '123456'])})"
        return (*found, Sample(longer, "partly" if asked.spec["each"] else "incorrect"))


def as_list(tree: Expr) -> ListOf:
    """A list. Raises KindError."""
    match tree:
        case ListOf() if not has_plus_minus(tree):
            return tree
        case TupleOf(items=items) if not has_plus_minus(tree):
            return ListOf(items)
        case Interval(low=low, high=high, closed_low=same, closed_high=other) if same == other:
            return ListOf((low, high))
    if has_plus_minus(tree) or is_set(tree) or is_statement(tree):
        raise KindError("a list of values in their order is asked", mend="write (1, 2)")
    return ListOf((tree,))


def _evidence(found: Sequence[str], ours: int, theirs: int) -> str:
    if ours != theirs:
        return f"{ours} entries where {theirs} are asked"
    place = next((place for place, each in enumerate(found, 1) if each != RIGHT), 0)
    return f"entry {place} is another one" if place else ""


TYPE = ListAnswer()
