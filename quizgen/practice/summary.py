"""What a practice session came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from quizgen.practice.session import PartRecord, Sitting


class Summary(NamedTuple):
    """Counts over the parts of all questions that were posed; points are those of each part's best judged answer."""

    questions: int
    parts: int
    right_at_once: int
    right_later: int
    hints: int
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int
    again: tuple[str, ...]
    """Labels of the templates with a part that didn't end right, in the order in which they were posed."""


def summarise(sittings: Sequence[Sitting]) -> Summary:
    """The summary of questions that are over; parts that nobody answered count as not right."""
    records = [record for sitting in sittings for record in sitting.records]
    right = [record for record in records if record.right]
    at_once = sum(1 for record in right if record.tries == 1 and not record.hints)
    return Summary(
        questions=len(sittings),
        parts=len(records),
        right_at_once=at_once,
        right_later=len(right) - at_once,
        hints=sum(record.hints for record in records),
        points=_total(record.result.points for record in records if record.result is not None),
        of=_total(record.of for record in records),
        to_mark=_total(record.of for record in records if _unmarked(record)),
        again=_labels(sitting for sitting in sittings if not all(record.right for record in sitting.records)),
    )


def _unmarked(record: PartRecord) -> bool:
    return record.result is not None and record.result.verdict.outcome in ("undecided", "pending")


def _total(points: Iterable[Fraction | int]) -> Fraction | int:
    total = sum(points, start=Fraction(0))
    return int(total) if total.denominator == 1 else total


def _labels(sittings: Iterable[Sitting]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sitting.variant.template.label for sitting in sittings))
