"""The graph gone wrong: what traps give, and when they count (POSITIONS 31)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quizgen import traps
from quizgen.answers import answer_type
from quizgen.compiled import CompiledTemplate, Part
from quizgen.generator import asked, example, instantiate
from quizgen.verdict import Reading
from tests.hand_made import BUDGET, SPEEDUP, compiled


def part_of(template: CompiledTemplate, name: str) -> Part:
    return next(part for part in template.parts if part.id == name)


def given_by(text: str, name: str) -> dict[str, Any]:
    template = compiled(text)
    part = part_of(template, name)
    return {trap.name: value for trap, value in traps.values(template, part, asked(example(template), part))}


def test_a_trap_is_the_graph_with_a_step_gone_wrong():
    assert given_by(SPEEDUP, "S") == {"ideal-speedup": 4, "comm-divided": Fraction(32, 9)}


def test_a_trap_counts_for_the_parts_that_rest_on_its_step_only():
    assert "ideal-speedup" in given_by(BUDGET, "E_a")
    assert given_by(BUDGET, "T_comm")["bits-for-bytes"] == Fraction(2, 5)
    assert given_by(SPEEDUP.replace("instead: {T_iter: T_slice}", "instead: {T_slice: T_slice}"), "S").keys() == {
        "comm-divided"
    }


OWN = SPEEDUP.replace(
    "    otherwise:",
    """    traps:
      - {name: upside-down, gives: T_iter / T_compute, say: Over.}
      - {name: near, gives: S + 1/1000, say: Near.}
      - {name: never, when: k > 100, gives: '1', say: Never.}
      - {name: nowhere, gives: 1 / (k - 4), say: Nowhere.}
      - {name: undefined, when: 1 / (k - 4) > 0, gives: '1', say: Undefined.}
      - {name: text, gives: '"four"', say: A text.}
    otherwise:""",
)


def test_a_part_has_traps_of_its_own():
    assert given_by(OWN, "S")["upside-down"] == Fraction(3, 8)


def test_a_trap_within_the_tolerance_or_without_a_value_or_off_does_not_count():
    assert given_by(OWN, "S").keys() == {"ideal-speedup", "comm-divided", "upside-down"}


def test_all_traps_that_give_the_response_are_met():
    template = compiled(SPEEDUP)
    part = part_of(template, "S")
    question = asked(example(template), part)
    found = traps.values(template, part, question)
    for raw, names in (("4", ["ideal-speedup"]), ("3.6", ["comm-divided"]), ("2.667", []), ("3.5", [])):
        reading = answer_type("number").read(raw, question)
        assert isinstance(reading, Reading)
        assert [trap.name for trap in traps.met(template, part, found, reading, question)] == names


@given(st.integers(0, 1000))
def test_a_trap_s_value_always_differs_from_the_key_and_grades_as_that_trap(seed: int):
    variant = instantiate(compiled(BUDGET), str(seed))
    for part in variant.template.parts:
        kind, question = answer_type(part.answer), asked(variant, part)
        found = traps.values(variant.template, part, question)
        for trap, value in found:
            assert kind.differs(value, kind.key(question), question)
            reading = kind.read(kind.show(value, question), question)
            assert isinstance(reading, Reading)
            assert trap in traps.met(variant.template, part, found, reading, question)
