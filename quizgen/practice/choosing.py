"""Which questions a practice session poses: a fair, reproducible order of the templates that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import count as counted
from typing import NamedTuple, Protocol, TypeVar

from quizgen.errors import NotFound
from quizgen.variant import Variant

REDRAWS = 20
"""How often a variant that was posed before is drawn anew; a small space may then repeat."""


class Listed(Protocol):
    """What of a template the choice needs; the bank's entries have it."""

    @property
    def id(self) -> str:
        """`pack/id`."""
        ...

    @property
    def level(self) -> int:
        """1 to 5."""
        ...

    @property
    def cell(self) -> str:
        """The scenario's letter, "" for none."""
        ...

    @property
    def skills(self) -> Sequence[str]:
        """What it trains."""
        ...


Entry = TypeVar("Entry", bound=Listed)


class Wanted(NamedTuple):
    """What the learner asked for; None or "" means anything."""

    level: int | None = None
    skill: str = ""
    cell: str = ""


def fitting(entries: Sequence[Entry], wanted: Wanted) -> list[Entry]:
    """The templates that fit, in their order. Raises NotFound, which says what there is, if none does."""
    found = [entry for entry in entries if _fits(entry, wanted)]
    if not found:
        raise NotFound(f"no template has {_told(wanted)}; there are {_there(entries)}")
    return found


def order(entries: Sequence[Entry], seed: str) -> Iterator[Entry]:
    """Endless: each template once in an order that the seed decides, then each again in another order."""
    for cycle in counted():
        yield from sorted(entries, key=lambda entry: _weight(seed, cycle, entry.id))


def question_seed(seed: str, number: int, redraw: int = 0) -> str:
    """The seed of question `number`, counted from 1. Practice has a domain of its own, apart from sets."""
    return f"practice:{seed}:{number}" + (f":{redraw}" if redraw else "")


def fresh(draw: Callable[[str], Variant], seed: str, number: int, posed: frozenset[str]) -> Variant:
    """A variant whose id isn't among `posed`, if `REDRAWS` draws find one; else a repeated one."""
    variant = draw(question_seed(seed, number))
    for redraw in range(1, REDRAWS):
        if variant.id not in posed:
            break
        variant = draw(question_seed(seed, number, redraw))
    return variant


def _fits(entry: Listed, wanted: Wanted) -> bool:
    return (
        wanted.level in (None, entry.level)
        and wanted.cell.casefold() in ("", entry.cell.casefold())
        and (not wanted.skill or wanted.skill.casefold() in {skill.casefold() for skill in entry.skills})
    )


def _told(wanted: Wanted) -> str:
    asked = {"level": str(wanted.level or ""), "skill": wanted.skill, "cell": wanted.cell}
    return " and ".join(f"{name} {value}" for name, value in asked.items() if value)


def _there(entries: Sequence[Listed]) -> str:
    levels = sorted({str(entry.level) for entry in entries})
    cells = sorted({entry.cell for entry in entries if entry.cell})
    skills = sorted({skill for entry in entries for skill in entry.skills})
    kinds = {"levels": levels, "cells": cells, "skills": skills}
    return "; ".join(f"{name} {', '.join(values)}" for name, values in kinds.items() if values) or "no templates at all"


def _weight(seed: str, cycle: int, template: str) -> bytes:
    return blake2b(f"practice:{seed}:{cycle}:{template}".encode(), digest_size=16).digest()
