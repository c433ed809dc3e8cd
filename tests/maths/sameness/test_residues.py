"""Residues modulo two digest-chosen primes: what proves sameness, and what bounds the proof."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import isprime

from quizgen.maths.expr import Name, Number, Power, Product, Sum
from quizgen.maths.same import REAL, Domain
from quizgen.maths.sameness.degrees import size_of
from quizgen.maths.sameness.primes import _is_prime, modulus
from quizgen.maths.sameness.rationals import NotExactError, exact_or_none, exact_value
from quizgen.maths.sameness.residues import OutsideError, equal, reduce
from quizgen.maths.strict import read


def residue(text: str, domain: Domain = REAL, salt: str = ""):
    return reduce(read(text), domain, salt)


@pytest.mark.parametrize("salt", ["", "one", "two", "ß"])
def test_the_modulus_is_a_product_of_two_primes_of_61_bits(salt):
    found = modulus(salt)
    factors = _prime_factors(found.product)
    assert len(set(factors)) == 2
    assert all(p.bit_length() == 61 and p % 4 == 1 for p in factors)
    assert (found.imaginary**2 + 1) % found.product == 0


def _prime_factors(n: int) -> list[int]:
    from sympy import factorint

    return sorted(factorint(n))


@given(st.integers(2**60, 2**61 - 1).map(lambda n: n | 1))
def test_the_test_for_primes_agrees_with_sympy(n):
    assert _is_prime(n) == isprime(n)


@pytest.mark.parametrize("n", [2**61 - 1, (2**31 - 1) * (2**30 - 35), 1373653 * 1373653, 3215031751 * 4099])
def test_strong_pseudoprimes_arent_taken_for_primes(n):
    assert _is_prime(n) == isprime(n)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("(x + y)^3", "x^3 + 3*x^2*y + 3*x*y^2 + y^3"), ("1/(1/x + 1/y)", "x*y/(x + y)"), ("sin(-x)", "-sin(x)"),
        ("cos(x - y)", "cos(y - x)"), ("exp(-x)", "1/exp(x)"), ("e^x", "exp(x)"), ("abs(-x)", "sqrt(x^2)"),
        ("tan(x)", "sin(x)/cos(x)"), ("cosh(x)^2 - sinh(x)^2", "1"), ("x^(2/4)", "sqrt(x)"), ("log(x, 10)", "lg(x)"),
        ("28%", "0.28"), ("sum(k, k in 1..n)", "sum(j, j in 1..n)"), ("f(x + x)", "f(2*x)"), ("ln(1)", "0"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("salt", ["", "other"])
def test_equal_expressions_have_one_residue(a, b, salt):
    assert equal(residue(a, salt=salt), residue(b, salt=salt), salt) is True


@pytest.mark.parametrize(
    ("a", "b"),
    [("x", "y"), ("x^2305843009213693950", "1"), ("2305843009213693951*x", "0"), ("f(x)", "g(x)"), ("pi", "e")],
)
def test_other_expressions_have_others(a, b):
    assert equal(residue(a), residue(b), "") is False


def test_a_divisor_that_is_zero_identically_is_seen():
    assert residue("1/(sin(x) - sin(x))").nowhere
    assert residue("0^(-1)").nowhere
    assert residue("sqrt(1/(x - x))").nowhere
    assert not residue("1/x").nowhere


@pytest.mark.parametrize(
    ("text", "rational"), [("x/y + 1/2", True), ("pi*x", True), ("e^2", True), ("pi*e", False), ("sin(x)", False)]
)
def test_only_rational_functions_with_one_transcendental_number_are_decided_both_ways(text, rational):
    assert residue(text).rational is rational


@pytest.mark.parametrize(
    ("text", "partial", "branches", "steps"),
    [
        ("x/y", False, False, False), ("sin(x)", False, False, False), ("sqrt(x)", True, True, False),
        ("abs(x)", False, True, True), ("x^y", True, True, False), ("2^x", False, False, False),
        ("1/sin(pi)", True, False, False), ("floor(x)", False, False, True), ("ln(x)", True, True, False),
    ],
)  # fmt: skip
def test_a_residue_says_where_care_is_needed(text, partial, branches, steps):
    found = residue(text)
    assert (found.partial, found.branches, found.steps) == (partial, branches, steps)


@pytest.mark.parametrize(
    "text", ["x = 1", "{1, 2}", "[x]", "diff(x, x)", "oo + 1", "if(1, x, y)", "min(f(x), {1})", '"text"']
)
def test_what_isnt_a_number_has_no_residue(text):
    with pytest.raises(OutsideError):
        residue(text)


@pytest.mark.parametrize(
    ("text", "size"),
    [("x^3 + y", (3, 0)), ("1/(x + 1)", (0, 1)), ("(x + 1)^1000", (1000, 0)), ("(x/y)^-5", (5, 5)), ("7", (0, 0))],
)
def test_a_size_bounds_the_degree_above_and_below_the_line(text, size):
    over, under, *_ = size_of(read(text))
    assert over >= size[0]
    assert under >= size[1]
    assert (over, under) <= (2 * size[0] + 2, 2 * size[1] + 2)


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(0, 6)), min_size=2, max_size=6), st.integers(1, 5))
def test_a_polynomial_is_no_larger_than_its_size(terms, exponent):
    tree = Power(
        Sum(tuple(Product((Number(c), Power(Name("x"), Number(n)))) for c, n in terms)), Number(exponent)
    )  # fmt: skip
    size = size_of(tree)
    assert size.over >= max(n for _, n in terms) * exponent
    assert 2**size.bits >= sum(abs(c) for c, _ in terms) ** exponent


def test_a_power_too_high_for_the_primes_is_no_proof():
    assert not size_of(read("x^(10^9)")).provable
    assert size_of(read("(x + 1)^100000")).provable
    assert not size_of(read("sin(x^(10^9))")).provable


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2^10 - 1/2", Fraction(2047, 2)), ("sqrt(49/4)", Fraction(7, 2)), ("8^(2/3)", 4), ("gcd(12, 18)", 6),
        ("-50%", Fraction(-1, 2)), ("5!", 120), ("(-1)^(10^9)", 1), ("6/3", 2),
    ],
)  # fmt: skip
def test_exact_numbers_have_exact_values(text, value):
    assert exact_value(read(text)) == value


@pytest.mark.parametrize("text", ["sqrt(2)", "pi", "x", "10^5000", "(-8)^(1/3)", "1/0", "sin(1)", "factorial(10^9)"])
def test_what_has_none_or_too_long_a_one_is_left_alone(text):
    assert exact_or_none(read(text)) is None


def test_a_letter_without_a_value_isnt_exact():
    with pytest.raises(NotExactError):
        exact_value(read("x + y"), {"x": 1})
