"""No number that a sheet shows is the key: an insertion of a stem, a question or a hint that has its value tells it.

`leak_checks` finds what depends on the answer; this finds what merely equals it, such as a let that a step repeats.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.answers import answer_type
from quizgen.checking.findings import Findings
from quizgen.checking.texts import shown_proses
from quizgen.compiled import CompiledTemplate, Part
from quizgen.errors import MathsError, Undecided
from quizgen.generator import asked
from quizgen.maths.expr import Expr, Name, names
from quizgen.maths.printing import plain
from quizgen.maths.values import Approx, compare
from quizgen.prose import Insertion
from quizgen.variant import Variant

NUMBERS = frozenset({"number", "quantity"})
"""The answer types whose keys are numbers."""
FEWEST = 3
"""Fewer variants than this show nothing: two numbers may be equal by chance."""
MISSES = 50
"""A text that is another number so often isn't looked at any further."""
NEARLY = 20
"""A number that is the key in all but one of so many variants is as good as the key."""


class Candidate(NamedTuple):
    """A number that is shown, and the part whose key it may be."""

    where: str
    formula: Expr
    part: str


class ShownKeys:
    """Looks at one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.seen = 0
        self.misses = dict.fromkeys(_candidates(template), 0)

    def see(self, variant: Variant) -> None:
        """Compare every shown number with every key."""
        self.seen += 1
        if not self.misses:
            return
        asking = {each.part for each in self.misses}
        keys = {part.id: _key(variant, part) for part in self.template.parts if part.id in asking}
        for each in self.misses:
            self.misses[each] += not self._equal(variant, each, keys[each.part])
        self.misses = {each: count for each, count in self.misses.items() if count < MISSES}

    def close(self) -> None:
        """Say which numbers are the key in all variants, or in nearly all."""
        if self.seen < FEWEST:
            return
        for each, missed in self.misses.items():
            if missed * NEARLY > self.seen:
                continue
            what = f"{each.where}: the sheet shows the key of part {each.part}"
            detail = f"`{plain(each.formula)}` has its value in {self.seen - missed:,} of {self.seen:,} variants"
            self.found.add(
                "warning" if missed else "error", what, detail=detail, mend="take it out, or ask for another"
            )

    def _equal(self, variant: Variant, each: Candidate, key: Any) -> bool:
        try:
            value = self.template.formula(each.formula)(variant.values)
        except MathsError:
            return False
        return _is_number(value) and _is_number(key) and _same(value, key)


def _candidates(template: CompiledTemplate) -> Iterator[Candidate]:
    """Every number shown before the answer that isn't a param itself, with each part whose key it could be.

    A hint is shown with its own part: it may use what the parts before it asked for.
    """
    asking = [part for part in template.parts if part.answer in NUMBERS and not part.constant_key]
    order = {part.id: place for place, part in enumerate(template.parts)}
    for where, prose in () if template.constant_key else shown_proses(template):
        formulas = dict.fromkeys(piece.formula for piece in prose.pieces if isinstance(piece, Insertion))
        first = _place_of_hint(where, order)
        for formula in formulas:
            if names(formula) and not _is_given(template, formula):
                yield from (Candidate(where, formula, part.id) for part in asking if order[part.id] >= first)


def _place_of_hint(where: str, order: dict[str, int]) -> int:
    part, _, hint = where.removeprefix("part ").partition(", ")
    return order[part] if hint.startswith("hint") else 0


def _is_given(template: CompiledTemplate, formula: Expr) -> bool:
    """Whether it is a param as it was drawn."""
    named = template.names.get(formula.name) if isinstance(formula, Name) else None
    return named is not None and named.role == "param"


def _key(variant: Variant, part: Part) -> Any:
    try:
        return answer_type(part.answer).key(asked(variant, part))
    except MathsError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction | Approx) and not isinstance(value, bool)


def _same(value: Any, key: Any) -> bool:
    try:
        return compare(value, key) == 0
    except Undecided:  # no digit that is known tells them apart
        return True
