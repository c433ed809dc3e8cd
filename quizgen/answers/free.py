"""A part that no template poses: any key against any answer, the letters of the key being those that are declared.

The key is read as a learner would write it; a word in it that isn't known is a product of its letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quizgen.answers import AnswerType, Asked, answer_type
from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import KindError, NotFound, ReadingError
from quizgen.maths import expr as tree
from quizgen.maths.expr import CONSTANTS, Call, Expr, Text
from quizgen.maths.kinds import NUMBER, TEXT, Kind, fold
from quizgen.maths.printing import default_symbol, symbol_text
from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.maths.units import Unit, read_unit, unit_table
from quizgen.maths.vocabulary import TAKES
from quizgen.prose import Display, Prose
from quizgen.verdict import Malformed

SYMBOLIC = ("expression", "equation", "inequality", "interval", "set", "list", "matrix")
"""Answer types whose keys and readings are trees."""
TYPES = (*SYMBOLIC, "number", "quantity", "text")
"""Answer types that can be posed so: those whose key is one text."""


@dataclass(frozen=True)
class FreeScope:
    """What such a part offers to its answer type (`quizgen.answers.Scope`)."""

    vocabulary: Vocabulary
    letters: Mapping[str, OpenLetter] = field(default_factory=dict)
    text: bool = False
    """Whether a key is a text, and nothing is read in it."""
    of: Unit | None = None
    """The unit in which the key is given, and asked."""
    asked: str = "3 sf"
    terms: Sequence[str] = ()

    def formula(self, text: str, **bound: Kind) -> tuple[Expr, Kind]:
        """A key as a learner writes it, a quantity in base units. Raises ReadingError."""
        if self.text:
            return Text(text), TEXT
        read = read_key(text, self.vocabulary)
        if read.unit is None:
            return read.expr, NUMBER
        expr = Call("unit", (read.expr, Text(read.unit_text)))
        return fold(expr, self.vocabulary.units), Kind("number", read.unit.dimension)

    def prose(self, text: str, *, public: bool = False, **bound: Kind) -> Prose:
        """The text as it stands."""
        return Prose((text,) if text else ())

    def unit(self, text: str) -> Unit:
        """Any unit that quizgen knows. Raises MathsError."""
        return read_unit(text, self.vocabulary.units or unit_table())

    def display(self, expr: Expr) -> Display:
        """As it is, in the key's own unit."""
        unit = self.of
        if unit is None:
            return Display("plain")
        return Display("plain", unit=unit.symbol, factor=unit.factor, offset=unit.offset)

    def table(self, name: str) -> Mapping[str, Any]:
        """There are no tables. Raises KindError."""
        raise KindError(f"there is no table `{name}`")

    def written(self, name: str) -> Expr | None:
        """There are no steps."""
        return None


def pose(
    name: str,
    key: str,
    fields: Mapping[str, Any] | None = None,
    letters: Mapping[str, OpenLetter] | None = None,
    vocabulary: Vocabulary | None = None,
) -> tuple[AnswerType, Asked]:
    """The answer type of that name with a part that has this key.

    Its letters are those of the key and of `letters`, which says what some of them may be; where there are none, an
    answer may have any. `fields` are those of the answer type, `vocabulary` what words may mean besides (decimal comma,
    log base, functions). Raises MathsError where the key can't be read or compiled, NotFound for a type that needs a
    template.
    """
    if name not in TYPES:
        raise NotFound(f"{name} needs a template, or isn't an answer type; without one there are: {', '.join(TYPES)}")
    known = _words(name, letters or {}, vocabulary or Vocabulary())
    read = None if name == "text" else read_key(key, known)
    declared = _declared(read.expr, letters or {}) if read is not None and name in SYMBOLIC else {}
    kind = answer_type(name)
    scope = FreeScope(known, declared, text=read is None, of=None if read is None else read.unit)
    opens = {"in": list(declared) or "any"} if name in SYMBOLIC else {}
    spec = kind.compile({name: key, **opens, **(fields or {})}, scope)
    spec["complex"] = known.complex
    names = {**_spellings(declared), **known.names}
    asked = Asked("part", spec, {}, {}, {}, known.units, names, "free", known.log, known.decimal)
    if "whole" not in spec and name in ("number", "quantity"):
        spec["whole"] = _is_whole(kind.key(asked), spec)  # POSITIONS 15, the key being the only one
    return kind, asked


def type_of(key: str, vocabulary: Vocabulary) -> str:
    """The answer type that a key's own shape asks for; a number where it has no letters. Raises ReadingError."""
    return _shape(read_key(key, vocabulary._replace(takes="any", free=True, single_letters=True)).expr)


def read_key(key: str, vocabulary: Vocabulary) -> Read:
    """A key as a learner would write it. Raises ReadingError."""
    read = read_answer(key, vocabulary)
    if isinstance(read, Malformed):
        raise ReadingError(
            f"the key {key!r} can't be read: {read.what}", start=read.start, end=read.end, mend=read.mend
        )
    return read


def _words(name: str, letters: Mapping[str, OpenLetter], given: Vocabulary) -> Vocabulary:
    """What words mean in the key of such a part."""
    functions = {each: each for each, letter in letters.items() if letter.of}
    return given._replace(
        takes=name if name in TAKES else "number",
        names={**_spellings(each for each in letters if each not in functions), **given.names},
        free=name in SYMBOLIC,
        single_letters=name in SYMBOLIC,
        complex=given.complex or any(letter.complex for letter in letters.values()),
        functions={**functions, **given.functions},
        units={**unit_table(), **given.units} if name == "quantity" else given.units,
    )


def _declared(key: Expr, letters: Mapping[str, OpenLetter]) -> dict[str, OpenLetter]:
    """The letters of a part: those of its key, and those that something is said of."""
    imaginary = {"i"} if any(each.complex for each in letters.values()) else set()
    found = sorted(tree.names(key) - CONSTANTS - imaginary)
    return {**{name: OpenLetter() for name in found}, **letters}


def _spellings(names: Iterable[str]) -> dict[str, str]:
    """How each may be written (POSITIONS 4)."""
    found = {name: name for name in names}
    for name in tuple(found):
        plain = symbol_text(default_symbol(name))
        for spelling in (plain, plain.replace("_", ""), name.replace("_", "")):
            found.setdefault(spelling, name)
    return found


def _is_whole(value: Any, spec: Mapping[str, Any]) -> bool:
    return isinstance(value, int | Fraction) and Fraction(value, spec["factor"]).denominator == 1


_SHAPES: Mapping[type, str] = {
    tree.Interval: "interval", tree.SetOf: "set", tree.ListOf: "list", tree.TupleOf: "list", tree.Matrix: "matrix",
}  # fmt: skip


def _shape(node: Expr) -> str:
    match node:
        case tree.Relation(signs=signs):
            return "equation" if set(signs) <= {"=", "!="} else "inequality"
        case tree.Logic(items=(first, *_)):
            return _shape(first)
        case tree.ListOf(items=(first, *_)) | tree.SetOf(items=(first, *_)) if _shape(first) in _STATEMENTS:
            return _shape(first)
        case tree.ListOf(items=(tree.ListOf(), *_)):
            return "matrix"
        case tree.Call(function="union" | "intersection" | "without", arguments=(first, *_)):
            return _shape(first)
    if type(node) in _SHAPES:
        return _SHAPES[type(node)]
    return "expression" if tree.names(node) - CONSTANTS or tree.names(node) & {"oo"} else "number"


_STATEMENTS = frozenset({"equation", "inequality"})
