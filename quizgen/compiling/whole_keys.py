"""Which keys are whole numbers in every variant: those parts are judged exactly (POSITIONS 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from quizgen.answers import Asked, answer_type
from quizgen.compiled import CompiledTemplate
from quizgen.errors import MathsError
from quizgen.sampling.space import Space, variants

PROOF = 20_000
"""Spaces up to this size are walked through to see whether a key is whole in every variant."""


def marked(compiled: CompiledTemplate, counted: Space) -> CompiledTemplate:
    """The template with those parts marked; unchanged where its space is too large to be walked through."""
    if counted.count is None or counted.count > PROOF:
        return compiled
    asking = {part.id: part for part in compiled.parts if part.spec.get("rule") == "asked"}
    for drawn in islice(variants(compiled), PROOF):
        if not asking:
            return compiled
        try:
            values = compiled.solve(compiled.base(drawn))
        except MathsError:
            return compiled  # `quiz check` names the variant
        for name, part in list(asking.items()):
            asked = Asked(
                name, part.spec, values, compiled.tables, compiled.texts, compiled.units, {}, "", compiled.log
            )
            key = answer_type(part.answer).key(asked)
            if not _is_whole(key, part.spec):
                del asking[name]
    parts = tuple(
        part._replace(spec={**part.spec, "whole": True}) if part.id in asking else part for part in compiled.parts
    )
    return replace(compiled, parts=parts)


def _is_whole(key: Any, spec: Mapping[str, Any]) -> bool:
    """Whether a key is a whole number of the unit that is asked for."""
    if not isinstance(key, int | Fraction):
        return False
    return Fraction(Fraction(key) / spec.get("factor", 1) - spec.get("offset", 0)).denominator == 1
