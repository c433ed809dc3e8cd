"""LaTeX and typed answers read to the same tree."""

from __future__ import annotations

import pytest

from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.verdict import Malformed

NAMES = Vocabulary({name: name for name in ("S", "x", "y", "t", "theta", "T_comm", "k_12")})


@pytest.mark.parametrize(
    ("latex", "typed"),
    [
        (r"$\frac{8}{3}$", "8/3"),
        (r"\(\frac{8}{3}\)", "8/3"),
        (r"\[\dfrac{8}{3}\]", "8/3"),
        (r"$$\tfrac83$$", "8/3"),
        (r"\frac12", "1/2"),
        (r"\frac1{23}", "1/23"),
        (r"\frac{12}3", "12/3"),
        (r"\frac123", "(1/2)*3"),
        (r"\frac xy", "x/y"),
        (r"\frac\pi2", "pi/2"),
        (r"\frac{x+1}{\frac{y}{2}}", "(x+1)/(y/2)"),
        (r"-\frac{1}{2}x", "-(1/2)x"),
        (r"\sqrt{2}", "sqrt(2)"),
        (r"\sqrt2", "sqrt(2)"),
        (r"\sqrt{x}y", "sqrt(x) y"),
        (r"\sqrt[3]{x+1}", "root(x+1, 3)"),
        (r"3.2 \times 10^{4}", "3.2*10^4"),
        (r"3.2 \cdot 10^{-4}", "3.2*10^-4"),
        (r"3.2\cdot10^4", "3.2*10^4"),
        (r"x^{y+1}t", "x^(y+1)*t"),
        (r"x^\frac12", "x^(1/2)"),
        (r"\left(x + 1\right)\left( x-1 \right)", "(x+1)*(x-1)"),
        (r"\bigl(x\bigr)", "x"),
        (r"\left|x - 1\right|", "abs(x-1)"),
        (r"\lvert x \rvert", "abs(x)"),
        (r"1\,234", "1234"),
        (r"1{,}234{,}567", "1234567"),
        (r"\text{S} = 2", "2"),
        (r"T_{\text{comm}}", "T_comm"),
        (r"T_{comm}", "T_comm"),
        (r"T_\mathrm{comm}", "T_comm"),
        (r"k_{1 2}", "k_12"),
        (r"\theta", "theta"),
        (r"\vartheta", "theta"),
        (r"2\pi x", "2*pi*x"),
        (r"\infty", "oo"),
        (r"28\%", "28%"),
        (r"28\,\%", "28%"),
        (r"\sin x", "sin(x)"),
        (r"\sin^2 x", "sin(x)^2"),
        (r"\arcsin x", "asin(x)"),
        (r"\ln\left(x\right)", "ln(x)"),
        (r"\log_{10}(x)", "lg(x)"),
        (r"\operatorname{lcm}(4, 6)", "lcm(4, 6)"),
        (r"\max(1, 2)", "max(1, 2)"),
        (r"{8}/{3}", "8/3"),
        (r"x \div y", "x/y"),
        (r"\displaystyle x \quad", "x"),
        (r"\left[x + 1\right] y", "(x + 1) y"),
        (r"\left\lbrack x \right\rbrack y", "x y"),
        (r"\left\{x + 1\right\} y", "(x + 1) y"),
        (r"\mleft(x\mright)", "x"),
        (r"\boxed{x + 1}", "x + 1"),
        (r"2\boxed{x + 1}", "2(x + 1)"),
        (r"\boxed{x} y", "x y"),
        (r"\textcolor{red}{x} + 1", "x + 1"),
        (r"x \hspace{1em} y", "x y"),
        (r"\mathbf{x}", "x"),
        (r"\operatorname*{max}(1, 2)", "max(1, 2)"),
        (r"\exponentialE^x", "e^x"),
        (r"x^{\frac{1}{2}}", "x^(1/2)"),
        (r"{x}^{2}", "x^2"),
        (r"x \ast y", "x y"),
        (r"x\space y", "x y"),
        (r"\surd 2", "sqrt(2)"),
        (r"\begin{equation} x + 1 \end{equation}", "x + 1"),
        (r"\sqrt 4", "sqrt(4)"),
        (r"\sin\cos\theta", "sin(cos(theta))"),
        (r"\sin{\frac{\pi}{2}}", "sin(pi/2)"),
        (r"\frac{5}{2}\%", "(5/2)%"),
    ],
)
def test_latex_reads_as_what_is_typed(latex: str, typed: str):
    found, expected = read_answer(latex, NAMES), read_answer(typed, NAMES)
    assert isinstance(found, Read), found
    assert isinstance(expected, Read), expected
    assert found.expr == expected.expr


@pytest.mark.parametrize(
    ("latex", "what", "start", "end"),
    [
        (r"\frac{8}", r"`\frac` wants something in braces", 0, 5),
        (r"\frac{8}{", "this { isn't closed", 8, 9),
        (r"{8", "this { isn't closed", 0, 1),
        (r"8}", "a closing } without an opening one", 1, 2),
        (r"\frac{}{3}", r"`\frac` wants something in braces", 0, 5),
        (r"\sqrt", r"`\sqrt` wants something in braces", 0, 5),
        (r"\sqrt[3", "this [ isn't closed", 5, 6),
        (r"\sqrt[]{2}", "this [ holds nothing", 5, 6),
        (r"\foo{2}", r"`\foo` isn't read here", 0, 4),
        (r"\text 2", r"`\text` wants something in braces", 0, 5),
        (r"2 + \int x", "an integral isn't worked out here", 4, 8),
        (r"\sum_{n} x", "a sum isn't worked out here", 0, 4),
        (r"2_{x}", "nothing stands here that could have a subscript", 1, 2),
        (r"x_{}", "this subscript is empty", 1, 2),
        (r"\pi_", "this subscript is empty", 3, 4),
        (r"\left.x\right)", "a bracket is missing here", 0, 5),
        (r"\frac{(2 + x}{1 - x)}", "a bracket in these braces has no partner", 5, 6),
        (r"\lfloor x \rceil", "this ⌊ isn't closed", 0, 7),
        (r"\placeholder{}", "a box is empty", 0, 12),
        (r"x + \square", "a box is empty", 4, 11),
        (r"x \to 2", "an arrow isn't read", 2, 5),
        (r"1 + \dots + 5", "dots aren't read", 4, 9),
        (r"\bar{x y}", "stands over one letter", 0, 4),
        (r"\mathbb{N}", "only the set of real numbers", 0, 7),
        (r"\begin{pmatrix} 1", r"this \begin has no \end", 0, 6),
        (r"x \end{pmatrix}", r"this \end has no \begin", 2, 6),
        (r"\begin 2", "wants a name in braces", 0, 6),
        (r"\begin{foo} 2 \end{foo}", "`foo` isn't read here", 0, 6),
        (r"\not< 2", r"`\not` isn't read here", 0, 4),
        (r"x_{1+2}", "a subscript is made of letters and figures", 1, 2),
        (r"\color{red", "this { isn't closed", 6, 7),
        (r"$S = \frac{8}{foo}$", "`foo` isn't known here", 14, 17),
        (r"x^{", "this { isn't closed", 2, 3),
        ("\\" * 3, "isn't read here", 0, 2),
    ],
)
def test_latex_that_cannot_be_read_is_shown_at_its_place(latex: str, what: str, start: int, end: int):
    found = read_answer(latex, NAMES)
    assert isinstance(found, Malformed), found
    assert what in found.what
    assert (found.start, found.end) == (start, end)


def test_a_whole_number_before_a_fraction_is_mixed_only_if_the_fraction_is_proper():
    mixed, product = read_answer(r"2\frac{1}{3}", NAMES), read_answer(r"2\frac{7}{3}", NAMES)
    assert isinstance(mixed, Read)
    assert isinstance(product, Read)
    assert mixed.question
    assert not product.question
    assert product.expr == read_answer("2*(7/3)", NAMES).expr


def test_no_text_can_name_the_readers_own_signs():
    assert isinstance(read_answer(r"2\mixed 3", NAMES), Malformed)
    for word in ("|(x)|", "{(x)}", "](x)[", "[matrix x matrix]", r"x \cell x", r"\base(2)", "<(x)>", r"2 \row 3"):
        assert not isinstance(read_answer(word, NAMES._replace(takes="matrix")), Read) or word == "|(x)|"
