"""Parts with open letters, for the tests of the symbolic answer types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizgen.answers import AnswerType, Asked, Match
from quizgen.answers.open_letters import OpenLetter
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, posed

LETTERS: Mapping[str, OpenLetter] = {
    "x": OpenLetter(), "y": OpenLetter(), "p": OpenLetter("positive"), "n": OpenLetter("positive", integer=True),
    "u": OpenLetter(low=0, high=1), "z": OpenLetter(complex=True), "C": OpenLetter(constant=True),
    "f": OpenLetter(of=("x",)), "T": OpenLetter("positive", drawn=True), "c": OpenLetter("positive", drawn=True),
}  # fmt: skip


def part(
    answer: Mapping[str, Any],
    values: Mapping[str, Any] | None = None,
    letters: str = "x y p n u",
    steps: Mapping[str, str] | None = None,
    **more: Any,
) -> tuple[AnswerType, Asked]:
    """A part of a template that declares these letters (of `LETTERS`) and has these values."""
    known = {name: LETTERS[name] for name in letters.split()}
    kind, asked = posed(answer, HandScope(values or {}, letters=known, steps=steps or {}))
    return kind, asked._replace(**more)


def match(made: tuple[AnswerType, Asked], raw: str) -> Match:
    """How a response stands that can be read."""
    kind, asked = made
    found = kind.read(raw, asked)
    assert isinstance(found, Reading), found
    return kind.judge(found, kind.key(asked), asked)


def standing(made: tuple[AnswerType, Asked], raw: str) -> str:
    """`blank`, `malformed`, or the standing of a response."""
    kind, asked = made
    found = kind.read(raw, asked)
    if found is None:
        return "blank"
    return "malformed" if isinstance(found, Malformed) else kind.judge(found, kind.key(asked), asked).standing


def complaint(made: tuple[AnswerType, Asked], raw: str) -> Malformed:
    """What is said of a response that can't be read."""
    kind, asked = made
    found = kind.read(raw, asked)
    assert isinstance(found, Malformed), found
    return found
