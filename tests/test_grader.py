"""Grading in the order of POSITIONS 31, on templates made by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers import answer_type
from quizgen.codec import from_json, to_json
from quizgen.errors import NotFound
from quizgen.generator import asked, from_params, instantiate
from quizgen.grader import Policy, _graded, grade, marker_of
from quizgen.maths.values import round_sf
from quizgen.prose import markdown
from quizgen.result import PartResult, Result
from quizgen.verdict import Malformed, Reading
from tests.hand_made import BUDGET, SPEEDUP, WAYS, WAYS_PACK, compiled


def graded(template: str, responses: Mapping[str, str], **policy: bool) -> Result:
    made = compiled(template)
    return grade(made, made.example, responses, Policy(**policy))


def part(template: str, responses: Mapping[str, str], name: str, **policy: bool) -> PartResult:
    return next(each for each in graded(template, responses, **policy).parts if each.part == name)


def speedup(raw: str, **policy: bool) -> PartResult:
    return part(SPEEDUP, {"S": raw}, "S", **policy)


@pytest.mark.parametrize("raw", ["2.667", "2.67", "8/3", "400/150", "S = 2.667", "2.67×", r"$\frac{8}{3}$"])
def test_what_is_as_the_key_is_correct_and_nothing_is_said(raw: str):
    found = speedup(raw)
    assert (found.verdict.outcome, found.verdict.credit, found.verdict.reason, found.says) == ("correct", 1, "", ())
    assert isinstance(found.reading, Reading)
    assert found.reading.raw == raw


@pytest.mark.parametrize(
    ("raw", "outcome", "reason", "points"),
    [
        ("2.7", "partly", "precision", Fraction(1, 2)),
        ("2.66", "partly", "truncated", Fraction(1, 2)),
        ("4", "incorrect", "trap", 0),
        ("3.56", "incorrect", "trap", 0),
        ("3", "incorrect", "value", 0),
        ("2.667 ms", "incorrect", "dimension", 0),
        ("", "blank", "", 0),
        ("400/(400/4+50)", "malformed", "", 0),
        ("soon", "malformed", "", 0),
    ],
)
def test_each_outcome_has_its_reason_and_its_points(raw: str, outcome: str, reason: str, points: Any):
    found = speedup(raw)
    assert (found.verdict.outcome, found.verdict.reason, found.points) == (outcome, reason, points)


def test_a_trap_says_its_own_words_before_the_part_s():
    found = speedup("4")
    assert found.verdict.traps == ("ideal-speedup",)
    assert [said.prose.pieces for said in found.says] == [
        ("Communication was left out.",),
        ("Begin with one iteration.",),
    ]


def test_a_wrong_value_gets_the_part_s_feedback_and_a_near_one_does_not():
    assert [said.prose.pieces for said in speedup("3").says] == [("Begin with one iteration.",)]
    assert speedup("2.7").says == speedup("").says == speedup("soon").says == ()


def test_where_the_other_reading_alone_would_be_right_the_learner_is_asked_back():
    found = speedup("2,667")
    assert found.verdict.outcome == "malformed"
    assert isinstance(found.reading, Malformed)
    assert found.reading.asks == ("2.667", "2667")
    assert found.reading.what == "did you mean 2.667 or 2667?"


def test_where_the_other_reading_is_wrong_too_nobody_is_asked():
    assert (speedup("2,660").verdict.outcome, speedup("3,111").verdict.outcome) == ("incorrect", "incorrect")


def test_where_nobody_can_be_asked_an_ambiguous_answer_earns_nothing_and_says_both_verdicts():
    found = speedup("2,667", ask_back=False)
    assert (found.verdict.outcome, found.verdict.credit, found.verdict.reason) == ("incorrect", 0, "ambiguous")
    assert found.verdict.evidence == "2667: incorrect; 2.667: correct"


def test_an_ambiguous_answer_carries_nothing():
    found = part(BUDGET, {"S": "4,800", "E": "800"}, "E", ask_back=False)
    assert found.verdict.reason == "value"


def test_an_empty_part_does_not_void_its_siblings():
    found = graded(BUDGET, {"S": "4.8", "S_a": "4800/850"})
    assert [each.verdict.outcome for each in found.parts] == ["blank", "correct", "blank", "correct", "blank"]
    assert (found.points, found.of) == (3, 6)


def test_points_are_exact_and_by_part():
    found = graded(BUDGET, {"T_comm": "50 ms", "S_a": "5.6"})
    assert [each.points for each in found.parts] == [1, 0, 0, 1, 0]
    assert [each.of for each in found.parts] == [1, 1, 1, 2, 1]
    assert (found.points, found.to_mark) == (2, 0)


def test_a_result_names_what_made_it():
    made = compiled(SPEEDUP)
    found = graded(SPEEDUP, {"S": "1"})
    assert (found.template, found.engine, found.digests) == (made.id, made.engine, made.digests)
    assert found.variant == graded(SPEEDUP, {}).variant


def test_honest_rounding_of_all_steps_is_right():
    found = part(BUDGET, {"E_a": "0.942"}, "E_a")
    assert (found.verdict.outcome, found.verdict.reason, found.points) == ("correct", "rounded", 1)
    assert part(BUDGET, {"E_a": "0.943"}, "E_a").verdict.outcome == "incorrect"


def test_honest_rounding_of_an_own_right_answer_is_right():
    found = part(BUDGET, {"S_a": "5.645", "E_a": "0.9408"}, "E_a")
    assert (found.verdict.outcome, found.verdict.reason) == ("correct", "")
    found = part(BUDGET, {"S_a": "5.65", "E_a": "0.9417"}, "E_a")
    assert (found.verdict.outcome, found.verdict.reason) == ("correct", "rounded")


def test_what_follows_from_a_wrong_answer_is_carried():
    answers = {"T_comm": "500 ms", "S": "1.714", "E": "0.286", "S_a": "3.69", "E_a": "61.5 %"}
    found = graded(BUDGET, answers)
    assert [each.verdict.reason for each in found.parts] == ["value", *["carried"] * 4]
    assert found.points == 5
    assert found.parts[1].verdict.evidence == "right for T_comm = 500\u00a0ms"


def test_a_learner_may_have_kept_more_digits_of_what_was_carried():
    kept = part(BUDGET, {"T_comm": "500 ms", "S": "1.71", "E": "0.2857"}, "E")
    shown = part(BUDGET, {"T_comm": "500 ms", "S": "1.71", "E": "0.285"}, "E")
    assert kept.verdict.reason == shown.verdict.reason == "carried"


def test_nothing_is_carried_where_the_policy_says_so():
    assert part(BUDGET, {"T_comm": "500 ms", "S": "1.714"}, "S", carry=False).verdict.reason == "value"


def test_what_follows_from_a_trap_s_value_is_carried_and_not_the_same_trap_again():
    found = graded(BUDGET, {"T_comm": "400 ms", "S": "2", "E": "0.333"})
    assert [(each.verdict.reason, each.verdict.traps) for each in found.parts[:3]] == [
        ("trap", ("bits-for-bytes",)), ("carried", ()), ("carried", ())
    ]  # fmt: skip


def test_a_trap_is_a_trap_again_where_the_earlier_answer_was_right():
    found = part(BUDGET, {"T_comm": "50 ms", "S": "2"}, "S")
    assert found.verdict.traps == ("bits-for-bytes",)


@pytest.mark.parametrize("zero", ["0 ms", "0.000001 ms", "-500 ms", "500 GB"])
def test_what_makes_another_question_of_it_carries_nothing(zero: str):
    found = part(BUDGET, {"T_comm": zero, "S": "6"}, "S")
    assert found.verdict.reason == "trap"


@pytest.mark.parametrize("unread", ["", "quick", "1/0 ms"])
def test_blank_and_malformed_carry_nothing_and_harm_nothing(unread: str):
    assert part(BUDGET, {"T_comm": unread, "S": "4.8"}, "S").verdict == part(BUDGET, {"S": "4.8"}, "S").verdict
    assert part(BUDGET, {"T_comm": unread, "S": "2"}, "S").verdict.reason == "trap"


TWINS = SPEEDUP.replace("comm-divided, instead: {T_iter: (T_compute + T_comm) / k}", "twin, instead: {S: k}").replace(
    "id: speedup", "id: twins"
)


def test_where_two_traps_give_one_value_both_are_named():
    assert part(TWINS, {"S": "4"}, "S").verdict.traps == ("ideal-speedup", "twin")


CREDIT = SPEEDUP.replace("say: Not divided.", "say: Not divided., credit: 0.25").replace("id: speedup", "id: credit")


def test_a_trap_may_earn_something():
    found = part(CREDIT, {"S": "3.556"}, "S")
    assert (found.verdict.outcome, found.verdict.reason, found.points) == ("partly", "trap", Fraction(1, 4))


TERMS = """
id: terms
title: Terms
level: 1
params:
  m: {draw: modes}
  n: {draw: [1, 2, 3]}
example: {m: async, n: 1}
steps:
  - {name: found, is: m, do: Look}
verify:
  - {that: n > 0, say: Positive.}
stem: Number <<n>>.
parts:
  - {id: mode, ask: 'Which way?', answer: {text: found, among: modes}, otherwise: 'Not <<it.name>>.'}
  - id: pick
    ask: Which one?
    answer: {choice: found, among: modes}
    traps:
      - {name: waits, picks: 'it.id = "sync"', say: 'Nobody waits.'}
  - id: own
    ask: Yes or no?
    answer:
      choice: one
      options:
        - {say: 'Yes', right: n > 0}
        - {say: 'No', right: false, else: 'It is <<n>>.'}
"""


def test_feedback_about_what_was_named_is_given_only_where_something_was():
    found = part(TERMS, {"mode": "synchronous SGD"}, "mode")
    assert found.verdict.evidence == "that is synchronous SGD"
    assert [said.values["it"].id for said in found.says] == ["sync"]
    assert part(TERMS, {"mode": "who knows"}, "mode").says == ()


def test_a_slip_is_right_with_a_note():
    found = part(TERMS, {"mode": "asynchronus SGD"}, "mode")
    assert (found.verdict.outcome, found.verdict.credit) == ("correct", 1)
    assert "asynchronus" in found.verdict.notes[0]


def test_an_option_that_a_trap_picks_is_that_trap():
    found = part(TERMS, {"pick": "synchronous SGD"}, "pick")
    assert (found.verdict.reason, found.verdict.traps) == ("trap", ("waits",))


def test_an_option_s_own_words_are_said():
    found = part(TERMS, {"own": "No"}, "own")
    assert [said.values["n"] for said in found.says] == [1]


def test_params_that_are_missing_are_named():
    with pytest.raises(NotFound, match="T_comm"):
        grade(compiled(SPEEDUP), {"T_compute": 400, "k": 4}, {"S": "1"})


def test_responses_to_no_part_are_left_alone():
    assert graded(SPEEDUP, {"S": "8/3", "T": "1"}).points == 1


@given(st.text(max_size=15), st.text(max_size=15))
def test_no_response_raises_and_the_same_answers_get_the_same_result(one: str, other: str):
    answers = {"T_comm": one, "S": other, "E": one, "E_a": other}
    assert repr(graded(BUDGET, answers)) == repr(graded(BUDGET, answers))  # intervals are equal by their ends


@pytest.mark.parametrize("text", [SPEEDUP, BUDGET, TERMS])
def test_a_template_that_went_through_json_grades_alike(text: str):
    made = compiled(text)
    again = from_json(to_json(made))
    for seed in range(5):
        params = instantiate(made, str(seed)).params
        for raw in ("2.667", "50 ms", "0.8", "sync", "a", "Yes", "4"):
            answers = dict.fromkeys((part.id for part in made.parts), raw)
            assert grade(again, params, answers) == grade(made, params, answers)


PLAIN = st.one_of(
    st.decimals(-10, 10, places=3).map(str),
    st.decimals(0, 1, places=4).map(str),
    st.integers(-20, 2000).map(str),
    st.sampled_from(
        ["2.6", "2.7", "2.66", "2.67", "4", "4.0", "3.6", "3.55", "0.00", "-0", "1e3", "2.70", "400", "2.6666666667"]
    ),
)


@given(st.integers(0, 300), PLAIN)
def test_the_fast_path_gives_the_result_that_the_slow_one_gives(seed: int, raw: str):
    variant = instantiate(compiled(SPEEDUP), str(seed))
    (each,) = marker_of(variant.template, variant.params).parts
    assert grade(variant.template, variant.params, {"S": raw}).parts == (_graded(each, raw, {}, Policy()),)


def test_most_plain_answers_take_the_fast_path():
    (each,) = marker_of(compiled(SPEEDUP), compiled(SPEEDUP).example).parts
    assert each.quick is not None
    assert all(each.quick(raw) is not None for raw in ("2.667", "2.67", "3", "1.5", "-2.667", "0", "7.25", "26.67"))
    assert all(each.quick(raw) is None for raw in ("2.7", "2.66", "4", "3.56", "3.6", "8/3", "soon"))


@given(st.integers(0, 10_000))
def test_the_key_of_every_part_of_every_variant_is_correct(seed: int):
    variant = instantiate(compiled(BUDGET), str(seed))
    shown = {}
    for each in variant.template.parts:
        kind, question = answer_type(each.answer), asked(variant, each)
        shown[each.id] = kind.show(kind.key(question), question)
    found = grade(variant.template, variant.params, shown)
    assert (found.points, [each.verdict.reason for each in found.parts]) == (found.of, [""] * 5)


@given(st.integers(0, 10_000))
def test_an_honest_chain_rounded_to_three_figures_is_right_unless_a_trap_gives_that_value_too(seed: int):
    def three(over: Any, under: Any = 1) -> Any:
        return round_sf(Fraction(over) / Fraction(under), 3)

    variant = instantiate(compiled(BUDGET), str(seed))
    values = variant.values
    exchange, sliced = three(values["V"], values["W"]), three(values["T_compute"], values["k"])
    one, many = three(values["a"] * values["T_compute"]), three(values["a"] * sliced + exchange)
    share = three(three(one, many), values["k"])
    found = grade(variant.template, variant.params, {"E_a": f"{float(share):.3g}"})
    verdict = found.parts[-1].verdict
    assert verdict.outcome == "correct" or verdict.reason == "trap"


# ------------------------------------------------------------------------------------------------ open, and in part
OPEN = {"B": 32, "G": 4}
ESSAY = "All get the same. Not much is left."


def ways(responses: Mapping[str, str], marks: Mapping[str, frozenset[int]] | None = None) -> Result:
    template = compiled(WAYS, WAYS_PACK)
    return grade(template, OPEN, responses, marks=marks or {})


def part_of(result: Result, name: str) -> PartResult:
    return next(each for each in result.parts if each.part == name)


def test_an_open_answer_waits_for_a_person_and_its_points_stay_apart():
    result = ways({"s": "8", "why": ESSAY})
    found = part_of(result, "why")
    assert (found.verdict.outcome, found.points, result.points, result.to_mark) == ("pending", 0, 1, 3)
    assert [(mark.found, mark.given) for mark in found.marks] == [("All get the same.", None), ("", None), ("", None)]
    assert found.says == ()


def test_what_a_person_found_in_an_open_answer_is_its_credit():
    marks = [ways({"why": ESSAY}, {"why": frozenset(given)}) for given in ((), (0,), (0, 1, 2))]
    verdicts = [part_of(result, "why").verdict for result in marks]
    assert [(each.outcome, each.credit, each.reason) for each in verdicts] == [
        ("incorrect", 0, "marked"), ("partly", Fraction(1, 3), "marked"), ("correct", 1, "marked"),
    ]  # fmt: skip
    assert [result.to_mark for result in marks] == [0, 0, 0]
    assert [part_of(result, "why").points for result in marks] == [0, 1, 3]
    assert [bool(part_of(result, "why").says) for result in marks] == [True, True, False]
    assert [mark.given for mark in part_of(marks[1], "why").marks] == [True, False, False]


def test_marks_of_a_part_that_needs_no_person_or_was_left_blank_change_nothing():
    marks = {"s": frozenset({0}), "why": frozenset({0})}
    assert ways({"s": "7"}, marks) == ways({"s": "7"})


def test_an_answer_of_which_some_is_right_earns_its_part_and_the_part_s_words():
    shown = {text: letter for letter, text in _texts_of("more").items()}
    found = part_of(ways({"more": shown["More of us"]}), "more")
    assert (found.verdict.outcome, found.verdict.reason, found.points) == ("partly", "some", 1)
    assert [said.prose.pieces for said in found.says] == [("Think of a cake.",)]


def test_a_plan_that_breaks_a_condition_has_its_reason_and_words():
    found = part_of(ways({"plan": "a=3 b=3"}), "plan")
    assert (found.verdict.outcome, found.verdict.reason) == ("incorrect", "condition")
    assert [said.prose.pieces[0] for said in found.says] == ["Their product is $"]
    assert part_of(ways({"plan": "a=2 b=4"}), "plan").verdict.outcome == "correct"


def _texts_of(part: str) -> dict[str, str]:
    variant = from_params(compiled(WAYS, WAYS_PACK), OPEN)
    asking = next(each for each in variant.template.parts if each.id == part)
    options = answer_type(asking.answer).public(asked(variant, asking)).options
    return {option.letter: markdown(option.say, variant.values, {}) for option in options}
