"""Responses that name options: by a letter, by what the option says, or by several of these."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizgen.answers import Asked, folding
from quizgen.answers.options import Lettered, Shown, bare, text_of

Named = tuple[str, Shown]
"""An option with its letter."""

LONGEST = 4_000
"""Characters of a response that can name options."""
MOST_PIECES = 40
"""Pieces into which a response is cut to find the options that it names by their texts."""

_LETTER = re.compile(r"[(\[]?([a-z]{1,2})[)\].:]*")
_LETTERED = re.compile(r"[(\[]?([a-z]{1,2})[)\].:]+\s+(.+)", re.DOTALL)
_BETWEEN = re.compile(r"(?:[\s,;&/|+>→⇒–-]|\band\b|\bthen\b)+")
_GAP = re.compile(r"[;,&>→⇒]+|\band\b|\bthen\b")
_GLUED = re.compile("[a-z]+")


def by_text(text: str, options: Lettered, asked: Asked) -> list[Named]:
    """The options that say just this."""
    return [pair for pair in options if folding.same(bare(text), bare(text_of(pair[1], asked)))]


def picked(text: str, options: Lettered, asked: Asked) -> Named | str:
    """The option of a letter, alone or in front of the option's own text; else what is wrong."""
    folded = folding.strict_fold(text)
    match, rest = _LETTER.fullmatch(folded), ""
    if match is None:
        match = _LETTERED.fullmatch(folded)
        rest = match[2] if match is not None else ""
    if match is None:
        return "that is none of the options"
    for letter, option in options:
        if letter == match[1]:
            fits = not rest or folding.same(bare(rest), bare(text_of(option, asked)))
            return (letter, option) if fits else f"option {letter} says something else"
    return f"there is no option {match[1]}"


def several(text: str, options: Lettered, asked: Asked) -> tuple[Named, ...] | str:
    """The options that a response names, in its order: `a c`, `a, c`, `ac`, `b > a`, texts; else what is wrong."""
    if len(text) > LONGEST:
        return "this is longer than a list of options"
    found = _by_letters(folding.strict_fold(text), options)
    if not isinstance(found, str):
        return found
    return _by_texts(text, options, asked) or found


def mend(options: Lettered) -> str:
    """How one option is named."""
    return f"answer with a letter from {options[0][0]} to {options[-1][0]}"


def _by_letters(folded: str, options: Lettered) -> tuple[Named, ...] | str:
    known = {letter: (letter, option) for letter, option in options}
    words = [match[1] if (match := _LETTER.fullmatch(word)) else word for word in _BETWEEN.split(folded) if word]
    found: list[Named] = []
    for word in words:
        letters = [word] if word in known else list(word)
        if not _GLUED.fullmatch(word) or not all(letter in known for letter in letters):
            single = _GLUED.fullmatch(word) and len(word) == 1
            return f"there is no option {word}" if single else "that is none of the options"
        found += [known[letter] for letter in letters]
    return tuple(found) or "that is none of the options"


def _by_texts(text: str, options: Lettered, asked: Asked) -> tuple[Named, ...]:
    """The text as options one after another; their own texts may hold commas. () where it can't be cut so."""
    gaps = list(_GAP.finditer(text))
    if len(gaps) >= MOST_PIECES:
        return ()
    starts, ends = [0, *(gap.end() for gap in gaps)], [*(gap.start() for gap in gaps), len(text)]
    reached: list[tuple[Named, ...] | None] = [()]
    for end in ends:
        pieces = ((reached[first], text[starts[first] : end]) for first in range(len(reached)))
        reached.append(next(_reaching(pieces, options, asked), None))
    return reached[-1] or ()


def _reaching(
    pieces: Iterator[tuple[tuple[Named, ...] | None, str]], options: Lettered, asked: Asked
) -> Iterator[tuple[Named, ...]]:
    """What a piece adds to the options named before it, for each piece that names one, or is blank."""
    for before, piece in pieces:
        if before is None:
            continue
        if not piece.strip():
            yield before
        elif said := by_text(piece, options, asked):
            yield (*before, said[0])
        elif not isinstance(named := picked(piece, options, asked), str):
            yield (*before, named)
