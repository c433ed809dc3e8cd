"""What the templates of one subject share: tables, formulas, units, words and cards, as `pack.yaml` gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, PrivateAttr, field_serializer, field_validator, model_validator
from pydantic_core.core_schema import ValidationInfo

from quizgen.authoring.authored import (
    MANY,
    MAPPING,
    Authored,
    Count,
    Document,
    Formula,
    Id,
    Line,
    Name,
    Prose,
    Text,
    Word,
    number,
    refuse,
)
from quizgen.located import Located, nearest
from quizgen.maths.units import DEFAULT_ALLOWED
from quizgen.template import Decimal, Defaults, Log

CELL_TYPES: tuple[str, ...] = ("text", "texts", "number")
MAX_ROWS = 1_000
MAX_NAMES = 200

Cell = int | Fraction | str | tuple[str, ...]
"""A number in its column's unit, a text or the id of a linked row, or several texts."""


class Column(Authored):
    """The type of a table's column: text, texts, number (with a unit, and a display in `as`), or another table."""

    type: Line
    unit: Line | None = None
    as_: Line = Field("", alias="as")

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"type": data} if isinstance(data, str) else data

    @model_validator(mode="after")
    def _unit_of_numbers(self) -> Self:
        if self.type != "number" and (self.unit or self.as_):
            refuse(f"a column of the type `{self.type}` has no unit and no display", "write `type: number`")
        return self

    @property
    def table(self) -> str:
        """The table that its cells name rows of, "" if they hold values."""
        return "" if self.type in CELL_TYPES else self.type


class Table(Authored):
    """Typed columns, and rows by id that fill all of them."""

    columns: Annotated[dict[Word, Column], MAPPING, Field(min_length=1, max_length=100)]
    rows: Annotated[dict[Word, dict[str, Any]], MAPPING, Field(min_length=1, max_length=MAX_ROWS)]

    @field_validator("rows", mode="after")
    @classmethod
    def _typed(cls, rows: dict[str, dict[str, Any]], info: ValidationInfo) -> dict[str, dict[str, Cell]]:
        columns: Mapping[str, Column] = info.data.get("columns", {})
        return {row: dict(_cells(row, cells, columns)) for row, cells in rows.items()} if columns else rows

    @field_serializer("rows")
    def _plain(self, rows: dict[str, dict[str, Cell]]) -> dict[str, dict[str, Any]]:
        return {
            row: {name: str(cell) if isinstance(cell, Fraction) else cell for name, cell in cells.items()}
            for row, cells in rows.items()
        }


def _cells(row: str, cells: Mapping[str, Any], columns: Mapping[str, Column]) -> Iterator[tuple[str, Cell]]:
    for name in cells:
        if name not in columns:
            near = nearest(name, columns)
            mend = f"did you mean `{near}`?" if near else "name it in `columns`, with its type"
            refuse(f"the table has no column `{name}`", mend, (row, name), key=True)
    for name, column in columns.items():
        if name not in cells:
            refuse(f"the row `{row}` has no `{name}`", f"add `{name}: …`", (row,), key=True)
        yield name, _cell(cells[name], column, (row, name))


def _cell(value: object, column: Column, path: tuple[str | int, ...]) -> Cell:
    if column.type == "texts":
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            refuse("a list of texts is wanted here", "write `[one, two]`, or `[]` for none", path)
        return tuple(value)
    if not isinstance(value, str):
        refuse(f"one {'number' if column.type == 'number' else 'text'} is wanted here", "quote a text", path)
    if column.type != "number":
        return value
    found = number(value)
    if found is None:
        refuse(f"`{value}` is no number", "write it as `3`, `0.05`, `20e9` or `3/2`, without its unit", path)
    return found


class PackFormula(Authored):
    """A named formula that templates may call; `of` are its arguments."""

    of: Annotated[tuple[Name, ...], MANY, Field(min_length=1, max_length=20)]
    is_: Formula = Field(alias="is")
    means: Text = ""

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        for index, name in enumerate(self.of):
            if name in self.of[:index]:
                refuse(f"`{name}` is an argument twice", "rename one", ("of", index))
        return self


class Constant(Authored):
    """A number that every template may name."""

    is_: Formula = Field(alias="is")
    unit: Line | None = None
    symbol: Line | None = None
    means: Text = ""

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"is": data} if isinstance(data, str) else data


class Units(Authored):
    """The units that templates may use and learners may type: known ones by name, and the pack's own.

    `maths.units.unit_table` says what may stand in both.
    """

    allow: Annotated[tuple[Line, ...], MANY] = DEFAULT_ALLOWED
    own: Annotated[dict[Line, str | dict[str, Any]], MAPPING] = {}

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"allow": data} if isinstance(data, list) else data


class PackTrap(Authored):
    """What is said of a mistake, in every template that has a trap of that name."""

    say: Prose


class ScenarioCell(Authored):
    """A row of the scenario matrix: what is special about it, and which trap it tests."""

    special: Prose
    trap: Prose
    title: Text = ""


class Card(Authored):
    """A recall card; with `each`, one for every row of a table, which its texts call `it`."""

    id: Line
    front: Prose
    back: Prose
    skills: Annotated[tuple[Line, ...], MANY] = ()
    each: Name | None = None


class Pack(Document):
    """One subject. Its id is its folder's name."""

    HINTS: ClassVar[Mapping[str, str]] = {
        "define": "write `formulas`",
        "name": "write `title`",
        "pack": "take it away: a pack's id is its folder's name",
        "id": "take it away: a pack's id is its folder's name",
    }
    title: Line
    version: Count
    log: Log = "natural"
    decimal: Decimal = "point"
    defaults: Defaults = Defaults()
    units: Units = Units()
    formulas: Annotated[dict[Name, PackFormula], MAPPING, Field(max_length=MAX_NAMES)] = {}
    constants: Annotated[dict[Name, Constant], MAPPING, Field(max_length=MAX_NAMES)] = {}
    tables: Annotated[dict[Name, Table], MAPPING, Field(max_length=MAX_NAMES)] = {}
    glossary: Annotated[dict[Line, Prose], MAPPING] = {}
    topics: Annotated[tuple[Line, ...], MANY] = ()
    traps: Annotated[dict[Id, PackTrap], MAPPING] = {}
    cells: Annotated[dict[Id, ScenarioCell], MAPPING] = {}
    cards: Annotated[tuple[Card, ...], MANY] = ()
    _id: str = PrivateAttr("")

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self._id

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for name in self.tables:
            for other, kind in ((self.formulas, "formula"), (self.constants, "constant")):
                if name in other:
                    refuse(f"`{name}` is a table and a {kind}", "rename one of them", ("tables", name), key=True)
            _refuse_bad_links(name, self.tables)
            _refuse_link_cycle(name, self.tables)
        for index, card in enumerate(self.cards):
            if card.each is not None and card.each not in self.tables:
                refuse(f"there is no table `{card.each}`", _meant(card.each, self.tables), ("cards", index, "each"))
            if card.id in {each.id for each in self.cards[:index]}:
                refuse(f"`{card.id}` is the id of two cards", "rename one of them", ("cards", index, "id"))
        return self


def _meant(word: str, words: Mapping[str, object]) -> str:
    near = nearest(word, words)
    return f"did you mean `{near}`?" if near else "there are " + (", ".join(f"`{each}`" for each in words) or "none")


def _refuse_bad_links(name: str, tables: Mapping[str, Table]) -> None:
    table = tables[name]
    for column, kind in table.columns.items():
        if kind.table and kind.table not in tables:
            known = {**dict.fromkeys(CELL_TYPES), **tables}
            what = f"`{kind.table}` is neither a type nor a table"
            refuse(what, _meant(kind.table, known), ("tables", name, "columns", column))
        for row, cells in table.rows.items() if kind.table else ():
            if cells[column] not in tables[kind.table].rows:
                what = f"the table `{kind.table}` has no row `{cells[column]}`"
                path = ("tables", name, "rows", row, column)
                refuse(what, _meant(cells[column], tables[kind.table].rows), path)


def _refuse_link_cycle(name: str, tables: Mapping[str, Table]) -> None:
    """A row holds the rows that it links to, so a chain of links must end."""
    reached, todo = set[str](), [name]
    while todo:
        for column in tables[todo.pop()].columns.values():
            if column.table == name:
                refuse(f"the links of `{name}` lead back to it", "make one column a text", ("tables", name), key=True)
            if column.table in tables and column.table not in reached:
                reached.add(column.table)
                todo.append(column.table)


def parse_pack(source: Located, name: str = "") -> Pack:
    """The pack that a `pack.yaml` holds; `name` is its folder's, if the file's path doesn't say it.

    Raises SourceError with place and mend for the first thing that is wrong.
    """
    pack = Pack.read(source)
    pack._id = name or PurePath(source.file).parent.name  # noqa: SLF001 - the folder's name isn't in the file
    return pack
