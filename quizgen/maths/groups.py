"""Numbers that a learner writes in several words: `1 234.5`, `1'234.5`, `1,234.5`, `2 2/3` (POSITIONS 9)."""

from __future__ import annotations

import re
from typing import NamedTuple

from quizgen.errors import ReadingError
from quizgen.maths.grammar import shown
from quizgen.maths.tokens import DIGITS, Tokens


class Group(NamedTuple):
    """A number that reaches up to the word `next`: `text` spells it without the signs between its groups.

    A mixed number has the digits of its `fraction`. `doubt` names the field of `learner.Choice` that would change the
    reading ("" if none would), `question` asks which was meant.
    """

    text: str
    next: int
    fraction: tuple[str, str] | None = None
    doubt: str = ""
    question: str = ""


_FIRST = re.compile(r"[0-9]{1,3}")
_THREE = re.compile(r"([0-9]{3})((?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)")
_POINTED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")


def group(tokens: Tokens, index: int, *, listing: bool, comma: bool = False, mixed: bool = False) -> Group | None:
    """The number that begins at a word and goes on behind it; None if the word alone is the number.

    In a list (`listing`) a comma separates. `comma` takes `2,667` for a decimal comma, `mixed` takes `2 125/500` for a
    mixed number. Raises ReadingError with the mend where this is no number.
    """
    following = tokens.words[index + 1]
    if following in (",", "'"):
        glued = _is_number(tokens, index + 2) and not tokens.gap(index + 1) and not tokens.gap(index + 2)
        if not glued or (following == "," and listing):
            return None
        return _signed(tokens, index, following, comma=comma)
    if not _is_number(tokens, index + 1):
        return None
    if following[0] == "." and not tokens.gap(index + 1):
        raise _two_points(tokens, index)
    return _spaced(tokens, index, listing=listing, mixed=mixed)


def _is_number(tokens: Tokens, index: int) -> bool:
    word = tokens.words[index] if index < len(tokens.words) else ""
    return word[:1] in DIGITS and word != "" if word[:1] != "." else len(word) > 1 and word[1] in DIGITS


def _fail(tokens: Tokens, first: int, last: int, what: str, mend: str) -> ReadingError:
    return ReadingError(what, start=tokens.starts[first], end=tokens.ends[last], mend=mend)


def _two_points(tokens: Tokens, index: int) -> ReadingError:
    """`1.234.567` has points between its thousands."""
    written = tokens.words[index] + tokens.words[index + 1]
    whole = written.replace(".", "")
    mend = f"write {whole}" if _POINTED.fullmatch(written) else "leave one point"
    return _fail(tokens, index, index + 1, "a number has one decimal point", mend)


def _thousands(tokens: Tokens, index: int, step: int) -> tuple[str, int, int]:
    """The number in groups of three, the place of its last word, and how many groups follow the first.

    `step` is 2 where a sign stands between the groups, 1 where a blank does.
    """
    text, last, count = tokens.words[index], index, 0
    sign = tokens.words[index + 1] if step > 1 else ""
    if not _FIRST.fullmatch(text) or text[0] == "0":
        return text, index, 0
    while last + step < len(tokens.words) and (step == 1 or tokens.words[last + 1] == sign):
        found = _THREE.fullmatch(tokens.words[last + step])
        if not found or tokens.gap(last + step) != (step == 1):
            break
        text += tokens.words[last + step]
        last, count = last + step, count + 1
        if found[2]:
            break
    return text, last, count


def _signed(tokens: Tokens, index: int, sign: str, *, comma: bool) -> Group:
    text, last, count = _thousands(tokens, index, 2)
    goes_on = tokens.words[last + 1 : last + 2] == [sign] and _is_number(tokens, last + 2)
    if not count or goes_on:
        raise _no_thousands(tokens, index, sign, last + 2)
    if sign == "," and count == 1 and text.isdigit():
        decimal = f"{tokens.words[index]}.{tokens.words[last]}"
        return Group(decimal if comma else text, last + 1, None, "comma", f"did you mean {decimal} or {text}?")
    return Group(text, last + 1)


def _no_thousands(tokens: Tokens, index: int, sign: str, last: int) -> ReadingError:
    whole, rest = tokens.words[index], tokens.words[index + 2]
    if sign == "," and last == index + 2 and rest.isdigit():
        if whole.isdigit():
            return _fail(tokens, index, last, "a comma isn't read as a decimal point", f"write {whole}.{rest}")
        if _POINTED.fullmatch(whole):
            mend = f"write {whole.replace('.', '')}.{rest}"
            return _fail(tokens, index, last, "a comma isn't read as a decimal point", mend)
    what = f"groups of thousands have exactly three digits, and {shown(sign)} stands between them"
    return _fail(tokens, index, last, what, "write the number without signs between its digits")


def _spaced(tokens: Tokens, index: int, *, listing: bool, mixed: bool) -> Group:
    """Digits behind a blank: groups of thousands, or the fraction of a mixed number."""
    text, last, count = _thousands(tokens, index, 1)
    fraction = _fraction(tokens, index)
    if count == 1 and fraction and text.isdigit():
        question = f"did you mean {text}/{fraction[1]} or {tokens.words[index]} + {fraction[0]}/{fraction[1]}?"
        if mixed:
            return Group(tokens.words[index], index + 4, fraction, "mixed", question)
        return Group(text, last + 1, None, "mixed", question)
    if count and not listing and tokens.words[last + 1] == "," and _is_number(tokens, last + 2) and text.isdigit():
        mend = f"write {text}.{tokens.words[last + 2]}"
        raise _fail(tokens, index, last + 2, "a comma isn't read as a decimal point", mend)
    if count and not _is_number(tokens, last + 1):
        return Group(text, last + 1)
    if fraction and not count:
        return Group(tokens.words[index], index + 4, fraction)
    raise _fail(tokens, index, index + 1, "two numbers stand side by side", "write * between them, or take one away")


def _fraction(tokens: Tokens, index: int) -> tuple[str, str] | None:
    """The digits of a proper fraction behind a whole number and a blank."""
    match tokens.words[index : index + 5]:
        case [whole, over, "/", under, after] if whole.isdigit() and over.isdigit() and under.isdigit():
            short = len(under) < 10 and after not in ("^", "**", "!")
            if short and int(over) < int(under) and not _is_number(tokens, index + 4):
                return over, under
    return None
