"""Values as text: every display of FORMAT, in every style, and whether = or ≈ stands before them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import KindError, Undecided
from quizgen.maths import rounded
from quizgen.maths.approx import Approx
from quizgen.maths.expr import Name, Negative, Number, Product, Sum
from quizgen.maths.grammar import ATOM, NEGATIVE, POSTFIX, POWER, PRODUCT
from quizgen.maths.printing import is_exact, show, shown
from quizgen.maths.reader import Read, Vocabulary, read, read_answer
from quizgen.maths.units import Unit
from quizgen.maths.values import Row, compile_formula, round_sf, whole
from quizgen.prose import Display
from tests.strategies import exact_numbers

FOUR = Display("sf", 4)
MS = Display("sf", 4, "ms", Fraction(1, 1000))
Q = Fraction


def seen(value: Any, display: Display, style: str = "unicode") -> str:
    return show(value, display, style).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (128, "128"),
        (1200, "1200"),
        (123456789012345, "123456789012345"),
        (Q(8, 3), "2.667"),
        (Q(-8, 3), "−2.667"),
        (Q(4, 5), "0.8"),
        (Q(20004, 10000), "2.000"),
        (Q(99996, 10000), "10.00"),
        (Q(1234567, 10), "123500"),
        (Q(1, 3000), "0.0003333"),
        (Q(1, 3 * 10**9), "3.333 × 10⁻¹⁰"),
        (10**15, "1 × 10¹⁵"),
        (-(10**20) * 12, "−1.2 × 10²¹"),
        (0, "0"),
    ],
)
def test_figures_round_only_what_is_not_exact_with_fewer(value: Any, expected: str):
    assert seen(value, FOUR) == expected


@given(st.fractions(max_denominator=10**6).map(whole) | st.integers(), st.integers(1, 12))
def test_rounding_by_whole_numbers_is_rounding_to_significant_figures(value: Any, count: int):
    made = rounded.to_figures(value, count)
    expected = value if isinstance(value, int) and abs(value) < 10**15 else round_sf(value, count)
    assert Fraction(made.scaled, 10**made.decimals) * Fraction(10) ** (made.power or 0) == expected
    assert made.exact == (expected == value)


def test_rounding_is_half_up_on_the_exact_value():
    assert seen(Q(26665, 10000), FOUR) == "2.667"
    assert seen(Q(-26665, 10000), FOUR) == "−2.667"
    assert seen(Q(125, 1000), Display("dp", 2)) == "0.13"


@pytest.mark.parametrize(
    ("value", "display", "unicode", "latex", "plain"),
    [
        (Q(6, 5), MS, "1200 ms", r"1200\,\mathrm{ms}", "1200 ms"),
        (Q(1, 20), MS._replace(kind="bare"), "50", "50", "50"),
        (3, Display("dp", 2), "3.00", "3.00", "3.00"),
        (Q(8, 3), Display("dp", 0), "3", "3", "3"),
        (Q(32, 10**6), Display("sci"), "3.2 × 10⁻⁵", r"3.2 \times 10^{-5}", "3.2e-5"),
        (Q(1, 3), Display("sci", 3), "3.33 × 10⁻¹", r"3.33 \times 10^{-1}", "3.33e-1"),
        (Q(8889, 10000), Display("percent"), "88.89 %", r"88.89\,\%", "88.89 %"),
        (Q(8, 3), Display("fraction"), "8/3", r"\frac{8}{3}", "8/3"),
        (3, Display("fraction"), "3", "3", "3"),
        (Q(-8, 3), Display("mixed"), "−2 2/3", r"-2\frac{2}{3}", "-2 2/3"),
        (Q(2, 3), Display("mixed"), "2/3", r"\frac{2}{3}", "2/3"),
        (21, Display("words"), "twenty-one", r"\text{twenty-one}", "twenty-one"),
        (999, Display("words"), "nine hundred and ninety-nine", r"\text{nine hundred and ninety-nine}",
         "nine hundred and ninety-nine"),
        (-4, Display("words"), "minus four", r"\text{minus four}", "minus four"),
        (1000, Display("words"), "1000", "1000", "1000"),
        (4, Display("words", noun=("device", "devices")), "four devices", r"\text{four}\text{ devices}",
         "four devices"),
        (1, Display("sf", 3, noun=("device", "devices")), "1 device", r"1\text{ device}", "1 device"),
        (4, Display("bare", 3, noun=("device", "devices")), "4", "4", "4"),
        (3, Display("signed"), "+3", "+3", "+3"),
        (-3, Display("signed"), "−3", "-3", "-3"),
        (0, Display("signed"), "0", "0", "0"),
        (1234, Display("money", unit="€"), "€1,234", r"\text{€}1{,}234", "€1234"),
        (Q(-12345, 10), Display("money", unit="$"), "−$1,234.50", r"-\text{\$}1{,}234.50", "-$1234.50"),
        (1234567, Display("money", unit="EUR"), "1,234,567 EUR", r"1{,}234{,}567\,\mathrm{EUR}", "1234567 EUR"),
        (Q(5, 3), Display("money"), "1.67", "1.67", "1.67"),
        (2500000, Display("million"), "2.5 million", r"2.5\text{ million}", "2.5 million"),
        (30 * 10**9, Display("billion"), "30 billion", r"30\text{ billion}", "30 billion"),
        (Q(1, 3), Display("plain"), "1/3", r"\frac{1}{3}", "1/3"),
        (Q(1, 8), Display("plain"), "0.125", "0.125", "0.125"),
        (10**40, Display("plain"), "1 × 10⁴⁰", r"1 \times 10^{40}", "1e40"),
        (Q(29315, 100), Display("sf", 4, "°C", 1, offset=Q(27315, 100)), "20 °C", r"20\,{}^{\circ}\mathrm{C}", "20 °C"),
        (90, Display("sf", 4, "°"), "90°", r"90{}^{\circ}", "90°"),
        (True, FOUR, "true", r"\text{true}", "true"),
        ("50 % off", FOUR, "50 % off", r"\text{50 \% off}", "50 % off"),
        (Row("t", "north", {"name": "North"}), FOUR, "North", r"\text{North}", "North"),
        (Row("t", "north", {}), FOUR, "north", r"\text{north}", "north"),
        ((1, 2, 3), Display("list", word="and"), "1, 2 and 3", r"1, 2\text{ and }3", "1, 2 and 3"),
        ((Q(9, 100), Q(3, 10)), MS, "90, 300 ms", r"90, 300\,\mathrm{ms}", "90, 300 ms"),
        ((), MS, "", "", ""),
        (frozenset({3, 1, 2}), FOUR, "{1, 2, 3}", r"\left\{1, 2, 3\right\}", "{1, 2, 3}"),
        (Sum((Product((Number(2), Name("x"))), Negative(Number(3)))), FOUR, "2x − 3", "2 x - 3", "2*x - 3"),
    ],
)  # fmt: skip
def test_every_display_in_every_style(value: Any, display: Display, unicode: str, latex: str, plain: str):
    assert [seen(value, display, style) for style in ("unicode", "latex", "plain")] == [unicode, latex, plain]


def test_a_unit_stands_behind_a_no_break_space():
    assert show(Q(1, 20), MS, "unicode") == "50\u00a0ms"


@pytest.mark.parametrize(
    ("value", "display", "exact"),
    [
        (Q(8, 3), FOUR, False),
        (Q(4, 5), FOUR, True),
        (128, FOUR, True),
        (Q(8, 3), Display("fraction"), True),
        (Q(8, 3), Display("plain"), True),
        (Q(1, 3), Display("percent"), False),
        (Q(8889, 10000), Display("percent"), True),
        (Q(5, 2), Display("money"), True),
        (Q(5, 3), Display("money"), False),
        ((1, Q(8, 3)), FOUR, False),
        ((1, 2), FOUR, True),
        ("text", FOUR, True),
        (Name("x"), FOUR, True),
    ],
)
def test_equals_stands_only_before_the_exact_value(value: Any, display: Display, exact: bool):
    assert is_exact(value, display) is exact


def test_a_number_known_to_so_many_digits_is_rounded_and_never_exact():
    root = compile_formula(read("sqrt(2)"))({})
    assert seen(root, FOUR) == seen(root, Display("plain")) == "1.414"
    assert not is_exact(root, FOUR)


def test_a_rounding_that_the_known_digits_cannot_decide_is_no_guess():
    with pytest.raises(Undecided):
        show(Approx(Q(26664, 10000), Q(26666, 10000)), FOUR, "unicode")


def test_numbers_beyond_pythons_own_limit_of_digits_are_shown():
    assert seen(9 * 10**5000, FOUR) == "9 × 10⁵⁰⁰⁰"
    assert seen(9 * 10**5000 + 1, Display("dp", 2)) == "9.000 × 10⁵⁰⁰⁰"


def test_a_value_of_no_kind_is_refused():
    with pytest.raises(KindError):
        show(object(), FOUR, "unicode")


@pytest.mark.parametrize(
    ("value", "display", "style", "binds"),
    [
        (4, FOUR, "unicode", ATOM),
        (-4, FOUR, "unicode", NEGATIVE),
        (Q(1, 20), MS, "unicode", POWER),
        (1, MS._replace(unit="GB/s", factor=1), "unicode", PRODUCT),
        (Q(8, 3), Display("fraction"), "unicode", PRODUCT),
        (Q(8, 3), Display("fraction"), "latex", POWER),
        (Q(1, 10**9), FOUR, "unicode", PRODUCT),
    ],
)
def test_what_is_shown_says_how_tightly_it_binds(value: Any, display: Display, style: str, binds: int):
    assert shown(value, display, style).binds == binds
    assert binds <= POSTFIX or binds == ATOM


@given(exact_numbers, st.integers(1, 8))
def test_what_is_shown_plainly_reads_back_to_the_rounded_value(value: Any, count: int):
    text = show(value, Display("sf", count, "ms"), "plain")
    again = read_answer(text, Vocabulary({}, {"ms": Unit("ms", 1, ())}))
    assert isinstance(again, Read), again
    assert again.other is None
    assert again.unit_text == "ms"
    expected = value if isinstance(value, int) and abs(value) < 10**15 else round_sf(value, count)
    assert compile_formula(again.expr)({}) == expected
    assert is_exact(value, Display("sf", count)) == (value == expected)
