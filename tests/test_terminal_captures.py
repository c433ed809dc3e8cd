"""What a terminal of 60, 80 and 200 columns shows: one template for each way to answer, and each figure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quizgen import Bank
from quizgen.cli.show import Format, _written
from quizgen.columns import columns
from quizgen.generator import example
from quizgen.packs.pack_folders import find_banks

SHOWN = ["L1.2", "L2.3", "B", "L3.1", "L3.2", "L3.3", "G", "L4.1", "L4.2"]
"""A choice and words, a number, ticks, an explanation, a quantity, a grid, a sum, matches, a plan and an order."""


@pytest.fixture(scope="module")
def bank() -> Bank:
    return Bank(find_banks(None, {}))


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("name", SHOWN)
def test_a_problem_and_its_solution_read_like_this(
    bank: Bank, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, name: str, width: int
):
    monkeypatch.setenv("COLUMNS", str(width))
    text = _written([example(bank.compiled(bank.find(name)))], Format.text, solution=True, ledger=False)
    assert max(map(columns, text.split("\n"))) <= width
    golden(f"terminal/{name}.{width}.txt", text + "\n")
