"""A formula as a closure: every operator, binder and function, and the errors with their places."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import KindError, TooMuchWork, Undecided, Undefined
from quizgen.maths.expr import Number, Sum
from quizgen.maths.kinds import NUMBER, TEXT, TRUTH, Kind
from quizgen.maths.reader import read
from quizgen.maths.values import Row, compile_formula, equal, from_json, to_json
from tests.strategies import exact_numbers

STALE, FRESH = (
    Row("gradients", "stale", {"name": "stale gradient"}),
    Row("gradients", "fresh", {"name": "fresh gradient"}),
)
ASYNC = Row("modes", "async", {"name": "asynchronous SGD", "aliases": ("async", "asynchronous"), "gradient": STALE})
TABLES = {"gradients": {"stale": STALE, "fresh": FRESH}, "modes": {"async": ASYNC}}
ENV = {**TABLES, "x": 3, "y": Fraction(1, 2), "mode": ASYNC, "times": (90, 95, 100, 300), "word": "layers", "none": ()}


def value(text: str, **more):
    return compile_formula(read(text))({**ENV, **more})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("x + y - 1", Fraction(5, 2)), ("2 - x", -1), ("-x^2", -9), ("2 * x * y", 3), ("x / y", 6), ("x / 2 * 2", 3),
        ("2^3^2", 512), ("28%", Fraction(7, 25)), ("|2 - x|", 1), ("4!", 24), ("1e3", 1000),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("1 < 2 <= 2 < x", True), ("1 < 2 > 3", False), ("x = 3 and y < 1", True), ("x > 3 or not (y = 1)", True),
        ("x != 3", False), ('word = "layers"', True), ('if(word = "layers", 1, 2)', 1), ("true", True),
        ("[1, x][2]", 3), ("(1, 2) = (1, 2)", True), ("[1, 2] = [2, 1]", False), ("{1, 2} = {2, 1, 1}", True),
        ("[n^2 for n in 1..4 if n > 2]", (9, 16)), ("3..1", ()), ("sum(1 / t, t in [1, 2, 4])", Fraction(7, 4)),
        ("mean(1..8) = mean(mean(c), c in chunks(1..8, 2))", True), ("max(times) - min(times)", 210),
        ("max(3, x, 7/2)", Fraction(7, 2)), ("median(times)", Fraction(195, 2)), ("median(3, 1, 2)", 2),
        ("mean(times)", Fraction(585, 4)), ("product(1..5)", 120), ("sum(none)", 0), ("product(none)", 1),
        ("sum(5)", 5),
        ("min([x])", 3), ("count(times)", 4), ("count([1, 2, 1], 1)", 2), ("count(t > 92, t in times)", 3),
        ("any(t > 200, t in times)", True), ("all(t > 200, t in times)", False), ("any([x > 5, x > 2])", True),
        ("all(x > 1, x < 9)", True), ("any([])", False), ("all([])", True), ("join([1, 2], 3, [4])", (1, 2, 3, 4)),
        ('join("ab", ["c"])', ("ab", "c")), ("reverse([1, 2])", (2, 1)),
        ("sort([3, 1/2, 2])", (Fraction(1, 2), 2, 3)),
        ('sort(["b", "a"])', ("a", "b")), ("first(times)", 90), ("last(times, 2)", (100, 300)),
        ("first(times, 9)", (90, 95, 100, 300)),
        ("unique([1, 2, 1, 2/2])", (1, 2)), ("filter(t, t in times if t < 100)", (90, 95)),
        ("repeat([1, 2], 2)", (1, 2, 1, 2)),
        ("repeat(7, 3)", (7, 7, 7)), ("chunks(1..5, 2)", ((1, 2), (3, 4), (5,))), ("length(times)", 4),
        ('length("abc")', 3),
        ("gcd(12, 18)", 6), ("lcm([4, 6])", 12), ("mod(-7, 3)", 2), ("mod(7, 1/2)", 0), ("divides(4, 12)", True),
        ("divides(12, 4)", False), ("divides(1/2, 3)", True), ("divides(0, 4)", False), ("binomial(5, 2)", 10),
        ("factorial(0)", 1),
        ("floor(-7/2)", -4), ("ceil(7/2)", 4), ("round(5/2)", 3), ("round(-5/2)", -3),
        ("round(8/3, 2 dp)", Fraction(267, 100)),
        ("round(12345, 2 sf)", 12000), ("sign(-y)", -1), ("root(8, 3)", 2),
        ('text(5) + " " + text(8/3) + " " + text(5/2) + " " + text(-1/8)', "5 8/3 2.5 -0.125"),
        ("text(sqrt(2))", "1.41421356237"),
        ("text(mode)", "async"), ("text([1, x])", "1, 3"), ("text(true)", "true"),
        ('plural(1, "year", "years")', "year"),
        ('plural(x, "year", "years")', "years"),
        ("mode.name", "asynchronous SGD"), ("mode.id", "async"), ("mode.gradient.name", "stale gradient"),
        ("mode.aliases[1]", "async"),
        ("gradients.stale.name", "stale gradient"), ('gradients["fresh"].id', "fresh"),
        ("gradients[mode.gradient].name", "stale gradient"),
        ("mode.gradient = gradients.stale", True), ('mode = "async"', True), ('"sync" = mode', False),
        ("modes.async != mode", False),
        ("gradients.stale = gradients.fresh", False), ("[g.id for g in gradients]", ("stale", "fresh")),
        ("length({mode, modes.async})", 1),
    ],
)  # fmt: skip
def test_the_language_by_example(text, result):
    found = value(text)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x + true", KindError), ('x + "a"', KindError), ("[1] * 3", KindError), ('"ab" * 1000', KindError),
        ("x and y", KindError),
        ('"a" < "b"', KindError), ("x.name", KindError), ("x[1]", KindError), ("gradients[1]", KindError),
        ("sum(x, x in 3)", KindError),
        ("if(x, 1, 2)", KindError), ("sqrt(true)", KindError), ("true = 1", KindError), ("mode = 3", KindError),
        ('sort([1, "a"])', KindError),
        ("1 / (x - 3)", Undefined), ("nothing + 1", Undefined), ("mode.colour", Undefined),
        ("gradients.old", Undefined), ("times[5]", Undefined),
        ("times[0]", Undefined), ("times[y]", Undefined), ("1..y", Undefined), ("max(none)", Undefined),
        ("mean([])", Undefined), ("(-1)!", Undefined),
        ("y!", Undefined), ("gcd(y, 2)", Undefined), ("mod(3, 0)", Undefined), ("root(2, 0)", Undefined),
        ("chunks(times, 0)", Undefined),
        ("first(none)", Undefined), ("repeat(1, -1)", Undefined), ("sqrt(2)!", Undecided),
        ("divides(sqrt(2), 2)", Undecided),
        ("9^9^9^9", TooMuchWork), ("1001!", TooMuchWork), ("1..10^6", TooMuchWork),
        ("repeat(1..10000, 2)", TooMuchWork),
        ("join(1..6000, 1..6000)", TooMuchWork), ("binomial(10^6, 5 * 10^5)", TooMuchWork),
        ("lcm(1..10000) * product(1..10000)", TooMuchWork),
        ("product(2^99999, n in 1..9)", TooMuchWork), ("text(2^99999)", TooMuchWork),
        ("text(repeat(text(2^10000), 100))", TooMuchWork),
        ("sum(sum(sum(1, i in 1..10000), j in 1..10000), k in 1..10000)", TooMuchWork),
        ("sum(sum(1..10000), i in 1..10000)", TooMuchWork),
        ("sum(max(times), i in 1..10000, 3)", KindError),
    ],
)  # fmt: skip
def test_what_has_no_value_is_refused_by_its_own_error(text, error):
    with pytest.raises(error):
        value(text)


@pytest.mark.parametrize(
    "text", ["sum(mod(3^(40000 + i), 7), i in 1..9999)", "sum(exp(sin(i)) + ln(i), i in 1..10000)"]
)
def test_costly_numbers_inside_a_binder_are_charged_to_the_budget(text):
    with pytest.raises(TooMuchWork, match="rounds"):
        value(text)


def test_a_long_list_inside_a_binder_is_charged_to_the_budget():
    with pytest.raises(TooMuchWork):
        value("sum(max(long), i in 1..10000)", long=tuple(range(10_000)))


@pytest.mark.parametrize(
    "text",
    ["x > 5 and 1/0 = 1", "x = 3 or 1/0 = 1", "if(x = 3, 1, 1/0)", "any(1/(3 - n) > 0, n in 1..3)", "x < 2 < 1/0"],
)
def test_what_is_not_needed_is_not_evaluated(text):
    assert value(text) in (True, False, 1)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 + x / (3 - x)", "x / (3 - x)"),
        ("2 * sqrt(-x)", "sqrt(-x)"),
        ("1 + times[9]", "times[9]"),
        ("mode.colour", "mode.colour"),
        ("1 + 1/0", "1/0"),
    ],
)
def test_an_error_names_its_place(text, place):
    with pytest.raises(Undefined) as caught:
        value(text)
    assert text[caught.value.start : caught.value.end] == place


def test_a_name_without_a_value_is_named():
    with pytest.raises(Undefined, match="T_comm has no value"):
        value("x + T_comm")


def test_a_binder_hides_an_outer_name_and_leaves_the_env_alone():
    env = {"x": 100, "xs": (1, 2)}
    assert compile_formula(read("sum(x, x in xs) + x"))(env) == 103
    assert env == {"x": 100, "xs": (1, 2)}


def test_a_unit_that_is_not_folded_in_is_refused():
    with pytest.raises(KindError, match="folded"):
        compile_formula(read("unit(5, ms)"))


def test_a_tree_deeper_than_the_limit_is_refused():
    tree = Number(1)
    for _ in range(300):
        tree = Sum((Number(1), tree))
    with pytest.raises(TooMuchWork):
        compile_formula(tree)


def test_constants_are_evaluated_once_and_their_errors_each_time():
    compiled = compile_formula(read("if(x = 3, 2^10, 1/0)"))
    assert compiled({"x": 3}) == 1024
    with pytest.raises(Undefined):
        compiled({"x": 4})


@given(exact_numbers, exact_numbers, exact_numbers)
def test_chains_say_what_their_links_say(a, b, c):
    assert value("a < b <= c", a=a, b=b, c=c) == (a < b <= c)
    assert value("a = b", a=a, b=b) == (a == b)


@given(st.lists(exact_numbers, min_size=1, max_size=8))
def test_lists_keep_exact_numbers_exact(items):
    numbers = tuple(items)
    assert value("sum(xs)", xs=numbers) == sum(map(Fraction, numbers))
    assert value("mean(xs) * length(xs)", xs=numbers) == value("sum(xs)", xs=numbers)
    assert value("sort(xs)", xs=numbers) == tuple(sorted(numbers))
    assert value("min(xs) <= median(xs) <= max(xs)", xs=numbers) is True
    assert value("unique(xs)", xs=numbers) == tuple(dict.fromkeys(numbers))


def test_irrational_numbers_are_ordered_where_their_digits_decide():
    ordered = value("sort([2, sqrt(2), 1])")
    assert (ordered[0], ordered[2]) == (1, 2)
    assert value("max(1, sqrt(2), sqrt(3)) > 1.7") is True


def test_sets_of_texts_and_rows_have_a_settled_order():
    assert value('[w for w in {"b", "a", "c"}]') == ("a", "b", "c")
    assert [row.id for row in value("[g for g in {gradients.stale, gradients.fresh}]")] == ["fresh", "stale"]


def test_rows_are_one_by_table_and_id():
    assert Row("gradients", "stale", {}) == STALE
    assert Row("modes", "stale", {}) != STALE
    assert equal(STALE, "stale")


KINDS = [
    (5, NUMBER), (Fraction(3, 2), NUMBER), (value("sqrt(2)"), NUMBER),
    ("3/2", TEXT), (True, TRUTH), (STALE, Kind("row", table="gradients")),
    ((1, Fraction(1, 3)), Kind("list", of=NUMBER)), (frozenset({2, 1}), Kind("set", of=NUMBER)),
    ((("a", "b"), ()), Kind("list", of=Kind("list", of=TEXT))),
]  # fmt: skip


@pytest.mark.parametrize(("made", "kind"), KINDS)
def test_a_value_comes_back_from_json(made, kind):
    back = from_json(to_json(made), kind, TABLES)
    assert type(back) is type(made)
    assert to_json(back) == to_json(made)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("x", NUMBER),
        (True, NUMBER),
        ("1/0", NUMBER),
        (1.5, NUMBER),
        (3, TEXT),
        ("yes", TRUTH),
        ("old", Kind("row", table="gradients")),
        (7, Kind("list", of=NUMBER)),
    ],
)
def test_json_that_does_not_fit_its_kind_is_refused(data, kind):
    with pytest.raises(KindError):
        from_json(data, kind, TABLES)


def test_a_number_too_long_to_write_has_no_json():
    with pytest.raises(TooMuchWork):
        to_json(2**99_999)
