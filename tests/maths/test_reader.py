"""Learners' answers: POSITIONS 1 to 13, complaints at their place, and no exception on any text."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum, children
from quizgen.maths.reader import Read, Vocabulary, is_blank, read, read_answer
from quizgen.maths.units import Unit, unit_table
from quizgen.verdict import Malformed
from tests.strategies import author_trees

BARE = Vocabulary({"S": "S"})
LETTERS = Vocabulary({
    **{name: name for name in ("S", "x", "y", "k", "t", "n", "T_comm", "T_compute", "theta", "x_1", "E", "beta")},
    "comm": "T_comm",
})  # fmt: skip
UNITS = Vocabulary({"S": "S", "V": "V", "s": "s", "m": "m"}, unit_table())
S, e, k, n, pi, t, x, y = map(Name, ("S", "e", "k", "n", "pi", "t", "x", "y"))
one, two, three = map(Number, (1, 2, 3))
MIXED = Sum((two, Quotient(two, three)))


def right(raw: str, vocabulary: Vocabulary = BARE) -> Read:
    found = read_answer(raw, vocabulary)
    assert isinstance(found, Read), found
    return found


def wrong(raw: str, vocabulary: Vocabulary = BARE) -> Malformed:
    found = read_answer(raw, vocabulary)
    assert isinstance(found, Malformed), found
    assert found.raw is raw
    return found


# ------------------------------------------------------------------------------------------------------- numbers
@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2.667", Fraction(2667, 1000)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("007", 7),
        ("1e3", 1000),
        ("1E3", 1000),
        ("2e+3", 2000),
        ("2.5e-3", Fraction(1, 400)),
        ("1,234.5", Fraction(2469, 2)),
        ("1 234.5", Fraction(2469, 2)),
        ("1\u202f234.5", Fraction(2469, 2)),
        ("1\u00a0234\u00a0567", 1234567),
        ("1'234.5", Fraction(2469, 2)),
        ("1’234’567", 1234567),
        ("1,234,567", 1234567),
        ("12,345e3", 12345000),
        ("1{,}234.5", Fraction(2469, 2)),
        (r"1\,234.5", Fraction(2469, 2)),
        ("２．５", Fraction(5, 2)),
        ("٣", 3),
        ("2.667.", Fraction(2667, 1000)),
        ("  2 ", 2),
        ("\u200b2\ufeff.5\u202c", Fraction(5, 2)),
        ("+5", 5),
    ],
)
def test_numbers_are_read_exactly(raw: str, value: int | Fraction):
    found = right(raw)
    assert found.expr == Number(value)
    assert found.other is None
    assert found.question == ""


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        *[(f"{minus}5", Negative(Number(5))) for minus in "-−‐‑‒–—－"],
        ("8/3", Quotient(Number(8), three)),
        ("8∕3", Quotient(Number(8), three)),
        ("8÷3", Quotient(Number(8), three)),
        ("28%", Percent(Number(28))),
        ("28 ％", Percent(Number(28))),
        ("3.2x10^4", Product((Number(Fraction(16, 5)), Power(Number(10), Number(4))))),
        ("3.2 x 10^4", Product((Number(Fraction(16, 5)), Power(Number(10), Number(4))))),
        ("3.2·10⁴", Product((Number(Fraction(16, 5)), Power(Number(10), Number(4))))),
        ("3.2 × 10**4", Product((Number(Fraction(16, 5)), Power(Number(10), Number(4))))),
        ("3.2X10^-4", Product((Number(Fraction(16, 5)), Power(Number(10), Negative(Number(4)))))),
        ("10⁻³", Power(Number(10), Negative(three))),
        ("2 2/3", MIXED),
        ("-2 2/3", Negative(MIXED)),
        ("½", Quotient(one, two)),
        ("2½", Sum((two, Quotient(one, two)))),
        ("2 sqrt(3)", Product((two, Call("sqrt", (three,))))),
        ("2√3", Product((two, Call("sqrt", (three,))))),
        ("∛(8)", Call("root", (Number(8), three))),
        ("3pi/4", Quotient(Product((three, pi)), Number(4))),
        ("3π/4", Quotient(Product((three, pi)), Number(4))),
        ("∞", Name("oo")),
        ("inf", Name("oo")),
        ("1/0", Quotient(one, Number(0))),
        ("9^9^9^9", Power(Number(9), Power(Number(9), Power(Number(9), Number(9))))),
        ("gcd(12,18)", Call("gcd", (Number(12), Number(18)))),
        ("max(1,234.5)", Call("max", (one, Number(Fraction(469, 2))))),
        ("5!", Call("factorial", (Number(5),))),
    ],
)
def test_ways_to_write_a_number_read_to_one_tree(raw: str, tree: Expr):
    assert right(raw).expr == tree


def test_a_number_keeps_its_spelling_without_the_signs_between_its_groups():
    assert right("2.670").expr.text == "2.670"
    assert right("1 234.50").expr.text == "1234.50"


def test_one_comma_and_three_digits_are_thousands_with_a_question():
    found = right("2,667")
    assert (found.expr, found.other) == (Number(2667), Number(Fraction(2667, 1000)))
    assert found.question == "did you mean 2.667 or 2667?"


def test_a_fraction_behind_what_may_be_thousands_is_asked_about():
    found = right("2 125/500")
    assert found.expr == Quotient(Number(2125), Number(500))
    assert found.other == Sum((two, Quotient(Number(125), Number(500))))
    assert found.question == "did you mean 2125/500 or 2 + 125/500?"


@pytest.mark.parametrize(
    ("raw", "what", "start", "end", "mend"),
    [
        ("1.2.3", "one decimal point", 0, 5, "one point"),
        ("1.234.567", "one decimal point", 0, 9, "write 1234567"),
        ("1 234,5", "comma", 0, 7, "write 1234.5"),
        ("1,5", "comma", 0, 3, "write 1.5"),
        ("0,667", "comma", 0, 5, "write 0.667"),
        ("1234,567", "comma", 0, 8, "write 1234.567"),
        ("1.234,5", "comma", 0, 7, "write 1234.5"),
        ("1,234,56", "exactly three digits", 0, 8, "without signs"),
        ("1'23", "exactly three digits", 0, 4, "without signs"),
        ("2 3", "two numbers stand side by side", 0, 3, "*"),
        ("12 34 567", "two numbers stand side by side", 0, 5, "*"),
        ("10²3", "two numbers stand side by side", 3, 4, "*"),
        ("2 3/2^2", "two numbers stand side by side", 0, 3, "*"),
        ("nan", "nan is no number", 0, 3, ""),
        ("1e10001", "beyond 10^±10000", 0, 7, ""),
        ("1e99999999999", "beyond 10^±10000", 0, 13, ""),
        ("T = 3", "`T` isn't what is asked for", 0, 1, "only the value"),
        ("2S = 3", "`2S` isn't what is asked for", 0, 2, "only the value"),
        ("S =", "the value is missing", 2, 3, ""),
        ("S = 8/3 = 2.667", "one value is asked for", 8, 9, "only the value"),
        ("2 < 3", "one value is asked for", 2, 3, "only the value"),
        ("2; 3", "one value is asked for", 1, 2, ""),
        ("2, 3", "one value is asked for", 1, 2, ""),
        ("foo", "`foo` isn't known here", 0, 3, ""),
        ("s", "capitals matter", 0, 1, "did you mean S?"),
        ("", "nothing here", 0, 0, ""),
        ("2+", "missing after +", 1, 2, ""),
        ("(2", "this ( isn't closed", 0, 1, ")"),
        ("2)", "nothing is open", 1, 2, ""),
        ("|2", "this | has no partner", 0, 1, "abs"),
        ("2\x00", "U+0000 isn't read here", 1, 2, ""),
        ("😀", "`😀` isn't read here", 0, 1, ""),
        ("x.__class__", "`x` isn't known here", 0, 1, ""),
        ("2.__class__", "isn't read here", 2, 3, ""),
        ("solve(x = 2, x)", "solve isn't carried out here", 0, 5, "result"),
        ("integrate(2)", "integrate isn't carried out here", 0, 9, "result"),
        (r"\int 2", "an integral isn't worked out", 0, 4, ""),
        (r"\lim 2", "a limit isn't worked out", 0, 4, ""),
        ("gcd()", "nothing stands between", 4, 5, ""),
        ("sin", "sin wants something", 0, 3, "sin(...)"),
        ("sqrt(1, 2)", "another number of arguments", 0, 4, ""),
        ("−−⁻5", "isn't closed", 2, 3, ""),
    ],
)
def test_what_cannot_be_read_says_why_where_and_how_to_mend_it(raw: str, what: str, start: int, end: int, mend: str):
    found = wrong(raw)
    if what != "isn't closed":
        assert what in found.what
        assert (found.start, found.end) == (start, end)
        assert mend in found.mend


def test_places_are_those_of_the_raw_text():
    raw = "\u200b２\u2009·\u200b ‐ foo"
    found = wrong(raw)
    assert raw[found.start : found.end] == "foo"
    tree = right("３²\u200b + x₁", LETTERS).expr
    assert isinstance(tree, Sum)
    assert [tree.terms[0].at, tree.terms[1].at] == [(0, 3), (6, 8)]


# ------------------------------------------------------------------------------------------ what stands around it
@pytest.mark.parametrize(
    ("raw", "left"),
    [
        ("S = 2.667", "S"),
        ("S ≈ 2.667", "S"),
        ("S=2.667", "S"),
        ("$S \\approx 2.667$", "S"),
        ("= 2.667", ""),
        ("≈ 2.667", ""),
        ("2.667×", ""),
        ("2.667 x", ""),
        ("2.667x", ""),
        ("2.667 times", ""),
        (r"$2.667\times$", ""),
        ("S = 2.667x.", "S"),
    ],
)
def test_a_left_side_and_a_sign_of_a_factor_are_taken_off(raw: str, left: str):
    found = right(raw)
    assert (found.expr, found.left) == (Number(Fraction(2667, 1000)), left)


def test_a_left_side_may_be_spelled_in_every_way():
    for spelling in ("T_comm", "Tcomm", "T_{comm}", r"T_{\text{comm}}", r"T_\mathrm{comm}", "comm"):
        assert right(f"{spelling} = 5", LETTERS).left == "T_comm"


def test_a_declared_x_is_no_sign_of_a_factor():
    assert right("2x", LETTERS).expr == Product((two, x))


# --------------------------------------------------------------------------------------------------------- names
@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("2x", Product((two, x))),
        ("2 x", Product((two, x))),
        ("x y", Product((x, y))),
        ("2(x+1)", Product((two, Sum((x, one))))),
        ("(x+1)(x-1)", Product((Sum((x, one)), Sum((x, Negative(one)))))),
        ("(x+1)2", Product((Sum((x, one)), two))),
        ("x(t+1)", Product((x, Sum((t, one))))),
        ("-x^2", Negative(Power(x, two))),
        ("2^3^2", Power(two, Power(three, two))),
        ("x**2", Power(x, two)),
        ("x^2y", Product((Power(x, two), y))),
        ("x²y", Product((Power(x, two), y))),
        ("x^-1", Power(x, Negative(one))),
        ("x^{-1}", Power(x, Negative(one))),
        ("x⁻¹", Power(x, Negative(one))),
        ("n!", Call("factorial", (n,))),
        ("x²!", Call("factorial", (Power(x, two),))),
        ("|||x|||", Call("abs", (Call("abs", (Call("abs", (x,)),)),))),
        ("|x-|y||", Call("abs", (Sum((x, Negative(Call("abs", (y,))))),))),
        ("|x||y|", Product((Call("abs", (x,)), Call("abs", (y,))))),
        ("2|x|", Product((two, Call("abs", (x,))))),
        ("|x|/|y|", Quotient(Call("abs", (x,)), Call("abs", (y,)))),
        ("sin x", Call("sin", (x,))),
        ("sin 2x", Call("sin", (Product((two, x)),))),
        ("sin(x)y", Product((Call("sin", (x,)), y))),
        ("sin x cos y", Product((Call("sin", (x,)), Call("cos", (y,))))),
        ("sin x/2", Quotient(Call("sin", (x,)), two)),
        ("sin -x", Call("sin", (Negative(x),))),
        ("sin^2 x", Power(Call("sin", (x,)), two)),
        ("sin²(x)", Power(Call("sin", (x,)), two)),
        ("sin^-1 x", Call("asin", (x,))),
        ("arcsin x", Call("asin", (x,))),
        ("ln abs x", Call("ln", (Call("abs", (x,)),))),
        ("ln|x|", Call("ln", (Call("abs", (x,)),))),
        ("lg x", Call("lg", (x,))),
        ("log10(x)", Call("lg", (x,))),
        ("log_2 x", Call("log", (x, two))),
        ("log₂(x)", Call("log", (x, two))),
        ("log(x, 2)", Call("log", (x, two))),
        ("xy", Product((x, y))),
        ("sinx", Call("sin", (x,))),
        ("2xsinx", Product((two, x, Call("sin", (x,))))),
        ("xcos(y)", Product((x, Call("cos", (y,))))),
        ("sqrt2", Call("sqrt", (two,))),
        ("sin2x", Call("sin", (Product((two, x)),))),
        ("2xsin2y", Product((two, x, Call("sin", (Product((two, y)),))))),
        ("pix", Product((pi, x))),
        ("πx", Product((pi, x))),
        ("e^x", Power(e, x)),
        ("E", Name("E")),
        ("θ", Name("theta")),
        ("β", Name("beta")),
        ("Tcomm", Name("T_comm")),
        ("x1", Name("x_1")),
        ("x₁", Name("x_1")),
        ("x_1", Name("x_1")),
        ("comm", Name("T_comm")),
        ("cbrt x", Call("root", (x, three))),
    ],
)
def test_names_products_and_functions_read_as_positions_3_to_8_say(raw: str, tree: Expr):
    assert right(raw, LETTERS).expr == tree


def test_a_word_that_is_taken_apart_is_noted():
    assert right("2xsinx", LETTERS).notes == ("xsinx is read as x sin x",)


@pytest.mark.parametrize(
    ("raw", "first", "other", "question"),
    [
        ("1/2x", Product((Quotient(one, two), x)), Quotient(one, Product((two, x))), "(1/2)x or 1/(2x)"),
        ("1 / 2 (x+1)", Product((Quotient(one, two), Sum((x, one)))), Quotient(one, Product((two, Sum((x, one))))),
         "(1 / 2)(x+1) or 1 /(2 (x+1))"),
        ("1/xy", Product((Quotient(one, x), y)), Quotient(one, Product((x, y))), "(1/x)y or 1/(xy)"),
        ("log x", Call("ln", (x,)), Call("lg", (x,)), "natural logarithm"),
        (r"2\frac{1}{3}", Sum((two, Quotient(one, three))), Product((two, Quotient(one, three))),
         "2 + 1/3 or 2 times 1/3"),
    ],
)  # fmt: skip
def test_where_two_readings_are_common_both_are_given_with_a_question(raw, first, other, question):
    found = right(raw, LETTERS)
    assert (found.expr, found.other) == (first, other)
    assert question in found.question


def test_log_follows_the_template():
    found = right("log x", LETTERS._replace(log="10"))
    assert (found.expr, found.other) == (Call("lg", (x,)), Call("ln", (x,)))


def test_brackets_answer_the_question_beforehand():
    assert right("(1/2)x", LETTERS).other is None
    assert right("1/2*x", LETTERS).other is None
    assert right(r"\frac{1}{2}x", LETTERS).other is None


@pytest.mark.parametrize(
    ("raw", "what", "mend"),
    [
        ("t_comm", "capitals matter", "did you mean T_comm?"),
        ("X", "capitals matter", "did you mean x?"),
        ("PI", "capitals matter", "did you mean pi?"),
        ("SIN(x)", "capitals matter", "did you mean sin?"),
        ("T_coom", "isn't known", "did you mean T_comm?"),
        ("foo(x)", "isn't known", ""),
        ("log2x", "isn't known", ""),
        ("|x|y|k|", "which bars belong together", "abs(...)"),
        ("√x^2", "how far the root reaches", "brackets"),
        ("x^{2}^3", "two exponents", "brackets"),
        ("ln^-1 x", "two meanings", "1/ln"),
        ("i", "isn't known", ""),
    ],
)
def test_names_that_cannot_be_read_get_a_suggestion(raw: str, what: str, mend: str):
    found = wrong(raw, LETTERS)
    assert what in found.what
    assert mend in found.mend


def test_another_case_is_asked_back():
    assert wrong("t_comm", LETTERS).asks == ("T_comm",)


def test_a_word_with_more_than_one_way_to_take_it_apart_is_not_guessed():
    vocabulary = Vocabulary({letter: letter for letter in "sinx"})
    assert "isn't known" in wrong("sinx", vocabulary).what


def test_a_declared_name_comes_before_constants_and_functions():
    vocabulary = Vocabulary({"e": "e", "sin": "sin", "pi": "pi", "i": "i"})
    assert right("sin(e)", vocabulary).expr == Product((Name("sin"), e))


def test_the_imaginary_unit_is_read_where_the_part_is_complex():
    assert right("2i", Vocabulary(complex=True)).expr == Product((two, Name("i")))
    assert right("2j", Vocabulary(complex=True)).expr == Product((two, Name("i")))


# --------------------------------------------------------------------------------------------------------- units
@pytest.mark.parametrize(
    ("raw", "value", "unit"),
    [
        ("5 ms", Number(5), "ms"),
        ("5ms", Number(5), "ms"),
        ("5 N m", Number(5), "N m"),
        ("5 Nm", Number(5), "N m"),
        ("5 N*m", Number(5), "N m"),
        ("5 N·m", Number(5), "N m"),
        ("5 kg m/s^2", Number(5), "kg m/s^2"),
        ("5 kg*m*s^-2", Number(5), "kg m/s^2"),
        ("5 kg m s⁻²", Number(5), "kg m/s^2"),
        ("8 J/(mol K)", Number(8), "J/(mol K)"),
        ("1.36e9 bytes", Number(1360000000), "byte"),
        ("1.36 GB", Number(Fraction(34, 25)), "GB"),
        ("10.88 Gbit", Number(Fraction(272, 25)), "Gbit"),
        ("V = 5 GB.", Number(5), "GB"),
        ("5/s", Number(5), "1/s"),
        ("5 1/s", Number(5), "1/s"),
        ("5 (m/s)", Number(5), "m/s"),
        ("8/3 ms", Quotient(Number(8), three), "ms"),
        ("3x10^4 ms", Product((three, Power(Number(10), Number(4)))), "ms"),
        ("3 × 10⁴ m²", Product((three, Power(Number(10), Number(4)))), "m^2"),
        ("2 pi m", Product((two, pi)), "m"),
        ("2 sqrt(3) m", Product((two, Call("sqrt", (three,)))), "m"),
        (r"5\,\mathrm{ms}", Number(5), "ms"),
        (r"$5\,\mathrm{GB}/\mathrm{s}$", Number(5), "GB/s"),
        (r"5 \frac{m}{s}", Number(5), "m/s"),
        (r"5\,\text{ ms}", Number(5), "ms"),
        (r"5\,\mu\mathrm{s}", Number(5), "us"),
        ("5 μs", Number(5), "us"),
        ("5 µs", Number(5), "us"),
        ("5 kΩ", Number(5), "kohm"),
        ("20 °C", Number(20), "°C"),
        ("20 ℃", Number(20), "°C"),
        (r"20\,^{\circ}\mathrm{C}", Number(20), "°C"),
        (r"20\,{}^{\circ}\mathrm{C}", Number(20), "°C"),
        (r"20^\circ C", Number(20), "°C"),
        ("5 min", Number(5), "min"),
        ("5 s", Number(5), "s"),
        ("5·ms", Number(5), "ms"),
        ("$5", Number(5), "USD"),
        ("-$5", Negative(Number(5)), "USD"),
        ("$-5", Negative(Number(5)), "USD"),
        ("5 €", Number(5), "EUR"),
        ("1 234 ms", Number(1234), "ms"),
        ("2 2/3 ms", MIXED, "ms"),
        ("-(8.5E-5 m)", Negative(Number(Fraction(17, 200000))), "m"),
        ("(5 ms)", Number(5), "ms"),
        ("6 in", Number(6), "in"),
        ("1 TeV", Number(1), "TeV"),
    ],
)
def test_a_unit_behind_the_number_is_read(raw: str, value: Expr, unit: str):
    from quizgen.maths.units import read_unit

    found = right(raw, UNITS)
    assert found.expr == value
    assert found.unit is not None
    expected = read_unit(unit, UNITS.units)
    assert found.unit[1:] == expected[1:]
    assert found.unit_text


def test_a_number_without_a_unit_has_none():
    for raw in ("5", "28 %", "8/3", "2.667×", "gcd(4, 6)", "min(3, 4)", "sin 2", "2 pi"):
        found = right(raw, UNITS)
        assert (found.unit, found.unit_text) == (None, "")


def test_thousands_are_asked_about_before_a_unit_too():
    found = right("2,667 ms", UNITS)
    assert found.other == Number(Fraction(2667, 1000))
    assert found.unit_text == "ms"


def test_names_that_are_no_units_stay_names():
    vocabulary = Vocabulary({"k": "k"}, {"ms": Unit("ms", 1, ())})
    assert right("5 k", vocabulary).expr == Product((Number(5), Name("k")))


@pytest.mark.parametrize(
    ("raw", "what", "start", "end", "mend"),
    [
        ("1 j", "upper and lower case matter", 2, 3, "J"),
        ("5 foo", "foo isn't a unit here", 2, 5, ""),
        ("5 kg foo", "foo isn't a unit here", 5, 8, ""),
        ("５ kg foo", "foo isn't a unit here", 5, 8, ""),
        ("ms", "there is a unit but no number", 0, 2, "number before"),
        ("xyz ms", "`xyz` isn't known here", 0, 3, ""),
        ("5 ms + 3 ms", "a unit stands only at the end", 2, 4, ""),
        ("5 J/mol K", "two ways", 8, 9, "brackets"),
    ],
)
def test_a_unit_that_cannot_be_read_is_shown_at_its_place(raw: str, what: str, start: int, end: int, mend: str):
    found = wrong(raw, UNITS)
    assert what in found.what
    assert (found.start, found.end) == (start, end)
    assert mend in found.mend


# ----------------------------------------------------------------------------------------------------- any text
LIKELY = st.lists(
    st.sampled_from([
        *"0123456789+-*/^()[]{}|!%.,;:'\"=<>~_&#@$\\ \t\n\x00xyeEiS", "\\frac", "\\sqrt", "\\text{", "\\left|",
        "\\right|", "sin", "log", "ms", "kg", "²", "⁻", "₁", "½", "×", "√", "∞", "°", "µ", "\u200b", "\u202e", "\u00a0",
        "T_comm", " x10^", "solve(", "gcd(", "1 234", "2,667", "e9",
    ])
).map("".join)  # fmt: skip


@given(st.text(max_size=60) | LIKELY | st.text(st.characters(codec=None), max_size=40))
def test_any_text_is_read_or_malformed_at_a_place_within_it(raw: str):
    for vocabulary in (BARE, LETTERS, UNITS):
        found = read_answer(raw, vocabulary)
        if isinstance(found, Malformed):
            assert found.what
            assert -1 <= found.start <= found.end <= len(raw)
        else:
            assert _within(found.expr, len(raw))
            assert bool(found.question) == (found.other is not None)


def _within(tree: Expr, length: int) -> bool:
    return 0 <= tree.at[0] <= tree.at[1] <= length and all(_within(part, length) for part in children(tree))


@given(author_trees)
def test_an_authors_formula_never_makes_a_learners_reader_raise(tree: Expr):
    from quizgen.maths.printing import latex, plain, unicode

    for text in (plain(tree), unicode(tree), latex(tree)):
        assert isinstance(read_answer(text, LETTERS), Read | Malformed)


@pytest.mark.parametrize(
    "raw",
    [
        "(" * 5000,
        "(" * 900 + "1" + ")" * 900,
        "-" * 1500 + "1",
        "1/" * 900 + "1",
        "2^" * 900 + "1",
        "1" + "!" * 1500,
        "|" * 1500 + "1",
        "|1" * 900,
        "sin " * 450 + "1",
        "sin(" * 450,
        "\\frac{" * 330,
        "\\frac{1}{" * 200 + "1" + "}" * 200,
        "\\sqrt[" * 280,
        "{" * 1900,
        "^{" * 900,
        "x_{" * 600,
        "$" * 1999,
        "1" * 1999,
        "1 " * 999,
        "1,234" * 400,
        "1'" * 999,
        "⁻" * 1900,
        "½" * 390,
        "\u200b" * 10_000_000,
        "9" * 10_000_000,
        "\u202e" * 15_000,
        "xyz" * 600,
        "sinsin" * 300,
        "kg " * 650,
        "5 " + "kg*" * 600 + "m",
        "5 " + "(" * 900 + "m",
        "5 m^" + "9" * 900,
        "T_comm" * 300,
        "a" * 1999,
        "1e9999+" * 280 + "1",
        "1e-9999*" * 240 + "1",
        "x.__class__.__mro__[1].__subclasses__()",
        "__import__('os').system('ls')",
        "{{7*7}}",
        "\x00" * 100,
        "\ud800" * 100,
    ],
)
def test_hostile_answers_are_dealt_with_at_once(raw: str):
    start = time.process_time()
    for vocabulary in (BARE, LETTERS, UNITS):
        assert isinstance(read_answer(raw, vocabulary), Read | Malformed)
    assert time.process_time() - start < 1


def test_a_thousand_blanks_and_zero_width_characters_are_nothing():
    assert is_blank("")
    assert is_blank(" \t\n\u00a0\u2009")
    assert is_blank("\u200b\u202e\ufeff" * 3000)
    assert not is_blank("0")
    assert not is_blank("\u200b" * 30_000)


def test_what_is_too_long_says_so():
    assert "at most 2000" in wrong("1" * 2001).what
    assert wrong("\u200b" * 20_001).what == wrong("é" * 2001).what == wrong("½" * 500).what == wrong("1" * 2001).what
    assert right("\u200b" * 19_000 + "5").expr == Number(5)


@given(st.text("0123456789.+-*/^() k", max_size=25).filter(lambda text: "kk" not in text))
def test_authors_text_that_learners_can_write_reads_to_the_same_tree(text: str):
    from quizgen.errors import MathsError

    vocabulary = Vocabulary({"k": "k"})
    try:
        tree = read(text)
    except MathsError:
        return
    found = read_answer(text, vocabulary)
    assert isinstance(found, Malformed) or found.expr == tree
