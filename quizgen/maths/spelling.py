"""What a word was probably meant to be: the known spelling that is a slip away."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 30
"""Characters of a word that is looked up."""
_LONG_WORD = 6
"""Letters of a word in which two slips still leave it plain what was meant."""


def nearest(word: str, spellings: Iterable[str]) -> str:
    """The spelling one slip away from a word (two, for words of 6 letters or more), "" if there is none.

    A slip is a letter too many, missing, another one, or two swapped. In words of up to 3 letters only a swap counts:
    almost every short word is one letter away from another.
    """
    if len(word) > _LONGEST:
        return ""
    allowed = 2 if len(word) >= _LONG_WORD else 1
    short = len(word) < _LONG_WORD - 2
    best, least = "", allowed + 1
    for spelling in spellings:
        if abs(len(spelling) - len(word)) > allowed or (short and sorted(spelling) != sorted(word)):
            continue
        slips = _slips(word, spelling)
        if slips < least:
            best, least = spelling, slips
    return best


def _slips(one: str, other: str) -> int:
    """The least number of slips between two words (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            found = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                found = min(found, earlier[j - 2] + 1)
            row.append(found)
    return row[-1]
