"""A CompiledTemplate goes to JSON and comes back the same, and nothing else is taken for one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quizgen import codec, generator, sampler
from quizgen.bank import Bank
from quizgen.compiled import CompiledTemplate
from quizgen.grader import grade

BANK = Bank()
ENTRIES = {entry.id: entry for entry in BANK.templates()}


@pytest.fixture(scope="module", params=sorted(ENTRIES))
def template(request: Any) -> CompiledTemplate:
    return BANK.compiled(ENTRIES[request.param])


def test_json_gives_the_same_json_again(template: CompiledTemplate) -> None:
    once = json.loads(json.dumps(codec.to_json(template)))
    assert codec.to_json(codec.from_json(once)) == codec.to_json(template)


def test_a_template_from_json_draws_and_solves_as_the_first_one(template: CompiledTemplate) -> None:
    again = codec.from_json(json.loads(json.dumps(codec.to_json(template))))
    for seed in ("1", "2", "3"):
        first, second = generator.instantiate(template, seed), generator.instantiate(again, seed)
        assert first.params == second.params
        assert repr(first.values) == repr(second.values)


def test_stored_params_come_back_exactly(template: CompiledTemplate) -> None:
    params = sampler.draw(template, "stored")
    stored = json.loads(json.dumps(generator.params_to_json(params)))
    assert generator.params_from_json(template, stored) == params


@pytest.mark.parametrize("damage", [
    {}, {"id": 1}, [], None, {"names": {"d": {"x": {"$": "Popen"}}}}, {"stem": {"p": [{"m": "((("}]}},
])  # fmt: skip
def test_what_isnt_a_template_is_refused(damage: Any, template: CompiledTemplate) -> None:
    data: Any = {**codec.to_json(template), **damage} if isinstance(damage, dict) and damage else damage
    if damage == {"id": 1}:
        data.pop("parts")
    with pytest.raises(codec.DamagedError):
        codec.from_json(data)


def test_a_snapshot_of_the_first_format_is_still_graded() -> None:
    """The file was written by the first engine that made sets; it is never written anew."""
    kept = json.loads((Path(__file__).parent / "goldens" / "snapshot-format-1.json").read_text(encoding="utf-8"))
    speedup = codec.from_json(kept["L2.3"])
    result = grade(speedup, {"T_compute": 400, "k": 4, "T_comm": 50}, {"S": "2.67"})
    assert result.parts[0].verdict.outcome == "correct"
    assert [codec.from_json(each).label for each in kept.values()] == ["L2.3", "L3.2"]
