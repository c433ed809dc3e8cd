"""Texts as they are compared: what spelling doesn't matter, and what is one slip away (POSITIONS 28)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from quizgen.maths.symbols import GREEK_NAMES

LONG_WORD = 8
"""Letters that a word has at least where one slip is forgiven."""
PREFIXES = ("a", "un", "in", "non", "de")
"""Prefixes that turn a word into its opposite: one slip never adds, drops or swaps them."""

_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufe00-\ufe0f]")
_HYPHENS = re.compile("[-_\u2010-\u2015\u2212\ufe58\ufe63]+")
_QUOTES = {ord(mark): "'" for mark in "\u2018\u2019\u201a\u201b\u2032\u00b4`"} | {
    ord(mark): '"' for mark in "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
}
_GREEK = re.compile("(?<![\u0370-\u03ff])[\u0391-\u03c9](?![\u0370-\u03ff])")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_END = re.compile(r"[\s.,;:!?]+$")


def visible(raw: str) -> str:
    """The text without marks that nobody sees, its white space squeezed; empty for a blank."""
    return " ".join(_INVISIBLE.sub("", raw).split())


@lru_cache(maxsize=8192)
def fold(raw: str, *, case: bool = False) -> frozenset[str]:
    """The spellings that a text stands for: without end punctuation and quotes, hyphens as spaces, and joined.

    Two texts are the same where these sets meet: `all-reduce`, `all reduce` and `allreduce` are, `all reduce` typed for
    a term `allreduce` isn't. Capitals count only with `case`.
    """
    text = strict_fold(raw, case=case)
    bare = _END.sub("", text).strip("\"' ")
    spaced = " ".join(_HYPHENS.sub(" ", bare).split())
    joined = " ".join(_HYPHENS.sub("", bare).split())
    return frozenset({spaced, joined}) if spaced or joined else frozenset({text})


def same(raw: str, term: str, *, case: bool = False) -> bool:
    """Whether two texts are one but for what `fold` takes away and for spaces between words.

    A lone `a` is kept apart from the next word: a synchronous update isn't an asynchronous one.
    """
    one, other = fold(raw, case=case), fold(term, case=case)
    if one & other:
        return True
    return bool(_unspaced(one) & _unspaced(other))


def without_accents(text: str) -> str:
    """The text with bare letters: é as e."""
    apart = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(letter for letter in apart if not unicodedata.combining(letter)))


def strict_fold(raw: str, *, case: bool = False) -> str:
    """The text in one Unicode form, white space squeezed, quotes straight; capitals count only with `case`.

    A Greek letter that stands alone is its name: `μ0` is `mu0`.
    """
    text = unicodedata.normalize("NFKC", visible(raw)).translate(_QUOTES).translate(_DASHES)
    if not text.isascii():
        text = _GREEK.sub(lambda letter: GREEK_NAMES.get(letter[0], letter[0]), text)
    return " ".join((text if case else unicodedata.normalize("NFKC", text.casefold())).split())


def words(raw: str) -> frozenset[str]:
    """Every word of a term, in all its spellings."""
    return frozenset(word for text in fold(raw) for word in text.split())


def slip(raw: str, term: str, known: Collection[str]) -> str:
    """The one mistyped word, if a text is a term but for one slip in a word of LONG_WORD letters or more; else "".

    `known` are words and whole spellings that mean something themselves: none of those is a slip.
    """
    for given in fold(raw) - set(known):
        for meant in fold(term):
            found = _one_word(given.split(), meant.split())
            if found and found[0] not in known and len(found[1]) >= LONG_WORD and not is_opposite(*found):
                return found[0]
    return ""


def is_opposite(one: str, other: str) -> bool:
    """Whether two words differ by a prefix that turns the meaning, as synchronous and asynchronous do."""
    stems, others = _stems(one), _stems(other)
    return bool((stems & others) | (stems & {other}) | ({one} & others))


def distance_one(one: str, other: str) -> bool:
    """Whether one letter added, dropped or changed makes one word of the other."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    start = next((place for place, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    rest = short[start:] if len(short) < len(long) else short[start + 1 :]
    return rest == long[start + 1 :]


def _unspaced(spellings: frozenset[str]) -> frozenset[str]:
    return frozenset(text.replace(" ", "") for text in spellings if "a" not in text.split())


def _one_word(given: list[str], meant: list[str]) -> tuple[str, str] | None:
    if len(given) != len(meant):
        return None
    differing = [pair for pair in zip(given, meant, strict=True) if pair[0] != pair[1]]
    return differing[0] if len(differing) == 1 and distance_one(*differing[0]) else None


def _stems(word: str) -> set[str]:
    return {word[len(prefix) :] for prefix in PREFIXES if word.startswith(prefix) and len(word) > len(prefix) + 2}
