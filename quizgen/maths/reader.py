"""Text to tree: strictly for authors (`read`), as learners write it for answers (`read_answer`).

Both stand on one grammar (`grammar.py`). Decimal commas and more of LaTeX come as further entries of `Vocabulary` and
`latex.py` on the same tree.
"""

from __future__ import annotations

from typing import NamedTuple

from quizgen.errors import MathsError, TooMuchWork
from quizgen.maths.bars import pair_bars
from quizgen.maths.expr import Expr
from quizgen.maths.fold import LONGEST_RAW, fold
from quizgen.maths.latex import looks_like_latex, rewrite
from quizgen.maths.learner import AskBackError, LearnerGrammar, TightGrammar
from quizgen.maths.sides import without_full_stop, without_left_side, without_times, without_unit
from quizgen.maths.strict import read, read_binder
from quizgen.maths.tokens import LEARNER, Tokens, cut
from quizgen.maths.units import Unit
from quizgen.maths.vocabulary import FUNCTION_WORDS, Choice, Vocabulary
from quizgen.verdict import Malformed

__all__ = ["Read", "Vocabulary", "is_blank", "read", "read_answer", "read_binder"]


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
        tokens = cut(LEARNER, folded.text, folded.offsets)
        if looks_like_latex(folded.text):
            tokens = rewrite(tokens)
        return _read(raw, tokens, vocabulary)
    except MathsError as error:
        asks = error.asks if isinstance(error, AskBackError) else ()
        return Malformed(raw, error.what, error.start, error.end, error.mend, asks)


def _read(text: str, tokens: Tokens, vocabulary: Vocabulary) -> Read:
    tokens, left = without_left_side(text, without_full_stop(tokens), vocabulary)
    tokens = without_times(tokens, vocabulary)
    unit, unit_text = None, ""
    if vocabulary.units:
        tokens, unit, unit_text = without_unit(tokens, vocabulary)
    if "|" in tokens.words:
        tokens = pair_bars(tokens, FUNCTION_WORDS, juxtaposing=True)
    grammar = LearnerGrammar(text, tokens, vocabulary)
    expr = grammar.whole()
    read = Read(expr, unit, unit_text, left, tuple(grammar.notes))
    if not grammar.doubt[0]:
        return read
    other = _other(text, tokens, vocabulary, grammar.doubt[0])
    return read if other in (None, expr) else read._replace(other=other, question=grammar.doubt[1])


def _other(text: str, tokens: Tokens, vocabulary: Vocabulary, doubt: str) -> Expr | None:
    """The tree of the other common reading, None if the text can't be read that way."""
    try:
        choice = Choice(**{doubt: True})
        return (TightGrammar if choice.tight else LearnerGrammar)(text, tokens, vocabulary, choice).whole()
    except MathsError:
        return None
