"""Equations, systems and their solutions (POSITIONS 25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.strict import read
from tests.answers.symbolic_parts import complaint, match, part, standing

CONIC = part({"equation": "x^2/4 + y^2/a = 1", "in": "x, y"}, {"a": 3})
ROOTS = part({"equation": "{a, -a}", "in": "x"}, {"a": 2})


@pytest.mark.parametrize(
    "raw", ["x^2/4 + y^2/3 = 1", "1 = x^2/4 + y^2/3", "3x^2 + 4y^2 = 12", "3x² + 4y² − 12 = 0", "-x^2/4 - y^2/3 = -1"]
)
def test_an_equation_is_the_same_up_to_a_constant_and_swapped_sides(raw: str):
    assert standing(CONIC, raw) == "right"


@pytest.mark.parametrize(
    "raw", ["x^2/4 + y^2/3 = 2", "x^2 + y^2 = 1", "x(x^2/4 + y^2/3) = x", "x = 2", "x^2/4+y^2/3<1"]
)
def test_multiplied_by_what_can_vanish_it_is_another_one(raw: str):
    assert standing(CONIC, raw) == "value"


@pytest.mark.parametrize("raw", ["x^2/4 + y^2/3", "1", "x", "(1, 2)"])
def test_a_side_alone_is_no_equation(raw: str):
    assert standing(CONIC, raw) in ("malformed", "value")


@pytest.mark.parametrize(
    "raw", ["x^2 = 4", "x = 2 or x = -2", "x = ±2", "(x-2)(x+2) = 0", "x^3 = 4x and x^2 = 4", "|x| = 2"]
)
def test_in_one_letter_the_solutions_decide(raw: str):
    assert standing(part({"equation": "x^2 = a", "in": "x"}, {"a": 4}), raw) == "right"


@pytest.mark.parametrize("raw", ["x = 2", "x = -2", "x^2 = 5", "x^3 = 4x", "x^2 = -4", "y^2 = 4", "x = 3 or x = -2"])
def test_one_solution_more_or_fewer_is_another_equation(raw: str):
    assert standing(part({"equation": "x^2 = a", "in": "x, y"}, {"a": 4}), raw) == "value"


@pytest.mark.parametrize(
    "raw",
    [
        "x = 2 or x = -2",
        "x = -2, x = 2",
        "x = ±2",
        "{-2, 2}",
        "2, -2",
        "x = 2 and x = -2",
        "x = 4/2 or -2 = x",
        "x ∈ {2, -2}",
        "x = ±sqrt(4)",
    ],
)
def test_a_part_that_asks_to_solve_takes_every_solved_form(raw: str):
    assert standing(ROOTS, raw) == "right"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("x^2 = 4", "form"),
        ("x^2 - 4 = 0", "form"),
        ("(x-2)(x+2) = 0", "form"),
        ("x = 4/x", "form"),
        ("x = 2", "value"),
        ("2", "value"),
        ("x = 3 or x = -2", "value"),
        ("{2, -2, 0}", "value"),
    ],
)
def test_the_given_equation_back_is_no_solution(raw: str, expected: str):
    found = match(ROOTS, raw)
    assert (found.standing, found.credit) == (expected, 0)


def test_solving_is_asked_by_the_field_too_and_said_on_the_sheet():
    kind, asked = part({"equation": "x = a", "in": "x", "solve": "yes"}, {"a": 2})
    assert standing((kind, asked), "2x = 4") == "form"
    assert standing((kind, asked), "2") == "right"
    assert "solved" in kind.public(asked).rule
    assert standing(part({"equation": "x = a", "in": "x"}, {"a": 2}), "2x = 4") == "right"


@pytest.mark.parametrize(("raw", "expected"), [("{}", "right"), ("x = 1", "value"), ("x^2 = -1", "form")])
def test_an_equation_may_have_no_solution(raw: str, expected: str):
    assert standing(part({"equation": "{}", "in": "x"}), raw) == expected


def test_solutions_may_be_irrational_and_are_compared_exactly():
    made = part({"equation": "4*x^2 + 2*x - 3 = 0", "in": "x", "solve": "yes"})
    assert standing(made, r"x = \frac{-1 \pm \sqrt{13}}{4}") == "right"
    assert standing(made, "x = 0.6513878 or x = -1.1513878") == "value"


def test_an_identity_equals_only_an_identity():
    made = part({"equation": "(x+1)^2 = x^2 + 2*x + 1", "in": "x"})
    assert standing(made, "x + x = 2x") == "right"
    assert standing(made, "x = 1") == "value"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("x - y = 1 and x + y = 3", "right"),
        ("2x + 2y = 6, x - y = 1", "right"),
        ("x + y = 3", "value"),
        ("x - y = 1 and x + y = 4", "value"),
    ],
)
def test_a_system_may_stand_in_any_order(raw: str, expected: str):
    assert standing(part({"equation": "x + y = 3 and x - y = 1", "in": "x, y"}), raw) == expected


@pytest.mark.parametrize(
    ("key", "raw", "expected"),
    [
        ("x*y = 0", "x = 0 or y = 0", "right"),
        ("x = y or x = -y", "|x| = |y|", "right"),
        ("x = y", "x^2 = y^2", "value"),
        ("y = x/(2*x - 1)", "1/x + 1/y = 2", "right"),
        ("y = sin(x + 2*pi)", "y = sin x", "right"),
        ("x = 1.2^(2*y)", "x = (36/25)^y", "right"),
        ("x^2 = p", "(x - sqrt(p))(x + sqrt(p)) = 0", "right"),
    ],
)
def test_or_is_a_product_and_bars_are_seen_through(key: str, raw: str, expected: str):
    assert standing(part({"equation": key, "in": "x, y, p"}), raw) == expected


def test_what_cannot_be_decided_says_so():
    assert standing(part({"equation": "x = 0", "in": "x"}), "sin(x) = 0") == "undecided"
    assert standing(part({"equation": "x = 1", "in": "x"}), "e^x = 1") == "value"


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("e^x = 1", "x = 0"),
        ("2^x = 8", "x = 3"),
        ("sqrt(x - 1) = 2", "x = 5"),
        ("ln(x^2) = 0", "x = ±1"),
        ("3*2^(x + 1) - 1 = 23", "x = 2"),
        ("e^(2*x) = 5", "x = ln(5)/2"),
        ("sqrt(x) = -2", "{}"),
        ("lg(x) = 2", "x = 100"),
    ],
)
def test_one_root_logarithm_or_power_of_the_letter_is_undone(key: str, raw: str):
    assert standing(part({"equation": key, "in": "x"}), raw) == "right"


def test_the_domain_of_the_letter_counts():
    assert standing(part({"equation": "p = 2", "in": "p"}), "p^2 = 4") == "right"
    assert standing(part({"equation": "x = 2", "in": "x"}), "x^2 = 4") == "value"


def test_what_was_given_earns_nothing():
    made = part({"equation": "x^2 = 4", "in": "x", "not": ["x^2 - 4 = 0"]})
    assert standing(made, "x^2 - 4 = 0") == "given"
    assert standing(made, "x = ±2") == "right"


def test_over_the_complex_numbers_a_square_may_be_negative():
    made = part({"equation": "z^2 = -1", "in": "z"}, letters="z")
    assert standing(made, "z = i or z = -i") == "right"
    assert standing(made, "z = 1 or z = -1") == "value"


def test_a_trap_is_told_from_the_key_by_its_solutions():
    kind, asked = ROOTS
    key = kind.key(asked)
    assert kind.differs(read("{2}"), key, asked)
    assert not kind.differs(read("{-2, 2, 2}"), key, asked)
    assert kind.meets(kind.read("x = 2", asked), read("{2}"), key, asked)


def test_values_want_one_letter():
    assert "equation" in complaint(CONIC, "{1, 2}").what


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=4, unique=True), st.integers(1, 5))
def test_a_product_of_linear_factors_has_its_roots(roots: list[int], factor: int):
    made = part({"equation": "{" + ", ".join(map(str, roots)) + "}", "in": "x", "solve": "no"})
    product = "*".join(f"(x - ({root}))" for root in roots)
    assert standing(made, f"{factor}*{product} = 0") == "right"
    assert standing(made, f"{product}*(x - 9) = 0") == "value"
