"""What the page asks of one question: pose it, read an answer while it is typed, judge it, help, explain.

Each call says of itself which question it means: nothing is kept between two calls, so a worker that was started anew
goes on where the last one stood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quizgen import page_api
from quizgen.answers import answer_type
from quizgen.carry import reach
from quizgen.compiled import CompiledTemplate, Part
from quizgen.generator import asked, from_params, params_from_json, params_to_json, public
from quizgen.grader import grade
from quizgen.ledger import LedgerEntry, ledger
from quizgen.page_calls import fields, packs, telling
from quizgen.page_calls.fields import Request, RequestError
from quizgen.variant import Variant

Json = dict[str, Any]
Packs = Mapping[str, packs.PagePack]
LINK = re.compile(r"#?(?P<template>[\w-]+/[\w-]+)/(?P<seed>[0-9a-z]{1,32})\.(?P<check>[0-9a-f]{8})")
"""`#pack/template/seed.check`: `check` are the first digits of the variant's id."""
_SEED = re.compile(r"[0-9a-z]{1,32}")


def pose(loaded: Packs, request: Request) -> Json:
    """A question by `link`, or by `template` and `seed` or `params`; with what later calls need to name it."""
    variant = _variant(loaded, request)
    shown = telling.posed(public(variant, recall=True), variant.template.log)
    return {
        **shown,
        "seed": variant.seed,
        "params": params_to_json(variant.params),
        "link": link(variant),
        "engine": variant.template.engine,
        "glossary": telling.glossary(variant.template),
    }


def read(loaded: Packs, request: Request) -> Json:
    """How `response` to `part` is read, and nothing of its verdict."""
    variant = _variant(loaded, request)
    part = _part(variant.template, request)
    given = answer_type(part.answer).read(fields.text(request, "response", longest=fields.LONGEST_RESPONSE),
                                          asked(variant, part))  # fmt: skip
    return {"part": part.id, "blank": given is None, **page_api.read(given)}


def judge(loaded: Packs, request: Request) -> Json:
    """The verdict for `part`, given the `responses` to it and to the parts before it.

    `marks` are the points of an open answer, numbered from 0, that the learner found in it.
    """
    variant = _variant(loaded, request)
    part, responses = _part(variant.template, request), fields.texts(request, "responses")
    upto = [each.id for each in variant.template.parts].index(part.id) + 1
    known = {each.id: responses[each.id] for each in variant.template.parts[:upto] if each.id in responses}
    marks = {part.id: _ticked(request)} if "marks" in request else {}
    result = next(
        each for each in grade(variant.template, variant.params, known, marks=marks).parts if each.part == part.id
    )
    return {**page_api.judged(result, variant.template.texts, telling.told), "response": known.get(part.id, "")}


def hint(loaded: Packs, request: Request) -> Json:
    """Hint `number`, counted from 1, of `part`; "" after the last one."""
    variant = _variant(loaded, request)
    part, number = _part(variant.template, request), fields.count(request, "number", 1)
    hints = next(each.hints for each in public(variant).parts if each.id == part.id)
    says = telling.told(hints[number - 1], variant.values, variant.template.texts) if 1 <= number <= len(hints) else ""
    return {"part": part.id, "number": number, "of": len(hints), "says": says}


def solution(loaded: Packs, request: Request) -> Json:
    """The worked solution; with `part`, only the steps that lead to its key, and no other part's key."""
    variant = _variant(loaded, request)
    whole = telling.worked(variant)
    if not request.get("part"):
        return whole
    part = _part(variant.template, request)
    steps = frozenset(part.reveals) or reach(variant.template, part, frozenset()).passed
    return {
        "part": part.id,
        "solution": [step for step in whole["solution"] if step["name"] in steps],
        "keys": {part.id: whole["keys"][part.id]},
        "told": {name: lines for name, lines in whole["told"].items() if name == part.id},
    }


def self_check(loaded: Packs, request: Request) -> Json:
    """All keys of some `variants` (each as a request of `pose`) in one list."""
    given = [each for each in fields.items(request, "variants") if isinstance(each, dict)]
    variants = [_variant(loaded, each) for each in given]
    entries = [_entry(entry, each) for entry, each in zip(ledger(variants), variants, strict=True)]
    return {"entries": entries}


def _entry(entry: LedgerEntry, variant: Variant) -> Json:
    lines = [
        {"part": line.part, "place": line.place, "says": page_api.filled(line.says, entry.texts, telling.told)}
        for line in entry.lines
    ]
    about = {"number": entry.number, "label": entry.label, "several": entry.several}
    return {**about, "template": variant.template.id, "lines": lines}


def link(variant: Variant) -> str:
    """What brings back exactly this variant; "" where its seed can't stand in a link."""
    return f"#{variant.template.id}/{variant.seed}.{variant.id[:8]}" if _SEED.fullmatch(variant.seed) else ""


def _variant(loaded: Packs, request: Request) -> Variant:
    if "link" in request:
        return _linked(loaded, fields.text(request, "link"))
    name = fields.text(request, "template")
    if "params" not in request:
        return packs.drawn(loaded, name, fields.text(request, "seed"))
    template = packs.template(loaded, name)
    try:
        params = params_from_json(template, fields.params(request))
        return from_params(template, params, fields.text(request, "seed", ""))
    except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError) as error:
        raise RequestError(f"`params` aren't those of a variant of {name}") from error


def _linked(loaded: Packs, text: str) -> Variant:
    found = LINK.fullmatch(text)
    if found is None:
        raise RequestError("this isn't a link to a problem", "copy the whole link")
    variant = packs.drawn(loaded, found["template"], found["seed"])
    if not variant.id.startswith(found["check"]):
        raise RequestError("this link was made for another version of the problem", "take a fresh variant of it")
    return variant


def _part(template: CompiledTemplate, request: Request) -> Part:
    name = fields.text(request, "part")
    for part in template.parts:
        if part.id == name:
            return part
    raise RequestError(f"{template.id} has no part `{name}`")


def _ticked(request: Request) -> frozenset[int]:
    ticked = fields.items(request, "marks")
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in ticked):
        raise RequestError("`marks` aren't numbers of points")
    return frozenset(ticked)


__all__ = ["LINK", "hint", "judge", "link", "pose", "read", "self_check", "solution"]
