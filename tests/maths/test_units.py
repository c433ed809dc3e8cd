"""Units are read exactly, by any common spelling, without pint, and refused with the nearest right one."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import ReadingError
from quizgen.maths.dimensions import PURE, dimension_text
from quizgen.maths.units import Unit, read_unit, unit_table

OWN = {
    "GPU": {"dimension": "own"},
    "GPU-hour": {"is": "GPU h", "aliases": ["GPUh"]},
    "node-hour": {"is": "3600 s", "dimension": "node"},
    "tick": "1/3 ms",
    "EUR": {"currency": "yes", "sign": "€"},
    "crown": {"currency": "yes", "symbol": "kr"},
}
UNITS = unit_table(own=OWN)


def read(text: str) -> Unit:
    return read_unit(text, UNITS)


@pytest.mark.parametrize(
    ("text", "factor", "dimension"),
    [
        ("s", 1, "time"), ("ms", Fraction(1, 1000), "time"), ("h", 3600, "time"), ("d", 86400, "time"),
        ("bit", 1, "information"), ("B", 8, "information"), ("GB", 8 * 10**9, "information"),
        ("GiB", 8 * 2**30, "information"), ("Gb", 10**9, "information"), ("Gbit/s", 10**9, "information per time"),
        ("Gb/s", 10**9, "information per time"), ("Gbps", 10**9, "information per time"),
        ("GB/s", 8 * 10**9, "information per time"), ("km/h", Fraction(5, 18), "speed"), ("N", 1, "force"),
        ("kWh", 3_600_000, "energy"), ("kW h", 3_600_000, "energy"), ("cal", Fraction(523, 125), "energy"),
        ("bar", 100_000, "pressure"), ("mmol/L", 1, "concentration"), ("g/mol", Fraction(1, 1000), "molar mass"),
        ("mL", Fraction(1, 10**6), "volume"), ("kΩ", 1000, "resistance"), ("mg/dL", Fraction(1, 100), "density"),
        ("Hz", 1, "rate (one over a time)"), ("€", 1, "EUR"), ("crown", 1, "crown"), ("rad", 1, "angle"),
        ("eV", Fraction("1.602176634e-19"), "energy"), ("%", Fraction(1, 100), "pure number"),
    ],
)  # fmt: skip
def test_units_have_exact_factors_and_dimensions(text, factor, dimension):
    assert read(text).factor == factor
    assert dimension_text(read(text).dimension) == dimension


@pytest.mark.parametrize(
    "spellings",
    [
        ["N m", "Nm", "N*m", "N·m", "N ⋅ m", "N\u00a0m", "newton meters", "newton metres", "kg m^2/s^2"],
        ["kg m/s^2", "kg*m*s^-2", "kg m s⁻²", "kg·m/s²", "kg m s-2", "kg m/s/s", "kg*m/s**2", "kg m s^(-2)"],
        ["J/(mol K)", "J/mol/K", "J mol^-1 K^-1", "J·mol⁻¹·K⁻¹", "J/(mol·K)", "J per mol per K"],
        ["bytes", "byte", "B"], ["gigabytes", "gigabyte", "GB"], ["ms", "millisecond", "milliseconds", "msec"],
        ["µs", "μs", "us", "microseconds"], ["Ω", "\u2126", "ohm", "ohms"], ["h", "hours", "hr"],
        ["degC", "°C", "degrees Celsius", "celsius"], ["GPU-hour", "GPU-hours", "GPUh"], ["m²", "m^2", "m2", "m*m"],
        ["Gbit/s", "Gb/s", "gigabits per second", "Gbit s^-1"],
    ],
)  # fmt: skip
def test_spellings_of_one_unit_agree(spellings):
    assert len({read(text)[1:] for text in spellings}) == 1


def test_a_listed_symbol_wins_over_a_compound_reading():
    assert read("ms^-1") == Unit("ms⁻¹", 1000, (("time", -1),))
    assert read("m s^-1").factor == 1


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("m*s^-2", "m s⁻²"),
        ("J/(mol*K)", "J/(mol K)"),
        ("(m/s)^2", "(m/s)²"),
        ("us", "µs"),
        ("seconds", "s"),
        ("kilobytes / second", "kB/s"),
    ],
)
def test_a_unit_is_printed_by_its_symbols(text, symbol):
    assert read(text).symbol == symbol


def test_temperatures_are_absolute_alone_and_differences_in_compounds():
    assert read("°C") == Unit("°C", 1, (("temperature", 1),), Fraction("273.15"))
    assert read("degF")[1:] == (Fraction(5, 9), (("temperature", 1),), Fraction("459.67"))
    assert read("delta_degC").offset == read("J/°C").offset == 0


def test_a_degree_is_an_angle_to_a_hundred_digits():
    assert abs(read("deg").factor * 180 - Fraction("3.14159265358979323846264338327950288419716939937510")) < Fraction(
        1, 10**49
    )
    assert read("turn").factor == 360 * read("deg").factor


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("j", "did you mean J"), ("KB", "kB"), ("mb", "Mbit or MB"), ("secnds", "did you mean seconds"),
        ("GBs", "did you mean GB"),
        ("J/mol K", "use brackets"), ("J/mol*K", "use brackets"), ("flurbs", "flurbs isn't a unit"),
        ("1 j", "1 isn't|doesn't|j isn't"),
    ],
)  # fmt: skip
def test_what_is_no_unit_is_refused_with_a_hint(text, hint):
    with pytest.raises(ReadingError, match=hint):
        read(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("kg flurb", "flurb"),
        ("m^99", "99"),
        ("kg 3", "3"),
        ("m # s", "#"),
        ("(m", ""),
        ("m^", ""),
        ("1", "1"),
        ("", ""),
    ],
)
def test_a_refusal_names_its_place(text, place):
    with pytest.raises(ReadingError) as caught:
        read(text)
    assert text[caught.value.start : caught.value.end] == place


@pytest.mark.parametrize(
    "text",
    [
        "m" * 101,
        "(" * 50 + "m" + ")" * 50,
        "m^(9999999999)",
        "m " * 60,
        "m^0",
        "m^2^2",
        "^2",
        "/s",
        "m//s",
        "m**",
        "s⁻",
    ],
)
def test_hostile_or_broken_text_is_refused(text):
    with pytest.raises(ReadingError):
        read(text)


@given(st.text(max_size=60) | st.text("mskg/*^()² -1NJK·µ°", max_size=30))
def test_any_text_is_a_unit_or_a_reading_error(text):
    with suppress(ReadingError):
        assert read(text).factor > 0


listed = st.sampled_from(["m", "s", "kg", "mol", "K", "GB", "h", "A"])


@given(st.lists(st.tuples(listed, st.integers(-5, 5).filter(bool)), min_size=1, max_size=4))
def test_a_product_of_powers_multiplies_factors(parts):
    unit = read(" ".join(f"{symbol}^{exponent}" for symbol, exponent in parts))
    factor = Fraction(1)
    for symbol, exponent in parts:
        factor *= Fraction(read(symbol).factor) ** exponent
    assert unit.factor == factor
    assert read(unit.symbol) == unit


def test_a_packs_own_units_win_and_have_own_dimensions():
    assert read("GPU-hour") == Unit("GPU-hour", 3600, (("GPU", 1), ("time", 1)))
    assert read("node-hours").dimension == (("node", 1), ("time", 1))
    assert read("tick")[1:] == (Fraction(1, 3000), (("time", 1),), 0)
    assert read("crown") == Unit("kr", 1, (("crown", 1),))
    assert unit_table(["time"], {"min": "90 s"})["min"].factor == 90


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ({}, "needs is or dimension"),
        ({"isn't": "1 s"}, "unknown key isn't"),
        ("3 flurbs", "flurbs isn't a unit"),
        ({"is": "2 j"}, "did you mean J"),
    ],
)
def test_a_wrong_unit_of_a_pack_is_refused(said, hint):
    with pytest.raises(ReadingError, match=hint):
        unit_table(own={"thing": said})


def test_only_allowed_units_are_in_the_table():
    table = unit_table(["ms", "Gbit/s", "energy"])
    assert {"ms", "milliseconds", "Gbit", "s", "J", "kWh", "gigabits per second"} <= set(table)
    assert not {"h", "m", "GB", "€"} & set(table)
    assert unit_table([]) == {}


def test_an_unknown_allowed_unit_is_refused():
    with pytest.raises(ReadingError, match="flurb"):
        unit_table(["flurb"])


def test_dimensions_read_well():
    assert dimension_text(read("GB/s").dimension) == "information per time"
    assert dimension_text(read("kg m").dimension) == "length times mass"
    assert dimension_text(read("1/mol").dimension) == "one per amount"
    assert dimension_text(read("kg/s^2").dimension) == "mass per time squared"
    assert dimension_text(PURE) == "pure number"


def test_reading_a_unit_needs_no_pint():
    code = (
        "import sys; from quizgen.maths.units import Unit, read_unit; "
        "read_unit('J/(mol K)', {'J': Unit('J', 1, ()), 'mol': Unit('mol', 1, ()), 'K': Unit('K', 1, ())}); "
        "import quizgen.maths.values, quizgen.maths.kinds; "
        "assert not {'pint', 'sympy', 'mpmath'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_glued_word_that_may_be_a_prefixed_unit_is_no_product():
    units = unit_table(["m", "J", "N", "s", "kW", "h", "Wh"])
    for word in ("mJ", "mN", "hN"):
        with pytest.raises(ReadingError, match=f"{word} isn't a unit here"):
            read_unit(word, units)
    assert read_unit("m N", units) == read_unit("m·N", units)
    assert read_unit("Nm", units).dimension == read_unit("Js", units).dimension[:0] + read_unit("N m", units).dimension
    assert read_unit("kWh", units).factor == 1000 * units["Wh"].factor


@pytest.mark.parametrize("text", ["h30", "bit10", "m1", "s0", "m+2", "s-12"])
def test_a_glued_number_that_is_no_small_exponent_is_refused(text):
    with pytest.raises(ReadingError, match="isn't read as an exponent"):
        read(text)


def test_a_glued_digit_is_an_exponent():
    assert read("m2") == read("m^2")
    assert read("m s-1") == read("m/s")._replace(symbol=read("m s-1").symbol)


def test_only_close_spellings_are_suggested():
    for word in ("giga", "cents", "foo", "xyz"):
        with pytest.raises(ReadingError) as caught:
            read(word)
        assert "did you mean" not in str(caught.value) + caught.value.mend
