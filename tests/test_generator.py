"""A compiled template and a seed make a variant; its public view holds nothing that an answer could be read from."""

from __future__ import annotations

from typing import Any

import pytest

from quizgen import generator
from quizgen.bank import Bank
from quizgen.errors import NotFound

BANK = Bank()
SPEEDUP = BANK.compiled(BANK.find("L2.3"))
EVERY = [entry.id for entry in BANK.templates()]


def test_one_seed_makes_one_variant() -> None:
    assert generator.instantiate(SPEEDUP, "a").values == generator.instantiate(SPEEDUP, "a").values


def test_seeds_make_many_variants() -> None:
    assert len({generator.instantiate(SPEEDUP, str(seed)).id for seed in range(200)}) > 100


def test_the_same_params_are_the_same_variant_whatever_the_seed() -> None:
    drawn = generator.instantiate(SPEEDUP, "a")
    assert generator.from_params(SPEEDUP, drawn.params).id == drawn.id


def test_a_missing_param_is_named() -> None:
    with pytest.raises(NotFound, match="T_comm"):
        generator.from_params(SPEEDUP, {"T_compute": 400, "k": 4})


@pytest.mark.parametrize("name", EVERY)
def test_the_public_view_has_no_step_no_key_and_no_trap(name: str) -> None:
    template = BANK.compiled(BANK.find(name))
    variant = generator.instantiate(template, "public")
    shown = generator.public(variant)
    steps = {name for name, named in template.names.items() if named.role == "step"}
    assert not steps & shown.values.keys()
    assert _holds_none_of(shown, (template.traps, template.verify, template.told))


def _holds_none_of(shown: Any, hidden: tuple[Any, ...]) -> bool:
    return not any(part is secret for part in shown for secret in hidden)


def test_a_name_may_be_written_in_the_ways_that_learners_write_it() -> None:
    spellings = generator.spellings(SPEEDUP)
    assert {spellings[each] for each in ("T_comm", "Tcomm")} == {"T_comm"}
