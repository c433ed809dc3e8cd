"""A case as a template of one part, graded by the product: the table is followed, nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from quizgen import __version__
from quizgen.answers import answer_type
from quizgen.answers.open_letters import OpenLetter
from quizgen.answers.required_forms import FORMS_SAID
from quizgen.answers.worked import evaluator
from quizgen.answers.written import FORMS as NUMBER_FORMS
from quizgen.compiled import CompiledTemplate, Named, Part
from quizgen.errors import QuizgenError
from quizgen.grader import grade
from quizgen.maths import expr as tree
from quizgen.maths.domains import SIGNS
from quizgen.maths.kinds import Kind
from quizgen.maths.printing import default_symbol
from quizgen.maths.reader import Vocabulary, read_answer
from quizgen.maths.symbols import GREEK
from quizgen.maths.units import Unit
from quizgen.maths.vocabulary import TAKES
from quizgen.prose import Display, Prose
from quizgen.result import PartResult
from quizgen.verdict import Malformed
from tests.conformance.around import RULES, Around, UnposedError, around
from tests.conformance.cases import Case
from tests.conformance.scope import CaseScope, UnitScope, all_units
from tests.conformance.table import Change

STAND_IN = {"number": "1", "quantity": "1 m", "interval": "(0, 1)", "set": "{1}", "matrix": "[[1, 2], [3, 4]]"}
"""A key for a part whose response can't be read at all; 1 for other types."""


ONLY_OF_NUMBERS = frozenset(NUMBER_FORMS) - frozenset(FORMS_SAID)
"""Forms that formulas with letters don't have."""


def judged(case: Case) -> PartResult:
    """What the product says of a case's response. Raises UnposedError."""
    made, response = around(case), case.response
    key, lone = case.expected or response, case.expected is None
    if made.counted and not lone:
        key, made = response, made.changed(Change({"precision": f"{case.expected} {made.counted}", "strict": "yes"}))
    if made.one_of:
        key, response = f"1 {key}", f"1 {response}" if response.strip() else ""
    return ask(made, key, response, lone=lone)


def ask(made: Around, key: str, response: str, *, lone: bool = False) -> PartResult:
    """The verdict on a response to a part that asks for a key.

    A `lone` response is its own key; one that is none is judged by another, for it can only be malformed. A key that is
    of another type than the case's kind says (an expression, where an equation is asked) is asked as what it is.
    Raises UnposedError.
    """
    vocabulary = _vocabulary(made, key, response)
    if not lone:
        vocabulary = vocabulary._replace(decimal="point")  # the suites write their keys so
    shape = _by_shape(key, vocabulary, made, lone=lone)
    answer = made.answer or shape
    other = (answer, f"1 {made.units[0]}" if made.units else STAND_IN.get(answer, "1")) if lone else (shape, key)
    trouble: QuizgenError | None = None
    for way in dict.fromkeys(((answer, key), other)):
        try:
            template = _template(made, *way, vocabulary)
            return grade(template, {}, {"it": response}).parts[0]
        except QuizgenError as error:
            trouble = trouble or error
    raise UnposedError(f"as {answer}: {trouble}")


def _template(made: Around, answer: str, key: str, vocabulary: Vocabulary) -> CompiledTemplate:
    """A template whose one part `it` asks for this key. Raises QuizgenError where it isn't one of that type."""
    spec, answer, scope = _compiled(answer, key, vocabulary, made)
    units = dict(scope.vocabulary.units or all_units())
    names = {name: _named(name, others) for name, others in _spellings(made).items()}
    part = Part("it", Prose(), answer, spec)
    return CompiledTemplate(
        "cases/case", "case", "A case", 1, "", (), (), "", names, (), (), (), (), (), (), {}, (), Prose(), Prose(), {},
        {}, (part,), {}, {}, units, made.log, made.decimal, constant_key=True, digests=("", "", ""), engine=__version__,
    )  # fmt: skip


Compiled = tuple[dict[str, Any], str, CaseScope]


def _compiled(answer: str, key: str, vocabulary: Vocabulary, made: Around) -> Compiled:
    """The compiled answer with this key, its type, and the scope. Raises QuizgenError where it can't be one."""
    if answer in TAKES:
        vocabulary = vocabulary._replace(takes=answer)
    letters = _letters(made, vocabulary)
    scope = CaseScope(vocabulary, text=answer == "text", letters=letters)
    if answer in ("number", "quantity"):
        vocabulary = vocabulary._replace(units=_units(made), takes="number")
        unit = _unit(key, CaseScope(vocabulary))
        if (answer == "quantity" and not made.one_of) or made.units:
            answer = "quantity" if unit is not None and unit.dimension else "number"
        scope = UnitScope(vocabulary, of=unit) if unit is not None else CaseScope(vocabulary)
    open_letters = [name for name in letters if name != "i"] if made.declared else "any"
    fields = {"in": open_letters, **made.fields}
    fields = {name: value for name, value in fields.items() if name in answer_type(answer).keys}
    if made.summed[0] and isinstance(scope, UnitScope):
        fields = {name: value for name, value in fields.items() if name not in RULES}
        fields |= {"within": _sum(made.summed, key, scope)}
    spec = answer_type(answer).compile({answer: key, **fields}, scope)
    return {**spec, "single_letters": vocabulary.single_letters}, answer, scope


def _unit(key: str, scope: CaseScope) -> Unit | None:
    """The unit in which a key is asked: its own."""
    amount = scope.amount(key)
    return scope.read(key).unit if amount is None else amount.unit


def _sum(tolerances: tuple[str, str], key: str, scope: UnitScope) -> str:
    """A share of the key and an amount as one tolerance, in the unit in which the key is asked."""
    share, amount = tolerances
    asked, allowed = (evaluator(scope.formula(text)[0], "natural")({}) for text in (key, amount))
    return str(Fraction(abs(asked) * Fraction(share.removesuffix(" %")) / 100 + allowed) / scope.of.factor)


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
    if imaginary is None and not made.declared and "i" not in names:
        imaginary = ("i",) if any(_has_i(text, made) for text in (key, response)) else ()
    names |= {spelling: "i" for spelling in imaginary or () if spelling not in names}
    return Vocabulary(
        names, log=made.log, decimal=made.decimal, complex=bool(imaginary), takes="any",
        functions={name: name for name in made.functions},
        single_letters=made.single_letters and not made.declared, free=not made.declared,
    )  # fmt: skip


def _letters(made: Around, vocabulary: Vocabulary) -> Mapping[str, OpenLetter]:
    """What the case says of its letters, as a template's symbols would."""
    found = {name: OpenLetter() for name in ((made.variable,) if made.variable else made.names)}
    found |= {name: _signed(made.signs.get(name, made.sign)) for name in {**made.names, **made.signs}}
    found |= {name: OpenLetter(of=("x",)) for name in made.functions}
    for name, value in made.values.items():
        exact = Fraction(str(value))
        found[name] = OpenLetter(low=exact, high=exact)
    return found | ({"i": OpenLetter(complex=True)} if vocabulary.complex else {})


def _signed(said: str) -> OpenLetter:
    """`positive`, `nonnegative integer`, `real`."""
    words = said.split()
    return OpenLetter(next((word for word in words if word in SIGNS), "any"), integer="integer" in words)


def _spellings(made: Around) -> Mapping[str, tuple[str, ...]]:
    """The declared letters with their other spellings; those of i that a case names are its own."""
    imaginary = {"i": made.imaginary} if set(made.imaginary or ()) - {"i", "j"} else {}
    return {name: tuple(others) for name, others in {**made.names, **imaginary}.items()}


def _named(name: str, others: tuple[str, ...]) -> Named:
    """A letter as a symbol of a template."""
    kind = Kind("expression", letters=(name,))
    return Named(name, "symbol", kind, default_symbol(name), Display(), aliases=others)


def _has_i(text: str, made: Around) -> bool:
    """Whether a text holds a letter i of its own, alone or beside one other (`ix`)."""
    read = read_answer(text, Vocabulary(free=True, takes="any", decimal=made.decimal))
    if isinstance(read, Malformed):
        return False
    return any(name == "i" or ("i" in name and len(name) == 2 and name not in GREEK) for name in tree.names(read.expr))


SHAPES: Iterable[tuple[str, str]] = (
    ("Interval", "interval"), ("SetOf", "set"), ("ListOf", "list"), ("TupleOf", "list"), ("Matrix", "matrix"),
)  # fmt: skip


def _by_shape(key: str, vocabulary: Vocabulary, made: Around, *, lone: bool) -> str:
    """The answer type that a key's own shape says; where there is a rule for numbers, a key without letters is one."""
    counts = not RULES.isdisjoint(made.fields) or made.fields.get("form") in ONLY_OF_NUMBERS
    if counts and not vocabulary.complex and not made.values:
        read = read_answer(key, vocabulary._replace(takes="number"))
        if lone or (not isinstance(read, Malformed) and not tree.names(read.expr) - tree.CONSTANTS):
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
    if isinstance(node, tree.ListOf | tree.SetOf | tree.TupleOf) and node.items:
        inner = _type_of(node.items[0])
        if inner in ("equation", "inequality"):
            return inner
    return dict(SHAPES).get(type(node).__name__, "expression")
