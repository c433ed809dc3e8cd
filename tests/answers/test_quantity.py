"""Numbers with a unit (POSITIONS 20)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import Match
from quizgen.answers.quantity import QuantityAnswer
from quizgen.errors import KindError
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed, quantity

VOLUME = quantity("1.36", "GB")


def judged(raw: str, key: str, of: str, **fields: Any) -> Match:
    kind, asked = quantity(key, of, **fields)
    found = kind.read(raw, asked)
    assert isinstance(found, Reading), found
    return kind.judge(found, kind.key(asked), asked)


@pytest.mark.parametrize(
    "raw", ["1.36 GB", "1360 MB", "1.36e9 bytes", "10.88 Gbit", "1.36GB", "Q = 1.36 GB", "0.00136 TB", "1.36 GB."]
)
def test_convertible_units_are_converted(raw: str):
    assert outcome(*VOLUME, raw) == "right"


def test_bits_for_bytes_are_another_value_with_a_note():
    found = judged("1.36 Gbit", "1.36", "GB")
    assert (found.standing, found.credit, found.notes) == ("value", 0, ("bits, not bytes",))
    assert judged("8 GB", "8", "Gbit").notes == ("bytes, not bits",)


def test_a_right_number_with_a_wrong_or_missing_unit_is_told_from_a_wrong_number():
    assert judged("1.36 MB", "1.36", "GB").standing == judged("1.36", "1.36", "GB").standing == "unit"
    assert judged("1.35 GB", "1.36", "GB").standing == judged("1.35", "1.36", "GB").standing == "value"


def test_a_wrong_unit_earns_what_the_part_says():
    assert judged("1.36", "1.36", "GB").credit == 0
    assert judged("1.36", "1.36", "GB", unit_credit="0.5").credit == Fraction(1, 2)
    assert judged("1.4", "1.36", "GB", unit_credit="0.5") == Match("unit", Fraction(1, 4), "the unit is missing")


@pytest.mark.parametrize("raw", ["1.36 s", "0 s", "50 %"])
def test_a_unit_of_another_dimension_is_told(raw: str):
    assert outcome(*VOLUME, raw) == "dimension"


def test_zero_needs_its_unit_where_one_is_required():
    zero = quantity("0", "ms")
    assert [outcome(*zero, raw) for raw in ("0 ms", "0 s", "0", "0 GB")] == ["right", "right", "unit", "dimension"]
    assert outcome(*quantity("0", "ms", unit="optional"), "0") == "right"


def test_the_unit_may_be_left_out_where_it_is_optional_or_given():
    for policy in ("optional", "given"):
        part = quantity("50", "ms", unit=policy)
        assert [outcome(*part, raw) for raw in ("50", "50 ms", "0.05 s", "0.05")] == ["right"] * 3 + ["value"]


def test_a_given_unit_stands_beside_the_box_and_the_others_in_the_sentence():
    def shown(**fields: str) -> tuple[str, str]:
        kind, asked = quantity("50", "ms", **fields)
        found = kind.public(asked)
        return found.rule, found.unit

    assert shown() == ("to 3 significant figures, with its unit", "")
    assert shown(unit="given") == ("to 3 significant figures", "ms")
    assert shown(unit="optional") == shown(unit="exactly this") == ("to 3 significant figures, in ms", "")


def test_exactly_this_unit_takes_no_other():
    part = quantity("50", "ms", unit="exactly this")
    assert [outcome(*part, raw) for raw in ("50 ms", "0.05 s", "50")] == ["right", "unit", "unit"]


def test_exactly_this_unit_may_be_written_in_any_order_but_not_by_another_name():
    part = quantity("9.8", "m/s^2", unit="exactly this")
    assert [outcome(*part, raw) for raw in ("9.8 m/s/s", "9.8 s^-2 m", "9.8 N/kg")] == ["right", "right", "unit"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("10 N + 10 kN", "right"), ("(20020/2)*kg m/s^2", "right"), ("(10010*kN)/(1000)", "right"),
        ("10 N + 10 J", "malformed"), ("N + kN", "malformed"), ("10010 N", "right"), ("10 N + 1 kN", "value"),
        ("10 kN/(2 kN)", "malformed"), ("10000 + 10", "unit"),
    ],
)  # fmt: skip
def test_quantities_are_added_and_divided_where_the_part_reads_arithmetic(raw: str, expected: str):
    assert outcome(*quantity("10010", "N", exact="yes", arithmetic="yes"), raw) == expected


def test_a_sum_of_quantities_is_echoed_as_it_was_typed():
    kind, asked = quantity("10010", "N", arithmetic="yes")
    found = kind.read("10 N + 10 kN", asked)
    assert isinstance(found, Reading)
    assert "kN" in found.echo
    assert outcome(*quantity("10010", "N"), "10 N + 10 kN") == "malformed"


def test_a_unit_may_be_named_and_is_then_the_one_asked_for():
    kelvin = quantity("25", "degC", unit="K", precision="1 dp")
    assert [outcome(*kelvin, raw) for raw in ("298.15 K", "25 °C", "298.3 K")] == ["right", "unit", "value"]


def test_the_tolerance_is_in_the_asked_unit_whatever_unit_was_typed():
    minutes = quantity("90", "min")
    assert [outcome(*minutes, raw) for raw in ("90.05 min", "1.50083 h", "1.505 h")] == ["right", "right", "value"]


@pytest.mark.parametrize("raw", ["25 °C", "298.15 K", "25 degC", "25 C", "77 °F"])
def test_temperatures_are_absolute(raw: str):
    assert outcome(*quantity("25", "degC", precision="1 dp"), raw) == "right"


def test_a_difference_of_temperatures_has_no_zero_of_its_own():
    part = quantity("15", "K", difference="yes")
    assert [outcome(*part, raw) for raw in ("15 K", "15 °C", "27 °F")] == ["right"] * 3


@pytest.mark.parametrize(
    "raw", ["9.8 m / s^2", "9.8 m*s^-2", "9.8 N/kg", "9.8 m/s²", "$9.8\\,\\mathrm{m}/\\mathrm{s}^2$"]
)
def test_compound_units(raw: str):
    assert outcome(*quantity("9.8", "N/kg"), raw) == "right"


@pytest.mark.parametrize("raw", ["GB", "1.36 gb", "1.36 pinch", "2*0.68 GB", "1.2.3 GB", "1.36 GB 2"])
def test_what_is_no_quantity_costs_nothing(raw: str):
    assert outcome(*VOLUME, raw) == "malformed"


@pytest.mark.parametrize(
    ("within", "raw", "expected"),
    [
        ("1 cm", "1.01 m", "right"),
        ("1 cm", "1.010001 m", "value"),
        ("2 %", "1.02 m", "right"),
        ("0.1", "110 cm", "right"),
    ],
)
def test_a_tolerance_with_its_own_unit(within: str, raw: str, expected: str):
    assert outcome(*quantity("1", "m", within=within), raw) == expected


def test_a_trap_is_met_in_the_unit_that_was_typed():
    kind, asked = VOLUME
    value, key = 1_360_000_000, kind.key(asked)  # bits: an eighth of the key

    def meets(raw: str) -> bool:
        found = kind.read(raw, asked)
        assert isinstance(found, Reading)
        return kind.meets(found, value, key, asked)

    assert [meets(raw) for raw in ("1.36 Gbit", "170 MB", "0.17 GB", "0.17")] == [True] * 4
    assert [meets(raw) for raw in ("1.36 GB", "1.36 s", "0.18 GB")] == [False] * 3


def test_money_has_its_sign_before_or_behind():
    part = quantity("5.80", "USD", unit="optional", precision="2 dp")
    assert [outcome(*part, raw) for raw in ("$5.80", "5.8 USD", "5.80 $", "€5.80")] == ["right"] * 3 + ["dimension"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"quantity": "N"}, "has no unit"),
        ({"quantity": "Q", "unit": "GB"}, "no unit of time"),
        ({"quantity": "Q", "within": "1 GB"}, "can't be a tolerance"),
        ({"quantity": "2*Q"}, "no unit to ask for"),
    ],
)
def test_what_an_author_got_wrong_is_said(answer: dict[str, str], said: str):
    with pytest.raises(KindError, match=said):
        posed(answer, HandScope({"Q": 1, "N": 2}, {"Q": "ms"}))


@given(
    st.fractions(min_value=-1000, max_value=1000, max_denominator=1000),
    st.sampled_from(["ms", "GB", "degC", "m/s^2", "deg"]),
    st.sampled_from(["required", "optional", "given", "exactly this"]),
)
def test_the_printed_key_grades_right(key: Fraction, of: str, policy: str):
    kind, asked = quantity(str(key), of, unit=policy)
    assert outcome(kind, asked, kind.show(kind.key(asked), asked)) == "right"


@given(st.text("0123456789.eE+-GBbitms /^*()%", max_size=20))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*VOLUME, raw)


@given(st.decimals(0, 120, places=2).map(str), st.sampled_from(["optional", "given"]))
def test_the_fast_path_agrees_where_the_unit_may_be_left_out(raw: str, policy: str):
    kind, asked = quantity("50", "ms", unit=policy)
    key = kind.key(asked)
    quick = kind.quick(key, asked, lambda: (Fraction(1, 10), Fraction(3, 100)))
    assert quick is not None
    found = quick(raw)
    if found is not None:
        assert found[0] == QuantityAnswer().read_fully(raw, asked)
        assert found[1] == kind.judge(found[0], key, asked)


def test_there_is_no_fast_path_where_the_unit_must_be_there():
    for policy in ("required", "exactly this"):
        kind, asked = quantity("50", "ms", unit=policy)
        assert kind.quick(kind.key(asked), asked, None) is None


@pytest.mark.parametrize(
    ("raw", "evidence"),
    [
        ("1 kJ", "kJ is a unit of energy, not of information"),
        ("1 h^30", "h³⁰ is a unit of another kind of quantity than information"),
    ],
)
def test_the_other_dimension_goes_by_a_name_that_people_know(raw: str, evidence: str):
    assert judged(raw, "1.36", "GB").evidence == evidence


@pytest.mark.parametrize("raw", ["é" * 2001, "½" * 500, "−" * 2001, "\u200b" * 20_001, "1" * 10_000])
def test_a_long_answer_is_malformed(raw: str):
    kind, asked = VOLUME
    found = kind.read(raw, asked)
    assert isinstance(found, Malformed)
    assert found.what == "this answer is too long: at most 2000 characters are read"
