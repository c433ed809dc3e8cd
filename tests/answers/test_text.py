"""Terms that are typed (POSITIONS 28)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import Match
from quizgen.errors import KindError, ReadingError
from quizgen.maths.values import Row
from quizgen.verdict import Reading
from tests.hand_made import MODES, HandScope, outcome, posed, table


def mode(**fields: Any):
    return posed({"text": "m", "among": "modes", **fields}, HandScope({"m": MODES["async"]}, tables={"modes": MODES}))


def term(key: str, **fields: Any):
    return posed({"text": "t", **fields}, HandScope({"t": key, "xs": ("one", "two")}))


ASYNC = mode()


def read(part: Any, raw: str) -> Reading:
    found = part[0].read(raw, part[1])
    assert isinstance(found, Reading)
    return found


def judged(part: Any, raw: str) -> Match:
    return part[0].judge(read(part, raw), part[0].key(part[1]), part[1])


@pytest.mark.parametrize(
    "raw", ["asynchronous SGD", "async SGD", "Asynchronous", "ASYNC", "async-SGD", "asynchronous sgd."]
)
def test_a_term_by_any_of_its_names(raw: str):
    assert outcome(*ASYNC, raw) == "right"


def test_one_slip_in_a_long_word_is_right_with_a_note():
    assert outcome(*ASYNC, "asynchronus SGD") == "right"
    assert read(ASYNC, "asynchronus SGD").notes == ("read as asynchronous SGD: one letter differs in asynchronus",)


@pytest.mark.parametrize(
    "raw", ["synchronous", "synchronous SGD", "sync", "synchronus SGD", "asynchrnus SGD", "SGD", "a synchronous SGD"]
)
def test_what_is_not_the_term(raw: str):
    assert outcome(*ASYNC, raw) == "value"


def test_another_accepted_term_earns_what_the_part_says():
    part = term("frog", **{"or": [{"is": "toad", "credit": "0.8", "say": "Nearly."}]})
    assert [judged(part, raw).credit for raw in ("frog", "Toad", "newt")] == [1, Fraction(4, 5), 0]
    assert judged(part, "toad").says


def test_other_capitals_earn_what_the_part_says_where_they_count():
    part = term("Frog", case="yes", case_credit="0.5")
    assert [judged(part, raw)[:2] for raw in ("Frog", "FROG", "newt")] == [
        ("right", 1), ("form", Fraction(1, 2)), ("value", 0),
    ]  # fmt: skip
    assert judged(term("Frog", case="yes"), "FROG").credit == 0


def test_a_star_that_is_meant_has_a_backslash():
    part = term(r"a\*b*", wildcards="yes")
    assert [judged(part, raw).standing for raw in ("a*b", "a*bcd", "axb", "ab")] == ["right", "right", "value", "value"]
    assert judged(term(r"a\*b", wildcards="yes"), "a*b").standing == "right"


def test_dashes_and_minus_signs_are_one_sign_in_a_strict_text_too():
    assert (
        judged(term("x-y", strict="yes"), "x−y").standing
        == judged(term("x−y", strict="yes"), "x–y").standing
        == "right"
    )


def test_accents_count_unless_the_part_says_no():
    assert judged(term("atún"), "atun").standing == "value"
    part = term("atún", accents="no")
    assert [judged(part, raw).standing for raw in ("atun", "ATÚN", "atún", "atum")] == ["right"] * 3 + ["value"]


def test_a_lone_greek_letter_is_its_name():
    assert judged(term("mu0"), "μ0").standing == judged(term("alpha decay"), "α decay").standing == "right"
    assert judged(term("Delta"), "Δ").standing == "right"
    assert judged(term("λόγος"), "lambdaόγος").standing == "value"


def test_another_term_is_named_and_stands_for_it():
    found = judged(ASYNC, "synchronous SGD")
    assert found.evidence == "that is synchronous SGD"
    assert ASYNC[0].it(read(ASYNC, "sync"), ASYNC[1]) is MODES["sync"]
    assert ASYNC[0].own(read(ASYNC, "sync"), ASYNC[1]) is MODES["sync"]
    assert ASYNC[0].it(read(ASYNC, "who knows"), ASYNC[1]) is None


def test_strict_forgives_no_slip_and_no_hyphen():
    part = mode(strict="yes")
    assert [outcome(*part, raw) for raw in ("Asynchronous SGD", "asynchronus SGD", "async-SGD")] == [
        "right",
        "value",
        "value",
    ]


def test_capitals_count_where_the_part_says_so():
    part = term("Frog", case="yes")
    assert [outcome(*part, raw) for raw in ("Frog", "frog", "FROG.")] == ["right", "value", "value"]


def test_a_text_without_a_table_has_aliases_and_refusals():
    part = term("gradient descent", aliases=["steepest descent"], **{"not": ["gradient ascent", "gradient decent"]})
    rights = ("gradient descent", "Steepest-Descent", "gradientt descent")
    assert [outcome(*part, raw) for raw in rights] == ["right"] * 3
    assert [outcome(*part, raw) for raw in ("gradient ascent", "gradient decent", "descent")] == ["value"] * 3


def test_aliases_may_come_from_a_formula():
    part = term("three", aliases="xs")
    assert [outcome(*part, raw) for raw in ("three", "two", "four")] == ["right", "right", "value"]


def test_a_slip_never_makes_a_term_of_another():
    terms = posed({"text": "t"}, HandScope({"t": "effective batch"}, terms=["affective batch"]))
    assert outcome(*terms, "affective batch") == "value"
    assert outcome(*terms, "efective batch") == "right"


def test_a_star_stands_for_any_text_where_wildcards_are_on():
    part = term("F*og", wildcards="yes")
    assert [outcome(*part, raw) for raw in ("Frog", "fog", "   Fat dog  ", "frogs", "fg")] == ["right"] * 3 + [
        "value"
    ] * 2
    assert outcome(*term("F*og"), "Frog") == "value"
    assert [outcome(*term("*0*", wildcards="yes"), raw) for raw in ("0", "10", "1")] == ["right", "right", "value"]


def test_a_slip_between_two_terms_is_neither():
    near = table("near", {"a": ("parameter", []), "b": ("perimeter", []), "c": ("paremeter", [])})
    part = posed({"text": "m"}, HandScope({"m": near["a"]}, tables={"near": near}))
    assert outcome(*part, "peremeter") == "value"


def test_a_trap_is_met_by_any_name_of_its_row():
    kind, asked = ASYNC
    assert kind.meets(read(ASYNC, "sync SGD"), MODES["sync"], MODES["async"], asked)
    assert not kind.meets(read(ASYNC, "async SGD"), MODES["async"], MODES["async"], asked)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"text": "n"}, KindError),
        ({"text": "m", "among": "animals"}, KindError),
        ({"text": "m", "aliases": "m"}, KindError),
        ({"text": "m", "not": [["x"]]}, ReadingError),
        ({"text": "m", "strict": "often"}, ReadingError),
    ],
)
def test_what_an_author_got_wrong_is_said(answer: dict[str, Any], error: type[Exception]):
    animals = table("animals", {"cow": ("cow", [])})
    with pytest.raises(error):
        posed(answer, HandScope({"m": MODES["async"], "n": 3}, tables={"modes": MODES, "animals": animals}))


def test_a_table_needs_a_column_that_names_its_rows():
    bare = {"x": Row("bare", "x", {"size": 3})}
    with pytest.raises(KindError, match="names its rows"):
        posed({"text": "m"}, HandScope({"m": bare["x"]}, tables={"bare": bare}))


WARNED = table(
    "warned",
    {"sharded": ("sharded parallelism", ["sharded"]), "tensor": ("tensor parallelism", ["blocked"])},
    **{"not": {"sharded": ("shared parallelism", "blocked"), "tensor": ("tensor paralleling",)}},
)


def test_what_a_row_warns_of_in_its_own_column_is_never_right_and_never_a_slip():
    part = posed({"text": "m"}, HandScope({"m": WARNED["sharded"]}, tables={"warned": WARNED}))
    assert outcome(*part, "sharded parallelism") == outcome(*part, "sharded parallelizm") == "right"
    assert outcome(*part, "shared parallelism") == "value"
    other = posed({"text": "m"}, HandScope({"m": WARNED["tensor"]}, tables={"warned": WARNED}))
    assert outcome(*other, "blocked") == "right"
    assert outcome(*other, "tensor paralleling") == "value"


@given(st.text(max_size=40))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*ASYNC, raw)
    outcome(*term("frog", wildcards="yes"), raw)
