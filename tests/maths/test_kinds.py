"""The kind of a formula is found once, mixtures are refused with their place, and folding leaves bare numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from quizgen.errors import KindError
from quizgen.maths.expr import Call, Number
from quizgen.maths.kinds import NUMBER, TEXT, TRUTH, Kind, fits, fold, infer, kind_text
from quizgen.maths.reader import read
from quizgen.maths.units import read_unit, unit_table
from quizgen.maths.values import compile_formula
from tests.strategies import exact_numbers

UNITS = unit_table()


def of(unit: str) -> Kind:
    return Kind("number", read_unit(unit, UNITS).dimension, unit=unit)


def listed(kind: Kind) -> Kind:
    return Kind("list", of=kind)


TABLES = {
    "links": {"name": TEXT, "rate": of("Gbit/s")},
    "strategies": {"name": TEXT, "cues": listed(TEXT), "collective": Kind("row", table="collectives")},
    "collectives": {"name": TEXT, "cues": listed(TEXT)},
}
SCOPE = {
    "T_compute": of("ms"), "T_comm": of("ms"), "V": of("GB"), "W": of("GB/s"),
    "k": NUMBER, "n": NUMBER, "first": TEXT,
    "times": listed(of("ms")), "link": Kind("row", table="links"), "s": Kind("row", table="strategies"),
    "fits_in": TRUTH,
    "alpha": of("deg"), "c": Kind("expression", of("ms").dimension, letters=("c",)),
    "x": Kind("expression", letters=("x",)),
    "area": of("m^2"),
}  # fmt: skip


def kind(text: str) -> Kind:
    return infer(read(text), SCOPE, TABLES, UNITS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T_compute / k + T_comm", of("s")), ("T_compute / (T_compute / k + T_comm)", NUMBER), ("V / W", of("s")),
        ("V / link.rate", of("s")), ("1 / T_comm", of("1/s")), ("sum(1 / t, t in times)", of("Hz")),
        ("max(times)", of("s")),
        ("max(0, T_comm)", of("s")), ("T_comm + 0", of("s")), ("0 + T_comm", of("s")),
        ("if(k > 1, T_comm, 0)", of("s")),
        ("T_comm > 0", TRUTH), ("T_comm < T_compute / 2 and k >= 1", TRUTH), ("T_comm * 0", of("s")),
        ("-T_comm", of("s")),
        ("area^(1/2)", of("m")), ("sqrt(area)", of("m")), ("root(area, 2)", of("m")), ("area^-1", of("1/m^2")),
        ("2^k", NUMBER),
        ("unit(5, ms)", of("s")), ("number(T_comm, ms)", NUMBER),
        ("unit(round(number(T_comm, ms), 1 dp), ms)", of("s")),
        ("ceil(V / unit(16, GB))", NUMBER), ("sin(alpha) + cos(2)", NUMBER),
        ("join(times, [unit(1, s)])", listed(of("s"))),
        ("join(times, T_comm, [])", listed(of("s"))), ("mean(mean(c), c in chunks(1..8, 2))", NUMBER),
        ("[]", listed(None)),
        ("chunks(times, 2)", listed(listed(of("s")))), ("times[1]", of("s")), ("first(times, 2)", listed(of("s"))),
        ('if(first = "few", k, n)', NUMBER), ("s.cues", listed(TEXT)), ("s.cues[1]", TEXT),
        ("s.collective.name", TEXT),
        ("collectives[s.collective].name", TEXT), ('collectives["send"]', Kind("row", table="collectives")),
        ("s.id", TEXT),
        ("collectives.broadcast", Kind("row", table="collectives")),
        ("[l.rate for l in links if l.rate > link.rate]", listed(of("Gbit/s"))),
        ("s.collective = collectives.send", TRUTH), ('s = "data"', TRUTH), ('"a" + "b"', TEXT),
        ('text(k) + " GPUs"', TEXT),
        ('plural(k, "GPU", "GPUs")', TEXT), ("{1, 2} = {k}", TRUTH), ("(1, 2)", Kind("tuple", of=NUMBER)),
        ("pi * k", NUMBER),
        ("28%", NUMBER), ("divides(T_comm, T_compute)", TRUTH), ("mod(T_compute, T_comm)", of("s")),
        ("count(times)", NUMBER),
        ("count([1, 2], 1)", NUMBER), ("any(t > T_comm, t in times)", TRUTH), ("product(k, T_comm)", of("s")),
        ("product(1..3)", NUMBER),
        ("T_compute / (T_compute / k + c)", Kind("expression", letters=("c",))),
        ("x + k", Kind("expression", letters=("x",))),
        ("limit(T_compute / (T_compute / k + c), c, 0)", NUMBER), ("solve(k * y = n, y)", NUMBER),
        ("solve(c / T_comm = k, c)", of("s")),
        ("solve(x * T_comm = V / W, x)", NUMBER),
        ("diff(c^2, c)", Kind("expression", of("s").dimension, letters=("c",))),
        ("integrate(x, x, 0, k)", NUMBER), ("solutions(x^2 = 4, x)", Kind("set", of=NUMBER)),
    ],
)  # fmt: skip
def test_kinds_by_example(text, expected):
    assert kind(text) == expected


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("T_comm + V", "V", "T_comm is a time (ms) but V is information (GB): they can't be added"),
        ("T_comm - V", "V", "can't be added"), ("T_comm + 1", "1", "T_comm is a time (ms) but 1 is a pure number"),
        ("T_comm + 0 + V", "V", "T_comm is a time (ms) but V is information"),
        ('k + "a"', '"a"', 'k is a pure number but "a" is a text'),
        ("k * first", "first", "first is a text, and a number is wanted here"),
        ("T_comm < V", "V", "can't be compared"),
        ("T_comm < k", "k", "can't be compared"), ("T_compute < T_comm < V", "V", "can't be compared"),
        ('first < "x"', "first", "a number is wanted"),
        ("if(k > 1, T_comm, V)", "V", "the two branches"), ("if(k, 1, 2)", "k", "`if` wants a truth"),
        ("T_com / 2", "T_com", "T_com isn't a name here"),
        ("link.rat", "link.rat", "links has no column rat"), ("k.name", "k", "has no name"),
        ("link.rate + V", "V", "link.rate is information per time (Gbit/s)"),
        ("ceil(T_comm)", "T_comm", "rounding depends on its unit"),
        ("round(T_comm, 2 dp)", "T_comm", "rounding depends on its unit"),
        ("ln(V)", "V", "ln wants a pure number"), ("T_comm^k", "k", "its exponent must be a written number"),
        ("2^T_comm", "T_comm", "an exponent is a pure number"),
        ("T_comm!", "T_comm", "factorial wants a pure number"), ("max(T_comm, k)", "k", "can't be put together"),
        ("sum(V, k)", "k", "can't be put together"),
        ("times[T_comm]", "T_comm", "a place in a list"), ("k[1]", "k", "has no items"),
        ("collectives[k]", "k", "found by its id"),
        ("collectives[link]", "link", "found by its id"), ('[1, "a"]', '"a"', "in one list"),
        ("unit(T_comm, ms)", "T_comm", "gives a unit to a pure number"),
        ("number(V, ms)", "V", "V is information (GB), not a time"), ("unit(5, mss)", "mss", "mss isn't a unit here"),
        ("unit(5, j)", "j", "upper and lower case"),
        ("fits_in + 1", "1", "fits_in is a truth"), ("not k", "k", "joins truths"),
        ("k and fits_in", "k", "joins truths"), ("speedupp(k)", "speedupp(k)", "there is no function speedupp"),
        ("max(first)", "first", "a number is wanted"),
        ("sort([fits_in])", "[fits_in]", "can't be sorted"),
        ("sum(t, t in k)", "k", "a list is wanted here"), ("[t for t in times if t]", "t", "must be true or false"),
        ("text(T_comm)", "T_comm", "a text has no unit"),
        ("s = link", "link", "a row of strategies but link is a row of links"),
        ("first = k", "k", "can't be compared"), ("any(times)", "times", "wants truths"),
        ("product(times)", "times", "a product of a list wants pure numbers"),
        ("gcd(times)", "times", "gcd wants pure numbers"), ("1..T_comm", "T_comm", "a range goes over"),
        ("[[[[[1]]]]]", "[[[[[1]]]]]", "nested deeper"), ("sin(T_comm)", "T_comm", "sin wants a pure number"),
        ("alpha + 30", "30", "alpha is an angle (deg) but 30 is a pure number"),
        ("count(times, V)", "V", "can't be compared"), ("root(area, k)", "k", "index written as a number"),
        ("-first", "first", "a number is wanted"),
    ],
)  # fmt: skip
def test_mixtures_are_refused_at_their_place(text, place, what):
    with pytest.raises(KindError) as caught:
        kind(text)
    assert what in caught.value.what
    assert text[caught.value.start : caught.value.end] == place


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("T_com / 2", "did you mean T_comm?"),
        ("link.rat", "did you mean rate?"),
        ("ceiling(k)", "did you mean ceil?"),
        ("ceil(T_comm)", "unit(ceil(number(x, ms)), ms)"),
        ("ln(V)", "number(x, ms)"),
    ],
)
def test_a_refusal_says_how_to_mend_it(text, mend):
    with pytest.raises(KindError) as caught:
        kind(text)
    assert mend in caught.value.mend


def test_a_call_with_too_many_arguments_is_refused():
    with pytest.raises(KindError, match="sqrt takes 1"):
        infer(Call("sqrt", (Number(1), Number(2))), SCOPE, TABLES, UNITS)


def test_only_a_matching_dimension_or_a_literal_zero_fits_a_unit():
    assert fits(read("V / W"), kind("V / W"), of("ms").dimension)
    assert fits(read("0"), kind("0"), of("ms").dimension)
    assert not fits(read("5"), kind("5"), of("ms").dimension)
    assert not fits(read("first"), kind("first"), ())


def test_kinds_read_well():
    names = ("T_comm", "V", "W", "k", "s", "fits_in", "times")
    assert [kind_text(SCOPE[name]) for name in names] == [
        "a time (ms)", "information (GB)", "information per time (GB/s)", "a pure number", "a row of strategies",
        "a truth (yes or no)", "a list in which each item is a time (ms)",
    ]  # fmt: skip
    assert kind_text(kind("links")) == "the table links"
    assert kind_text(kind("{1}")) == "a set in which each item is a pure number"


def test_the_unit_that_a_kind_is_shown_in_makes_no_other_kind():
    assert of("ms") == of("s")
    assert len({of("ms"), of("s"), of("GB")}) == 2
    assert kind("T_comm").unit == ""


def folded(text: str, **env):
    return compile_formula(fold(read(text), UNITS))(env)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("unit(5, ms)", Fraction(1, 200)), ("number(unit(5, GB), Gbit)", 40), ("number(V / W, ms)", 50),
        ("unit(30, degC)", Fraction("303.15")), ("number(unit(30, degC), degF)", 86),
        ("number(unit(10, delta_degC), K)", 10),
        ("number(unit(1, h) + unit(2, min), s)", 3720), ('unit(1, "Gbit/s")', 10**9),
        ('number(unit(1, "1/s"), Hz)', 1),
    ],
)  # fmt: skip
def test_folding_puts_exact_factors_in(text, result):
    assert folded(text, V=2 * 8 * 10**9, W=40 * 8 * 10**9) == result


@given(exact_numbers)
def test_a_number_taken_off_in_the_unit_it_was_given_is_the_same(x):
    for unit in ("ms", "GiB", "degC", "degF", "deg", "km/h"):
        assert folded(f'number(unit(x, "{unit}"), "{unit}")', x=x) == x


def test_folding_brings_in_whole_numbers_only_so_that_the_tree_can_be_printed():
    assert fold(read("unit(x, ms)"), UNITS) == read("x / 1000")
    assert fold(read("number(x, ms) + k"), UNITS) == read("x * 1000 + k")
    assert fold(read('unit(a + b, "km/h")'), UNITS) == read("(a + b) * 5 / 18")
    assert fold(read("T_comm / 2"), UNITS) == read("T_comm / 2")


def test_an_angle_in_degrees_goes_through_the_sine():
    assert folded("round(sin(unit(30, deg)), 30 dp)") == Fraction(1, 2)
