"""The self-check ledger: all keys of some variants in one short list, to be opened last.

Open answers aren't in it: what a good one says is told by the solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from quizgen.answers import answer_type
from quizgen.compiled import Part
from quizgen.generator import asked
from quizgen.maths.expr import Name
from quizgen.prose import Display, Insertion, Prose, Texts
from quizgen.result import Filled
from quizgen.variant import Variant

_TYPED = Prose((Insertion(Name("it"), Display()),))


class LedgerLine(NamedTuple):
    """The key of one part: `S ≈ 2.667`, or the response that would be right."""

    part: str
    place: int
    says: Filled


class LedgerEntry(NamedTuple):
    """The keys of one variant; `number` is that of its problem, `several` whether that has more than one part."""

    number: int
    label: str
    several: bool
    lines: tuple[LedgerLine, ...]
    texts: Texts


def ledger(variants: Iterable[Variant], first: int = 1) -> tuple[LedgerEntry, ...]:
    """The keys of problems numbered from `first`. Raises MathsError where one has no value."""
    return tuple(_entry(number, variant) for number, variant in enumerate(variants, first))


def _entry(number: int, variant: Variant) -> LedgerEntry:
    template = variant.template
    lines = tuple(
        LedgerLine(part.id, place, _says(variant, part))
        for place, part in enumerate(template.parts, 1)
        if answer_type(part.answer).public(asked(variant, part)).way != "words"
    )
    return LedgerEntry(number, template.label, len(template.parts) > 1, lines, template.texts)


def _says(variant: Variant, part: Part) -> Filled:
    """A step with its symbol and value where the part asks for just that, else what a learner would write."""
    formula = part.spec.get("is")
    named = variant.template.names.get(formula.name) if isinstance(formula, Name) else None
    if named is not None and named.kind.what == "number":
        shown = named.display._replace(noun=None)
        return Filled(Prose((Insertion(Name(named.name), shown, named.symbol),)), variant.values)
    kind, given = answer_type(part.answer), asked(variant, part)
    values: dict[str, Any] = {"it": kind.show(kind.key(given), given)}
    return Filled(_TYPED, values)
