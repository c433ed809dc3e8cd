"""`explain: [{point, finds}]`: an answer in the learner's own words, marked by points (POSITIONS 32).

Patterns only suggest: what they find is shown as evidence, and a person says which of the points were made. A pattern
is some words of one sentence in any order, `a|b` for either of two, `comput*` for any ending; no regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from quizgen.answers import Asked, BasicType, KeyLine, Match, Point, PublicAnswer, Sample, Scope, folding, rules
from quizgen.answers.fields import AnswerField
from quizgen.errors import ReadingError
from quizgen.maths.arithmetic import whole
from quizgen.prose import Prose, markdown
from quizgen.verdict import Malformed, Reading

LONGEST = 10_000
"""Characters of a response at most."""
SHOWN = 90
"""Characters of a sentence that are shown as evidence."""
MOST = 20
"""Points of a part, and patterns of a point, at most."""
LINES_A_POINT = 2
"""Lines that a sheet leaves to write on, for each point."""
POINT_KEYS: Mapping[str, AnswerField] = MappingProxyType(
    {
        "point": AnswerField(
            "What the answer should say, in a sentence; all points make the model answer.", needed=True
        ),
        "credit": AnswerField("Its weight among the points; 1 if not given.", ("number",)),
        "finds": AnswerField("Patterns, one of which suggests that a sentence makes the point.", ("texts",)),
        "unless": AnswerField("Patterns that speak against it in the same sentence.", ("texts",)),
    }
)

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*%?|[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s\w]")
_PATTERN_WORD = re.compile(r"[^\s|*]+\*?")
_CREDIT = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?")


class ExplainAnswer(BasicType):
    """Each point that a person finds in the response earns its share."""

    name = "explain"
    takes = AnswerField("The points that a good answer makes.", ("items",), POINT_KEYS)
    keys: Mapping[str, AnswerField] = MappingProxyType({})

    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        given = authored["explain"]
        if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST:
            raise ReadingError(f"`explain` is a list of 1 to {MOST} points", mend="write `- {point: …, finds: […]}`")
        points = tuple(_compiled(each, scope) for each in given)
        of = sum((each["credit"] for each in points), Fraction(0))
        if not of:
            raise ReadingError("no point has any credit", mend="take `credit: 0` away")
        return {"points": tuple({**each, "credit": whole(each["credit"] / of)} for each in points)}

    def key(self, asked: Asked) -> tuple[str, ...]:
        """What each point says, as Markdown. Raises MathsError."""
        return tuple(markdown(each["point"], asked.values, asked.texts).strip() for each in asked.spec["points"])

    def show(self, value: Any, asked: Asked) -> str:
        """All points, as one answer."""
        return " ".join(value)

    def public(self, asked: Asked) -> PublicAnswer:
        """Lines to write on; how many depends on the number of points only."""
        return PublicAnswer("in your own words", way="words", lines=LINES_A_POINT * len(asked.spec["points"]))

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The points."""
        return tuple(KeyLine("", each["point"]) for each in asked.spec["points"])

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """The text as it stands; `Reading.value` are its sentences."""
        if not folding.visible(raw):
            return None
        if len(raw) > LONGEST:
            return Malformed(raw, f"this is longer than {LONGEST:,} characters", mend="keep to what is asked")
        sentences = tuple(text for part in _SENTENCE_END.split(raw) if (text := folding.visible(part)))
        return Reading(raw, sentences, " ".join(sentences))

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Pending, with what the patterns found."""
        found = self.points(reading, asked)
        evidence = "; ".join(f"found: “{each.found}”" if each.found else "not found" for each in found)
        return Match("pending", evidence=evidence)

    def points(self, reading: Reading, asked: Asked) -> tuple[Point, ...]:
        """Each point with the first sentence that seems to make it."""
        return tuple(
            Point(each["point"], each["credit"], _found(each, reading.value, asked)) for each in asked.spec["points"]
        )

    def marked(self, reading: Reading, given: AbstractSet[int], asked: Asked) -> Match:
        """The share of the points that a person found."""
        points = asked.spec["points"]
        credit = whole(sum((each["credit"] for place, each in enumerate(points) if place in given), Fraction(0)))
        evidence = f"{len(given & set(range(len(points))))} of {len(points)} points"
        return Match("right" if credit == 1 else "some" if credit else "value", credit, evidence)

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """No trap speaks of open text."""
        return False

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """No trap speaks of open text."""
        return False

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The model answer, another text, and one that is too long: only a person can say right or wrong."""
        model = self.show(key, asked)
        pending = [Sample(text, "pending", "pending") for text in (model, "Because it does.", "Nobody knows!")]
        return (*pending, Sample("", "blank"), Sample(" \n ", "blank"), Sample("z" * (LONGEST + 1), "malformed"))


# ---------------------------------------------------------------------------------------------------- compiling
def _compiled(given: Any, scope: Scope) -> dict[str, Any]:
    if not isinstance(given, Mapping) or not str(given.get("point", "")).strip():
        raise ReadingError("a point has `point`", mend="write `- {point: …, finds: […]}`")
    rules.refuse_other_keys(given, "a point", POINT_KEYS)
    credit = str(given.get("credit", "1")).strip()
    if not _CREDIT.fullmatch(credit):
        raise ReadingError(f"`credit: {credit}` is no number", mend="write `credit: 2` for twice the weight")
    return {
        "point": scope.prose(str(given["point"])), "credit": Fraction(credit),
        "finds": _patterns(given, "finds", scope), "unless": _patterns(given, "unless", scope),
    }  # fmt: skip


def _patterns(given: Mapping[str, Any], name: str, scope: Scope) -> tuple[Prose, ...]:
    listed = given.get(name, ())
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in listed) or len(listed) > MOST:
        raise ReadingError(f"`{name}` is a list of at most {MOST} patterns", mend=f"write `{name}: [one two, three*]`")
    for each in listed:
        words = [word for slot in each.split() for word in slot.split("|")]
        if not words or not all("<<" in word or _PATTERN_WORD.fullmatch(word) for word in words):
            raise ReadingError(f"`{each}` is no pattern", mend="write words, `a|b`, and `*` at the end of a word only")
    return tuple(scope.prose(each) for each in listed)


# ---------------------------------------------------------------------------------------------------- finding
Slot = tuple[tuple[str, bool], ...]
"""Words of which one must stand there, each with whether it is only the beginning of one."""


def _found(point: Mapping[str, Any], sentences: tuple[str, ...], asked: Asked) -> str:
    """The sentence that makes the point, cut where it is long; "" if none seems to."""
    finds, unless = (
        [_slots(markdown(each, asked.values, asked.texts)) for each in point[name]] for name in ("finds", "unless")
    )
    for sentence in sentences:
        words = _words(sentence)
        if any(_stands(each, words) for each in finds) and not any(_stands(each, words) for each in unless):
            return sentence if len(sentence) <= SHOWN else sentence[: SHOWN - 1].rstrip() + "…"
    return ""


@lru_cache(maxsize=1024)
def _slots(pattern: str) -> tuple[Slot, ...]:
    words = folding.strict_fold(pattern.replace("\\", "")).split()
    return tuple(tuple((each.removesuffix("*"), each.endswith("*")) for each in word.split("|")) for word in words)


@lru_cache(maxsize=256)
def _words(sentence: str) -> frozenset[str]:
    """The words of a sentence, and what those with a hyphen or apostrophe are made of: doesn't is does and n't."""
    found = set(_TOKEN.findall(folding.strict_fold(sentence)))
    for word in tuple(found):
        found.update(word.split("-"), [word.replace("-", "")] if "-" in word else [])
        if word.endswith("n't"):
            found.update((word[:-3], "n't"))
    return frozenset(found)


def _stands(slots: tuple[Slot, ...], words: AbstractSet[str]) -> bool:
    """Whether each slot has a word of the sentence."""
    return all(
        any(word in words or (begins and any(each.startswith(word) for each in words)) for word, begins in slot)
        for slot in slots
    )


TYPE = ExplainAnswer()
