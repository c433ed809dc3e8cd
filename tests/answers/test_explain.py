"""Open text and the points that it is marked by (POSITIONS 32)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked
from quizgen.errors import ReadingError
from quizgen.verdict import Malformed, Reading
from tests.hand_made import HandScope, posed


def explained(points: Any, **values: Any) -> tuple[AnswerType, Asked]:
    return posed({"explain": points}, HandScope({"k": 8, **values}))


def found(pattern: str | list[str], text: str, unless: list[str] | None = None) -> str:
    finds = [pattern] if isinstance(pattern, str) else pattern
    kind, asked = explained([{"point": "It is so.", "finds": finds, "unless": unless or []}])
    reading = kind.read(text, asked)
    assert isinstance(reading, Reading)
    return kind.points(reading, asked)[0].found


def test_all_words_of_a_pattern_must_stand_in_one_sentence_in_any_order():
    assert found("slice smaller", "The slice gets smaller.") == "The slice gets smaller."
    assert found("smaller slice", "Each slice gets smaller.")
    assert not found("slice smaller", "There is a slice. It gets smaller.")
    assert not found("slice smaller", "The slices get smaller.")


def test_either_of_several_words_will_do_and_a_star_stands_for_any_ending():
    assert found("comput*|slice* shrink*|smaller", "Computing shrinks.")
    assert found("comput*|slice* shrink*|smaller", "THE SLICES GET SMALLER")
    assert not found("comput*|slice* shrink*|smaller", "Communication shrinks.")
    assert not found("shrink", "It shrinks.")


def test_negations_and_hyphens_are_words_of_their_own():
    assert found("n't shrink*", "It doesn't shrink.")
    assert found("n't shrink*", "It doesn’t shrink.")
    assert found("allreduc*", "An all-reduce follows.")
    assert found("all-reduc*", "An all-reduce follows.")
    assert found("reduce", "An all-reduce follows.")


def test_a_pattern_that_speaks_against_a_point_takes_back_only_its_own_sentence():
    assert not found("grow*", "It doesn't grow.", ["n't|not"])
    assert found("grow*", "It doesn't stay. It grows.", ["n't|not"]) == "It grows."


def test_patterns_may_show_values_of_the_variant():
    assert found("<<k>> devices", "On 8 devices it is so.")
    assert not found("<<k>> devices", "On 18 devices it is so.")


def test_a_decimal_point_ends_no_sentence():
    assert found("2.5 ms", "It takes 2.5 ms.")


def test_signs_mean_nothing_but_themselves():
    assert not found(["(a"], "aaa")
    assert found(["50%"], "It is 50% more.")


def test_a_long_sentence_is_cut_in_the_evidence():
    assert found("end", f"{'word ' * 60}end").endswith("…")


def test_the_verdict_waits_for_a_person_with_what_was_found_as_evidence():
    kind, asked = explained([{"point": "A.", "finds": ["a"]}, {"point": "B.", "finds": ["b"]}])
    match = kind.judge(kind.read("It is a, I think.", asked), kind.key(asked), asked)
    assert (match.standing, match.credit) == ("pending", 0)
    assert match.evidence == "found: “It is a, I think.”; not found"


def test_marked_points_earn_their_share_of_the_weights():
    kind, asked = explained([{"point": "A."}, {"point": "B.", "credit": "2"}, {"point": "C."}])
    reading = kind.read("x", asked)
    marks = [kind.marked(reading, given, asked) for given in (set(), {0}, {1}, {0, 1, 2}, {0, 9})]
    assert [mark.credit for mark in marks] == [0, Fraction(1, 4), Fraction(1, 2), 1, Fraction(1, 4)]
    assert [mark.standing for mark in marks[:4]] == ["value", "some", "some", "right"]


def test_a_blank_is_a_blank_and_a_book_is_too_long():
    kind, asked = explained([{"point": "A."}])
    assert kind.read(" \n\u200b ", asked) is None
    assert isinstance(kind.read("a" * 10_001, asked), Malformed)


def test_the_sheet_has_lines_to_write_on_and_the_solution_tells_the_points():
    kind, asked = explained([{"point": "A."}, {"point": "B."}])
    assert (kind.public(asked).way, kind.public(asked).lines) == ("words", 4)
    assert [line.say.pieces for line in kind.told(kind.key(asked), asked)] == [("A.",), ("B.",)]


@pytest.mark.parametrize(
    "points",
    [
        [],
        "A.",
        [{"finds": ["a"]}],
        [{"point": " "}],
        [{"point": "A.", "credit": "-1"}],
        [{"point": "A.", "credit": "0"}],
        [{"point": "A.", "finds": "a"}],
        [{"point": "A.", "finds": ["a*b"]}],
        [{"point": "A.", "finds": ["a||b"]}],
        [{"point": "A.", "finds": ["*"]}],
        [{"point": "A.", "finds": [""]}],
        [{"point": "A.", "unless": ["|a"]}],
        [{"point": "A."}] * 21,
    ],
)
def test_what_an_author_got_wrong_is_said(points: Any):
    with pytest.raises(ReadingError):
        explained(points)


@given(st.text(max_size=60))
def test_no_text_makes_it_raise(raw: str):
    kind, asked = explained([{"point": "A.", "finds": ["a* <<k>>", "n't b|c"], "unless": ["d"]}])
    reading = kind.read(raw, asked)
    if isinstance(reading, Reading):
        assert kind.judge(reading, kind.key(asked), asked).standing == "pending"
