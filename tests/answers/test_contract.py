"""The contract that every answer type keeps, run on samples that the type makes itself."""

from __future__ import annotations

from typing import Any

import pytest

from quizgen.answers import AnswerType, Asked, BasicType, answer_type, answer_types
from quizgen.errors import NotFound, ReadingError
from quizgen.verdict import Malformed, Reading
from tests.answers.every_part import PARTS
from tests.hand_made import MODES, HandScope, number, posed

NO_VERDICT = frozenset({"explain"})
"""Parts that a person marks: no response to them is right or wrong by itself."""
CASES = [(name, sample) for name, (kind, asked) in PARTS.items() for sample in kind.samples(kind.key(asked), asked)]


def judged(kind: AnswerType, asked: Asked, raw: str) -> tuple[str, str]:
    found = kind.read(raw, asked)
    if found is None:
        return "blank", ""
    if isinstance(found, Malformed):
        return "malformed", ""
    match = kind.judge(found, kind.key(asked), asked)
    if match.standing == "pending":
        return "pending", match.standing
    if match.standing == "undecided":
        return "undecided", match.standing
    outcome = "correct" if match.credit == 1 else "partly" if match.credit else "incorrect"
    return outcome, "" if match.standing == "right" else match.standing


@pytest.mark.parametrize(("name", "sample"), CASES)
def test_a_type_s_own_sample_gets_its_outcome(name: str, sample: Any):
    outcome, reason = judged(*PARTS[name], sample.response)
    assert outcome == sample.outcome
    assert sample.reason in ("", reason)


@pytest.mark.parametrize("name", PARTS)
def test_the_samples_are_right_wrong_malformed_and_blank(name: str):
    kind, asked = PARTS[name]
    verdicts = {"pending"} if name in NO_VERDICT else {"correct", "incorrect"}
    assert verdicts | {"malformed", "blank"} <= {each.outcome for each in kind.samples(kind.key(asked), asked)}


@pytest.mark.parametrize("name", PARTS)
def test_the_printed_key_reads_and_is_right(name: str):
    kind, asked = PARTS[name]
    wanted = ("pending", "pending") if name in NO_VERDICT else ("correct", "")
    assert judged(kind, asked, kind.show(kind.key(asked), asked)) == wanted


@pytest.mark.parametrize("name", PARTS)
def test_what_a_solution_says_of_the_key_has_a_right_line_wherever_it_says_anything(name: str):
    kind, asked = PARTS[name]
    key = kind.key(asked)
    lines = kind.told(key, asked)
    assert any(line.right for line in lines) or not lines or not key


@pytest.mark.parametrize("name", PARTS)
def test_only_open_text_has_points_that_a_person_marks(name: str):
    kind, asked = PARTS[name]
    found = kind.read(kind.show(kind.key(asked), asked), asked)
    assert isinstance(found, Reading)
    points = kind.points(found, asked)
    assert bool(points) == (name in NO_VERDICT)
    assert sum(point.credit for point in points) in (0, 1)
    assert kind.marked(found, set(range(len(points))), asked).credit == bool(points)


@pytest.mark.parametrize("name", PARTS)
def test_a_key_does_not_differ_from_itself_and_is_no_trap(name: str):
    kind, asked = PARTS[name]
    key = kind.key(asked)
    found = kind.read(kind.show(key, asked), asked)
    assert isinstance(found, Reading)
    assert not kind.differs(key, key, asked)
    assert not kind.meets(found, key, key, asked)


@pytest.mark.parametrize("name", PARTS)
def test_reading_keeps_the_raw_text_and_shows_what_was_read(name: str):
    kind, asked = PARTS[name]
    raw = f" {kind.show(kind.key(asked), asked)} "
    found = kind.read(raw, asked)
    assert isinstance(found, Reading)
    assert found.raw == raw
    assert found.echo


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize(
    "raw", ["\0", "\ud800", "(" * 5000, "9" * 20_000, "e" * 300, "🦆", "\u202e12", "1e9999999999", "$", "\\"]
)
def test_no_text_makes_a_type_raise(name: str, raw: str):
    judged(*PARTS[name], raw)


@pytest.mark.parametrize(
    ("answer", "near"),
    [
        ({"number": "k", "precison": "2 sf"}, "precision"),
        ({"quantity": "q", "untis": "optional"}, "unit"),
        ({"text": "t", "alias": ["x"]}, "aliases"),
        ({"choice": "m", "offers": "2"}, "offer"),
        ({"choice": "one", "options": [{"say": "x", "rigth": "true", "right": "true"}]}, "right"),
        ({"order": ["x", "y"], "all_or_nothin": "yes"}, "all_or_nothing"),
        ({"match": {"x": "y", "v": "w"}, "distractor": ["z"]}, "distractors"),
        ({"plan": {"b": {}}, "suchthat": [], "sample": {"b": "1"}}, "such_that"),
        ({"plan": {"b": {"mean": "x"}}, "such_that": [], "sample": {"b": "1"}}, "means"),
        ({"explain": [{"point": "x", "find": ["y"]}]}, "finds"),
        ({"expression": "k", "in": "k", "forn": "factored"}, "form"),
        ({"equation": "k = 1", "in": "k", "solved": "yes"}, "solve"),
        ({"set": "{k}", "credits": "each"}, "credit"),
    ],
)
def test_a_field_that_a_type_does_not_have_is_refused_with_the_nearest(answer: dict[str, Any], near: str):
    scope = HandScope({"k": 1, "q": 1, "t": "x", "m": MODES["async"]}, {"q": "ms"}, tables={"modes": MODES})
    with pytest.raises(ReadingError) as wrong:
        posed(answer, scope)
    assert wrong.value.mend == f"did you mean `{near}`?"


def test_every_file_with_a_type_is_found_by_its_name():
    assert {
        "number",
        "quantity",
        "choice",
        "text",
        "order",
        "match",
        "plan",
        "explain",
        "expression",
        "equation",
        "set",
    } <= set(answer_types())
    for name in answer_types():
        assert answer_type(name).name == name


@pytest.mark.parametrize("name", ["numbr", "tolerance", "no such", "..errors"])
def test_another_name_is_refused_with_the_names_there_are(name: str):
    with pytest.raises(NotFound, match="choice, equation, explain, expression"):
        answer_type(name)


def test_a_basic_type_rests_on_nothing():
    basic, (_, asked) = BasicType(), number(1)
    reading = Reading("1", 1, "1")
    assert basic.it(reading, asked) is basic.own(reading, asked) is basic.quick(1, asked, None) is None
    assert basic.figures(1, asked) == 0
    assert not basic.rounds_to(reading, 1, asked)


@pytest.mark.parametrize("field", ["say", "else"])
def test_a_list_where_one_text_is_wanted_is_refused(field: str):
    with pytest.raises(ReadingError, match=f"`{field}` is one text, not a list"):
        posed({"choice": "one", "options": [{"say": "Yes", "right": "true", field: ["a"]}]}, HandScope({}))
