"""Balls and intervals enclose the true value, and both say the same of what has none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from quizgen.maths.sameness.balls import Balls, ComplexBalls
from quizgen.maths.sameness.complex_intervals import ComplexIntervals
from quizgen.maths.sameness.intervals import Intervals
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN, worse

BITS = 128
REALS = Balls(BITS), Intervals(BITS)
COMPLEXES = ComplexBalls(BITS), ComplexIntervals(BITS)
FUNCTIONS = {
    "sin": "sin", "cos": "cos", "sin_pi": "sinpi", "cos_pi": "cospi", "exp": "exp", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "atan": "atan", "asinh": "asinh", "ln": "log", "sqrt": "sqrt", "asin": "asin", "acos": "acos",
    "acosh": "acosh", "atanh": "atanh", "floor": "floor", "ceil": "ceil", "sign": "sign", "abs": "fabs",
}  # fmt: skip
numbers = st.fractions(-40, 40, max_denominator=64)


def is_absent(value) -> bool:
    return value is UNDEFINED or value is UNKNOWN


def encloses(system, value, number) -> bool:
    """Whether a real value's middle is the number to 100 bits."""
    middle = system.middle(value)[0]
    true = mpf(middle.numerator) / middle.denominator
    return abs(true - number) <= mpf(2) ** -100 * (1 + abs(number))


@pytest.mark.parametrize("system", REALS, ids=lambda system: system.name)
@pytest.mark.parametrize("name", FUNCTIONS)
@settings(deadline=None, max_examples=60)
@given(numbers)
def test_a_function_gives_mpmaths_value_or_none(system, name, x):
    with system.precise(), mp.workprec(2 * BITS):
        found = system.functions[name](system.number(x))
        true = getattr(mp, FUNCTIONS[name])(mpf(x.numerator) / x.denominator)
        real = isinstance(true, mpf) and mp.isfinite(true)
        if not is_absent(found) and name not in {"floor", "ceil", "sign"}:
            assert real
            assert encloses(system, found, true)
        if not real:
            assert is_absent(found)


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(deadline=None, max_examples=40)
@given(numbers, numbers)
def test_both_systems_overlap_on_inexact_arguments(name, x, y):
    found = []
    for system in REALS:
        with system.precise():
            argument = system.functions["sin"](system.number(x)) * system.number(y)
            value = system.functions[name](argument)
            found.append(value if is_absent(value) else system.middle(value))
    if not any(map(is_absent, found)):
        assert abs(found[0][0] - found[1][0]) <= (1 + abs(found[0][0])) / 2**80


@settings(deadline=None)
@given(numbers, numbers, st.integers(-6, 6))
def test_arithmetic_is_right_in_every_system(x, y, n):
    for system in (*REALS, *COMPLEXES):
        with system.precise():
            a, b = system.number(x), system.number(y)
            values = ((a + b, x + y), (a - b, x - y), (a * b, x * y), (-a, -x), (a**3, x**3))
            assert all(system.near(found, system.number(true)) for found, true in values)
            quotient = system.divide(a, b)
            assert quotient is UNDEFINED if y == 0 else system.near(quotient, system.number(x / y))
            power = system.power(a, system.number(n))
            assert power is UNDEFINED if x == 0 and n < 0 else system.near(power, system.number(x**n))


@settings(deadline=None)
@given(numbers, st.integers(2, 9))
def test_a_root_is_real_where_its_base_isnt_negative(x, n):
    for system in REALS:
        with system.precise():
            root = system.root(system.number(x), n)
            assert root is UNDEFINED if x < 0 else system.near(root**n, system.number(x))


@pytest.mark.parametrize("systems", [REALS, COMPLEXES], ids=["real", "complex"])
def test_exact_values_stay_exact(systems):
    for system in systems:
        with system.precise():
            half = system.number(1) - system.power(system.number(2), system.number(-1))
            assert system.whole(half + half) == 1
            assert system.whole(system.functions["cos_pi"](half)) == 0
            assert system.whole(half) is None
            assert system.order(half, system.number(1)) == -1
            assert system.order(half, half) == 0


@pytest.mark.parametrize("name", [*FUNCTIONS, "re", "im", "conjugate", "arg"])
@settings(deadline=None, max_examples=40)
@given(numbers, numbers)
def test_both_complex_systems_agree(name, x, y):
    found = []
    for system in COMPLEXES:
        with system.precise():
            z = system.number(x) + system.constant("i") * system.number(y)
            value = system.functions[name](z)
            found.append(value if is_absent(value) else system.middle(value))
    if not any(map(is_absent, found)):
        size = 1 + abs(found[0][0]) + abs(found[0][1])
        assert all(abs(a - b) <= size / 2**60 for a, b in zip(*found, strict=True))


@pytest.mark.parametrize("system", REALS, ids=lambda system: system.name)
@pytest.mark.parametrize(("x", "n"), [(-3, 0), (0, 0), (-1, 0)])
def test_the_gamma_function_has_no_value_at_its_poles(system, x, n):
    assert system.gamma(system.number(x)) is UNDEFINED


def test_both_gamma_functions_agree():
    for numerator in range(-120, 380, 7):
        found = []
        for system in REALS:
            with system.precise():
                third = system.divide(system.number(numerator), system.number(3))
                found.append(system.middle(system.gamma(third)) if numerator % 3 or numerator > 0 else None)
        assert found[0] is None or abs(found[0][0] / found[1][0] - 1) < 2**-80


def test_what_is_absent_swallows_every_operation():
    one = REALS[0].number(1)
    assert UNKNOWN + one is UNKNOWN
    assert one * UNKNOWN is UNKNOWN
    assert one - UNDEFINED is UNDEFINED
    assert UNKNOWN + UNDEFINED is UNDEFINED
    assert -UNDEFINED is UNDEFINED
    assert abs(UNKNOWN) is UNKNOWN
    assert UNDEFINED**2 is UNDEFINED
    assert worse(one, UNKNOWN) is UNKNOWN
    assert worse(UNKNOWN, UNDEFINED) is UNDEFINED
    assert repr(UNDEFINED) == "UNDEFINED"


@given(st.integers(-300, 300), st.integers(-300, 300))
def test_a_quick_look_never_hides_a_term_that_is_lost(first, second):
    system = Balls(400)
    with system.precise():
        parts = [[system.number(3) * system.number(2) ** exponent] for exponent in (first, second)]
        totals = [parts[0][0] + parts[1][0]]
        lost = any(system.lost(part[0], system.shown(totals[0])) for part in parts)
        assert not (lost and system.all_seen(parts, totals))


@pytest.mark.parametrize("absent", [UNDEFINED, UNKNOWN])
def test_a_quick_look_is_never_sure_of_a_value_that_is_absent(absent):
    system = Balls(400)
    assert not system.all_seen([[absent]], [system.number(1)])
    assert not system.all_seen([[system.number(1)]], [absent])


def test_bits_are_what_they_were_after_blocks_within_one_another():
    outer, inner = Balls(200), Balls(300)
    third = [1, 3]
    with outer.precise():
        before = outer.divide(*map(outer.number, third))
        with inner.precise(), inner.precise():
            assert inner.middle(inner.divide(*map(inner.number, third))) != outer.middle(before)
        after = outer.divide(*map(outer.number, third))
    assert outer.middle(after) == outer.middle(before)
