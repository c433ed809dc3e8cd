"""A problem's answers judged once for everyone who has them, in the form in which parts.jsonl keeps a verdict."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen import __version__, grader
from quizgen.batch.cells import points_text
from quizgen.batch.damage import damage
from quizgen.batch.decimal_marks import NUMERIC, pointed
from quizgen.batch.records import Posed
from quizgen.batch.sources import Manner
from quizgen.compiled import CompiledTemplate
from quizgen.errors import QuizgenError, SourceError
from quizgen.generator import params_from_json, variant_id
from quizgen.problem_set import exact
from quizgen.prose import markdown
from quizgen.result import Filled, PartResult, Result
from quizgen.verdict import REASONS, Malformed, Reading, Verdict

SPREADSHEET = "spreadsheet"
"""The reason of an answer that isn't judged because a spreadsheet has changed it."""
WORDS: Mapping[str, str] = {**REASONS, SPREADSHEET: "changed by a spreadsheet"}
"""Every reason that a graded set knows, with its meaning."""
TO_MARK = frozenset({"undecided", "pending"})
"""Outcomes that wait for a person; their points are told apart from the score."""
REMEMBERED = 8192
"""Answers to problems whose verdicts are kept."""
HEAD = "\0"
"""Stands for the beginning of a line; JSON never holds it."""
_TYPED = Manner()
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Judged(NamedTuple):
    """The verdict for one part of one problem, for any student who has it and answered so.

    `line` is what parts.jsonl says of it, as the end of a JSON object.
    """

    part: str
    raw: str
    outcome: str
    reason: str
    points: Fraction | int
    of: Fraction | int
    line: str
    ruled: bool = False
    """Whether a teacher has settled it: marked it, or declared the problem void."""

    @property
    def to_mark(self) -> bool:
        """Whether a person still has to mark it."""
        return self.outcome in TO_MARK and not self.ruled

    @property
    def to_review(self) -> bool:
        """Whether a person should see it: it is or was to be marked, or has two readings."""
        return self.outcome in TO_MARK or self.reason == "ambiguous"


class JudgedProblem(NamedTuple):
    """A problem of a sheet with the verdicts for its parts, the sums of their points, and their lines.

    `lines` are those of parts.jsonl, each with HEAD for what says whose it is. `to_mark` are the points of what a
    person still has to mark; `shown` is the sum as scores.csv writes it, "" where nothing of it counts; `counts` are
    outcome, reason, and whether it waits for a person, part by part.
    """

    posed: Posed
    manner: Manner
    parts: tuple[Judged, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int
    shown: str
    lines: str
    counts: tuple[tuple[str, str, bool], ...]
    to_review: bool


def summed(posed: Posed, manner: Manner, parts: tuple[Judged, ...]) -> JudgedProblem:
    """A problem with these verdicts."""
    points, of = _sum(part.points for part in parts), _sum(part.of for part in parts)
    waiting = _sum(part.of for part in parts if part.to_mark)
    lines = "".join(f"{HEAD}{posed.number},{part.line}" for part in parts)
    counts = tuple((part.outcome, part.reason, part.to_mark) for part in parts)
    shown = points_text(points) if of else ""
    to_review = any(part.to_review for part in parts)
    return JudgedProblem(posed, manner, parts, points, of, waiting, shown, lines, counts, to_review)


def _sum(numbers: Iterable[Fraction | int]) -> Fraction | int:
    total: Fraction | int = 0
    for number in numbers:
        total += number
    return total if total.denominator > 1 else total.numerator


_of = lru_cache(maxsize=1024)(exact)


Templates = Callable[[str], CompiledTemplate]
"""Gives a template by its id."""


class Judge:
    """Judges answers by the templates that `template` gives, under one policy.

    `original` gives them as the set was made with them: a record's variant is checked against these.
    """

    def __init__(self, template: Templates, policy: grader.Policy, original: Templates | None = None) -> None:
        self._template, self._policy, self._original = template, policy, original or template
        self._kept: dict[tuple[str, Manner], dict[tuple[str, ...], JudgedProblem]] = {}
        self._sound: set[str] = set()
        self._count = 0
        self.cleared = 0
        """How often what was judged was forgotten."""

    def answers(self, posed: Posed, manner: Manner) -> dict[tuple[str, ...], JudgedProblem]:
        """What was judged of a problem by now, by its answers; only `judge` adds to it."""
        if self._count >= REMEMBERED:
            self._kept.clear()
            self._count = 0
            self.cleared += 1
        return self._kept.setdefault((posed.ident, manner), {})

    def judge(self, posed: Posed, raws: tuple[str, ...], manner: Manner = _TYPED) -> JudgedProblem:
        """The problem with its verdicts, in the order of its points. Raises SourceError for a false record.

        `raws` are the answers in that order, "" for none.
        """
        answers = self.answers(posed, manner)
        found = answers.get(raws)
        if found is None:
            self._count += 1
            found = answers[raws] = self._judged(posed, raws, manner)
        return found

    def result(
        self, posed: Posed, raws: tuple[str, ...], manner: Manner = _TYPED
    ) -> tuple[CompiledTemplate, Mapping[str, Any], Result]:
        """The template, the params and the whole result behind the verdicts, for feedback."""
        template = self.template(posed.template)
        params = self._checked(posed, template)
        given = zip((part for part, _ in posed.points), raws, strict=True)
        commas = manner.decimal == "comma" and template.decimal == "point"
        numeric = {part.id for part in template.parts if part.answer in NUMERIC} if commas else ()
        responses = {
            part: pointed(raw) if part in numeric else raw for part, raw in given if not (manner.cell and damage(raw))
        }
        return template, params, grader.grade(template, params, responses, self._policy)

    def _checked(self, posed: Posed, template: CompiledTemplate) -> Mapping[str, Any]:
        """The params of a variant. Raises SourceError where the record's aren't those that its variant is named by."""
        if posed.variant not in self._sound:
            original = self._original(posed.template)
            if variant_id(original, params_from_json(original, posed.params)) != posed.variant:
                what = f"the record of {posed.template} has params that aren't those of its variant"
                raise SourceError(what, file="students.jsonl", mend="take it from your backup")
            if len(self._sound) >= REMEMBERED:
                self._sound.clear()
            self._sound.add(posed.variant)
        return params_from_json(template, posed.params)

    def template(self, name: str) -> CompiledTemplate:
        """A template, as it is to be graded with."""
        return self._template(name)

    def _judged(self, posed: Posed, raws: tuple[str, ...], manner: Manner) -> JudgedProblem:
        try:
            _, _, result = self.result(posed, raws, manner)
            results = {each.part: each for each in result.parts}
        except SourceError:
            raise
        except Exception as error:  # noqa: BLE001 - an answer that breaks the engine costs itself and nothing else
            results = {part: _failed(part, error) for part, _ in posed.points}
        made = _Made(self.template(posed.template), posed, manner)
        return summed(posed, manner, tuple(
            made.judged(results.get(part) or _failed(part, None), raw, _of(of))
            for (part, of), raw in zip(posed.points, raws, strict=True)
        ))  # fmt: skip


class _Made(NamedTuple):
    """What all lines of one problem say."""

    template: CompiledTemplate
    posed: Posed
    manner: Manner

    def judged(self, found: PartResult, raw: str, of: Fraction | int) -> Judged:
        spoilt = damage(raw) if self.manner.cell else ""
        if spoilt and not (found.verdict.outcome == "correct" and self._is_text(found.part)):
            found = PartResult(found.part, Verdict("undecided", 0, SPREADSHEET, evidence=spoilt), None, 0, 1)
        verdict = found.verdict
        points = _sum([verdict.credit * of])
        told = {
            "part": found.part, "template": self.posed.template, "variant": self.posed.variant, "raw": raw,
            **_manner(self.manner),
            "read": found.reading.echo if isinstance(found.reading, Reading) else None,
            "outcome": verdict.outcome, "reason": verdict.reason, "credit": str(verdict.credit),
            "points": str(points), "of": str(of), "traps": verdict.traps, "evidence": _evidence(found),
            "notes": _notes(found), **_marks(found, self.template), "engine": __version__,
            "digests": self.template.digests,
        }  # fmt: skip
        return Judged(found.part, raw, verdict.outcome, verdict.reason, points, of, _json(told)[1:] + "\n")

    def _is_text(self, part: str) -> bool:
        return any(each.id == part and each.answer == "text" for each in self.template.parts)


def _failed(part: str, error: Exception | None) -> PartResult:
    if error is None:
        what = "the template has no such part"
    elif isinstance(error, QuizgenError):
        what = str(error)
    else:
        what = f"the engine failed on it: {type(error).__name__}"
    return PartResult(part, Verdict("undecided", 0, "work", evidence=what), None, 0, 1)


def _manner(manner: Manner) -> dict[str, str]:
    """How it came here, where that decides how it is read; `manner_of` reads it again."""
    words = [*(["cell"] if manner.cell else []), *([manner.decimal] if manner.decimal else [])]
    return {"as": " ".join(words)} if words else {}


def manner_of(text: str) -> Manner:
    """The manner that a line of parts.jsonl names."""
    words = text.split()
    return Manner("cell" in words, next((word for word in words if word in ("comma", "point")), ""))


def _evidence(result: PartResult) -> str:
    reading = result.reading
    if isinstance(reading, Malformed):
        return "; ".join(each for each in (reading.what, reading.mend) if each)
    return result.verdict.evidence


def _notes(result: PartResult) -> tuple[str, ...]:
    notes = result.reading.notes if isinstance(result.reading, Reading) else ()
    return tuple(dict.fromkeys((*notes, *result.verdict.notes)))


def _marks(result: PartResult, template: CompiledTemplate) -> dict[str, Any]:
    """What an open answer is marked by, with what was found of it."""
    if not result.marks:
        return {}
    return {
        "to_find": [
            {"point": _said(mark.say, template), "credit": str(mark.credit), "found": mark.found}
            for mark in result.marks
        ]
    }


def _said(say: Filled, template: CompiledTemplate) -> str:
    return " ".join(markdown(say.prose, say.values, template.texts).split())


__all__ = ["REMEMBERED", "SPREADSHEET", "TO_MARK", "WORDS", "Judge", "Judged", "JudgedProblem", "manner_of", "summed"]
