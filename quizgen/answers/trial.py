"""What becomes of one answer to a part that stands alone: reading, outcome, and what decided it.

The order is the grader's (POSITIONS 31), as far as there are no traps, steps and earlier answers.
"""

from __future__ import annotations

from typing import NamedTuple

from quizgen.answers import AnswerType, Asked, Match
from quizgen.answers.echoes import with_brackets
from quizgen.answers.free import SYMBOLIC
from quizgen.errors import TooMuchWork, Undecided
from quizgen.maths.same import Sameness
from quizgen.verdict import Malformed, Outcome, Reading, Verdict


class Trial(NamedTuple):
    """An answer's verdict with its evidence.

    `found` is the comparison that decided, where trees were compared. Where the other reading alone would be right the
    answer is asked back: then `readings` has both with what each would get, the first reading first.
    """

    verdict: Verdict
    reading: Reading | Malformed | None
    found: Sameness | None = None
    readings: tuple[tuple[Reading, Verdict], ...] = ()


def tried(kind: AnswerType, asked: Asked, raw: str) -> Trial:
    """The verdict on a response. Raises MathsError where the key has no value."""
    key, reading = kind.key(asked), kind.read(raw, asked)
    if reading is None:
        return Trial(Verdict("blank"), None)
    if isinstance(reading, Malformed):
        return Trial(Verdict("malformed"), reading)
    verdict = _verdict(kind, reading, key, asked)
    if reading.other is not None and verdict.outcome != "correct":
        other = _verdict(kind, reading.other, key, asked)
        if other.outcome == "correct":
            both = ((reading, verdict), (reading.other, other))
            asks = (with_brackets(reading.other), with_brackets(reading))
            question = reading.question or f"did you mean {asks[0]} or {asks[1]}?"
            return Trial(Verdict("malformed"), Malformed(raw, question, asks=asks), None, both)
    return Trial(verdict, reading, _found(kind, reading, key, asked, verdict))


def _verdict(kind: AnswerType, reading: Reading, key: object, asked: Asked) -> Verdict:
    try:
        match = kind.judge(reading, key, asked)
    except (Undecided, TooMuchWork) as error:
        return Verdict("undecided", 0, "work", evidence=error.what, notes=reading.notes)
    notes = reading.notes + match.notes
    if match.standing == "undecided":
        return Verdict("undecided", 0, "work", evidence=match.evidence, notes=notes)
    reason = "" if match.standing == "right" else match.standing
    return Verdict(_outcome(match), match.credit, reason, evidence=match.evidence, notes=notes)


def _outcome(match: Match) -> Outcome:
    return "correct" if match.credit == 1 else "partly" if match.credit else "incorrect"


def _found(kind: AnswerType, reading: Reading, key: object, asked: Asked, verdict: Verdict) -> Sameness | None:
    """How the trees compare; None where a number's rule decided, or the answer isn't new."""
    if kind.name not in SYMBOLIC or asked.spec.get("entry") or verdict.reason == "given":
        return None
    compared = getattr(kind, "compared", None)
    return None if compared is None else compared(reading.value, key, asked)
