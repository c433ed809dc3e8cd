"""One student's sheet graded: what counts of what was handed in, the verdict for each part, and the sum."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from quizgen.batch.cells import csv_line, points_text
from quizgen.batch.judging import HEAD, Judge, JudgedProblem
from quizgen.batch.notes import BOM, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout, Posed
from quizgen.batch.rulings import Rulings
from quizgen.batch.sources import Manner, Source
from quizgen.batch.submissions import Rules, Submission, counted, submissions
from quizgen.maths.values import whole
from quizgen.problem_set import SetPolicy

SCORE_HEADS = ("student", "name", "form", "attempt", "status", "points", "of", "to_be_marked", "handed_in", "kept")
"""Of scores.csv; a column for each problem follows."""
GRADED, WAITING, ABSENT = "graded", "to be marked", "not handed in"
_points, _of, _waiting = attrgetter("points"), attrgetter("of"), attrgetter("to_mark")
_shown = lru_cache(maxsize=1024)(points_text)
_json = json.JSONEncoder(ensure_ascii=False).encode


class GradedSheet(NamedTuple):
    """A sheet with what counted of it; nothing was handed in where `submission` is None.

    `points` is what the parts give before lateness, `to_mark` what is still to be marked, both out of `of`.
    """

    handout: Handout
    submission: Submission | None
    problems: tuple[JudgedProblem, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int

    @property
    def score(self) -> Fraction | int:
        """The points that the student keeps."""
        kept = 1 if self.submission is None else self.submission.kept
        return self.points if kept == 1 else whole(Fraction(self.points) * kept)

    @property
    def status(self) -> str:
        """Whether it is graded, to be marked, or not handed in."""
        return ABSENT if self.submission is None else WAITING if self.to_mark else GRADED

    def score_line(self, problems: int) -> str:
        """A line of scores.csv, with columns for so many problems."""
        handout, submission = self.handout, self.submission
        who = _who(handout.student, handout.name)
        if submission is None:
            return f"{who},{handout.form},{handout.attempt},{ABSENT},,{_shown(self.of)},,,{',' * problems}\r\n"
        numbers = [each.shown for each in self.problems]
        if len(numbers) != problems or self.problems[-1].posed.number != problems:
            by_number = {each.posed.number: each.shown for each in self.problems}
            numbers = [by_number.get(number, "") for number in range(1, problems + 1)]
        told = f"{self.status},{_shown(self.score)},{_shown(self.of)},{_shown(self.to_mark)}"
        came = f"{submission.when},{_shown(submission.kept)}"
        return f"{who},{handout.form},{handout.attempt},{told},{came},{','.join(numbers)}\r\n"

    def part_lines(self) -> str:
        """The lines of parts.jsonl; none where nothing was handed in."""
        if self.submission is None:
            return ""
        handout, when = self.handout, self.submission.when
        came = f'"when":"{when}",' if when else ""
        whose = f'"student":{_json(handout.student)},"form":"{handout.form}","attempt":{handout.attempt}'
        head = f'{{{whose},{came}"number":'
        return "".join([problem.lines for problem in self.problems]).replace(HEAD, head)


def _who(student: str, name: str) -> str:
    if not name and student.isalnum():
        return f"{student},"
    return csv_line((student, name), (0,))[:-2]


class _Step:
    """One problem of a plan: what picks its answers, and what is known of them."""

    def __init__(self, posed: Posed, known: dict[tuple[str, ...], JudgedProblem]) -> None:
        self.posed, self.known = posed, known
        self.many = len(posed.keys) > 1
        self.pick: Callable[[Mapping[str, str]], Any] = itemgetter(*posed.keys)


class SheetGrader:
    """Grades sheets of one set by one policy and the teacher's rulings."""

    def __init__(self, judge: Judge, policy: SetPolicy, rulings: Rulings, sources: Sequence[Source]) -> None:
        self.judge, self.rulings, self.rules = judge, rulings, Rules(policy, sources)
        self._planned_for: tuple[tuple[Posed, ...], Manner, int] | None = None
        self._steps: list[_Step] = []

    def grade(self, handout: Handout, entries: Sequence[Entry], tell: Tell) -> GradedSheet:
        """The sheet with the submission that counts; what a person should know of it is told."""
        if not entries:
            return self.absent(handout)
        found = submissions(entries, self.rules.sources, handout, tell)
        chosen = counted(found, handout, self.rules, lambda given: self.graded(handout, given).points, tell)
        return self.absent(handout) if chosen is None else self.graded(handout, chosen)

    def graded(self, handout: Handout, submission: Submission) -> GradedSheet:
        """The sheet with these answers."""
        if submission.manners or self.rulings:
            problems = tuple(self._problem(handout, posed, submission) for posed in handout.problems)
            return self.summed(handout, submission, problems)
        answers, manner, judge = submission.answers, submission.manner, self.judge.judge
        found = []
        for each in self._plan(handout.problems, manner):
            try:
                picked = each.pick(answers)
            except KeyError:
                picked = each.pick({**dict.fromkeys(each.posed.keys, ""), **answers})
            raws = picked if each.many else (picked,)
            found.append(each.known.get(raws) or judge(each.posed, raws, manner))
        return self.summed(handout, submission, tuple(found))

    def _plan(self, problems: tuple[Posed, ...], manner: Manner) -> list[_Step]:
        """How to grade these problems; students who share theirs share the plan."""
        key = (problems, manner, self.judge.cleared)
        if self._planned_for is None or any(now is not then for now, then in zip(key, self._planned_for, strict=True)):
            self._steps = [_Step(each, self.judge.answers(each, manner)) for each in problems]
            self._planned_for = key
        return self._steps

    def absent(self, handout: Handout) -> GradedSheet:
        """The sheet of a student who handed in nothing."""
        dropped = self.rulings.voids
        of: Fraction | int = 0
        for posed in handout.problems:
            for key, (part, points) in zip(posed.keys, posed.points, strict=True):
                if not dropped or self.rulings.void(posed, key, part) != "drop":
                    of += Fraction(points) if "/" in points else int(points)
        return GradedSheet(handout, None, (), 0, of, 0)

    def _problem(self, handout: Handout, posed: Posed, submission: Submission) -> JudgedProblem:
        answers, manner = submission.answers, submission.manner
        raws = tuple([answers.get(key, "") for key in posed.keys])
        if submission.manners:
            manner = _common([submission.manner_of(key) for key in posed.keys if answers.get(key)], manner)
        problem = self.judge.judge(posed, raws, manner)
        return self.rulings.on(handout.form, problem) if self.rulings else problem

    def summed(
        self, handout: Handout, submission: Submission | None, problems: tuple[JudgedProblem, ...]
    ) -> GradedSheet:
        """The sheet with these problems."""
        sums = (sum(map(_points, problems)), sum(map(_of, problems)), sum(map(_waiting, problems)))
        return GradedSheet(handout, submission, problems, *sums)


def _common(manners: Sequence[Manner], usual: Manner) -> Manner:
    """How the answers to one problem came: through cells if any did; the decimal mark is that of the first with one."""
    if not manners:
        return usual
    decimal = next((each.decimal for each in manners if each.decimal), "")
    return Manner(any(each.cell for each in manners), decimal)


def score_heads(problems: int) -> str:
    """The first line of scores.csv."""
    return BOM + csv_line([*SCORE_HEADS, *(f"problem {number}" for number in range(1, problems + 1))])


__all__ = ["ABSENT", "GRADED", "SCORE_HEADS", "WAITING", "GradedSheet", "SheetGrader", "score_heads"]
