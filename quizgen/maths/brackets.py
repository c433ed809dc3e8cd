"""Where sets, intervals and matrices may stand: which side a bracket is, and what stands between two sets."""

from __future__ import annotations

from quizgen.errors import ReadingError
from quizgen.maths.signs import (
    ANGLE_CLOSE,
    ANGLE_OPEN,
    CELL,
    CLOSERS,
    MATRIX_CLOSE,
    MATRIX_OPEN,
    OPENERS,
    ROW,
    SET_CLOSE,
    SET_OPEN,
    TURNED_CLOSE,
    TURNED_OPEN,
)
from quizgen.maths.tokens import Tokens
from quizgen.maths.vocabulary import Vocabulary

_BRACKETS = frozenset({"(", ")", "[", "]", SET_OPEN, SET_CLOSE, "∅", "ℝ"})
_BETWEEN = {
    "U": "∪", "u": "∪", "cup": "∪", "union": "∪", "∪": "∪", "cap": "∩", "intersect": "∩", "&": "∩", "∩": "∩",
    "\\": "∖", "or": "or", "and": "and",
}  # fmt: skip
_NAMED = frozenset({"cup", "cap", "union", "intersect", "&", "\\"})
_LAST = frozenset({")", "]", "∅", "ℝ", "R"})
"""What else a set may end with."""
_SIGNS = frozenset("+-*/^=<>,;:·×±∓∪∩∖∈") | {"", "<=", ">=", "!=", "==", "**", "and", "or", "not", "in", ROW, CELL}
_WRONG_SIGNS = {("=", "<"): "<=", ("=", ">"): ">="}
_OF_VALUES = frozenset({"set", "list"})
_OF_SETS = frozenset({"interval", "set", "inequality", "any"})


def shaped(tokens: Tokens, vocabulary: Vocabulary) -> Tokens:
    """The tokens with each word called what it is where several values, relations or sets may stand.

    Raises ReadingError for `=<` and its like.
    """
    words = _angled(_merged(tokens, vocabulary.takes), vocabulary.takes)
    _refuse_signs(words)
    if vocabulary.takes in _OF_SETS:
        _between_sets(words.words, vocabulary)
    if "∈" not in vocabulary.names and "in" not in vocabulary.names and "in" in words.words:
        words.words[:] = ["∈" if word == "in" else word for word in words.words]
    if "]" in words.words or "[" in words.words:
        _turn(words.words)
    if "&" in words.words:
        words.words[:] = ["and" if word == "&" else word for word in words.words]
    is_table = vocabulary.takes == "matrix" or (vocabulary.takes == "any" and "," in words.words)
    return _in_rows(words) if is_table and ";" in words.words else words


def _merged(tokens: Tokens, takes: str) -> Tokens:
    """A copy of the tokens with ± for `+/-`, `and` for `&&`, != for `<>`, and one separator for `, and`."""
    done = Tokens([], [], [])
    index = 0
    while index < len(tokens.words):
        word, last = tokens.words[index], index
        if word == "+" and tokens.words[index + 1 : index + 3] == ["/", "-"]:
            word, last = "±", index + 2
        elif word == "&" and tokens.words[index + 1] == "&":
            word, last = "and", index + 1
        elif word == "<" and tokens.words[index + 1] == ">" and not tokens.gap(index + 1):
            word, last = "!=", index + 1
        elif word == "," and tokens.words[index + 1] in ("and", "or"):
            word = "," if takes in _OF_VALUES else tokens.words[index + 1]
            last = index + 1
        _put(done, word, tokens.starts[index], tokens.ends[last])
        index = last + 1
    return done


def _refuse_signs(tokens: Tokens) -> None:
    words = tokens.words
    for index in range(len(words) - 1):
        wanted = _WRONG_SIGNS.get((words[index], words[index + 1]))
        if wanted and not tokens.gap(index + 1):
            what = f"`{words[index]}{words[index + 1]}` isn't read here"
            start, end = tokens.starts[index], tokens.ends[index + 1]
            raise ReadingError(what, start=start, end=end, mend=f"write {wanted}")


def _angled(tokens: Tokens, takes: str) -> Tokens:
    """`<1, 2, 3>` with the brackets of a vector."""
    words = tokens.words
    if takes in ("matrix", "list", "any") and words[0] == "<" and words[-2:-1] == [">"] and "," in words:
        words[0], words[-2] = ANGLE_OPEN, ANGLE_CLOSE
    return tokens


def _between_sets(words: list[str], vocabulary: Vocabulary) -> None:
    """Name the signs between two sets, in place: `U` and `|` are ∪, `&` is ∩, a minus before `{` is ∖."""
    sets_only = vocabulary.takes in ("interval", "set")
    closing, opening = (("]", ")"), ("[", "(")) if sets_only else ((), ())
    for index in range(1, len(words) - 1):
        before, word, after = words[index - 1 : index + 2]
        if word == "|":
            if (before == SET_CLOSE or before in closing) and (after == SET_OPEN or after in opening):
                words[index] = "∪"
        elif word in _BETWEEN and word not in vocabulary.names:
            surely = sets_only and word in _NAMED
            if surely or (before in _BRACKETS and after in _BRACKETS):
                words[index] = _BETWEEN[word]
        elif word == "-" and after in (SET_OPEN, "∅") and (before == SET_CLOSE or (sets_only and before in _LAST)):
            words[index] = "∖"


def _turn(words: list[str]) -> None:
    """Name the reversed brackets of `]5, 10[`, in place: `]` where a value begins, `[` where one has ended."""
    for index in range(len(words) - 1):
        before = words[index - 1] if index else ""
        begins = before in _SIGNS or before in OPENERS
        if words[index] == "]" and begins and before != "[":
            words[index] = TURNED_OPEN
        elif words[index] == "[" and not begins and _ends(words[index + 1]):
            words[index] = TURNED_CLOSE


def _ends(word: str) -> bool:
    """Whether an operand can't begin with a word."""
    return (word in _SIGNS and word not in ("+", "-", "±")) or word in CLOSERS or word == TURNED_CLOSE


def _in_rows(tokens: Tokens) -> Tokens:
    """`[1 2; 3 4]` and `[1, 2; 3, 4]` as a matrix, if the answer is one such bracket."""
    words = tokens.words
    if words[0] != "[" or words[-2] != "]" or words.count("[") > 1 or words.count("]") > 1:
        return tokens
    done = Tokens([], [], [])
    level = 0
    last = len(words) - 2
    for index, word in enumerate(words):
        level += (word in OPENERS) - (word in CLOSERS)
        inner = level == 1 and 0 < index < last
        if inner and index > 1 and "," not in words and _is_next_entry(tokens, index):
            _put(done, CELL, tokens.starts[index], tokens.starts[index])
        named = {",": CELL, ";": ROW}.get(word, word) if inner else word
        named = MATRIX_OPEN if index == 0 else MATRIX_CLOSE if index == last else named
        _put(done, named, tokens.starts[index], tokens.ends[index])
    return done


def _is_next_entry(tokens: Tokens, index: int) -> bool:
    """Whether a blank before a word sets it apart: in `[1 -2]` it does, in `[1 - 2]` it doesn't."""
    word, before = tokens.words[index], tokens.words[index - 1]
    if not tokens.gap(index) or before in _SIGNS or before in OPENERS:
        return False
    return word not in _SIGNS or (word in ("+", "-", "±") and not tokens.gap(index + 1))


def _put(done: Tokens, word: str, start: int, end: int) -> None:
    done.words.append(word)
    done.starts.append(start)
    done.ends.append(end)
