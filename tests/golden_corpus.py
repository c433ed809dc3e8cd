"""The golden corpus: responses to the shipped templates with the verdicts that they got, one variant's a line.

`python tests/golden_corpus.py` prints what `pytest --update-goldens` writes into goldens/graded.jsonl. Responses are
made by a rule: keys as printed and in other spellings, what traps give, what answer types know to be near or
malformed, and later parts answered rightly, wrongly, and by an earlier slip.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from quizgen import Bank, grade, instantiate
from quizgen.answers import AnswerType, Asked, answer_type
from quizgen.batch.bundles import GRADING_POLICY
from quizgen.compiled import CompiledTemplate
from quizgen.errors import MathsError
from quizgen.generator import asked, from_params, params_from_json, params_to_json
from quizgen.packs.pack_folders import find_banks
from quizgen.result import PartResult
from quizgen.traps import values as trap_values
from quizgen.variant import Variant
from quizgen.verdict import Reading

SEEDS = ("corpus",)
MOST = 16
"""Responses to one part of one variant."""
MALFORMED = ("1.2.3", "1/0", "nan", "solve(x = 1)", "12 monkeys")
NUMERIC = ("{0}0", "+{0}", "{0} ", "= {0}", "{0}.", "-{0}", "2*{0}", "{0} %", "({0})", "{0}e0", "{0},0")
"""Other spellings of a number, some of which mean something else."""


def shipped() -> list[CompiledTemplate]:
    """The templates of the shipped bank, by id."""
    bank = Bank(find_banks(None, {}))
    return sorted((bank.compiled(entry) for entry in bank.templates()), key=lambda template: template.id)


def corpus(templates: list[CompiledTemplate]) -> Iterator[dict[str, Any]]:
    """Every line of the corpus."""
    for template in templates:
        for variant in (instantiate(template, seed) for seed in SEEDS):
            for responses in given(variant):
                yield graded(template, params_to_json(variant.params), responses)


def graded(template: CompiledTemplate, params: Mapping[str, Any], responses: Mapping[str, str]) -> dict[str, Any]:
    """A line: what was given to a variant, and what it got, as a batch is graded."""
    result = grade(template, params_from_json(template, params), responses, GRADING_POLICY)
    told = {part.part: verdict(part) for part in result.parts if part.part in responses}
    return {"template": template.id, "params": params, "responses": dict(responses), "verdicts": told}


def verdict(part: PartResult) -> dict[str, Any]:
    """What must not drift."""
    reading, found = part.reading, part.verdict
    return {
        "outcome": found.outcome, "reason": found.reason, "credit": str(found.credit), "points": str(part.points),
        "read": reading.echo if isinstance(reading, Reading) else None, "traps": list(found.traps),
        "evidence": found.evidence,
    }  # fmt: skip


def given(variant: Variant) -> Iterator[dict[str, str]]:
    """Responses to a variant: each part alone, then all parts right, and all parts after a slip in the first."""
    right: dict[str, str] = {}
    slip: dict[str, str] = {}
    for part in variant.template.parts:
        kind, question = answer_type(part.answer), asked(variant, part)
        right[part.id] = kind.show(kind.key(question), question)
        found = list(islice(dict.fromkeys(responses(kind, question, variant, part.id)), MOST))
        slip[part.id] = next((raw for raw in found[1:] if raw.strip()), right[part.id])
        yield from ({part.id: raw} for raw in found)
    if len(right) > 1:
        yield right
        first = next(iter(right))
        yield {**right, first: slip[first]}
        yield {**right, first: slip[first]} | _followed(variant, first, slip[first], right)


def _followed(variant: Variant, first: str, slip: str, right: Mapping[str, str]) -> dict[str, str]:
    """Later parts as they follow from a wrong first answer, where a changed param would give it."""
    for name, value in variant.params.items():
        if isinstance(value, int) and value > 1:
            try:
                other = from_params(variant.template, {**variant.params, name: value + value})
            except MathsError:  # a form that was solved for the values that are drawn alone
                continue
            return {part.id: _key(other, part.id) for part in variant.template.parts if part.id in right}
    return {first: slip}


def _key(variant: Variant, name: str) -> str:
    part = next(each for each in variant.template.parts if each.id == name)
    kind, question = answer_type(part.answer), asked(variant, part)
    return kind.show(kind.key(question), question)


def responses(kind: AnswerType, question: Asked, variant: Variant, part: str) -> Iterator[str]:
    """Responses to one part."""
    key = kind.key(question)
    shown = kind.show(key, question)
    yield shown
    own = next(each for each in variant.template.parts if each.id == part)
    for _, value in trap_values(variant.template, own, question):
        if value is not None:
            yield kind.show(value, question)
    yield from (sample.response for sample in kind.samples(key, question))
    if kind.name in ("number", "quantity"):
        yield from (spelling.format(shown) for spelling in NUMERIC)
        yield from MALFORMED
    elif kind.name in ("text", "choice"):
        yield from (shown.upper(), f" {shown}. ", shown[:-1], f"not {shown}", "b", "2")


def text(lines: Iterator[dict[str, Any]]) -> str:
    """The corpus as JSON Lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(text(corpus(shipped())))
