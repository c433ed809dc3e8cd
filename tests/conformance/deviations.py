"""Where POSITIONS decide otherwise than a suite: rules on kind, options and the text of the response, never on ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quizgen.yaml_files import load
from tests.conformance.cases import Case

FILE = Path(__file__).with_name("deviations.yaml")


class Deviation(NamedTuple):
    """A rule: cases of these kinds, with these options, whose key and response read so, are set aside.

    `options` are option -> a pattern of its value, or `any`. `expected` and `response` are patterns for the
    whole text, "" for any. `verdict` narrows it to cases with that verdict.
    """

    position: str
    why: str
    kinds: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    expected: str = ""
    response: str = ""
    verdict: str = ""


@cache
def deviations() -> tuple[Deviation, ...]:
    """The rules of `deviations.yaml`."""
    return tuple(_rule(item) for item in load(FILE).data) if FILE.is_file() else ()


def _rule(item: Mapping[str, Any]) -> Deviation:
    kinds = item.get("kinds", ())
    return Deviation(
        str(item["position"]), str(item["why"]), tuple(map(str, kinds)),
        tuple((str(name), str(value)) for name, value in item.get("options", {}).items()),
        *(str(item.get(name, "")) for name in ("expected", "response", "verdict")),
    )  # fmt: skip


def deviation(case: Case, rules: Sequence[Deviation]) -> Deviation | None:
    """The first rule that sets a case aside; None if none does."""
    return next((rule for rule in rules if _concerns(rule, case)), None)


def _concerns(rule: Deviation, case: Case) -> bool:
    if rule.kinds and case.kind not in rule.kinds:
        return False
    if not all(_has(case.options, name, value) for name, value in rule.options):
        return False
    if rule.verdict and str(case.verdict).lower() != rule.verdict:
        return False
    return _reads(rule.expected, case.expected or "") and _reads(rule.response, case.response)


def _has(options: Mapping[str, Any], name: str, value: str) -> bool:
    return name in options and (value == "any" or re.fullmatch(value, str(options[name]).lower()) is not None)


def _reads(pattern: str, text: str) -> bool:
    return not pattern or re.fullmatch(pattern, text, re.DOTALL) is not None
