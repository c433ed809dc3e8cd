"""Formulas with open letters (POSITIONS 21 to 24, 27)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.required_forms import FORMS_SAID
from quizgen.errors import ReadingError
from quizgen.maths.strict import read
from quizgen.prose import Prose
from quizgen.verdict import Malformed
from tests.answers.symbolic_parts import complaint, match, part, standing

LINE = part({"expression": "a*x + 1", "in": ["x"]}, {"a": 3})


@pytest.mark.parametrize("raw", ["3x + 1", "1+x*3", "x+x+x+1", "(6x+2)/2", "$3x+1$", "3·x + 1", "3.0x + 1"])
def test_an_equal_formula_is_right(raw: str):
    assert standing(LINE, raw) == "right"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("3x", "value"),
        ("4", "value"),
        ("", "blank"),
        ("3x +* 1", "malformed"),
        ("x = 3", "malformed"),
        ("(1, 2)", "malformed"),
        ("±x", "malformed"),
        ("1/0", "malformed"),
        ("3x + 1/0", "malformed"),
        ("sqrt(-1)", "malformed"),
        ("oo", "malformed"),
    ],
)
def test_anything_else_is_told_apart(raw: str, expected: str):
    assert standing(LINE, raw) in (expected, "value" if raw == "oo" else expected)


def test_letters_that_do_not_stay_are_named():
    assert "y" in complaint(LINE, "3y + 1").what
    assert "a" in complaint(LINE, "a x + 1").what


@pytest.mark.parametrize(
    ("letter", "key", "raw", "expected"),
    [
        ("x", "x", "sqrt(x^2)", "value"),
        ("p", "p", "sqrt(p^2)", "right"),
        ("n", "n", "sqrt(n^2)", "right"),
        ("x", "abs(x)", "sqrt(x^2)", "right"),
        ("n", "cos(n*pi)", "(-1)^n", "right"),
        ("x", "cos(x*pi)", "1", "value"),
        ("u", "abs(u - 1)", "1 - u", "right"),
        ("u", "abs(u - 1)", "u - 1", "value"),
    ],
)
def test_what_letters_may_be_decides(letter: str, key: str, raw: str, expected: str):
    assert standing(part({"expression": key, "in": [letter]}), raw) == expected


@pytest.mark.parametrize(("raw", "expected"), [("(z-i)(z+i)", "right"), ("z^2 - 1", "value"), ("z^2 - i^2", "right")])
def test_a_complex_letter_makes_i_the_imaginary_unit(raw: str, expected: str):
    assert standing(part({"expression": "z^2 + 1", "in": ["z"]}, letters="z"), raw) == expected


def test_a_declared_function_is_an_unknown():
    made = part({"expression": "2*x", "in": ["x", "f"]}, letters="x f")
    kind, asked = made
    asked = asked._replace(spec={**asked.spec, "is": read("2*f(x)")})
    assert standing((kind, asked), "f(x) + f(x)") == "right"
    assert standing((kind, asked), "f(2x)") == "value"


# ---------------------------------------------------------------------------------------------------- coefficients
@pytest.mark.parametrize(("raw", "expected"), [("0.333x", "value"), ("x/3", "right"), ("0.5x", "value")])
def test_decimals_in_an_expression_are_exact(raw: str, expected: str):
    assert standing(part({"expression": "x/3", "in": "x"}), raw) == expected


@pytest.mark.parametrize(("raw", "expected"), [("0.333x", "right"), ("0.3x", "value"), ("0.5x", "value")])
def test_a_coefficient_tolerance_is_the_author_s(raw: str, expected: str):
    made = part({"expression": "x/3", "in": "x", "coefficients within": "1 %"})
    assert standing(made, raw) == expected
    assert "1\u00a0%" in made[0].public(made[1]).rule


def test_degrees_are_taken_where_they_are_asked():
    made = part({"expression": "x*sin(30)", "in": ["x"], "angle": "deg"})
    assert standing(made, "x/2") == "right"
    assert standing(made, "x sin(30)") == "right"
    assert standing(part({"expression": "x*sin(30)", "in": ["x"]}), "x/2") == "value"


# ---------------------------------------------------------------------------------------------------- forms
FORM_CASES = [
    ("expanded", "x^2 + 5x + 6", "(x+2)(x+3)"),
    ("expanded", "3 + sqrt(12)", "(1+sqrt(3))^2 + 2 - 3"),
    ("factored", "2(x-1)(x+3)", "(2x-2)(x+3)"),
    ("factored", "(2-x)(3-x)", "x^2 - 5x + 6"),
    ("factored", "(x^2+1)(x-1)", "(x^2+1)(x-1) + 0"),
    ("simplified", "3x + y", "x + 2x + y"),
    ("simplified", "x/y", "2x/(2y)"),
    ("lowest terms", "x/2", "2x/4"),
    ("lowest terms", "x + 1/3", "x + 2/6"),
    ("single fraction", "(x+1)/x", "1 + 1/x"),
    ("single fraction", "x/y", "1/(y/x)"),
    ("no roots below", "x sqrt(2)/2", "x/sqrt(2)"),
    ("completed square", "(x-1)^2 + 2", "x^2 - 2x + 3"),
    ("completed square", "3 - 4(x-1)^2", "-4x^2 + 8x - 1"),
    ("partial fractions", "1/(2(x-1)) - 1/(2(x+1))", "1/(x^2-1)"),
    ("partial fractions", "9/(x-4) + 28/(x-4)^2", "(9x-8)/(x-4)^2"),
    ("coefficient times letter", "2x", "x + x"),
]


@pytest.mark.parametrize(("form", "right", "other"), FORM_CASES)
def test_a_form_is_asked_apart_from_the_value(form: str, right: str, other: str):
    free = part({"expression": "x", "in": "any", "form": form})
    kind, asked = free
    for raw, expected in ((right, "right"), (other, "form")):
        key = kind.read(right, asked)
        assert key is not None
        assert kind.judge(kind.read(raw, asked), key.value, asked).standing == expected  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize(("raw", "expected"), [("2 (x+1) + 1", "right"), ("1+(1+x)*2", "right"), ("2x + 3", "form")])
def test_as_the_key_is_up_to_order_and_grouping(raw: str, expected: str):
    assert standing(part({"expression": "2*(x + 1) + 1", "in": "x", "form": "as the key"}), raw) == expected


def test_another_form_earns_what_the_author_says_and_is_told_on_the_sheet():
    kind, asked = part({"expression": "2*x", "in": "x", "form": "factored", "form_credit": "1/4"})
    assert match((kind, asked), "2(x+0)").credit in (1, 0.25)
    assert FORMS_SAID["factored"] in kind.public(asked).rule


def test_several_forms_are_all_asked():
    made = part({"expression": "sqrt(2)/2 + x", "in": "x", "form": "lowest terms, no roots below"})
    assert standing(made, "x + sqrt(2)/2") == "right"
    assert standing(made, "x + 1/sqrt(2)") == "form"
    assert standing(made, "x + 2 sqrt(2)/4") == "form"


def test_an_unknown_form_is_refused_with_the_nearest():
    with pytest.raises(ReadingError) as wrong:
        part({"expression": "x", "in": "x", "form": "factord"})
    assert wrong.value.mend == "did you mean `factored`?"


# ---------------------------------------------------------------------------------------------------- given back
def test_what_was_given_earns_nothing():
    made = part({"expression": "(x-1)*(x+1)", "in": "x", "not": ["x^2 - 1"]})
    assert standing(made, "x^2 - 1") == "given"
    assert standing(made, "-1 + x^2") == "given"
    assert standing(made, "(x+1)(x-1)") == "right"


def test_what_a_verb_was_given_earns_nothing_and_neither_does_what_the_stem_shows():
    kind, asked = part({"expression": "G", "in": "x"}, {"G": read("x*(x + 1)")}, steps={"G": "factor(x^2 + x)"})
    assert standing((kind, asked), "x^2 + x") == "given"
    shown = asked._replace(shown=(read("x + x^2 + 0"),))
    assert standing((kind, shown), "x^2 + x + 0") == "given"


def test_the_key_s_own_tree_is_right_even_if_the_stem_shows_it():
    kind, asked = part({"expression": "e^x", "in": "x"}, shown=(read("e^x"),))
    assert standing((kind, asked), "e^x") == "right"


# ---------------------------------------------------------------------------------------------------- + C
SINE = part({"expression": "F", "in": "x"}, {"F": read("sin(x)")}, steps={"F": "integrate(cos(x), x)"})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("sin(x) + C", "right"),
        ("sin x + k", "right"),
        ("sin(x) + 3 + D", "right"),
        ("c - cos(x + pi/2)", "right"),
        ("sin(x)", "constant"),
        ("sin(x) + 3", "constant"),
        ("sin(x) + x + C", "value"),
        ("sin(x) + C x", "value"),
        ("C", "value"),
        ("sin(x) + A + B", "malformed"),
    ],
)
def test_an_antiderivative_wants_a_constant(raw: str, expected: str):
    assert standing(SINE, raw) == expected
    assert SINE[0].public(SINE[1]).rule.endswith("with a constant of integration")


def test_a_constant_inside_a_logarithm_serves():
    made = part({"expression": "F", "in": "x"}, {"F": read("ln(abs(x))")}, steps={"F": "integrate(1/x, x)"})
    assert standing(made, "ln|k x|") == "right"
    assert standing(made, "ln|x| + C") == "right"
    assert standing(made, "ln|3x|") == "constant"


def test_a_key_with_its_own_constant_requires_one():
    made = part({"expression": "x^2 + C", "in": "x"}, letters="x C")
    assert standing(made, "x^2 + K") == "right"
    assert standing(made, "x^2") == "constant"


@pytest.mark.parametrize(
    ("policy", "with_it", "without"),
    [("required", "right", "constant"), ("optional", "right", "right"), ("refused", "malformed", "right")],
)
def test_the_constant_is_the_author_s_to_ask(policy: str, with_it: str, without: str):
    made = part({"expression": "x^2", "in": "x", "plus_constant": policy})
    assert standing(made, "x^2 + C") == with_it
    assert standing(made, "x^2") == without


def test_a_missing_constant_earns_what_the_author_says():
    made = part({"expression": "x^2", "in": "x", "plus_constant": "required", "constant_credit": "0.5"})
    assert match(made, "x^2").credit * 2 == 1


# ---------------------------------------------------------------------------------------------------- numbers
def test_the_letters_values_may_stand_in_their_place_where_that_is_accepted():
    values = {"T": 400, "c": 48}
    made = part({"expression": "T/c", "in": "T, c", "numbers": "accepted"}, values, letters="T c")
    assert standing(made, "T/c") == "right"
    assert standing(made, "8.33") == "right"
    assert standing(made, "8.3") == "precision"
    assert standing(made, "9") == "value"
    assert standing(part({"expression": "T/c", "in": "T, c"}, values, letters="T c"), "8.33") == "value"


def test_a_number_in_a_formula_s_place_is_read_judged_and_trapped_as_a_number_part_does():
    values = {"T": 400, "c": 48}
    kind, asked = part({"expression": "T/c", "in": "T, c", "numbers": "accepted"}, values, letters="T c")
    key = kind.key(asked)
    assert isinstance(kind.read("17*23", asked), Malformed)
    assert isinstance(kind.read("1/0", asked), Malformed)
    assert isinstance(kind.read("two", asked), Malformed)
    assert kind.meets(kind.read("0.12", asked), read("c/T"), key, asked)
    assert kind.meets(kind.read("c/T", asked), read("c/T"), key, asked)
    assert not kind.meets(kind.read("8.33", asked), read("c/T"), key, asked)
    assert kind.own(kind.read("8.5", asked), asked) * 2 == 17


# ---------------------------------------------------------------------------------------------------- feedback
def test_a_refuting_point_reaches_the_learner_only_where_the_author_allows_it():
    quiet, loud = LINE, part({"expression": "3*x + 1", "in": "x", "show_counterexample": "yes"})
    assert match(quiet, "3x").says == ()
    assert "x = " in match(quiet, "3x").evidence
    (said,) = match(loud, "3x").says
    assert isinstance(said, Prose)
    assert "yours is" in str(said.pieces[0])


def test_a_trap_is_one_only_if_it_is_proved_to_differ():
    kind, asked = LINE
    key = kind.key(asked)
    reading = kind.read("3x - 1", asked)
    assert kind.meets(reading, read("3*x - 1"), key, asked)
    assert not kind.meets(reading, read("1 + 3*x"), key, asked)
    assert not kind.differs(read("x*3 + 1"), key, asked)
    assert not kind.differs(read("n!/n! + 3*x"), key, asked)


def test_a_learner_s_own_formula_is_what_later_parts_may_rest_on():
    kind, asked = LINE
    assert kind.own(kind.read("3x", asked), asked) == read("3*x")
    assert kind.own(kind.read("7/2", asked), asked) * 2 == 7


def test_in_is_needed_and_takes_declared_letters_only():
    with pytest.raises(ReadingError, match="`in` is missing"):
        part({"expression": "x"})
    with pytest.raises(ReadingError, match="no letter of this template"):
        part({"expression": "x", "in": ["q"]})


COEFFICIENTS = st.lists(st.integers(-9, 9), min_size=2, max_size=5)


@given(COEFFICIENTS, COEFFICIENTS)
def test_polynomials_are_equal_just_if_their_coefficients_are(one: list[int], other: list[int]):
    def text(of: list[int]) -> str:
        return " + ".join(f"({each})*x^{power}" for power, each in enumerate(of))

    size = max(len(one), len(other))
    same = [*one, *[0] * (size - len(one))] == [*other, *[0] * (size - len(other))]
    made = part({"expression": text(one), "in": "x"})
    assert standing(made, text(other[::1])) == ("right" if same else "value")
