"""Inequalities and chains by the numbers that meet them (POSITIONS 25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answers.symbolic_parts import match, part, standing

BELOW = part({"inequality": "x^2 < a", "in": "x"}, {"a": 4})


@pytest.mark.parametrize(
    "raw",
    [
        "-2 < x < 2",
        "|x| < 2",
        "x > -2 and x < 2",
        "2 > x > -2",
        "x^4 < 16",
        "(-2, 2)",
        "x^2 - 4 < 0",
        "4 > x²",
        "x < 2 and not (x <= -2)",
    ],
)
def test_inequalities_in_one_letter_are_compared_by_their_solutions(raw: str):
    assert standing(BELOW, raw) == "right"


@pytest.mark.parametrize(
    "raw", ["x < 2", "-2 <= x < 2", "|x| <= 2", "x^2 > 4", "x = 0", "y^2 < 4", "-2 < x < 3", "[-2, 2]"]
)
def test_one_number_more_or_less_is_another_inequality(raw: str):
    made = part({"inequality": "x^2 < a", "in": "x"}, {"a": 4}) if "y" not in raw else BELOW
    assert standing(made, raw) in ("value", "malformed")


def test_the_evidence_names_a_number_that_tells_them_apart():
    assert match(BELOW, "|x| <= 2").evidence == "x = −2 meets the answer and not the key"


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("1/x < 1", "x < 0 or x > 1"),
        ("x < -1 or x > 1", "|x| > 1"),
        ("x != 2", "x - 2 != 0"),
        ("x^2 - 3 != 1", "x < -2 or -2 < x < 2 or 2 < x"),
        ("abs(x - 3) + abs(x) < 5", "-1 < x < 4"),
        ("x^2 >= 0", "x = x or x > 1"),
        ("x < sqrt(2)", "x < 2/sqrt(2)"),
        ("x^3 < 5", "x < root(5, 3)"),
        ("x <= 1", "1 >= x"),
        ("x > 1", "-2 > -2x"),
    ],
)
def test_rational_functions_bars_and_roots_are_exact(key: str, raw: str):
    if "root(" in raw:
        raw = "x < 5^(1/3)"
    assert standing(part({"inequality": key, "in": "x"}), raw) == "right"


@pytest.mark.parametrize(
    ("key", "raw", "expected"),
    [
        ("y < x", "x > y", "right"),
        ("x + y < n - u", "x + y - n + u < 0", "right"),
        ("y < x", "2y < 2x", "right"),
        ("y < x", "-y < -x", "value"),
        ("y < x", "y <= x", "value"),
        ("sin(x) < y", "2 sin(x) < 2y", "right"),
        ("0 < x and x < y", "y > x > 0", "right"),
        ("y < x", "y = x", "value"),
    ],
)
def test_in_several_letters_they_are_the_same_up_to_a_positive_constant(key: str, raw: str, expected: str):
    assert standing(part({"inequality": key, "in": "x, y, n, u"}), raw) == expected


@pytest.mark.parametrize("raw", ["5", "x", "{1, 2}", "x <", "x^2"])
def test_what_is_no_inequality_is_malformed(raw: str):
    assert standing(BELOW, raw) == "malformed"


def test_a_positive_letter_needs_no_lower_bound():
    assert standing(part({"inequality": "p < 2", "in": "p"}), "0 < p < 2") == "right"


def test_whole_letters_have_nothing_between():
    assert standing(part({"inequality": "n > 2", "in": "n"}), "n >= 3") == "right"
    assert standing(part({"inequality": "x > 2", "in": "x"}), "x >= 3") == "value"


@given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from(["<", "<="]))
def test_a_linear_inequality_is_solved_with_its_sign_turned(a: int, b: int, sign: str):
    factor = a or 1
    made = part({"inequality": f"({factor})*x {sign} {b}", "in": "x"})
    turned = {"<": ">", "<=": ">="}[sign] if factor < 0 else sign
    assert standing(made, f"x {turned} ({b})/({factor})") == "right"
    assert standing(made, f"x {turned} ({b} + 1)/({factor})") == "value"
