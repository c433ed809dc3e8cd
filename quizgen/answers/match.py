"""`match: {T: T}`: what is numbered on the left is matched with what has letters on the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from quizgen.answers import (
    Asked,
    BasicType,
    KeyLine,
    Match,
    PublicAnswer,
    PublicOption,
    Sample,
    Scope,
    folding,
    letters,
    rules,
)
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.options import (
    MOST,
    Lettered,
    Shown,
    from_texts,
    letters_of,
    partly,
    public_options,
    shuffled,
    text_of,
    texts,
    with_letters,
)
from quizgen.errors import ReadingError
from quizgen.verdict import Malformed, Reading

Pairs = tuple[str, ...]
"""For each thing on the left the id of what it is matched with, "" for nothing."""

_PAIR = r"\(?(\d{1,2})\)?\s*[-=:.→⇒>)–]*\s*[(\[]?([a-z])[)\]]?"
_PAIRS = re.compile(rf"{_PAIR}(?:[\s,;&/]|and)*")
_PIECE = re.compile(r"\(?(\d{1,2})\)?\s*(?:->|=>|[-=:.→⇒>)–\s])\s*(.+)", re.DOTALL)


class MatchAnswer(BasicType):
    """Each pair is worth the same; what stands twice on the right is shown, and may be used, as one."""

    name = "match"
    takes = AnswerField("What stands on the left with what belongs to it on the right.", ("pairs",))
    keys: Mapping[str, AnswerField] = MappingProxyType(
        {
            "distractors": AnswerField("Further things on the right, which belong to nothing.", ("texts",)),
            "all_or_nothing": AnswerField("No credit for a part of the pairs.", SWITCH),
        }
    )

    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        given = authored["match"]
        if not isinstance(given, Mapping):
            raise ReadingError("`match` is a mapping", mend="write `left: right` lines")
        if len(given) + len(authored.get("distractors", [])) > MOST:
            raise ReadingError(f"there are more than {MOST} things on the right", mend="split the part in two")
        return {
            "left": texts(list(given), "match", scope), "right": texts(list(given.values()), "match", scope),
            "distractors": texts(authored.get("distractors", []), "distractors", scope, least=0),
            "all_or_nothing": rules.truth(authored, "all_or_nothing"),
        }  # fmt: skip

    def key(self, asked: Asked) -> Pairs:
        """The id of each thing's own partner."""
        said = [text_of(each, asked) for each in _right_hand(asked)]
        return tuple(str(said.index(text)) for text in said[: len(asked.spec["left"])])

    def show(self, value: Any, asked: Asked) -> str:
        """The pairs, as `1b 2a`."""
        options = _lettered(asked)
        pairs = [(number, *letters_of([name], options)) for number, name in enumerate(value, 1)]
        return " ".join(f"{pair[0]}{pair[1]}" for pair in pairs if len(pair) > 1)

    def public(self, asked: Asked) -> PublicAnswer:
        """Both columns, the right one shuffled."""
        rule = "a letter for each number" + ("; all or nothing" if asked.spec["all_or_nothing"] else "")
        items = tuple(PublicOption(str(number), say, {}) for number, say in enumerate(asked.spec["left"], 1))
        return PublicAnswer(rule, options=public_options(_lettered(asked)), items=items, way="match")

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """Each thing on the left with its partner."""
        known = {option.id: PublicOption(letter, option.say, {}) for letter, option in _lettered(asked)}
        return tuple(
            KeyLine(str(number), say, to=known.get(name))
            for number, (say, name) in enumerate(zip(asked.spec["left"], key, strict=True), 1)
        )

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """`1b 2a 3c`, `1=b, 2=a`, the letters alone, or texts; `Reading.value` are ids, "" where one is left out."""
        text = folding.visible(raw.replace("\n", ";"))
        if not text.strip("; "):
            return None
        options, count = _lettered(asked), len(asked.spec["left"])
        mend = f"give a letter for each number, as `{_example(options, count)}`"
        named = _named(text, options, asked)
        if isinstance(named, str):
            return Malformed(raw, named, mend=mend)
        found: dict[int, tuple[str, Shown]] = {}
        for number, pair in named:
            if not 1 <= number <= count:
                return Malformed(raw, f"there is no {number}; the numbers are 1 to {count}", mend=mend)
            if found.setdefault(number, pair)[0] != pair[0]:
                return Malformed(raw, f"{number} is matched twice", mend=mend)
        return _reading(raw, found, asked)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right, or the share of pairs that are."""
        if reading.value == key:
            return Match("right", 1)
        hits, of = sum(one == other for one, other in zip(reading.value, key, strict=True)), len(key)
        evidence = f"{hits} of {of} pairs {'is' if hits == 1 else 'are'} right"
        return partly(hits, of, evidence, asked)

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The right pairs in many spellings, some of them, none of them, and what isn't there."""
        right = self.show(key, asked).split()
        backwards = right[::-1]
        equal = [f"{pair[:-1]}={pair[-1]}" for pair in right]
        found = [Sample(text, "correct") for text in (" ".join(right), "".join(backwards), ", ".join(equal))]
        found += [Sample("; ".join(f"{pair[:-1]} → {pair[-1].upper()}" for pair in backwards), "correct")]
        found += [Sample(" ".join(pair[-1] for pair in right), "correct"), Sample("", "blank")]
        found += [Sample("99a", "malformed"), Sample("1", "malformed"), Sample("one is the first", "malformed")]
        wrong = next((letter for letter, option in _lettered(asked) if option.id != key[0]), "")
        if wrong:
            found.append(Sample(f"1{wrong}", "incorrect"))
            outcome = "incorrect" if asked.spec["all_or_nothing"] else "partly"
            found.append(Sample(" ".join([f"1{wrong}", *right[1:]]), outcome))
        return found


# ---------------------------------------------------------------------------------------------------- the columns
def _right_hand(asked: Asked) -> list[Shown]:
    """All that may stand on the right, partners first."""
    return list(from_texts((*asked.spec["right"], *asked.spec["distractors"])))


def _lettered(asked: Asked) -> Lettered:
    """What stands on the right, each text once, in an order that tells nothing of the pairs."""
    by_text: dict[str, Shown] = {}
    for option in _right_hand(asked):
        by_text.setdefault(text_of(option, asked), option)
    return with_letters(shuffled(by_text.values(), asked, by_text=True))


# ---------------------------------------------------------------------------------------------------- responses
Numbered = list[tuple[int, tuple[str, Shown]]]


def _named(text: str, options: Lettered, asked: Asked) -> Numbered | str:
    """The pairs of a response, or what is wrong with it."""
    found = _by_letters(folding.strict_fold(text), options)
    if found:
        return found
    alone = letters.several(text, options, asked)
    if not isinstance(alone, str):
        wanted, given = len(asked.spec["left"]), len(alone)
        return list(enumerate(alone, 1)) if given == wanted else f"{wanted} letters are wanted, and here are {given}"
    return _by_texts(text, options, asked)


def _by_letters(folded: str, options: Lettered) -> Numbered | str:
    known = {letter: (letter, option) for letter, option in options}
    place, found = 0, Numbered()
    while place < len(folded):
        pair = _PAIRS.match(folded, place)
        if pair is None:
            return ""
        if pair[2] not in known:
            return "" if folded[pair.end(2) : pair.end(2) + 1].isalpha() else f"there is no option {pair[2]}"
        found.append((int(pair[1]), known[pair[2]]))
        place = pair.end()
    return found


def _by_texts(text: str, options: Lettered, asked: Asked) -> Numbered | str:
    """`1 = Paris; 2 = Rome`."""
    found = Numbered()
    for piece in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _PIECE.fullmatch(piece)
        if match is None:
            return "that is no list of pairs"
        said = letters.by_text(match[2], options, asked)
        named = said[0] if said else letters.picked(match[2], options, asked)
        if isinstance(named, str):
            return f"{match[1]}: {named}"
        found.append((int(match[1]), named))
    return found


def _reading(raw: str, found: Mapping[int, tuple[str, Shown]], asked: Asked) -> Reading:
    count = len(asked.spec["left"])
    value = tuple(found[number][1].id if number in found else "" for number in range(1, count + 1))
    echo = "; ".join(f"{number} → {found[number][0]}" for number in sorted(found))
    missing = [str(number) for number in range(1, count + 1) if number not in found]
    notes = (f"nothing is matched with {', '.join(missing)}",) if missing else ()
    return Reading(raw, value, echo, notes=notes)


def _example(options: Lettered, count: int) -> str:
    return " ".join(f"{number}{options[-number % len(options)][0]}" for number in range(1, count + 1))


TYPE = MatchAnswer()
