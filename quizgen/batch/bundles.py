"""Bundles of sheets graded into the streams of a run, by this process or by one that may be killed."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from quizgen.batch.feedback import FeedbackWriter
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.judging import Counts, Judge
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
GATHERED = 10
"""Texts that are written at once: few enough to stay in the processor's cache."""
SELDOM = 200_000
"""Objects after which Python looks for cycles among them."""
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

    def __init__(self, setup: Setup, records: Records | None = None) -> None:
        folder = SetFolder(setup.set_folder)
        self._setup, self._records = setup, records or Records(folder)
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
        into = {kind: _Buffer(stream) for kind, stream in streams.items()}
        tell = Counted(lambda note: into["errors"].write(note.line()))
        tally = _Tallied()
        with self._feedback:
            for position, handout in enumerate(self._records.read(bundle.first, bundle.last), bundle.first):
                at(position)
                sheet = self._sheet(handout, entries.get(position, ()), tell, skipped=position in skip)
                self._write(sheet, into, tell)
                tally.add(sheet)
        for buffer in into.values():
            buffer.flush()
        return tally.result()._replace(errors=tell.errors, notes=tell.notes)

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

    def _write(self, sheet: GradedSheet, streams: Mapping[str, _Buffer], tell: Counted) -> None:
        streams["scores"].write(sheet.score_line(self._setup.problems))
        if sheet.submission is None:
            return
        streams["parts"].write(sheet.part_lines())
        if sheet.to_review:
            streams["review"].write("".join(review_lines(sheet, self._setup.rulings)))
        if self._setup.rulings.marks:
            for note in self._setup.rulings.unused(sheet.handout.student, sheet.handout.form, sheet.problems):
                tell(note)
        self._feedback.write(sheet, tell)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """With few of Python's searches for cycles, which take a third of the time and find next to none."""
    usual = gc.get_threshold()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Buffer:
    """Gathers texts for a stream, which is asked for less often then."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._texts: list[str] = []

    def write(self, text: str) -> None:
        self._texts.append(text)
        if len(self._texts) >= GATHERED:
            self.flush()

    def flush(self) -> None:
        self._stream.write("".join(self._texts))
        self._texts.clear()


class _Tallied:
    """Counts sheets as they come, and their problems by what came of their parts."""

    def __init__(self) -> None:
        self._statuses: Counter[str] = Counter()
        self._problems: Counter[Counts] = Counter()
        self._score: Fraction | int = 0
        self._of: Fraction | int = 0

    def add(self, sheet: GradedSheet) -> None:
        self._statuses[sheet.status] += 1
        if sheet.submission is not None:
            self._score += sheet.score
            self._of += sheet.of
            self._problems.update(sheet.counts)

    def result(self) -> Tally:
        outcomes: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        waiting = 0
        for counts, times in self._problems.items():
            for outcome, reason, waits in counts.parts:
                outcomes[outcome] += times
                reasons[reason] += times
                waiting += times if waits else 0
        return Tally(dict(self._statuses), dict(outcomes), dict(reasons), self._score, self._of, waiting)


def tally_of(sheets: Iterable[GradedSheet]) -> Tally:
    """What sheets come to."""
    tallied = _Tallied()
    for sheet in sheets:
        tallied.add(sheet)
    return tallied.result()


__all__ = ["GRADING_POLICY", "KINDS", "BundleGrader", "Setup", "Stream", "Tally", "seldom_collected", "tally_of"]
