"""`interval: M`: an interval or a union, by the numbers in it (POSITIONS 26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizgen.answers import Asked, Match, Sample, Scope
from quizgen.answers.entries import ENTRY_FIELDS, entry_rule, entry_sentence, pieces_match
from quizgen.answers.fields import AnswerField
from quizgen.answers.statements import StatementAnswer, letter_of, same_conditions
from quizgen.answers.symbolic import WITHOUT_LETTERS
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.conditions import INFINITY, is_set, is_statement
from quizgen.maths.expr import Call, Expr, Interval, ListOf, Logic, Negative, Relation, Truth, TupleOf, names
from quizgen.maths.same import Sameness
from quizgen.verdict import Reading

PLAIN_LETTER = "x"


class IntervalAnswer(StatementAnswer):
    """Intervals, unions and inequalities in one real letter are the same if the same numbers are in them.

    A key `(a, b)` is open and `[a, b]` closed. Ends that are numbers may be rounded where the part says how far.
    """

    name = "interval"
    shape = "interval"
    takes = AnswerField("An interval, a union, or an inequality in one letter: the key.", ("formula",))
    needs_letters = False
    keys: Mapping[str, AnswerField] = {**WITHOUT_LETTERS, **ENTRY_FIELDS}

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """How far its ends may be off."""
        return {"entry": entry_rule(authored, scope)}

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """A set of numbers, or an inequality. Raises KindError."""
        return as_region(tree)

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """As a key. Raises KindError."""
        return as_region(expr)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """By the numbers in it; where ends may be rounded, end by end."""
        if asked.spec["entry"] and (match := pieces_match(reading.value, key, asked)) is not None:
            return match
        return super().judge(reading, key, asked)

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """The same numbers are in both."""
        letter = letter_of(asked) or PLAIN_LETTER
        if is_set(key) and is_set(value):
            letter = letter_beside(key, value)
        return same_conditions(key, value, letter, asked)

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """`(1, 2] ∪ [3, ∞)`."""
        if isinstance(value, Relation | Logic | Truth):
            return super().as_typed(value, asked)
        return printing.unicode(value)

    def said(self, asked: Asked) -> Sequence[str]:
        """How exact numbers in it must be."""
        return (*super().said(asked), entry_sentence(asked))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, one more and one less number, and intervals that are none."""
        shown = self.show(key, asked)
        found = [Sample(shown, "correct"), Sample(f"{shown} ∪ {shown}", "correct"), Sample("", "blank")]
        if isinstance(key, Relation | Logic):
            del found[1]
        sep = "; " if asked.decimal == "comma" else ", "
        malformed = (f"(3{sep}2)", f"(1{sep}2", f"[1{sep}∞]", "1")
        found += [Sample(text, "malformed") for text in malformed]
        whole = Interval(Negative(INFINITY), INFINITY)
        return (*found, Sample(f"(123456{sep}123457)" if key != whole else f"(0{sep}1)", "incorrect"))


def letter_beside(*sets: Expr) -> str:
    """A letter for the members of sets whose ends may have letters themselves."""
    taken = frozenset[str]().union(*map(names, sets))
    return next(letter for letter in (PLAIN_LETTER, "t", "s", "member") if letter not in taken)


def as_region(tree: Expr) -> Expr:
    """A set of numbers or an inequality; a pair is an open interval, a list of two a closed one. Raises KindError."""
    match tree:
        case TupleOf(items=(low, high)):
            return Interval(low, high)
        case ListOf(items=(low, high)):
            return Interval(low, high, closed_low=True, closed_high=True)
        case Call(function="union" | "intersection" | "without" as function, arguments=parts):
            return Call(function, tuple(map(as_region, parts)))
    if is_set(tree) or is_statement(tree):
        return tree
    raise KindError("an interval is asked", mend="write (1, 2], or a union of intervals")


TYPE = IntervalAnswer()
