"""Any key against any answer, without a template."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.free import TYPES, pose, type_of
from quizgen.answers.open_letters import OpenLetter
from quizgen.answers.trial import Trial, tried
from quizgen.errors import MathsError, NotFound
from quizgen.maths.vocabulary import Vocabulary
from quizgen.verdict import Malformed


def trial(key: str, answer: str, name: str = "", letters: dict[str, OpenLetter] | None = None, **fields: str) -> Trial:
    kind, asked = pose(name or type_of(key, Vocabulary()), key, fields, letters)
    return tried(kind, asked, answer)


def verdict(*given: str, **more: str) -> tuple[str, str]:
    found = trial(*given, **more).verdict
    return found.outcome, found.reason


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("8/3", "number"),
        ("3pi/4", "number"),
        ("2x", "expression"),
        ("y = 2x", "equation"),
        ("x^2 = 4 or x = 1", "equation"),
        ("x < 3", "inequality"),
        ("1 < x <= 3", "inequality"),
        ("(1, 3]", "interval"),
        ("(1, 2] U [3, 4)", "interval"),
        ("{1, 2}", "set"),
        ("(1, 2, 3)", "list"),
        ("[[1, 2], [3, 4]]", "matrix"),
        ("x + y = 3, x - y = 1", "equation"),
    ],
)
def test_a_key_is_asked_as_its_shape_says(key: str, name: str):
    assert type_of(key, Vocabulary()) == name


@pytest.mark.parametrize(
    ("key", "answer", "name", "found"),
    [
        ("8/3", "2.67", "", ("correct", "")),
        ("8/3", "2.7", "", ("partly", "precision")),
        ("391", "391", "", ("correct", "")),
        ("391", "390", "", ("incorrect", "value")),
        ("2x", "x+x", "", ("correct", "")),
        ("2x", "", "", ("blank", "")),
        ("2x", "2+*", "", ("malformed", "")),
        ("2x", "2y", "", ("malformed", "")),
        ("1/(x-x)", "x/(x-x)", "", ("undecided", "work")),
        ("5 N m", "500 N cm", "quantity", ("correct", "")),
        ("5 N m", "5 s", "quantity", ("incorrect", "dimension")),
        ("asynchronous", "Asynchronus", "text", ("correct", "")),
        ("asynchronous", "synchronous", "text", ("incorrect", "value")),
    ],
)
def test_the_verdict_is_that_of_the_answer_type(key: str, answer: str, name: str, found: tuple[str, str]):
    assert verdict(key, answer, name) == found


def test_a_whole_key_is_exact_as_where_every_variant_is():
    kind, asked = pose("number", "391")
    assert kind.public(asked).rule == "exact"


def test_the_letters_of_the_key_are_declared():
    assert verdict("x*t + x", "xt+x") == ("correct", "")
    assert verdict("T_comm + 1", "Tcomm + 1") == ("correct", "")
    assert verdict("S*N", "Sn") == ("malformed", "")


def test_what_is_said_of_a_letter_decides():
    assert verdict("sqrt(x^2)", "x") == ("incorrect", "value")
    assert verdict("sqrt(x^2)", "x", letters={"x": OpenLetter("positive")}) == ("correct", "")


def test_where_the_other_reading_alone_would_be_right_it_is_asked_back():
    found = trial("1/(2*x)", "1/2x")
    assert isinstance(found.reading, Malformed)
    assert found.reading.what == "did you mean (1/2)x or 1/(2x)?"
    assert [each.outcome for _, each in found.readings] == ["incorrect", "correct"]
    assert trial("x/2", "1/2x").verdict.outcome == "correct"


def test_what_decided_is_told():
    assert [trial("2x", answer).found.by for answer in ("2x", "x+x", "3x")] == ["tree", "rational", "rational"]
    assert trial("abs(x)", "x").found.by == "points"
    refuted = trial("2x", "3x").found
    assert refuted is not None
    assert refuted.point is not None
    assert refuted.values is not None


def test_fields_are_those_of_the_answer_type():
    assert verdict("x^2 - 1", "x^2 - 1", form="factored") == ("incorrect", "form")
    assert verdict("x^2", "x^2", plus_constant="required") == ("incorrect", "constant")
    with pytest.raises(MathsError, match="has no `frm`"):
        trial("x^2 - 1", "x^2 - 1", frm="factored")


def test_a_type_whose_key_is_more_than_a_text_needs_a_template():
    with pytest.raises(NotFound, match="choice needs a template"):
        pose("choice", "1")


@pytest.mark.parametrize("key", ["2 +* x", "((", ""])
def test_a_key_that_cannot_be_read_is_told(key: str):
    with pytest.raises(MathsError, match="the key"):
        pose("expression", key)


@given(st.sampled_from(TYPES), st.text(max_size=30))
def test_no_answer_raises_anything(name: str, answer: str):
    keys = {"expression": "2x", "equation": "y=x", "inequality": "x<3", "interval": "(0,1]", "set": "{1,2}"}
    keys |= {"list": "1,2", "matrix": "[[1,2],[3,4]]", "number": "8/3", "quantity": "5 N m", "text": "word"}
    assert trial(keys[name], answer, name).verdict.outcome
