"""Numbers without a unit (POSITIONS 9 to 19)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import Match
from quizgen.answers.number import TYPE
from quizgen.errors import KindError, ReadingError
from quizgen.prose import Display
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, number, outcome, posed

EIGHT_THIRDS = number("8/3")


def reading(raw: str, **fields: Any) -> Reading:
    kind, asked = number(fields.pop("key", "8/3"), **fields)
    found = kind.read(raw, asked)
    assert isinstance(found, Reading), found
    return found


@pytest.mark.parametrize(
    "raw",
    ["2.667", "2.67", "8/3", "400/150", "S = 2.667", "S ≈ 2.67", "2.67×", "2.67 x", "2.67 times", "$\\frac{8}{3}$",
     "2 2/3", "2.667.", " 2.667 ", "２.667", "2.667e0", "2.667x10^0", "266.7 %", "(8/3)", "sqrt(64)/3", "2 + 2/3"],
)  # fmt: skip
def test_ways_to_write_eight_thirds(raw: str):
    assert outcome(*EIGHT_THIRDS, raw) == "right"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("2.7", "precision"), ("2.66", "truncated"), ("2.70", "value"), ("3", "value"), ("4", "value"), ("-8/3", "value"),
     ("", "blank"), (" \u200b", "blank")],
)  # fmt: skip
def test_what_is_near_has_its_own_standing(raw: str, expected: str):
    assert outcome(*EIGHT_THIRDS, raw) == expected


@pytest.mark.parametrize(
    "raw",
    ["400/(400/4+50)", "17*23", "8/3/1", "1+1", "two", "x", "1.2.3", "1,5", "nan", "oo", "-inf", "1/0", "9^9^9",
     "2^99999", "1e99999", "5!", "ln(2)", "T", "T = 2.667", "2 = S", "8/3 or 4", "sqrt(-1)", "(", "2.667 ms*", "0/0"],
)  # fmt: skip
def test_what_is_no_finished_number_costs_nothing(raw: str):
    assert outcome(*EIGHT_THIRDS, raw) == "malformed"


def test_unfinished_arithmetic_is_told_to_be_finished():
    kind, asked = EIGHT_THIRDS
    found = kind.read("400/(400/4+50)", asked)
    assert isinstance(found, Malformed)
    assert "finish the arithmetic" in found.mend


@pytest.mark.parametrize("raw", ["400/(400/4+50)", "17*23", "sqrt(2)+1", "gcd(12, 18)"])
def test_arithmetic_is_read_where_the_part_allows_it(raw: str):
    assert outcome(*number("8/3", arithmetic="yes"), raw) in ("right", "value")


@pytest.mark.parametrize(
    "raw", ["2sqrt(3)", "3pi/4", "2^10", "10^-3", "e^2", "pi", "-sqrt(2)/2", "1/sqrt(2)", "2/3 pi"]
)
def test_one_root_power_or_multiple_is_a_number(raw: str):
    assert outcome(*EIGHT_THIRDS, raw) == "value"


def test_a_comma_and_three_digits_has_another_reading():
    found = reading("2,667")
    assert found.value == 2667
    assert found.other is not None
    assert found.other.value == Fraction("2.667")
    assert "2.667" in found.question
    assert "2667" in found.question


def test_a_unit_behind_a_bare_number_is_of_another_dimension():
    assert outcome(*EIGHT_THIRDS, "2.667 ms") == "dimension"


def test_a_count_may_have_its_noun():
    scope = HandScope({"S": 4}, displays={"S": Display("bare", noun=("GPU", "GPUs"))})
    kind, asked = posed({"number": "S"}, scope)
    assert [outcome(kind, asked, raw) for raw in ("4 GPUs", "4 GPU", "4", "4 devices")] == ["right"] * 3 + ["malformed"]


def test_a_whole_key_is_judged_exactly_once_that_is_proved():
    assert outcome(*number(128), "128.3") == "right"
    proved = number(128, whole=True)
    assert [outcome(*proved, raw) for raw in ("128", "128.0", "1.28e2", "128.3")] == ["right"] * 3 + ["value"]
    assert proved[0].public(proved[1]).rule == "exact"


@pytest.mark.parametrize(
    ("fields", "raw", "expected"),
    [
        ({"precision": "2 sf"}, "2.7", "right"),
        ({"precision": "2 dp"}, "2.67", "right"),
        ({"precision": "2 dp"}, "2.7", "precision"),
        ({"precision": "2 dp"}, "2.66", "truncated"),
        ({"within": "1 %"}, "2.69", "right"),
        ({"within": "0.1"}, "2.75", "right"),
        ({"within": "0.1"}, "2.77", "value"),
        ({"exact": "yes"}, "8/3", "right"),
        ({"exact": "yes"}, "2.667", "value"),
        ({"strict": "yes"}, "2.67", "right"),
        ({"strict": "yes"}, "2.667", "precision"),
        ({"strict": "yes"}, "8/3", "precision"),
        ({"strict": "4 sf", "precision": "2 sf"}, "2.669", "right"),
        ({"strict": "4 sf", "precision": "2 sf"}, "2.67", "precision"),
        ({"strict": "at least 3 sf", "precision": "2 sf"}, "2.6666", "right"),
        ({"strict": "at least 3 sf", "precision": "2 sf"}, "2.7", "precision"),
        ({"strict": "2 dp", "within": "1 %"}, "2.69", "right"),
        ({"strict": "2 dp", "within": "1 %"}, "2.690", "precision"),
        ({"strict": "2 dp", "exact": "yes"}, "8/3", "precision"),
        ({"round": "answer too"}, "2.6749", "right"),
        ({"round": "answer too"}, "2.6649", "value"),
        ({"round": "as written"}, "2.6667", "right"),
        ({"round": "as written"}, "2.669", "value"),
        ({"round": "as written", "precision": "1 dp"}, "2.67", "right"),
        ({"round": "as written", "precision": "1 dp"}, "2.68", "value"),
        ({"form": "lowest terms"}, "8/3", "right"),
        ({"form": "lowest terms"}, "2.67", "right"),
        ({"form": "lowest terms"}, "2 2/3", "right"),
        ({"form": "lowest terms"}, "16/6", "form"),
        ({"form": "lowest terms"}, "2 4/6", "form"),
    ],
)
def test_the_rule_is_the_part_s(fields: dict[str, str], raw: str, expected: str):
    assert outcome(*number("8/3", **fields), raw) == expected


def test_both_roundings_of_a_tie_count_unless_the_part_rounds_half_up():
    assert outcome(*number("419.5675", precision="3 dp"), "419.567") == "right"
    assert outcome(*number("419.5675", precision="3 dp", round="half up"), "419.567") == "truncated"
    assert outcome(*number("419.5675", precision="3 dp", round="half up"), "419.568") == "right"


def test_cutting_off_may_earn_another_credit_than_a_missing_figure():
    kind, asked = number("8/3", precision_credit="0.25", truncated_credit="1")
    earned = []
    for raw in ("2.66", "2.7", "2.65"):
        found = kind.read(raw, asked)
        assert isinstance(found, Reading)
        earned.append(kind.judge(found, kind.key(asked), asked).credit)
    assert earned == [1, Fraction(1, 4), 0]


def test_figures_as_written_are_told_apart_from_precision_in_the_rule():
    kind, asked = number("8/3", precision="2 sf", strict="at least 3 sf")
    assert kind.public(asked).rule == "to 2 significant figures, written to at least 3 significant figures"
    kind, asked = number("8/3", within="0.1", strict="2 dp")
    assert kind.public(asked).rule == "within 0.1, written to 2 decimal places"


def test_another_form_earns_its_credit():
    kind, asked = number("1/3", form="reduced", form_credit="0.5")
    found = kind.read("2/6", asked)
    assert isinstance(found, Reading)
    assert kind.judge(found, kind.key(asked), asked)[:2] == ("form", Fraction(1, 2))


def test_what_is_not_whole_has_another_form_than_a_whole_number():
    part = number(42, form="integer")
    assert [outcome(*part, raw) for raw in ("42", "41", "3.14", "42.5")] == ["right", "value", "form", "form"]


def test_a_second_best_may_have_a_tolerance_of_its_own():
    part = number("1.25", exact="yes", **{"or": [{"is": "S", "within": "0.05", "credit": "0.5"}]})
    kind, asked = part
    earned = []
    for raw in ("1.25", "1.27", "1.20", "1.31"):
        found = kind.read(raw, asked)
        assert isinstance(found, Reading)
        earned.append(kind.judge(found, kind.key(asked), asked).credit)
    assert earned == [1, Fraction(1, 2), Fraction(1, 2), 0]


def test_angles_are_in_degrees_where_the_part_says_so():
    part = number("1/2", exact="yes", arithmetic="yes", angle="deg")
    assert [outcome(*part, raw) for raw in ("sin(30)", "cos 60", "sin(pi/6)", "asin(1)/180")] == [
        "right", "right", "value", "right",
    ]  # fmt: skip


def test_units_may_stand_behind_a_number_without_saying_which():
    assert [outcome(*number(10), raw) for raw in ("10 units", r"10\text{ units}", "11 units")] == [
        "right",
        "right",
        "value",
    ]


def test_a_zero_that_no_digits_show_is_still_zero():
    part = number(0, exact="yes", arithmetic="yes", angle="deg")
    assert [outcome(*part, raw) for raw in ("cos(90)", "sin(180)", "sqrt(3)*sqrt(12) - 6", "sin(181)")] == [
        "right", "right", "right", "value",
    ]  # fmt: skip


def test_precision_earns_its_credit():
    kind, asked = number("8/3", precision_credit="0.25")
    found = kind.read("2.7", asked)
    assert isinstance(found, Reading)
    assert kind.judge(found, kind.key(asked), asked) == Match("precision", Fraction(1, 4))


@pytest.mark.parametrize(
    ("form", "right", "otherwise"),
    [
        ("integer", ["4", "4.0"], ["8/2", "2^2"]),
        ("decimal", ["4", "4.0"], ["8/2", "4e0"]),
        ("fraction", ["8/2", "4", "4/1"], ["4.0"]),
        ("reduced", ["4"], ["8/2", "4/1", "4.0"]),
        ("mixed", ["4"], ["8/2", "4.0"]),
        ("scientific", ["4e0", "4.00x10^0"], ["4", "40e-1", "0.4e1"]),
    ],
)
def test_a_form_is_asked_apart_from_the_value(form: str, right: list[str], otherwise: list[str]):
    part = number(4, form=form)
    assert [outcome(*part, raw) for raw in right] == ["right"] * len(right)
    assert [outcome(*part, raw) for raw in otherwise] == ["form"] * len(otherwise)


def test_forms_of_a_number_that_is_not_whole():
    assert outcome(*number("-3/2", form="mixed"), "-1 1/2") == "right"
    assert outcome(*number("-3/2", form="mixed"), "-3/2") == "form"
    assert outcome(*number("2/3", form="reduced"), "2/3") == "right"
    assert outcome(*number("2/3", form="reduced"), "4/6") == "form"
    assert outcome(*number("2/3", form="mixed"), "2/3") == "right"


@pytest.mark.parametrize(
    ("percent", "raw", "expected"),
    [
        ("no", "95.2 %", "right"),
        ("accepted", "95.2 %", "right"),
        ("accepted", "95.2 percent", "right"),
        ("accepted", "0.952", "right"),
        ("accepted", "95.2", "value"),
        ("yes", "95.2", "right"),
        ("yes", "95.2 %", "right"),
        ("yes", "0.952", "right"),
        ("yes", "95 %", "precision"),
    ],
)
def test_a_share_in_per_cent(percent: str, raw: str, expected: str):
    assert outcome(*number("20/21", percent=percent), raw) == expected


def test_two_figures_of_a_share_take_a_per_cent():
    part = number("20/21", precision="2 sf", percent="accepted")
    assert [outcome(*part, raw) for raw in ("0.95", "95 %", "0.952", "95%")] == ["right"] * 4


def test_a_key_stored_in_per_cent_reads_per_cent_as_its_own():
    part = number(28, percent="stored")
    assert [outcome(*part, raw) for raw in ("28", "28 %", "28 percent", "0.28")] == ["right"] * 3 + ["value"]


def test_a_bare_number_above_one_may_have_been_meant_as_it_stands_where_per_cent_are_asked():
    found = reading("1.5", key="3/2", percent="yes")
    assert found.value == Fraction("0.015")
    assert found.other is not None
    assert found.other.value == Fraction("1.5")


def test_second_best_values_have_their_credit_and_their_words():
    kind, asked = posed(
        {"number": "S", "or": [{"is": "T", "credit": "0.5", "say": "Nearly."}, "S + 1"]}, HandScope({"S": 10, "T": 20})
    )

    def judged(raw: str) -> Match:
        found = kind.read(raw, asked)
        assert isinstance(found, Reading)
        return kind.judge(found, kind.key(asked), asked)

    assert judged("10").credit == judged("11").credit == 1
    assert (judged("20").credit, judged("20").says[0].pieces) == (Fraction(1, 2), ("Nearly.",))
    assert judged("30").standing == "value"


@pytest.mark.parametrize(
    ("raw", "value", "expected"),
    [("4", "4", True), ("3.6", "3.5556", True), ("3.56", "3.5556", True), ("3.5556", "3.5556", True),
     ("32/9", "32/9", True), ("3.5", "3.5556", False), ("4", "3.5556", False), ("2.67", "2.669", False),
     ("50 %", "0.5", True)],
)  # fmt: skip
def test_a_trap_is_met_by_its_value_or_that_rounded_to_the_figures_written(raw: str, value: str, expected: bool):
    kind, asked = EIGHT_THIRDS
    assert kind.meets(reading(raw), Fraction(value), Fraction(8, 3), asked) is expected


def test_a_reading_stands_in_for_the_key_later_unless_it_has_another_dimension():
    kind, asked = EIGHT_THIRDS
    assert kind.own(reading("2.7"), asked) == Fraction("2.7")
    assert kind.own(reading("2.7 ms"), asked) is None


def test_the_sheet_says_the_rule():
    def rule(**fields: str) -> str:
        kind, asked = number("8/3", **fields)
        return kind.public(asked).rule

    assert rule() == "to 3 significant figures"
    assert rule(precision="1 dp", strict="yes") == "to exactly 1 decimal place"
    assert rule(within="1 %", percent="accepted") == "within 1\u00a0%, as a number or in per cent"
    assert rule(exact="yes", form="reduced") == "exact, as a fraction in lowest terms"
    assert rule(within="0.1") == "within 0.1"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"precision": "three"}, "no precision"),
        ({"precision": "0 sf"}, "no precision"),
        ({"within": "much"}, "no tolerance"),
        ({"within": "1 ms"}, "can't be a tolerance"),
        ({"precision": "2 sf", "within": "1 %"}, "two rules"),
        ({"strict": "maybe"}, "neither yes nor no"),
        ({"form": "roman"}, "unknown"),
        ({"percent": "often"}, "unknown"),
        ({"precision_credit": "2"}, "isn't a credit"),
        ({"strict": "at least"}, "neither yes nor no"),
        ({"round": "down"}, "unknown"),
        ({"angle": "turns"}, "unknown"),
        ({"or": [{"is": "T", "within": "much"}]}, "no tolerance"),
        ({"or": [{"is": "T", "credit": "-1"}]}, "isn't a credit"),
    ],
)
def test_what_an_author_got_wrong_is_said(fields: dict[str, Any], said: str):
    with pytest.raises((ReadingError, KindError), match=said):
        number("8/3", **fields)


def test_a_quantity_or_a_text_is_no_number():
    with pytest.raises(KindError, match="without a unit") as wrong:
        posed({"number": "Q"}, HandScope({"Q": 1}, {"Q": "ms"}))
    assert "quantity" in wrong.value.mend
    with pytest.raises(KindError):
        posed({"number": "Q"}, HandScope({"Q": "text"}))


DECIMALS = st.one_of(
    st.from_regex(r"-?[0-9]{1,4}(\.[0-9]{0,4})?(e-?[0-9])?", fullmatch=True),
    st.sampled_from(
        ["1.6", "2.70", "1e3", "-0", "-0.0", "007", ".5", "5.", "2.665", "2.675", "00", "1E3", "+2.67", "２"]
    ),
)


@given(DECIMALS, st.sampled_from(["8/3", "1.6", "0", "-2.7", "1000", "2.665"]))
def test_the_fast_path_reads_as_the_reader_does(raw: str, key: str):
    kind, asked = number(key)
    assert TYPE.read(raw, asked) == TYPE.read_fully(raw, asked)
    quick = kind.quick(kind.key(asked), asked, None)
    assert quick is not None
    found = quick(raw)
    if found is not None:
        assert found == (TYPE.read_fully(raw, asked), Match("right", 1))
        assert kind.judge(found[0], kind.key(asked), asked) == Match("right", 1)


@given(st.fractions(min_value=-100, max_value=100, max_denominator=100), st.decimals(-100, 100, places=3))
def test_the_fast_path_finds_every_plain_decimal_that_is_right(key: Fraction, typed: Any):
    kind, asked = number(key)
    quick = kind.quick(kind.key(asked), asked, None)
    assert quick is not None
    plain = not str(typed).startswith("-0.000")
    right = outcome(kind, asked, str(typed)) == "right"
    assert (quick(str(typed)) is not None) == (right and plain)


@pytest.mark.parametrize("fields", [{"strict": "yes"}, {"round": "half up"}, {"form": "integer"}, {"percent": "yes"}])
def test_there_is_no_fast_path_where_more_than_the_value_counts(fields: dict[str, str]):
    kind, asked = number("8/3", **fields)
    assert kind.quick(kind.key(asked), asked, None) is None


@given(st.text(max_size=30))
def test_reading_never_raises(raw: str):
    kind, asked = EIGHT_THIRDS
    outcome(kind, asked, raw)


@given(st.fractions(max_denominator=10**6), st.sampled_from(["2 sf", "3 sf", "2 dp", "0 dp"]), st.booleans())
def test_the_printed_key_grades_right(key: Fraction, precision: str, strict: bool):
    kind, asked = number(key, precision=precision, strict="yes" if strict else "no")
    assert outcome(kind, asked, kind.show(kind.key(asked), asked)) == "right"


@given(st.fractions(max_denominator=10**6), st.sampled_from(["fraction", "reduced", "mixed", "scientific"]))
def test_the_printed_key_has_the_form_asked_for(key: Fraction, form: str):
    kind, asked = number(key, form=form)
    assert outcome(kind, asked, kind.show(kind.key(asked), asked)) in ("right", "form" if not key else "right")


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        ("sqrt(-1)", "this root has no real value"),
        ("2.667!", "! asks for a factorial, which only whole numbers have"),
        ("3!", "the arithmetic isn't done yet"),
    ],
)
def test_what_has_no_value_is_told_from_unfinished_arithmetic(raw: str, what: str):
    kind, asked = EIGHT_THIRDS
    found = kind.read(raw, asked)
    assert isinstance(found, Malformed)
    assert found.what == what
