"""What one student gets for one variant: a verdict a part, with its reading, points and feedback."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.prose import Prose
from quizgen.verdict import Malformed, Reading, Verdict


class Filled(NamedTuple):
    """A text with the values that its insertions show."""

    prose: Prose
    values: Mapping[str, Any]


class Mark(NamedTuple):
    """A point that a person looks for in an open answer, with its share of the credit.

    `found` are the words that seem to make it, "" for none; `given` says what the person found, None while nobody has
    looked.
    """

    say: Filled
    credit: Fraction | int
    found: str = ""
    given: bool | None = None


class PartResult(NamedTuple):
    """The verdict for one part. `points` = credit · points of the part, exact; `says` is feedback in order.

    `marks` are what an open answer is marked by, () for any other.
    """

    part: str
    verdict: Verdict
    reading: Reading | Malformed | None
    points: Fraction | int
    of: Fraction | int
    says: tuple[Filled, ...] = ()
    marks: tuple[Mark, ...] = ()


class Result(NamedTuple):
    """All parts of one variant. `to_mark` are the points that no verdict has decided yet (undecided, pending)."""

    template: str
    variant: str
    parts: tuple[PartResult, ...]
    points: Fraction | int
    of: Fraction | int
    to_mark: Fraction | int
    engine: str
    digests: tuple[str, str, str]
