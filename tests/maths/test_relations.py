"""Statements compared by their solutions, or up to a constant (POSITIONS 25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import KindError
from quizgen.maths.conditions import condition, flattened
from quizgen.maths.domains import REAL, Domain, Letter
from quizgen.maths.ground import Ground
from quizgen.maths.linear_systems import same_solutions
from quizgen.maths.matching import all_same, is_open, is_other, is_same, matched, pairing
from quizgen.maths.relations import same_statements
from quizgen.maths.strict import read


def same(one: str, other: str, domain: Domain = REAL) -> bool | None:
    conditions = (condition(read(each), "x") for each in (one, other))
    return same_statements(*conditions, Ground(domain, "salt")).same


SAME = [
    ("x^2 = 4", "x = 2 or x = -2"),
    ("x^2 = 4", "{2, -2}"),
    ("x^2 < 4", "open(-2, 2)"),
    ("abs(x) < 1", "x^6 < 1"),
    ("1/x > 0", "x > 0"),
    ("1/x < 1", "x < 0 or x > 1"),
    ("abs(abs(x) - 1) < 1", "open(-2, 2) and x != 0"),
    ("x^2 - 2*sqrt(2)*x + 2 = 0", "x = sqrt(2)"),
    ("x^3 = pi", "x = root(pi, 3)"),
    ("x^2 >= 0", "open(-oo, oo)"),
    ("x^5999*(1 - x + x^2) = 0", "x^6000 - x^6001 = x^5999"),
    ("not (x > 1)", "x <= 1"),
    ("x = 1 or x = 1", "x = 1"),
    ("y = x", "2*x = 2*y"),
    ("a = 0 or x = y", "a*x = a*y"),
    ("f(x) = 1", "2*f(x) = 2"),
    ("x = x", "y + 1 = 1 + y"),
    ("x + y = 5 and x - y = 1", "x = 3 and y = 2"),
    ("a*b != 0", "a != 0 and b != 0"),
]
OTHER = [
    ("x^2 = 4", "x = 2"),
    ("x^2 < 4", "x^2 <= 4"),
    ("x > 1", "y > 1"),
    ("x = y", "a*x = a*y"),
    ("y > x", "x > y"),
    ("f(5) = f(7) + 4", "f(2) = f(3) + 4"),
    ("x = 1", "e^x = 1"),
    ("sin(x) = 0", "sin(x) = 1"),
    ("x < y", "x = y"),
    ("x^5999*(1 - x + x^3) = 0", "x^6000 - x^6001 = x^5999"),
    ("x = x", "x = 1"),
    ("x + y = 3 and x = 1", "x + y = 3"),
    ("x^3 - x < 0", "x < 1"),
    ("a*x < b", "x < b/a"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_statement_in_other_words(one: str, other: str):
    assert same(one, other) is True
    assert same(other, one) is True


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_statements_are_refuted(one: str, other: str):
    assert same(one, other) is False
    assert same(other, one) is False


@pytest.mark.parametrize(
    ("one", "other"), [("x = 0", "sin(x) = 0"), ("x > 0", "x + sin(x) > 0"), ("0 < x and x < y", "0 <= x and x < y")]
)
def test_what_cannot_be_decided_is_left_open(one: str, other: str):
    assert same(one, other) is None


def test_the_evidence_is_a_number_that_meets_just_one():
    found = same_statements(read("x < 1"), read("x < 2"), Ground(REAL))
    assert found.point == {"x": "1"}
    assert found.evidence == "x = 1 meets the answer and not the key"


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("x = 2", "x = ln(2)", "x = ln(2)"),
        ("x = 2", "x = -ln(2)", "x = −ln(2)"),
        ("x = 2", "3*x = pi", "x = π/3"),
        ("x = 2", "x^2 = 3", "x = about −1.73205"),
        ("x = 2", "x = -1/2", "x = −1/2"),
    ],
)
def test_a_number_that_tells_two_statements_apart_is_written_as_one_would(one: str, other: str, told: str):
    found = same_statements(*(condition(read(each), "x") for each in (one, other)), Ground(REAL, "salt"))
    assert found.evidence == f"{told} meets the answer and not the key"


def test_the_domain_of_a_letter_counts():
    positive = Domain({"x": Letter("positive")})
    whole = Domain({"x": Letter("any", integer=True)})
    assert same("x^2 = 4", "x = 2", positive) is True
    assert same("x > 2", "x >= 3", whole) is True
    assert same("x > 2", "x >= 3") is False
    assert same("x < 5", "x < 7", Domain({"x": Letter(low=0, high=4)})) is True


def test_complex_letters_are_compared_as_polynomials():
    over_c = Domain(complex=True)
    assert same("x^2 = -1", "x = i or x = -i", over_c) is True
    assert same("a = b*(2 - i)/5", "a*(2 + i) = b", over_c) is True
    assert same("a = b*(2 - i)/4", "a*(2 + i) = b", over_c) is False


ROOTS = st.lists(st.integers(-6, 6), min_size=1, max_size=4, unique=True)


@given(ROOTS, ROOTS)
def test_factored_equations_are_the_same_just_if_their_roots_are(one: list[int], other: list[int]):
    first, second = ("*".join(f"(x - ({root}))" for root in roots) for roots in (one, other))
    assert same(f"{first} = 0", f"3*{second} = 0") is (set(one) == set(other))


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(1, 3)), min_size=1, max_size=4))
def test_a_union_is_what_is_in_one_of_its_intervals(found: list[tuple[int, int]]):
    pieces = [f"open({low}, {low + size})" for low, size in found]
    united = pieces[0] if len(pieces) == 1 else f"union({', '.join(pieces)})"
    chains = " or ".join(f"({low} < x and x < {low + size})" for low, size in found)
    assert same(united, chains) is True


def test_what_says_nothing_of_a_letter_is_no_condition():
    with pytest.raises(KindError):
        condition(read("x + 1"))
    with pytest.raises(KindError):
        condition(read("{(1, 2)}"), "x")


def test_not_is_carried_to_the_comparisons():
    assert flattened(condition(read("not (x < 1 or x = 2)"))) == condition(read("1 <= x and x != 2"))


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("x + y = 5 and x - y = 1", "x = 3 and y = 2", True),
        ("x + y = 5", "2*x + 2*y = 10", True),
        ("x = 1", "y = 1", False),
        ("x = 1 and x = 2", "y = 1 and y = 3", True),
        ("x*y = 1", "x = 1", None),
        ("x = 1", "sin(x) = 1", None),
    ],
)
def test_linear_systems_are_compared_by_elimination(one: str, other: str, found: bool | None):
    from quizgen.maths.conditions import comparisons

    assert same_solutions(*(tuple(comparisons(condition(read(each)))) for each in (one, other))) is found


# ---------------------------------------------------------------------------------------------------- matching
YES, NO, OPEN = is_same("tree", ""), is_other("tree", ""), is_open("")


def compare(one: str, other: str):
    return OPEN if "?" in one + other else YES if one == other else NO


@pytest.mark.parametrize(
    ("one", "other", "repeats", "found"),
    [
        ("abc", "cab", True, True),
        ("aab", "abb", True, False),
        ("aab", "abb", False, True),
        ("ab", "abc", False, False),
        ("a?", "ab", True, None),
        ("a?", "cd", True, False),
        ("", "", True, True),
        ("a", "", False, False),
    ],
)
def test_items_are_matched_in_any_order(one: str, other: str, repeats: bool, found: bool | None):
    assert matched(one, other, compare, repeats=repeats).same is found


def test_of_several_the_worst_counts():
    assert all_same([YES, YES]).same is True
    assert all_same([YES, OPEN, NO]).same is False
    assert all_same([YES, OPEN]).same is None
    assert pairing([[True, True], [True, False]], 2) == {0: 1, 1: 0}
