"""What parts.jsonl says of one answer: a line of JSON put together from pieces that many answers have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen import __version__
from quizgen.batch.records import Posed
from quizgen.batch.sources import Manner
from quizgen.compiled import CompiledTemplate
from quizgen.maths.arithmetic import whole
from quizgen.prose import markdown
from quizgen.result import Filled, PartResult
from quizgen.verdict import Malformed, Reading, Verdict

LEFT_OUT: Mapping[str, Any] = {"reason": "", "traps": (), "evidence": "", "notes": ()}
"""What a line doesn't say where it is just this, as it mostly is."""
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class PartLines:
    """Writes the lines of one part of one variant, from behind the number of its problem to the end."""

    def __init__(self, template: CompiledTemplate, posed: Posed, part: str, of: Fraction | int, manner: Manner) -> None:
        self._template, self._of, self._digests = template, of, template.digests
        head = {"part": part, "template": posed.template, "variant": posed.variant}
        self._head = f'{_json(head)[1:-1]},"raw":'
        self._manner = f",{_json(_manner(manner))[1:-1]}".rstrip(",") + ',"read":'

    def line(self, raw: str, found: PartResult) -> tuple[Fraction | int, str]:
        """The points that a verdict comes to, and its line."""
        reading, verdict = found.reading, found.verdict
        notes: tuple[str, ...] = ()
        evidence, read = verdict.evidence, "null"
        if isinstance(reading, Reading):
            read, notes = _json(reading.echo), reading.notes
        elif isinstance(reading, Malformed):
            evidence = "; ".join(each for each in (reading.what, reading.mend) if each)
        tail = _tail(verdict, evidence, notes, self._of)
        marks = f",{_json(_marks(found, self._template))[1:-1]}" if found.marks else ""
        line = f"{self._head}{_json(raw)}{self._manner}{read}{tail.text}{marks}{_versions(self._digests)}"
        return tail.points, line


class _Tail(NamedTuple):
    points: Fraction | int
    text: str


@lru_cache(maxsize=1024)
def _tail(verdict: Verdict, evidence: str, notes: tuple[str, ...], of: Fraction | int) -> _Tail:
    """What is said of a verdict, whoever got it."""
    points = whole(verdict.credit * of)
    told = {
        "outcome": verdict.outcome, "reason": verdict.reason, "credit": str(verdict.credit), "points": str(points),
        "of": str(of), "traps": verdict.traps, "evidence": evidence,
        "notes": tuple(dict.fromkeys((*notes, *verdict.notes))),
    }  # fmt: skip
    return _Tail(points, f",{_json(shortened(told))[1:-1]}")


def shortened(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a line says, without what goes without saying."""
    return {name: value for name, value in told.items() if value or name not in LEFT_OUT}


def line_from_json(text: str) -> dict[str, Any]:
    """What a line says, with what it left out. Raises ValueError where it is no JSON, TypeError where no object."""
    told = json.loads(text)
    if not isinstance(told, dict):
        raise TypeError("a line is an object")
    for name, usual in LEFT_OUT.items():
        told.setdefault(name, usual)
    return told


def told_by(end: str) -> dict[str, Any]:
    """What the end of a line says, as `PartLines` writes it."""
    return line_from_json("{" + end)


@lru_cache(maxsize=1024)
def _versions(digests: tuple[str, ...]) -> str:
    return f",{_json({'engine': __version__, 'digests': digests})[1:]}\n"


def _manner(manner: Manner) -> dict[str, str]:
    """How it came here, where that decides how it is read; `manner_of` reads it again."""
    words = [*(["cell"] if manner.cell else []), *([manner.decimal] if manner.decimal else [])]
    return {"as": " ".join(words)} if words else {}


def manner_of(text: str) -> Manner:
    """The manner that a line of parts.jsonl names."""
    words = text.split()
    return Manner("cell" in words, next((word for word in words if word in ("comma", "point")), ""))


def _marks(result: PartResult, template: CompiledTemplate) -> Mapping[str, Any]:
    """What an open answer is marked by, with what was found of it."""
    return {
        "to_find": [
            {"point": _said(mark.say, template), "credit": str(mark.credit), "found": mark.found}
            for mark in result.marks
        ]
    }


def _said(say: Filled, template: CompiledTemplate) -> str:
    return " ".join(markdown(say.prose, say.values, template.texts).split())


__all__ = ["LEFT_OUT", "PartLines", "line_from_json", "manner_of", "shortened", "told_by"]
