"""What stands around the value in an answer: a left side before it, a unit or a sign of multiplication behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quizgen.errors import MathsError, ReadingError
from quizgen.maths.grammar import shown
from quizgen.maths.names import declared
from quizgen.maths.tokens import DIGITS, Tokens
from quizgen.maths.units import Unit, read_unit
from quizgen.maths.vocabulary import CONSTANTS, SPELLINGS, Vocabulary

_EQUALS = ("=", "≈", "==")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_TIMES = frozenset({"×", "x", "X", "times"})
_OPERAND_ENDS = frozenset({")", "]", "}", "!", "%"})
_UNIT_SIGNS = frozenset("°€$£¥")
_CURRENCIES = frozenset("€$£¥")
_NUMERAL_STARTS = frozenset({*DIGITS, "."})
_TAIL = re.compile(r"(?:w|-w|o|\(|\)|\^(?:-?n|\(-?n\)|\{-?n\}))+$")
"""What may end an answer as its unit, one letter a word: see `_classes`."""
_LONGEST_TAIL = 120
"""Words of an answer's end in which its unit begins."""
_PRODUCTS = ("*", "·", "×")
_LETTERS = {"*": "o", "·": "o", "×": "o", "/": "o", "**": "^"}


def without_full_stop(tokens: Tokens) -> Tokens:
    """The tokens without a full stop at the end."""
    last = len(tokens.words) - 2
    return tokens.part(0, last) if last > 0 and tokens.words[last] == "." else tokens


def without_left_side(text: str, tokens: Tokens, vocabulary: Vocabulary) -> tuple[Tokens, str]:
    """The tokens behind `S =` or `S ≈`, and the declared name that was there ("" if none was).

    Raises ReadingError for a left side that is no declared name (POSITIONS 11).
    """
    words = tokens.words
    index = _first_equals(words) if "=" in words or "≈" in words or "==" in words else None
    if index is None:
        return tokens, ""
    before = words[:index]
    name = declared(words[0], vocabulary.names) if index == 1 else _function(before, vocabulary)
    name = name or vocabulary.names.get("".join(before), "") or _of_a_letter(before, vocabulary)
    if index and not name:
        start, end = tokens.starts[0], tokens.ends[index - 1]
        what = f"{shown(text[start:end])} isn't what is asked for"
        raise ReadingError(what, start=start, end=end, mend="write only the value, without a left side")
    if not words[index + 1]:
        raise ReadingError("the value is missing", start=tokens.starts[index], end=tokens.ends[index])
    return tokens.part(index + 1, len(words) - 1), name


def _function(words: list[str], vocabulary: Vocabulary) -> str:
    """The declared function in `f(x) =` and `y' =`, with its primes; "" if it is something else."""
    if not words or not vocabulary.functions:
        return ""
    bare = [word for word in words[1:] if word not in ("'", '"')]
    called = not bare or (len(bare) == 3 and bare[0] == "(" and bare[2] == ")")
    primes = "'" * (words.count("'") + 2 * words.count('"'))
    name = declared(words[0], vocabulary.functions)
    return name + primes if called and name else ""


def _of_a_letter(words: list[str], vocabulary: Vocabulary) -> str:
    """The declared name in `S(k) =`, whose value is asked for as a formula in a declared letter; else ""."""
    if len(words) != 4 or (words[1], words[3]) != ("(", ")"):
        return ""
    name, letter = declared(words[0], vocabulary.names), declared(words[2], vocabulary.names)
    return name if name and letter and name != letter else ""


def _first_equals(words: list[str]) -> int | None:
    """The first sign of equality outside brackets."""
    level = 0
    for index, word in enumerate(words):
        level += (word in _OPENING) - (word in _CLOSING)
        if word in _EQUALS and not level:
            return index
    return None


def without_times(tokens: Tokens, vocabulary: Vocabulary) -> Tokens:
    """The tokens without the `×`, `x` or `times` that marks a factor (`2.67×`); a declared `x` stays."""
    last = len(tokens.words) - 2
    word = tokens.words[last]
    if last < 1 or word not in _TIMES or word in vocabulary.names or word in vocabulary.units:
        return tokens
    if vocabulary.free and word in ("x", "X"):
        return tokens
    return tokens.part(0, last) if _ends_operand(tokens.words[last - 1]) else tokens


def _ends_operand(word: str) -> bool:
    return word[-1:].isalnum() or word[-1:] == "." or word in _OPERAND_ENDS


def without_unit(tokens: Tokens, vocabulary: Vocabulary) -> tuple[Tokens, Unit | None, str]:
    """The tokens before the unit, the unit, and its text; None and "" where no unit is written.

    Raises ReadingError or KindError, with the place, for a unit that can't be read or stands alone.
    """
    words = tokens.words
    if words[-2:-1] == [")"]:
        found = _in_brackets(tokens, vocabulary)
        if found is not None:
            return found
    return _behind(tokens, vocabulary)


def _behind(tokens: Tokens, vocabulary: Vocabulary) -> tuple[Tokens, Unit | None, str]:
    """The same where no brackets stand around all of it."""
    words, units = tokens.words, vocabulary.units
    at = int(words[0] in ("-", "+"))  # `-$5` and `$-5` are both −5 dollars
    if words[at] in _CURRENCIES and words[at] in units and _begins_number(words[at + 1 : at + 3 - at]):
        return tokens.bare(0, at).joined(tokens.part(at + 1, len(words) - 1)), units[words[at]], words[at]
    first = _unit_start(tokens, vocabulary)
    if first is None:
        return tokens, None, ""
    last, prefix = _value_end(tokens, first)
    text, places = _text(tokens, first)
    try:
        unit = read_unit(prefix + text, units)
    except MathsError as error:
        raise _placed(error, places, len(prefix)) from error
    return tokens.part(0, last), unit, prefix + text


def _begins_number(words: list[str]) -> bool:
    """Whether the first of one or two words is a numeral, or a sign before one."""
    return words[-1][:1] in _NUMERAL_STARTS if words[:1] in (["-"], ["+"]) else words[0][:1] in _NUMERAL_STARTS


def _in_brackets(tokens: Tokens, vocabulary: Vocabulary) -> tuple[Tokens, Unit | None, str] | None:
    """`(5 ms)`, `-(8.5E-5 m)`: the value, still in its brackets, and the unit; None if it stands otherwise."""
    words = tokens.words
    first = 1 if words[0] in ("-", "+") else 0
    last = len(words) - 2
    level = 0
    for index in range(first, last):
        level += (words[index] in _OPENING) - (words[index] in _CLOSING)
        if not level:
            return None
    if last < first + 3:
        return None
    try:
        inner, unit, text = _behind(tokens.part(first + 1, last), vocabulary)
    except MathsError:
        return None
    if unit is None:
        return None
    value = tokens.bare(0, first + 1).joined(inner.bare(0, len(inner.words) - 1))
    return value.joined(tokens.bare(last, len(words))), unit, text


def _value_end(tokens: Tokens, first: int) -> tuple[int, str]:
    """Where the value before a unit ends, and what of it belongs to the unit: `5 · ms`, `5/s`, `5 1/s`."""
    words = tokens.words
    prefix = ""
    if words[first - 1] == "/":
        first, prefix = first - 1, "1/"
        if first > 1 and words[first - 1] == "1" and tokens.gap(first - 1):
            first -= 1
    return (first - 1 if words[first - 1] in _PRODUCTS else first), prefix


def _unit_start(tokens: Tokens, vocabulary: Vocabulary) -> int | None:
    """The word at which a unit begins: the first at the end of the answer that is a unit or no known name."""
    words = tokens.words
    classes = _classes(tokens)
    tail = _TAIL.search(classes, max(0, len(classes) - _LONGEST_TAIL))  # the search is quadratic
    if tail is None:
        return None
    for index in range(tail.start(), len(words) - 1):
        word = words[index]
        if not (word[0].isalpha() or word in _UNIT_SIGNS):
            continue
        if word in vocabulary.units or not _is_name(word, vocabulary):
            if index == 0:
                raise _no_number(tokens, vocabulary.units)
            return _before_brackets(words, index)
    return None


def _no_number(tokens: Tokens, units: Mapping[str, Unit]) -> ReadingError:
    start, end, word = tokens.starts[0], tokens.ends[0], tokens.words[0]
    if word in units:
        return ReadingError(
            "there is a unit but no number", start=start, end=end, mend="write the number before the unit"
        )
    return ReadingError(f"{shown(word)} isn't known here", start=start, end=end, mend="write a number and its unit")


def _before_brackets(words: list[str], index: int) -> int | None:
    """`5 (m/s)` has its unit in brackets; `sqrt(m)` has none."""
    while index > 1 and words[index - 1] == "(":
        index -= 1
    return None if words[index - 1] in SPELLINGS else index


def _is_name(word: str, vocabulary: Vocabulary) -> bool:
    return word in CONSTANTS or word in SPELLINGS or bool(declared(word, vocabulary.names))


def _classes(tokens: Tokens) -> str:
    """One letter a word: w a word, n a whole number, o a sign of product or quotient; brackets, ^ and - as they are.

    A hyphen within a unit's name is `-` before a w, and the x of `3x10^4` is no word of a unit.
    """
    words = tokens.words
    return "".join(_class(words, index, glued=not tokens.gap(index + 1)) for index in range(len(words) - 1))


def _class(words: list[str], index: int, *, glued: bool) -> str:
    word = words[index]
    if word[0].isalpha() or word in _UNIT_SIGNS:
        return "," if word in ("x10", "X10") or (word in "xX" and words[index + 1][:1] in tuple(DIGITS)) else "w"
    if word.isdigit():
        return "n"
    if word == "-":
        return "-" if glued else ","
    return _LETTERS.get(word, word if word in "()^{}" else ",")


def _text(tokens: Tokens, first: int) -> tuple[str, list[tuple[int, int]]]:
    """The words from one on as a unit is written, and the place of each of its characters."""
    text, places = "", []
    for index in range(first, len(tokens.words) - 1):
        word = tokens.words[index].replace("{", "(").replace("}", ")").replace("×", "*").replace("·", "*")
        if index > first and tokens.gap(index) and text[-1] != "°":
            word = " " + word
        text += word
        places += [(tokens.starts[index], tokens.ends[index])] * len(word)
    return text, places


def _placed(error: MathsError, places: list[tuple[int, int]], shift: int) -> MathsError:
    """The same complaint, at its place in the answer."""
    first, last = max(error.start - shift, 0), max(error.end - shift, 1)
    start = places[min(first, len(places) - 1)][0]
    return type(error)(error.what, start=start, end=places[min(last, len(places)) - 1][1], mend=error.mend)
