"""What is said of letters in a line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.domain_texts import letters_from
from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import ReadingError

SAID = {
    "x>0": OpenLetter("positive"),
    "0 < x": OpenLetter("positive"),
    "x ≥ 0": OpenLetter("nonnegative"),
    "x<0": OpenLetter("negative"),
    "x != 0": OpenLetter("nonzero"),
    "0<=x<=1": OpenLetter("nonnegative", high=1),
    "-1/2 <= x": OpenLetter(low=Fraction(-1, 2)),
    "3 >= x": OpenLetter(high=3),
    "x integer": OpenLetter(integer=True),
    "x positive integer": OpenLetter("positive", integer=True),
    "x complex": OpenLetter(complex=True),
    "x constant": OpenLetter(constant=True),
    "x function": OpenLetter(of=("x",)),
    "x real": OpenLetter(),
}


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_holds_for_the_letter(said: str):
    assert letters_from([said]) == {"x": SAID[said]}


def test_several_stand_in_one_text_or_in_several():
    assert letters_from(["x>0, k integer"]) == letters_from(["x>0", "k integer"])


@pytest.mark.parametrize("texts", [["x>=0", "x!=0"], ["x>0", "x != 0"], ["x nonnegative", "x > 0"]])
def test_what_is_said_twice_holds_together(texts: list[str]):
    assert letters_from(texts) == {"x": OpenLetter("positive")}


@pytest.mark.parametrize(
    "said", ["x", "x > y", "x > ", "0 < 1", "x foo", "x != 2", "1 < 2 < x", "x > 1/0", "> 0", "x=1"]
)
def test_what_says_nothing_of_a_letter_is_refused_with_a_mend(said: str):
    with pytest.raises(ReadingError) as caught:
        letters_from([said])
    assert caught.value.mend


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(said: str):
    try:
        found = letters_from([said])
    except ReadingError:
        found = {}
    assert all(isinstance(each, OpenLetter) for each in found.values())
