"""One student's sheet graded: what counts of what was handed in, the verdict for each part, and the sum."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from quizgen.batch.cells import csv_line, points_text
from quizgen.batch.judging import Counts, Judge, JudgedProblem
from quizgen.batch.notes import BOM, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout, Posed
from quizgen.batch.rulings import Rulings
from quizgen.batch.sources import Manner, Source
from quizgen.batch.submissions import Rules, Submission, counted, share_kept, submissions
from quizgen.maths.values import whole
from quizgen.problem_set import SetPolicy

SCORE_HEADS = ("student", "name", "form", "attempt", "status", "points", "of", "to_be_marked", "handed_in", "kept")
"""Of scores.csv; a column for each problem follows."""
GRADED, WAITING, ABSENT = "graded", "to be marked", "not handed in"
_shown = lru_cache(maxsize=1024)(points_text)
_json = json.JSONEncoder(ensure_ascii=False).encode


class GradedSheet(NamedTuple):
    """A sheet with what counted of it; nothing was handed in where `submission` is None.

    `points` is what the parts give before lateness, `to_mark` what is still to be marked, both out of `of`. `shown`,
    `lines` and `counts` are those of the problems, `to_review` says whether a person should see any of them.
    """

    handout: Handout
    submission: Submission | None
    problems: tuple[JudgedProblem, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int
    shown: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Counts, ...] = ()
    to_review: bool = False

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
        numbers: Sequence[str] = self.shown
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
        student = f'"{handout.student}"' if handout.student.isalnum() else _json(handout.student)
        whose = f'"student":{student},"form":"{handout.form}","attempt":{handout.attempt}'
        return f'{{{whose},{came}"number":'.join(("", *chain.from_iterable(self.lines)))


def _who(student: str, name: str) -> str:
    if not name and student.isalnum():
        return f"{student},"
    return csv_line((student, name), (0,))[:-2]


class _Step(NamedTuple):
    """One problem of a sheet: what picks its answers (one, or a tuple of several), and what is known of them."""

    posed: Posed
    pick: Callable[[Sequence[str]], Any]
    known: dict[Any, JudgedProblem]


class _Plan(NamedTuple):
    """How to grade a sheet that students share, from cells in one order; what has no cell is picked from behind them.

    It holds the problems, by whose identity it is found. `fits` says whether each cell is to one part of the sheet, and
    no part has two.
    """

    problems: tuple[Posed, ...]
    steps: tuple[_Step, ...]
    fits: bool


def _planned(handout: Handout, targets: Sequence[str]) -> _Plan:
    places = {key: place for place, key in enumerate(targets)}
    steps = tuple([
        _Step(each, itemgetter(*[places.get(key, len(targets)) for key in each.keys]), {}) for each in handout.problems
    ])  # fmt: skip
    return _Plan(handout.problems, steps, len(places) == len(targets) and places.keys() <= handout.keys.keys())


PLANS, KNOWN = 300, 24_000
"""Different sheets whose plans are kept, and problems in them whose verdicts are."""


class SheetGrader:
    """Grades sheets of one set by one policy and the teacher's rulings."""

    def __init__(self, judge: Judge, policy: SetPolicy, rulings: Rulings, sources: Sequence[Source]) -> None:
        self.judge, self.rulings, self.rules = judge, rulings, Rules(policy, sources)
        self._plans: dict[tuple[int, Hashable], _Plan] = {}
        self._known = 0

    def grade(self, handout: Handout, entries: Sequence[Entry], tell: Tell) -> GradedSheet:
        """The sheet with the submission that counts; what a person should know of it is told."""
        if not entries:
            return self.absent(handout)
        if len(entries) == 1 and not self.rulings and (sheet := self._at_once(handout, entries[0])) is not None:
            return sheet
        found = submissions(entries, self.rules.sources, handout, tell)
        chosen = counted(found, handout, self.rules, lambda given: self.graded(handout, given).points, tell)
        return self.absent(handout) if chosen is None else self.graded(handout, chosen)

    def graded(self, handout: Handout, submission: Submission) -> GradedSheet:
        """The sheet with these answers."""
        if submission.manners or self.rulings or not handout.shared:
            problems = tuple(self._problem(handout, posed, submission) for posed in handout.problems)
            return self.summed(handout, submission, problems)
        plan = self._plan(handout, submission.manner, handout.keys)
        cells = [submission.answers.get(key, "") for key in handout.keys]
        return self.summed(handout, submission, self._by_plan(plan, cells, submission.manner))

    def _at_once(self, handout: Handout, entry: Entry) -> GradedSheet | None:
        """The sheet that an entry alone makes up; None where that isn't plain to see, as it nearly always is."""
        source, cells = self.rules.sources[entry.file], entry.cells
        targets = source.targets_of(entry.shape)
        if not targets:
            return None
        if (source.marked and "'" in "".join(cells)) or len(cells) != len(targets) or not any(map(str.strip, cells)):
            return None
        kept = share_kept(entry.when, handout.deadline, self.rules.policy)
        submission = Submission(entry.when, {}, (entry.file, entry.row), kept, source.manner)
        if not handout.shared:
            answers = dict(zip(targets, cells, strict=True))
            if len(answers) != len(targets) or not answers.keys() <= handout.keys.keys():
                return None
            return self.graded(handout, submission._replace(answers=answers))
        plan = self._plan(handout, (entry.file, entry.shape), targets)
        if not plan.fits:
            return None
        return self.summed(handout, submission, self._by_plan(plan, [*cells, ""], source.manner))

    def _plan(self, handout: Handout, name: Hashable, targets: Collection[str]) -> _Plan:
        """How to grade a sheet from the cells that go by a name; students who share their problems share the plan."""
        plan = self._plans.get((id(handout.problems), name))
        if plan is None:
            if len(self._plans) >= PLANS or self._known >= KNOWN:
                self._plans.clear()
                self._known = 0
            plan = self._plans[id(handout.problems), name] = _planned(handout, tuple(targets))
        return plan

    def _by_plan(self, plan: _Plan, cells: Sequence[str], manner: Manner) -> tuple[JudgedProblem, ...]:
        return tuple([
            known.get(picked := pick(cells)) or self._judged(posed, known, picked, manner)
            for posed, pick, known in plan.steps
        ])  # fmt: skip

    def _judged(self, posed: Posed, known: dict[Any, JudgedProblem], picked: Any, manner: Manner) -> JudgedProblem:
        self._known += 1
        raws = picked if len(posed.keys) > 1 else (picked,)
        problem = known[picked] = self.judge.judge(posed, raws, manner)
        return problem

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
        if not problems:
            return GradedSheet(handout, submission, (), 0, 0, 0)
        _, _, _, points, of, to_mark, shown, lines, counts, to_review = zip(*problems, strict=True)
        sums = sum(points), sum(of), sum(to_mark)
        return GradedSheet(handout, submission, problems, *sums, shown, lines, counts, any(to_review))


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
