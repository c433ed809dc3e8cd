"""`expression: M`: a formula with open letters, by its value and form (POSITIONS 21 to 24, 27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked, Match, Sample, Scope, rules
from quizgen.answers.fields import AnswerField, words
from quizgen.answers.number import TYPE as NUMBER
from quizgen.answers.open_letters import domain_of, letters_of
from quizgen.answers.symbolic import FIELDS, SymbolicAnswer, ground_of
from quizgen.answers.written import Written
from quizgen.errors import KindError, MathsError, ReadingError
from quizgen.maths.arithmetic import divide
from quizgen.maths.conditions import is_set, is_statement
from quizgen.maths.differentiation import derivative
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Expr,
    ListOf,
    Matrix,
    Name,
    Negative,
    Number,
    Sum,
    TupleOf,
    names,
    substitute,
)
from quizgen.maths.plus_minus import has_plus_minus
from quizgen.maths.reader import Vocabulary
from quizgen.maths.same import Sameness, prepare
from quizgen.maths.values import compile_formula
from quizgen.verdict import Malformed, Reading

CONSTANT = ("required", "optional", "refused")
VALUES = ("refused", "accepted")
INFINITE = (Name("oo"), Negative(Name("oo")))


class ExpressionAnswer(SymbolicAnswer):
    """Judges a formula by what it is equal to.

    A constant of integration is required where the key's step integrates, or where the key has a letter that is
    declared `constant`. It is told by the derivative: a response that has the key's derivative by the first letter of
    `in`, and one letter more than the key, is right (POSITIONS 27).
    """

    name = "expression"
    shape = "expression"
    takes = AnswerField("A formula with open letters: the formula of the key.", ("formula",))
    keys: Mapping[str, AnswerField] = {
        **FIELDS,
        "plus_constant": AnswerField(
            "Whether a constant of integration is required (as it is for an antiderivative), optional or refused.",
            words(*CONSTANT),
        ),
        "constant_credit": AnswerField("Credit where only that constant is missing; 0 if not given.", ("share",)),
        "coefficients within": AnswerField("How far numbers in it may be off, as `1 %`; not at all if not given."),
        "numbers": AnswerField(
            "Whether the values of this variant may stand in the letters' place, so that a number is right too.",
            words(*VALUES),
        ),
    }

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """The constant, the tolerance, and the number that is accepted."""
        number = rules.choice(authored, "numbers", VALUES) == "accepted"
        return {
            "plus_constant": _plus_constant(authored, expr, scope),
            "constant_credit": rules.credit(authored, "constant_credit", 0),
            "within": _within(authored),
            "number": NUMBER.compile({"number": authored["expression"]}, scope) if number else None,
        }

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """A tree; where a number is accepted too, what has no letters is read as a part of that type reads it."""
        found = super().read(raw, asked)
        if found is None or asked.spec["number"] is None:
            return found
        number = NUMBER.read(raw, _inner(asked))
        plain = isinstance(found, Reading) and not names(found.value) - CONSTANTS
        return number if number is not None and (plain or isinstance(number, Reading)) else found

    def vocabulary(self, asked: Asked) -> Vocabulary:
        """With a letter more for the constant."""
        found = super().vocabulary(asked)
        return found if found.free or not self.may_add_a_letter(asked) else found._replace(single_letters=True)

    def may_add_a_letter(self, asked: Asked) -> bool:
        """For a constant of integration."""
        return asked.spec["plus_constant"] in ("required", "optional")

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """One value. Raises KindError."""
        if is_set(expr) or is_statement(expr) or isinstance(expr, ListOf | TupleOf | Matrix):
            raise KindError("one expression is asked", mend="write only its value")
        if has_plus_minus(expr):
            raise KindError("± stands for two values, and one expression is asked")
        if expr in INFINITE:
            return expr
        if "oo" in names(expr):
            raise KindError("infinity can't be reckoned with", mend="write something finite")
        return expr

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """As a response. Raises KindError."""
        return self.shaped(tree, asked)

    # ------------------------------------------------------------------------------------------------ judging
    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """By `maths.same`; infinity is only itself."""
        if any("oo" in names(tree) for tree in (value, key)):
            return Sameness(value == key, "tree", "infinity equals only itself")
        spec = asked.spec
        if spec["plus_constant"] in ("required", "optional"):
            return self._up_to_constant(value, key, asked)
        return prepare(key, domain_of(spec), asked.variant, within=spec["within"]).same(value)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """By value and form, and then the constant; a number where one is accepted as a part of that type judges it."""
        if isinstance(reading.form, Written):
            number = _as_number(key, asked)
            return Match("value") if number is None else NUMBER.judge(reading, number, _inner(asked))
        found = super().judge(reading, key, asked)
        if found.standing != "right" or asked.spec["plus_constant"] != "required":
            return found
        if _extra_letters(reading.value, key, asked):
            return found
        evidence = "the constant of integration is missing"
        return Match("constant", asked.spec["constant_credit"], evidence)

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """As any symbolic type; a number where one is accepted as a part of that type."""
        if not isinstance(reading.form, Written):
            return super().meets(reading, value, key, asked)
        wrong, right = _as_number(value, asked), _as_number(key, asked)
        return wrong is not None and right is not None and NUMBER.meets(reading, wrong, right, _inner(asked))

    def _up_to_constant(self, value: Expr, key: Expr, asked: Asked) -> Sameness:
        """By the derivatives; where there is none, by the difference at one place."""
        letter = next((name for name, each in letters_of(asked.spec).items() if not each.constant), "")
        if not letter:
            letter = min(names(key) - CONSTANTS - _constants(asked), default="x")
        one, other = derivative(value, letter), derivative(key, letter)
        if one is not None and other is not None:
            found = ground_of(asked).same(other, one)
            if found.same is not None:
                told = f"by their derivatives: {found.evidence}" if found.evidence else ""
                return found._replace(evidence=told, point=None, values=None)
        return self._difference(value, key, letter, asked)

    def _difference(self, value: Expr, key: Expr, letter: str, asked: Asked) -> Sameness:
        gap = Sum((value, Negative(key)))
        return ground_of(asked).same(substitute(gap, {letter: Number(Fraction(3, 7))}), gap)

    def own(self, reading: Reading, asked: Asked) -> Any:
        """Without a letter that only the learner knows; a number where one is accepted."""
        if isinstance(reading.form, Written):
            return reading.value
        extra = names(reading.value) - CONSTANTS - frozenset(asked.spec["letters"])
        return None if extra and not asked.spec["any"] else super().own(reading, asked)

    # ------------------------------------------------------------------------------------------------ the sheet
    def said(self, asked: Asked) -> Sequence[str]:
        """The constant too."""
        wanted = "with a constant of integration" if asked.spec["plus_constant"] == "required" else ""
        within = asked.spec["within"]
        near = f"numbers in it within {rules.decimal_text(within * 100)}\u00a0%" if within else ""
        number = f"or as a number, {rules.sentence(asked.spec['number'])}" if asked.spec["number"] else ""
        return (*super().said(asked), wanted, near, number)

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """With a constant, where one is required and the key has none."""
        shown = super().as_typed(value, asked)
        missing = asked.spec["plus_constant"] == "required" and not _has_constant(value, asked)
        return f"{shown} + {_spare_letter(value, asked)}" if missing else shown

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The printed key, the same written longer, what is more by 1, and what isn't an expression."""
        shown, spec = self.show(key, asked), asked.spec
        found = [
            Sample(shown, "correct"),
            Sample("", "blank"),
            Sample("2 +* 3", "malformed"),
            Sample("(1", "malformed"),
        ]
        bare = super().as_typed(key, asked)
        comma = asked.decimal == "comma"
        bare = bare.replace(".", ",") if comma else bare
        if spec["plus_constant"] == "required" and not _has_constant(key, asked):
            found.append(Sample(bare, "partly" if spec["constant_credit"] else "incorrect", "constant"))
        letter = next(iter(spec["letters"]), "")
        if key in INFINITE:
            return (*found, Sample("1", "incorrect", "value"))
        wrong = f"2*({bare}) + 1 + 3*{letter}" if letter else f"2*({bare}) + 1"
        found.append(Sample(wrong, "incorrect", "value"))
        found.append(Sample("1/0", "malformed"))
        if not spec["form"]:
            found.append(Sample(f"({shown})*3/3", "correct"))
        return found


def _inner(asked: Asked) -> Asked:
    """The same part as one that asks for a number."""
    return asked._replace(spec=asked.spec["number"])


def _as_number(value: Any, asked: Asked) -> Any:
    """The value of a key or of a trap in this variant; None where it has none."""
    if not isinstance(value, Expr):
        return value
    factors = asked.spec["factors"]
    env = {name: divide(asked.values[name], Fraction(factors.get(name, 1))) for name in names(value) - CONSTANTS}
    try:
        return compile_formula(value, asked.log)(env)
    except MathsError:
        return None


def _plus_constant(authored: Mapping[str, Any], expr: Expr, scope: Scope) -> str:
    if "plus_constant" in authored:
        return rules.choice(authored, "plus_constant", CONSTANT)
    written = scope.written(expr.name) if isinstance(expr, Name) else None
    indefinite = isinstance(written, Call) and written.function == "integrate" and len(written.arguments) == 2
    constants = {name for name, each in scope.letters.items() if each.constant}
    return "required" if indefinite or constants & names(expr) else ""


def _within(authored: Mapping[str, Any]) -> Fraction | None:
    text = str(authored.get("coefficients within", "")).strip()
    if not text:
        return None
    amount = rules.share_of(text)
    if amount is None:
        raise ReadingError(f"`coefficients within: {text}` is no share", mend="write `1 %`")
    return amount


def _constants(asked: Asked) -> frozenset[str]:
    return frozenset(name for name, each in letters_of(asked.spec).items() if each.constant)


def _has_constant(tree: Expr, asked: Asked) -> bool:
    """Whether a key has its constant itself."""
    return bool(names(tree) & _constants(asked))


def _extra_letters(value: Expr, key: Expr, asked: Asked) -> frozenset[str]:
    """Letters of a response that may be its constant."""
    fixed = frozenset(name for name, each in letters_of(asked.spec).items() if not each.constant)
    if asked.spec["any"]:
        fixed = names(key) - _constants(asked)
    return names(value) - CONSTANTS - fixed


def _spare_letter(value: Expr, asked: Asked) -> str:
    taken = {*names(value), *asked.spec["letters"]}
    return next(letter for letter in "CKDcAB" if letter not in taken)


TYPE = ExpressionAnswer()
