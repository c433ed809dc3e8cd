"""A case as a template of one part, graded by the product: the table is followed, nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from quizgen import __version__
from quizgen.answers import answer_type
from quizgen.compiled import CompiledTemplate, Part
from quizgen.errors import QuizgenError
from quizgen.grader import grade
from quizgen.maths import expr as tree
from quizgen.maths.kinds import PURE
from quizgen.maths.reader import Vocabulary, read_answer
from quizgen.maths.units import Unit
from quizgen.prose import Prose
from quizgen.result import PartResult
from quizgen.verdict import Malformed
from tests.conformance.cases import Case
from tests.conformance.scope import CaseScope, UnitScope, all_units
from tests.conformance.table import ANY, KINDS, OPTIONS, TAKEN, Change

STAND_IN = {"number": "1", "quantity": "1 m", "interval": "(0, 1)", "set": "{1}", "matrix": "[[1, 2], [3, 4]]"}
"""A key for a part whose responses can't be read at all; `x` for other types."""


RULES = frozenset({"exact", "within", "precision"})


class UnposedError(Exception):
    """The product has no answer like this one; the text says what is missing."""


@dataclass(frozen=True)
class Around:
    """What a case says of a part beside its key: the answer type and its fields, the letters, how it is written.

    `names` are declared letters with their other spellings; `declared` means that there are no others. `sign` is that
    of all letters, `signs` those of some. `imaginary` are the spellings of i, None where the case doesn't say.
    `one_of` poses a unit as one of it. `summed` are two tolerances that add up. `values` put numbers for letters.
    `counted` asks to how many figures or places a number is written.
    """

    answer: str = ""
    key: str = "expected"
    fields: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, list[str]] = field(default_factory=dict)
    declared: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)
    sign: str = ""
    functions: tuple[str, ...] = ()
    imaginary: tuple[str, ...] | None = None
    single_letters: bool = False
    decimal: str = "point"
    units: tuple[str, ...] = ()
    one_of: bool = False
    summed: tuple[str, str] = ("", "")
    values: Mapping[str, Any] = field(default_factory=dict)
    counted: str = ""

    def changed(self, change: Change) -> Around:
        """With what an option adds; a number has one rule."""
        kept = self.fields
        if not RULES.isdisjoint(change.fields):
            kept = {name: value for name, value in self.fields.items() if name not in RULES}
        return replace(self, **change.around, fields={**kept, **change.fields})


def around(case: Case) -> Around:
    """What the table makes of a case's kind and options. Raises UnposedError for a kind that isn't in it."""
    if case.kind not in KINDS:
        raise UnposedError(f"kind {case.kind!r} isn't known")
    row = KINDS[case.kind]
    made = Around(row.answer, row.key, dict(row.fields))
    for name, changes in OPTIONS.items():
        if name in case.options:
            try:
                made = made.changed(changes(case.options[name], case.options))
            except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError):
                continue  # `unknown` tells it
    return made


def unknown(case: Case) -> tuple[str, ...]:
    """The options of a case that the table doesn't know, or has no row for their value."""
    return tuple(f"{name}={value!r}" for name, value in case.options.items() if not _is_known(name, value, case))


def _is_known(name: str, value: Any, case: Case) -> bool:
    if name in TAKEN and any(each is ANY or each == value for each in TAKEN[name]):
        return True
    if name not in OPTIONS:
        return False
    try:
        OPTIONS[name](value, case.options)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError):
        return False
    return True


class Posed(NamedTuple):
    """A template of one part, and the response to give it."""

    template: CompiledTemplate
    response: str


def judged(case: Case) -> PartResult:
    """What the product says of a case's response. Raises UnposedError, and QuizgenError where its key is no key."""
    posed = pose(case)
    return grade(posed.template, {}, {"it": posed.response}).parts[0]


def pose(case: Case) -> Posed:
    """The case as a question. Raises UnposedError, QuizgenError."""
    made, response = around(case), case.response
    key = case.response if made.key == "response" or case.expected is None else case.expected
    if made.counted and case.expected is not None:
        made = made.changed(Change({"precision": f"{case.expected} {made.counted}", "strict": "yes"}))
        key = case.response
    if made.one_of:
        key, response = f"1 {key}", f"1 {response}"
    return Posed(_template(made, key, response), response)


def _template(made: Around, key: str, response: str) -> CompiledTemplate:
    vocabulary = _vocabulary(made, key, response)
    answer = made.answer or _by_shape(key, vocabulary, made)
    found = _compiled(answer, key, vocabulary, made)
    if isinstance(found, QuizgenError):
        stand_in = f"1 {made.units[0]}" if made.units else STAND_IN.get(answer, "x")
        if made.key != "response":
            raise UnposedError(f"as {answer}: {found}")
        found = _compiled(answer, stand_in, vocabulary._replace(free=True), made)
    if isinstance(found, QuizgenError):
        raise UnposedError(f"as {answer}: {found}")
    spec, answer, scope = found
    units = dict(scope.vocabulary.units or all_units())
    return CompiledTemplate(
        "cases/case", "case", "A case", 1, "", (), (), "", {}, (), (), (), (), (), (), {}, (), Prose(), Prose(), {}, {},
        (Part("it", Prose(), answer, spec),), {}, {}, units, "natural", made.decimal, constant_key=True,
        digests=("", "", ""), engine=__version__,
    )  # fmt: skip


Compiled = tuple[dict[str, Any], str, CaseScope]


def _compiled(answer: str, key: str, vocabulary: Vocabulary, made: Around) -> Compiled | QuizgenError:
    """The compiled answer with this key, its type, and the scope; the complaint where it can't be one."""
    try:
        scope = CaseScope(vocabulary, text=answer == "text")
        if answer in ("number", "quantity"):
            vocabulary = vocabulary._replace(units=_units(made), takes="number")
            unit = CaseScope(vocabulary).read(key).unit
            if made.units or answer == "quantity":
                answer = "quantity" if unit is not None and unit.dimension else "number"
            scope = UnitScope(vocabulary, of=unit) if unit is not None else CaseScope(vocabulary)
        fields = {name: value for name, value in made.fields.items() if name in answer_type(answer).keys}
        return answer_type(answer).compile({answer: key, **fields}, scope), answer, scope
    except QuizgenError as error:
        return error


@cache
def _units_of(names: tuple[str, ...]) -> Mapping[str, Unit]:
    known = all_units()
    return {name: known.get(name, Unit(name, 1, ((name, 1),))) for name in names} | {
        spelling: unit for spelling, unit in known.items() if unit in {known[name] for name in names if name in known}
    }


def _units(made: Around) -> Mapping[str, Unit]:
    return _units_of(made.units) if made.units else all_units()


def _vocabulary(made: Around, key: str, response: str) -> Vocabulary:
    names = {spelling: name for name, others in made.names.items() for spelling in (name, *others)}
    imaginary = made.imaginary
    if imaginary is None and "i" not in names:
        imaginary = ("i",) if any(_has_i(text, made) for text in (key, response)) else ()
    names |= {spelling: "i" for spelling in imaginary or () if spelling not in names}
    return Vocabulary(
        names, decimal=made.decimal, complex=bool(imaginary), takes="any",
        functions={name: name for name in made.functions},
        single_letters=made.single_letters and not made.declared, free=not made.declared,
    )  # fmt: skip


def _has_i(text: str, made: Around) -> bool:
    """Whether a text, read with free letters, holds a letter i of its own."""
    read = read_answer(text, Vocabulary(free=True, takes="any", decimal=made.decimal, single_letters=made.single_letters))
    return not isinstance(read, Malformed) and "i" in tree.names(read.expr)


SHAPES: Iterable[tuple[str, str]] = (
    ("Interval", "interval"), ("SetOf", "set"), ("ListOf", "list"), ("TupleOf", "list"), ("Matrix", "matrix"),
)  # fmt: skip


def _by_shape(key: str, vocabulary: Vocabulary, made: Around) -> str:
    """The answer type that a key's own shape says; where there is a rule for numbers, a key without letters is one."""
    if not (RULES | {"form"}).isdisjoint(made.fields) and not vocabulary.complex:
        read = read_answer(key, vocabulary._replace(takes="number"))
        if not isinstance(read, Malformed) and not tree.names(read.expr) - tree.CONSTANTS:
            return "number"
    read = read_answer(key, vocabulary)
    if isinstance(read, Malformed):
        return "expression"
    return _type_of(read.expr)


def _type_of(node: Any) -> str:
    if isinstance(node, tree.Relation):
        return "equation" if set(node.signs) <= {"=", "!="} else "inequality"
    if isinstance(node, tree.Logic):
        return _type_of(node.items[0])
    return dict(SHAPES).get(type(node).__name__, "expression")


__all__ = ["PURE", "Posed", "UnposedError", "around", "judged", "pose", "unknown"]
