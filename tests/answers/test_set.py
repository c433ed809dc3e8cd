"""Sets: order and repeats don't count (POSITIONS 26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.free import pose
from tests.answers.symbolic_parts import match, part, standing

VALUES = part({"set": "{a, sqrt(2), 1/2}"}, {"a": 2})


@pytest.mark.parametrize(
    "raw",
    [
        "{2, √2, 1/2}",
        "{0.5, 2/sqrt(2), 2}",
        "1/2, 2, sqrt 2",
        "{2, 2, 1/2, sqrt(2)}",
        "{1+1, 1/2} ∪ {sqrt(2)}",
        r"\{2, \sqrt{2}, \frac12\}",
        "{2, 3, 1/2, √2} ∩ {1/2, 2, √2}",
    ],
)
def test_order_and_repeats_do_not_count(raw: str):
    assert standing(VALUES, raw) == "right"


@pytest.mark.parametrize("raw", ["{2, 1/2}", "{2, 1/2, 1.414}", "{2, 1/2, sqrt(2), 3}", "{}", "2", "(0, 2)"])
def test_an_item_too_many_or_missing_is_another_set(raw: str):
    assert standing(VALUES, raw) == "value"


@pytest.mark.parametrize("raw", ["{2, 1/0}", "{2", "{1, 2} - 3", "1 cup 2", "cos({1, 2})"])
def test_what_is_no_set_is_malformed(raw: str):
    assert standing(VALUES, raw) == "malformed"


def test_plus_minus_is_two_items():
    assert standing(part({"set": "{3, -3, 0}"}), "0, ±3") == "right"
    assert standing(part({"set": "{3, -3}"}), "3") == "value"


def test_plus_minus_in_an_equation_is_two_equations():
    roots = pose("set", "x = 1 + sqrt(2), x = 1 - sqrt(2)")
    assert standing(roots, r"x = 1 \pm \sqrt{2}") == "right"
    assert standing(roots, r"x = \pm 1 + \sqrt{2}") == "value"


@pytest.mark.parametrize("raw", ["{7, 3} - {7}", "3 and 3", "{1, 2, 3} \\ {1, 2}", "{1, 3} - {1, 2}"])
def test_what_is_taken_away_is_no_item(raw: str):
    assert standing(part({"set": "{3}"}), raw) == "right"


def test_the_empty_set_reads():
    assert standing(part({"set": "{}"}), "{}") == "right"
    assert standing(part({"set": "{}"}), "∅") == "right"
    assert standing(part({"set": "{}"}), "{0}") == "value"


def test_items_may_have_letters_or_be_pairs():
    assert standing(part({"set": "{x + 1, 2*x}", "in": "x"}), "{x + x, 1 + x}") == "right"
    assert standing(part({"set": "{(1, 2), (3, 4)}"}), "{(3, 4), (1, 2)}") == "right"
    assert standing(part({"set": "{(1, 2), (3, 4)}"}), "{(2, 1), (3, 4)}") == "value"


@pytest.mark.parametrize(
    ("raw", "credit"),
    [("{5, 7, 2}", 1), ("{5, 7}", "2/3"), ("{5}", "1/3"), ("{5, 7, 2, 9}", "3/4"), ("{9}", 0), ("{5, 5, 5}", "1/3")],
)
def test_each_item_may_earn_its_share(raw: str, credit: int | str):
    assert str(match(part({"set": "{a, 5, 7}", "credit": "each"}, {"a": 2}), raw).credit) == str(credit)


@pytest.mark.parametrize(
    ("raw", "expected"), [("{1.414, 3.1}", "right"), ("{3.1, 1.5}", "right"), ("{1.414, 1.414}", "value")]
)
def test_items_may_be_off_where_the_part_says_how_far(raw: str, expected: str):
    assert standing(part({"set": "{pi, sqrt(2)}", "within": "0.1"}), raw) == expected


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_any_order_with_repeats_is_the_same_set(items: list[int], chance: object):
    shuffled = [*items, items[0]]
    chance.shuffle(shuffled)
    made = part({"set": "{" + ", ".join(map(str, items)) + "}"})
    assert standing(made, "{" + ", ".join(map(str, shuffled)) + "}") == "right"
    assert standing(made, "{" + ", ".join(map(str, [*items, 99])) + "}") == "value"
