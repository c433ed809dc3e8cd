"""Bundles of sheets graded into the streams of a run, by this process or by one that may be killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from quizgen.batch.feedback import FeedbackWriter
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.judging import Judge
from quizgen.batch.notes import Counted, Note
from quizgen.batch.pile import Bundle, Entry
from quizgen.batch.records import Handout, Records
from quizgen.batch.replaced import templates_of
from quizgen.batch.review import review_lines
from quizgen.batch.rulings import Rulings
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sheet_grading import GradedSheet, SheetGrader
from quizgen.batch.sources import Source
from quizgen.errors import OutputError, SourceError
from quizgen.grader import Policy

KINDS = ("scores", "parts", "review", "errors")
"""The streams of a run."""
GRADING_POLICY = Policy(ask_back=False)
"""Nobody can be asked back: two readings are `ambiguous` (POSITIONS, preamble)."""


class Stream(Protocol):
    """Takes text."""

    def write(self, content: str) -> object:
        """Add to it."""
        ...


class Tally(NamedTuple):
    """What came of some sheets: counts of sheets by status and of parts by outcome and reason, points, notes.

    `waiting` are answers that a person has still to mark.
    """

    statuses: Mapping[str, int] = {}
    outcomes: Mapping[str, int] = {}
    reasons: Mapping[str, int] = {}
    score: Fraction | int = 0
    of: Fraction | int = 0
    waiting: int = 0
    errors: int = 0
    notes: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            Counter(self.statuses) + Counter(other.statuses), Counter(self.outcomes) + Counter(other.outcomes),
            Counter(self.reasons) + Counter(other.reasons), self.score + other.score, self.of + other.of,
            self.waiting + other.waiting, self.errors + other.errors, self.notes + other.notes,
        )  # fmt: skip


class Setup(NamedTuple):
    """All that grading a bundle takes beside the bundle; plain data that another process can be given.

    `problems` is how many columns of problems scores.csv has; `feedback` are the formats of feedback, () for none.
    """

    set_folder: Path
    out: Path
    rulings: Rulings
    sources: tuple[Source, ...]
    problems: int
    feedback: tuple[str, ...] = ()


class BundleGrader:
    """Grades bundles of one set."""

    def __init__(self, setup: Setup) -> None:
        folder = SetFolder(setup.set_folder)
        self._setup, self._folder, self._records = setup, folder, Records(folder)
        policy = folder.head.policy
        template = templates_of(folder, GradedFolder(setup.out))
        judge = Judge(template, GRADING_POLICY._replace(carry=policy.carry), folder.template)
        self.grader = SheetGrader(judge, policy, setup.rulings, setup.sources)
        self._feedback = FeedbackWriter(setup.out, judge, folder.head, setup.feedback)

    def grade(
        self, bundle: Bundle, streams: Mapping[str, Stream], at: Callable[[int], object], skip: Collection[int] = ()
    ) -> Tally:
        """Grade all sheets of a bundle; `at` is told which one comes next. Those of `skip` are refused.

        Raises OutputError where something can't be written, SourceError where the set is damaged.
        """
        entries = bundle.entries()
        tell = Counted(lambda note: _write(streams["errors"], note))
        statuses: Counter[str] = Counter()
        outcomes: Counter[tuple[str, str, bool]] = Counter()
        score: Fraction | int = 0
        of: Fraction | int = 0
        with self._feedback:
            for position, handout in enumerate(self._records.read(bundle.first, bundle.last), bundle.first):
                at(position)
                sheet = self._sheet(handout, entries.get(position, ()), tell, skipped=position in skip)
                self._write(sheet, streams, tell)
                statuses[sheet.status] += 1
                if sheet.submission is not None:
                    score, of = score + sheet.score, of + sheet.of
                    for problem in sheet.problems:
                        for kind in problem.counts:
                            outcomes[kind] += 1
        return Tally(dict(statuses), score=score, of=of, errors=tell.errors, notes=tell.notes).plus(_parts(outcomes))

    def _sheet(self, handout: Handout, entries: Sequence[Entry], tell: Counted, *, skipped: bool) -> GradedSheet:
        """The sheet graded; whatever goes wrong with it costs it and no other."""
        if skipped:
            tell(Note(
                "grading it has ended the process twice, so it isn't graded", "grade it by hand, and report the fault",
                student=handout.student,
            ))  # fmt: skip
            return self.grader.absent(handout)
        try:
            return self.grader.grade(handout, entries, tell)
        except (OutputError, SourceError):
            raise
        except Exception as error:  # noqa: BLE001 - one bad row never stops a run
            what = f"it couldn't be graded: {type(error).__name__}: {error}"
            tell(Note(what, "grade it by hand, and report the fault", student=handout.student))
            return self.grader.absent(handout)

    def _write(self, sheet: GradedSheet, streams: Mapping[str, Stream], tell: Counted) -> None:
        streams["scores"].write(sheet.score_line(self._setup.problems))
        if sheet.submission is None:
            return
        streams["parts"].write(sheet.part_lines())
        if any(each.to_review for each in sheet.problems):
            streams["review"].write("".join(review_lines(sheet, self._setup.rulings)))
        self._feedback.write(sheet, tell)


def _parts(counts: Mapping[tuple[str, str, bool], int]) -> Tally:
    """Counts of parts, by outcome, reason, and whether they wait for a person."""
    outcomes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for (outcome, reason, _), count in counts.items():
        outcomes[outcome] += count
        reasons[reason] += count
    return Tally({}, outcomes, reasons, waiting=sum(count for (*_, waits), count in counts.items() if waits))


def tally_of(sheet: GradedSheet) -> Tally:
    """What one sheet adds."""
    if sheet.submission is None:
        return Tally({sheet.status: 1})
    counts = Counter(kind for each in sheet.problems for kind in each.counts)
    return Tally({sheet.status: 1}, score=sheet.score, of=sheet.of).plus(_parts(counts))


def _write(errors: Stream, note: Note) -> None:
    errors.write(note.line())


__all__ = ["GRADING_POLICY", "KINDS", "BundleGrader", "Setup", "Stream", "Tally", "tally_of"]
