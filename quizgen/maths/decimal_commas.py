"""Answers where the comma is the decimal mark (`decimal: comma`, POSITIONS 9), in the words of a pointed one."""

from __future__ import annotations

import re

from quizgen.errors import ReadingError
from quizgen.maths.tokens import DIGITS, Tokens

_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]+(?:[eE][+-]?[0-9]+)?)?")
_UNSURE = re.compile(r"([1-9][0-9]{0,2})\.([0-9]{3})")
_PLAIN = re.compile(r"(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_STARTS = tuple(DIGITS)


def pointed(tokens: Tokens) -> Tokens:
    """The tokens with a point in each decimal, none between thousands, and a comma for each `;`.

    `1.5` stays. `1.234` becomes `1,234`, of which the reader knows that it may have been meant either way. Raises
    ReadingError for what is no number.
    """
    done = Tokens([], [], [])
    index = 0
    while index < len(tokens.words):
        last = _end(tokens, index)
        if last > index:
            _put_number(tokens, index, last, done)
        else:
            last = index + 1
            word = tokens.words[index]
            _put(done, "," if word == ";" else word, tokens.starts[index], tokens.ends[index])
        index = last
    return done


def _end(tokens: Tokens, index: int) -> int:
    """Where the numerals and commas that are glued to one another from a word on end; the word if it is none."""
    words = tokens.words
    if words[index] == "," and (_is_numeral(words, index - 1) or not _is_numeral(words, index + 1)):
        return index
    at = index
    while at < len(words) and (at == index or not tokens.gap(at)):
        if _is_numeral(words, at):
            at += 1
        elif words[at] == "," and _is_numeral(words, at + 1) and not tokens.gap(at + 1):
            at += 2
        else:
            break
    return at


def _is_numeral(words: list[str], index: int) -> bool:
    word = words[index] if 0 <= index < len(words) else ""
    return word.startswith(_STARTS) or (word[:1] == "." and word[1:2].isdigit())


def _put_number(tokens: Tokens, first: int, last: int, done: Tokens) -> None:
    text = "".join(tokens.words[first:last])
    start, end = tokens.starts[first], tokens.ends[last - 1]
    if text[-1] == "." and "," in text:  # a full stop
        _put_text(text[:-1], start, end - 1, done)
        _put(done, ".", end - 1, end)
    else:
        _put_text(text, start, end, done)


def _put_text(text: str, start: int, end: int, done: Tokens) -> None:
    """Write the number that a text spells."""
    unsure = _UNSURE.fullmatch(text)
    if unsure:
        middle = start + len(unsure[1])
        _put(done, unsure[1], start, middle)
        _put(done, ",", middle, middle + 1)
        _put(done, unsure[2], middle + 1, end)
    elif _THOUSANDS.fullmatch(text):
        _put(done, text.replace(".", "").replace(",", "."), start, end)
    elif _PLAIN.fullmatch(text):
        _put(done, text.replace(",", "."), start, end)
    else:
        several = text.count(",") > 1
        what = "a number has one decimal comma" if several else "groups of thousands have exactly three digits"
        mend = "write ; between the numbers of a list" if several else "write the number without points"
        raise ReadingError(what, start=start, end=end, mend=mend)


def _put(done: Tokens, word: str, start: int, end: int) -> None:
    done.words.append(word)
    done.starts.append(start)
    done.ends.append(end)
