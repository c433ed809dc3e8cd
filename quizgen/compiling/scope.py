"""The names of a pack and of one template, with their kinds: reads, checks and folds all that an author wrote.

Every error leaves here as SourceError with file, line, column and mend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quizgen.answers.open_letters import OpenLetter
from quizgen.authoring.authored import Document
from quizgen.compiled import Named
from quizgen.errors import KindError, MathsError, ReadingError
from quizgen.located import nearest
from quizgen.maths.cas import is_verb
from quizgen.maths.expr import Call, Expr, Name, Number, Text, children, names, rebuild, substitute
from quizgen.maths.kinds import NUMBER, TEXT, Kind, TableKinds, fold, infer, refuse_offset, scale_of
from quizgen.maths.open_values import is_open_kind, needs_open
from quizgen.maths.printing import default_symbol
from quizgen.maths.reader import read
from quizgen.maths.signatures import MATRIX_VERBS
from quizgen.maths.units import DEFAULT_ALLOWED, Unit, read_unit, unit_table
from quizgen.maths.values import Row, compile_formula, whole
from quizgen.pack import Pack, Table
from quizgen.prose import Display, Insertion, Prose, parse, parse_display

ASKED = "3 sf"
SHOWN = "4 sf"
DEEPEST_CALLS = 20
"""How deep formulas of a pack may call one another."""


@contextmanager
def at(document: Document, *path: str | int) -> Iterator[None]:
    """Turn a MathsError into a SourceError that points into the author's file."""
    try:
        yield
    except MathsError as error:
        raise document.error(error.what, tuple(path), offset=error.start, mend=error.mend) from error


class Formula(NamedTuple):
    """A formula of a pack: its arguments and its body."""

    of: tuple[str, ...]
    body: Expr


@dataclass(frozen=True)
class PackScope:
    """What a pack gives to each of its templates. Rows are in base units; `kinds` holds tables and constants."""

    pack: Pack
    units: dict[str, Unit]
    tables: dict[str, dict[str, Row]]
    columns: dict[str, TableKinds]
    formulas: dict[str, Formula]
    constants: dict[str, tuple[Named, Expr]]
    kinds: dict[str, Kind]


class _Same:
    """A pack as a key: the same object, whatever it holds."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def __hash__(self) -> int:
        return id(self.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.pack is self.pack


def pack_scope(pack: Pack) -> PackScope:
    """The scope of a pack, made once. Raises SourceError."""
    return _pack_scope(_Same(pack))


@lru_cache(maxsize=8)
def _pack_scope(same: _Same) -> PackScope:
    pack = same.pack
    with at(pack, "units"):
        units = unit_table(pack.units.allow or DEFAULT_ALLOWED, pack.units.own)
    columns = {name: _column_kinds(pack, name, table, units) for name, table in pack.tables.items()}
    kinds = {name: Kind("table", table=name) for name in pack.tables}
    scope = PackScope(pack, units, _rows(pack, columns, units), columns, {}, {}, kinds)
    for name, formula in pack.formulas.items():
        with at(pack, "formulas", name, "is"):
            scope.formulas[name] = Formula(formula.of, _inlined(read(formula.is_), scope.formulas))
    for name in pack.constants:
        with at(pack, "constants", name):
            scope.constants[name] = _constant(scope, name)
            kinds[name] = scope.constants[name][0].kind
    return scope


def _column_kinds(pack: Pack, name: str, table: Table, units: Mapping[str, Unit]) -> TableKinds:
    kinds: dict[str, Kind] = {}
    for column, authored in table.columns.items():
        with at(pack, "tables", name, "columns", column):
            if authored.table:
                kinds[column] = Kind("row", table=authored.table)
            elif authored.type == "number":
                unit = read_unit(authored.unit, units) if authored.unit else None
                scale = scale_of(unit.symbol, unit.offset) if unit else ""
                kinds[column] = Kind("number", unit.dimension, unit=unit.symbol, scale=scale) if unit else NUMBER
            else:
                kinds[column] = TEXT if authored.type == "text" else Kind("list", of=TEXT)
    return kinds


def _rows(pack: Pack, columns: Mapping[str, TableKinds], units: Mapping[str, Unit]) -> dict[str, dict[str, Row]]:
    tables = {name: {row: Row(name, row, {}) for row in table.rows} for name, table in pack.tables.items()}
    for name, table in pack.tables.items():
        for row, cells in table.rows.items():
            for column, cell in cells.items():
                kind, unit = columns[name][column], table.columns[column].unit
                if kind.what == "row":
                    tables[name][row].cells[column] = tables[kind.table][str(cell)]
                elif unit:
                    tables[name][row].cells[column] = _in_base(cell, read_unit(unit, units))
                else:
                    tables[name][row].cells[column] = cell
    return tables


def _in_base(cell: Any, unit: Unit) -> int | Fraction:
    value: int | Fraction = whole(Fraction((cell + unit.offset) * unit.factor))
    return value


def _constant(scope: PackScope, name: str) -> tuple[Named, Expr]:
    authored = scope.pack.constants[name]
    expr = _inlined(read(authored.is_), scope.formulas)
    kind = infer(expr, scope.kinds, scope.columns, scope.units)
    if not authored.unit:
        display = Display("plain")
        return Named(name, "let", kind, authored.symbol or default_symbol(name), display, authored.means), expr
    unit = read_unit(authored.unit, scope.units)
    display = Display("plain", unit=unit.symbol, factor=unit.factor, offset=unit.offset)
    named = Named(
        name, "let", Kind("number", unit.dimension, unit=unit.symbol), authored.symbol or default_symbol(name), display
    )
    return named, Number(_in_base(compile_formula(fold(expr, scope.units))({}), unit))


def _inlined(expr: Expr, formulas: Mapping[str, Formula], depth: int = 0) -> Expr:
    """The tree with each call of a pack's formula replaced by its body."""
    if depth > DEEPEST_CALLS:
        raise KindError("formulas call one another too deeply")
    expr = rebuild(expr, lambda part: _inlined(part, formulas, depth + 1 if isinstance(part, Call) else depth))
    if not isinstance(expr, Call) or expr.function not in formulas:
        return expr
    formula = formulas[expr.function]
    if len(expr.arguments) != len(formula.of):
        wanted = f"{expr.function}({', '.join(formula.of)})"
        raise KindError(f"{wanted} got {len(expr.arguments)} arguments", start=expr.at[0], end=expr.at[1])
    return substitute(formula.body, dict(zip(formula.of, expr.arguments, strict=True)))


@dataclass
class TemplateScope:
    """The names known so far while a template is compiled; grows as params, lets and steps are read.

    It satisfies `quizgen.answers.Scope`. `used` collects the constants and tables that stand in any formula.
    """

    pack: PackScope
    asked: str = ASKED
    shown: str = SHOWN
    log: str = "natural"
    marks: tuple[str, str] = ("<<", ">>")
    kinds: dict[str, Kind] = field(default_factory=dict)
    named: dict[str, Named] = field(default_factory=dict)
    later: set[str] = field(default_factory=set)
    """Names that are declared further down: naming one of them now is an error of its own."""
    used: set[str] = field(default_factory=set)
    literals: set[str] = field(default_factory=set)
    """Texts that stand in formulas, which an insertion may bring into prose."""
    letters: dict[str, OpenLetter] = field(default_factory=dict)
    """What is known of each symbol and drawn number."""
    formulas: dict[str, Expr] = field(default_factory=dict)
    """Of each let and step as its author wrote it."""

    def add(self, named: Named) -> None:
        """Declare a param, let, step or symbol. Raises KindError for a difference of temperatures shown as one."""
        item = named.kind.of or named.kind
        refuse_offset(item, named.display.offset, named.display.unit)
        self.named[named.name] = named
        self.kinds[named.name] = _on_a_scale(named.kind, named.display)
        self.later.discard(named.name)

    def read(self, text: str) -> Expr:
        """A formula as a tree, with the pack's formulas written out. Raises MathsError."""
        expr = _based(_inlined(read(text), self.pack.formulas), self.log)
        self.literals.update(_literals(expr))
        return expr

    def checked(self, expr: Expr, bound: Mapping[str, Kind]) -> Kind:
        """The kind of a tree; raises KindError for names that aren't known yet."""
        known = {**self.pack.kinds, **self.kinds, **bound}
        for name in sorted(names(expr) & self.later):
            raise KindError(f"`{name}` comes later", mend="a formula may use only what stands above it")
        self.used.update(names(expr) & self.pack.kinds.keys())
        return infer(expr, known, self.pack.columns, self.pack.units)

    def formula(self, text: str, **bound: Kind) -> tuple[Expr, Kind]:
        """A formula of the author's, read, checked and folded. Raises MathsError."""
        expr = self.read(text)
        if self._needs_sympy(expr, bound):
            raise KindError("a verb may stand in a step or let only", mend="make it a step, and name that here")
        kind = self.checked(expr, bound)
        return fold(expr, self.pack.units), kind

    def _needs_sympy(self, expr: Expr, bound: Mapping[str, Kind]) -> bool:
        """Whether a verb stands in a formula; those of a matrix of numbers are plain functions."""
        if is_verb(expr) and isinstance(expr, Call):
            plain = expr.function in MATRIX_VERBS and not self.checked(expr.arguments[0], bound).letters
            if not plain:
                return True
        return any(self._needs_sympy(part, bound) for part in children(expr))

    def unit(self, text: str) -> Unit:
        """A unit of the pack. Raises MathsError."""
        try:
            return read_unit(text, self.pack.units)
        except MathsError as error:
            mend = error.mend or "`units` in pack.yaml lists the pack's units: a unit, or all of a kind, such as `time`"
            raise type(error)(error.what, start=error.start, end=error.end, mend=mend) from error

    def table(self, name: str) -> Mapping[str, Row]:
        """Rows by id. Raises KindError."""
        if name not in self.pack.tables:
            near = nearest(name, self.pack.tables)
            raise KindError(f"there is no table `{name}`", mend=f"did you mean `{near}`?" if near else "")
        self.used.add(name)
        return self.pack.tables[name]

    def written(self, name: str) -> Expr | None:
        """The formula of a let or step as its author wrote it, verbs included; None for any other name."""
        return self.formulas.get(name)

    @property
    def valued(self) -> frozenset[str]:
        """Names that have a value in each variant: all but the open letters."""
        return (frozenset(self.named) - self.open_letters) | self.pack.constants.keys()

    @property
    def open_letters(self) -> frozenset[str]:
        """The open letters that are declared."""
        return frozenset(name for name, named in self.named.items() if named.role == "symbol")

    @property
    def open_names(self) -> frozenset[str]:
        """Names whose values are trees: open letters, and what has some in it."""
        return frozenset(name for name, named in self.named.items() if is_open_kind(named.kind))

    @property
    def terms(self) -> tuple[str, ...]:
        """The pack's glossary entries."""
        return tuple(self.pack.pack.glossary)

    def display(self, expr: Expr) -> Display:
        """How the value of a formula is shown by default: a name's own way, else the template's."""
        if isinstance(expr, Name) and expr.name in self.named:
            return self.named[expr.name].display
        return self.display_of(self.shown)

    def display_of(self, text: str, default: Display | None = None) -> Display:
        """A display as an author writes it. Raises MathsError."""
        return parse_display(text, self.unit, default or Display())

    def prose(self, text: str, *, public: bool = False, **bound: Kind) -> Prose:
        """A text with its insertions; a public one may not name steps. Raises MathsError."""

        def insert(source: str, display: str, in_maths: bool, offset: int) -> Insertion:  # noqa: FBT001 - prose.Insert is so
            try:
                return self._insertion(source, display, public, bound)._replace(in_maths=in_maths)
            except MathsError as error:
                start = offset + max(error.start, 0)
                raise type(error)(error.what, start=start, end=start + 1, mend=error.mend) from error

        return parse(text, insert, self.marks)

    def refuse_steps(self, expr: Expr) -> None:
        """Raise KindError where a formula of something that is shown before the answer names a step."""
        steps = sorted(name for name in names(expr) if name in self.named and not self.named[name].public)
        if steps:
            what = f"`{steps[0]}` is a step, and this is shown before the answer"
            raise KindError(what, mend="use params, lets and tables only; make it a let if it is given")

    def _insertion(self, source: str, display: str, public: bool, bound: Mapping[str, Kind]) -> Insertion:  # noqa: FBT001 - called once
        expr, kind = self.formula(source, **bound)
        if public:
            self.refuse_steps(expr)
        symbol, default = "", self.display(expr)
        if display == "=":
            if not isinstance(expr, Name) or expr.name not in self.named:
                raise ReadingError("`<<name =>>` wants a param, let, step or symbol")
            symbol, display = self.named[expr.name].symbol, ""
            default = default._replace(noun=None)
        shown = self.display_of(display, default) if display else default
        return Insertion(expr, self._fitting(kind, shown), symbol, open=needs_open(expr, self.open_names))

    def _fitting(self, kind: Kind, shown: Display) -> Display:
        """The display, unless it shows a quantity without its unit or a count with a noun that isn't its own."""
        item = kind.of or kind
        if item.what not in ("number", "expression"):
            return shown
        if shown.unit and self.unit(shown.unit).dimension != item.dimension:
            raise KindError(f"the value isn't measured in {shown.unit}")
        refuse_offset(item, shown.offset, shown.unit)
        if item.dimension and not shown.unit:
            raise KindError("this value has a unit, and the text doesn't say which", mend="write `<<… as ms>>`")
        return shown


def _on_a_scale(kind: Kind, display: Display) -> Kind:
    """The kind, with what the unit that it is shown in says of a temperature."""
    if kind.of is not None:
        return kind._replace(of=_on_a_scale(kind.of, display))
    return kind._replace(scale=scale_of(display.unit, display.offset))


def _based(expr: Expr, log: str) -> Expr:
    """The tree with the base written into each `log(x)`, where the pack's logarithm isn't the natural one."""
    if log == "natural":
        return expr
    expr = rebuild(expr, lambda part: _based(part, log))
    match expr:
        case Call(function="log", arguments=(only,)):
            return Call("log", (only, Number(int(log))), expr.at)
    return expr


def _literals(expr: Expr) -> set[str]:
    if isinstance(expr, Text):
        return {expr.value}
    return set().union(*(_literals(part) for part in children(expr)))
