"""One student's sheet graded: what counts of what was handed in, the verdict for each part, and the sum."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from quizgen.batch.cells import csv_line, points_text
from quizgen.batch.judging import Judge, Judged
from quizgen.batch.notes import BOM, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout, Posed
from quizgen.batch.rulings import Rulings
from quizgen.batch.sources import Manner, Source
from quizgen.batch.submissions import Given, Submission, counted, submissions
from quizgen.maths.values import whole
from quizgen.problem_set import SetPolicy

SCORE_HEADS = ("student", "name", "form", "attempt", "status", "points", "of", "to_be_marked", "handed_in", "kept")
"""Of scores.csv; a column for each problem follows."""
GRADED, WAITING, ABSENT = "graded", "to be marked", "not handed in"
_BLANK = Given("", Manner())
_shown = lru_cache(maxsize=1024)(points_text)
_json = json.JSONEncoder(ensure_ascii=False).encode


class GradedProblem(NamedTuple):
    """A problem of a sheet with its verdicts, in the order of its parts."""

    posed: Posed
    parts: tuple[Judged, ...]
    manner: Manner


class GradedSheet(NamedTuple):
    """A sheet with what counted of it; nothing was handed in where `submission` is None.

    `points` is what the parts give before lateness, `to_mark` what is still to be marked, both out of `of`.
    """

    handout: Handout
    submission: Submission | None
    problems: tuple[GradedProblem, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int

    @property
    def score(self) -> Fraction | int:
        """The points that the student keeps."""
        return self.points if self.submission is None else whole(Fraction(self.points) * self.submission.kept)

    @property
    def status(self) -> str:
        """Whether it is graded, to be marked, or not handed in."""
        return ABSENT if self.submission is None else WAITING if self.to_mark else GRADED

    def score_line(self, problems: int) -> str:
        """A line of scores.csv, with columns for so many problems."""
        handout, submission = self.handout, self.submission
        by_number = {each.posed.number: each.parts for each in self.problems}
        each = [_points_of(by_number.get(number)) for number in range(1, problems + 1)]
        score, waiting = ("", "") if submission is None else (_shown(self.score), _shown(self.to_mark))
        when, kept = ("", "") if submission is None else (submission.when, _shown(submission.kept))
        who = csv_line((handout.student, handout.name), (0,))[:-2]
        told = (handout.form, str(handout.attempt), self.status, score, _shown(self.of), waiting, when, kept)
        return f"{who},{','.join(told)},{','.join(each)}\r\n"

    def part_lines(self) -> Iterator[str]:
        """The lines of parts.jsonl; none where nothing was handed in."""
        if self.submission is None:
            return
        handout, when = self.handout, self.submission.when
        came = f'"when":"{when}",' if when else ""
        head = (
            f'{{"student":{_json(handout.student)},"form":"{handout.form}","attempt":{handout.attempt},{came}"number":'
        )
        for problem in self.problems:
            start = f"{head}{problem.posed.number},"
            for part in problem.parts:
                yield start + part.line


def _points_of(parts: Sequence[Judged] | None) -> str:
    if not parts:
        return ""
    return _shown(parts[0].points if len(parts) == 1 else whole(sum(Fraction(each.points) for each in parts)))


class SheetGrader:
    """Grades sheets of one set by one policy and the teacher's rulings."""

    def __init__(self, judge: Judge, policy: SetPolicy, rulings: Rulings, sources: Sequence[Source]) -> None:
        self.judge, self.policy, self.rulings, self.sources = judge, policy, rulings, sources

    def grade(self, handout: Handout, entries: Sequence[Entry], tell: Tell) -> GradedSheet:
        """The sheet with the submission that counts; what a person should know of it is told."""
        if not entries:
            return self.absent(handout)
        found = submissions(entries, self.sources, handout, tell)
        chosen = counted(found, handout, self.policy, self._score(handout), tell)
        return self.absent(handout) if chosen is None else self.graded(handout, chosen)

    def graded(self, handout: Handout, submission: Submission) -> GradedSheet:
        """The sheet with these answers."""
        answers = submission.answers
        return self.summed(
            handout, submission, tuple(self._problem(handout, each, answers) for each in handout.problems)
        )

    def absent(self, handout: Handout) -> GradedSheet:
        """The sheet of a student who handed in nothing."""
        dropped = self.rulings.voids
        of: Fraction | int = 0
        for posed in handout.problems:
            for key, (part, points) in zip(posed.keys, posed.points, strict=True):
                if not dropped or self.rulings.void(posed, key, part) != "drop":
                    of += Fraction(points) if "/" in points else int(points)
        return GradedSheet(handout, None, (), 0, of, 0)

    def _score(self, handout: Handout) -> Callable[[Submission], Fraction | int]:
        return lambda submission: self.graded(handout, submission).points

    def _problem(self, handout: Handout, posed: Posed, answers: Mapping[str, Given]) -> GradedProblem:
        given = [answers.get(key, _BLANK) for key in posed.keys]
        manner = given[0].manner if len(given) == 1 else _common(given)
        parts = self.judge.judge(posed, tuple([each.raw for each in given]), manner)
        if self.rulings:
            parts = tuple(
                self.rulings.applied(handout.form, posed, key, judged)
                for key, judged in zip(posed.keys, parts, strict=True)
            )
        return GradedProblem(posed, parts, manner)

    def summed(
        self, handout: Handout, submission: Submission | None, problems: tuple[GradedProblem, ...]
    ) -> GradedSheet:
        """The sheet with these verdicts."""
        points: Fraction | int = 0
        of: Fraction | int = 0
        to_mark: Fraction | int = 0
        for problem in problems:
            for part in problem.parts:
                points += part.points
                of += part.of
                if part.to_mark:
                    to_mark += part.of
        return GradedSheet(handout, submission, problems, points, of, to_mark)


def _common(given: Sequence[Given]) -> Manner:
    """How the answers to one problem came: through cells if any did; the decimal mark is that of the first with one."""
    manners = {each.manner for each in given if each.raw}
    if len(manners) < 2:
        return manners.pop() if manners else _BLANK.manner
    decimal = next((each.manner.decimal for each in given if each.manner.decimal), "")
    return Manner(any(each.cell for each in manners), decimal)


def score_heads(problems: int) -> str:
    """The first line of scores.csv."""
    return BOM + csv_line([*SCORE_HEADS, *(f"problem {number}" for number in range(1, problems + 1))])


__all__ = ["ABSENT", "GRADED", "SCORE_HEADS", "WAITING", "GradedProblem", "GradedSheet", "SheetGrader", "score_heads"]
