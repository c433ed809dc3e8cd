"""Verdicts don't drift: each response of the golden corpus gets what it got when a person last read the corpus."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quizgen.compiled import CompiledTemplate
from tests.golden_corpus import corpus, graded, shipped, text

FILE = Path(__file__).parent / "goldens" / "graded.jsonl"
LEAST = 500


@pytest.fixture(scope="module")
def templates() -> dict[str, CompiledTemplate]:
    return {template.id: template for template in shipped()}


@pytest.fixture(scope="module")
def kept() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_no_verdict_has_drifted(
    templates: dict[str, CompiledTemplate], golden: Callable[[str, str], None], request: pytest.FixtureRequest
):
    """`--update-goldens` writes the corpus anew; read the difference before you keep it."""
    if request.config.getoption("--update-goldens"):
        golden("graded.jsonl", text(corpus(list(templates.values()))))
    drifted = []
    for line in map(json.loads, FILE.read_text(encoding="utf-8").splitlines()):
        now = graded(templates[line["template"]], line["params"], line["responses"])
        drifted += [
            f"{line['template']} {line['params']} {part} {line['responses'][part]!r}: {old} -> {now['verdicts'][part]}"
            for part, old in line["verdicts"].items()
            if now["verdicts"][part] != old
        ]
    assert not drifted, "\n".join(drifted[:20])


def test_the_corpus_is_large_and_has_every_shipped_template(
    templates: dict[str, CompiledTemplate], kept: list[dict[str, Any]]
):
    assert sum(len(line["verdicts"]) for line in kept) >= LEAST
    assert {line["template"] for line in kept} == set(templates)


def test_the_corpus_has_every_common_outcome_and_reason(kept: list[dict[str, Any]]):
    found = [verdict for line in kept for verdict in line["verdicts"].values()]
    outcomes, reasons = (Counter(verdict[name] for verdict in found) for name in ("outcome", "reason"))
    assert set(outcomes) >= {"correct", "partly", "incorrect", "malformed", "blank", "pending"}
    assert set(reasons) >= {"", "trap", "value", "precision", "carried", "unit"}
