"""Stored params are still a draw of a changed template, or it is told why they aren't."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizgen.batch.still_drawn import misfit
from quizgen.compiled import CompiledTemplate
from quizgen.generator import instantiate, params_to_json
from tests.hand_made import compiled

HEAD = "id: t\ntitle: T\nlevel: 1\nparams:\n"
REST = """\
steps:
  - {name: S, is: k + 1, do: Add}
stem: Think of <<k>>.
parts:
  - {id: S, ask: 'How many?', answer: {number: S}}
"""


def template(params: str, where: str = "") -> CompiledTemplate:
    return compiled(HEAD + params + (f"where: [{where}]\n" if where else "") + REST)


OLD = template("  k: {draw: [2, 4, 8]}\n")


@pytest.mark.parametrize(
    "params",
    [
        "  k: {draw: [1, 2, 4, 8]}\n",
        "  k: {draw: {from: 2, to: 10, step: 1}}\n",
        "  k: {draw: {from: 2, to: 4000, step: 2}}\n",
        "  k: {draw: {from: 1, to: 8, times: 2}}\n",
        "  k: {draw: {from: 1, to: 1e30, times: 2}}\n",
        "  k: {draw: '[4, 2, 8]'}\n",
    ],
)
def test_a_draw_that_still_gives_the_value_fits(params: str):
    assert misfit(OLD, template(params), {"k": 4}) == ""


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (template("  k: {draw: [2, 8]}\n"), "k = 4 isn't drawn any more"),
        (template("  k: {draw: {from: 1, to: 9, step: 2}}\n"), "k = 4 isn't drawn any more"),
        (template("  k: {draw: {from: 1, to: 4001, step: 2}}\n"), "k = 4 isn't drawn any more"),
        (template("  k: {draw: {from: 3, to: 1e30, times: 3}}\n"), "k = 4 isn't drawn any more"),
        (template("  k: {draw: '[2, 8]'}\n"), "k = 4 isn't drawn any more"),
        (template("  k: {draw: [2, 4, 8]}\n", "k > 4"), "`where k > 4` doesn't hold"),
        (template("  k: {draw: [2, 4, 8]}\n  m: {draw: [1, 2]}\n"), "param m is new"),
    ],
)
def test_a_draw_that_does_not_is_told(new: CompiledTemplate, why: str):
    assert misfit(OLD, new, {"k": 4}) == why


def test_a_param_that_is_gone_is_told():
    new = compiled((HEAD + "  n: {draw: [4]}\n" + REST).replace("k + 1", "n + 1").replace("<<k>>", "<<n>>"))
    assert misfit(OLD, new, {"k": 4}) == "param n is new; param k is gone"


def test_the_same_number_of_another_unit_is_another_quantity():
    old = template("  k: {draw: [2, 4]}\n  t: {draw: [2, 4], unit: ms}\n")
    new = template("  k: {draw: [2, 4]}\n  t: {draw: [2, 4], unit: s}\n")
    assert misfit(old, new, {"k": 4, "t": 2}) == "t = 2 means another quantity now"


LISTS = (
    "  xs: {draw: {pick: 2, of: [1, 2, 3], order: rising}}\n  ys: {draw: {shuffle: [1, 2, 3]}}\n  k: {draw: [2, 4]}\n"
)


@pytest.mark.parametrize(
    ("params", "fits"),
    [
        ({"xs": [1, 3], "ys": [3, 1, 2]}, True), ({"xs": [3, 1], "ys": [3, 1, 2]}, False),
        ({"xs": [1, 1], "ys": [3, 1, 2]}, False), ({"xs": [1, 2, 3], "ys": [3, 1, 2]}, False),
        ({"xs": [1, 3], "ys": [3, 1]}, False), ({"xs": [1, 9], "ys": [3, 1, 2]}, False),
    ],
)  # fmt: skip
def test_picked_and_shuffled_lists_fit_as_they_are_drawn(params: dict[str, list[int]], fits: bool):
    old = template(LISTS.replace("pick: 2", "pick: 3").replace("[1, 2, 3], order", "[1, 2, 3, 9], order"))
    assert (misfit(old, template(LISTS), {**params, "k": 2}) == "") is fits


@pytest.mark.parametrize("at", range(12))
def test_every_draw_of_a_shipped_template_fits_a_template_that_differs_in_nothing_drawn(at: int, tmp_path: Path):
    from quizgen import Bank

    bank = Bank()
    old = bank.compiled(bank.templates()[at % len(bank.templates())])
    moved = CompiledTemplate(**{**{name: getattr(old, name) for name in old.__dataclass_fields__ if name != "_made"},
                                "digests": ("other", *old.digests[1:])})  # fmt: skip
    for seed in range(5):
        assert misfit(old, moved, params_to_json(instantiate(old, str(seed)).params)) == ""
