"""What a person says of letters in one line: `x>0`, `k integer`, `0<=x<=1`, `z complex` (POSITIONS 21)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import ReadingError
from quizgen.maths.arithmetic import whole
from quizgen.maths.domains import SIGNS

_NUMBER = re.compile(r"[-−]?[0-9]{1,15}(?:\.[0-9]{1,15})?|[-−]?[0-9]{1,15}/[1-9][0-9]{0,15}")
_WORDS = re.compile(r"([^\W\d]\w*)((?: +[a-z]+)+)")
_CHAIN = re.compile(r"\s*(<=|>=|!=|<|>|≤|≥|≠)\s*")
_SPELLED = {"≤": "<=", "≥": ">=", "≠": "!="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_AT_ZERO = {">": "positive", ">=": "nonnegative", "<": "negative", "!=": "nonzero"}
_NARROWER = {"any": 0, "nonzero": 1, "nonnegative": 1, "negative": 2, "positive": 2}
_LONGEST = 40
MEND = "write x>0, x!=0, 0<=x<=1, k integer, z complex, f function, C constant"


def letters_from(texts: Iterable[str]) -> dict[str, OpenLetter]:
    """What is said of each letter; what is said of one twice holds together. Raises ReadingError.

    A text may hold several with commas between them. An end that isn't 0 counts as reached: `x<1` allows 1.
    """
    found: dict[str, OpenLetter] = {}
    for said in (piece.strip() for text in texts for piece in text.split(",")):
        if not said:
            continue
        name, change = _by_words(said) or _by_limits(said)
        found[name] = _both(found.get(name, OpenLetter()), change)
    return found


def _by_words(said: str) -> tuple[str, OpenLetter] | None:
    match = _WORDS.fullmatch(said)
    if match is None:
        return None
    letter = OpenLetter()
    for word in match[2].split():
        letter = _both(letter, _word(word, said))
    return match[1], letter


def _word(word: str, said: str) -> OpenLetter:
    if word in SIGNS:
        return OpenLetter(word)
    match word:
        case "real":
            return OpenLetter()
        case "integer" | "whole":
            return OpenLetter(integer=True)
        case "complex":
            return OpenLetter(complex=True)
        case "constant":
            return OpenLetter(constant=True)
        case "function":
            return OpenLetter(of=("x",))
    raise ReadingError(f"`{said}` says nothing of a letter: {word} isn't known", mend=MEND)


def _by_limits(said: str) -> tuple[str, OpenLetter]:
    """`x > 0`, `0 < x`, `0 <= x <= 1`."""
    parts = _CHAIN.split(said)
    sides, signs = parts[::2], [_SPELLED.get(sign, sign) for sign in parts[1::2]]
    places = [place for place, side in enumerate(sides) if re.fullmatch(r"[^\W\d]\w*", side)]
    if len(places) != 1 or len(sides) not in (2, 3) or (len(sides) == 3 and places != [1]):
        raise ReadingError(f"`{said}` says nothing of a letter", mend=MEND)
    place, letter = places[0], OpenLetter()
    if place:
        letter = _both(letter, _limit(_TURNED[signs[place - 1]], sides[place - 1], said))
    if place < len(signs):
        letter = _both(letter, _limit(signs[place], sides[place + 1], said))
    return sides[place], letter


def _limit(sign: str, text: str, said: str) -> OpenLetter:
    value = whole(Fraction(text.replace("−", "-"))) if _NUMBER.fullmatch(text) and len(text) <= _LONGEST else None
    if value is None or (sign == "!=" and value):
        raise ReadingError(f"`{said}`: {text or 'nothing'} is no limit", mend=MEND)
    if value == 0 and sign in _AT_ZERO:
        return OpenLetter(_AT_ZERO[sign])
    return OpenLetter(low=value) if sign in (">", ">=") else OpenLetter(high=value)


def _both(one: OpenLetter, other: OpenLetter) -> OpenLetter:
    """What holds where both are said; the narrower sign and limits."""
    lows = [each for each in (one.low, other.low) if each is not None]
    highs = [each for each in (one.high, other.high) if each is not None]
    sign = max(one.sign, other.sign, key=_NARROWER.__getitem__)
    if {one.sign, other.sign} == {"nonzero", "nonnegative"}:
        sign = "positive"
    return OpenLetter(
        sign, one.integer or other.integer, max(lows, default=None), min(highs, default=None),
        one.complex or other.complex, one.constant or other.constant, one.of or other.of,
    )  # fmt: skip
