"""What is worked out once for a part of a variant: the fast judge agrees with the full one, all over the bank."""

from __future__ import annotations

import gc
import weakref
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen import Bank
from quizgen.answers.tolerance import ends
from quizgen.compiled import CompiledTemplate
from quizgen.generator import from_params, instantiate
from quizgen.grader import Policy, _graded, marker_of
from quizgen.part_marker import PartMarker, plans
from tests.hand_made import SPEEDUP, compiled


@cache
def numeric() -> tuple[tuple[CompiledTemplate, int], ...]:
    """Templates of the bank, each with the place of a part whose plain answers are judged fast."""
    bank = Bank()
    made = (bank.compiled(bank.find(label)) for label in ("L2.1", "L2.2", "L2.3", "A", "B", "C", "D", "F", "I"))
    return tuple(
        (template, at)
        for template in made
        for at, part in enumerate(marker_of(template, instantiate(template, "0").params).parts)
        if part.quick
    )


def decimal(value: Fraction, figures: int) -> str:
    """A value as a plain decimal with about so many figures."""
    text = f"{float(value):.{figures}g}"
    return f"{float(text):.12f}".rstrip("0").rstrip(".") if "e" in text else text


@given(
    st.data(), st.integers(0, 500), st.integers(1, 7),
    st.sampled_from([Fraction(1), Fraction(999, 1000), Fraction(1001, 1000), Fraction(10), Fraction(7, 5)]),
)  # fmt: skip
def test_what_the_fast_judge_gives_is_what_the_full_one_gives(
    data: st.DataObject, seed: int, figures: int, factor: Fraction
):
    template, at = data.draw(st.sampled_from(numeric()))
    each = marker_of(template, instantiate(template, str(seed)).params).parts[at]
    assert each.quick is not None
    spec = each.asked.spec
    values = [each.key, *each.rivals.all()]
    shown = [Fraction(sum(map(Fraction, ends(value)))) / 2 / spec["factor"] - spec["offset"] for value in values]
    raw = decimal(data.draw(st.sampled_from(shown)) * factor, figures)
    found = each.quick(raw)
    if found is not None:
        assert each.plain_result(*found) == _graded(each, raw, {}, Policy())


def test_right_answers_and_most_wrong_ones_take_the_fast_way():
    (each,) = marker_of(compiled(SPEEDUP), compiled(SPEEDUP).example).parts
    assert each.quick is not None
    assert [each.quick(raw) is not None for raw in ("2.667", "9.87", "2.7")] == [True, True, False]


def test_a_marker_goes_when_it_is_forgotten_without_a_search_for_cycles():
    template = compiled(SPEEDUP)
    gc.disable()
    try:
        marker = PartMarker(from_params(template, template.example), plans(template)[0])
        assert marker.quick is not None
        marker.quick("9.87")
        gone = weakref.ref(marker)
        del marker
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("figures", [1, 3])
def test_the_rounded_chains_of_a_variant_are_those_of_its_own_values(figures: int):
    """Chains are made once for a template; what they give is the variant's."""
    template = compiled(SPEEDUP)
    first, second = (marker_of(template, instantiate(template, str(seed)).params).parts[0] for seed in (1, figures + 5))
    assert first.rivals.chains != second.rivals.chains
