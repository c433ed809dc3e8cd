"""JSON in, JSON out: questions, solutions and verdicts as plain data, for `--json` and for any front end.

Texts are Markdown with `$…$` for maths. Exact numbers that JSON has no word for are texts: "1/2".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from quizgen.answers import PublicOption, answer_type
from quizgen.explainer import PartKey, SolutionStep, checks, keys, solution
from quizgen.generator import asked, params_to_json, public
from quizgen.prose import Prose, markdown
from quizgen.result import Filled, PartResult
from quizgen.variant import PublicPart, PublicVariant, Variant
from quizgen.verdict import Malformed, Reading

Json = dict[str, Any]


def posed(shown: PublicVariant) -> Json:
    """A question without anything that tells its answer."""
    return {
        "variant": shown.id,
        "template": shown.template,
        "label": shown.label,
        "title": shown.title,
        "level": shown.level,
        "stem": markdown(shown.stem, shown.values, shown.texts),
        "forecast": markdown(shown.forecast, shown.values, shown.texts),
        "recalls": [markdown(each, shown.values, shown.texts) for each in shown.recalls],
        "parts": [_part(part, shown) for part in shown.parts],
        "reread": list(shown.reread),
    }


def solved(variant: Variant) -> Json:
    """The question with its params, keys and worked solution."""
    texts = variant.template.texts
    return {
        **posed(public(variant)),
        "seed": variant.seed,
        "params": params_to_json(variant.params),
        "keys": {part.id: key(variant, part.id) for part in variant.template.parts},
        "solution": [_step(step, texts) for step in solution(variant)],
        "told": {each.part: _key(each, texts) for each in keys(variant)},
        "checks": [filled(check, texts) for check in checks(variant)],
        "glossary": {term: markdown(entry, variant.values, texts) for term, entry in variant.template.glossary.items()},
    }


def judged(result: PartResult, texts: Mapping[str, Prose]) -> Json:
    """A verdict with its evidence; `reading` is null where nothing could be read."""
    verdict = result.verdict
    return {
        "part": result.part,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "credit": _exact(verdict.credit),
        "points": _exact(result.points),
        "of": _exact(result.of),
        "traps": list(verdict.traps),
        "evidence": verdict.evidence,
        "notes": list(verdict.notes),
        "reading": _reading(result.reading),
        "malformed": _malformed(result.reading),
        "says": [filled(said, texts) for said in result.says],
        "marks": [
            {"say": filled(mark.say, texts), "credit": _exact(mark.credit), "found": mark.found, "given": mark.given}
            for mark in result.marks
        ],
    }


def filled(said: Filled, texts: Mapping[str, Prose]) -> str:
    """A filled text as Markdown."""
    return markdown(said.prose, said.values, texts)


def key(variant: Variant, name: str) -> str:
    """The key of a part, written as a response that is right."""
    part = next(part for part in variant.template.parts if part.id == name)
    kind, question = answer_type(part.answer), asked(variant, part)
    return kind.show(kind.key(question), question)


def _part(part: PublicPart, shown: PublicVariant) -> Json:
    return {
        "id": part.id,
        "ask": markdown(part.ask, shown.values, shown.texts),
        "answer": part.answer,
        "points": part.points,
        "rule": part.shows.rule,
        "unit": part.shows.unit,
        "way": part.shows.way,
        "options": _options(part.shows.options, shown),
        "items": _options(part.shows.items, shown),
        "boxes": {box.name: markdown(box.means, shown.values, shown.texts) for box in part.shows.boxes},
        "hints": [markdown(hint, shown.values, shown.texts) for hint in part.hints],
    }


def _options(options: Iterable[PublicOption], shown: PublicVariant) -> Json:
    return {each.letter: markdown(each.say, {**shown.values, **each.values}, shown.texts) for each in options}


def _key(part: PartKey, texts: Mapping[str, Prose]) -> list[Json]:
    """What a solution says of a key that no step gives, line by line."""
    return [
        {
            "mark": line.mark,
            "right": line.right,
            "say": markdown(line.say, {**part.values, **line.values}, texts),
            "why": markdown(line.why, {**part.values, **line.values}, texts),
            "to": line.to.letter if line.to is not None else "",
        }
        for line in part.lines
    ]


def _step(step: SolutionStep, texts: Mapping[str, Prose]) -> Json:
    return {
        "name": step.name,
        "do": filled(step.do, texts),
        "chain": step.unicode or (filled(step.told, texts) if step.told else ""),
        "latex": step.latex,
        "why": filled(step.why, texts),
    }


def _reading(reading: Reading | Malformed | None) -> Json | None:
    if not isinstance(reading, Reading):
        return None
    return {"raw": reading.raw, "echo": reading.echo, "latex": reading.latex, "unit": reading.unit}


def _malformed(reading: Reading | Malformed | None) -> Json | None:
    return {**reading._asdict(), "asks": list(reading.asks)} if isinstance(reading, Malformed) else None


def _exact(number: Fraction | int) -> int | str:
    return int(number) if number == int(number) else str(number)
