"""CompiledTemplate to JSON and back, without loss and without running anything that the JSON says.

Trees are written as their text in the maths language, which reads back to the same tree; records as an object with
their class's name under "$" and only the fields that differ from the default. Unknown classes and fields are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from quizgen import compiled
from quizgen.compiled import CompiledTemplate
from quizgen.errors import QuizgenError
from quizgen.maths.domains import Letter
from quizgen.maths.expr import Expr
from quizgen.maths.kinds import Kind
from quizgen.maths.printing import plain
from quizgen.maths.reader import read
from quizgen.maths.units import Unit
from quizgen.maths.values import Row
from quizgen.prose import Display, Insertion, Prose

_RECORDS: dict[str, Any] = {
    each.__name__: each
    for each in (
        compiled.Option, compiled.Listed, compiled.Stepped, compiled.Rows, compiled.Computed, compiled.Picked,
        compiled.Shuffled, compiled.Grid, compiled.Named, compiled.Param, compiled.Derived, compiled.Told,
        compiled.Condition, compiled.Group, compiled.Trap, compiled.Part, Kind, Letter, Unit, Display, Insertion,
    )
}  # fmt: skip
_FIELDS = tuple(each.name for each in fields(CompiledTemplate) if each.init)
_SPARED = frozenset({"letters", "constants"})
"""Fields that are only written where there is something in them: JSON of earlier versions hasn't got them."""
_LATER = frozenset(
    each.name for each in fields(CompiledTemplate) if each.default is not MISSING or each.default_factory is not MISSING
)
"""Fields that came with a later release: a set's snapshot from before has none of them, and is graded as it was."""


class DamagedError(QuizgenError):
    """JSON that isn't a CompiledTemplate: cut off, edited or of another format."""


def to_json(template: CompiledTemplate) -> dict[str, Any]:
    """Plain JSON values (dict, list, str, int, bool, None); the same template gives the same JSON."""
    return {name: _plain(value) for name in _FIELDS if (value := getattr(template, name)) or name not in _SPARED}


def from_json(data: dict[str, Any]) -> CompiledTemplate:
    """The template again. Raises DamagedError."""
    try:
        given = {name: _value(data[name]) for name in _FIELDS if name in data or name not in _LATER}
        tables = _linked(given["tables"])
    except (KeyError, TypeError, ValueError, AttributeError, QuizgenError) as error:
        raise DamagedError(f"not a compiled template: {error!r}") from error
    return CompiledTemplate(**{**given, "tables": tables})


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Expr):
        return {"m": plain(value)}
    if isinstance(value, Fraction):
        return {"q": str(value)}
    if isinstance(value, Row):
        return {"row": [value.table, value.id]}
    if isinstance(value, dict):
        return {"d": {key: _cells(item) if isinstance(item, Row) else _plain(item) for key, item in value.items()}}
    if isinstance(value, Prose):
        return {"p": [_plain(piece) for piece in value.pieces]}
    if hasattr(value, "_asdict"):
        return _record(value)
    return [_plain(item) for item in value]


def _record(value: Any) -> dict[str, Any]:
    defaults = type(value)._field_defaults
    record: dict[str, Any] = {"$": type(value).__name__}
    for name, item in value._asdict().items():
        if name not in defaults or defaults[name] != item:
            record[name] = _plain(item)
    return record


def _cells(row: Row) -> dict[str, Any]:
    """A row where it is defined; elsewhere a row is only pointed at."""
    return {"cells": {column: _plain(cell) for column, cell in row.cells.items()}, "of": [row.table, row.id]}


def _value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_value(item) for item in data)
    if not isinstance(data, dict):
        return data
    if "$" in data:
        return _RECORDS[data["$"]](**{name: _value(item) for name, item in data.items() if name != "$"})
    ((tag, inner),) = data.items() if len(data) == 1 else (("row-of", data),)
    return _TAGS[tag](inner)


def _row_of(data: dict[str, Any]) -> Row:
    table, name = data["of"]
    return Row(table, name, {column: _value(cell) for column, cell in data["cells"].items()})


_TAGS: dict[str, Callable[[Any], Any]] = {
    "m": read,
    "q": Fraction,
    "d": lambda items: {key: _value(item) for key, item in items.items()},
    "p": lambda pieces: Prose(tuple(_value(piece) for piece in pieces)),
    "row": lambda of: Row(of[0], of[1], {}),
    "row-of": _row_of,
}


def _linked(tables: dict[str, dict[str, Row]]) -> dict[str, dict[str, Row]]:
    """Replace the rows that cells point at by the rows themselves."""
    for rows in tables.values():
        for row in rows.values():
            for column, cell in row.cells.items():
                if isinstance(cell, Row):
                    row.cells[column] = tables[cell.table][cell.id]
    return tables


__all__ = ["DamagedError", "from_json", "to_json"]
