"""What becomes of one response: how it was read, or why it can't be, and the verdict with its evidence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple

Outcome = Literal["malformed", "blank", "correct", "partly", "incorrect", "undecided", "pending"]

REASONS: dict[str, str] = {
    "": "as the key",
    "rounded": "right when rounded in a chain, as asked",
    "carried": "follows rightly from an earlier answer",
    "trap": "a known mistake",
    "precision": "right, but not to the figures asked",
    "truncated": "cut off instead of rounded",
    "form": "right value, other form than asked",
    "unit": "right number, wrong or missing unit",
    "dimension": "a unit of another kind of quantity",
    "some": "some of it is right",
    "condition": "a condition isn't met",
    "constant": "right but for the constant of integration",
    "given": "what was given, unchanged",
    "marked": "as marked by hand",
    "value": "another value",
    "ambiguous": "two readings, with different verdicts",
    "work": "too much work to decide",
}
"""Every reason code with its meaning (POSITIONS 15 to 33)."""


class Malformed(NamedTuple):
    """A response that can't be read: costs nothing. `start` and `end` are offsets into `raw`, -1 if there is no place.

    `asks` holds the readings to choose from where the learner is asked back.
    """

    raw: str
    what: str
    start: int = -1
    end: int = -1
    mend: str = ""
    asks: tuple[str, ...] = ()


class Reading(NamedTuple):
    """A response as it was read.

    `value` is what is judged, of a type that the answer type knows: for a number an exact value in base units.
    `echo` shows the reading in one line of Unicode text, `latex` in LaTeX ("" where there is nothing to typeset).
    `form` is what the answer type noted of the way it was written (figures, fraction, percent). `other` is the
    second common reading, where there is one, and `question` asks which was meant.
    """

    raw: str
    value: Any
    echo: str
    latex: str = ""
    unit: str = ""
    form: Any = None
    notes: tuple[str, ...] = ()
    other: Reading | None = None
    question: str = ""


class Counterexample(NamedTuple):
    """A point at which a response is wrong: each letter's value as text, and what key and response are there.

    `values` has the key's first; None where only the point is known. `told`: whether the author lets a learner see it
    (field `show_counterexample`).
    """

    point: tuple[tuple[str, str], ...]
    values: tuple[str, str] | None
    told: bool


class Verdict(NamedTuple):
    """The outcome for one part. `credit` is exact, from 0 to 1; `evidence` names the point or digit that decided.

    With a `counterexample` the evidence names its point, and is for teachers: a learner is told it only as `told` says.
    """

    outcome: Outcome
    credit: Fraction | int = 0
    reason: str = ""
    traps: tuple[str, ...] = ()
    evidence: str = ""
    notes: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
