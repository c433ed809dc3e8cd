"""Where expressions are compared: points of every sign pattern in the domain, the same for the same salt."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.maths.domains import SIGNS, Domain, Letter
from quizgen.maths.same import REAL
from quizgen.maths.sameness.corners import around_constants, beside_corners, turning_parts
from quizgen.maths.sameness.points import Where, points, small_points
from quizgen.maths.sameness.refutation import two_texts
from quizgen.maths.strict import read

bounds = st.one_of(st.none(), st.integers(-20, 20))
letters = st.builds(Letter, st.sampled_from(SIGNS), st.booleans(), bounds, st.none()) | st.builds(
    Letter, st.just("any"), st.booleans(), st.integers(-9, 0), st.integers(0, 9)
)


def where(names: str, domain: Domain = REAL, salt: str = "", *, patterns: bool = True) -> Where:
    return Where(tuple(names), domain.key, salt, patterns)


@pytest.mark.parametrize("names", ["x", "xy", "xyz", "abcde", "abcdefgh"])
def test_every_pattern_of_signs_has_a_point(names):
    found = {tuple(value > 0 for value in point) for point in points(where(names)).chosen}
    assert found == set(product((True, False), repeat=len(names)))


def test_of_many_letters_256_patterns_are_taken_with_all_of_one_sign_among_them():
    found = {tuple(value > 0 for value in point) for point in points(where("abcdefghijkl")).chosen}
    assert 200 < len(found) <= 256
    assert {(True,) * 12, (False,) * 12} <= found


def test_a_letter_of_one_sign_makes_no_pattern():
    domain = Domain({"x": Letter("positive"), "n": Letter("negative", integer=True)})
    for point in points(where("xn", domain)).chosen:
        assert point[0] > 0
        assert point[1] < 0
        assert point[1].denominator == 1


@given(letters, letters, st.text(max_size=2), st.booleans())
def test_a_point_lies_in_the_domain_where_the_domain_isnt_empty(x, y, salt, patterns):
    domain = Domain({"x": x, "y": y})
    found = points(where("xy", domain, salt, patterns=patterns))
    admitted = [any(letter.admits(Fraction(n, 4)) for n in range(-4000, 4000)) for letter in (x, y)]
    for point in (*found.nice, *found.chosen, *found.whole):
        for letter, value, some in zip((x, y), point, admitted, strict=True):
            assert letter.admits(value) or not some


def test_points_depend_on_the_salt_and_on_nothing_else():
    assert points(where("xy", salt="a")).chosen != points(where("xy", salt="b")).chosen
    points.cache_clear()
    first = points(where("xy", salt="a"))
    points.cache_clear()
    assert points(where("xy", salt="a")) == first


def test_the_first_point_is_easy_to_check_by_hand():
    assert points(where("xyz")).nice[0] == (2, 3, 5)


def test_without_letters_there_is_one_point():
    assert points(where("")).chosen == ((),)


def test_small_points_keep_the_signs_of_the_point():
    found = small_points(("x", "y"), REAL, (Fraction(-5, 3), Fraction(7, 2)))
    assert (-1, 2) in found
    assert all(x <= 0 <= y and x.denominator == y.denominator == 1 for x, y in found)


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("abs(x - 10^7)", [(None, 10**7), (10**7, None)]), ("sqrt((x - 3)^2)", []), ("abs(x)", []),
        ("ln(x^2 - 5*x + 6)", [(None, 2), (2, 3), (3, None)]), ("max(x, 100)", [(None, 100), (100, None)]),
        ("if(x > 5 and x < 6, 1, 0)", [(None, 5), (5, 6), (6, None)]), ("sqrt(x^2 + 1)", []),
        ("abs(3*x - 7*10^9)", [(None, Fraction(7 * 10**9, 3)), (Fraction(7 * 10**9, 3), None)]),
    ],
)  # fmt: skip
def test_each_stretch_between_corners_has_a_point(text, stretches):
    values = [point[0] for point in beside_corners(turning_parts(read(text)), ("x",), (Fraction(5, 3),), REAL)]
    for low, high in stretches:
        assert any((low is None or value > low) and (high is None or value < high) for value in values)


def test_points_around_constants_lie_in_the_domain():
    domain = Domain({"x": Letter("positive", integer=True)})
    found = around_constants((read("floor(x/40)"), read("x - 17")), ("x",), (3,), domain)
    assert {(40,), (41,), (17,), (18,)} <= set(found)
    assert all(point[0] > 0 and point[0].denominator == 1 for point in found)


@pytest.mark.parametrize(
    ("a", "b", "texts"),
    [
        (3, -3, ("3", "-3")), (Fraction(1, 3), Fraction(1, 2), ("0.333333", "0.5")),
        (Fraction(1, 3), Fraction(3333333, 10**7), ("0.333333333333", "0.3333333")),
        (10**30, 2 * 10**30, ("1*10^30", "2*10^30")), (Fraction(1, 10**30), 0, ("1*10^-30", "0")),
        (Fraction(-1, 3), Fraction(-1, 3) - Fraction(1, 10**80), ("-0.333333333333", "-0.333333333333 - 1*10^-80")),
        (2305843009213693951, 0, ("2305843009213693951", "0")),
    ],
)  # fmt: skip
def test_two_numbers_are_written_so_that_they_are_seen_to_differ(a, b, texts):
    assert two_texts(a, b) == texts
