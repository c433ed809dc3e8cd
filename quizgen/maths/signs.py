"""Words that no learner can type: what the reader calls a bracket once its side is known, and the like.

The first letter of an opening word, and the last of a closing one, is what a message shows of it.
"""

from __future__ import annotations

OPEN_BAR, CLOSE_BAR = "|(", ")|"
"""The bars of `|x|` (POSITIONS 6)."""
SET_OPEN, SET_CLOSE = "{(", ")}"
"""The braces of a set; those of an exponent stay `{` and `}`."""
TURNED_OPEN, TURNED_CLOSE = "](", ")["
"""The reversed brackets of `]5, 10[`."""
ANGLE_OPEN, ANGLE_CLOSE = "<(", ")>"
"""The brackets of a vector `<1, 2>`."""
MATRIX_OPEN, DETERMINANT_OPEN, MATRIX_CLOSE = "[matrix", "|matrix", "matrix]"
CELL, ROW = "\\cell", "\\row"
MIXED = "\\mixed"
"""Stands between a whole number and the fraction that was set right behind it."""
BASE = "\\base"
"""Stands between `log` and its base in brackets."""
INDEX = "\\index"
"""Stands between a name and a subscript in brackets that is worked out, as in `a_{n+1}`."""
SIGMA, BIG_PI = "\\sum", "\\prod"
"""Stand before the limits `(k = 1..5)` of a sum or a product, which its body follows."""
CHOOSE = "\\choose"
"""Stands between the two of `{n \\choose k}` until its brackets are known."""
REMAINDER = "\\bmod"
JOINING = frozenset({"and", "or", "not"})

OPENERS = frozenset({"(", "[", "{", "⌊", "⌈", OPEN_BAR, SET_OPEN, TURNED_OPEN, ANGLE_OPEN, MATRIX_OPEN})
CLOSERS = frozenset({")", "]", "}", "⌋", "⌉", CLOSE_BAR, SET_CLOSE, TURNED_CLOSE, ANGLE_CLOSE, MATRIX_CLOSE})
