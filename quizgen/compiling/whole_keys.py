"""Which keys are whole numbers in every variant: those parts are judged exactly (POSITIONS 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from quizgen.answers import Asked, answer_type
from quizgen.compiled import CompiledTemplate, Part
from quizgen.errors import MathsError
from quizgen.sampling.space import Space, variants

PROOF = 20_000
"""Spaces up to this size are walked through to see whether a key is whole in every variant."""


def marked(compiled: CompiledTemplate, counted: Space) -> CompiledTemplate:
    """The template with those parts marked; unchanged where its space is too large to be walked through."""
    if counted.count is None or counted.count > PROOF:
        return compiled
    asking = {part.id: part for part in compiled.parts if _numeric(part).get("rule") == "asked"}
    for drawn in islice(variants(compiled), PROOF):
        if not asking:
            return compiled
        try:
            values = compiled.solve(compiled.base(drawn))
        except MathsError:
            return compiled  # `quiz check` names the variant
        for name, part in list(asking.items()):
            spec = _numeric(part)
            kind = answer_type(part.answer if spec is part.spec else "number")
            asked = Asked(name, spec, values, compiled.tables, compiled.texts, compiled.units, {}, "", compiled.log)
            if not _is_whole(kind.key(asked), spec):
                del asking[name]
    return replace(compiled, parts=tuple(_mark(part) if part.id in asking else part for part in compiled.parts))


def _numeric(part: Part) -> Mapping[str, Any]:
    """What a part says of its number: the part itself, or the number that it accepts in place of a formula."""
    inner = part.spec.get("number")
    return inner if isinstance(inner, Mapping) else part.spec


def _mark(part: Part) -> Part:
    spec = _numeric(part)
    marked = {**spec, "whole": True}
    return part._replace(spec=marked if spec is part.spec else {**part.spec, "number": marked})


def _is_whole(key: Any, spec: Mapping[str, Any]) -> bool:
    """Whether a key is a whole number of the unit that is asked for."""
    if not isinstance(key, int | Fraction):
        return False
    return Fraction(Fraction(key) / spec.get("factor", 1) - spec.get("offset", 0)).denominator == 1
