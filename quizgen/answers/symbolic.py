"""What the types with open letters share: their fields, the key of a variant, reading, and how they are shown.

A key is a tree in which every name has its value but for the letters that `in` lists. All comparisons go through
`maths.same` and what stands on it; nothing here knows sympy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from quizgen.answers import Asked, BasicType, Match, PublicAnswer, Scope, rules
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.open_letters import OpenLetter, as_data, letters_of
from quizgen.answers.required_forms import FORMS_SAID
from quizgen.answers.tree_checks import (
    counterexample,
    form_match,
    ground_of,
    has_no_value,
    in_terms_of,
    is_given,
    refuting_point,
    unknown_letter,
)
from quizgen.answers.tree_keys import as_value, in_angles, number_tree, with_commas, with_values
from quizgen.errors import KindError, MathsError, ReadingError
from quizgen.located import nearest
from quizgen.maths import printing, reader
from quizgen.maths.expr import Expr, Name, Quotient, names
from quizgen.maths.open_values import as_tree
from quizgen.maths.same import Sameness
from quizgen.verdict import Malformed, Reading

__all__ = [
    "FIELDS",
    "RIGHT",
    "WITHOUT_LETTERS",
    "SymbolicAnswer",
    "counterexample",
    "form_match",
    "ground_of",
    "with_values",
]

ANY_LETTER = "any"
"""`in: any`: every name is an open letter."""

IN = AnswerField(
    "The letters that stay in the answer; all other names have their values. `any` allows every name.",
    ("text", "texts"),
    needed=True,
)
FIELDS: Mapping[str, AnswerField] = {
    "in": IN,
    "not": AnswerField("What was given: a response that is one of these earns nothing.", ("formulas",)),
    "form": AnswerField("The forms that it must have, several with commas between them; any if not given."),
    "form_credit": AnswerField("Credit for the right value in another form; 0 if not given.", ("share",)),
    "angle": rules.FIELDS["angle"],
    "show_counterexample": AnswerField("A learner is told a point where the response fails; no if not given.", SWITCH),
}  # fmt: skip
"""What may stand beside every type with open letters."""
WITHOUT_LETTERS: Mapping[str, AnswerField] = {**FIELDS, "in": IN._replace(needed=False)}
"""The same for a type that is often asked without letters."""
RIGHT = Match("right", 1)
_KEEPING = frozenset({"simplify", "expand", "factor", "together", "apart"})
"""Verbs that keep a value: what they are given would be right if it might be given back."""


class SymbolicAnswer(BasicType):
    """A type whose keys and readings are trees; `Reading.value` is the tree as it is compared."""

    name = ""
    shape: ClassVar[str] = ""
    """What the reader is told to take (`Vocabulary.takes`)."""
    needs_letters: ClassVar[bool] = True
    """Whether `in` can't be left out; where it is, there are no letters."""
    keys: Mapping[str, AnswerField] = FIELDS

    # ------------------------------------------------------------------------------------------------ the author's
    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        expr, _ = scope.formula(str(authored[self.name]))
        letters = _letters(authored, scope, needed=self.needs_letters)
        known = scope.letters if letters is None else letters
        spec: dict[str, Any] = {
            "is": expr,
            "name": expr.name if isinstance(expr, Name) else "",
            "any": letters is None,
            "letters": {name: as_data(each) for name, each in known.items()},
            "opens": tuple(name for name, each in (letters or {}).items() if each.drawn),
            "given": (
                *_given(expr, scope),
                *(scope.formula(str(each))[0] for each in _listed(authored.get("not", ()))),
            ),
            "form": _forms(authored, str(authored[self.name])),
            "form_credit": rules.credit(authored, "form_credit", 0),
            "angle": rules.choice(authored, "angle", ("rad", "deg")),
            "show_counterexample": rules.truth(authored, "show_counterexample"),
            "complex": any(each.complex for each in known.values()),
        }
        return spec | _units(expr, letters or {}, scope) | self.compile_own(authored, expr, scope)

    def compile_own(self, authored: Mapping[str, Any], expr: Expr, scope: Scope) -> dict[str, Any]:
        """The type's own fields as plain data."""
        return {}

    # ------------------------------------------------------------------------------------------------ the key
    def key(self, asked: Asked) -> Expr:
        """The tree with the variant's values in it. Raises MathsError."""
        tree = with_values(asked.spec["is"], asked)
        factor = Fraction(asked.spec["factor"])
        if factor != 1:
            tree = Quotient(tree, number_tree(factor))
        return self.shaped_key(in_angles(tree, asked), asked)

    def shaped_key(self, tree: Expr, asked: Asked) -> Expr:
        """The key as this type compares it. Raises KindError where it is of another shape."""
        return tree

    def show(self, value: Any, asked: Asked) -> str:
        """The tree as a learner would type it."""
        shown = self.as_typed(as_tree(value), asked)
        return shown if asked.decimal == "point" else with_commas(shown)

    def as_typed(self, value: Expr, asked: Asked) -> str:
        """The tree in one line of text."""
        return printing.unicode(printing.tidy(value))

    # ------------------------------------------------------------------------------------------------ reading
    def vocabulary(self, asked: Asked) -> reader.Vocabulary:
        """What words may mean in this part."""
        spec = asked.spec
        if spec["any"]:
            known = dict(asked.names)
        else:
            allowed = {*spec["letters"], spec["name"]}
            known = {spelling: name for spelling, name in asked.names.items() if name in allowed}
        functions = {name: name for name, each in letters_of(spec).items() if each.of}
        return reader.Vocabulary(
            {spelling: name for spelling, name in known.items() if name not in functions},
            log=asked.log, decimal=asked.decimal, complex=spec["complex"], takes=self.shape, functions=functions,
            free=spec["any"], single_letters=spec.get("single_letters", False),
        )  # fmt: skip

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """A tree of the asked shape whose letters are those that stay."""
        if reader.is_blank(raw):
            return None
        read = reader.read_answer(raw, self.vocabulary(asked))
        if isinstance(read, Malformed):
            return read
        if read.left and read.left != asked.spec["name"]:
            return Malformed(raw, f"this doesn't ask for {read.left}", mend="give the value alone")
        main = self.reading(raw, read.expr, read.notes, asked)
        if read.other is None or isinstance(main, Malformed):
            return main
        other = self.reading(raw, read.other, (), asked)
        return main if isinstance(other, Malformed) else main._replace(other=other, question=read.question)

    def reading(self, raw: str, expr: Expr, notes: tuple[str, ...], asked: Asked) -> Reading | Malformed:
        """One of the readings of a response, if its letters and shape are those that are asked."""
        wrong = unknown_letter(expr, asked, self.may_add_a_letter(asked)) or has_no_value(expr, asked)
        if wrong:
            return Malformed(raw, wrong[0], mend=wrong[1])
        try:
            value = self.shaped(in_angles(expr, asked), asked)
        except (KindError, ReadingError) as error:
            return Malformed(raw, error.what, mend=error.mend)
        except MathsError as error:
            return Malformed(raw, error.what, mend="give something of ordinary size")
        echo, latex = printing.unicode(expr), printing.latex(expr)
        return Reading(raw, value, echo, latex, form=expr, notes=notes)

    def may_add_a_letter(self, asked: Asked) -> bool:
        """Whether one letter that isn't declared may stand in a response."""
        return False

    def shaped(self, expr: Expr, asked: Asked) -> Expr:
        """What is read as this type compares it. Raises KindError where it is of another shape."""
        return expr

    # ------------------------------------------------------------------------------------------------ judging
    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """What was given earns nothing; else by value, and then by form."""
        if is_given(reading.form, key, asked):
            return Match("given", evidence="this is what was given")
        found = self.compared(reading.value, key, asked)
        if found.same is None:
            return Match("undecided", evidence=found.evidence)
        if not found.same:
            return self.wrong(reading, key, found, asked)
        return form_match(reading.form, key, asked) or Match("right", 1, found.evidence if found.by == "points" else "")

    def wrong(self, reading: Reading, key: Any, found: Sameness, asked: Asked) -> Match:
        """How a response stands whose value isn't the key's."""
        says, point = counterexample(found, asked), refuting_point(found, asked)
        return Match("value", evidence=found.evidence, says=says, counterexample=point)

    def compared(self, value: Any, key: Any, asked: Asked) -> Sameness:
        """Whether what was read is the same as a key."""
        raise NotImplementedError

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The trap's value, proved to differ from the key and proved to be the response's."""
        tree = self.trap_key(value, asked)
        return (
            tree is not None
            and self.differs(value, key, asked)
            and bool(self.compared(reading.value, tree, asked).same)
        )

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Proved to be another value; what can't be told apart is no trap."""
        tree = self.trap_key(value, asked)
        return tree is not None and self.compared(tree, key, asked).same is False

    def doubts(self, value: Any, key: Any, asked: Asked) -> str:
        """Where neither sameness nor a difference is proved: why."""
        tree = self.trap_key(value, asked)
        found = None if tree is None else self.compared(tree, key, asked)
        return found.evidence or "undecided" if found is not None and found.same is None else ""

    def trap_key(self, value: Any, asked: Asked) -> Any:
        """A trap's value as a key; None where it has another shape."""
        try:
            return self.shaped_key(value if isinstance(value, Expr) else as_tree(value), asked)
        except MathsError:
            return None

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The tree, for parts that rest on it; a number where it has no letters and is exact."""
        return as_value(reading.value)

    # ------------------------------------------------------------------------------------------------ the sheet
    def public(self, asked: Asked) -> PublicAnswer:
        """The letters and the form that are asked."""
        return PublicAnswer("; ".join(said for said in self.said(asked) if said))

    def said(self, asked: Asked) -> Sequence[str]:
        """What the sheet says, in pieces."""
        return (in_terms_of(asked), *(FORMS_SAID[form] for form in asked.spec["form"]))


# ---------------------------------------------------------------------------------------------------- the author's
def _letters(authored: Mapping[str, Any], scope: Scope, *, needed: bool) -> dict[str, OpenLetter] | None:
    """The letters of `in`; None for any. Raises ReadingError for one that isn't declared."""
    given = authored.get("in")
    if given is None:
        if needed:
            raise ReadingError("`in` is missing", mend="add `in: [x]`, the letters that stay in the answer")
        return {}
    listed = [str(each).strip() for each in (given if isinstance(given, list | tuple) else str(given).split(","))]
    if listed == [ANY_LETTER]:
        return None
    known = scope.letters
    for name in listed:
        if name not in known:
            near = nearest(name, known)
            mend = f"did you mean `{near}`?" if near else f"declare it: `symbols: {{{name}: {{}}}}`"
            raise ReadingError(f"`{name}` is no letter of this template", mend=mend)
    constants = {name: each for name, each in known.items() if each.constant}
    return {**{name: known[name] for name in listed}, **constants}


def _listed(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, list | tuple) else (given,)


def _given(expr: Expr, scope: Scope) -> tuple[Expr, ...]:
    """What the key's own step was told to rewrite: `factor(f)` gives f."""
    written = scope.written(expr.name) if isinstance(expr, Name) else None
    function = getattr(written, "function", "")
    return (written.arguments[0],) if written is not None and function in _KEEPING else ()  # type: ignore[union-attr]  # written is not None there


def _forms(authored: Mapping[str, Any], key: str) -> tuple[str, ...]:
    text = str(authored.get("form", ""))
    found = tuple(form.strip() for form in text.split(",") if form.strip())
    for form in found:
        if form not in FORMS_SAID:
            near = nearest(form, FORMS_SAID)
            mend = f"did you mean `{near}`?" if near else f"there are: {', '.join(FORMS_SAID)}"
            raise ReadingError(f"`{form}` is no form of `{key}`", mend=mend)
    return found


def _units(expr: Expr, letters: Mapping[str, OpenLetter], scope: Scope) -> dict[str, Any]:
    """What a response in plain numbers is to be multiplied by, where values with units stand in the key.

    Where only the letters themselves have units, a letter is a quantity, and nothing is to be done.
    """
    measured = [name for name in sorted(names(expr)) if name not in letters and scope.display(Name(name)).unit]
    if not measured:
        return {"factors": {}, "factor": 1}
    factors = {name: Fraction(scope.display(Name(name)).factor) for name in letters}
    factor = Fraction(scope.display(expr).factor) if isinstance(expr, Name) else Fraction(1)
    return {"factors": {name: each for name, each in factors.items() if each != 1}, "factor": factor}
