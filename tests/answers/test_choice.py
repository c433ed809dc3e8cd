"""Options that are picked (POSITIONS 29)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked
from quizgen.answers.choice import lettered
from quizgen.errors import KindError, ReadingError
from quizgen.maths.values import Row
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed, table

FRUIT = table("fruit", {name: (name, []) for name in ("apple", "pear", "plum", "fig", "date", "lime")})
OPTIONS = [
    {"say": "Inside a node", "right": "yes"},
    {"say": "Across nodes", "right": "no", "else": "Think of the links."},
    {"say": "Nowhere", "right": "false"},
    {"say": "None of these", "right": "no", "last": "yes"},
]


def fruit(variant: str = "v", **fields: Any) -> tuple[AnswerType, Asked]:
    scope = HandScope({"f": FRUIT["pear"]}, tables={"fruit": FRUIT})
    return posed({"choice": "f", "among": "fruit", **fields}, scope, variant=variant)


def one(options: Any = OPTIONS, variant: str = "v", **fields: Any) -> tuple[AnswerType, Asked]:
    return posed({"choice": "one", "options": options, **fields}, HandScope({"k": 4, "xs": (1, 2, 3)}), variant=variant)


def ids(part: tuple[AnswerType, Asked]) -> list[str]:
    return [option.id for _, option in lettered(part[1])]


def letter(part: tuple[AnswerType, Asked], name: str) -> str:
    return next(letter for letter, option in lettered(part[1]) if option.id == name)


def read(part: tuple[AnswerType, Asked], raw: str) -> Any:
    return part[0].read(raw, part[1])


def test_a_letter_picks_an_option_however_it_is_spelled():
    part = fruit()
    right = letter(part, "pear")
    for raw in (right, right.upper(), f"{right})", f"({right})", f" {right}. ", f"[{right}]", f"{right}) pear"):
        assert outcome(*part, raw) == "right"


def test_a_text_picks_an_option():
    part = fruit()
    assert [outcome(*part, raw) for raw in ("pear", "PEAR.", "fig")] == ["right", "right", "value"]
    assert outcome(*one(), "inside a node") == "right"


def test_an_option_with_a_formula_is_named_by_its_text_and_told_as_plain_text():
    part = one([{"say": "There are $<<k>>$ in $T_{comm}$", "right": "yes"}, {"say": "None", "right": "no"}])
    found = read(part, "there are 4 in T_comm")
    assert isinstance(found, Reading)
    assert found.echo[1:] == ") There are 4 in T_comm"


def test_what_is_no_option_costs_nothing_and_says_which_letters_there_are():
    part = fruit(offer="4")
    assert outcome(*part, "e") == outcome(*part, "banana") == outcome(*part, "zz") == "malformed"
    found = read(part, "e")
    assert isinstance(found, Malformed)
    assert found.mend == "answer with a letter from a to d"
    assert outcome(*part, f"{letter(part, 'pear')}) banana") == "malformed"
    assert outcome(*part, "") == "blank"


def test_the_row_picked_is_what_it_stands_for():
    part = fruit()
    found = read(part, "fig")
    assert isinstance(found, Reading)
    assert part[0].it(found, part[1]) is FRUIT["fig"]
    assert part[0].own(found, part[1]) is FRUIT["fig"]


def test_an_offer_holds_the_key_and_as_many_as_it_says():
    for number in range(50):
        part = fruit(f"variant {number}", offer="4")
        assert len(set(ids(part))) == 4
        assert "pear" in ids(part)


def test_order_and_offer_are_a_pure_function_of_the_variant():
    assert ids(fruit("one", offer="4")) == ids(fruit("one", offer="4"))
    assert len({tuple(ids(fruit(f"{number}", offer="4"))) for number in range(30)}) > 20


def test_every_place_is_equally_likely_for_the_key():
    places = Counter(ids(fruit(f"variant {number}", offer="4")).index("pear") for number in range(2000))
    assert all(400 < places[place] < 600 for place in range(4))


def test_every_other_row_is_equally_likely_to_be_offered():
    offered = Counter(row for number in range(2000) for row in ids(fruit(f"variant {number}", offer="3")))
    assert all(680 < offered[row] < 920 for row in FRUIT if row != "pear")


def test_the_last_option_stays_last_and_the_others_are_shuffled():
    orders = {tuple(ids(one(variant=f"{number}"))) for number in range(60)}
    assert {order[-1] for order in orders} == {"3"}
    assert len(orders) == 6


def test_an_order_that_is_not_shuffled_is_the_author_s():
    assert ids(one(shuffle="no")) == ["0", "1", "2", "3"]


def test_what_the_author_says_of_an_option_comes_with_its_verdict():
    part = one()
    found = part[0].judge(read(part, "Across nodes"), part[0].key(part[1]), part[1])
    assert [said.pieces for said in found.says] == [("Think of the links.",)]
    assert part[0].own(read(part, "Across nodes"), part[1]) is None


def test_more_than_one_option_may_be_right():
    part = one(
        [{"say": "two", "right": "k > 1"}, {"say": "three", "right": "k > 2"}, {"say": "nine", "right": "k > 8"}]
    )
    assert [outcome(*part, raw) for raw in ("two", "three", "nine")] == ["right", "right", "value"]


def test_options_may_be_made_from_a_list():
    part = one(
        [{"each": "x in xs", "say": "<<x>>", "right": "x = 2"}, {"say": "more", "right": "false", "last": "yes"}]
    )
    assert sorted(ids(part)) == ["0.0", "0.1", "0.2", "1"]
    assert [outcome(*part, raw) for raw in ("2", "3", "more")] == ["right", "value", "value"]
    assert part[0].it(read(part, "3"), part[1]) == 3


def test_a_text_that_is_another_option_s_letter_is_asked_back():
    part = one([{"say": "B", "right": "true"}, {"say": "A", "right": "false"}], shuffle="no")
    found = read(part, "a")
    assert isinstance(found, Malformed)
    assert found.asks == ("a) B", "b) A")


def test_a_text_of_one_letter_that_is_no_option_s_letter_is_a_text():
    part = one([{"say": "X", "right": "true"}, {"say": "Y", "right": "false"}])
    assert [outcome(*part, raw) for raw in ("X", "y")] == ["right", "value"]


def test_a_trap_is_met_by_its_row():
    part = fruit()
    assert part[0].meets(read(part, "fig"), FRUIT["fig"], FRUIT["pear"], part[1])
    assert not part[0].meets(read(part, "fig"), FRUIT["date"], FRUIT["pear"], part[1])
    assert not part[0].differs(FRUIT["pear"], FRUIT["pear"], part[1])


def test_the_sheet_shows_letters_and_texts_only():
    part = fruit(offer="3")
    shown = part[0].public(part[1])
    assert [option.letter for option in shown.options] == ["a", "b", "c"]
    assert all(isinstance(option.values["it"], Row) for option in shown.options)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"choice": "k"}, KindError),
        ({"choice": "f", "offer": "one"}, ReadingError),
        ({"choice": "f", "offer": "9"}, ReadingError),
        ({"choice": "several", "options": []}, ReadingError),
        ({"choice": "one", "options": OPTIONS, "all_or_nothing": "yes"}, ReadingError),
        ({"choice": "one", "options": []}, ReadingError),
        ({"choice": "one", "options": [{"say": "x"}]}, ReadingError),
        ({"choice": "one", "options": [{"say": "x", "right": "3"}]}, KindError),
        ({"choice": "one", "options": [{"say": "x", "right": "true", "why": "y"}]}, ReadingError),
        ({"choice": "one", "options": [{"each": "x", "say": "x", "right": "true"}]}, ReadingError),
        ({"choice": "one", "options": [{"each": "x in k", "say": "x", "right": "true"}]}, KindError),
    ],
)
def test_what_an_author_got_wrong_is_said(answer: dict[str, Any], error: type[Exception]):
    with pytest.raises(error):
        posed(answer, HandScope({"k": 4, "f": FRUIT["fig"]}, tables={"fruit": FRUIT}))


@given(st.text(max_size=20))
def test_reading_and_judging_never_raise(raw: str):
    outcome(*fruit(), raw)
    outcome(*one(), raw)
