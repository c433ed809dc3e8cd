"""One question of a practice session as a pure state machine: posed, answered part by part, then explained.

Every step takes a `Sitting` and gives a new one with what there is to say; nothing here prints, waits or looks at a
clock. A terminal, a page or a test can drive it:

    sitting = ask(variant)
    sitting, said = answer(sitting, "4")       # Judged: not right, two tries left
    sitting, said = hint(sitting)              # Hinted
    sitting, said = answer(sitting, "2.667")   # Judged: right; the stage is now "explaining"
    sitting, said = reveal(sitting)            # Revealed: the first step of the worked solution

An open answer is pending. The learner then holds it against the model answer, point by point:

    sitting, said = answer(sitting, "It ...")  # Judged: pending; the stage is now "ticking"
    sitting, said = tick(sitting, made=True)   # Ticked: the next point, or the verdict after the last one
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, TypeVar

from quizgen.carry import reach
from quizgen.generator import public
from quizgen.grader import grade
from quizgen.prose import Prose
from quizgen.result import Mark, PartResult
from quizgen.variant import PublicPart, PublicVariant, Variant

TRIES = 3
"""How often a part may be answered; malformed, undecided and blank answers don't count."""
UNCOUNTED = frozenset({"malformed", "undecided"})
"""Outcomes of an answer that costs no try."""

SETTLED = frozenset({"correct", "pending"})
"""Outcomes after which a second try would change nothing."""

Stage = Literal["asking", "ticking", "explaining", "over"]


class PartRecord(NamedTuple):
    """How one part went. `result` is the best judged answer, None if there was none; `tries` counts judged answers."""

    part: str
    result: PartResult | None
    tries: int
    hints: int
    revealed: bool
    of: Fraction | int

    @property
    def right(self) -> bool:
        """Whether it ended correct, and was not answered after its solution was seen."""
        return self.result is not None and self.result.verdict.outcome == "correct"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where one question stands.

    `responses` are the last readable answers, which later parts may carry; `ticks` says of the first points of an open
    answer whether it makes them; `opened` are the steps that were shown for a part, `told` counts the steps of the
    whole solution that were shown after the last part. `last` is the last judged answer to the part, `best` the one
    that counts: a later, worse try takes nothing away.
    """

    variant: Variant
    shows: PublicVariant
    stage: Stage = "asking"
    responses: Mapping[str, str] = field(default_factory=dict)
    records: tuple[PartRecord, ...] = ()
    last: PartResult | None = None
    best: PartResult | None = None
    tries: int = 0
    hints: int = 0
    nudged: bool = False
    ticks: tuple[bool, ...] = ()
    opened: frozenset[str] = frozenset()
    told: int = 0

    @property
    def part(self) -> PublicPart | None:
        """The part that is asked or ticked now, None when all are done."""
        return self.shows.parts[len(self.records)] if self.stage in ("asking", "ticking") else None

    @property
    def point(self) -> Mark | None:
        """The point that the learner looks for in their open answer now."""
        return self.last.marks[len(self.ticks)] if self.stage == "ticking" and self.last is not None else None


class Judged(NamedTuple):
    """An answer's verdict. `left` tries remain, 0 where the part is over; then `steps` are those that it reveals."""

    result: PartResult
    left: int
    steps: frozenset[str] = frozenset()


class Ticked(NamedTuple):
    """A point was ticked, or not. `result` is the part's verdict after the last one, None before."""

    result: PartResult | None
    steps: frozenset[str] = frozenset()


class Nudged(NamedTuple):
    """Nothing was typed: ask whether to leave the part."""


class Left(NamedTuple):
    """A part was given up; `steps` are those that it reveals."""

    part: str
    steps: frozenset[str] = frozenset()


class Hinted(NamedTuple):
    """A hint, number `number` of `of`; `of` is 0 where the part has none, and `says` is empty when all were given."""

    says: Prose
    number: int
    of: int


class Opened(NamedTuple):
    """A part's own solution is open: those `steps` that lead to its key and weren't shown before."""

    part: str
    steps: frozenset[str]


class Revealed(NamedTuple):
    """The next steps of the whole solution are open: from `first` up to but without `end`, of `of`."""

    first: int
    end: int
    of: int


Said = Judged | Ticked | Nudged | Left | Hinted | Opened | Revealed
S_co = TypeVar("S_co", bound=Said, covariant=True)


class Step(NamedTuple, Generic[S_co]):
    """The new state and what to say."""

    sitting: Sitting
    said: S_co


def ask(variant: Variant) -> Sitting:
    """A question that nobody has answered yet; one that continues another shows what that one asked for."""
    return Sitting(variant, public(variant, recall=True))


def answer(sitting: Sitting, text: str) -> Step[Judged | Nudged | Left]:
    """Answer the part that is asked.

    A malformed answer costs no try, and one that can't be decided neither: it may be written in another way, and counts
    as still to be marked until another answer is judged. A blank one is asked about once, the second leaves the part.
    After a wrong or partly right answer the part may be tried again, `TRIES` times in all. Raises ValueError when
    nothing is asked.
    """
    part = _asked(sitting)
    if not text.strip():
        return _blank(sitting, part)
    result = judge(sitting, text)
    outcome = result.verdict.outcome
    if outcome == "blank":
        return _blank(sitting, part)
    if outcome == "malformed":
        return Step(replace(sitting, nudged=False), Judged(result, TRIES - sitting.tries))
    if outcome == "undecided":
        kept = replace(sitting, last=result, best=sitting.best or result, nudged=False)
        return Step(kept, Judged(result, TRIES - sitting.tries))
    tried = replace(
        sitting, responses={**sitting.responses, part.id: text}, tries=sitting.tries + 1, last=result,
        best=_better(sitting.best, result), nudged=False,
    )  # fmt: skip
    if result.marks:
        return Step(replace(tried, stage="ticking"), Judged(result, 0))
    left = 0 if outcome in SETTLED else TRIES - tried.tries
    if left:
        return Step(tried, Judged(result, left))
    after = _next(tried)
    return Step(after, Judged(result, 0, after.opened - tried.opened))


def _better(best: PartResult | None, result: PartResult) -> PartResult:
    """The result that counts: the later one, unless it has fewer points and settles nothing."""
    kept = best is not None and best.points > result.points and result.verdict.outcome not in SETTLED
    return best if best is not None and kept else result


def tick(sitting: Sitting, *, made: bool) -> Step[Ticked]:
    """Whether the open answer makes the point that is looked for; after the last one the part has its verdict.

    Raises ValueError where no point is looked for.
    """
    if sitting.point is None or sitting.last is None:
        raise ValueError("no point is looked for")
    ticks = (*sitting.ticks, made)
    if len(ticks) < len(sitting.last.marks):
        return Step(replace(sitting, ticks=ticks), Ticked(None))
    given = frozenset(place for place, each in enumerate(ticks) if each)
    result = _graded(sitting, sitting.last.part, {}, {sitting.last.part: given})
    after = _next(replace(sitting, last=result, best=result))
    return Step(after, Ticked(result, after.opened - sitting.opened))


def judge(sitting: Sitting, text: str) -> PartResult:
    """What the part that is asked would get for this text, with the earlier parts' answers; changes nothing."""
    part = _asked(sitting)
    return _graded(sitting, part.id, {part.id: text}, {})


def _graded(sitting: Sitting, part: str, more: Mapping[str, str], marks: Mapping[str, frozenset[int]]) -> PartResult:
    variant = sitting.variant
    result = grade(variant.template, variant.params, {**sitting.responses, **more}, marks=marks)
    return next(each for each in result.parts if each.part == part)


def hint(sitting: Sitting) -> Step[Hinted]:
    """The next hint of the part that is asked. Raises ValueError when nothing is asked."""
    hints = _asked(sitting).hints
    given = sitting.hints
    if given >= len(hints):
        return Step(sitting, Hinted(Prose(), given, len(hints)))
    return Step(replace(sitting, hints=given + 1), Hinted(hints[given], given + 1, len(hints)))


def leave(sitting: Sitting) -> Step[Left]:
    """Give up the part that is asked or ticked, and go to the next; an open answer stays pending."""
    if sitting.part is None:
        raise ValueError("every part of this question is done")
    after = _next(sitting)
    return Step(after, Left(sitting.part.id, after.opened - sitting.opened))


def open_part(sitting: Sitting) -> Step[Opened]:
    """Show how the part that is asked is solved, and go to the next: it can't be answered any more.

    The last part opens no steps, because the whole solution comes next.
    """
    _asked(sitting)
    part = sitting.variant.template.parts[len(sitting.records)]
    steps = frozenset(part.reveals) or reach(sitting.variant.template, part, frozenset()).passed
    after = _next(replace(sitting, opened=sitting.opened | steps), revealed=True)
    return Step(after, Opened(part.id, steps - sitting.opened if after.stage == "asking" else frozenset()))


def reveal(sitting: Sitting, steps: int, *, everything: bool = False) -> Step[Revealed]:
    """Open the next of the solution's `steps`, or all that are left, once every part is done.

    Raises ValueError while a part is asked.
    """
    if sitting.part is not None:
        raise ValueError("a part is still asked")
    end = steps if everything else min(sitting.told + 1, steps)
    stage: Stage = "over" if end >= steps else "explaining"
    return Step(replace(sitting, told=end, stage=stage), Revealed(sitting.told, end, steps))


def finish(sitting: Sitting) -> Sitting:
    """The question put away, whatever is still open: every part has a record."""
    while sitting.part is not None:
        sitting = _next(sitting)
    return replace(sitting, stage="over")


def put_away(sitting: Sitting) -> Sitting:
    """The question left as it is: the part that is asked goes on record, those that were never asked don't."""
    if sitting.part is not None:
        sitting = _next(sitting)
    return replace(sitting, stage="over")


def _asked(sitting: Sitting) -> PublicPart:
    if sitting.part is None or sitting.stage != "asking":
        raise ValueError("every part of this question is done" if sitting.part is None else "its points are ticked now")
    return sitting.part


def _blank(sitting: Sitting, part: PublicPart) -> Step[Nudged | Left]:
    if sitting.nudged:
        after = _next(sitting)
        return Step(after, Left(part.id, after.opened - sitting.opened))
    return Step(replace(sitting, nudged=True), Nudged())


def _next(sitting: Sitting, *, revealed: bool = False) -> Sitting:
    """The part that is asked goes on record with the steps that it reveals open, and the next one is asked.

    After the last part nothing opens, because the whole solution comes next.
    """
    part = sitting.variant.template.parts[len(sitting.records)]
    record = PartRecord(part.id, sitting.best, sitting.tries, sitting.hints, revealed, part.points)
    records = (*sitting.records, record)
    stage: Stage = "asking" if len(records) < len(sitting.shows.parts) else "explaining"
    opened = sitting.opened.union(part.reveals) if stage == "asking" else sitting.opened
    return replace(
        sitting,
        records=records,
        stage=stage,
        last=None,
        best=None,
        tries=0,
        hints=0,
        nudged=False,
        ticks=(),
        opened=opened,
    )
