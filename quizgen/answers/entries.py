"""Values within a set, a list, a matrix, or at the ends of an interval: one against one (POSITIONS 14 to 16, 26).

An entry is compared as an expression; where the part has a number's rule (`within`, `precision`), an entry that is a
number is compared as a number part would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked, Match, Scope, rules, tolerance
from quizgen.answers.fields import AnswerField, words
from quizgen.answers.tree_checks import ground_of
from quizgen.answers.written import describe
from quizgen.errors import MathsError, ReadingError, TooMuchWork, Undecided
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import whole
from quizgen.maths.conditions import condition, flattened, is_statement
from quizgen.maths.expr import CONSTANTS, Call, Expr, Interval, ListOf, SetOf, TupleOf, names
from quizgen.maths.matching import all_same, is_open, is_other, is_same, matched, pairing
from quizgen.maths.relations import same_statements
from quizgen.maths.same import Sameness
from quizgen.maths.values import compile_formula

_NUMBER_FIELDS = ("precision", "within", "strict", "round", "precision_credit")
ENTRY_FIELDS: Mapping[str, AnswerField] = {
    **{name: rules.FIELDS[name] for name in _NUMBER_FIELDS},
    "credit": AnswerField("`each`: every entry that is right earns its share.", words("each")),
}
"""What types with entries have besides."""
RIGHT, SHORT, WRONG, OPEN = "right", "precision", "value", "undecided"


def entry_rule(authored: Mapping[str, Any], scope: Scope) -> dict[str, Any] | None:
    """The number's rule of entries as plain data; None where they are compared exactly. Raises ReadingError."""
    if not any(name in authored for name in _NUMBER_FIELDS):
        return None

    def amount(number: Fraction, unit: str) -> Fraction | int:
        if unit:
            raise ReadingError(f"entries have no unit, and {unit} is one", mend="write a number or `1 %`")
        return number

    given = {name: authored[name] for name in _NUMBER_FIELDS if name in authored}
    return rules.fields(given, scope.asked, amount)


def entry_sentence(asked: Asked) -> str:
    """What a sheet says of numbers in it."""
    rule = asked.spec["entry"]
    return rules.sentence({**rule, "unit": ""}) if rule is not None else ""


def credits_each(authored: Mapping[str, Any]) -> bool:
    """Whether every entry earns its share. Raises ReadingError."""
    return rules.choice(authored, "credit", ("", "each", "each entry")) != ""


def standing(value: Expr, key: Expr, asked: Asked) -> str:
    """right, precision, value or undecided: how one entry stands. Never raises."""
    rule = asked.spec["entry"]
    if rule is not None and isinstance(value, ListOf | TupleOf) and isinstance(key, ListOf | TupleOf):
        return _of_all(value.items, key.items, asked)
    if rule is not None and not (names(value) | names(key)) - CONSTANTS:
        found = _as_number(value, key, rules.rule_of({**rule, "unit": ""}), asked)
        if found:
            return found
    return _STANDING[same_entry(value, key, asked).same]


_STANDING = {True: RIGHT, False: WRONG, None: OPEN}


def _of_all(ours: Sequence[Expr], theirs: Sequence[Expr], asked: Asked) -> str:
    """How a list within a list stands: as the worst of its entries."""
    if len(ours) != len(theirs):
        return WRONG
    found = {standing(one, other, asked) for one, other in zip(ours, theirs, strict=True)}
    return next(each for each in (WRONG, OPEN, SHORT, RIGHT) if each in found or each == RIGHT)


def _as_number(value: Expr, key: Expr, rule: tolerance.Rule, asked: Asked) -> str:
    """How two numbers stand; "" where one of them is none."""
    try:
        numbers = [whole(compile_formula(tree, asked.log)({})) for tree in (value, key)]
    except MathsError:
        return ""
    if not all(isinstance(number, int | Fraction | Approx) for number in numbers):
        return ""
    try:
        found = tolerance.standing(numbers[0], numbers[1], rule, describe(value, numbers[0], None, absolute=False))
    except (Undecided, TooMuchWork):
        return OPEN
    return SHORT if found == "truncated" else found


def same_entry(value: Expr, key: Expr, asked: Asked) -> Sameness:
    """Whether two entries are the same: expressions, or again lists, sets and equations."""
    match value, key:
        case ((ListOf(items=items) | TupleOf(items=items)), (ListOf(items=others) | TupleOf(items=others))):
            if len(items) != len(others):
                return is_other("count", f"{len(items)} entries where {len(others)} are asked")
            return all_same(same_entry(one, other, asked) for one, other in zip(items, others, strict=True))
        case SetOf(items=items), SetOf(items=others):
            return matched(items, others, lambda one, other: same_entry(one, other, asked), repeats=False)
    if is_statement(value) and is_statement(key):
        try:
            return same_statements(flattened(condition(key)), flattened(condition(value)), ground_of(asked))
        except MathsError as error:
            return is_open(error.what)
    if type(value) is not type(key) and (_is_compound(value) or _is_compound(key)):
        return is_other("shape", "one of them is no single value")
    if "oo" in names(value) | names(key):
        return is_same("tree", "the same") if value == key else is_other("tree", "infinity equals only itself")
    return ground_of(asked).same(key, value)


def _is_compound(node: Expr) -> bool:
    return isinstance(node, ListOf | TupleOf | SetOf | Interval) or is_statement(node)


def entries_match(found: Sequence[str], asked: Asked, evidence: str, of: int | None = None) -> Match:
    """What entries with these standings come to; `of` is how many there are to be right."""
    count = len(found) if of is None else of
    if all(each == RIGHT for each in found) and len(found) == count:
        return Match("right", 1)
    if OPEN in found and (asked.spec["each"] or WRONG not in found):
        return Match(OPEN, evidence="an entry can't be told from the one that is asked")
    rule = asked.spec["entry"]
    if rule is not None and len(found) == count and all(each in (RIGHT, SHORT) for each in found):
        return Match("precision", rule["precision_credit"], evidence)
    hits = sum(each == RIGHT for each in found)
    if asked.spec["each"] and hits:
        return Match("some", whole(Fraction(hits, count)), evidence)
    return Match("value", evidence=evidence)


# ---------------------------------------------------------------------------------------------------- ends
def pieces_match(value: Expr, key: Expr, asked: Asked) -> Match | None:
    """How the ends of intervals stand, one after the other; None where either has other pieces than intervals."""
    ours, theirs = _pieces(value), _pieces(key)
    if not ours or not theirs or len(ours) != len(theirs):
        return None
    table = [[_piece_standing(one, other, asked) for other in theirs] for one in ours]
    if len(pairing([[each == RIGHT for each in row] for row in table], len(theirs))) == len(theirs):
        return Match("right", 1)
    if len(pairing([[each in (RIGHT, SHORT) for each in row] for row in table], len(theirs))) == len(theirs):
        return Match("precision", asked.spec["entry"]["precision_credit"], "an end is rounded too far")
    if len(pairing([[each != WRONG for each in row] for row in table], len(theirs))) == len(theirs):
        return Match(OPEN, evidence="an end can't be told from the one that is asked")
    return Match("value", evidence="an end is another one, or is in it where it is out")


def _piece_standing(one: Interval, other: Interval, asked: Asked) -> str:
    if (one.closed_low, one.closed_high) != (other.closed_low, other.closed_high):
        return WRONG
    return _of_all((one.low, one.high), (other.low, other.high), asked)


def _pieces(tree: Expr) -> list[Interval]:
    match tree:
        case Interval():
            return [tree]
        case Call(function="union", arguments=parts) if all(isinstance(part, Interval) for part in parts):
            return [part for part in parts if isinstance(part, Interval)]
    return []
