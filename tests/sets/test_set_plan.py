"""Which templates fill which place, and the proof that there are enough variants."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from quizgen.problem_set import SectionPlan
from quizgen.sets.filling import Demand, Offers
from quizgen.sets.set_plan import Reserve, SetPlan, Slot, families, picking, points_of, prove
from tests.batch.small_bank import SECRET, small_bank

NAMES = ("small/few", "small/many", "small/first", "small/second")


def plan_of(*sections: SectionPlan, repeats: str = "warn") -> SetPlan:
    bank = small_bank()
    return SetPlan(
        SECRET, "week1", sections, {name: bank.compiled(bank.find(name)) for name in NAMES}, "fixed", repeats
    )


def anything(_section: int, _name: str) -> bool:
    return True


def test_all_students_get_what_a_section_picks_for_all_in_the_order_of_the_sheet():
    plan = plan_of(SectionPlan("", 3, NAMES))
    picked = picking(plan, [0], 3, Offers(plan.templates))
    names = picked.sections[0].picked
    assert sorted(names, key=NAMES.index) == list(names)
    assert len(set(names)) == 3
    assert [slot.template for slot in picked.slots("x", 1, anything)] == list(names)
    assert picked.slots("y", 1, anything) == picked.slots("x", 2, anything)


def test_a_section_that_picks_for_each_gives_students_other_templates():
    plan = plan_of(SectionPlan("", 2, NAMES))
    chosen = {tuple(slot.template for slot in plan.slots(f"s{index}", 1, anything)) for index in range(40)}
    assert len(chosen) == 6
    assert all(len(set(names)) == 2 for names in chosen)


def test_another_secret_picks_other_templates():
    plans = [plan_of(SectionPlan("", 1, NAMES)) for _ in range(20)]
    picked = {
        picking(SetPlan(bytes([index] * 16), "w", plan.sections, plan.templates), [0], 1, Offers(plan.templates))
        .sections[0].picked
        for index, plan in enumerate(plans)
    }  # fmt: skip
    assert len(picked) == 4


def test_templates_with_variants_for_everyone_are_preferred():
    for turn in range(8):
        plan = plan_of(SectionPlan("", 1, NAMES[:2]))
        plan = SetPlan(bytes([turn] * 16), "w", plan.sections, plan.templates)
        assert picking(plan, [0], 5, Offers(plan.templates)).sections[0].picked == ("small/many",)


def test_no_template_comes_twice_before_each_came_once_while_variants_may_repeat():
    plan = plan_of(SectionPlan("", 6, NAMES))
    picked = picking(plan, [0], 500, Offers(plan.templates)).sections[0].picked
    assert sorted(Counter(picked).values()) == [1, 1, 2, 2]


def test_sections_that_share_templates_take_different_ones_first():
    plan = plan_of(SectionPlan("", 2, NAMES), SectionPlan("", 2, NAMES))
    sections = picking(plan, [0, 1], 1, Offers(plan.templates)).sections
    assert {*sections[0].picked, *sections[1].picked} == set(NAMES)


def test_a_section_with_little_choice_is_served_first_so_that_no_template_comes_twice_for_nothing():
    for number in range(20):
        secret = bytes([number]) * 16
        wide, tight = SectionPlan("", 2, NAMES, ()), SectionPlan("", 1, NAMES[:1], ())
        plan = replace(plan_of(wide, tight), secret=secret)
        found = [slot.template for slot in plan.slots("s1", 1, anything)]
        assert len(set(found)) == 3, found
        picked = [name for each in picking(plan, (0, 1), 2, Offers(plan.templates)).sections for name in each.picked]
        assert len(set(picked)) == 3, picked


def test_the_proof_says_which_section_lacks_how_many():
    plan = plan_of(SectionPlan("", 1, NAMES[:1], NAMES[:1]), SectionPlan("", 2, NAMES[2:], NAMES[2:]), repeats="never")
    found = prove(plan, 50, Offers(plan.templates), {}, shared=True).missing
    assert [(short.section, short.templates, short.wanted, short.there) for short in found] == [
        (0, ("small/few",), 50, 4), (1, ("small/first",), 50, 40), (1, ("small/second",), 50, 40),
    ]  # fmt: skip
    assert not prove(plan, 4, Offers(plan.templates), {}, shared=True).missing


def test_variants_that_are_used_don_t_count():
    plan = plan_of(SectionPlan("", 1, NAMES[:1], NAMES[:1]), repeats="never")
    missing, offers = prove(plan, 3, Offers(plan.templates), {"small/few": 2}, shared=True)
    assert [(each.wanted, each.there) for each in missing] == [(3, 2)]
    assert offers == {"small/few": (4, True)}


def test_the_proof_is_the_same_however_far_was_counted_before():
    plan = plan_of(SectionPlan("", 2, NAMES), repeats="never")
    fresh, counted = Offers(plan.templates), Offers(plan.templates)
    for name in NAMES:
        counted.upto(name, 1000)
    assert prove(plan, 30, fresh, {}, shared=True) == prove(plan, 30, counted, {}, shared=True)


def test_what_all_share_takes_one_variant_for_all():
    plan = plan_of(SectionPlan("", 1, NAMES[:1], NAMES[:1], "shared"), repeats="never")
    assert not prove(plan, 500, Offers(plan.templates), {}, shared=True).missing
    assert plan.demands(500) == []


def test_a_template_and_what_continues_it_are_drawn_together_and_two_of_one_kind_are_not():
    plan = plan_of()
    slots = [
        Slot(0, f"1.{at}", name) for at, name in enumerate(("small/few", "small/second", "small/few", "small/first"))
    ]
    found = [[slot.name for slot in family] for family in families(slots, plan.templates)]
    assert found == [["1.0"], ["1.1", "1.3"], ["1.2"]]


def test_a_sheet_may_not_take_what_later_ones_need():
    reserve = Reserve({"a": 2, "b": 2}, [Demand(0, ("a", "b"), 1)], [Demand(1, ("a",), 2)])
    assert [reserve.take(0, "a"), reserve.take(0, "b")] == [False, True]


@pytest.mark.parametrize(("points", "expected"), [(None, {"s": 2, "d": 1}), (6, {"s": 4, "d": 2}), (1, None)])
def test_parts_keep_their_proportions(points: int | None, expected: dict | None):
    found = points_of(small_bank().compiled(small_bank().find("many")), points)
    assert found == expected if expected else sum(found.values()) == 1
    assert found["s"] == 2 * found["d"]
