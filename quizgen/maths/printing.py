"""Trees and values as text: plain (reads back), LaTeX and Unicode.

The styles are in `styles.py`, `unicode_style.py` and `latex_style.py`; single values in `shown.py`; letters in
`symbols.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from quizgen.maths.decimals import digits, numeral
from quizgen.maths.expr import Expr
from quizgen.maths.latex_style import Latex, unit_latex
from quizgen.maths.shown import is_exact, show, shown
from quizgen.maths.styles import PLAIN, Shown
from quizgen.maths.symbols import default_symbol, symbol_text
from quizgen.maths.tidy import tidy
from quizgen.maths.unicode_style import Unicode

__all__ = [
    "Shown", "default_symbol", "digits", "is_exact", "latex", "numbers", "numeral", "plain", "show", "shown",
    "symbol_text", "tidy", "unicode", "unit_latex",
]  # fmt: skip

_UNICODE, _LATEX = Unicode(), Latex()


def plain(expr: Expr) -> str:
    """ASCII text that `reader.read` reads to the same tree.

    Trees that no text reads to (a negative `Number`, a product whose first factor is a product) come back as one of the
    same value.
    """
    return PLAIN.text(expr)


def unicode(expr: Expr, symbols: Mapping[str, str] | None = None) -> str:
    """One line of Unicode text. `symbols` gives LaTeX symbols by name; others are made from the name.

    What a learner typed, `reader.read_answer` reads back to the same tree.
    """
    return (Unicode(symbols) if symbols else _UNICODE).text(expr)


def latex(expr: Expr, symbols: Mapping[str, str] | None = None) -> str:
    """LaTeX. `symbols` gives LaTeX symbols by name; others are made from the name."""
    return (Latex(symbols) if symbols else _LATEX).text(expr)


def numbers(expr: Expr, values: Mapping[str, Shown], style: Literal["latex", "unicode"]) -> str:
    """The formula with values in place of names, in brackets where they need them.

    `values` has what `shown` makes of the value of each name, and of `row.column` or `table[id]` by its plain text; a
    name that it lacks stays a name.
    """
    return (Latex if style == "latex" else Unicode)(None, values).text(expr)
