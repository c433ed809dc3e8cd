"""A part that no template poses: any key against any answer, every name in them an open letter.

For `quiz try --key` and for trials of cases from elsewhere. The key is read as a learner would write it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quizgen.answers import AnswerType, Asked, answer_type
from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import KindError, ReadingError
from quizgen.maths.expr import Expr
from quizgen.maths.kinds import NUMBER, Kind
from quizgen.maths.reader import Vocabulary, read_answer
from quizgen.maths.units import Unit
from quizgen.prose import Display, Prose
from quizgen.verdict import Malformed

TYPES = ("expression", "equation", "inequality", "interval", "set", "list", "matrix")
"""Answer types that can be posed so."""


@dataclass(frozen=True)
class FreeScope:
    """What such a part offers to its answer type (`quizgen.answers.Scope`)."""

    vocabulary: Vocabulary
    letters: Mapping[str, OpenLetter] = field(default_factory=dict)
    asked: str = "3 sf"
    terms: Sequence[str] = ()

    def formula(self, text: str, **bound: Kind) -> tuple[Expr, Kind]:  # noqa: ARG002
        """A key as a learner writes it. Raises ReadingError."""
        read = read_answer(text, self.vocabulary)
        if isinstance(read, Malformed):
            raise ReadingError(read.what, start=read.start, end=read.end, mend=read.mend)
        return read.expr, NUMBER

    def prose(self, text: str, *, public: bool = False, **bound: Kind) -> Prose:  # noqa: ARG002
        """The text as it stands."""
        return Prose((text,))

    def unit(self, text: str) -> Unit:
        """There are no units. Raises KindError."""
        raise KindError(f"{text} can't be a unit here")

    def display(self, expr: Expr) -> Display:  # noqa: ARG002
        """As it is."""
        return Display("plain")

    def table(self, name: str) -> Mapping[str, Any]:
        """There are no tables. Raises KindError."""
        raise KindError(f"there is no table `{name}`")

    def written(self, name: str) -> Expr | None:  # noqa: ARG002
        """There are no steps."""
        return None


def pose(
    name: str,
    key: str,
    fields: Mapping[str, Any] | None = None,
    letters: Mapping[str, OpenLetter] | None = None,
    vocabulary: Vocabulary | None = None,
) -> tuple[AnswerType, Asked]:
    """The answer type of that name with a part that has this key; every name is an open letter.

    `letters` says what some of them may be, `fields` are those of the answer type, `vocabulary` what words may mean
    besides (decimal comma, log base, spellings). Raises MathsError where the key can't be read or compiled.
    """
    words = (vocabulary or Vocabulary())._replace(takes=name, free=True)
    functions = {each: each for each, letter in (letters or {}).items() if letter.of}
    known = words._replace(
        complex=words.complex or any(letter.complex for letter in (letters or {}).values()),
        functions={**functions, **words.functions},
    )
    kind = answer_type(name)
    spec = kind.compile({name: key, "in": "any", **(fields or {})}, FreeScope(known, letters or {}))
    spec["complex"] = known.complex
    return kind, Asked("part", spec, {}, {}, {}, {}, known.names, "free", known.log, known.decimal)
