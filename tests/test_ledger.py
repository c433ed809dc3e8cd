"""All keys of some problems in one list."""

from __future__ import annotations

from quizgen.generator import example
from quizgen.ledger import ledger
from quizgen.prose import markdown
from tests.hand_made import BUDGET, SPEEDUP, WAYS, WAYS_PACK, compiled


def keys(*texts: str, first: int = 1) -> list[list[str]]:
    variants = [example(compiled(text, *([WAYS_PACK] if text is WAYS else []))) for text in texts]
    return [
        [markdown(line.says.prose, line.says.values, entry.texts) for line in entry.lines]
        for entry in ledger(variants, first)
    ]


def test_a_number_is_told_with_its_symbol_and_whether_it_is_exact():
    assert keys(SPEEDUP) == [[r"$S \approx 2.667$"]]
    assert keys(BUDGET)[0][:2] == [r"$T_{\mathrm{comm}} = 50\thinspace \mathrm{ms}$", "$S = 4.8$"]


def test_every_other_key_is_what_a_learner_would_write_and_open_answers_have_none():
    found = keys(WAYS)[0]
    assert found[0] == "$s = 8$"
    assert found[-1] == "a=8 b=1"
    assert len(found) == 5


def test_problems_are_numbered_in_a_row():
    variants = [example(compiled(SPEEDUP)), example(compiled(BUDGET))]
    found = ledger(variants, 3)
    assert [(entry.number, entry.several) for entry in found] == [(3, False), (4, True)]
    assert [line.place for line in found[1].lines] == [1, 2, 3, 4, 5]
