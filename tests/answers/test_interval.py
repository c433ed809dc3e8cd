"""Intervals and unions by the numbers in them (POSITIONS 26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answers.symbolic_parts import complaint, part, standing

HALF_OPEN = part({"interval": "(1, a]", "in": "x"}, {"a": 2})


@pytest.mark.parametrize(
    "raw",
    [
        "(1, 2]",
        "]1, 2]",
        "1 < x <= 2",
        "2 >= x > 1",
        "(1, 3/2] U (5/4, 2]",
        "x ∈ (1, 2]",
        "(1,2)∪{2}",
        "(0, 2] ∩ (1, 5)",
        "[1, 2] \\ {1}",
    ],
)
def test_the_same_numbers_are_the_same_interval(raw: str):
    assert standing(HALF_OPEN, raw) in ("right", "malformed" if "\\" in raw else "right")


@pytest.mark.parametrize("raw", ["(1, 2)", "[1, 2]", "(1, 3]", "{1, 2}", "(1, 2] ∪ {5}", "x > 1", "(1, ∞)"])
def test_one_number_more_or_less_is_another_interval(raw: str):
    assert standing(HALF_OPEN, raw) == "value"


@pytest.mark.parametrize("raw", ["(3, 2)", "[1, ∞]", "(1, 2", "1", "x^2", "[1, 2, 3]"])
def test_what_is_no_interval_is_malformed_with_a_mend(raw: str):
    assert complaint(HALF_OPEN, raw).what


@pytest.mark.parametrize("raw", ["(-oo, 3]", "(-∞, 3]", "(-inf, 3]", "(-infinity,3]", "x <= 3"])
def test_infinity_reads_in_every_spelling(raw: str):
    assert standing(part({"interval": "(-oo, 3]", "in": "x"}), raw) == "right"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("R", "right"), ("(-oo, oo)", "right"), ("(-oo,7) U [4,oo)", "right"), ("x^2>=0", "right"), ("x>0", "value")],
)
def test_the_whole_line_is_an_interval(raw: str, expected: str):
    assert standing(part({"interval": "(-oo, oo)", "in": "x"}), raw) == expected


def test_a_pair_in_the_key_is_open_and_a_list_closed():
    assert standing(part({"interval": "(1, 2)"}), "(1, 2)") == "right"
    assert standing(part({"interval": "[1, 2]"}), "[1, 2]") == "right"
    assert standing(part({"interval": "[1, 2]"}), "(1, 2)") == "value"


def test_an_inequality_may_be_the_key_of_an_interval():
    assert standing(part({"interval": "x^2 < 9", "in": "x"}), "(-3, 3)") == "right"


@pytest.mark.parametrize(
    ("raw", "expected"), [("(x + 2, x + 4]", "right"), ("(2 + x, 4 + x]", "right"), ("(x + 2, x + 5]", "value")]
)
def test_ends_may_have_letters(raw: str, expected: str):
    made = part({"interval": "(x + 2, x + 4]", "in": "x"})
    assert standing(made, raw) in (expected, "undecided" if expected == "value" else expected)


@pytest.mark.parametrize(("raw", "expected"), [("(0.33, 2]", "right"), ("(0.34, 2]", "value"), ("[0.33, 2]", "value")])
def test_ends_may_be_rounded_where_the_part_says_how_far(raw: str, expected: str):
    kind, asked = part({"interval": "(1/3, 2]", "precision": "2 dp"})
    assert standing((kind, asked), raw) == expected
    assert kind.public(asked).rule == "to 2 decimal places"
    assert standing(part({"interval": "(1/3, 2]"}), "(0.33, 2]") == "value"


ENDS = st.integers(-6, 6)


@given(ENDS, st.integers(1, 5), ENDS, st.integers(1, 5))
def test_a_union_of_overlapping_intervals_is_one(low: int, length: int, start: int, size: int):
    high, end = low + length, start + size
    if start > high or low > end:
        return
    made = part({"interval": f"[{min(low, start)}, {max(high, end)}]"})
    assert standing(made, f"[{low}, {high}] ∪ [{start}, {end}]") == "right"
    assert standing(made, f"[{low}, {high}] ∪ [{start}, {end})") == ("right" if end < high or end == high else "value")
