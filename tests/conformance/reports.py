"""Public fault reports of other graders (`bug_reports.jsonl`) as questions: `reports.yaml` says how each is posed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quizgen.yaml_files import load
from tests.conformance.around import Around
from tests.conformance.posing import ask

HERE = Path(__file__).parent
AREAS = ("grading/", "security", "performance")
_SAID = (
    ("correct value", "partly"), ("correct", "correct"), ("partial", "partly"), ("incorrect", "incorrect"),
    ("invalid", "malformed"), ("missing unit", "incorrect"),
)  # fmt: skip
"""How a report's own words begin, and the outcome that they mean."""


class Report(NamedTuple):
    """A report that is posed: its inputs, and what each must come to."""

    id: str
    around: Around
    key: str
    inputs: tuple[str, ...]
    outcomes: tuple[str, ...]


@cache
def facts() -> Mapping[str, Mapping[str, Any]]:
    """The reports of the areas that the grader answers for, by id."""
    lines = (HERE / "bug_reports.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return {fact["id"]: fact for fact in found if str(fact["area"]).startswith(AREAS)}


@cache
def entries() -> Mapping[str, Mapping[str, Any]]:
    """What `reports.yaml` says, by id."""
    made: Mapping[str, Mapping[str, Any]] = load(HERE / "reports.yaml").data
    return made


def reports() -> tuple[Report, ...]:
    """Every report that is posed."""
    return tuple(_report(facts()[each], entry) for each, entry in entries().items() if "answer" in entry)


def _report(fact: Mapping[str, Any], entry: Mapping[str, Any]) -> Report:
    answer = dict(entry["answer"])
    kind = next(iter(answer))
    around = Around(
        kind, {name: field for name, field in answer.items() if name != kind},
        names={letter: [] for letter in entry.get("letters", {})}, declared=True,
        signs={letter: sign for letter, sign in entry.get("letters", {}).items() if sign != "any"},
        functions=tuple(entry.get("functions", ())), decimal=entry.get("decimal", "point"),
        log=entry.get("log", "natural"), imaginary=("i",) if entry.get("complex") == "yes" else (),
    )  # fmt: skip
    inputs = tuple(entry.get("inputs", fact["input"]))
    outcomes = tuple(entry.get("expect", ())) or tuple(map(_meant, fact["right"]))
    return Report(fact["id"], around, str(answer[kind]), tuple(_typed(each) for each in inputs), outcomes)


def _meant(right: str) -> str:
    return next((outcome for said, outcome in _SAID if right.startswith(said)), right)


def _typed(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given).replace('"', "")


def outcome(report: Report, text: str) -> str:
    """What the grader makes of a response."""
    return str(ask(report.around, report.key, text).verdict.outcome)
