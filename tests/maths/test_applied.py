"""Functions as learners apply them: of the language, declared ones with their derivatives, sums over a range."""

from __future__ import annotations

import pytest

from quizgen.maths.expr import Call, Each, Expr, Name, Number, Power, Product, Quotient, RangeOf, Relation, Sum
from quizgen.maths.printing import latex, plain, unicode
from quizgen.maths.reader import Read, Vocabulary, read, read_answer
from quizgen.verdict import Malformed

LETTERS = {name: name for name in ("x", "y", "a", "n", "k")}
DECLARED = Vocabulary({**LETTERS}, functions={"f": "f", "y": "y", "phi": "phi"}, takes="any")
a, k, n, x, y, pi = map(Name, ("a", "k", "n", "x", "y", "pi"))
two = Number(2)


def right(raw: str, vocabulary: Vocabulary = DECLARED) -> Expr:
    found = read_answer(raw, vocabulary)
    assert isinstance(found, Read), found
    return found.expr


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("f(x)", Call("f", (x,))),
        (r"f\left(x\right)", Call("f", (x,))),
        ("φ(2)", Call("phi", (two,))),
        ("f'(x)", Call("f'", (x,))),
        ("f′(x)", Call("f'", (x,))),
        ("f″(x)", Call("f''", (x,))),
        (r"f^{\prime\prime}(x)", Call("f''", (x,))),
        (r"f^{\doubleprime}(x)", Call("f''", (x,))),
        (r"f^\prime(x)", Call("f'", (x,))),
        ("y'", Call("y'", ())),
        ("y'' + y", Sum((Call("y''", ()), y))),
        ("y' = 2y", Relation(("=",), (Call("y'", ()), Product((two, y))))),
        ("dy/dx", Call("y'", (x,))),
        (r"\frac{dy}{dx}", Call("y'", (x,))),
        (r"\dfrac{\mathrm{d}y}{\mathrm{d}x}", Call("y'", (x,))),
        (r"\frac{d^2y}{dx^2}", Call("y''", (x,))),
        ("d^2y/dx^2 + y", Sum((Call("y''", (x,)), y))),
        ("f(x) f(y)", Product((Call("f", (x,)), Call("f", (y,))))),
        ("y^2", Power(y, two)),
        ("f(x, y)", Call("f", (x, y))),
    ],
)
def test_a_declared_function_and_its_derivatives_are_calls(raw: str, tree: Expr):
    assert right(raw) == tree


@pytest.mark.parametrize("text", ["f(x)", "f'(x) + 2*f''(2*x)", "y''", "y' + y", "f(x)^2"])
def test_a_declared_function_prints_to_what_reads_back(text: str):
    tree = read(text)
    assert read(plain(tree)) == tree
    assert right(unicode(tree)) == tree
    assert right(latex(tree)) == tree


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        ("f^2(x)", "two meanings"),
        ("x'", "can't stand here"),
        ("dx/dy", "isn't known"),
        (r"\frac{d}{dx} x^2", "a derivative isn't worked out here"),
        ("diff(x, x)", "isn't carried out here"),
    ],
)
def test_other_marks_of_a_derivative_are_malformed(raw: str, what: str):
    found = read_answer(raw, DECLARED)
    assert isinstance(found, Malformed)
    assert what in found.what


def test_a_left_side_that_is_the_asked_function_is_taken_off():
    found = read_answer("f(x) = 2x", DECLARED._replace(takes="expression"))
    assert isinstance(found, Read)
    assert (found.left, found.expr) == ("f", Product((two, x)))
    found = read_answer("y' = 2x", DECLARED._replace(takes="expression"))
    assert isinstance(found, Read)
    assert found.left == "y'"


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("sinh^-1 x", Call("asinh", (x,))),
        (r"\operatorname{arcsinh}(x)", Call("asinh", (x,))),
        ("arsinh x", Call("asinh", (x,))),
        ("argtanh(x)", Call("atanh", (x,))),
        ("cosec x", Call("csc", (x,))),
        ("csch(x)", Call("csch", (x,))),
        ("atan2(x, 2)", Call("atan2", (x, two))),
        (r"\log_a x", Call("log", (x, a))),
        (r"\log_{a^2} x", Call("log", (x, Power(a, two)))),
        ("log_a(x)", Call("log", (x, a))),
        (r"\log_{10} x", Call("lg", (x,))),
        ("lg(x, a)", Call("log", (x, a))),
        ("arctg x", Call("atan", (x,))),
        ("log_e(x)", Call("ln", (x,))),
        (r"\binom{n}{k}", Call("binomial", (n, k))),
        (r"{n \choose k}", Call("binomial", (n, k))),
        ("nCr(n, k)", Call("binomial", (n, k))),
        (r"\lfloor x \rfloor", Call("floor", (x,))),
        ("⌈x⌉", Call("ceil", (x,))),
        (r"\left\lVert x \right\rVert", Call("norm", (x,))),
        (r"n \bmod 2", Call("mod", (n, two))),
        ("n mod 2", Call("mod", (n, two))),
        (r"\sin 30^\circ", Call("sin", (Product((Number(30), Quotient(pi, Number(180)))),))),
        ("sin(30°)", Call("sin", (Product((Number(30), Quotient(pi, Number(180)))),))),
        ("f(2)!", Call("factorial", (Call("f", (two,)),))),
    ],
)
def test_functions_of_the_language_have_many_spellings(raw: str, tree: Expr):
    assert right(raw) == tree


SUM = Call("sum", (Each(Power(k, two), "k", RangeOf(Number(1), Number(5))),))


@pytest.mark.parametrize(
    "raw",
    [
        r"\sum_{k=1}^{5} k^2",
        r"\sum^{5}_{k=1} k^2",
        r"\sum\limits_{k=1}^5 k^{2}",
        "∑_{k=1}^{5} k²",
    ],
)
def test_a_sum_over_a_range_is_read_where_a_number_is_asked_for(raw: str):
    assert right(raw, Vocabulary()) == SUM


def test_a_sum_reaches_to_the_next_plus_and_its_name_ends_with_it():
    vocabulary = Vocabulary({"x": "x"})
    assert right(r"\sum_{k=1}^{5} k^2 + x", vocabulary) == Sum((SUM, x))
    assert isinstance(read_answer(r"\sum_{k=1}^{5} k^2 + k", vocabulary), Malformed)
    assert isinstance(read_answer(r"\sum_{k} k", vocabulary), Malformed)


def test_a_sum_prints_to_what_reads_back():
    for tree in (SUM, Call("product", SUM.arguments), Product((two, SUM)), Sum((SUM, x))):
        assert read(plain(tree)) == tree
        assert right(unicode(tree)) == tree
        assert right(latex(tree)) == tree


def test_functions_of_complex_numbers_are_read_where_the_part_is_complex():
    assert right("re(x)", Vocabulary({"x": "x"}, complex=True)) == Call("re", (x,))
    assert isinstance(read_answer("re(x)", Vocabulary({"x": "x"})), Malformed)


# --------------------------------------------------------------------------------------- names that nobody declared
FREE = Vocabulary(free=True, takes="any")
SINGLE = FREE._replace(single_letters=True)


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("speed", Name("speed")),
        ("R1", Name("R_1")),
        ("R_{1}", Name("R_1")),
        ("θ", Name("theta")),
        ("Ζ", Name("Zeta")),
        ("λ_1", Name("lambda_1")),
        ("varepsilon", Name("epsilon")),
        ("x̄", Name("x_bar")),
        (r"\bar{x}_n", Name("x_bar_n")),
        (r"\vec{v}", Name("v")),
        ("2x", Product((two, x))),
        ("xy", Name("xy")),
        ("xcos(y)", Product((x, Call("cos", (y,))))),
        ("sinx", Call("sin", (x,))),
        (r"xy \cdot a", Product((x, y, a))),
        (r"a_{n+1}", Call("a_", (Sum((n, Number(1))),))),
        ("101_2", Number(5)),
        ("1112112_{3}", Number(1121)),
        (r"\text{speed} \cdot x", Product((Name("speed"), x))),
    ],
)
def test_a_free_name_is_one_symbol_in_every_spelling(raw: str, tree: Expr):
    assert right(raw, FREE) == tree


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("xy", Product((x, y))),
        ("pix", Product((pi, x))),
        ("theta", Name("theta")),
        ("xx3", Product((x, x, Number(3)))),
        ("x1", Name("x_1")),
        ("ax_1", Product((a, Name("x_1")))),
        ("xcos(y)", Product((x, Call("cos", (y,))))),
        ("2xe^x", Product((two, x, Power(Name("e"), x)))),
    ],
)
def test_single_letters_are_symbols_side_by_side(raw: str, tree: Expr):
    assert right(raw, SINGLE) == tree


@pytest.mark.parametrize("raw", ["19_8", "3_11", "1.5_2", "1_0"])
def test_digits_that_a_base_lacks_are_malformed(raw: str):
    found = read_answer(raw, FREE)
    assert isinstance(found, Malformed)
    assert "no base of that number" in found.what


def test_words_that_join_are_no_free_names():
    assert isinstance(read_answer("2 or", FREE), Malformed)
    assert isinstance(read_answer("x if", FREE._replace(takes="expression")), Malformed)
