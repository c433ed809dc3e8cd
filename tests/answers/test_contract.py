"""The contract that every answer type keeps, run on samples that the type makes itself."""

from __future__ import annotations

from typing import Any

import pytest

from quizgen.answers import AnswerType, Asked, BasicType, answer_type, answer_types
from quizgen.errors import NotFound, ReadingError
from quizgen.verdict import Malformed, Reading
from tests.answers.symbolic_parts import part
from tests.hand_made import MODES, HandScope, number, posed, quantity

OPTIONS = [
    {"say": "Yes", "right": "k > 3"},
    {"say": "No", "right": "not (k > 3)"},
    {"say": "Perhaps", "right": "false"},
]
TICKED = [
    {"say": "One, two", "right": "k > 1", "else": "It is."},
    {"say": "Three", "right": "k > 2"},
    {"say": "Nine", "right": "k > 8", "else": "It isn't."},
    {"say": "Ten", "right": "no", "last": "yes"},
]
PAIRS = {"France": "Paris", "Italy": "Rome", "Vatican": "Rome", "Spain": "Madrid"}
PLAN = {
    "plan": {"b": {"means": "samples"}, "k": {}, "a": {"integer": "yes"}},
    "such_that": [
        {"that": "k = G", "say": "Use all <<G>>.", "credit": "1/4"}, {"that": "b*k*a = B", "say": "Not the batch."},
    ],
    "sample": {"b": "1", "k": "G", "a": "B/G"},
}  # fmt: skip
POINTS = [
    {"point": "It gets smaller.", "finds": ["smaller|less", "shrink*"], "unless": ["not|never"]},
    {"point": "There are <<k>> of them.", "finds": ["<<k>> of"], "credit": "2"},
]
PARTS: dict[str, tuple[AnswerType, Asked]] = {
    "number": number("8/3"),
    "number, whole": number(128, whole=True),
    "number, zero": number(0),
    "number, reduced": number("8/3", form="reduced"),
    "number, mixed": number("-8/3", form="mixed"),
    "number, scientific": number("123456", form="scientific"),
    "number, strict": number("8/3", strict="yes"),
    "number, places": number("8/3", precision="2 dp"),
    "number, within": number("8/3", within="1 %"),
    "number, per cent": number("0.95", percent="yes"),
    "number, stored in per cent": number("95.123", percent="stored"),
    "number, arithmetic": number("8/3", arithmetic="yes"),
    "number, no credit": number("8/3", precision_credit="0"),
    "quantity": quantity("50", "ms"),
    "quantity, optional": quantity("1.36", "GB", unit="optional"),
    "quantity, given": quantity("-4.5", "°C", unit="given"),
    "quantity, exactly this": quantity("12.3456", "m/s", unit="exactly this"),
    "quantity, unit credit": quantity("12.3456", "m/s", unit_credit="0.5"),
    "text, row": posed({"text": "m"}, HandScope({"m": MODES["async"]}, tables={"modes": MODES})),
    "text": posed({"text": "t", "case": "yes"}, HandScope({"t": "Frog"})),
    "choice, rows": posed({"choice": "m"}, HandScope({"m": MODES["async"]}, tables={"modes": MODES})),
    "choice, options": posed({"choice": "one", "options": OPTIONS}, HandScope({"k": 4})),
    "choice, several": posed({"choice": "several", "options": TICKED}, HandScope({"k": 4})),
    "choice, several, all or nothing": posed(
        {"choice": "several", "options": TICKED, "all_or_nothing": "yes"}, HandScope({"k": 4})
    ),
    "choice, several, none right": posed({"choice": "several", "options": TICKED}, HandScope({"k": 0})),
    "order": posed({"order": ["Read", "Add <<k>>", "Divide", "Write"]}, HandScope({"k": 4})),
    "order, all or nothing": posed({"order": ["Read", "Add", "Write"], "all_or_nothing": "yes"}, HandScope({"k": 4})),
    "match": posed({"match": PAIRS, "distractors": ["Oslo"]}, HandScope({"k": 4})),
    "match, all or nothing": posed({"match": PAIRS, "all_or_nothing": "yes"}, HandScope({"k": 4})),
    "plan": posed(PLAN, HandScope({"B": 32, "G": 4})),
    "explain": posed({"explain": POINTS}, HandScope({"k": 4})),
    "expression": part({"expression": "a*x^2 + 1", "in": ["x"]}, {"a": 3}),
    "expression, factored": part({"expression": "(x - 2)*(x + a)", "in": "x", "form": "factored"}, {"a": 3}),
    "expression, antiderivative": part({"expression": "x^3/a", "in": "x", "plus_constant": "required"}, {"a": 3}),
    "expression, own constant": part({"expression": "sin(x) + C", "in": "x"}, letters="x C"),
    "expression, infinity": part({"expression": "oo", "in": "x"}),
    "expression, decimal comma": part({"expression": "x/2 + 1", "in": "x"}, decimal="comma"),
    "equation": part({"equation": "y = a*x + 1", "in": "x, y"}, {"a": 3}),
    "equation, solved": part({"equation": "{a, -a}", "in": "x"}, {"a": 2}),
    "equation, system": part({"equation": "x + y = a and x - y = 1", "in": "x, y"}, {"a": 2}),
    "inequality": part({"inequality": "x^2 < a", "in": "x"}, {"a": 4}),
    "inequality, chain": part({"inequality": "1 < x and x <= a", "in": "x"}, {"a": 4}),
    "interval": part({"interval": "[a, 5)", "in": "x"}, {"a": 2}),
    "interval, unbounded": part({"interval": "(-oo, a]"}, {"a": 2}),
    "interval, inequality": part({"interval": "x < 1 or x >= a", "in": "x"}, {"a": 2}),
    "interval, rounded": part({"interval": "(1/3, 2]", "precision": "2 dp"}),
    "set": part({"set": "{a, sqrt(2), 1/2}"}, {"a": 2}),
    "set, each": part({"set": "{a, 5, 7}", "credit": "each"}, {"a": 2}),
    "set, decimal comma": part({"set": "{1/2, 5}"}, decimal="comma"),
    "list": part({"list": "[a, x + 1]", "in": "x"}, {"a": 2}),
    "list, each": part({"list": "(a, 5, 7)", "credit": "each"}, {"a": 2}),
    "matrix": part({"matrix": "[[1, a], [x, 4]]", "in": "x"}, {"a": 2}),
    "matrix, each": part({"matrix": "[[1, a], [3, 4]]", "credit": "each"}, {"a": 2}),
    "matrix, vector": part({"matrix": "[1, a, 3]"}, {"a": 2}),
}
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
