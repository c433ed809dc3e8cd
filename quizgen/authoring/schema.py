"""JSON Schemas of what people write, for editors: made from the models, so that neither can say what the other doesn't.

An editor reads YAML's plain `3` and `true` as a number and a truth; to us both are texts. So a schema lets stand
whatever our reader takes for the text that is wanted, and refuses nothing that it would accept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import get_annotations
from typing import Any

from quizgen import drawing
from quizgen.answers import AnswerType, answer_type, answer_types
from quizgen.answers.fields import AnswerField
from quizgen.authoring import meanings
from quizgen.authoring.authored import MAX_FORMULA, MAX_TEXT, RESERVED, Authored
from quizgen.blueprint import Blueprint
from quizgen.column_map import ColumnMap
from quizgen.errors import NotFound
from quizgen.pack import CELL_TYPES, Pack
from quizgen.template import LEVELS, LINKS, Template

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS: Mapping[str, type[Authored]] = {"template": Template, "pack": Pack, "blueprint": Blueprint, "columns": ColumnMap}

_SCALAR = ["string", "number", "boolean"]
_DIGITS = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?(?:/[0-9]+)?"
_LETTERS = "[A-Za-z][A-Za-z0-9_]{0,39}"

SHAPES: Mapping[str, Schema] = {
    "text": {"type": _SCALAR, "maxLength": MAX_TEXT},
    "prose": {"type": _SCALAR, "minLength": 1, "maxLength": MAX_TEXT},
    "line": {"type": _SCALAR, "minLength": 1},
    "formula": {
        "description": "A formula of the maths language.",
        "anyOf": [
            {"type": _SCALAR, "minLength": 1, "maxLength": MAX_FORMULA},
            {"type": "array"},  # `[a, b]`, a list to the editor
            {"type": "object", "additionalProperties": {"type": "null"}},  # `{1, 2}`
        ],
    },
    "name": {"type": "string", "pattern": f"^(?!(?:{'|'.join(sorted(RESERVED))})$){_LETTERS}$"},
    "word": {"type": "string", "pattern": f"^{_LETTERS}$"},
    "id": {"type": ["string", "number"], "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$"},
    "switch": {"enum": ["yes", "no", True, False, "true", "false"]},
    "count": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{_DIGITS}$"}]},
    "exact": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{_DIGITS}$"}]},
    "texts": {"type": "array", "items": {"type": _SCALAR}},
}
"""What an editor lets stand where a model has the type of that name (see `authored`)."""

_SHORT = {"Let": "is", "Constant": "is", "Column": "type", "Units": "allow"}
"""Models that may be written as the value of one of their keys alone."""
_ONLY_SHORT = {"DrawList": "values", "DrawFormula": "formula"}
"""Models that are always written so."""


def schema(kind: str) -> Schema:
    """The schema of a `template`, `pack`, `blueprint` or `columns` (a mapping file). Raises NotFound otherwise."""
    if kind not in KINDS:
        raise NotFound(f"there is no schema of a `{kind}`; there are: {', '.join(KINDS)}")
    model = KINDS[kind]
    raw = model.model_json_schema(by_alias=True)
    models = {each.__name__: each for each in _below(Authored)}
    made = {name: _model(each, models[name]) for name, each in raw.pop("$defs", {}).items()}
    found = _model(raw, model)
    _say_more(kind, found, made)
    about = {"$schema": DIALECT, "title": f"A {kind} of quizgen"}
    return about | found | {"$defs": {**made, **SHAPES}}


def _below(model: type[Authored]) -> set[type[Authored]]:
    return {model}.union(*(_below(each) for each in model.__subclasses__()))


# ---------------------------------------------------------------------------------------------- what pydantic says
def _model(raw: Schema, model: type[Authored]) -> Schema:
    """One model: its keys with their meanings, and its short form."""
    name, first = model.__name__, raw.get("description", "").partition("\n\n")[0].replace("\n", " ")
    own = {field.alias or key for key, field in model.model_fields.items() if key in get_annotations(model)}
    ordered = sorted(raw["properties"].items(), key=lambda pair: pair[0] not in own)
    keys = {key: _node(each, meanings.meaning(model, key)) for key, each in ordered}
    if name in _ONLY_SHORT:
        return {"description": first, **_plain(keys[_ONLY_SHORT[name]], name)}
    mapping: Schema = {"type": "object", "properties": keys, "additionalProperties": False}
    if "required" in raw:
        mapping["required"] = raw["required"]
    if name in _SHORT:
        return {"description": first, "anyOf": [_without(keys[_SHORT[name]], "description"), mapping]}
    return {"description": first, **mapping}


def _plain(node: Schema, name: str) -> Schema:
    """A draw's list or formula; the formula so that it can't be taken for a list."""
    return {"type": "string", "minLength": 1} if name == "DrawFormula" else _without(node, "description")


def _node(raw: Schema, means: str = "") -> Schema:
    """A type as pydantic describes it, in our shapes; `None` isn't written, and titles say nothing."""
    node: Schema = {"description": means} if means else {}
    node |= _typed(_without(raw, "title", "default", "maxLength", "minLength"))
    counted = {"array": "Items", "object": "Properties"}.get(raw.get("type", ""), "Length")
    node |= {f"{limit}{counted}": raw[f"{limit}Length"] for limit in ("min", "max") if f"{limit}Length" in raw}
    if isinstance(default := raw.get("default"), bool | str) and default != "":
        node["default"] = default
    return node


def _typed(raw: Schema) -> Schema:
    if "shape" in raw:
        return {"$ref": f"#/$defs/{raw['shape']}"}
    if "enum" in raw:
        return {"enum": _with_numbers(raw["enum"])}
    if "oneOf" in raw:  # only draws are told apart by their form
        return {"$ref": "#/$defs/Draw"}
    if "allOf" in raw:  # how pydantic up to 2.8 wraps a model that has a default
        return _node(raw["allOf"][0])
    if "anyOf" in raw:
        forms = [_node(each) for each in raw["anyOf"] if each != {"type": "null"}]
        return {"anyOf": forms} if len(forms) > 1 else forms[0]
    inner: Schema = {
        key: _node(raw[key]) for key in ("items", "additionalProperties", "propertyNames") if _is_schema(raw, key)
    }
    if "prefixItems" in raw:
        inner["prefixItems"] = [_node(each) for each in raw["prefixItems"]]
    return {**raw, **inner}


def _is_schema(raw: Schema, key: str) -> bool:
    return isinstance(raw.get(key), dict)


def _without(node: Schema, *keys: str) -> Schema:
    return {each: value for each, value in node.items() if each not in keys}


def _with_numbers(words: Sequence[str]) -> list[Any]:
    """Words, and what an editor makes of those that look like a number or a truth."""
    truths = {"yes": True, "true": True, "no": False, "false": False}
    more = [int(word) if word.isdecimal() else truths.get(word) for word in words]
    return [*words, *dict.fromkeys(each for each in more if each is not None)]


# ---------------------------------------------------------------------------------------------- what it can't know
def _say_more(kind: str, found: Schema, made: dict[str, Schema]) -> None:
    """Add what a model leaves to others."""
    if kind == "template":
        _say_more_of_templates(found["properties"], made)
    if kind == "pack":
        cell = {"anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/texts"}]}
        made["Table"]["properties"]["rows"]["additionalProperties"]["additionalProperties"] = cell
        made["Column"]["anyOf"][1]["properties"]["type"]["examples"] = list(CELL_TYPES)


def _say_more_of_templates(keys: Schema, made: dict[str, Schema]) -> None:
    """Levels, kinds of links, forms of draws, types of answers and kinds of figures."""
    keys["level"] = {**_without(keys["level"], "$ref"), "enum": [*LEVELS, *map(str, LEVELS)]}
    keys["links"]["items"] = {"type": "string", "pattern": f"^(?:{'|'.join(LINKS)}):.*\\S"}
    part = made["Part"]["properties"]
    for of, key, name in ((keys, "figure", "Figure"), (keys, "solution_figure", "Figure"), (part, "answer", "Answer")):
        of[key] = {"description": of[key]["description"], "$ref": f"#/$defs/{name}"}
    draws = [name for name in made if name.startswith("Draw")]
    for name in draws:
        if "apart_from" in (fields := made[name].get("properties", {})):  # one name needs no brackets
            fields["apart_from"]["type"] = ["array", "string"]
    made["Draw"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in draws]}
    made["Answer"] = {"anyOf": [_answer(answer_type(name)) for name in answer_types()]}
    made["Figure"] = {"anyOf": [_figure(each) for each in drawing.kinds().values()]}


def _answer(kind: AnswerType) -> Schema:
    """An answer of one type, that is with the key that names it."""
    return _mapping({kind.name: kind.takes._replace(needed=True), **kind.keys})


def _mapping(fields: Mapping[str, AnswerField]) -> Schema:
    return {
        "type": "object", "properties": {name: _field(each) for name, each in fields.items()},
        "required": [name for name, each in fields.items() if each.needed], "additionalProperties": False,
    }  # fmt: skip


def _field(field: AnswerField) -> Schema:
    words = [each.strip("'") for each in field.takes if each.startswith("'")]
    forms: list[Schema] = [{"enum": _with_numbers(words)}] if words else []
    forms += [_taken(each, field) for each in field.takes if not each.startswith("'")]
    return {"description": field.means, **(forms[0] if len(forms) == 1 else {"anyOf": forms})}


def _taken(what: str, field: AnswerField) -> Schema:
    share = [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string", "pattern": f"^{_DIGITS}$"}]
    shapes: dict[str, Schema] = {
        "number": {"$ref": "#/$defs/exact"},
        "share": {"anyOf": share},
        "formulas": {"type": "array", "items": {"$ref": "#/$defs/formula"}},
        "pairs": {"type": "object", "additionalProperties": {"$ref": "#/$defs/text"}},
        "values": {"type": "object", "additionalProperties": {"$ref": "#/$defs/formula"}},
        "items": {"type": "array", "items": _mapping(field.of)},
        "named": {"type": "object", "additionalProperties": _mapping(field.of)},
    }
    return shapes.get(what, {"$ref": f"#/$defs/{what}"})


def _figure(kind: drawing.FigureKind) -> Schema:
    """A figure of one kind; its fields are formulas."""
    keys: Schema = {"kind": {"const": kind.name}}
    for name, field in kind.fields.items():
        keys[name] = {"description": f"{field.means[:1].upper()}{field.means[1:]}.", "$ref": "#/$defs/formula"}
    needed = [name for name, field in kind.fields.items() if field.required and not field.usual]
    return {
        "type": "object", "description": kind.means, "properties": keys, "required": ["kind", *needed],
        "additionalProperties": False,
    }  # fmt: skip
