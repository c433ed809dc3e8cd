"""JSON in, JSON out: questions, solutions and verdicts as plain data, for `--json` and for any front end.

Texts are Markdown with `$…$` for maths, unless the caller has a way of its own to tell them. Exact numbers that JSON
has no word for are texts: "1/2".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from quizgen.answers import PublicOption, answer_type
from quizgen.explainer import PartKey, SolutionStep, checks, keys, solution
from quizgen.generator import asked, params_to_json, public
from quizgen.prose import Prose, Texts, Values, markdown
from quizgen.result import Filled, Mark, PartResult
from quizgen.variant import PublicPart, PublicVariant, Variant
from quizgen.verdict import Counterexample, Malformed, Reading

Json = dict[str, Any]
Tell = Callable[[Prose, Values, Texts], str]
"""How a text is told: `markdown`, or as HTML (`page_calls`)."""


def posed(shown: PublicVariant, tell: Tell = markdown) -> Json:
    """A question without anything that tells its answer."""
    return {
        "variant": shown.id,
        "template": shown.template,
        "label": shown.label,
        "title": shown.title,
        "level": shown.level,
        "stem": tell(shown.stem, shown.values, shown.texts),
        "forecast": tell(shown.forecast, shown.values, shown.texts),
        "recalls": [tell(each, shown.values, shown.texts) for each in shown.recalls],
        "parts": [_part(part, shown, tell) for part in shown.parts],
        "reread": list(shown.reread),
    }


def solved(variant: Variant, tell: Tell = markdown) -> Json:
    """The question with its params, keys and worked solution."""
    return {
        **posed(public(variant), tell),
        "seed": variant.seed,
        "params": params_to_json(variant.params),
        **worked(variant, tell),
    }


def worked(variant: Variant, tell: Tell = markdown) -> Json:
    """The keys and the worked solution of a question."""
    texts = variant.template.texts
    return {
        "keys": {part.id: key(variant, part.id) for part in variant.template.parts},
        "solution": [_step(step, texts, tell) for step in solution(variant)],
        "told": {each.part: _key(each, texts, tell) for each in keys(variant)},
        "checks": [filled(check, texts, tell) for check in checks(variant)],
        "glossary": {term: tell(entry, variant.values, texts) for term, entry in variant.template.glossary.items()},
    }


def judged(
    result: PartResult, texts: Mapping[str, Prose], tell: Tell = markdown, *, for_teachers: bool = False
) -> Json:
    """A verdict with its evidence; `reading` is null where nothing could be read.

    A learner isn't told the point that refutes an answer unless the author allows it (`show_counterexample`): then it
    is in `counterexample`, with the key's value and the answer's; else neither there nor in `evidence`.
    """
    verdict = result.verdict
    point = verdict.counterexample
    hidden = point is not None and not (point.told or for_teachers)
    return {
        "part": result.part,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "credit": _exact(verdict.credit),
        "points": _exact(result.points),
        "of": _exact(result.of),
        "traps": list(verdict.traps),
        "evidence": "" if hidden else verdict.evidence,
        "counterexample": None if point is None or hidden else _counterexample(point),
        "notes": list(verdict.notes),
        "reading": _reading(result.reading),
        "malformed": _malformed(result.reading),
        "says": [filled(said, texts, tell) for said in result.says],
        "marks": [_mark(mark, texts, tell) for mark in result.marks],
    }


def _counterexample(found: Counterexample) -> Json:
    values = None if found.values is None else {"key": found.values[0], "answer": found.values[1]}
    return {"point": dict(found.point), "values": values}


def read(reading: Reading | Malformed | None) -> Json:
    """What was read, and nothing of its verdict; both are null where there was nothing to read."""
    return {"reading": _reading(reading), "malformed": _malformed(reading)}


def filled(said: Filled, texts: Mapping[str, Prose], tell: Tell = markdown) -> str:
    """A filled text as it is told."""
    return tell(said.prose, said.values, texts)


def key(variant: Variant, name: str) -> str:
    """The key of a part, written as a response that is right."""
    part = next(part for part in variant.template.parts if part.id == name)
    kind, question = answer_type(part.answer), asked(variant, part)
    return kind.show(kind.key(question), question)


def _part(part: PublicPart, shown: PublicVariant, tell: Tell) -> Json:
    return {
        "id": part.id,
        "ask": tell(part.ask, shown.values, shown.texts),
        "answer": part.answer,
        "points": part.points,
        "rule": part.shows.rule,
        "unit": part.shows.unit,
        "way": part.shows.way,
        "options": _options(part.shows.options, shown, tell),
        "items": _options(part.shows.items, shown, tell),
        "boxes": {box.name: tell(box.means, shown.values, shown.texts) for box in part.shows.boxes},
        "hints": [tell(hint, shown.values, shown.texts) for hint in part.hints],
    }


def _options(options: Iterable[PublicOption], shown: PublicVariant, tell: Tell) -> Json:
    return {each.letter: tell(each.say, {**shown.values, **each.values}, shown.texts) for each in options}


def _key(part: PartKey, texts: Mapping[str, Prose], tell: Tell) -> list[Json]:
    """What a solution says of a key that no step gives, line by line."""
    return [
        {
            "mark": line.mark,
            "right": line.right,
            "say": tell(line.say, {**part.values, **line.values}, texts),
            "why": tell(line.why, {**part.values, **line.values}, texts),
            "to": line.to.letter if line.to is not None else "",
        }
        for line in part.lines
    ]


def _mark(mark: Mark, texts: Mapping[str, Prose], tell: Tell) -> Json:
    say = filled(mark.say, texts, tell)
    return {"say": say, "credit": _exact(mark.credit), "found": mark.found, "given": mark.given}


def _step(step: SolutionStep, texts: Mapping[str, Prose], tell: Tell) -> Json:
    return {
        "name": step.name,
        "do": filled(step.do, texts, tell),
        "chain": step.unicode or (filled(step.told, texts, tell) if step.told else ""),
        "latex": step.latex,
        "why": filled(step.why, texts, tell),
    }


def _reading(reading: Reading | Malformed | None) -> Json | None:
    if not isinstance(reading, Reading):
        return None
    return {"raw": reading.raw, "echo": reading.echo, "latex": reading.latex, "unit": reading.unit}


def _malformed(reading: Reading | Malformed | None) -> Json | None:
    return {**reading._asdict(), "asks": list(reading.asks)} if isinstance(reading, Malformed) else None


def _exact(number: Fraction | int) -> int | str:
    return int(number) if number == int(number) else str(number)
