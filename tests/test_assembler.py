"""Sheets: the same from the same secret, distinct, and nobody moves for those who come late."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizgen.assembler import Assembler, Sheet, assemble, problem_of, record_of
from quizgen.errors import NotFound, SpaceError
from quizgen.problem_set import SectionPlan, StudentRecord
from quizgen.roster import Student, numbered
from quizgen.sets.filling import Offers
from quizgen.sets.set_plan import SetPlan, prove
from tests.batch.small_bank import SECRET, small_bank

FEW, MANY, FIRST, SECOND = NAMES = ("small/few", "small/many", "small/first", "small/second")


def section(*names: str, times: int = 1, **more: object) -> SectionPlan:
    return SectionPlan("", len(names) * times, names, names * times)._replace(**more)


def plan_of(*sections: SectionPlan, repeats: str = "warn", order: str = "fixed", secret: bytes = SECRET) -> SetPlan:
    bank = small_bank()
    templates = {name: bank.compiled(bank.find(name)) for name in NAMES}
    return SetPlan(secret, "week1", sections, templates, order, repeats)


def sheets(plan: SetPlan, students: int | list[Student]) -> list[Sheet]:
    who = list(numbered(students)) if isinstance(students, int) else students
    return list(assemble(plan, who, prove(plan, len(who), Offers(plan.templates), {}, shared=True).offers))


def ids(found: list[Sheet]) -> list[list[str]]:
    return [[each.variant.id for each in sheet.drawn] for sheet in found]


def records(plan: SetPlan, found: list[Sheet]) -> list[StudentRecord]:
    return [record_of(sheet, plan) for sheet in found]


def test_the_same_secret_makes_the_same_sheets_and_another_one_others():
    sections = [section(FEW, MANY), section(FIRST)]
    assert ids(sheets(plan_of(*sections), 5)) == ids(sheets(plan_of(*sections), 5))
    assert ids(sheets(plan_of(*sections), 5)) != ids(sheets(plan_of(*sections, secret=bytes(16)), 5))


def test_students_whose_variants_are_free_don_t_depend_on_each_other():
    plan, who = plan_of(section(MANY)), list(numbered(6))
    one, other = sheets(plan, who), sheets(plan, who[::-1])
    assert ids(one) == ids(other)[::-1]


def test_those_who_come_late_move_nobody():
    plan, who = plan_of(section(FEW, FIRST, SECOND), repeats="never"), list(numbered(4))
    assert ids(sheets(plan, who[:3])) == ids(sheets(plan, who))[:3]


@pytest.mark.parametrize("repeats", ["never", "warn"])
def test_no_variant_comes_twice_in_a_set_while_there_are_others(repeats: str):
    found = sheets(plan_of(section(FEW), section(FIRST), repeats=repeats), 4)
    used = [name for sheet in ids(found) for name in sheet]
    assert len(set(used)) == len(used) == 8


def test_a_space_is_used_up_to_its_last_variant():
    found = sheets(plan_of(section(FIRST), repeats="never"), 40)
    assert len({name for sheet in ids(found) for name in sheet}) == 40


def test_where_variants_may_repeat_all_are_used_before_one_repeats_and_repeats_are_counted():
    plan = plan_of(section(FEW))
    assembler = Assembler(plan)
    assembler.offers = prove(plan, 6, Offers(plan.templates), {}, shared=True).offers
    found = [assembler.sheet(student) for student in numbered(6)]
    assert len({name for sheet in ids(found)[:4] for name in sheet}) == 4
    assert assembler.repeated == {FEW: 2}


def test_where_none_may_repeat_one_sheet_too_many_is_refused():
    with pytest.raises(SpaceError, match="no variant is left"):
        sheets(plan_of(section(FEW), repeats="never"), 5)


def test_no_variant_comes_twice_on_one_sheet():
    found = sheets(plan_of(section(FEW, times=4)), 12)
    assert all(len(set(names)) == 4 for names in ids(found))


@settings(max_examples=25)
@given(st.binary(min_size=16, max_size=16), st.integers(1, 8))
def test_every_sheet_that_was_proved_can_be_made(secret: bytes, students: int):
    sections = [section(FEW, FIRST, times=1, picked=()), section(FIRST, SECOND, picked=(), problems=1)]
    plan = plan_of(*sections, repeats="never", secret=secret)
    if prove(plan, students, Offers(plan.templates), {}, shared=True).missing:
        return
    used = [name for sheet in ids(sheets(plan, students)) for name in sheet]
    assert len(set(used)) == len(used)


def test_a_section_leaves_another_one_what_only_that_can_use():
    free = SectionPlan("", 1, (FEW, FIRST))
    plan = plan_of(free, section(FEW), repeats="never")
    assert all([each.slot.template for each in sheet.drawn] == [FIRST, FEW] for sheet in sheets(plan, 4))


def test_shared_variants_are_the_same_for_all_and_nobody_else_s():
    plan = plan_of(section(FEW, variants="shared"), section(FEW), repeats="never")
    found = ids(sheets(plan, 3))
    assert len({names[0] for names in found}) == 1
    assert len({name for names in found for name in names}) == 4


def test_what_continues_a_problem_has_its_numbers_and_comes_after_it():
    for sheet in sheets(plan_of(section(SECOND, FIRST, FEW), order="shuffled"), 12):
        places = {each.slot.template: at for at, each in enumerate(sheet.drawn)}
        params = {each.slot.template: each.variant.params for each in sheet.drawn}
        assert params[FIRST] == params[SECOND]
        assert places[FIRST] < places[SECOND]


def test_order_is_fixed_unless_it_is_to_be_shuffled():
    fixed = sheets(plan_of(section(FEW, MANY), section(FIRST)), 30)
    within = sheets(plan_of(section(FEW, MANY, order="shuffled"), section(FIRST)), 12)
    over = sheets(plan_of(section(FEW, MANY), section(FIRST), order="shuffled"), 30)
    orders = [{tuple(each.slot.template for each in sheet.drawn) for sheet in found} for found in (fixed, within, over)]
    assert [len(order) for order in orders] == [1, 2, 6]
    assert all(order[2] == FIRST for order in orders[1])
    assert [sorted(names) for names in ids(fixed)] == [sorted(names) for names in ids(over)]


def test_a_run_goes_on_from_the_records_of_another_one_as_if_it_had_made_them():
    plan, who = plan_of(section(FEW, variants="shared"), section(FIRST, MANY), repeats="never"), list(numbered(12))
    whole, offers = sheets(plan, who), prove(plan, 12, Offers(plan.templates), {}, shared=True).offers
    for done in (1, 5, 11):
        assembler = Assembler(plan)
        assembler.offers, assembler.students = offers, len(who) - done
        for record in records(plan, whole[:done]):
            assembler.take(record)
        assert [assembler.sheet(student) for student in who[done:]] == whole[done:]


def test_another_variant_is_one_that_neither_this_sheet_nor_anyone_had():
    plan = plan_of(section(FIRST, SECOND, FEW), repeats="never")
    made = records(plan, sheets(plan, 3))
    assembler = Assembler(plan)
    for record in made:
        assembler.take(record)
    drawn = assembler.again(made[0], 1)
    assert [each.slot.template for each in drawn] == [FIRST, SECOND]
    assert drawn[0].variant.params == drawn[1].variant.params
    assert not {each.variant.id for each in drawn} & {name for record in made for name in record.variants}


def test_another_variant_again_and_again_runs_through_the_space():
    plan = plan_of(section(FEW), repeats="never")
    [record] = records(plan, sheets(plan, 1))
    seen = [record.problems[0].variant]
    for _ in range(3):
        assembler = Assembler(plan)
        assembler.take(record)
        [drawn] = assembler.again(record, 1)
        seen.append(drawn.variant.id)
        record = record._replace(problems=(problem_of(1, drawn, plan, tuple(seen[:-1])),))
    assert len(set(seen)) == 4
    last = Assembler(plan)
    last.take(record)
    with pytest.raises(SpaceError):
        last.again(record, 1)


def test_no_other_variant_for_a_problem_that_isn_t_there_or_that_all_share():
    plan = plan_of(section(FEW, variants="shared"), section(MANY))
    [record] = records(plan, sheets(plan, 1))
    assembler = Assembler(plan)
    assembler.take(record)
    with pytest.raises(NotFound, match="same for all"):
        assembler.again(record, 1)
    with pytest.raises(NotFound, match="no problem 3"):
        assembler.again(record, 3)


def test_a_resit_has_nothing_that_the_student_had():
    plan = plan_of(section(FEW))
    [first] = records(plan, sheets(plan, 1))
    assembler = Assembler(plan)
    assembler.take(first)
    again = assembler.sheet(Student(first.student), 2, first.variants)
    assert again.drawn[0].variant.id not in first.variants
    assert again.form != first.form


def test_a_record_says_all_that_grading_needs():
    plan = plan_of(section(MANY, points=Fraction(3, 2)))
    student = Student("1", "Ada", "ada@x.org", "A", "", 1800, {"Tutor": "Bo"})
    [sheet] = sheets(plan, [student])
    made = record_of(sheet, plan, "2026-10-05T18:00:00+02:00")
    [problem] = made.problems
    assert (made.student, made.name, made.section, made.extra) == ("1", "Ada", "A", {"Tutor": "Bo"})
    assert made.deadline == "2026-10-05T18:30:00+02:00"
    assert problem.points == {"s": 1, "d": Fraction(1, 2)}
    assert problem.keys["s"] == str(problem.params["a"] + problem.params["b"])


def test_form_codes_are_each_used_once():
    plan = plan_of(section(FEW))
    assembler = Assembler(plan)
    first = assembler.sheet(Student("1"))
    again = Assembler(plan)
    again.take(record_of(first, plan)._replace(student="2"))
    assert again.sheet(Student("1")).form != first.form
