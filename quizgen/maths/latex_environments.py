"""`\\begin{...} ... \\end{...}`: matrices, and lines that hold together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quizgen.maths import latex_commands as commands
from quizgen.maths.grammar import shown
from quizgen.maths.latex_words import Words
from quizgen.maths.signs import CELL, DETERMINANT_OPEN, MATRIX_CLOSE, MATRIX_OPEN, ROW
from quizgen.maths.tokens import Tokens

_BETWEEN = {"&": CELL, "\\\\": ROW, "\\cr": ROW}


def begun(words: Words, index: int, depth: int) -> None:
    """Rewrite an environment; the `\\begin` at a word is passed."""
    name = _name(words, index)
    bare = name.removesuffix("*")
    if bare in commands.MATRICES or bare in commands.DETERMINANTS:
        _skip_columns(words, name)
        if words.systems:
            _system(words, index, depth)
            return
        words.put(DETERMINANT_OPEN if bare in commands.DETERMINANTS else MATRIX_OPEN, index)
        for cell, closing in _cells(words, index, depth):
            words.copy(cell)
            words.put(closing or MATRIX_CLOSE, words.index - 1)
    elif bare in commands.SYSTEMS:
        _system(words, index, depth)
    elif bare in commands.PLAIN_ENVIRONMENTS:
        for cell, _ in _cells(words, index, depth):
            words.copy(cell)
    else:
        raise words.fail(f"{shown(name)} isn't read here", index, "type it without LaTeX")


def _system(words: Words, index: int, depth: int) -> None:
    """Lines with `and` between them, in brackets; what only aligns them is dropped."""
    words.put("(", index)
    line: list[Tokens] = []
    for cell, closing in _cells(words, index, depth):
        line.append(cell)
        if closing == CELL:
            continue
        if any(each.words for each in line):
            if words.done.words[-1] != "(":
                words.put("and", words.index - 1)
            for each in line:
                words.copy(each)
            _drop_last_comma(words)
        line = []
    words.put(")", words.index - 1)


def _drop_last_comma(words: Words) -> None:
    if words.done.words[-1] in (",", ";", "."):
        for column in words.done:
            column.pop()


def _cells(words: Words, opening: int, depth: int) -> list[tuple[Tokens, str]]:
    """Each cell up to the `\\end` with the sign behind it, "" for the last one. Raises ReadingError."""
    found: list[tuple[Tokens, str]] = []
    while True:
        cell = words.apart(lambda: _cell(words, depth))
        closing = words.words[words.index]
        if not closing:
            raise words.fail("this \\begin has no \\end", opening, "put \\end{...} after it")
        words.index += 1
        if closing == "\\end":
            _name(words, words.index - 1)
            if not cell.words and found and found[-1][1] == ROW:
                found[-1] = (found[-1][0], "")
            else:
                found.append((cell, ""))
            return found
        found.append((cell, _BETWEEN[closing]))


def _cell(words: Words, depth: int) -> None:
    first = len(words.done.words)
    while words.words[words.index] not in (*_BETWEEN, "\\end", ""):
        words.item(depth + 1)
    words.check_brackets(first, words.index)


def _name(words: Words, command: int) -> str:
    """The name in the braces behind `\\begin` or `\\end`, which are passed. Raises ReadingError."""
    match words.words[words.index : words.index + 4]:
        case ["{", name, "}", *_]:
            words.index += 3
            return name
        case ["{", name, "*", "}"]:
            words.index += 4
            return f"{name}*"
    raise words.fail(f"{shown(words.words[command])} wants a name in braces", command)


def _skip_columns(words: Words, name: str) -> None:
    """Pass the `{cc}` of an array, and the `[c]` that some editors put."""
    if words.words[words.index] == "[":
        while words.words[words.index] not in ("]", ""):
            words.index += 1
        words.index += words.words[words.index] == "]"
    if name.startswith("array"):
        words.skip_group()


def ended(words: Words, index: int, _depth: int) -> None:
    """An `\\end` without its `\\begin`."""
    raise words.fail("this \\end has no \\begin", index, "take it away")


ENVIRONMENT_RULES: dict[str, Callable[[Any, int, int], None]] = {"\\begin": begun, "\\end": ended}
