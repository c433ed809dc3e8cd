"""The worked solution of a variant: its steps told one by one, symbol = formula = with numbers = value, and why.

All of it is read off the graph that also gives the key, so nothing shown can disagree with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quizgen.answers import KeyLine, answer_type
from quizgen.compiled import Told
from quizgen.generator import asked
from quizgen.maths.cas import has_verb
from quizgen.maths.equality import Row
from quizgen.maths.expr import Name
from quizgen.prose import Insertion, Prose
from quizgen.result import Filled
from quizgen.variant import Variant
from quizgen.workings import Side, Workings

__all__ = ["PartKey", "Side", "SolutionStep", "checks", "keys", "solution"]

_LATEX_SIGNS = {"≈": r"\approx", "≠": r"\ne", "≤": r"\le", "≥": r"\ge", "<": r"\lt", ">": r"\gt", "∈": r"\in"}


class SolutionStep(NamedTuple):
    """A step as it is told: what to do, the chain that shows it, and why.

    `sides` is empty where a step is only words, and where it gives a text or a row: that is then in `told`.
    """

    name: str
    do: Filled
    why: Filled
    sides: tuple[Side, ...] = ()
    told: Filled | None = None

    @property
    def latex(self) -> str:
        """The chain in LaTeX."""
        return " ".join(self.links_latex())

    @property
    def unicode(self) -> str:
        """The chain as one line of text."""
        return " ".join(self.links_unicode())

    def links_latex(self) -> list[str]:
        """The chain cut before each sign of relation, where a line may be broken."""
        return [
            f"{_LATEX_SIGNS.get(side.relation, side.relation)} {side.latex}" if side.relation else side.latex
            for side in self.sides
        ]

    def links_unicode(self) -> list[str]:
        """The chain as text, cut before each sign of relation."""
        return [f"{side.relation} {side.unicode}" if side.relation else side.unicode for side in self.sides]


def solution(variant: Variant) -> tuple[SolutionStep, ...]:
    """The steps that are told, in order. Left out: those without `do`, and those whose `when` doesn't hold here.

    Raises MathsError where a `when` or a formula has no value.
    """
    workings = Workings(variant)
    return tuple(
        _step(told, variant, workings)
        for told in variant.template.told
        if told.do and (told.when is None or workings.value(told.when))
    )


def checks(variant: Variant) -> tuple[Filled, ...]:
    """What the author's `verify` says of every variant: how a learner can test a result."""
    return tuple(Filled(each.say, variant.values) for each in variant.template.verify if each.say)


class PartKey(NamedTuple):
    """The key of a part that no step gives: which options are right, the order, the pairs, the points.

    `place` counts the parts from 1; `way` is how it is answered (PublicAnswer). Texts are filled with `values`.
    """

    part: str
    place: int
    way: str
    lines: tuple[KeyLine, ...]
    values: Mapping[str, Any]


def keys(variant: Variant) -> tuple[PartKey, ...]:
    """The keys that belong into the solution, in the order of the parts. Raises MathsError where one has no value."""
    found = []
    for place, part in enumerate(variant.template.parts, 1):
        kind, given = answer_type(part.answer), asked(variant, part)
        lines = kind.told(kind.key(given), given)
        if lines:
            found.append(PartKey(part.id, place, kind.public(given).way, lines, variant.values))
    return tuple(found)


def _step(told: Told, variant: Variant, workings: Workings) -> SolutionStep:
    """A step in words, and in maths or with its value where it has any."""
    step = SolutionStep(told.name, Filled(told.do, variant.values), Filled(told.why, variant.values))
    if not told.name or not told.show:
        return step
    named = variant.template.names[told.name]
    if _is_words(variant.values[told.name]):
        shown = Prose((Insertion(Name(told.name), named.display),))
        return step._replace(told=Filled(shown, variant.values))
    derived = next(each for each in variant.template.derived if each.name == told.name)
    formula = derived.formula if has_verb(derived.written) else derived.written
    return step._replace(sides=workings.chain(named, formula))


def _is_words(value: Any) -> bool:
    """Whether a value is a text or a row, or a list of them: shown as it stands, not as maths."""
    if isinstance(value, str | Row):  # a Row is a tuple too
        return True
    return isinstance(value, tuple | frozenset) and any(map(_is_words, value))
