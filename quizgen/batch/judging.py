"""A problem's answers judged once for everyone who has them, in the form in which parts.jsonl keeps a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from quizgen import grader
from quizgen.batch.cells import points_text
from quizgen.batch.damage import damage
from quizgen.batch.records import Posed
from quizgen.batch.sources import Manner
from quizgen.batch.verdict_lines import PartLines, manner_of
from quizgen.compiled import CompiledTemplate
from quizgen.errors import QuizgenError, SourceError
from quizgen.generator import params_from_json, variant_id
from quizgen.problem_set import exact
from quizgen.result import PartResult, Result
from quizgen.verdict import REASONS, Verdict

SPREADSHEET = "spreadsheet"
"""The reason of an answer that isn't judged because a spreadsheet has changed it."""
WORDS: Mapping[str, str] = {**REASONS, SPREADSHEET: "changed by a spreadsheet"}
"""Every reason that a graded set knows, with its meaning."""
TO_MARK = frozenset({"undecided", "pending"})
"""Outcomes that wait for a person; their points are told apart from the score."""
REMEMBERED = 16_384
"""Answers to problems whose verdicts are kept; a variant that is ready to be judged counts as several."""
_VARIANT = 6
_TYPED = Manner()


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


class Counts:
    """Outcome, reason, and whether it waits for a person, part by part; there is one object for all that are alike."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[tuple[str, str, bool], ...]) -> None:
        self.parts = parts


class JudgedProblem(NamedTuple):
    """A problem of a sheet with the verdicts for its parts, the sums of their points, and their lines.

    `lines` are those of parts.jsonl, each from behind what says whose it is. `to_mark` are the points of what a
    person still has to mark; `shown` is the sum as scores.csv writes it, "" where nothing of it counts.
    """

    posed: Posed
    manner: Manner
    parts: tuple[Judged, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int
    shown: str
    lines: tuple[str, ...]
    counts: Counts
    to_review: bool


def summed(posed: Posed, manner: Manner, parts: tuple[Judged, ...]) -> JudgedProblem:
    """A problem with these verdicts."""
    return _Sums(parts).problem(posed, manner)


_to_review = attrgetter("to_review")


class _Sums:
    """What the verdicts for a problem's parts come to, whatever its number."""

    __slots__ = ("_counts", "_parts", "_sums", "_to_review")

    def __init__(self, parts: tuple[Judged, ...]) -> None:
        points, of = _sum([part.points for part in parts]), _sum([part.of for part in parts])
        waiting = _sum([part.of for part in parts if part.to_mark])
        self._parts = parts
        self._sums = points, of, waiting, points_text(points) if of else ""
        self._counts = _counts(tuple([(part.outcome, part.reason, part.to_mark) for part in parts]))
        self._to_review = any(map(_to_review, parts))

    def problem(self, posed: Posed, manner: Manner) -> JudgedProblem:
        """The problem at its place on a sheet."""
        number, parts = f"{posed.number},", self._parts
        # A problem mostly has one part, and then a loop takes as long as all the rest.
        lines = (number + parts[0].line,) if len(parts) == 1 else tuple([number + part.line for part in parts])
        return JudgedProblem(posed, manner, parts, *self._sums, lines, self._counts, self._to_review)


_counts = lru_cache(maxsize=4096)(Counts)


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
        self.template, self._policy, self._original = template, policy, original or template
        self._with_commas: dict[str, CompiledTemplate] = {}
        self._kept: dict[tuple[str, tuple[tuple[str, str], ...], Manner], _Variant] = {}
        self._count = 0

    def judge(self, posed: Posed, raws: tuple[str, ...], manner: Manner = _TYPED) -> JudgedProblem:
        """The problem with its verdicts, in the order of its points. Raises SourceError for a false record.

        `raws` are the answers in that order, "" for none. Who has the variant and answers alike gets the same verdicts.
        """
        variant = self._kept.get((posed.variant, posed.points, manner)) or self._variant(posed, manner)
        found = variant.known.get(raws)
        if found is None:
            self._make_room(1)
            found = variant.known[raws] = variant.judged(raws)
        return found.problem(posed, manner)

    def _variant(self, posed: Posed, manner: Manner) -> _Variant:
        self._make_room(_VARIANT)
        made = _Variant(self._read_as(posed, manner), posed, manner, self._policy)
        made.check(self._original(posed.template))
        self._kept[posed.variant, posed.points, manner] = made
        return made

    def _read_as(self, posed: Posed, manner: Manner) -> CompiledTemplate:
        """The template as answers from this file are read: with a decimal comma where the file has them."""
        template = self.template(posed.template)
        if manner.decimal != "comma" or template.decimal == "comma":
            return template
        if posed.template not in self._with_commas:
            self._with_commas[posed.template] = replace(template, decimal="comma")
        return self._with_commas[posed.template]

    def _make_room(self, more: int) -> None:
        if self._count >= REMEMBERED:
            self._kept.clear()
            self._count = 0
        self._count += more

    def result(
        self, posed: Posed, raws: tuple[str, ...], manner: Manner = _TYPED
    ) -> tuple[CompiledTemplate, Mapping[str, Any], Result]:
        """The template, the params and the whole result behind the verdicts, for feedback."""
        template = self._read_as(posed, manner)
        variant = _Variant(template, posed, manner, self._policy)
        variant.check(self._original(posed.template))
        return template, params_from_json(template, posed.params), variant.result(raws)


class _Variant:
    """One variant with its points, as it is judged for all who have it."""

    def __init__(self, template: CompiledTemplate, posed: Posed, manner: Manner, policy: grader.Policy) -> None:
        self._template, self._posed, self._manner, self._policy = template, posed, manner, policy
        self._marker: grader.Marker | None = None
        self._ids = [part for part, _ in posed.points]
        self._ofs = [_of(of) for _, of in posed.points]
        self._lines = [
            PartLines(template, posed, part, of, manner) for part, of in zip(self._ids, self._ofs, strict=True)
        ]
        self.known: dict[tuple[str, ...], _Sums] = {}

    def check(self, original: CompiledTemplate) -> None:
        """Raise SourceError where the record's params aren't those that its variant is named by."""
        if variant_id(original, params_from_json(original, self._posed.params)) != self._posed.variant:
            what = f"the record of {self._posed.template} has params that aren't those of its variant"
            raise SourceError(what, file="students.jsonl", mend="take it from your backup")

    def result(self, raws: tuple[str, ...]) -> Result:
        """What the grader says of these answers; those that a spreadsheet has changed are kept from it."""
        if self._marker is None:
            self._marker = grader.marker_of(self._template, params_from_json(self._template, self._posed.params))
        given = {part: raw for part, raw in zip(self._ids, raws, strict=True) if not self._spoilt(raw)}
        return self._marker.grade(given, self._policy)

    def judged(self, raws: tuple[str, ...]) -> _Sums:
        """The verdicts for these answers."""
        results: Mapping[str, PartResult]
        try:
            results = {each.part: each for each in self.result(raws).parts}
        except SourceError:
            raise
        except Exception as error:  # noqa: BLE001 - an answer that breaks the engine costs itself and nothing else
            results = {part: _failed(part, error) for part in self._ids}
        return _Sums(tuple([
            self._part(at, results.get(part) or _failed(part, None), raws[at]) for at, part in enumerate(self._ids)
        ]))  # fmt: skip

    def _part(self, at: int, found: PartResult, raw: str) -> Judged:
        if (spoilt := self._spoilt(raw)) and not (found.verdict.outcome == "correct" and self._is_text(found.part)):
            found = PartResult(found.part, Verdict("undecided", 0, SPREADSHEET, evidence=spoilt), None, 0, 1)
        points, line = self._lines[at].line(raw, found)
        return Judged(found.part, raw, found.verdict.outcome, found.verdict.reason, points, self._ofs[at], line)

    def _spoilt(self, raw: str) -> str:
        """What a spreadsheet made of an answer; of a plain decimal it can't have made anything."""
        return damage(raw) if self._manner.cell and not raw.replace(".", "", 1).isdecimal() else ""

    def _is_text(self, part: str) -> bool:
        return any(each.id == part and each.answer == "text" for each in self._template.parts)


def _failed(part: str, error: Exception | None) -> PartResult:
    if error is None:
        what = "the template has no such part"
    elif isinstance(error, QuizgenError):
        what = str(error)
    else:
        what = f"the engine failed on it: {type(error).__name__}"
    return PartResult(part, Verdict("undecided", 0, "work", evidence=what), None, 0, 1)


__all__ = ["REMEMBERED", "SPREADSHEET", "TO_MARK", "WORDS", "Judge", "Judged", "JudgedProblem", "manner_of", "summed"]
