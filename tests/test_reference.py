"""docs/reference.md tells everything that the code takes and nothing else, and its examples come out as it says."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from inspect import get_annotations
from pathlib import Path
from typing import Any, get_args

import pytest

from quizgen import drawing, sampler
from quizgen.answers import answer_type, answer_types
from quizgen.answers.fields import AnswerField
from quizgen.authoring.authored import Authored
from quizgen.authoring.draw_forms import Draw
from quizgen.authoring.meanings import MEANINGS, ROSTER
from quizgen.authoring.schema import KINDS, schema
from quizgen.compiled import Named
from quizgen.compiling.scope import TemplateScope, pack_scope
from quizgen.display import Display
from quizgen.maths import cas
from quizgen.maths.expr import FUNCTIONS, VERBS
from quizgen.maths.kinds import Kind
from quizgen.maths.printing import plain
from quizgen.maths.reader import read
from quizgen.maths.signatures import AUTHORS_FUNCTIONS
from quizgen.maths.units import dimension_text, unit_table
from quizgen.maths.values import compile_formula
from quizgen.pack import Pack, parse_pack
from quizgen.prose import markdown
from quizgen.roster import HEADS
from quizgen.solver import compile_template
from quizgen.template import Template, parse_template
from quizgen.yaml_files import loads
from tests.written import check, stretches, table

ROOT = Path(__file__).parent.parent
PAGE = "docs/reference.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
ONLY_SHORT = {"DrawList", "DrawFormula"}
"""Models that are never written as mappings."""
OWN = ("answers", "figures", "draws", "roster", "units")
PACK = """\
title: For examples
version: 1
tables:
  drinks:
    columns: {name: text, price: number}
    rows:
      tea: {name: tea, price: 3}
      coffee: {name: coffee, price: 4}
"""
DRAWS = (
    ("a list of numbers", "[2, 4, 8]"),
    ("a list of texts", "[red, green]"),
    ("a table", "drinks"),
    ("a formula that gives a list", "1..a"),
    ("a range with a step", "{from: 1, to: 9, step: 2}"),
    ("a range with a factor", "{from: 1, to: 8, times: 2}"),
    ("a range without a value", "{from: 1, to: 5, except: [3]}"),
    ("another draw without what an earlier param took", "{of: [1, 2, 3, 4], apart_from: a}"),
    ("some different values", "{pick: 2, of: [1, 2, 3], order: rising}"),
    ("all values in any order", "{shuffle: [1, 2, 3]}"),
)
"""Each form of a draw with an example, where `a` is an earlier param that is 3."""


def models() -> dict[str, type[Authored]]:
    """Every model that a template, a pack, a blueprint or a mapping file is made of."""

    def below(model: type[Authored]) -> set[type[Authored]]:
        return {model}.union(*(below(each) for each in model.__subclasses__()))

    found = {each.__name__: each for each in below(Authored)}
    return {name: each for name, each in found.items() if name not in ("Authored", "Document")}


@lru_cache
def described() -> dict[str, Any]:
    """The schema of every mapping, by the name of its model."""
    found = {}
    for kind, model in KINDS.items():
        whole = schema(kind)
        for name, each in {model.__name__: whole, **whole["$defs"]}.items():
            form = next((form for form in [each, *each.get("anyOf", [])] if "properties" in form), None)
            if form and name not in ("Answer", "Figure"):
                found[name] = form
    return found


SHAPES = {
    "text": "text", "prose": "text", "line": "one line", "formula": "formula", "name": "name", "word": "name",
    "id": "id", "switch": "`yes` or `no`", "count": "whole number", "exact": "number", "texts": "list of texts",
    "Draw": "[draw](#draws)", "Answer": "[answer](#answers)", "Figure": "[figure](#figures)",
    "Units": "[units](#units-of-a-pack)",
}  # fmt: skip


def takes(node: dict[str, Any]) -> str:
    """What a key takes, in words."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return SHAPES.get(name, f"[{name}](#{name.lower()})")
    if "enum" in node:
        return " or ".join(f"`{word}`" for word in node["enum"] if isinstance(word, str))
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(takes(each) for each in node["anyOf"]))
    if "prefixItems" in node:
        return "a list of two"
    if "items" in node:
        return f"list: {takes(node['items'])}"
    if isinstance(node.get("additionalProperties"), dict):
        return f"by name: {takes(node['additionalProperties'])}"
    return "text" if "pattern" in node else "mapping"


def keys_of(name: str) -> str:
    form = described()[name]
    needed = form.get("required", [])
    keys = sorted(form["properties"].items(), key=lambda pair: pair[0] not in needed)
    return table(
        ("key", "takes", "means"), [(named(key, key in needed), takes(of), of["description"]) for key, of in keys]
    )


def named(key: str, needed: bool) -> str:
    return f"**`{key}`**" if needed else f"`{key}`"


# ---------------------------------------------------------------------------------------------------- keys
@pytest.mark.parametrize("name", sorted(models()))
def test_every_key_of_every_model_has_a_meaning_and_no_other(name: str):
    model = models()[name]
    own = {field.alias or key for key, field in model.model_fields.items() if key in get_annotations(model)}
    assert set(MEANINGS.get(name, {})) == own


def test_meanings_are_of_models_that_there_are():
    assert set(MEANINGS) <= set(models())


@pytest.mark.parametrize("name", sorted(described()))
def test_the_page_tells_every_key(name: str, request: pytest.FixtureRequest):
    check(PAGE, name, keys_of(name), request)


def test_the_page_has_no_table_of_anything_else():
    assert sorted(stretches(PAGE)) == sorted([*described(), *OWN])


def test_every_model_is_described_but_those_that_are_never_mappings():
    bases = {each.__mro__[1].__name__ for each in models().values()}
    assert set(described()) == set(models()) - ONLY_SHORT - (bases - set(described()))


# ---------------------------------------------------------------------------------------------------- rosters
def test_the_page_tells_every_column_of_a_roster(request: pytest.FixtureRequest):
    rows = [(f"`{field}`", " ".join(f"`{head}`" for head in heads), ROSTER[field]) for field, heads in HEADS.items()]
    check(PAGE, "roster", table(("column", "headings", "holds"), rows), request)


# ---------------------------------------------------------------------------------------------------- draws
def template_of(draw: str) -> Template:
    """A template that draws `v` so, where `a` is 3."""
    text = (
        "id: x\ntitle: X\nlevel: 1\nconstant_key: yes\nparams:\n  a: {draw: [3]}\n  v:\n    draw: %s\n"
        "steps:\n  - {name: s, is: a, do: Look}\nstem: Look.\nparts:\n  - {id: s, ask: What, answer: {number: s}}\n"
    )
    return parse_template(loads(text % draw))


def drawn(draw: str) -> str:
    """All that a draw can give."""
    compiled = compile_template(template_of(draw), pack())
    return ", ".join(dict.fromkeys(listed(params["v"]) for params in sampler.variants(compiled)))


def listed(value: Any) -> str:
    return f"[{', '.join(map(listed, value))}]" if isinstance(value, tuple) else str(value)


def test_the_page_shows_what_each_form_of_a_draw_gives(request: pytest.FixtureRequest):
    rows = [(form, f"`draw: {draw}`", drawn(draw)) for form, draw in DRAWS]
    check(PAGE, "draws", table(("form", "example", "draws"), rows), request)


def test_there_is_an_example_of_each_form_of_a_draw():
    forms = {get_args(each)[0].__name__ for each in get_args(get_args(Draw)[0])}
    assert {type(template_of(draw).params["v"].draw).__name__ for _, draw in DRAWS} == forms


# ---------------------------------------------------------------------------------------------------- answers, figures
def field_takes(field: AnswerField) -> str:
    named = {
        "texts": "list: text", "formulas": "list: formula", "pairs": "text: text", "values": "name: formula",
        "share": "number from 0 to 1", "items": "list of mappings", "named": "name: mapping",
    }  # fmt: skip
    return " or ".join(
        f"`{each.strip(chr(39))}`" if each.startswith("'") else named.get(each, each) for each in field.takes
    )


def field_rows(fields: Mapping[str, AnswerField], before: str = "") -> list[tuple[str, ...]]:
    rows = []
    for key, field in fields.items():
        rows.append((named(f"{before}{key}", field.needed), field_takes(field), field.means))
        rows += field_rows(field.of, f"{before}{key}: … ")
    return rows


def answers() -> str:
    made = []
    for name in answer_types():
        kind = answer_type(name)
        rows = field_rows({name: kind.takes._replace(needed=True), **kind.keys})
        made.append(f"### {name}\n\n" + table(("key", "takes", "means"), rows))
    return "\n".join(made)


def test_the_page_tells_every_key_of_every_type_of_answer(request: pytest.FixtureRequest):
    check(PAGE, "answers", answers(), request)


def test_a_key_of_an_answer_is_told_in_a_sentence():
    for name in answer_types():
        for key, takes_, means in field_rows({name: answer_type(name).takes, **answer_type(name).keys}):
            assert (means[-1:], bool(takes_)) == (".", True), f"{name}: {key}"


def figures() -> str:
    made = []
    for name, kind in drawing.kinds().items():
        rows = [
            (named(key, field.required), field.what, f"{field.means}{usual(field.usual)}")
            for key, field in kind.fields.items()
        ]
        made.append(f"### {name}\n\n{kind.means}\n\n" + table(("field", "takes", "means"), rows))
    return "\n".join(made)


def usual(name: str) -> str:
    return f"; `{name}`, if there is such a name, where it is left out" if name else ""


def test_the_page_tells_every_field_of_every_kind_of_figure(request: pytest.FixtureRequest):
    check(PAGE, "figures", figures(), request)


# ---------------------------------------------------------------------------------------------------- maths
def scope() -> TemplateScope:
    made = TemplateScope(pack_scope(pack()))
    euro = made.unit("EUR")
    for name, kind, display in (
        ("T", Kind("number", (("time", 1),), unit="ms"), Display("sf", 4, unit="ms", factor=Fraction(1, 1000))),
        ("price", Kind("number", euro.dimension, unit="EUR"), Display("sf", 4, unit="EUR", factor=euro.factor)),
        ("k", Kind("number"), Display("sf", 4, noun=("device", "devices"))),
        ("tea", Kind("row", table="drinks"), Display()),
    ):
        made.add(Named(name, "param", kind, name, display))
    return made


@lru_cache
def pack() -> Pack:
    return parse_pack(loads(PACK), "pack")


def values(of: TemplateScope) -> dict[str, Any]:
    drinks = of.pack.tables["drinks"]
    return {
        "T": Fraction(2, 5),
        "price": of.unit("EUR").factor * Fraction(25, 2),
        "k": 3,
        "tea": drinks["tea"],
        "drinks": drinks,
    }


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    below = TEXT.partition(f"\n{heading}\n")[2].splitlines()
    start = next(at for at, line in enumerate(below) if line.startswith("| ---"))
    found = []
    for line in below[start + 1 :]:
        if not line.startswith("|"):
            break
        found.append([cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("example", [row[2] for row in rows("## The maths language") + rows("### Functions")])
def test_every_example_of_the_language_is_true(example: str):
    names = scope()
    formula, kind = names.formula(code(example)[0])
    assert kind.what == "truth"
    assert compile_formula(formula)(values(names)) is True


def test_the_page_lists_every_function_and_no_other():
    listed_ = [{call.partition("(")[0] for call in code(row[0])} for row in rows("### Functions")]
    assert sorted(name for names in listed_ for name in names) == sorted(FUNCTIONS)


def test_an_example_of_a_function_uses_it():
    for row in rows("### Functions"):
        assert code(row[0])[0].partition("(")[0] + "(" in code(row[2])[0]


def test_the_page_lists_every_verb_and_no_other():
    told = [code(row[0])[0].partition("(")[0] for row in rows("### Verbs")]
    assert sorted(told) == sorted(VERBS)


@pytest.mark.parametrize("row", rows("### Verbs"), ids=lambda row: row[0])
def test_a_verb_gives_what_the_page_says(row: list[str]):
    written, gives = code(row[2])
    assert plain(cas.carry_out(read(written), {})) == gives


def test_the_page_lists_every_function_of_authors_alone():
    told = [call.partition("(")[0] for row in rows("### Letters and matrices") for call in code(row[0]) if "(" in call]
    assert set(AUTHORS_FUNCTIONS) <= set(told)


# ---------------------------------------------------------------------------------------------------- displays, units
def test_the_page_lists_every_display_and_no_other():
    from quizgen.display import _KINDS

    told = [row[0] for row in rows("## Insertions")]
    assert sorted(told) == sorted(["(none)", "a unit", *(f"`{kind}`" for kind in ("sf", "dp", "list", *_KINDS))])


@pytest.mark.parametrize("row", rows("## Insertions"), ids=lambda row: row[0])
def test_a_display_shows_what_the_page_says(row: list[str]):
    names = scope()
    shown = [markdown(names.prose(text), values(names), {}) for text in code(row[2])]
    assert ", ".join(shown).replace("\\", "").replace("\u00a0", " ") == row[3]


def units() -> str:
    by_dimension: dict[str, set[str]] = defaultdict(set)
    for unit in unit_table().values():
        measured = dimension_text(unit.dimension)
        by_dimension["other things" if " and " in measured or " to the power " in measured else measured].add(
            unit.symbol
        )
    listed_ = sorted(by_dimension.items(), key=lambda pair: (pair[0] == "other things", pair[0]))
    cells = [(what, " ".join(f"`{symbol}`" for symbol in sorted(symbols))) for what, symbols in listed_]
    return table(("measure", "units"), cells)


def test_the_page_lists_every_unit(request: pytest.FixtureRequest):
    check(PAGE, "units", units(), request)
