"""A template against its whole space: every variant must be solved, graded and told soundly, and tell no answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from quizgen import codec, sampler
from quizgen.answers import folding
from quizgen.answers.text import names_of
from quizgen.checking.findings import Finding, Findings, Report
from quizgen.checking.judging import Judging
from quizgen.checking.leaks import Leaks
from quizgen.checking.shown_keys import ShownKeys
from quizgen.checking.texts import Telling
from quizgen.compiled import CompiledTemplate, Condition, Part
from quizgen.errors import MathsError, QuizgenError
from quizgen.generator import from_params, public
from quizgen.sampler import Space
from quizgen.variant import Variant

QUICK = 200
"""Draws that a quick check looks at."""
MOST = 100_000
"""The largest space of which every variant is looked at."""
SAMPLED = 5_000
"""Draws that are looked at where the space is larger, or can't be counted."""
ENOUGH = 50
"""Distinct variants that a template has at least where numbers vary."""
TINY = 10
"""With fewer variants than this a `where` has left too little."""

Clock = Callable[[], float]


def check(template: CompiledTemplate, quick: bool | int = False) -> Report:  # noqa: FBT001, FBT002 - `quick` reads as one
    """Look at every variant, or at so many keyed draws where `quick` is a number (`True`: 200) or the space is large.

    Whatever is wrong with the template is a finding in the report; nothing is raised for it.
    """
    found = Findings(template.id)
    counted = _space(template, found)
    _example(template, found)
    _terms(template, found)
    if counted is None:
        return Report(template.id, template.label, found.all())
    wanted = (QUICK if quick is True else int(quick)) or (MOST if counted.count is not None else 0)
    exhaustive = counted.count is not None and counted.count <= wanted
    drawn = sampler.variants(template) if exhaustive else _draws(template, found, wanted if quick else SAMPLED)
    checked, distinct = _look(template, found, drawn)
    _size(template, found, counted, distinct if exhaustive and not found.any_error() else None)
    return Report(
        template.id, template.label, found.all(), counted.count, counted.raw, counted.refusals, checked, exhaustive,
        counted.acceptance,
    )  # fmt: skip


def check_many(
    templates: Sequence[CompiledTemplate],
    quick: bool | int = False,  # noqa: FBT001, FBT002 - as check
    jobs: int = 1,
    clock: Clock | None = None,
) -> tuple[Report, ...]:
    """Check templates in `jobs` processes; the reports come in the order of the templates, whatever the jobs.

    `clock` (a function that other processes can import, as `time.perf_counter`) measures the seconds of each.
    """
    if jobs <= 1 or len(templates) <= 1:
        return tuple(_timed(template, quick, clock) for template in templates)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # The largest first, so that no process is left alone with it at the end.
    order = sorted(range(len(templates)), key=lambda place: -_weight(templates[place]))
    texts = [json.dumps(codec.to_json(templates[place])) for place in order]
    with ProcessPoolExecutor(min(jobs, len(templates)), mp_context=get_context("spawn")) as pool:
        reports = list(pool.map(partial(_elsewhere, quick=quick, clock=clock), texts))
    return tuple(report for _, report in sorted(zip(order, reports, strict=True), key=lambda pair: pair[0]))


def _elsewhere(text: str, quick: bool | int, clock: Clock | None) -> Report:  # noqa: FBT001 - as check
    return _timed(codec.from_json(json.loads(text)), quick, clock)


def _timed(template: CompiledTemplate, quick: bool | int, clock: Clock | None) -> Report:  # noqa: FBT001 - as check
    start = clock() if clock is not None else 0.0
    report = check(template, quick)
    return replace(report, seconds=clock() - start) if clock is not None else report


def _weight(template: CompiledTemplate) -> int:
    try:
        count = sampler.space(template).count
    except QuizgenError:
        return 0
    return min(SAMPLED if count is None or count > MOST else count, MOST) * len(template.parts)


# ---------------------------------------------------------------------------------------------------- the variants
def _draws(template: CompiledTemplate, found: Findings, count: int) -> Iterator[dict[str, Any]]:
    """The params of so many keyed draws, each but once."""
    met = set()
    for turn in range(count):
        try:
            params = sampler.draw(template, f"check {turn}")
        except QuizgenError as error:
            found.add("error", "a draw fails", detail=str(error))
            continue
        key = tuple(params.values())
        if key not in met:
            met.add(key)
            yield params


def _look(template: CompiledTemplate, found: Findings, drawn: Iterator[dict[str, Any]]) -> tuple[int, int]:
    judging, telling, leaks = Judging(template, found), Telling(template, found), Leaks(template, found)
    shown_keys = ShownKeys(template, found)
    checked = 0
    for params in drawn:
        checked += 1
        variant = _solved(template, found, params)
        if variant is None:
            continue
        try:
            shown = public(variant)
        except MathsError as error:
            found.add("error", "what a sheet shows has no value", variant=params, detail=str(error))
            continue
        says, keys = judging.see(variant, shown)
        telling.see(variant, shown, says, keys)
        leaks.see(variant)
        shown_keys.see(variant)
    judging.close()
    shown_keys.close()
    return checked, telling.distinct()


def _solved(template: CompiledTemplate, found: Findings, params: dict[str, Any]) -> Variant | None:
    try:
        variant = from_params(template, params)
    except MathsError as error:
        mend = error.mend or "change the formula, or add a `where` that keeps this from being drawn"
        # The variant stands beside the finding, so that all variants of one fault are told together.
        what = error.__cause__.what if isinstance(error.__cause__, MathsError) else error.what
        found.add("error", f"a step has no value: {what}", variant=params, mend=mend)
        return None
    for condition in template.verify:
        _verified(template, found, variant, condition)
    return variant


def _verified(template: CompiledTemplate, found: Findings, variant: Variant, condition: Condition) -> None:
    try:
        if template.formula(condition.formula)(variant.values):
            return
        detail = ", ".join(f"{name} = {_told(template, variant, name)}" for name in condition.needs)
    except MathsError as error:
        detail = error.what
    found.add("error", f"verify fails: {condition.source}", variant=variant.params, detail=detail)


def _told(template: CompiledTemplate, variant: Variant, name: str) -> str:
    from quizgen.maths.printing import show

    value = variant.values[name]
    return str(getattr(value, "id", None) or show(value, template.names[name].display, "unicode"))


# ---------------------------------------------------------------------------------------------------- the template
def _space(template: CompiledTemplate, found: Findings) -> Space | None:
    try:
        return sampler.space(template)
    except QuizgenError as error:
        text = str(error).removeprefix(f"{template.id}: ")
        found.add("error", text, mend="loosen `where`, or give the params more values")
        return None


def _size(template: CompiledTemplate, found: Findings, counted: Space, distinct: int | None) -> None:
    """Too few variants, with the `where` that is most to blame; `distinct` are those that show something else."""
    count = counted.count if distinct is None else distinct
    if distinct is not None and counted.count is not None and distinct < counted.count:
        what = f"{counted.count - distinct:,} of {counted.count:,} variants show the same as another one"
        found.add("note", what, mend="show what tells them apart, or don't draw it")
    numbers = any(
        (named.kind.of or named.kind).what == "number" for named in template.names.values() if _is_drawn(named)
    )
    if count is None or count >= ENOUGH or not numbers:
        return
    worst = max(counted.refusals, key=lambda refusal: refusal.refused, default=None)
    refused = worst.refused if worst is not None and counted.raw else 0
    blame = f"where `{worst.source}` alone refuses {refused:,} of {counted.raw:,}" if worst and refused else ""
    tiny = count < TINY and (bool(blame) or (counted.raw is not None and counted.raw >= ENOUGH))
    mend = "give the params more values" + (", or loosen `where`" if blame else "")
    what = f"only {count} distinct variant{'' if count == 1 else 's'}; {ENOUGH} are wanted"
    found.add("error" if tiny else "warning", what, detail=blame, mend=mend)


def _is_drawn(named: Any) -> bool:
    return bool(named.role == "param")


def _example(template: CompiledTemplate, found: Findings) -> None:
    """The pinned variant satisfies every `where` and has a value for every step."""
    if not template.example:
        return
    try:
        values = from_params(template, template.example).values
        refused = [each.source for each in template.where if not template.formula(each.formula)(values)]
    except QuizgenError as error:
        found.add("error", "the example gives no variant", variant=template.example, detail=str(error))
        return
    for source in refused:
        found.add("error", f"the example doesn't satisfy where `{source}`", variant=template.example)


def _terms(template: CompiledTemplate, found: Findings) -> None:
    """Accepted terms of one part that mean different things and are one letter apart."""
    for part in template.parts:
        if part.answer != "text":
            continue
        for (one, terms), (other, others) in combinations(_meanings(template, part), 2):
            for term in terms:
                near = next((each for each in others if _is_near(term, each)), None)
                if near is not None:
                    what = f"part {part.id}: {term!r} ({one}) and {near!r} ({other}) are one letter apart"
                    found.add("note", what, mend="a slip between them isn't forgiven; that may be as it should be")
                    break


def _meanings(template: CompiledTemplate, part: Part) -> list[tuple[str, list[str]]]:
    """What the part takes a text for, each with the terms that it goes by."""
    rows = template.tables.get(part.spec.get("table", ""), {})
    meanings = [(row.id, list(names_of(row, part.spec))) for row in rows.values()]
    if part.spec.get("aliases"):
        meanings.append(("the key", list(part.spec["aliases"])))
    return meanings + [(f"not: {term}", [term]) for term in part.spec.get("not", ())]


def _is_near(term: str, other: str) -> bool:
    return any(folding.distance_one(one, two) for one in folding.fold(term) for two in folding.fold(other))


__all__ = ["Finding", "Report", "check", "check_many"]
