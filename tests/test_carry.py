"""Re-solving with a learner's own values and with rounded ones (POSITIONS 19, 30)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from quizgen.carry import Posed, bare_step, carried, may_carry, reach, rounded
from quizgen.compiled import CompiledTemplate
from quizgen.generator import asked, example
from quizgen.grader import grade
from tests.hand_made import BUDGET, SPEEDUP, compiled

HALF_A_SECOND = {"T_comm": Fraction(1, 2)}


def posed(text: str, name: str) -> Posed:
    template = compiled(text)
    part = next(part for part in template.parts if part.id == name)
    variant = example(template)
    return Posed(template, variant.params, part, asked(variant, part))


def value(case: Posed, own: Mapping[str, Any]) -> Any:
    found = carried(case, own)
    return None if found is None else found.key


def allowed(case: Posed, own: Mapping[str, Any]) -> bool:
    found = carried(case, own)
    return found is not None and may_carry(case, found, own)


def test_the_walk_stops_at_the_first_own_answer_on_each_path():
    case = posed(BUDGET, "E_a")
    found = reach(case.template, case.part, frozenset({"T_comm", "S_a", "S"}))
    assert found.stopped == {"S_a"}
    assert found.passed == {"E_a", "k"}


def test_the_walk_goes_through_what_was_not_answered():
    case = posed(BUDGET, "E_a")
    found = reach(case.template, case.part, frozenset({"T_comm", "S"}))
    assert found.stopped == {"T_comm"}
    assert {"S_a", "T_many", "T_slice", "T_one", "a", "k", "T_compute"} <= found.passed
    assert "V" not in found.passed


def test_a_part_s_own_step_stands_in_for_nothing():
    case = posed(BUDGET, "S")
    assert bare_step(case.part) == "S"
    assert carried(case, {"S": 3}) is None


def test_a_part_is_re_solved_with_the_learner_s_own_values():
    assert value(posed(BUDGET, "S"), HALF_A_SECOND) == Fraction(12, 7)
    assert value(posed(BUDGET, "E"), {"S": 3, **HALF_A_SECOND}) == Fraction(1, 2)
    assert value(posed(BUDGET, "T_comm"), {"S": 3}) is None


@pytest.mark.parametrize("own", [0, Fraction(-1, 2)])
def test_a_value_of_another_sign_or_a_zero_stands_in_for_nothing(own: Any):
    assert carried(posed(BUDGET, "S"), {"T_comm": own}) is None


def test_a_value_with_which_the_part_has_none_carries_nothing():
    text = BUDGET.replace("'T_compute / (T_slice + T_comm)'", "'T_compute / (unit(500, ms) - T_comm)'")
    assert carried(posed(text, "S"), HALF_A_SECOND) is None


def test_every_param_that_is_left_must_still_move_the_answer():
    assert allowed(posed(BUDGET, "S"), HALF_A_SECOND)
    assert not allowed(posed(BUDGET, "S"), {"T_comm": Fraction(1, 10**9)})


def test_a_param_that_never_moved_the_answer_need_not_move_it_now():
    text = BUDGET.replace("is: S / k,", "is: S / k + 0 * a,")
    assert allowed(posed(text, "E"), {"S": 3})


def test_what_rests_on_nothing_else_is_carried():
    text = BUDGET.replace("is: S / k,", "is: 2 * S,")
    assert allowed(posed(text, "E"), {"S": 3})


def test_a_key_that_has_no_value_with_the_own_answer_carries_nothing():
    text = SPEEDUP.replace("answer: {number: S}", "answer: {number: 1 / (T_iter - T_slice) * T_iter}")
    text = text.replace("parts:", "parts:\n  - {id: T_iter, ask: Time, answer: {quantity: T_iter}}")
    assert carried(posed(text, "S"), {"T_iter": Fraction(1, 10)}) is None
    found = grade(compiled(text), compiled(text).example, {"T_iter": "100 ms", "S": "7"})
    assert found.parts[1].verdict.outcome == "incorrect"


def with_check(that: str) -> Posed:
    return posed(BUDGET.replace("that: S_a <= k", f"that: '{that}'"), "S")


def test_a_verify_about_what_the_part_rests_on_must_hold():
    assert not allowed(with_check("S >= 4"), HALF_A_SECOND)
    assert not allowed(with_check("T_comm < T_slice"), HALF_A_SECOND)
    assert allowed(with_check("S <= k"), HALF_A_SECOND)


def test_a_verify_about_how_the_own_answer_should_have_come_about_does_not_count():
    assert allowed(with_check("T_comm * W = V"), HALF_A_SECOND)


def test_a_verify_about_other_steps_does_not_count():
    assert allowed(with_check("S_a >= 5"), HALF_A_SECOND)


def chain(case: Posed, figures: int) -> Any:
    found = rounded(case, figures)
    return None if found is None else found.key


def test_all_steps_upstream_are_rounded_alike_in_one_chain():
    assert chain(posed(BUDGET, "E_a"), 3) == Fraction("5.65") / 6
    assert chain(posed(BUDGET, "E_a"), 4) == Fraction("5.647") / 6


def test_a_part_without_steps_upstream_has_no_chain():
    assert chain(posed(BUDGET, "T_comm"), 3) is None


def test_the_part_s_own_step_is_not_rounded():
    assert chain(posed(SPEEDUP, "S"), 3) == Fraction(8, 3)


PICKED = """
id: picked
title: Picked
level: 3
params:
  fast: {draw: {pick: 2, of: [80, 90, 100, 110], order: rising}, unit: ms}
  story: {draw: modes}
  other: {draw: story.aliases}
  order: {draw: {shuffle: [1, 2, 3]}}
  far: {draw: {from: 1, to: 5000}}
example: {fast: [80, 90], story: async, other: async, order: [1, 2, 3], far: 7}
steps:
  - {name: total, is: sum(fast), unit: ms, do: Add}
  - name: twice
    is: total * first(order) * far * if(story.id = "async", 1, 3) * if(other = "async", 1, 2)
    unit: ms
    do: Scale
verify:
  - {that: twice > total - total, say: Positive.}
stem: <<fast>> <<other>>.
parts:
  - {id: total, ask: 'In all?', answer: {quantity: total}}
  - {id: twice, ask: 'Scaled?', answer: {quantity: twice}}
"""


def test_every_kind_of_draw_has_other_values_to_try():
    template: CompiledTemplate = compiled(PICKED)
    found = grade(template, template.example, {"total": "180 ms", "twice": "1260 ms"})
    assert [each.verdict.reason for each in found.parts] == ["value", "carried"]


ROWS = """
id: rows
title: Rows
level: 1
params:
  m: {draw: modes}
example: {m: async}
steps:
  - {name: found, is: m, do: Look}
  - {name: waits, is: 'if(found.id = "sync", 10, 20)', do: Count}
verify:
  - {that: waits > 0, say: Positive.}
stem: Look.
parts:
  - {id: mode, ask: 'Which?', answer: {text: found}}
  - {id: waits, ask: 'How many?', answer: {number: waits}}
"""


def test_a_row_that_was_named_stands_in_for_the_right_one():
    template = compiled(ROWS)
    found = grade(template, template.example, {"mode": "synchronous SGD", "waits": "10"})
    assert [each.verdict.reason for each in found.parts] == ["value", "carried"]
    assert found.parts[1].verdict.evidence == "right for found = synchronous SGD"


def test_a_part_may_refuse_to_carry_and_may_give_less_for_it():
    refuses = compiled(ROWS.replace("answer: {number: waits}", "answer: {number: waits}, carry: no"))
    half = compiled(ROWS.replace("answer: {number: waits}", "answer: {number: waits}, carried_credit: 1/2"))
    answers = {"mode": "synchronous SGD", "waits": "10"}
    assert grade(refuses, refuses.example, answers).parts[1].verdict.reason == "value"
    found = grade(half, half.example, answers).parts[1]
    assert (found.verdict.outcome, found.verdict.reason, found.points) == ("partly", "carried", Fraction(1, 2))
