"""What the keys of an answer mean and take, in words: for editors (`quiz schema`) and for docs/reference.md.

This only tells; it is the type's own `compile` that checks what an author wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NONE: Mapping[str, AnswerField] = MappingProxyType({})


class AnswerField(NamedTuple):
    """A key of an answer.

    `means` says in one sentence what it does, with its default. `takes` holds what may stand there, one or more of:
    a word in quotes ("'both'": just that word), text, formula, number, share (a number from 0 to 1), texts, formulas
    (lists of these), pairs (text: text), values (name: formula), items (a list of mappings with the keys of `of`),
    named (name: such a mapping). A `needed` key can't be left out.
    """

    means: str
    takes: tuple[str, ...] = ("text",)
    of: Mapping[str, AnswerField] = NONE
    needed: bool = False


STRUCTURED = frozenset({"texts", "formulas", "pairs", "values", "items", "named"})
"""What is written as a list or a mapping; all else is one text."""
SWITCH = ("'yes'", "'no'")
"""What a field takes that is yes or no."""


def words(*allowed: str) -> tuple[str, ...]:
    """What a field takes that has a few words to choose from."""
    return tuple(f"'{word}'" for word in allowed if word)
