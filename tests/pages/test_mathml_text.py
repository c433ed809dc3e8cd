"""LaTeX as a browser shows it, on one line of Unicode text."""

from __future__ import annotations

import pytest

from quizgen.pages.markup import mathml
from quizgen.pages.mathml_text import unicode_line


def line(latex: str) -> str:
    return unicode_line(mathml(latex)).replace("\u00a0", "~")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"S = \frac{T_{compute}}{T_{iter}} \approx 2.667", "S = T_compute/T_iter ≈ 2.667"),
        (r"\frac{T}{\frac{T}{k}+c}", "T/(T/k + c)"),
        (r"\frac{a+b}{c}", "(a + b)/c"),
        (r"\frac{(a+b)}{(c+d)}", "(a + b)/(c + d)"),
        (r"\frac{\frac{a}{b}}{c}", "(a/b)/c"),
        (r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}", "(−b ± √(b² − 4a~c))/(2a)"),
        (r"\frac{a}{b}c", "(a/b)c"),
        (r"2\frac{a}{b}", "2(a/b)"),
        (r"\frac{a}{b} + c", "a/b + c"),
        (r"\frac{1}{2\,x}", "1/(2~x)"),
        (r"\frac{400\,\mathrm{ms}}{150\,\mathrm{ms}}", "400~ms/150~ms"),
        (r"\frac{2\,\mathrm{GB}}{40\,\mathrm{GB/s}}", "2~GB/(40~GB/s)"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
        (r"\frac{x}{|y - 1|}", "x/|y − 1|"),
    ],
)
def test_a_fraction_has_brackets_only_where_a_line_needs_them(latex, text):
    assert line(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("x^2", "x²"), ("2^{n-1}", "2ⁿ⁻¹"), ("10^{-6}", "10⁻⁶"), ("e^{-x}", "e^(−x)"), ("x^{1/2}", "x^(1/2)"),
        ("x_1^2", "x_1²"), (r"\theta_{t+5}", "θ_(t+5)"), (r"S_\infty", "S_∞"), ("S_{2k}", "S_2k"),
        ("T'_{comm}", "T′_comm"), (r"\bar t", "t\u0304"), (r"20\,^\circ\mathrm{C}", "20~°C"),
        (r"{\frac12}^2", "(1/2)²"), ("e^{4x}", "e^(4x)"), (r"x^{\text{new}}", "x^new"), ("x^{ab}", "x^(a~b)"),
    ],
)  # fmt: skip
def test_scripts_are_raised_where_unicode_can(latex, text):
    assert line(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{dy}{dx}", "dy/dx"), ("ds/dx", "ds/dx"), (r"\int x^2\,dx", "∫~x²~dx"), (r"\int u\,dv", "∫~u~dv"),
        ("ad-bc", "a~d − b~c"), (r"c\,d\,x", "c~d~x"),
    ],
)  # fmt: skip
def test_a_differential_is_one_word(latex, text):
    assert line(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\sqrt{2}", "√2"), (r"\sqrt{x+1}", "√(x + 1)"), (r"\sqrt[3]{x}", "∛x"), (r"\sqrt[5]{ab}", "⁵√(a~b)"),
        (r"\sum_{i=1}^{n} i", "∑_(i=1)ⁿ~i"), (r"\lim_{k\to\infty} S", "lim_(k→∞)~S"), (r"\sin x", "sin~x"),
        (r"\sin(x)", "sin(x)"), (r"\log_2 8", "log_2~8"), (r"\binom{n}{k}", "(n choose k)"),
        (r"\lfloor x\rfloor", "⌊x⌋"),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "[[1, 2], [3, 4]]"), (r"\begin{bmatrix}1\\3\end{bmatrix}", "(1, 3)"),
        ("n!", "n!"), ("f(x)", "f(x)"), ("f'(x)", "f′(x)"),
    ],
)  # fmt: skip
def test_roots_and_functions_read_as_one_writes_them(latex, text):
    assert line(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("b k a = B", "b~k~a = B"), ("2x", "2x"), ("a-b", "a − b"), ("-x", "−x"), ("x=-3", "x = −3"),
        (r"a\cdot(-3)", "a·(−3)"), (r"x\times y", "x × y"), (r"S\le k", "S ≤ k"), (r"k\to\infty", "k → ∞"),
        ("a,b", "a, b"),
        (r"1,\dots,n", "1, …, n"), ("(1,2]", "(1, 2]"), (r"\{1,2\}", "{1, 2}"), (r"4\times", "4×"), (r"28\%", "28%"),
        (r"\mathbf{x}\mathbb{R}", "x~ℝ"), (r"\text{two words}", "two words"), ("", ""), (r"a \ne b", "a ≠ b"),
        ("(p-1)/(m+p-1)", "(p − 1)/(m + p − 1)"),
    ],
)  # fmt: skip
def test_signs_have_their_spaces_and_letters_are_kept_apart(latex, text):
    assert line(latex).replace("two~words", "two words") == text
