"""Texts with insertions made by hand, and values that would do harm if anything let them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from quizgen.maths.reader import read
from quizgen.maths.symbols import default_symbol
from quizgen.maths.units import Unit
from quizgen.maths.values import Row
from quizgen.prose import Display, Insertion, Prose, parse, parse_display

MS = Unit("ms", Fraction(1, 1000), (("time", 1),))
UNITS = {"ms": MS, "s": Unit("s", 1, (("time", 1),))}
ROW = Row("modes", "async", {"name": "asynchronous SGD"})
VALUES: dict[str, Any] = {
    "T": Fraction(2, 5), "S": Fraction(8, 3), "k": 4, "n": -3, "one": 1, "row": ROW, "times": (1, 2, 3),
    "words": ("red", "green", "blue"), "yes": True, "cue": "reads $\\theta_{t+<<k>>}$ *and* waits",
    "x": read("2*y - 3"),
}  # fmt: skip
DISPLAYS = {"T": Display("sf", 4, "ms", MS.factor), "k": Display("sf", 4), "one": Display(noun=("device", "devices"))}
HOSTILE = (
    "<script>alert(1)</script> ](javascript:x) ![i](http://e.vil) `c` $\\frac{ | a_b *c* \\ ~ # \x1b[31m\u202e\n- x"
)
"""What a learner's or a stranger's text may hold."""


def unit(text: str) -> Unit:
    if text not in UNITS:
        from quizgen.errors import KindError

        raise KindError(f"there is no unit {text}")
    return UNITS[text]


def insert(formula: str, display: str, in_maths: bool, offset: int) -> Insertion:
    del offset
    default = DISPLAYS.get(formula, Display("sf", 4))
    if display == "=":
        return Insertion(read(formula), default, default_symbol(formula), in_maths)
    return Insertion(read(formula), parse_display(display, unit, default) if display else default, "", in_maths)


def written(text: str) -> Prose:
    """A text as a template holds it, with `T`, `S`, `k` ... of VALUES."""
    return parse(text, insert)


TEXTS = {VALUES["cue"]: written(VALUES["cue"])}
