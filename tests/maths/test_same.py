"""Whether two expressions are the same: three values, each with its evidence (POSITIONS 21 to 23)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizgen.maths.same import REAL, Domain, Letter, Prepared, prepare, same
from quizgen.maths.strict import read
from tests.maths.pairs import judged, pairs

EDGES, SYMBOLIC = pairs("edge_pairs"), pairs("symbolic_pairs")
POSITIVE = Domain({"x": Letter("positive"), "y": Letter("positive")})
WHOLE = Domain({"n": Letter("positive", integer=True), "k": Letter("positive", integer=True)})
COMPLEX = Domain(complex=True)


# ------------------------------------------------------------------------------------------------- the pairs of facts
@pytest.mark.parametrize("pair", EDGES, ids=lambda pair: pair.name)
def test_a_pair_that_catches_graders_is_judged_right(pair):
    assert same(pair.a, pair.b, pair.domain).same is pair.same


def test_every_edge_pair_keeps_its_verdict_over_a_hundred_salts():
    for salt in map(str, range(100)):
        wrong = [pair.name for pair in EDGES if same(pair.a, pair.b, pair.domain, salt).same is not pair.same]
        assert wrong == [], salt


@pytest.mark.parametrize("file", ["edge_pairs", "symbolic_pairs"])
def test_a_verdict_is_the_same_either_way_round(file):
    for pair in pairs(file):
        assert same(pair.b, pair.a, pair.domain).same is pair.same, pair.name


def test_all_of_two_hundred_symbolic_pairs_are_judged_right():
    wrong = [pair.name for pair in SYMBOLIC if same(pair.a, pair.b, pair.domain, "exam").same is not pair.same]
    assert wrong == []


# ------------------------------------------------------------------------------------------------------- the evidence
@pytest.mark.parametrize(
    ("a", "b", "by"),
    [
        ("x + 1", "x + 1", "tree"), ("0.1 + 0.2", "0.3", "exact"), ("2^100", "4^50", "exact"),
        ("(x + 1)^2", "x^2 + 2*x + 1", "rational"), ("x*exp(x + x)", "exp(2*x)*x", "rational"),
        ("sin(x)^2 + cos(x)^2", "1", "points"), ("sqrt(2)*sqrt(3)", "sqrt(6)", "points"),
        ("-oo", "-oo", "tree"), ("x = 1", "x = 1", "tree"),
    ],
)  # fmt: skip
def test_sameness_says_how_it_was_found(a, b, by):
    found = judged(a, b)
    assert (found.same, found.by) == (True, by)
    assert found.evidence.endswith(".")


@pytest.mark.parametrize(
    ("a", "b", "by"),
    [
        ("x + 1", "x + 2", "rational"), ("pi", "22/7", "exact"), ("2", "3", "exact"), ("sin(x)", "cos(x)", "points"),
        ("sqrt(2)", "1.41421356", "points"), ("tan(pi/2)", "5", "undefined"), ("1/(x - x)", "x", "undefined"),
        ("ln(x)", "ln(-x)", "undefined"), ("oo", "5", "exact"), ("oo", "-oo", "exact"),
        ("(-8)^(1/3)", "-2", "undefined"),
    ],
)  # fmt: skip
def test_a_difference_says_how_it_was_found(a, b, by):
    found = judged(a, b)
    assert (found.same, found.by) == (False, by)


@pytest.mark.parametrize(
    ("a", "b", "by"),
    [
        ("1/0", "1/0", "undefined"), ("sqrt(-1 - x^2)", "sqrt(-1 - x^2) + 1 - 1", "undefined"),
        ("ln(-2 - sin(x))", "ln(-3 - sin(x))", "undefined"), ("9^9^9^9", "x + 1", "work"),
        ("factorial(10^9)", "x", "work"), ("sum(sum(k*j, k in 1..300), j in 1..300)", "x", "work"),
        ("x = 1", "x", "kind"), ("[1, 2]", "x", "kind"), ("sin(10^1000000)", "sin(10^1000000 + 1)", "work"),
    ],
)  # fmt: skip
def test_what_cant_be_told_is_undecided_and_says_why(a, b, by):
    found = judged(a, b)
    assert (found.same, found.by) == (None, by)


def test_the_refuting_point_is_small_and_whole_where_one_is():
    found = judged("sqrt(x^2)", "x")
    assert found.point == {"x": "-3"}
    assert found.values == ("3", "-3")


def test_the_values_have_as_many_figures_as_it_takes_to_see_the_difference():
    found = judged("exp(x)", "exp(x) + 10^(-12)*x")
    assert found.values[0] != found.values[1]
    first, second = judged("sin(x) + 10^(-200)", "sin(x) + 2*10^(-200)").values
    assert second == f"{first} + 1*10^-200"


@pytest.mark.parametrize(("tiny", "verdict"), [("10^(-200)", False), ("exp(-1000)", False), ("(1/7)^900", False)])
def test_a_term_too_small_for_the_usual_digits_is_still_seen(tiny, verdict):
    assert judged("sin(x)", f"sin(x) + {tiny}").same is verdict
    assert judged("sin(x)", f"sin(x + {tiny})").same is verdict
    assert judged("sqrt(x^2)", f"abs(x) + {tiny}*abs(x)").same is verdict


@pytest.mark.parametrize("tiny", ["exp(-10^6)", "10^(-4000)", "2^(-10^7)"])
def test_a_term_too_small_for_any_digits_is_never_overlooked(tiny):
    assert judged("sin(x)", f"sin(x) + {tiny}").same is not True


def test_a_point_of_an_expression_in_two_letters_names_both():
    assert judged("(x + y)^2", "x^2 + y^2").point == {"x": "2", "y": "3"}


def test_numbers_have_values_but_no_point():
    found = judged("pi", "355/113")
    assert found.point is None
    assert found.values == ("3.14159265359", "3.14159292035")


# ---------------------------------------------------------------------------------------------------- letters' domains
@pytest.mark.parametrize(
    ("a", "b", "domain", "verdict"),
    [
        ("abs(x)", "x", REAL, False), ("abs(x)", "x", POSITIVE, True),
        ("abs(x)", "-x", Domain({"x": Letter("negative")}), True),
        ("sqrt(n^2)", "n", WHOLE, True), ("sin(pi*x)", "0", REAL, False), ("sin(pi*n)", "0", WHOLE, True),
        ("floor(n/2) + ceil(n/2)", "n", WHOLE, True), ("floor(x)", "x", REAL, False),
        ("abs(x - 5)", "x - 5", Domain({"x": Letter(low=5)}), True),
        ("abs(x - 5)", "x - 5", Domain({"x": Letter(low=4)}), False),
        ("abs(x - 5)", "5 - x", Domain({"x": Letter("positive", high=5)}), True),
        ("asin(sin(x))", "x", Domain({"x": Letter(low=-1, high=Fraction(3, 2))}), True),
        ("(n - 1)*(n - 2)*(n - 3)", "0", Domain({"n": Letter(integer=True, low=1, high=3)}), True),
        ("(n - 1)*(n - 2)*(n - 4)", "0", Domain({"n": Letter(integer=True, low=1, high=3)}), False),
        ("abs(x - 1000)", "1000 - x", POSITIVE, False), ("abs(x - 10^7)", "10^7 - x", REAL, False),
        ("if(x > 5 and x < 6, 1, 0)", "0", REAL, False),
        ("sqrt(x*y)", "sqrt(x)*sqrt(y)", REAL, True), ("ln(x^2)", "2*ln(x)", REAL, True),
    ],
)  # fmt: skip
def test_a_verdict_is_about_the_declared_domain(a, b, domain, verdict):
    assert judged(a, b, domain).same is verdict


def test_a_refuting_point_lies_in_the_domain():
    domain = Domain({"x": Letter(low=7, high=Fraction(15, 2)), "n": Letter("negative", integer=True)})
    found = judged("sin(x)*n", "cos(x)*n", domain)
    assert 7 <= Fraction(found.point["x"]) <= Fraction(15, 2)
    assert int(found.point["n"]) < 0


def test_a_declared_letter_comes_before_a_constant():
    domain = Domain({"e": Letter(), "pi": Letter()})
    assert judged("e", "exp(1)", domain).same is False
    assert judged("sin(pi)", "0", domain).same is False
    assert judged("e*pi", "pi*e", domain).same is True


# ----------------------------------------------------------------------------------------------------------- functions
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("abs(x)", "max(x, -x)"), ("abs(x)", "if(x > 0, x, -x)"), ("sign(x)*abs(x)", "x"), ("abs(x)^2", "x^2"),
        ("min(x, y) + max(x, y)", "x + y"), ("median(x, y, x)", "x"), ("mean(x, y)", "(x + y)/2"),
        ("root(x, 3)^3", "x"), ("root(-8, 3)", "-2"), ("x^(1/2)", "sqrt(x)"), ("x^(-1/2)", "1/sqrt(x)"),
        ("tan(x)", "sin(x)/cos(x)"), ("cot(x)", "1/tan(x)"), ("sec(x)^2", "1 + tan(x)^2"), ("csc(x)", "1/sin(x)"),
        ("asin(x) + acos(x)", "pi/2"), ("atan(x) + acot(x)", "pi/2"), ("asec(x)", "acos(1/x)"),
        ("acsc(x)", "asin(1/x)"), ("sinh(x) + cosh(x)", "exp(x)"), ("tanh(x)", "1 - 2/(exp(2*x) + 1)"),
        ("coth(x)*tanh(x)", "1"), ("sech(x)", "1/cosh(x)"), ("csch(x)", "1/sinh(x)"),
        ("asinh(x)", "ln(x + sqrt(x^2 + 1))"), ("acosh(x)", "ln(x + sqrt(x^2 - 1))"),
        ("atanh(x)", "ln((1 + x)/(1 - x))/2"), ("acoth(x)", "atanh(1/x)"), ("asech(x)", "acosh(1/x)"),
        ("acsch(x)", "asinh(1/x)"), ("lg(x)", "ln(x)/ln(10)"), ("log(x, 2)", "ln(x)/ln(2)"), ("log(8, 2)", "3"),
        ("exp(x*ln(x))", "x^x"), ("e^x", "exp(x)"), ("28%", "7/25"), ("round(x)", "sign(x)*floor(abs(x) + 1/2)"),
        ("round(x, 1 dp)", "round(10*x)/10"), ("floor(x)", "-ceil(-x)"), ("mod(x, 3)", "x - 3*floor(x/3)"),
        ("x!", "x*(x - 1)!"), ("factorial(sin(x))", "sin(x)*factorial(sin(x) - 1)"), ("5!", "120"),
        ("sin(pi/6)", "1/2"), ("tan(pi/4)", "1"), ("cos(pi/5)", "(1 + sqrt(5))/4"), ("acos(-1)", "pi"),
        ("sum(k, k in 1..n)", "n*(n + 1)/2"), ("sum(j^2, j in 1..n)", "n*(n + 1)*(2*n + 1)/6"),
        ("sum(2^j, j in 0..n)", "2^(n + 1) - 1"), ("atan2(y, x)", "2*atan(y/(sqrt(x^2 + y^2) + x))"),
    ],
)  # fmt: skip
def test_an_identity_of_functions_holds_on_the_reals(a, b):
    assert judged(a, b).same is True


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("gcd(n, k)*lcm(n, k)", "n*k"), ("product(j, j in 1..n)", "n!"), ("mod(n, 2)", "(1 - (-1)^n)/2"),
        ("binomial(n, k)", "n!/(k!*(n - k)!)"), ("binomial(n + 1, k + 1)", "binomial(n, k) + binomial(n, k + 1)"),
        ("(-1)^n", "cos(n*pi)"), ("cos(2*pi*n)", "1"),
    ],
)  # fmt: skip
def test_an_identity_of_whole_numbers_holds_on_whole_letters(a, b):
    assert judged(a, b, WHOLE).same is True


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("f(x + x)", "f(2*x)"), ("sin(x)^2*f(y) + cos(x)^2*f(y)", "f(y)"), ("f(sin(x)^2 + cos(x)^2)", "f(1)"),
        ("g(x, y) + f(x)", "f(x) + g(x, y)"),
    ],
)  # fmt: skip
def test_a_declared_function_is_one_value_where_its_arguments_are(a, b):
    assert judged(a, b).same is True


@pytest.mark.parametrize(
    ("a", "b"),
    [("f(x) + f(y)", "f(x + y)"), ("f(2*x)", "2*f(x)"), ("f(x)", "g(x)"), ("g(x, y)", "g(y, x)"), ("f(x)", "x")],
)
def test_nothing_else_is_taken_for_granted_of_a_declared_function(a, b):
    assert judged(a, b).same is False


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("i^2", "-1", True), ("exp(i*x)", "cos(x) + i*sin(x)", True), ("exp(i*pi)", "-1", True),
        ("sqrt(-4)", "2*i", True), ("(1 + i)^2", "2*i", True), ("1/i", "-i", True), ("2 + 3*i", "3 + 2*i", False),
        ("abs(a + b*i)", "sqrt(a^2 + b^2)", True), ("conjugate(2 - i)", "2 + i", True), ("re(z + i)", "z", True),
        ("im(z + i)", "1", True), ("arg(1 + i)", "pi/4", True), ("ln(-1)", "i*pi", True), ("i^i", "exp(-pi/2)", True),
        ("(-8)^(1/3)", "1 + sqrt(3)*i", True), ("root(-8, 3)", "-2", True), ("sqrt(x)*sqrt(y)", "sqrt(x*y)", False),
        ("sin(i*x)", "i*sinh(x)", True), ("acos(2)", "i*ln(2 + sqrt(3))", True), ("floor(i)", "1", False),
    ],
)  # fmt: skip
def test_values_that_arent_real_count_where_the_part_is_complex(a, b, verdict):
    assert judged(a, b, COMPLEX).same is verdict


def test_the_letter_i_is_a_letter_where_the_part_is_real():
    assert judged("i^2", "-1").same is False


# ------------------------------------------------------------------------------------------------------ the tolerance
@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("x/3", "0.33*x", True), ("x/3", "0.3*x", False), ("x/3", "0.33*x + 0.001", False),
        ("pi*x^2", "3.14*x^2", True),
        ("x/3 + 1", "0.33*x + 1", True), ("x/3 - 1", "0.33*x - 1", True), ("sin(x/3)", "sin(0.33*x)", True),
        ("sin(x)", "sin(2*x)", False), ("2.718*exp(x/3)", "2.72*exp(0.333*x)", True), ("x", "y", False),
        ("100/(4*t + 3)", "25.1/(t + 0.75)", True), ("x - y", "x - 1.01*y", True),
        ("x^2 - 2*x + 1", "x^2 - 2*x + 1.5", False),
        ("e", "2.72", True), ("0", "0.001", False), ("2^x", "2.01^x", True),
    ],
)  # fmt: skip
def test_a_tolerance_of_coefficients_is_relative_to_each_of_them(a, b, verdict):
    assert judged(a, b, within=Fraction(2, 100)).same is verdict


def test_without_a_tolerance_a_decimal_is_exact():
    assert judged("x/2", "0.5*x").same is True
    assert judged("x/3", "0.33*x").same is False


# ------------------------------------------------------------------------------------------------ keys that are kept
def test_a_prepared_key_gives_the_verdicts_of_same():
    for pair in (*EDGES, *SYMBOLIC[::5]):
        assert Prepared(pair.a, pair.domain).same(pair.b) == same(pair.a, pair.b, pair.domain)


def test_verdicts_of_one_key_dont_depend_on_the_answers_before():
    key = Prepared(read("sin(x)*exp(y)"))
    answers = [read(text) for text in ("cos(x)", "z*sin(x)*exp(y)", "exp(y)*sin(x)", "sin(x)*exp(y) + z - z", "z")]
    first = [key.same(answer) for answer in answers]
    again = [Prepared(read("sin(x)*exp(y)")).same(answer) for answer in reversed(answers)]
    assert first == again[::-1]


def test_an_equal_text_is_read_and_judged_once():
    asked = []

    def reading(text: str):
        asked.append(text)
        return read(text) if text != "?" else None

    key = Prepared(read("(x + 1)^2"))
    verdicts = [key.of_text(text, reading) for text in ("x^2 + 2*x + 1", "x^2", "?", "x^2 + 2*x + 1", "?")]
    assert asked == ["x^2 + 2*x + 1", "x^2", "?"]
    assert [verdict and verdict.same for verdict in verdicts] == [True, False, None, True, None]


def test_what_a_key_remembers_is_bounded():
    key = Prepared(read("x"))
    for n in range(3000):
        key.of_text(str(n), read)
    assert len(key._texts) <= 1024


def test_a_key_is_prepared_once():
    assert prepare(read("x + 1"), POSITIVE, "s") is prepare(read("x + 1"), POSITIVE, "s")
    assert prepare(read("x + 1"), POSITIVE, "s") is not prepare(read("x + 1"), REAL, "s")


def test_the_salt_alone_chooses_the_points():
    pair = next(pair for pair in EDGES if pair.name.startswith("abs(x)+abs(y)+abs(z)"))
    assert same(pair.a, pair.b, salt="one") == same(pair.a, pair.b, salt="one")
