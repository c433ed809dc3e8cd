"""One template with its params drawn and its steps solved, and what of it may be shown before the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quizgen.answers import PublicAnswer
from quizgen.compiled import CompiledTemplate
from quizgen.prose import Prose


class Variant(NamedTuple):
    """A solved problem. `params` are in their own units (what a manifest stores), `values` in base units."""

    template: CompiledTemplate
    seed: str
    params: dict[str, Any]
    values: dict[str, Any]
    id: str
    """Digest of the params: the same params make the same variant, whatever the seed."""


class PublicPart(NamedTuple):
    """An answerable piece as a sheet shows it."""

    id: str
    ask: Prose
    answer: str
    points: str
    shows: PublicAnswer
    hints: tuple[Prose, ...]


class PublicVariant(NamedTuple):
    """What a sheet, a form or a question may show. It holds no key, no step and no trap, so nothing can leak."""

    id: str
    template: str
    label: str
    title: str
    level: int
    stem: Prose
    forecast: Prose
    figure: Mapping[str, Any]
    parts: tuple[PublicPart, ...]
    values: Mapping[str, Any]
    texts: Mapping[str, Prose]
    recalls: tuple[Prose, ...] = ()
    """Results of the problem that this one continues, where they may be shown."""
    reread: tuple[str, ...] = ()
    """What to read again, by name."""
