"""One part of one variant, ready to be judged: its key, and every other value that a response may have met."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from quizgen import carry, traps
from quizgen.answers import AnswerType, Asked, Match, Quick, answer_type
from quizgen.carry import Posed
from quizgen.compiled import CompiledTemplate, Part
from quizgen.generator import asked as ask
from quizgen.maths.expr import names
from quizgen.prose import Insertion, Prose
from quizgen.result import Filled, PartResult
from quizgen.traps import TrapValue
from quizgen.variant import Variant
from quizgen.verdict import Reading, Verdict

RIGHT = Verdict("correct", 1)


class PartPlan(NamedTuple):
    """What holds for one part of every variant of a template.

    `step` is the one whose value is its key. `alone` says that no earlier part's answer may stand in for anything that
    it rests on, `says` whether there is something to say of an answer that is just wrong.
    """

    part: Part
    kind: AnswerType
    step: str
    alone: bool
    says: bool


def plans(template: CompiledTemplate) -> tuple[PartPlan, ...]:
    """The plans of all parts, made once for a template."""
    made: tuple[PartPlan, ...] | None = template._made.get("plans")  # noqa: SLF001 - the store of what it makes
    if made is None:
        earlier: set[str] = set()
        found = []
        for part in template.parts:
            alone = not carry.reach(template, part, frozenset(earlier)).stopped
            says = is_said(part.otherwise, it=None)
            found.append(PartPlan(part, answer_type(part.answer), carry.bare_step(part), alone, says))
            earlier.add(found[-1].step)
        made = template._made["plans"] = tuple(found)  # noqa: SLF001 - what a template has made once
    return made


class Rivals:
    """The values other than the key that a response may have met; worked out when they are first asked for."""

    def __init__(self, posed: Posed, kind: AnswerType, key: Any) -> None:
        self._posed, self._kind, self._key = posed, kind, key

    @cached_property
    def traps(self) -> tuple[TrapValue, ...]:
        """The traps that count here."""
        return traps.values(self._posed.template, self._posed.part, self._posed.asked)

    @cached_property
    def chains(self) -> tuple[Any, ...]:
        """What the part gives with all steps upstream rounded alike, to the figures asked and to one or two more."""
        figures = self._kind.figures(self._key, self._posed.asked)
        found = (carry.rounded(self._posed, count) for count in range(figures, figures + 3) if figures)
        return tuple(each.key for each in found if each is not None)

    def all(self) -> tuple[Any, ...]:
        """All of these values."""
        return (*(value for _, value in self.traps if value is not None), *self.chains)


class PartMarker:
    """One part of one variant, with what is worked out once for all responses; the rest as in its PartPlan.

    `results` keeps what was made of the last responses. Nothing here holds the marker itself, so that it goes when it
    is forgotten, without Python's search for cycles.
    """

    def __init__(self, variant: Variant, plan: PartPlan) -> None:
        self.template, self.part, self.step, self.alone = variant.template, plan.part, plan.step, plan.alone
        self.kind = plan.kind
        self.asked: Asked = ask(variant, plan.part)
        self.key: Any = self.kind.key(self.asked)
        self.posed = Posed(variant.template, variant.params, plan.part, self.asked)
        self.rivals = Rivals(self.posed, plan.kind, self.key)
        self.of: Fraction | int = plan.part.points
        self.quick: Quick | None = self.kind.quick(self.key, self.asked, self.rivals.all if plan.alone else None)
        self.results: dict[Hashable, PartResult] = {}
        self._wrong = (Filled(plan.part.otherwise, self.asked.values),) if plan.says else ()

    def plain_result(self, reading: Reading, match: Match) -> PartResult:
        """What a quick judge's match comes to: right, or just wrong."""
        if match.credit:
            return PartResult(self.part.id, RIGHT, reading, self.of, self.of)
        verdict = Verdict("incorrect", 0, match.standing, (), match.evidence)
        return PartResult(self.part.id, verdict, reading, 0, self.of, self._wrong)


def is_said(say: Prose, it: Any) -> bool:
    """Whether there is something to say; a text that speaks of `it` isn't said where nothing was picked."""
    speaks_of_it = any("it" in names(piece.formula) for piece in say.pieces if isinstance(piece, Insertion))
    return bool(say) and (it is not None or not speaks_of_it)


__all__ = ["RIGHT", "PartMarker", "PartPlan", "Rivals", "is_said", "plans"]
