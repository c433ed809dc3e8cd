"""`set: M`: values in any order, repeats not counting (POSITIONS 26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked, Match, Sample, Scope
from quizgen.answers.entries import (
    ENTRY_FIELDS,
    OPEN,
    RIGHT,
    SHORT,
    WRONG,
    credits_each,
    entry_rule,
    entry_sentence,
    same_entry,
    standing,
)
from quizgen.answers.fields import AnswerField
from quizgen.answers.interval import letter_beside
from quizgen.answers.statements import same_conditions
from quizgen.answers.symbolic import WITHOUT_LETTERS, SymbolicAnswer
from quizgen.errors import KindError
from quizgen.maths import printing
from quizgen.maths.arithmetic import whole
from quizgen.maths.conditions import is_set
from quizgen.maths.expr import Call, Expr, Interval, ListOf, Logic, Relation, SetOf, TupleOf, children
from quizgen.maths.matching import is_open, matched, pairing
from quizgen.maths.plus_minus import both
from quizgen.maths.same import Sameness
from quizgen.verdict import Reading

MOST_PAIRS = 200
"""Comparisons of a value with a value, where the key itself asks for no more."""
TOO_MANY = "there are too many values to compare"


class SetAnswer(SymbolicAnswer):
    """Values, pairs or equations in any order; with intervals in it, by the numbers in it."""

    name = "set"
    shape = "set"
    takes = AnswerField("The values in any order: the key.", ("formula",))
    needs_letters = False
    keys: Mapping[str, AnswerField] = {**WITHOUT_LETTERS, **ENTRY_FIELDS}

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """How entries are compared, and whether each earns its share."""
        return {"entry": entry_rule(authored, scope), "each": credits_each(authored)}

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """As a response. Raises KindError."""
        return as_set(tree)

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """A set whose items are written out. Raises KindError."""
        return as_set(expr)

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """Every item of each is in the other."""
        one, other = _finite(value, asked), _finite(key, asked)
        if one is not None and other is not None:
            one, other = tuple(dict.fromkeys(one)), tuple(dict.fromkeys(other))
            if _too_many(one, other):
                return is_open(TOO_MANY)
            return matched(other, one, lambda first, second: same_entry(second, first, asked), repeats=False)
        return same_conditions(key, value, letter_beside(key, value), asked)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """By its items; where each earns its share, what is right of all that is asked or given."""
        finite = _finite(reading.value, asked), _finite(key, asked)
        if asked.spec["entry"] and finite[0] is not None and finite[1] is not None:
            return self._rounded(finite[0], finite[1], asked)
        found = super().judge(reading, key, asked)
        if found.standing != "value" or not asked.spec["each"] or finite[0] is None or finite[1] is None:
            return found
        table = [[same_entry(one, other, asked).same is True for other in finite[1]] for one in _once(finite[0], asked)]
        return _share(len(pairing(table, len(finite[1]))), max(len(table), len(finite[1])), found.evidence)

    def wrong(self, reading: Reading, key: Any, found: Sameness, asked: Asked) -> Match:
        """With how many of the values are right."""
        match = super().wrong(reading, key, found, asked)
        ours, theirs = _finite(reading.value, asked), _finite(key, asked)
        if ours is None or theirs is None:
            return match
        right = sum(any(same_entry(one, other, asked).same for one in ours) for other in theirs)
        return match._replace(evidence=f"{right} of {len(theirs)} values are right, of {len(ours)} given")

    def _rounded(self, ours: tuple[Expr, ...], theirs: tuple[Expr, ...], asked: Asked) -> Match:
        """Items that may be rounded, paired as well as they can be."""
        ours = tuple(dict.fromkeys(ours))
        if _too_many(ours, theirs) or len(ours) ** 2 > max(MOST_PAIRS, 4 * len(theirs) ** 2):
            return Match(OPEN, evidence=TOO_MANY)
        ours = tuple(_once(ours, asked))
        table = [[standing(one, other, asked) for other in theirs] for one in ours]
        exact = pairing([[each == RIGHT for each in row] for row in table], len(theirs))
        if len(exact) == len(ours) == len(theirs):
            return Match("right", 1)
        near = pairing([[each in (RIGHT, SHORT) for each in row] for row in table], len(theirs))
        if len(near) == len(ours) == len(theirs):
            return Match("precision", asked.spec["entry"]["precision_credit"])
        hopes = pairing([[each != WRONG for each in row] for row in table], len(theirs))
        if len(hopes) == len(ours) == len(theirs):
            return Match(OPEN, evidence="a value can't be told from one that is asked")
        evidence = f"{len(exact)} of {len(theirs)} values are right"
        if not asked.spec["each"]:
            return Match("value", evidence=evidence)
        return _share(len(exact), max(len(ours), len(theirs)), evidence)

    def own(self, reading: Reading, asked: Asked) -> Any:
        """No value that later parts reckon with."""
        return None

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """`{1, 2}`."""
        return printing.unicode(value)

    def said(self, asked: Asked) -> Sequence[str]:
        """How exact numbers in it must be."""
        return (*super().said(asked), entry_sentence(asked))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The key, its items turned round and one twice, one more, and what is no set."""
        shown, finite = self.show(key, asked), _finite(key, asked)
        found = [Sample(shown, "correct"), Sample("", "blank"), Sample("{1", "malformed"), Sample("{1/0}", "malformed")]
        if not finite:
            return (*found, Sample("{123456}", "incorrect"))
        sep = "; " if asked.decimal == "comma" else ", "
        items = [self.show(item, asked) for item in finite]
        found.append(Sample("{123457}", "incorrect"))
        if not asked.spec["entry"]:
            found.append(Sample(f"{{{sep.join([*items[::-1], items[0]])}}}", "correct"))
        found.append(Sample(f"{{{sep.join([*items, '123456'])}}}", "partly" if asked.spec["each"] else "incorrect"))
        return found


def as_set(tree: Expr) -> Expr:
    """A set, its ± written out; a list is one too. Raises KindError."""
    match tree:
        case SetOf(items=items) | ListOf(items=items):
            return SetOf(tuple(value for item in items for value in both(item)))
        case Logic(word="and" | "or", items=items) if all(isinstance(item, Relation) for item in items):
            return as_set(SetOf(items))  # `a = 2, b = 3`: equations in any order
        case Call(function="union" | "intersection" | "without" as function, arguments=parts):
            return Call(function, tuple(map(as_set, parts)))
        case Interval():
            return tree
        case Relation() | TupleOf():
            return SetOf(both(tree))
    if any(map(is_set, children(tree))) or isinstance(tree, Logic):
        raise KindError("a set is asked", mend="write {1, 2}")
    return SetOf(both(tree))


def _finite(tree: Expr, asked: Asked) -> tuple[Expr, ...] | None:
    """The items of a set without intervals; None where it has some, or where it isn't known what is in it."""
    match tree:
        case SetOf(items=items):
            return items
        case Call(function="union", arguments=parts):
            found = [_finite(part, asked) for part in parts]
            return None if None in found else tuple(item for items in found if items is not None for item in items)
        case Call(function="intersection" | "without" as function, arguments=(of, *others)):
            kept = _finite(of, asked)
            for other in others:
                by = _finite(other, asked)
                if kept is None or by is None:
                    return None
                kept = _filtered(kept, by, asked, wanted=function == "intersection")
            return kept
    return None


def _too_many(ours: tuple[Expr, ...], theirs: tuple[Expr, ...]) -> bool:
    """Whether comparing each value with each takes too much work, for a key of that many."""
    return len(ours) * len(theirs) > max(MOST_PAIRS, 2 * len(theirs) ** 2)


def _filtered(items: tuple[Expr, ...], by: tuple[Expr, ...], asked: Asked, *, wanted: bool) -> tuple[Expr, ...] | None:
    if len(items) * len(by) > MOST_PAIRS:
        return None
    kept = []
    for item in items:
        found = [same_entry(item, each, asked).same for each in by]
        if True not in found and None in found:
            return None
        if (True in found) == wanted:
            kept.append(item)
    return tuple(kept)


def _once(items: tuple[Expr, ...], asked: Asked) -> list[Expr]:
    kept: list[Expr] = []
    for item in items:
        if not any(same_entry(item, each, asked).same for each in kept):
            kept.append(item)
    return kept


def _share(hits: int, of: int, evidence: str) -> Match:
    return Match("some", whole(Fraction(hits, of)), evidence) if hits else Match("value", evidence=evidence)


TYPE = SetAnswer()
