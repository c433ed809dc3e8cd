"""Which bar opens and which closes: `|x|` has one sign for both (POSITIONS 6)."""

from __future__ import annotations

from quizgen.errors import ReadingError
from quizgen.maths.signs import CLOSE_BAR, CLOSERS, OPEN_BAR, OPENERS, ROW
from quizgen.maths.tokens import Tokens

_SIGNS = frozenset("+-*/^=<>,·×≈√:;±∓∪∩∖∈&") | {"<=", ">=", "!=", "==", "**", "..", "and", "or", "not", "in", "", ROW}


def pair_bars(tokens: Tokens, functions: frozenset[str] = frozenset(), *, juxtaposing: bool = False) -> Tokens:
    """The tokens with each bar renamed to the side that it is.

    A bar after a sign or a function opens, one after an operand closes. Where products need no sign (`juxtaposing`) one
    after an operand may open too; then ReadingError is raised unless there is only one way. Bars that can't be paired
    are left, for the reader to complain of.
    """
    words = tokens.words
    early = _turned(words, functions, juxtaposing)
    if juxtaposing and words.count("|") > 2:
        late = _turned(words, functions, juxtaposing, eager=True)
        if early and late and early != late:
            bars = [index for index, word in enumerate(words) if word == "|"]
            what = "it isn't clear which bars belong together"
            place = tokens.starts[bars[0]], tokens.ends[bars[-1]]
            raise ReadingError(what, start=place[0], end=place[1], mend="write abs(...), or * between the factors")
        early = early or late
    return Tokens(early, tokens.starts, tokens.ends) if early else tokens


def _turned(words: list[str], functions: frozenset[str], juxtaposing: bool, eager: bool = False) -> list[str]:  # noqa: FBT001, FBT002 - a flag of this file's own
    """The words with every bar turned, [] if they don't pair. An eager bar opens wherever it may."""
    done: list[str] = []
    stack: list[str] = []
    left = words.count("|") // 2
    for index, word in enumerate(words):
        if word == "|":
            before = done[-1] if done else "("
            must = before in OPENERS or before in _SIGNS or before in functions
            may = juxtaposing and left > 0 and _begins(words[index + 1])
            closes = OPEN_BAR in stack[-1:]
            turned = OPEN_BAR if must or (may and (eager or not closes)) else CLOSE_BAR
            left -= turned == OPEN_BAR
        else:
            turned = word
        if turned in OPENERS:
            stack.append(turned)
        elif turned in CLOSERS and (not stack or (stack.pop() == OPEN_BAR) != (turned == CLOSE_BAR)):
            return []
        done.append(turned)
    return [] if stack else done


def _begins(word: str) -> bool:
    """Whether an operand may begin with a word; a bar isn't taken for one here, so `|a||b|` is a product."""
    return word not in _SIGNS and word not in CLOSERS and word != "|"
