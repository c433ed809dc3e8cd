"""Trees as text that reads back, with the brackets and signs that they need."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from quizgen.maths.expr import Expr, Name, Negative, Number, Power, Product, Quotient, Sum
from quizgen.maths.printing import Shown, latex, numbers, plain, tidy, unicode, unit_latex
from quizgen.maths.reader import Read, Vocabulary, read, read_answer
from quizgen.maths.values import compile_formula, equal
from tests.strategies import LETTERS, author_trees, latex_trees, learner_trees

VOCABULARY = Vocabulary({name: name for name in LETTERS})


@given(author_trees)
def test_what_is_printed_plainly_reads_back_to_the_same_tree(tree: Expr):
    assert read(plain(tree)) == tree


@given(learner_trees)
def test_the_echo_of_an_answer_reads_back_to_the_same_tree_without_a_question(tree: Expr):
    again = read_answer(unicode(tree), VOCABULARY)
    assert isinstance(again, Read), again
    assert again.expr == tree
    assert again.other is None
    assert again.unit is None
    assert not again.left


@given(latex_trees)
def test_the_latex_of_an_answer_reads_back_to_the_same_tree(tree: Expr):
    again = read_answer(f"${latex(tree)}$", VOCABULARY)
    assert isinstance(again, Read), again
    assert again.expr == tree


@given(author_trees)
def test_every_formula_has_latex_and_unicode_with_balanced_braces(tree: Expr):
    text = latex(tree).replace(r"\\", "").replace(r"\{", "").replace(r"\}", "")
    assert text.count("{") == text.count("}")
    assert unicode(tree)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T_compute/(T_compute/k + T_comm)", "T_compute/(T_compute/k + T_comm)"),
        ("2*x - 3", "2x − 3"),
        ("x + -3", "x − 3"),
        ("a - (b - c)", "a − (b − c)"),
        ("a - -b", "a − (−b)"),
        ("(-a)*b", "(−a)·b"),
        ("1*x", "1·x"),
        ("2*3", "2 × 3"),
        ("3.2*10^-4", "3.2 × 10⁻⁴"),
        ("2*sqrt(3)", "2√3"),
        ("sqrt(x+1)", "√(x + 1)"),
        ("(2^3)^2", "(2³)²"),
        ("2^3^2", "2^(3²)"),
        ("x^(1/2)", "x^(1/2)"),
        ("(a+b)!", "(a + b)!"),
        ("|x - |y||", "abs(x − |y|)"),
        ("theta <= pi", "θ ≤ π"),
        ("unit(5, ms)", "5\u00a0ms"),
        ("sum(1/t, t in times)", "sum(1/t, t in times)"),
        ("[1/t for t in times if t > 0]", "[1/t for t in times if t > 0]"),
    ],
)
def test_unicode_writes_as_a_person_would(text: str, expected: str):
    assert unicode(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T_compute/(T_compute/k + T_comm)", r"\frac{T_{compute}}{\frac{T_{compute}}{k} + T_{comm}}"),
        ("2*x - 3", "2 x - 3"),
        ("2*3", r"2 \times 3"),
        ("x*(y+1)", r"x \cdot \left(y + 1\right)"),
        ("2*(y+1)", r"2 \left(y + 1\right)"),
        ("x^-1", "x^{-1}"),
        ("(x/y)^2", r"\left(\frac{x}{y}\right)^{2}"),
        ("exp(-x)", "e^{-x}"),
        ("root(x, 3)", r"\sqrt[3]{x}"),
        ("ceil(W/M)", r"\left\lceil \frac{W}{M}\right\rceil"),
        ("if(a < b, 1, 2)", r"\begin{cases} 1 & \text{if } a \lt b \\ 2 & \text{otherwise} \end{cases}"),
        ("28%", r"28\,\%"),
        ("1e-30", r"1 \times 10^{-30}"),
        ("model.params", r"\text{model.params}"),
        ("unit(5, m/s^2)", r"5\,\mathrm{m}/\mathrm{s}^{2}"),
    ],
)
def test_latex_writes_as_a_person_would(text: str, expected: str):
    assert latex(read(text)) == expected


def test_a_names_own_symbol_is_taken():
    assert latex(read("T_mean^2"), {"T_mean": r"\bar t"}) == r"\bar t^{2}"
    assert unicode(read("T_mean/2"), {"T_mean": r"\bar t"}) == "t\u0304/2"


VALUES = {
    "T": Shown("400\u00a0ms", 10),
    "k": Shown("4"),
    "d": Shown("−3", 7),
    "r": Shown("8/3", 8),
    "model.params": Shown("25"),
}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("T/(T/k + T)", "400 ms/(400 ms/4 + 400 ms)"),
        ("T*k", "400 ms × 4"),
        ("T^2", "(400 ms)²"),
        ("k - d", "4 − (−3)"),
        ("d*k", "(−3) × 4"),
        ("k/r", "4/(8/3)"),
        ("d^2", "(−3)²"),
        ("2*model.params + free", "2 × 25 + free"),
    ],
)
def test_values_stand_in_place_of_names_with_the_brackets_they_need(formula: str, expected: str):
    assert numbers(read(formula), VALUES, "unicode").replace("\u00a0", " ") == expected


def test_values_in_latex_need_no_brackets_in_a_fraction():
    values = {"T": Shown(r"400\,\mathrm{ms}", 10), "d": Shown("-3", 7)}
    assert numbers(read("T/d"), values, "latex") == r"\frac{400\,\mathrm{ms}}{-3}"
    assert numbers(read("T^2"), values, "latex") == r"\left(400\,\mathrm{ms}\right)^{2}"


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (Sum((Product((Number(1), Name("x"))), Number(-3))), "x − 3"),
        (Product((Number(-1), Name("x"))), "−x"),
        (Product((Number(2), Product((Number(-3), Name("x"))))), "−2 × 3x"),
        (Sum((Name("x"), Number(0))), "x"),
        (Sum((Number(0), Number(0))), "0"),
        (Power(Name("x"), Number(1)), "x"),
        (Quotient(Number(-3), Number(-4)), "3/4"),
        (Quotient(Name("x"), Number(1)), "x"),
        (Negative(Negative(Name("x"))), "x"),
        (Product((Number(0), Name("x"))), "0"),
        (Number(Fraction(-8, 3)), "−8/3"),
    ],
)
def test_trees_that_an_engine_made_are_tidied(tree: Expr, expected: str):
    assert unicode(tidy(tree)) == expected


@pytest.mark.parametrize(
    "tree",
    [
        Number(Fraction(1, 3600)),
        Number(-5),
        Number(Fraction(-7, 3)),
        Product((Product((Number(2), Number(3))), Number(Fraction(1, 3)))),
        Sum((Sum((Number(1), Number(2))), Number(-3))),
        Power(Number(-2), Number(2)),
        Quotient(Number(1), Number(Fraction(2, 3))),
        Number(10**5000),
    ],
)
def test_trees_that_no_text_reads_to_come_back_with_the_same_value(tree: Expr):
    assert equal(compile_formula(read(plain(tree)))({}), compile_formula(tree)({}))


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("", ""),
        ("ms", r"\,\mathrm{ms}"),
        ("GB/s", r"\,\mathrm{GB}/\mathrm{s}"),
        ("m/s²", r"\,\mathrm{m}/\mathrm{s}^{2}"),
        ("N m", r"\,\mathrm{N}\,\mathrm{m}"),
        ("µs", r"\,\mu\mathrm{s}"),
        ("°C", r"\,{}^{\circ}\mathrm{C}"),
        ("°", r"{}^{\circ}"),
        ("%", r"\,\%"),
        ("€", r"\,\text{€}"),
        ("GPU-hour", r"\,\text{GPU-hour}"),
    ],
)
def test_a_unit_is_upright_behind_a_thin_space(symbol: str, expected: str):
    assert unit_latex(symbol) == expected
