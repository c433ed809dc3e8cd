"""How learners write names: `Tcomm` for `T_comm`, θ for theta, `xy` and `2xsinx` in one word (POSITIONS 3, 4, 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from quizgen.maths.symbols import GREEK_NAMES

LONGEST = 30
"""Characters of a word that is taken apart."""


def declared(word: str, names: Mapping[str, str]) -> str:
    """The declared name that a spelling stands for, "" if there is none or more than one.

    `T_comm`, `T_{comm}`, `Tcomm` are one spelling, and so are `x1`, `x_1`, and a Greek letter and its name.
    """
    if word in names:
        return names[word]
    bare = _bare(word)
    found = {name for spelling, name in names.items() if _bare(spelling) == bare}
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

    Digits may stand only behind the function, whose argument they begin; a function may come last.
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
                called[start] += _behind(piece, plain[end], word[end:])
            elif (len(piece) == 1 and piece in letters) or piece in constants:
                plain[start] += [[piece, *rest] for rest in plain[end]]
                called[start] += [[piece, *rest] for rest in called[end]]
        plain[start], called[start] = plain[start][:2], called[start][:2]
    return (plain[0] + called[0])[:2]


def _behind(function: str, rests: list[list[str]], tail: str) -> list[list[str]]:
    """Ways on behind a function; digits that follow it are a piece of their own."""
    return [[function, tail]] if tail.isdigit() else [[function, *rest] for rest in rests]
