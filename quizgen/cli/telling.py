"""Verdicts in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from quizgen.cli.screen import Screen
from quizgen.prose import Prose
from quizgen.result import PartResult
from quizgen.verdict import REASONS, Malformed, Reading

OUTCOMES = {
    "correct": ("Right", "good"),
    "partly": ("Partly right", "bad"),
    "incorrect": ("Not right", "bad"),
    "malformed": ("That can't be read", "bad"),
    "blank": ("Nothing was answered", "quiet"),
    "undecided": ("This couldn't be decided", "quiet"),
    "pending": ("A person has to mark this", "quiet"),
}
"""Each outcome in words, with its style."""


def tell_verdict(
    screen: Screen,
    result: PartResult,
    texts: Mapping[str, Prose],
    *,
    reading: bool,
    evidence: bool,
    for_teachers: bool = False,
) -> None:
    """Print the verdict with its reason, how the answer was read, the evidence, and the feedback.

    `reading`: whether the reading is told, where it differs from what was typed; `evidence`: whether that is told,
    which would help with another try. Evidence with a point at which the answer is wrong is `for_teachers`; a learner
    is told it by the feedback, where the author allows it.
    """
    from quizgen.renderer import terminal

    verdict = result.verdict
    words, style = OUTCOMES[verdict.outcome]
    if isinstance(result.reading, Malformed):
        tell_malformed(screen, result.reading)
    else:
        screen.say_wrapped(words + _because(result), style=style)
    for line in _details(result, reading=reading, evidence=evidence, for_teachers=for_teachers):
        screen.say_wrapped(line, indent="  ", style="quiet")
    for mark in result.marks:
        sign = {True: "✓", False: "✗", None: "•"}[mark.given]
        screen.say_after(f"  {sign} ", partial(terminal, mark.say.prose, mark.say.values, texts))
        if mark.found:
            screen.say_wrapped(f"found: “{mark.found}”", indent="    ", style="quiet")
    for said in result.says:
        screen.say_after("  ", partial(terminal, said.prose, said.values, texts))


def tell_malformed(screen: Screen, reading: Malformed) -> None:
    """Print what can't be read, with a mark under the place, and how to mend it."""
    asked_back = reading.what.startswith("did you mean")
    screen.say_wrapped(f"{'Asked back' if asked_back else OUTCOMES['malformed'][0]}: {reading.what}", style="bad")
    if 0 <= reading.start <= len(reading.raw) and len(reading.raw) < screen.width - 4 and reading.raw.isprintable():
        screen.say(f"  {reading.raw}")
        screen.say("  " + " " * reading.start + "^" * max(1, reading.end - reading.start))
    if reading.mend:
        screen.say_wrapped(reading.mend, indent="  ")
    elif reading.asks and not asked_back:
        screen.say_wrapped(f"did you mean {' or '.join(reading.asks)}?", indent="  ")


def amount(number: Fraction | int) -> str:
    """A count of points: 3, 1/2 or 2 1/2."""
    whole, rest = divmod(Fraction(number), 1)
    return " ".join([*([str(whole)] if whole or not rest else []), *([str(rest)] if rest else [])])


def counted(number: Fraction | int, one: str, many: str = "") -> str:
    """A number with its noun: 1 part, 2 parts."""
    return f"{amount(number)} {one if number == 1 else many or one + 's'}"


def _because(result: PartResult) -> str:
    verdict = result.verdict
    reason = REASONS.get(verdict.reason, verdict.reason) if verdict.reason not in ("", "value", "work") else ""
    points = f"{amount(result.points)} of {counted(result.of, 'point')}" if verdict.outcome == "partly" else ""
    said = "; ".join(each for each in (reason, points) if each)
    return f": {said}." if said else "."


def _details(result: PartResult, *, reading: bool, evidence: bool, for_teachers: bool) -> Iterator[str]:
    read, verdict = result.reading, result.verdict
    if reading and isinstance(read, Reading) and (read.echo != read.raw.strip() or read.other is not None):
        yield f"Read as {read.echo if read.other is None else _with_brackets(read)}"
    notes = read.notes if isinstance(read, Reading) else ()
    yield from dict.fromkeys((*notes, *verdict.notes))
    pointed = verdict.counterexample is not None and not for_teachers
    helps = evidence or verdict.outcome == "undecided" or verdict.reason == "form"
    if helps and verdict.evidence and verdict.outcome != "pending" and not pointed:
        yield verdict.evidence


def _with_brackets(reading: Reading) -> str:
    from quizgen.answers.echoes import with_brackets

    return with_brackets(reading)
