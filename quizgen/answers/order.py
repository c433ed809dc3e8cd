"""`order: [T]`: things are put into their right order; they are authored in it and shown shuffled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from quizgen.answers import Asked, BasicType, KeyLine, Match, PublicAnswer, Sample, Scope, folding, letters, rules
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.options import (
    Lettered,
    echo_of,
    from_texts,
    letters_of,
    partly,
    public_options,
    shuffled,
    texts,
    with_letters,
)
from quizgen.verdict import Malformed, Reading

Order = tuple[str, ...]
"""Ids of the things, first to last; the author's order is 0, 1, 2 …"""


class OrderAnswer(BasicType):
    """Partial credit is the share of neighbours: things that stand right before the one that should follow them.

    Of `a b c d`, the response `b c d a` has two of three. Who guesses gets one n-th, on average.
    """

    name = "order"
    takes = AnswerField("Texts in their right order; they are shown shuffled, with letters.", ("texts",))
    keys: Mapping[str, AnswerField] = MappingProxyType(
        {
            "all_or_nothing": AnswerField("No credit for things that stand rightly side by side.", SWITCH),
        }
    )

    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        items = texts(authored["order"], "order", scope)
        return {"items": items, "all_or_nothing": rules.truth(authored, "all_or_nothing")}

    def key(self, asked: Asked) -> Order:
        """The author's order."""
        return tuple(str(place) for place in range(len(asked.spec["items"])))

    def show(self, value: Any, asked: Asked) -> str:
        """The letters in that order."""
        return " ".join(letters_of(value, _lettered(asked)))

    def public(self, asked: Asked) -> PublicAnswer:
        """The things in the order of their letters."""
        rule = "all letters, in order" + ("; all or nothing" if asked.spec["all_or_nothing"] else "")
        return PublicAnswer(rule, options=public_options(_lettered(asked)), way="order")

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The things in their right order."""
        known = {option.id: (letter, option) for letter, option in _lettered(asked)}
        return tuple(KeyLine(known[name][0], known[name][1].say) for name in key if name in known)

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """All letters, each once: `b a c`, `bac`, `b > a > c`, or texts; `Reading.value` are the ids in that order."""
        options = _lettered(asked)
        text = folding.visible(raw.replace("\n", ";"))
        if not text.strip("; "):
            return None
        named = letters.several(text, options, asked)
        example = " ".join(letter for letter, _ in reversed(options))
        mend = f"give all letters in order, as `{example}`"
        if isinstance(named, str):
            return Malformed(raw, named, mend=mend)
        given = [letter for letter, _ in named]
        if twice := next((letter for letter in given if given.count(letter) > 1), ""):
            return Malformed(raw, f"{twice} stands there twice", mend=mend)
        if missing := [letter for letter, _ in options if letter not in given]:
            return Malformed(raw, f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing", mend=mend)
        return Reading(raw, tuple(option.id for _, option in named), echo_of(named, asked))

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right, or the share of neighbours that are."""
        if reading.value == key:
            return Match("right", 1)
        wanted = set(pairwise(key))
        hits, of = sum(pair in wanted for pair in pairwise(reading.value)), len(wanted)
        evidence = f"{hits} of {of} {'stands' if hits == 1 else 'stand'} right before the one that follows"
        return partly(hits, of, evidence, asked)

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The right order in many spellings, the reverse, and orders that aren't whole."""
        right = self.show(key, asked).split()
        found = [Sample(text, "correct") for text in (" ".join(right), "".join(right).upper(), " > ".join(right))]
        found += [Sample(text, "correct") for text in (", ".join(right), "→".join(right), ";".join(right))]
        found += [Sample("", "blank"), Sample(" ".join(right[1:]), "malformed"), Sample("7", "malformed")]
        found += [Sample(" ".join([*right, right[0]]), "malformed"), Sample(" ".join(right[::-1]), "incorrect")]
        if len(right) > 2:
            outcome = "incorrect" if asked.spec["all_or_nothing"] else "partly"
            found.append(Sample(" ".join([*right[1:], right[0]]), outcome))
        return found


def _lettered(asked: Asked) -> Lettered:
    return with_letters(shuffled(from_texts(asked.spec["items"]), asked, by_text=True))


def _listed(given: list[str]) -> str:
    return given[0] if len(given) == 1 else f"{', '.join(given[:-1])} and {given[-1]}"


TYPE = OrderAnswer()
