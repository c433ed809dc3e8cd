"""`equation: M`: an equation or a system of them, or what solves one (POSITIONS 25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizgen.answers import Asked, Match, Sample, Scope, rules
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.statements import StatementAnswer, letter_of
from quizgen.answers.symbolic import FIELDS
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.conditions import condition, flattened, is_set
from quizgen.maths.expr import CONSTANTS, Expr, ListOf, Logic, Name, Number, Relation, SetOf, Truth, TupleOf, names
from quizgen.verdict import Reading

MEND = "write an equation, as y = 2x + 1"


class EquationAnswer(StatementAnswer):
    """Equations are the same up to a non-zero constant and swapped sides, in one letter by their solutions.

    A part that asks to solve (`solve: yes`, or a key that is a set or list of values) wants a solved form: the letter
    alone on one side (`x = 2 or x = -2`, `x = ±2`), or the values (`{-2, 2}`, `2, -2`).
    """

    name = "equation"
    shape = "equation"
    takes = AnswerField("An equation, several with `and` or `or`, or the set of solutions: the key.", ("formula",))
    keys: Mapping[str, AnswerField] = {
        **FIELDS,
        "solve": AnswerField(
            "Whether the letter must stand alone; yes where the key is a set of values, no otherwise.", SWITCH
        ),
    }

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """Whether the solutions are asked."""
        by_key = "yes" if isinstance(expr, SetOf | ListOf) or _is_a_set(expr, scope) else "no"
        return {"solve": rules.truth({"solve": authored.get("solve", by_key)}, "solve")}

    # ------------------------------------------------------------------------------------------------ shapes
    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """A condition on its letters. Raises KindError."""
        if isinstance(expr, Name | Number) and not asked.spec["solve"]:
            raise KindError("an equation is asked", mend=MEND)
        if _is_no_solution(expr):
            return Truth(value=False)
        tree = self._of_values(expr, asked)
        if isinstance(tree, Logic) and tree.word == "and" and _solves_one_letter(tree):
            tree = Logic("or", tree.items)
        return flattened(condition(tree, letter_of(asked)))

    def _of_values(self, expr: Expr, asked: Asked) -> Expr:
        """Bare values as a set of them, where there is one letter that they are values of. Raises KindError."""
        if isinstance(expr, Relation | Logic | Truth) or (isinstance(expr, ListOf | TupleOf) and _has_relations(expr)):
            return expr
        if not letter_of(asked) or not (asked.spec["solve"] or is_set(expr) or isinstance(expr, ListOf)):
            raise KindError("an equation is asked", mend=MEND)
        return SetOf(expr.items) if isinstance(expr, ListOf | TupleOf) else expr

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """And in a solved form, where that is asked."""
        found = super().judge(reading, key, asked)
        if found.standing == "right" and asked.spec["solve"] and not is_solved(reading.form, letter_of(asked)):
            return Match("form", asked.spec["form_credit"], evidence="the solutions themselves are asked")
        return found

    # ------------------------------------------------------------------------------------------------ the sheet
    def said(self, asked: Asked) -> Sequence[str]:
        """Whether it is to be solved."""
        return (*super().said(asked), "solved" if asked.spec["solve"] else "")

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, both sides doubled and swapped, another equation, and what is none."""
        shown = self.show(key, asked)
        found = [Sample(shown, "correct"), Sample("", "blank")]
        found += [Sample(text, "malformed") for text in ("= 2", "x +* 2")]
        if isinstance(key, Relation) and not asked.spec["form"]:
            left, right = (printing.unicode(printing.tidy(side)) for side in key.sides)
            if not asked.spec["solve"] and asked.decimal == "point":
                found.append(Sample(f"2*({right}) = 2*({left})", "correct"))
        letters = sorted(names(key) - CONSTANTS) or list(asked.spec["letters"])
        return (*found, Sample(f"{letters[0]} = 12345", "incorrect")) if letters else found


def is_solved(expr: Expr, letter: str) -> bool:
    """Whether a response gives values: of one letter, alone on its side; or as a set or list of values."""
    match expr:
        case Relation(signs=("=",), sides=(left, right)):
            alone = [side for side in (left, right) if isinstance(side, Name) and side.name not in CONSTANTS]
            return any(_is_free_of(right if side is left else left, side) for side in alone)
        case Relation(signs=("in",), sides=(Name(), members)):
            return isinstance(members, SetOf)
        case Logic(word="or" | "and", items=items) | ListOf(items=items) | TupleOf(items=items):
            return all(is_solved(item, letter) for item in items)
        case SetOf():
            return True
        case Logic():
            return False
    return not letter or letter not in names(expr)


def _is_free_of(side: Expr, letter: Expr) -> bool:
    return isinstance(letter, Name) and letter.name not in names(side)


def _solves_one_letter(tree: Logic) -> bool:
    """Whether an `and` lists values of one letter: `x = 2 and x = -2` means both solutions."""
    letters = [each.sides[0] for each in tree.items if isinstance(each, Relation) and each.signs == ("=",)]
    alone = len(letters) == len(tree.items) and all(letter == letters[0] for letter in letters)
    return alone and isinstance(letters[0], Name) and all(is_solved(each, "") for each in tree.items)


def _has_relations(expr: ListOf | TupleOf) -> bool:
    return any(isinstance(item, Relation | Logic) for item in expr.items)


_NO_SOLUTION = (SetOf(()),)


def _is_no_solution(expr: Expr) -> bool:
    return expr in _NO_SOLUTION


def _is_a_set(expr: Expr, scope: Scope) -> bool:
    """Whether a key names a step that is a set or list of values."""
    return isinstance(expr, Name) and scope.formula(expr.name)[1].what in ("set", "list")


TYPE = EquationAnswer()
