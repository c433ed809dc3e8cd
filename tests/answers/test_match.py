"""Numbers matched with letters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked, Match
from quizgen.errors import ReadingError
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed

PAIRS = {"France": "Paris", "Italy": "Rome", "Vatican": "Rome", "Spain": "Madrid, of course"}


def matched(pairs: Any = PAIRS, variant: str = "v", **fields: Any) -> tuple[AnswerType, Asked]:
    return posed({"match": pairs, **fields}, HandScope({"k": 3}), variant=variant)


def letter(part: tuple[AnswerType, Asked], text: str) -> str:
    return next(option.letter for option in part[0].public(part[1]).options if option.say.pieces == (text,))


def judged(part: tuple[AnswerType, Asked], raw: str) -> Match:
    kind, asked = part
    reading = kind.read(raw, asked)
    assert isinstance(reading, Reading), reading
    return kind.judge(reading, kind.key(asked), asked)


def test_the_left_is_numbered_and_the_right_is_shuffled_with_each_text_once():
    kind, asked = matched(distractors=["Oslo"])
    shown = kind.public(asked)
    assert [item.letter for item in shown.items] == ["1", "2", "3", "4"]
    assert sorted(option.say.pieces[0] for option in shown.options) == ["Madrid, of course", "Oslo", "Paris", "Rome"]
    assert (
        len(
            {
                tuple(o.say.pieces[0] for o in matched(variant=str(n))[0].public(matched(variant=str(n))[1]).options)
                for n in range(30)
            }
        )
        == 6
    )


def test_each_pair_is_worth_the_same():
    part = matched()
    paris, rome, madrid = (letter(part, text) for text in ("Paris", "Rome", "Madrid, of course"))
    assert judged(part, f"1{paris} 2{rome} 3{rome} 4{madrid}").credit == 1
    assert judged(part, f"1{paris} 2{paris} 3{rome} 4{madrid}").credit == Fraction(3, 4)
    assert judged(part, f"1{paris}").credit == Fraction(1, 4)
    assert judged(part, f"1{madrid}").credit == 0
    assert judged(matched(all_or_nothing="yes"), f"1{paris}").credit == 0


def test_pairs_are_read_however_they_are_written():
    part = matched()
    p, r, m = (letter(part, text) for text in ("Paris", "Rome", "Madrid, of course"))
    for raw in (
        f"1{p} 2{r} 3{r} 4{m}",
        f"4={m}, 3={r}, 2={r}, 1={p}",
        f"1-{p};2-{r};3-{r};4-{m}",
        f"1→{p} 2→{r} 3→{r} 4→{m}",
        f"1{p}2{r}3{r}4{m}",
        f"(1) {p.upper()}, (2) {r}, (3) {r}, (4) {m}",
        f"{p} {r} {r} {m}",
        f"{p}{r}{r}{m}",
        f"1: {p}\n2: {r}\n3: {r}\n4: {m}",
        f"1.{p} 2.{r} 3.{r} and 4.{m}",
        f"1->{p} 2->{r} 3->{r} 4->{m}",
        "1 = Paris; 2 = Rome; 3 = Rome; 4 = Madrid, of course",
        f"1 Paris; 2 {r}; 3) Rome; 4 → {m}",
    ):
        assert outcome(*part, raw) == "right", raw


def test_what_is_left_out_is_noted():
    kind, asked = part = matched()
    found = kind.read(f"1{letter(part, 'Paris')}", asked)
    assert found.notes == ("nothing is matched with 2, 3, 4",)


def test_what_cannot_be_a_list_of_pairs_costs_nothing():
    kind, asked = matched()
    for raw, words in (
        ("5a", "there is no 5"),
        ("1a 1b", "1 is matched twice"),
        ("1z", "no option z"),
        ("a b", "4 letters"),
        ("Paris is French", "no list of pairs"),
        ("1 = Oslo", "1: that is none"),
        ("0a", "there is no 0"),
    ):
        found = kind.read(raw, asked)
        assert isinstance(found, Malformed), raw
        assert words in found.what, raw
        assert "as `1" in found.mend


def test_how_it_is_shown_tells_nothing_of_the_pairs():
    other = {"France": "Rome", "Italy": "Madrid, of course", "Vatican": "Paris", "Spain": "Rome"}
    shown = [[option.say for option in kind.public(asked).options] for kind, asked in (matched(), matched(other))]
    assert shown[0] == shown[1]


def test_the_solution_tells_the_pairs():
    kind, asked = part = matched()
    lines = kind.told(kind.key(asked), asked)
    assert [(line.mark, line.to.letter) for line in lines][:2] == [
        ("1", letter(part, "Paris")),
        ("2", letter(part, "Rome")),
    ]


@pytest.mark.parametrize(
    "answer",
    [["France"], {"France": "Paris"}, {"a": ["b"], "c": "d"}, {str(n): str(n) for n in range(27)}],
)
def test_what_an_author_got_wrong_is_said(answer: Any):
    with pytest.raises(ReadingError):
        matched(answer)


@given(st.text(alphabet="0123abcdz =,;-→)Paris", max_size=30))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*matched(), raw)
