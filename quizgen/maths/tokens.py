"""A formula cut into words with their places, and numerals read exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, compress
from typing import NamedTuple

from quizgen.errors import TooMuchWork
from quizgen.maths.fold import ACCENTS

LARGEST_POWER = 10_000
"""No number is written beyond 10^±10,000 (POSITIONS 13)."""
LONGEST_NUMERAL = 1_000
"""Characters of one numeral."""
MOST_TOKENS = 4_000
BLANK = " \t\r\n"
_HAS_BLANK = re.compile(rf"[{BLANK}]").search
DIGITS = "0123456789"

# A point that another point follows belongs to a range (`1..n`), not to the numeral.
_NUMERAL = r"[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
_SIGNS = r"\*\*|\.\.|[<>!=]="
# Most words are one character that begins no longer word; tried first, they are found sooner.
_SHORT = rf"[-+/^(),]|[A-Za-z0-9](?![A-Za-z0-9_.\x27Α-Ωα-ω{ACCENTS}])"
AUTHOR = re.compile(
    rf'{_SHORT}|[ \t\r\n]+|{_NUMERAL}|[A-Za-z_Α-Ωα-ω][A-Za-z0-9_Α-Ωα-ω]*\x27*|"(?:[^"\\]|\\.)*"|{_SIGNS}|.', re.DOTALL
)
"""Cuts an author's formula; every character falls into a word or a blank."""
LEARNER = re.compile(
    rf"{_SHORT}|[ \t\r\n]+|{_NUMERAL}|[A-Za-zΑ-Ωα-ω][{ACCENTS}]+[0-9]*(?:_[A-Za-z0-9Α-Ωα-ω]+)*"
    rf"|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9Α-Ωα-ω]+)*|[Α-Ωα-ω][0-9]*(?:_[A-Za-z0-9Α-Ωα-ω]+)?"
    rf"|\\[A-Za-z]+|\\.|{_SIGNS}|.",
    re.DOTALL,
)
"""Cuts a learner's answer, folded; a Greek letter stands for itself, and so does a LaTeX command."""


class Tokens(NamedTuple):
    """Words with their places; the last word is "" and stands for the end."""

    words: list[str]
    starts: list[int]
    ends: list[int]

    def part(self, first: int, last: int) -> Tokens:
        """The words from `first` up to `last`, closed by an end."""
        place = self.ends[last - 1] if last else self.starts[0]
        return Tokens([*self.words[first:last], ""], [*self.starts[first:last], place], [*self.ends[first:last], place])

    def bare(self, first: int, last: int) -> Tokens:
        """The words from `first` up to `last` without an end."""
        return Tokens(self.words[first:last], self.starts[first:last], self.ends[first:last])

    def joined(self, other: Tokens) -> Tokens:
        """These words and those of another."""
        return Tokens([*self.words, *other.words], [*self.starts, *other.starts], [*self.ends, *other.ends])

    def gap(self, index: int) -> bool:
        """Whether blanks stand between a word and the one before it."""
        return self.starts[index] > self.ends[index - 1]


def cut(pattern: re.Pattern[str], text: str, offsets: Sequence[int] | None = None) -> Tokens:
    """The words of a text. `offsets` gives, for each place in a folded text, the place in the raw one.

    Raises TooMuchWork for more than 4,000 words.
    """
    words: list[str] = pattern.findall(text)
    ends = list(accumulate(map(len, words)))
    starts = [0, *ends[:-1]] if ends else []
    at = len(text)
    if _HAS_BLANK(text):
        shown = [piece[0] not in BLANK for piece in words]
        words = list(compress(words, shown))
        starts, ends = (list(compress(places, shown)) for places in (starts, ends))
    if len(words) > MOST_TOKENS:
        raise TooMuchWork(f"this has {len(words)} words and signs; at most {MOST_TOKENS} are read", start=0, end=at)
    words.append("")
    starts.append(at)
    ends.append(at)
    if offsets is not None:
        last = offsets[-1]
        ends = [max(offsets[end], min(offsets[start] + 1, last)) for start, end in zip(starts, ends, strict=True)]
        starts = [offsets[start] for start in starts]
    return Tokens(words, starts, ends)


def numeral(text: str) -> int | Fraction:
    """The exact value of a numeral such as `12`, `.5`, `5.`, `1.50e-3`; whole values are ints.

    Raises TooMuchWork beyond 10^±10,000 and for more than 1,000 characters; no place is given.
    """
    if len(text) > LONGEST_NUMERAL:
        raise TooMuchWork(f"a number of {len(text)} characters; at most {LONGEST_NUMERAL} are read")
    if text.isdigit():
        return int(text)
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    if not exponent and decimals:
        return _over(int(whole + decimals), 10 ** len(decimals))
    if len(exponent.lstrip("+-0")) > len(str(LARGEST_POWER)) or abs(int(exponent or 0)) > LARGEST_POWER:
        raise TooMuchWork(f"this number is beyond 10^±{LARGEST_POWER}")
    power = int(exponent or 0) - len(decimals)
    digits = int(whole + decimals)
    if power >= 0:
        return digits * int(10**power)
    return _over(digits, 10**-power)


def _over(digits: int, power: int) -> int | Fraction:
    value = Fraction(digits, power)
    return value.numerator if value.denominator == 1 else value
