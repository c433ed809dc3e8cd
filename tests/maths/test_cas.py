"""Verbs go through one door to sympy and come back as our own trees."""

from __future__ import annotations

import pytest

from quizgen.errors import KindError, MathsError
from quizgen.maths import cas
from quizgen.maths.printing import plain
from quizgen.maths.reader import read

POSITIVE = {name: {"positive": True} for name in "Tkcbx"}


def done(text: str) -> str:
    return plain(cas.carry_out(read(text), POSITIVE))


CARRIED_OUT = [
    ("limit(T / (T / k + c), k, oo)", "T/c"),
    ("limit(T / (T / k + c), c, 0)", "k"),
    ("limit(1 / x, x, oo)", "0"),
    ("limit(x^2, x, oo)", "oo"),
    ("limit(-x, x, oo)", "-oo"),
    ("limit((1 + 1/x)^x, x, oo)", "e"),
    ("solve(b * k * x = c, x)", "c/(b*k)"),
    ("solve(2 * x + 3 = 0, x)", "-(3/2)"),
    ("solve(x^2 = c, x, x > 0)", "sqrt(c)"),
    ("1 + solve(3 * x = 6, x)", "1 + 2"),
    ("solve(x = limit(k / (k + 1), k, oo), x)", "1"),
]


@pytest.mark.parametrize(("text", "result"), CARRIED_OUT)
def test_a_verb_gives_its_result_as_a_tree(text: str, result: str) -> None:
    assert read(done(text)) == read(result)


REFUSED = [
    ("solve(x^2 = c, x)", "found 2"),
    ("solve(x + 1 = x, x)", "found 0"),
    ("solve(x, x)", "wants an equation"),
    ("solve(x = 1, 2)", "wants a letter"),
    ('limit(abs(x) / x, x, 0, "+") + limit(sin(x), x, oo)', "no limit"),
    ("taylor(x, x, 0)", "no answer"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_a_verb_without_a_single_result_says_so_at_its_place(text: str, said: str) -> None:
    with pytest.raises(MathsError, match=said) as caught:
        done(text)
    assert caught.value.start >= 0


def test_a_formula_without_verbs_stays_as_it_is() -> None:
    tree = read("T / (T / k + c)")
    assert cas.carry_out(tree, POSITIVE) == tree
    assert not cas.has_verb(tree)


def test_a_closed_form_agrees_with_its_steps_and_another_one_does_not() -> None:
    steps = {"slice": read("T / k"), "iter": read("slice + c")}
    assert cas.agrees(read("T / (T / k + c)"), steps, read("T / iter"), POSITIVE)
    assert not cas.agrees(read("T / (T / k + 2 * c)"), steps, read("T / iter"), POSITIVE)


def test_roundings_and_choices_are_compared_at_points() -> None:
    steps = {"W": read("T * c")}
    assert cas.agrees(read("max(1, ceil(T * c / k))"), steps, read("max(1, ceil(W / k))"), POSITIVE)
    assert not cas.agrees(read("max(1, floor(T * c / k))"), steps, read("max(1, ceil(W / k))"), POSITIVE)


def test_texts_and_rows_are_nothing_for_sympy() -> None:
    with pytest.raises(KindError):
        cas.agrees(read('if(T > 1, "a", "b")'), {}, read("T"), POSITIVE)


UNDECIDED = [
    ("limit(abs(k - 2) / (k - 2), k, 2)", "no answer|no limit"),
    ("limit(if(x > 1, 2, 3), x, 1)", "no limit is taken of a choice"),
    ("limit(floor(x), x, 2)", "no limit is taken of a choice or a rounding"),
    ("solve(sin(x) = 0, x)", "no finite list"),
    ("solve(x = x, x)", "every x solves"),
    ("solve(x^4 + x + k = 0, x, x > 0)", "degree 4"),
    ("solve(floor(x) = k, x)", "sympy"),
    ("solve((x - 2) * (x - 3) = 0, x, x > k)", "depends on the variant"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), UNDECIDED)
def test_what_has_no_certain_result_is_refused_soon(text: str, said: str) -> None:
    with pytest.raises(MathsError, match=said):
        done(text)


@pytest.mark.parametrize("text", ["k * 9^9^9^9", "k * factorial(10^9)", "k * binomial(10^7, 10^6)", "k * 2^(10^9)"])
def test_numbers_that_are_too_large_are_refused_before_sympy_sees_them(text: str) -> None:
    with pytest.raises(MathsError):
        cas.agrees(read(text), {}, read(text), POSITIVE)


@pytest.mark.parametrize("text", ["k / (k - k)", "k * oo", "k / 0"])
def test_what_is_never_finite_is_said_to_be_so(text: str) -> None:
    with pytest.raises(MathsError, match="no finite value"):
        cas.agrees(read(text), {}, read(text), POSITIVE)


def test_a_high_power_is_not_multiplied_out() -> None:
    with pytest.raises(KindError, match="too high"):
        cas.agrees(read("(k + 1)^100000"), {}, read("(k + 1)^100000"), POSITIVE)
