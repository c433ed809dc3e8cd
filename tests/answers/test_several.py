"""All right options ticked, and no other (POSITIONS 29)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked, Match
from quizgen.answers.choice import lettered
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, outcome, posed

OPTIONS = [
    {"say": "Paris, of course", "right": "yes", "else": "It is in France."},
    {"say": "Rome", "right": "k > 3"},
    {"say": "Lyon", "right": "yes"},
    {"say": "Oslo", "right": "no", "else": "That is in Norway."},
    {"say": "Bonn", "right": "no"},
]


def ticked(options: Any = OPTIONS, k: int = 0, variant: str = "v", **fields: Any) -> tuple[AnswerType, Asked]:
    return posed(
        {"choice": "several", "options": options, **fields}, HandScope({"k": k, "xs": (1, 2, 3)}), variant=variant
    )


def letters(part: tuple[AnswerType, Asked], *names: str) -> list[str]:
    """The letters of the options that the author wrote at these places."""
    known = {option.id: letter for letter, option in lettered(part[1])}
    return [known[name] for name in names]


def judged(part: tuple[AnswerType, Asked], raw: str) -> Match:
    kind, asked = part
    reading = kind.read(raw, asked)
    assert isinstance(reading, Reading), reading
    return kind.judge(reading, kind.key(asked), asked)


def credit(part: tuple[AnswerType, Asked], *names: str) -> Fraction | int:
    return judged(part, " ".join(letters(part, *names))).credit


def test_each_right_tick_earns_its_share_and_each_wrong_one_costs_its_own():
    part = ticked()
    assert credit(part, "0", "2") == 1
    assert credit(part, "0") == Fraction(1, 2)
    assert credit(part, "0", "2", "3") == 1 - Fraction(1, 3)
    assert credit(part, "0", "3") == Fraction(1, 2) - Fraction(1, 3)


def test_nothing_falls_below_zero_and_ticking_everything_earns_nothing():
    part = ticked()
    assert credit(part, "3", "4") == 0
    assert credit(part, "0", "1", "2", "3", "4") == 0
    assert judged(part, "all").credit == 0


def test_what_is_right_depends_on_the_variant():
    assert credit(ticked(k=4), "0", "1", "2") == 1
    assert credit(ticked(k=4), "0", "2") == Fraction(2, 3)


def test_all_or_nothing_gives_no_part_of_the_credit():
    part = ticked(all_or_nothing="yes")
    assert credit(part, "0") == 0
    assert credit(part, "0", "2") == 1


def test_letters_are_read_however_they_are_written():
    part = ticked()
    one, two = letters(part, "0", "2")
    for raw in (
        f"{one} {two}",
        f"{two}, {one}",
        f"{one}{two}",
        f"{one};{two}",
        f"({one}) ({two})",
        f"{one} and {two}",
        f"{one.upper()}{two.upper()}",
        f"{one}) {two})",
        f"{one}\n{two}",
        f"{one} & {two}",
        f"{one}, {one} {two}",
    ):
        assert outcome(*part, raw) == "right", raw


def test_texts_are_read_too_and_may_hold_commas():
    part = ticked()
    for raw in (
        "Paris, of course; Lyon",
        "lyon, paris, of course",
        "Lyon and Paris, of course",
        f"{letters(part, '0')[0]}) Paris, of course, Lyon",
        f"{letters(part, '0')[0]}, Lyon",
    ):
        assert outcome(*part, raw) == "right", raw


def test_an_explicit_none_is_an_answer_and_a_blank_is_not():
    nothing = ticked([{"say": "One", "right": "no"}, {"say": "Two", "right": "no"}])
    assert outcome(*nothing, "none") == outcome(*nothing, "None of them.") == "right"
    assert outcome(*nothing, "") == outcome(*nothing, " ; ") == "blank"
    assert credit(nothing, "0") == 0
    assert outcome(*ticked(), "none") == "value"


def test_an_option_that_says_none_is_that_option():
    part = ticked([{"say": "None of these", "right": "yes"}, {"say": "Two", "right": "no"}])
    assert outcome(*part, "none of these") == outcome(*part, letters(part, "0")[0]) == "right"
    assert outcome(*part, "none") == "value"


def test_what_is_no_option_costs_nothing():
    part = ticked()
    for raw in ("f", "a z", "Berlin", "a, Berlin", "1", "a" * 5000):
        found = part[0].read(raw, part[1])
        assert isinstance(found, Malformed), raw
    assert "none" in part[0].read("Berlin", part[1]).mend


def test_a_text_that_is_other_options_letters_is_asked_back():
    part = ticked([{"say": "b", "right": "yes"}, {"say": "a", "right": "no"}], shuffle="no")
    found = part[0].read("a", part[1])
    assert isinstance(found, Malformed)
    assert found.asks == ("a) b", "b) a")


def test_only_wrong_ticks_are_spoken_of_so_that_a_second_try_is_one():
    part = ticked()
    found = judged(part, " ".join(letters(part, "2", "3")))
    assert [said.pieces for said in found.says] == [("That is in Norway.",)]
    assert found.evidence == "1 of 2 right options is ticked, and 1 wrong one"


def test_the_solution_gives_every_right_option_and_the_reasons():
    kind, asked = part = ticked()
    lines = {line.mark: line for line in kind.told(kind.key(asked), asked)}
    assert sorted(lines) == sorted(letters(part, "0", "2", "3"))
    assert [lines[letter].right for letter in letters(part, "0", "3")] == [True, False]
    assert all(lines[letter].why for letter in letters(part, "0", "3"))


def test_options_may_be_made_from_a_list():
    part = ticked(
        [{"each": "x in xs", "say": "<<x>>", "right": "x > 1"}, {"say": "more", "right": "no", "last": "yes"}]
    )
    assert credit(part, "0.1", "0.2") == 1
    kind, asked = part
    assert kind.it(kind.read("2", asked), asked) == 2
    assert kind.it(kind.read("2, 3", asked), asked) is None


def test_a_trap_is_met_by_just_its_ticks():
    kind, asked = part = ticked()
    key = kind.key(asked)
    reading = kind.read(" ".join(letters(part, "0", "3")), asked)
    assert kind.meets(reading, frozenset({"0", "3"}), key, asked)
    assert not kind.meets(reading, frozenset({"3"}), key, asked)
    assert kind.own(reading, asked) is None


def test_the_sheet_says_how_it_is_answered():
    for fields, words in (({}, "a wrong one costs"), ({"all_or_nothing": "yes"}, "all or nothing")):
        kind, asked = ticked(**fields)
        shown = kind.public(asked)
        assert shown.way == "tick"
        assert words in shown.rule


@pytest.mark.parametrize("variant", ["one", "two", "three"])
def test_the_printed_key_grades_right_in_every_order(variant: str):
    kind, asked = ticked(variant=variant)
    assert outcome(kind, asked, kind.show(kind.key(asked), asked)) == "right"


@given(st.text(alphabet="abcdefgR ,;&ome", max_size=30))
def test_reading_and_judging_never_raise_and_credit_is_a_share(raw: str):
    kind, asked = ticked()
    reading = kind.read(raw, asked)
    if isinstance(reading, Reading):
        assert 0 <= kind.judge(reading, kind.key(asked), asked).credit <= 1
