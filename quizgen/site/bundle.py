"""A pack as the practice page carries it: compiled templates, texts of the pack as HTML, and first questions.

The bundle is JSON of plain values; the same pack gives the same bytes. What is posed first is made by the very calls
that the page makes later, so it is painted while the engine still loads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.abc import MetaPathFinder
from typing import Any, NamedTuple

from quizgen import __version__
from quizgen.bank import Bank
from quizgen.cards import Card
from quizgen.codec import to_json
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound, QuizgenError
from quizgen.generator import from_params, instantiate, params_to_json
from quizgen.packs.pack_entries import Entry
from quizgen.page_calls import Desk, telling
from quizgen.page_calls.packs import FORMAT, shared

Json = dict[str, Any]
STORED = 24
"""Variants of a template that are made with the site where the page couldn't make them itself."""
FIRSTS = ("first1", "first2", "first3")
"""Seeds of the questions of each template that are painted before the engine is there."""


class Bundle(NamedTuple):
    """A pack for the page: `data` is what `Desk.load` takes, and `listed` says what is in it.

    `firsts` is JSON too: the first `questions` of each template, the recall `cards` and the `glossary`.
    """

    name: str
    data: bytes
    listed: Json
    firsts: bytes


def bundles(bank: Bank, names: Sequence[str] = ()) -> list[Bundle]:
    """The packs of these names, all where none is named. Raises NotFound, SourceError, MathsError."""
    known = {pack.name for pack in bank.packs}
    for name in names:
        if name not in known:
            raise NotFound(f"no pack goes by `{name}`; there are: " + ", ".join(sorted(known)))
    return [_bundle(bank, pack.name) for pack in bank.packs if not names or pack.name in names]


def encoded(data: Any) -> bytes:
    """JSON on one line, as short as it can be."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _bundle(bank: Bank, name: str) -> Bundle:
    entries = bank.index(name)
    made = {entry.name: bank.compiled(entry) for entry in entries}
    common: Json = {}
    records = {entry.name: _record(entry, made[entry.name], common) for entry in entries}
    source = bank.pack(name)
    about = {"id": name, "title": source.title, "version": source.version}
    cells = {key: cell.special.strip() for key, cell in source.cells.items()}
    data = encoded({
        "format": FORMAT, "engine": __version__, "pack": about, "common": common, "templates": records,
    })  # fmt: skip
    words = {"cards": [_card(card) for card in bank.cards(name)], "glossary": _glossary(made.values())}
    listed = {**about, "cells": cells, "templates": [_meta(entry) for entry in entries]}
    return Bundle(name, data, listed, encoded({"questions": _firsts(data.decode(), entries), **words}))


def _record(entry: Entry, made: CompiledTemplate, common: Json) -> Json:
    compiled = to_json(replace(made, engine=__version__))
    return {**_meta(entry), "stored": _stored(made), "compiled": shared(compiled, common, "c")}


def _meta(entry: Entry) -> Json:
    meta = entry._asdict()
    del meta["path"]
    return {**meta, "skills": list(entry.skills)}


def _stored(made: CompiledTemplate) -> list[Json]:
    """Params of variants made now, for a template that needs sympy to make one; [] for any other."""
    try:
        with _without_sympy():
            for seed in FIRSTS:
                instantiate(made, seed)
    except ModuleNotFoundError:
        found = {variant.id: variant for variant in (instantiate(made, f"site:{n}") for n in range(STORED))}
        stored = [params_to_json(variant.params) for variant in found.values()]
        with _without_sympy():
            for variant in found.values():
                from_params(made, variant.params)
        return stored
    return []


@contextmanager
def _without_sympy() -> Iterator[None]:
    """As in the browser: an import of sympy fails."""
    loaded = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "sympy"}
    refusing = _Refusing()
    sys.meta_path.insert(0, refusing)
    try:
        yield
    finally:
        sys.meta_path.remove(refusing)
        sys.modules.update(loaded)


class _Refusing(MetaPathFinder):
    def find_spec(self, name: str, path: object = None, target: object = None) -> None:  # noqa: ARG002 - the finder's contract
        if name.partition(".")[0] == "sympy":
            raise ModuleNotFoundError(f"no module named {name}", name=name)


def _firsts(data: str, entries: Sequence[Entry]) -> Json:
    """The first questions of each template, as `pose` gives them."""
    desk = Desk()
    _value(desk.load(data))
    return {entry.id: [_posed(desk.call, entry.id, seed) for seed in FIRSTS] for entry in entries}


def _posed(call: Callable[[str], str], name: str, seed: str) -> Json:
    posed: Json = _value(call(json.dumps({"do": "pose", "template": name, "seed": seed})))
    return posed


def _value(answer: str) -> Any:
    told = json.loads(answer)
    if not told["ok"]:
        raise QuizgenError(told["error"]["what"])
    return told["value"]


def _card(card: Card) -> Json:
    front, back = (telling.told(side.prose, side.values, card.texts) for side in (card.front, card.back))
    return {"id": card.id, "front": front, "back": back, "skills": list(card.skills)}


def _glossary(made: Any) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for template in made:
        for term, entry in telling.glossary(template).items():
            found.setdefault(term, entry)
    return dict(sorted(found.items()))
