"""Names as symbols, and symbols as plain text."""

from __future__ import annotations

import pytest

from quizgen.maths.symbols import COMMANDS, GREEK, GREEK_NAMES, default_symbol, symbol_text


@pytest.mark.parametrize(
    ("name", "latex", "text"),
    [
        ("S", "S", "S"),
        ("T_compute", "T_{compute}", "T_compute"),
        ("theta", r"\theta", "θ"),
        ("θ", r"\theta", "θ"),
        ("eta_0", r"\eta_{0}", "η_0"),
        ("x1", "x_{1}", "x_1"),
        ("b_max", "b_{max}", "b_max"),
        ("x_alpha", r"x_{\alpha}", "x_α"),
        ("k_1_2", "k_{1,2}", "k_1,2"),
        ("slice", r"\mathrm{slice}", "slice"),
        ("at_once", r"\mathrm{at}_{once}", "at_once"),
        ("pi", r"\pi", "π"),
        ("oo", r"\infty", "∞"),
        ("__x", r"\mathrm{\_\_x}", "__x"),
    ],
)
def test_a_name_has_a_symbol_that_reads_as_the_name(name: str, latex: str, text: str):
    assert default_symbol(name) == latex
    assert symbol_text(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"T_{\text{comm}}", "T_comm"),
        (r"k_{1/2}", "k_(1/2)"),
        (r"t_{n-1}", "t_(n-1)"),
        (r"\bar t", "t\u0304"),
        (r"\hat{p}", "p\u0302"),
        (r"\Delta T", "ΔT"),
        ("A^{-1}", "A⁻¹"),
        ("x^2", "x²"),
        (r"\det A", "det A"),
        (r"\operatorname{adj} A", "adjA"),
        ("x_1", "x_1"),
    ],
)
def test_authors_symbols_become_plain_text(latex: str, text: str):
    assert symbol_text(latex) == text


def test_greek_letters_and_names_are_one_to_one():
    assert len(GREEK) == len(GREEK_NAMES)
    assert all(COMMANDS[name] == letter for name, letter in GREEK.items())
