"""Text to tree: strictly for authors (`read`), as learners write it for answers (`read_answer`).

Both stand on one grammar (`grammar.py`). What a learner wrote is brought to one spelling step by step: look-alikes
(`fold.py`), LaTeX (`latex.py`), decimal commas (`decimal_commas.py`), derivatives (`derivatives.py`), brackets of sets
(`brackets.py`) and bars (`bars.py`); then `learner.py` reads one value, `shapes.py` anything else.
"""

from __future__ import annotations

from typing import NamedTuple

from quizgen.errors import MathsError, TooMuchWork
from quizgen.maths.bars import pair_bars
from quizgen.maths.brackets import shaped
from quizgen.maths.decimal_commas import pointed
from quizgen.maths.derivatives import primed
from quizgen.maths.expr import Expr
from quizgen.maths.fold import LONGEST_RAW, fold
from quizgen.maths.latex import looks_like_latex, rewrite
from quizgen.maths.learner import AskBackError, LearnerGrammar, TightGrammar
from quizgen.maths.names import free_name
from quizgen.maths.shapes import ShapeGrammar, TightShapeGrammar
from quizgen.maths.sides import without_full_stop, without_left_side, without_times, without_unit
from quizgen.maths.signs import BIG_PI, INDEX, JOINING, SIGMA
from quizgen.maths.strict import read, read_binder
from quizgen.maths.tokens import LEARNER, Tokens, cut
from quizgen.maths.units import Unit
from quizgen.maths.vocabulary import COMPLEX_SPELLINGS, CONSTANTS, FUNCTION_WORDS, SPELLINGS, Choice, Vocabulary
from quizgen.verdict import Malformed

__all__ = ["Read", "Vocabulary", "is_blank", "read", "read_answer", "read_binder"]


_UNUSUAL = frozenset({"=", "==", "≈", "|", INDEX, SIGMA, BIG_PI})
"""Signs of left sides, bars, subscripts and sums over a range; most answers have none."""
MOST_WORDS = 600
"""Names, numbers and signs in an answer: its time is bounded by them, not by its characters."""
_KNOWN = frozenset({*SPELLINGS, *COMPLEX_SPELLINGS, *CONSTANTS, *JOINING})


class Read(NamedTuple):
    """An answer as it was read; places in its tree are places in the raw text.

    `unit` is None where none was written (`unit_text` ""). `left` is the declared name on a left side that was taken
    off. `notes` say what the learner should see of the reading. Where another reading is common too, `other` is its
    tree and `question` asks which was meant (POSITIONS 5, 8, 9).
    """

    expr: Expr
    unit: Unit | None = None
    unit_text: str = ""
    left: str = ""
    notes: tuple[str, ...] = ()
    other: Expr | None = None
    question: str = ""


def is_blank(raw: str) -> bool:
    """Whether nothing was given: only blanks, and characters of no width."""
    if len(raw) > LONGEST_RAW:
        return False
    if raw.isascii():
        return not raw.strip()
    try:
        return not fold(raw).text.strip()
    except TooMuchWork:
        return False  # `read_answer` says that it is too long


def read_answer(raw: str, vocabulary: Vocabulary) -> Read | Malformed:
    """A learner's answer read by POSITIONS 1 to 13; never raises, whatever the text.

    Powers and quotients are read, not worked out: `1/0` and `9^9^9` are trees.
    """
    try:
        folded = fold(raw)
        text = folded.text
        tokens = cut(LEARNER, text, folded.offsets)
        if len(tokens.words) > MOST_WORDS:
            raise TooMuchWork(f"this answer is too long: at most {MOST_WORDS} names, numbers and signs are read")
        if looks_like_latex(text):
            tokens, upright = rewrite(tokens, sets=vocabulary.shaped)
            if vocabulary.free and "\\" in text:
                vocabulary = _as_set(vocabulary, upright)
        if vocabulary.decimal == "comma":
            tokens = pointed(tokens)
        if vocabulary.functions:
            tokens = primed(tokens, vocabulary.functions)
        return _shaped(raw, tokens, vocabulary) if vocabulary.shaped else _read(raw, tokens, vocabulary)
    except MathsError as error:
        asks = error.asks if isinstance(error, AskBackError) else ()
        return Malformed(raw, error.what, error.start, error.end, error.mend, asks)


def _as_set(vocabulary: Vocabulary, upright: frozenset[str]) -> Vocabulary:
    """LaTeX sets a product of letters side by side, and upright what is one name."""
    names = {word: free_name(word) for word in upright if len(word) > 1 and word.isalpha() and word not in _KNOWN}
    return vocabulary._replace(single_letters=True, names={**names, **vocabulary.names})


def _read(text: str, tokens: Tokens, vocabulary: Vocabulary) -> Read:
    """One value, with what may stand around it."""
    plain = _UNUSUAL.isdisjoint(tokens.words)
    tokens, left = without_full_stop(tokens), ""
    if not plain:
        tokens, left = without_left_side(text, tokens, vocabulary)
    tokens = without_times(tokens, vocabulary)
    unit, unit_text = None, ""
    if vocabulary.units:
        tokens, unit, unit_text = without_unit(tokens, vocabulary)
    if not plain and "|" in tokens.words:
        tokens = pair_bars(tokens, FUNCTION_WORDS, juxtaposing=True)
    grammar = LearnerGrammar(text, tokens, vocabulary)
    if plain and not vocabulary.functions:
        grammar.plain = vocabulary.names
    read = Read(grammar.whole(), unit, unit_text, left, tuple(grammar.notes))
    return _doubted(read, tokens, grammar, TightGrammar) if grammar.doubt[0] else read


def _shaped(text: str, tokens: Tokens, vocabulary: Vocabulary) -> Read:
    """Several values, a relation, a set, an interval, a matrix."""
    tokens = shaped(without_full_stop(tokens), vocabulary)
    if "|" in tokens.words:
        tokens = pair_bars(tokens, FUNCTION_WORDS, juxtaposing=True)
    grammar = ShapeGrammar(text, tokens, vocabulary)
    read = Read(grammar.whole(), notes=tuple(grammar.notes))
    return _doubted(read, tokens, grammar, TightShapeGrammar) if grammar.doubt[0] else read


def _doubted(read: Read, tokens: Tokens, grammar: LearnerGrammar, tight: type[LearnerGrammar]) -> Read:
    """The reading with the other common one, if the text can be read that way."""
    kind, question = grammar.doubt
    try:
        choice = Choice(**{kind: True})
        made = tight if choice.tight else type(grammar)
        other = made(grammar.text, tokens, grammar.vocabulary, choice).whole()
    except MathsError:
        return read
    return read if other == read.expr else read._replace(other=other, question=question)
