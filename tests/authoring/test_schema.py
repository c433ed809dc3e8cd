"""Editors are told what quizgen itself would say: no more is refused, and every misspelled key is."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from quizgen import Bank, yaml_files
from quizgen.answers import answer_type, answer_types
from quizgen.authoring.schema import KINDS, schema
from quizgen.drawing import kinds
from quizgen.errors import NotFound, QuizgenError, SourceError
from quizgen.located import Located, Spot
from quizgen.packs.pack_folders import find_banks
from quizgen.solver import compile_template
from quizgen.template import Template

ROOT = Path(__file__).parents[2]
SMALLEST = {
    "id": "x", "title": "X", "level": 1, "stem": "A stem.",
    "parts": [{"id": "a", "ask": "How much?", "answer": {"number": "a"}}],
}  # fmt: skip
PACKS = Bank(find_banks([ROOT / "problem_bank"]), cache=None)
BANK = sorted((ROOT / "problem_bank").rglob("*.yaml"))


class Yaml12(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `yes` is a text, `20e9` a number, a day a text."""


Yaml12.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"~|null|Null|NULL|", ("~", "n", "N", "")),
):
    Yaml12.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"(?:{pattern})$"), list(first))


@lru_cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(schema(kind))


def kind_of(file: Path) -> str:
    return "pack" if file.name == "pack.yaml" else "template"


def accepts(kind: str, data: Any) -> bool:
    return bool(validator(kind).is_valid(json.loads(json.dumps(data))))


def reads(kind: str, data: Any) -> bool:
    """Whether the model takes the data, scalars being texts."""
    try:
        KINDS[kind].read(Located(data, "pack/pack.yaml", "", {(): Spot(0, 0, 0)}))
    except SourceError:
        return False
    return True


def mappings(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every mapping and list inside."""
    if isinstance(data, dict | list):
        yield path
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from mappings(value, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def is_own_name(path: tuple[Any, ...]) -> bool:
    """Whether the author chooses the keys of a mapping: only the meaning of another one can be wrong."""
    return "rows" in path or path[-1:] in {
        (name,) for name in ("params", "let", "example", "instead", "columns", "tables")
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind: str):
    Draft202012Validator.check_schema(schema(kind))
    assert schema(kind)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def test_there_is_no_schema_of_anything_else():
    with pytest.raises(NotFound, match="there are: template, pack, blueprint"):
        schema("quiz")


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_has_a_description(kind: str):
    found = schema(kind)
    silent = []
    for name, each in {kind: found, **found["$defs"]}.items():
        for form in [each, *each.get("anyOf", [])]:
            silent += [f"{name}.{key}" for key, of in form.get("properties", {}).items() if not of.get("description")]
    assert [each for each in silent if not each.endswith(".kind")] == []


@pytest.mark.parametrize("file", BANK, ids=lambda file: f"{file.parent.name}/{file.name}")
@pytest.mark.parametrize("loader", [None, Yaml12, yaml.SafeLoader], ids=["as quizgen", "YAML 1.2", "YAML 1.1"])
def test_every_file_of_the_bank_is_accepted_as_any_reader_of_yaml_sees_it(file: Path, loader: Any):
    text = file.read_text(encoding="utf-8")
    data = yaml_files.loads(text).data if loader is None else yaml.load(text, Loader=loader)  # noqa: S506 - safe ones
    errors = [f"{each.json_path}: {each.message}" for each in validator(kind_of(file)).iter_errors(_keyed(data))]
    assert errors == []


def _keyed(data: Any) -> Any:
    """The data with keys as JSON has them."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("file", BANK, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_misspelled_key_is_refused_wherever_the_reader_refuses_it(file: Path):
    data, kind = yaml_files.load(file).data, kind_of(file)
    missed = []
    for path in mappings(data):
        if not isinstance(at(data, path), dict) or is_own_name(path):
            continue
        for key in at(data, path):
            slip = copy.deepcopy(data)
            within = at(slip, path)
            within[f"{key}x"] = within.pop(key)
            if accepts(kind, slip) and not reads(kind, slip):
                missed.append((*path, key))
    assert missed == []


@pytest.mark.parametrize("name", answer_types())
def test_a_misspelled_key_of_an_answer_is_refused(name: str):
    for key in (name, *answer_type(name).keys):
        part = {"id": "a", "ask": "How much?", "answer": {name: "a", f"{key}x": "yes"}}
        assert not accepts("template", {**SMALLEST, "parts": [part]}), key


@pytest.mark.parametrize("name", kinds())
def test_a_figure_takes_its_own_fields_only(name: str):
    fields = dict.fromkeys(kinds()[name].fields, "k")
    assert accepts("template", {**SMALLEST, "figure": {"kind": name, **fields}})
    assert not accepts("template", {**SMALLEST, "figure": {"kind": name, **fields, "colour": "red"}})
    assert not accepts("template", {**SMALLEST, "figure": {"kind": f"{name}s", **fields}})


TEXTS = ["", "yes", "no", "3", "-1", "0.5", "3/2", "1e3", "a", "a b", "x" * 300, "[a, b]", "or", "natural", "../x"]
OTHERS = [[], ["a"], ["a", "b"], ["a", "b", "c"], {}, {"is": "a"}, {"from": "1", "to": "3"}, {"of": "a"}]
CHECKED_LATER = {"answer", "figure", "solution_figure"}
VALUES = st.sampled_from(TEXTS) | st.sampled_from(OTHERS)


@given(st.sampled_from(BANK), st.data())
def test_an_editor_refuses_nothing_that_the_reader_accepts(file: Path, data: st.DataObject):
    changed, kind = copy.deepcopy(yaml_files.load(file).data), kind_of(file)
    places = [path for path in mappings(changed) if at(changed, path) and not CHECKED_LATER & set(path)]
    within = at(changed, data.draw(st.sampled_from(places)))
    key = data.draw(st.sampled_from(sorted(within) if isinstance(within, dict) else range(len(within))))
    if key not in CHECKED_LATER:
        within[key] = data.draw(VALUES)
    assert accepts(kind, changed) or not reads(kind, changed)


@settings(max_examples=60)
@given(st.sampled_from([file for file in BANK if file.name != "pack.yaml"]), st.data())
def test_an_editor_refuses_no_answer_that_compiles(file: Path, data: st.DataObject):
    source = yaml_files.load(file)
    changed = copy.deepcopy(source.data)
    places = [path for path in mappings(changed) if "answer" in path and at(changed, path)]
    within = at(changed, data.draw(st.sampled_from(places)))
    key = data.draw(st.sampled_from(sorted(within) if isinstance(within, dict) else range(len(within))))
    within[key] = data.draw(VALUES)
    assert accepts("template", changed) or not compiles(file, changed)


def compiles(file: Path, data: Any) -> bool:
    entry = next(entry for entry in PACKS.templates() if entry.path == file)
    try:
        template = Template.read(Located(data, str(file), "", {(): Spot(0, 0, 0)}))
        compile_template(template, PACKS.pack(entry.pack), [PACKS.source(each) for each in PACKS.parents(entry)])
    except QuizgenError:
        return False
    return True


@pytest.mark.parametrize("left_out", ["such_that", "sample"])
def test_an_answer_without_a_key_that_it_needs_is_refused(left_out: str):
    answer = {"plan": {"a": {}}, "such_that": [{"that": "a > 1", "say": "More."}], "sample": {"a": 2}}
    part = {"id": "a", "ask": "How much?", "answer": answer}
    assert accepts("template", {**SMALLEST, "parts": [part]})
    del answer[left_out]
    assert not accepts("template", {**SMALLEST, "parts": [part]})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("level", 6), ("level", 0), ("level", "two"), ("id", "../x"), ("id", "a.b"), ("title", ""), ("title", None),
        ("skills", "speed"), ("links", ["efficiency"]), ("links", ["book:x"]), ("decimal", "dot"), ("log", 3),
        ("constant_key", "maybe"), ("params", {"or": {"draw": [1]}}), ("params", {"a": {"draw": []}}),
        ("params", {"a": {"draw": {"from": 1}}}), ("params", {"a": {"draw": {"form": 1, "to": 2}}}), ("parts", []),
        ("marks", ["<"]), ("where", "a < b"), ("steps", {"a": "b"}), ("let", {"a": {"ist": "b"}}),
    ],
)  # fmt: skip
def test_what_no_reader_takes_is_refused(key: str, value: Any):
    assert accepts("template", SMALLEST)
    assert not accepts("template", {**SMALLEST, key: value})


@pytest.mark.parametrize(
    "draw",
    [
        [1, 2, 3], ["a", "b"], "strategies", "1..k", {"from": 1, "to": 5}, {"from": 1, "to": 9, "times": "3/2"},
        {"from": 1, "to": 9, "except": [2], "apart_from": "k"}, {"of": "t", "apart_from": ["a", "b"]},
        {"pick": 3, "of": {"from": 1, "to": 9}, "order": "rising"}, {"shuffle": "strategies"},
    ],
)  # fmt: skip
def test_every_form_of_a_draw_is_accepted(draw: Any):
    assert accepts("template", {**SMALLEST, "params": {"a": {"draw": draw}}})


def test_formulas_that_an_editor_takes_for_lists_or_mappings_are_accepted():
    steps = yaml.load("- name: t\n  is: [a, [b, 1]]\n- name: u\n  is: {1, 2}\n- name: v\n  is: 3\n", Loader=Yaml12)  # noqa: S506 - a loader of our own
    assert [type(step["is"]) for step in steps] == [list, dict, int]
    assert accepts("template", {**SMALLEST, "steps": _keyed(steps)})
