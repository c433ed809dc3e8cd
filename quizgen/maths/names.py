"""How learners write names: `Tcomm` for `T_comm`, θ for theta, `xy` and `2xsinx` in one word (POSITIONS 3, 4, 7)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from quizgen.maths.symbols import COMMANDS, GREEK, GREEK_NAMES

LONGEST = 30
"""Characters of a word that is taken apart."""
_NAME = re.compile(r"([^\W\d_]+)(\d*)((?:_[^\W_]+)*)")
_MARKS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0307": "dot", "\u20d7": ""}
_SUBSCRIPT = re.compile(r"_\w+$")


def declared(word: str, names: Mapping[str, str]) -> str:
    """The declared name that a spelling stands for, "" if there is none or more than one.

    `T_comm`, `T_{comm}`, `Tcomm` are one spelling, and so are `x1`, `x_1`, and a Greek letter and its name.
    """
    if word in names:
        return names[word]
    bare, letters = _bare(word), "".join(names)
    if len(letters) == len(names) and len(bare) > 1 and letters.isascii():
        return ""  # single letters have no other spelling
    first = bare[:1], "_", ","  # another spelling in Latin letters begins alike
    near = [spelling for spelling in names if spelling[:1] in first or not spelling.isascii()]
    found = {names[spelling] for spelling in near if _bare(spelling) == bare}
    return found.pop() if len(found) == 1 else ""


def _bare(spelling: str) -> str:
    if not spelling.isascii():
        spelling = "".join(GREEK_NAMES.get(letter, letter) for letter in spelling)
    return spelling.replace("_", "").replace(",", "")


def in_another_case(word: str, spellings: Iterable[str]) -> tuple[str, ...]:
    """The spellings that differ from a word in capitals only, in their order."""
    bare = _bare(word).casefold()
    return tuple(dict.fromkeys(spelling for spelling in spellings if _bare(spelling).casefold() == bare))


def pieces(word: str, letters: Collection[str], constants: Collection[str], functions: Collection[str]) -> list[str]:
    """The one way to take a word apart into declared single letters, constants and at most one function; else [].

    Digits may stand only behind the function, whose argument they begin (`sin2x`); a function may come last.
    """
    found = ways(word, letters, constants, functions)
    return found[0] if len(found) == 1 else []


def ways(
    word: str, letters: Collection[str], constants: Collection[str], functions: Collection[str]
) -> list[list[str]]:
    """At most two ways to take a word apart, shortest pieces first; one way alone is sure."""
    if not 1 < len(word) <= LONGEST:
        return []
    length = len(word)
    # For each place the ways to take apart what follows, without a function and with one.
    plain: list[list[list[str]]] = [*([] for _ in range(length)), [[]]]
    called: list[list[list[str]]] = [[] for _ in range(length + 1)]
    for start in range(length - 1, -1, -1):
        for end in range(start + 1, length + 1):
            piece = word[start:end]
            if piece in functions:
                called[start] += _behind(piece, word, end, plain)
            elif (len(piece) == 1 and piece in letters) or piece in constants:
                plain[start] += [[piece, *rest] for rest in plain[end]]
                called[start] += [[piece, *rest] for rest in called[end]]
        plain[start], called[start] = plain[start][:2], called[start][:2]
    return (plain[0] + called[0])[:2]


def _behind(function: str, word: str, end: int, plain: list[list[list[str]]]) -> list[list[str]]:
    """Ways on behind a function that ends at a place; digits that follow it are a piece of their own."""
    after = end
    while after < len(word) and word[after].isdigit():
        after += 1
    digits = [word[end:after]] if after > end else []
    if digits and function == "log":
        return []  # `log2x` may be meant as the logarithm to base 2
    return [[function, *digits, *rest] for rest in plain[after]]


@lru_cache(maxsize=1024)
def free_name(word: str) -> str:
    """The one name of a symbol that nobody declared: `R1` is `R_1`, θ is `theta`, Ζ is `Zeta`, x̄ is `x_bar`."""
    below: list[str] = []
    if not word.isascii():
        below = [_MARKS[each] for each in word if each in _MARKS]
        word = "".join(_latin(each) for each in word if each not in _MARKS)
    found = _NAME.fullmatch(word)
    if not found:
        return word
    stem, digits, subscripts = found.groups()
    if stem in COMMANDS:
        stem = GREEK_NAMES.get(COMMANDS[stem], stem)
    return "_".join(each for each in (stem, *below, digits, *subscripts.split("_")) if each)


def is_greek(word: str) -> bool:
    """Whether a word is the name of a Greek letter, with or without a subscript: `mu`, `Chi`, `epsilon_0`."""
    found = _NAME.fullmatch(word)
    return found is not None and (found[1] in COMMANDS or found[1].lower() in GREEK)


def _latin(letter: str) -> str:
    """A Greek letter by its name; any other stays."""
    if letter.isascii():
        return letter
    if letter in GREEK_NAMES:
        return GREEK_NAMES[letter]
    kind, _, name = unicodedata.name(letter, "").rpartition(" LETTER ")
    name = name.removeprefix("FINAL ").lower().replace("lamda", "lambda")
    if not kind.startswith("GREEK") or not name.isalpha():
        return letter
    return name.capitalize() if kind.endswith("CAPITAL") else name


def single_letters(word: str, known: Collection[str], functions: Collection[str], *, may_end: bool) -> list[str]:
    """A word as single letters, known words and functions, as few pieces as may be; [] if it is one piece.

    Digits behind it are a piece of their own, a subscript belongs to the last letter; a function stands last only if
    `may_end`.
    """
    if not 1 < len(word) <= LONGEST or word[1:].isdigit():
        return []
    below = _SUBSCRIPT.search(word)
    body = word[: below.start()] if below else word
    if not body.isalnum():
        return []
    length = len(body)
    best: list[list[str]] = [*([] for _ in range(length)), []]
    for start in range(length - 1, -1, -1):
        options = []
        for end in range(length, start, -1):
            piece = body[start:end]
            letter = len(piece) == 1 and piece.isalpha()
            applied = piece in functions and (end < length or (may_end and not below))
            if letter or applied or piece in known or piece.isdigit():
                options.append([piece, *best[end]])
        best[start] = min(options, key=len)
    found = best[0]
    if below and found and found[-1].isdigit():
        return []
    if below:
        found[-1] += below.group()
    return found if len(found) > 1 else []


def free_pieces(word: str, functions: Collection[str], *, before_bracket: bool) -> list[str]:
    """`xcos` before a bracket, `sinx` and `sin2x`, of names that nobody declared: letters and one function; else []."""
    for count in (1, 2):
        if before_bracket and word[count:] in functions and word[:count].isalpha():
            return [*word[:count], word[count:]]
    function = word[:-1].rstrip("0123456789")
    digits = word[len(function) : -1]
    if function not in functions or not word[-1].isalpha() or (digits and function == "log"):
        return []
    return [function, digits, word[-1]] if digits else [function, word[-1]]
