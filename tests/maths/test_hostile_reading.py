"""No text makes the reader raise, hang or grow, whatever the part takes."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.expr import Expr, children
from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.maths.units import unit_table
from quizgen.verdict import Malformed

NAMES = {name: name for name in ("S", "x", "y", "k", "t", "n", "T_comm", "theta", "E")}
FREE = Vocabulary(free=True, single_letters=True, complex=True, takes="any")
VOCABULARIES = [
    *[Vocabulary(NAMES, takes=takes, functions={"f": "f", "y": "y"}) for takes in ("expression", "equation", "set")],
    *[Vocabulary(NAMES, takes=takes, decimal="comma") for takes in ("number", "matrix")],
    FREE,
    FREE._replace(takes="expression"),
    FREE._replace(single_letters=False, takes="interval"),
    Vocabulary(NAMES, unit_table()),
]
PIECES = [
    *"()[]{}|<>,;:.!%^_'\"&\\+-*/=±∓∪∩∖∈∅ℝ⌊⌉‖√°½²₂ 0123xyeiUR",
    "](", ")[", "{(", "\\{", "\\}", "\\frac{", "\\sqrt[", "\\left(", "\\right.", "\\left\\{\\begin{array}{l}",
    "\\begin{pmatrix}", "\\end{pmatrix}", "\\begin{cases}", "\\\\", "\\boxed{", "\\sum_{k=1}^{5}", "\\log_{",
    "\\bar{x}", "x̄", "x_{1+", "f'", "f(", "dy/dx", "\\text{a b}", "\\color{", " or ", " and ", "not ", "+/-",
    "1,234", "1;2", "⟨", "sin^2", "xy", "2xsinx", "\\mathbb{R}", "\\placeholder{}", "n \\choose k", "\\mod",
    "\u200b", "\u202e", "1e9", "1/2x", "matrix([", "101_2", "\\pm", "\\not=", "\\prime", "__class__", "{{7*7}}",
    "$", "\\(",
]  # fmt: skip


def _within(tree: Expr, length: int) -> bool:
    return 0 <= tree.at[0] <= tree.at[1] <= length and all(_within(part, length) for part in children(tree))


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.sampled_from(VOCABULARIES))
def test_any_text_is_read_or_malformed_at_a_place_within_it(raw: str, vocabulary: Vocabulary):
    found = read_answer(raw, vocabulary)
    if isinstance(found, Malformed):
        assert found.what
        assert -1 <= found.start <= found.end <= len(raw)
    else:
        assert _within(found.expr, len(raw))
        assert bool(found.question) == (found.other is not None)


FLOODS = [piece * count for piece in PIECES for count in (60, 1900 // len(piece))]


@pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=range(len(VOCABULARIES)))
def test_floods_are_dealt_with_at_once(vocabulary: Vocabulary):
    for raw in FLOODS:
        start = time.process_time()
        assert isinstance(read_answer(raw, vocabulary), Read | Malformed)
        assert time.process_time() - start < 0.5, raw[:40]


@pytest.mark.parametrize(
    "raw",
    [
        "(" * 900 + "1" + ")" * 900,
        "{" * 900 + "1" + "}" * 900,
        "[" * 900 + "1" + "]" * 900,
        "\\left\\{" * 200 + "1" + "\\right\\}" * 200,
        "\\begin{pmatrix}" * 60 + "1" + "\\end{pmatrix}" * 60,
        "\\boxed{" * 200 + "1" + "}" * 200,
        "\\frac{1}{" * 200 + "1" + "}" * 200,
        "x=" * 900 + "1",
        "1<" * 900 + "1",
        "{1} ∪ " * 300 + "{1}",
        "not " * 400 + "x = 1",
        "x=1 or " * 200 + "x=1",
        "1," * 900 + "1",
        "(1,2)," * 300 + "(1,2)",
        "[[" + "1," * 900 + "1]]",
        "\\begin{pmatrix}" + "1&" * 900 + "1\\end{pmatrix}",
        "sin(" * 300 + "x" + ")" * 300,
        "9^9^9^9",
        "x^(-10^9)^3",
        "10^(10^10)",
    ],
)
def test_nested_and_endless_answers_are_dealt_with_at_once_and_in_little_memory(raw: str):
    for vocabulary in VOCABULARIES:
        tracemalloc.start()
        start = time.process_time()
        try:
            assert isinstance(read_answer(raw, vocabulary), Read | Malformed)
            assert tracemalloc.get_traced_memory()[1] < 20_000_000
        finally:
            tracemalloc.stop()
        assert time.process_time() - start < 1
