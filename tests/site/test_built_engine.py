"""The engine in WebAssembly gives the very answers of this Python, for every template of the shipped packs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quizgen.bank import Bank
from quizgen.generator import asked, from_params, params_from_json
from quizgen.packs.pack_folders import find_banks
from quizgen.page_calls import Desk
from quizgen.part_marker import PartMarker, plans
from quizgen.site.bundle import Bundle, bundles
from tests.site.built import ROOT, answers

pytestmark = [pytest.mark.slow, pytest.mark.built]

SEEDS = ("first1", "7f3a")
WRONG = ("0.1234", "1", "x + 1", "A", "none of these", "(1, 2)")
MALFORMED = ("2 * (", "1,2,,3", "3 <<", "\\frac{1}{", "4 kg GB m")
NOW = "2026-12-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return Bank(find_banks([ROOT / "problem_bank"]))


@pytest.fixture(scope="module")
def packs(bank: Bank) -> list[Bundle]:
    return bundles(bank)


def requests(bank: Bank, desk: Desk) -> list[dict[str, Any]]:
    """Every call about some variants of every template, with answers of every kind."""
    found: list[dict[str, Any]] = [{"do": "about"}, {"do": "due", "now": NOW, "events": events()}]
    for entry in bank.templates():
        for seed in SEEDS:
            pose = {"do": "pose", "template": entry.id, "seed": seed}
            told = json.loads(desk.call(json.dumps(pose)))
            assert told["ok"], told
            question = {"template": entry.id, "params": told["value"]["params"]}
            found += [pose, {"do": "solution", **question}, {"do": "ledger", "variants": [question]}]
            found += answered(bank, entry, question)
    return found


def answered(bank: Bank, entry: Any, question: dict[str, Any]) -> list[dict[str, Any]]:
    template = bank.compiled(entry)
    variant = from_params(template, params_from_json(template, question["params"]))
    found: list[dict[str, Any]] = []
    right: dict[str, str] = {}
    for plan in plans(template):
        marker, part = PartMarker(variant, plan), plan.part
        kind, shape = marker.kind, asked(variant, part)
        key = kind.show(marker.key, shape)
        trapped = [kind.show(value, shape) for _, value in marker.rivals.traps if value is not None]
        for text in (key, *trapped, *WRONG, *MALFORMED):
            found.append({"do": "judge", **question, "part": part.id, "responses": {**right, part.id: text}})
            found.append({"do": "read", **question, "part": part.id, "response": text})
        found.append({"do": "judge", **question, "part": part.id, "responses": dict.fromkeys([*right, part.id], "7")})
        right[part.id] = key
    return found


def events() -> list[dict[str, Any]]:
    return [
        {"id": f"event-{n:04}", "at": f"2026-11-{n + 1:02}T10:00:00Z", "kind": "done", "template": f"a/{n % 5}",
         "seed": "1", "credit": n % 2, "right": n % 2 == 1}
        for n in range(20)
    ]  # fmt: skip


def test_every_template_is_posed_read_judged_and_explained_as_here(bank: Bank, packs: list[Bundle], tmp_path: Path):
    desk = Desk()
    for pack in packs:
        assert json.loads(desk.load(pack.data.decode()))["ok"]
    asks = requests(bank, desk)
    there = answers([pack.data for pack in packs], asks, tmp_path)
    differing = [
        f"{json.dumps(ask)[:300]}\n  here  {here[:600]}\n  there {told[:600]}"
        for ask, told in zip(asks, there, strict=True)
        if told != (here := desk.call(json.dumps(ask)))
    ]
    assert not differing, f"{len(differing)} of {len(asks)} answers differ:\n" + "\n".join(differing[:5])
    outcomes = {json.loads(each)["value"].get("outcome") for each in there if json.loads(each)["ok"]}
    assert {"correct", "incorrect", "malformed", "partly"} <= outcomes
    assert all(json.loads(each)["ok"] for each in there)
