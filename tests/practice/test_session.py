"""One question as a state machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen import Bank, CompiledTemplate
from quizgen.generator import example
from quizgen.practice import session
from quizgen.practice.session import Sitting, answer, ask, finish, hint, judge, leave, open_part, reveal, tick
from tests.hand_made import WAYS, WAYS_PACK
from tests.hand_made import compiled as from_text


def compiled(label: str) -> CompiledTemplate:
    bank = Bank()
    return bank.compiled(bank.find(label))


SPEEDUP = ask(example(compiled("L2.3")))
BUDGET = ask(example(compiled("L5.1")))


def after(sitting: Sitting, *texts: str) -> Sitting:
    for text in texts:
        sitting = answer(sitting, text).sitting
    return sitting


def test_a_right_answer_ends_the_part():
    step = answer(SPEEDUP, "2.667")
    assert isinstance(step.said, session.Judged)
    assert step.said.result.verdict.outcome == "correct"
    assert step.said.left == 0
    assert step.sitting.stage == "explaining"


def test_a_wrong_answer_may_be_tried_again_three_times_in_all():
    lefts = []
    sitting = SPEEDUP
    for text in ("4", "3.9", "3.8"):
        sitting, said = answer(sitting, text)
        lefts.append(said.left)
    assert lefts == [2, 1, 0]
    assert sitting.records[0].tries == 3


def test_a_malformed_answer_costs_no_try():
    assert after(SPEEDUP, "((", "400/(400/4+50)", "2.667").records[0].tries == 1


def test_a_partly_right_answer_may_be_improved():
    sitting = after(SPEEDUP, "2.7")
    assert sitting.stage == "asking"
    assert after(sitting, "2.67").records[0].right


def test_the_first_blank_answer_is_asked_about_and_the_second_leaves_the_part():
    step = answer(SPEEDUP, "  ")
    assert isinstance(step.said, session.Nudged)
    step = answer(step.sitting, "")
    assert isinstance(step.said, session.Left)
    assert step.sitting.records[0].result is None


def test_an_answer_between_two_blank_ones_starts_again():
    assert after(SPEEDUP, "", "((", "").stage == "asking"


def test_hints_come_one_by_one_and_run_out():
    sitting, numbers = SPEEDUP, []
    for _ in range(len(SPEEDUP.shows.parts[0].hints) + 1):
        sitting, said = hint(sitting)
        numbers.append((said.number, bool(said.says)))
    of = len(SPEEDUP.shows.parts[0].hints)
    assert numbers == [*((number, True) for number in range(1, of + 1)), (of, False)]
    assert after(sitting, "2.667").records[0].hints == of


def test_a_wrong_answer_carries_into_the_next_part():
    wrong = after(BUDGET, "500 ms", "500 ms", "500 ms")
    result = judge(wrong, "1.714")
    assert (result.verdict.outcome, result.verdict.reason) == ("correct", "carried")


def test_a_part_that_was_left_carries_nothing():
    assert judge(leave(BUDGET).sitting, "1.714").verdict.reason != "carried"


def test_a_part_whose_solution_was_seen_is_over_and_the_next_is_asked():
    sitting, said = open_part(BUDGET)
    assert (said.part, said.steps) == ("T_comm", frozenset({"T_comm", "V", "W"}) & said.steps)
    assert sitting.records[0].revealed
    assert sitting.part == BUDGET.shows.parts[1]


def test_a_part_opens_no_step_that_was_shown_for_an_earlier_one():
    first, said = open_part(BUDGET)
    assert not open_part(first).said.steps & said.steps


def test_a_part_opens_no_step_that_only_later_parts_need():
    assert not {"S_a", "E_a"} & open_part(leave(BUDGET).sitting).said.steps


def test_the_last_part_opens_nothing_of_its_own_because_the_whole_solution_follows():
    sitting, said = open_part(SPEEDUP)
    assert said.steps == frozenset()
    assert sitting.stage == "explaining"


def test_the_whole_solution_stays_closed_while_a_part_is_asked():
    with pytest.raises(ValueError, match="asked"):
        reveal(BUDGET, 3)


def test_nothing_can_be_answered_when_every_part_is_done():
    with pytest.raises(ValueError, match="done"):
        answer(after(SPEEDUP, "2.667"), "2.667")


def test_the_solution_is_opened_step_by_step_or_all_at_once():
    done = after(SPEEDUP, "2.667")
    first = reveal(done, 3)
    assert (first.said.first, first.said.end, first.sitting.stage) == (0, 1, "explaining")
    rest = reveal(first.sitting, 3, everything=True)
    assert (rest.said.first, rest.said.end, rest.sitting.stage) == (1, 3, "over")


def test_judging_changes_nothing():
    before = after(SPEEDUP, "4")
    judge(before, "2.667")
    assert before.tries == 1


LINES = st.sampled_from(["2.667", "4", "2.7", "", "((", "2,667", "50 ms", "0.8", ":", "q"]) | st.text(max_size=8)


@given(st.lists(LINES, max_size=12))
def test_whatever_is_typed_a_sitting_ends_with_a_record_for_each_part(lines: list[str]):
    sitting = BUDGET
    for line in lines:
        if sitting.part is not None:
            sitting = answer(sitting, line).sitting
    assert [record.part for record in finish(sitting).records] == [part.id for part in BUDGET.shows.parts]


@given(st.lists(LINES, max_size=12))
def test_the_same_answers_end_alike(lines: list[str]):
    ends = []
    for _ in range(2):
        sitting = SPEEDUP
        for line in lines:
            if sitting.part is not None:
                sitting = answer(sitting, line).sitting
        ends.append(finish(sitting).records)
    assert ends[0] == ends[1]


# ------------------------------------------------------------------------------------------------ open answers, reveals
WAYS_ASKED = ask(example(from_text(WAYS, WAYS_PACK)))


def at_the_essay() -> Sitting:
    sitting = WAYS_ASKED
    while sitting.part is not None and sitting.part.id != "why":
        sitting = leave(sitting).sitting
    return sitting


def test_an_open_answer_is_held_against_the_points_one_by_one():
    sitting, said = answer(at_the_essay(), "All get the same.")
    assert isinstance(said, session.Judged)
    assert said.result.verdict.outcome == "pending"
    assert sitting.stage == "ticking"
    assert sitting.point is not None
    assert sitting.point.found == "All get the same."
    for made in (True, False):
        sitting, said = tick(sitting, made=made)
        assert said.result is None
    sitting, said = tick(sitting, made=True)
    assert (said.result.verdict.outcome, said.result.points) == ("partly", 2)
    assert sitting.records[-1].result == said.result
    assert sitting.stage == "explaining"


def test_all_points_made_is_right_and_none_is_not():
    for made, right in ((True, True), (False, False)):
        sitting = answer(at_the_essay(), "So it is.").sitting
        for _ in range(3):
            sitting = tick(sitting, made=made).sitting
        assert sitting.records[-1].right == right


def test_while_points_are_ticked_nothing_else_can_be_done_but_leave():
    sitting = answer(at_the_essay(), "So it is.").sitting
    for act in (
        lambda: answer(sitting, "x"),
        lambda: hint(sitting),
        lambda: open_part(sitting),
        lambda: reveal(sitting, 3),
    ):
        with pytest.raises(ValueError, match=r"ticked|asked"):
            act()
    left = leave(sitting).sitting
    assert left.records[-1].result is not None
    assert left.records[-1].result.verdict.outcome == "pending"
    assert finish(sitting).stage == "over"


def test_no_point_is_ticked_where_none_is_looked_for():
    with pytest.raises(ValueError, match="no point"):
        tick(SPEEDUP, made=True)


def test_a_part_that_is_done_reveals_its_steps_however_it_was_done():
    right, wrong = answer(WAYS_ASKED, "8"), after(WAYS_ASKED, "1", "2")
    assert right.said.steps == frozenset({"s"})
    assert answer(WAYS_ASKED, "1").said.steps == frozenset()
    assert answer(wrong, "3").said.steps == frozenset({"s"})
    assert leave(WAYS_ASKED).said.steps == frozenset({"s"})
    assert answer(answer(WAYS_ASKED, "").sitting, "").said.steps == frozenset({"s"})
    assert open_part(right.sitting).said.steps.isdisjoint({"s"})


def test_a_problem_that_continues_another_shows_what_that_one_asked_for():
    drop = ask(example(compiled("L3.1")))
    assert len(drop.shows.recalls) == 1
    assert "S" in drop.shows.values
    assert SPEEDUP.shows.recalls == ()


def test_the_best_try_counts_and_a_later_wrong_one_takes_nothing_away():
    partly = after(SPEEDUP, "2.7")
    assert partly.best is not None
    assert 0 < partly.best.points < partly.best.of
    worse = after(partly, "4")
    assert worse.last is not None
    assert worse.last.verdict.outcome == "incorrect"
    assert finish(worse).records[0].result == partly.best
    assert after(worse, "2.67").records[0].right


LINES = """
id: lines
title: Formulas
level: 1
symbols: {x: {}}
params:
  a: {draw: [3, 5, 7]}
example: {a: 3}
steps: [{name: G, is: a*x^2 + a*x, do: Take it}]
stem: Here is <<a>>.
parts: [{id: G, ask: A sum., answer: {expression: G, in: [x]}}]
"""
HARD = "x^2 + 9^(9^(9^9))*0"
"""What takes too much work to decide."""


def test_an_answer_that_cannot_be_decided_costs_no_try_and_may_be_written_anew():
    sitting = ask(example(from_text(LINES)))
    step = answer(sitting, HARD)
    assert isinstance(step.said, session.Judged)
    assert (step.said.result.verdict.outcome, step.said.left) == ("undecided", session.TRIES)
    assert step.sitting.stage == "asking"
    record = after(step.sitting, HARD, "3x(x+1)").records[0]
    assert (record.right, record.tries) == (True, 1)


def test_an_undecided_answer_that_is_left_is_still_to_be_marked():
    record = leave(after(ask(example(from_text(LINES))), HARD)).sitting.records[0]
    assert record.result is not None
    assert (record.result.verdict.outcome, record.tries) == ("undecided", 0)


def test_an_undecided_answer_takes_no_place_of_one_that_was_judged():
    best = after(ask(example(from_text(LINES))), "x", HARD).best
    assert best is not None
    assert best.verdict.outcome == "incorrect"
