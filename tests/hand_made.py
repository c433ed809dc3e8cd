"""Small answers and templates made by hand, for the tests of grading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from quizgen.answers import AnswerType, Asked, answer_type, answer_types
from quizgen.answers.open_letters import OpenLetter
from quizgen.compiled import CompiledTemplate
from quizgen.errors import KindError
from quizgen.maths.expr import Expr, Name
from quizgen.maths.kinds import NUMBER, PURE, TEXT, Kind, fold, infer
from quizgen.maths.reader import read
from quizgen.maths.units import Unit, read_unit, unit_table
from quizgen.maths.values import Row
from quizgen.pack import parse_pack
from quizgen.prose import Display, Insertion, Prose, parse
from quizgen.solver import compile_template
from quizgen.template import parse_template
from quizgen.yaml_files import loads


@cache
def all_units() -> Mapping[str, Unit]:
    """Every unit that quizgen knows."""
    return unit_table()


@dataclass
class HandScope:
    """Names with their values, units and tables: what a template would offer to an answer type."""

    values: Mapping[str, Any]
    units_of: Mapping[str, str] = field(default_factory=dict)
    displays: Mapping[str, Display] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Row]] = field(default_factory=dict)
    asked: str = "3 sf"
    terms: Sequence[str] = ()
    letters: Mapping[str, OpenLetter] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)

    def written(self, name: str) -> Expr | None:
        return read(self.steps[name]) if name in self.steps else None

    def kind(self, name: str) -> Kind:
        if name in self.letters and name not in self.values:
            return Kind("expression", letters=(name,))
        value = self.values[name]
        if isinstance(value, Expr):
            return Kind("expression", letters=tuple(sorted(self.letters)))
        if isinstance(value, Row):
            return Kind("row", table=value.table)
        if isinstance(value, tuple):
            return Kind("list", of=TEXT if isinstance(value[0], str) else NUMBER)
        if isinstance(value, str):
            return TEXT
        if isinstance(value, bool):
            return Kind("truth")
        return Kind("number", self.unit(self.units_of[name]).dimension if name in self.units_of else PURE)

    def formula(self, text: str, **bound: Kind) -> tuple[Expr, Kind]:
        expr = read(text)
        known = {name: self.kind(name) for name in (*self.values, *self.letters)} | bound
        known |= {name: Kind("table", table=name) for name in self.tables}
        columns = {name: _columns(rows) for name, rows in self.tables.items()}
        return fold(expr, all_units()), infer(expr, known, columns, all_units())

    def prose(self, text: str, *, public: bool = False, **bound: Kind) -> Prose:
        def insert(source: str, display: str, in_maths: bool, offset: int) -> Insertion:
            expr, _ = self.formula(source, **bound)
            return Insertion(expr, self.display(expr))

        return parse(text, insert)

    def unit(self, text: str) -> Unit:
        return read_unit(text, all_units())

    def display(self, expr: Expr) -> Display:
        if not isinstance(expr, Name):
            return Display("sf", 4)
        shown = self.displays.get(expr.name, Display("sf", 4))
        if expr.name not in self.units_of:
            return shown
        unit = self.unit(self.units_of[expr.name])
        return shown._replace(unit=unit.symbol, factor=unit.factor, offset=unit.offset)

    def table(self, name: str) -> Mapping[str, Row]:
        if name not in self.tables:
            raise KindError(f"there is no table `{name}`")
        return self.tables[name]


def _columns(rows: Mapping[str, Row]) -> dict[str, Kind]:
    cells = next(iter(rows.values())).cells
    kinds = {str: TEXT, tuple: Kind("list", of=TEXT)}
    return {name: kinds.get(type(cell), NUMBER) for name, cell in cells.items()}


def posed(answer: Mapping[str, Any], scope: HandScope, *, variant: str = "v", **more: Any) -> tuple[AnswerType, Asked]:
    """An answer type with one part of one variant, whose names have the scope's values."""
    kind = next(answer_type(name) for name in answer_types() if name in answer)
    spec = {**kind.compile(answer, scope), **more}
    values = {**scope.values, **scope.tables}
    names = {name: name for name in (*scope.values, *scope.letters)}
    return kind, Asked("part", spec, values, scope.tables, {}, all_units(), names, variant)


def number(key: str | int | Fraction, **fields: Any) -> tuple[AnswerType, Asked]:
    """A part that asks for the number S."""
    whole = fields.pop("whole", False)
    return posed({"number": "S", **fields}, HandScope({"S": _exact(key), "T": 3}), whole=whole)


def quantity(key: str, of: str, **fields: Any) -> tuple[AnswerType, Asked]:
    """A part that asks for the quantity Q, which is `key` of the unit `of`."""
    found = read_unit(of, all_units())
    base = _exact((Fraction(key) + found.offset) * found.factor)
    return posed({"quantity": "Q", **fields}, HandScope({"Q": base}, {"Q": of}))


def _exact(value: str | int | Fraction) -> int | Fraction:
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else value


def table(name: str, rows: Mapping[str, tuple[str, Sequence[str]]], **columns: Mapping[str, Any]) -> dict[str, Row]:
    """A table of names with aliases, and further columns by row."""
    return {
        row: Row(name, row, {"name": said, "aliases": tuple(aliases)} | {c: cells[row] for c, cells in columns.items()})
        for row, (said, aliases) in rows.items()
    }


MODES = table(
    "modes",
    {
        "async": ("asynchronous SGD", ["asynchronous", "async", "async SGD"]),
        "sync": ("synchronous SGD", ["synchronous", "sync", "sync SGD"]),
    },
)


def outcome(kind: AnswerType, asked: Asked, raw: str) -> str:
    """`blank`, `malformed`, or the standing of a response."""
    from quizgen.verdict import Malformed

    reading = kind.read(raw, asked)
    if reading is None:
        return "blank"
    if isinstance(reading, Malformed):
        return "malformed"
    return kind.judge(reading, kind.key(asked), asked).standing


PACK = """
title: Trial
version: 1
traps:
  ideal-speedup: {say: Communication was left out.}
tables:
  modes:
    columns: {name: text, aliases: texts}
    rows:
      async: {name: asynchronous SGD, aliases: [asynchronous, async, async SGD]}
      sync: {name: synchronous SGD, aliases: [synchronous, sync, sync SGD]}
"""

SPEEDUP = """
id: speedup
title: Speedup
level: 2
params:
  T_compute: {draw: [240, 400, 600, 1200], unit: ms}
  k: {draw: [2, 4, 6, 8]}
  T_comm: {draw: {from: 10, to: 100, step: 5}, unit: ms}
where:
  - T_comm < T_compute / 2
example: {T_compute: 400, k: 4, T_comm: 50}
steps:
  - {name: T_slice, is: T_compute / k, unit: ms, do: Share the work}
  - {name: T_iter, is: T_slice + T_comm, unit: ms, do: Add}
  - {name: S, is: T_compute / T_iter, do: Divide}
verify:
  - {that: S <= k, say: Speedup stays below the number of devices.}
traps:
  - {name: ideal-speedup, instead: {T_iter: T_slice}}
  - {name: comm-divided, instead: {T_iter: (T_compute + T_comm) / k}, say: Not divided.}
stem: How fast with <<T_compute =>>, <<k>> and <<T_comm =>>?
parts:
  - id: S
    ask: Which speedup?
    answer: {number: S}
    otherwise: Begin with one iteration.
"""

BUDGET = """
id: budget
title: Budget
level: 5
params:
  T_compute: {draw: [600, 800, 1200, 1500, 2400], unit: ms}
  k: {draw: [2, 3, 4, 5, 6, 8, 12]}
  V: {draw: [1, 2, 3, 4], unit: GB}
  W: {draw: [10, 20, 25, 40, 50, 100], unit: GB/s}
  a: {draw: [2, 4, 8]}
where:
  - T_comm < T_compute / k
example: {T_compute: 1200, k: 6, V: 2, W: 40, a: 4}
steps:
  - {name: T_comm, is: V / W, unit: ms, do: Divide}
  - {name: T_slice, is: T_compute / k, unit: ms, do: Share}
  - {name: S, is: 'T_compute / (T_slice + T_comm)', do: Divide}
  - {name: E, is: S / k, do: Compare}
  - {name: T_one, is: a * T_compute, unit: ms, do: Scale}
  - {name: T_many, is: a * T_slice + T_comm, unit: ms, do: Scale}
  - {name: S_a, is: T_one / T_many, do: Divide}
  - {name: E_a, is: S_a / k, do: Compare}
verify:
  - {that: E_a > E, say: Accumulation helps.}
  - {that: S_a <= k, say: It stays below the ideal.}
traps:
  - {name: bits-for-bytes, instead: {T_comm: 8 * V / W}, say: Bytes.}
  - {name: link-upside-down, instead: {T_comm: 'unit(number(W / V, 1/s), s)'}, say: Upside down.}
  - {name: ideal-speedup, instead: {T_comm: 'unit(0, ms)'}}
stem: <<T_compute =>>, <<k>>, <<V>>, <<W>> and <<a>>.
parts:
  - {id: T_comm, ask: 'How long?', answer: {quantity: T_comm}}
  - {id: S, ask: 'Which speedup?', answer: {number: S}}
  - {id: E, ask: 'Which efficiency?', answer: {number: E, percent: accepted}}
  - {id: S_a, ask: 'Which speedup now?', answer: {number: S_a}, points: 2}
  - {id: E_a, ask: 'Which efficiency now?', answer: {number: E_a, percent: accepted}}
"""

WAYS = """
id: ways
title: Ways to answer
level: 4
links: [glossary:share, topic:halves]
params:
  B: {draw: [32, 64, 96]}
  G: {draw: [2, 4]}
example: {B: 32, G: 4}
steps:
  - {name: s, is: B / G, do: Share, why: It is fair.}
  - {name: t, is: s / 2, do: Halve}
verify:
  - {that: s * G = B, say: Nothing is left.}
stem: Share <<B>> among <<G>>.
parts:
  - {id: s, ask: 'How many each?', answer: {number: s}, reveals: [s]}
  - id: more
    ask: What makes shares smaller?
    points: 2
    answer:
      choice: several
      options:
        - {say: More of us, right: yes, else: 'Each gets less of <<B>>.'}
        - {say: Fewer of us, right: no, else: Then each gets more.}
        - {say: Less to share, right: yes}
    otherwise: Think of a cake.
  - id: line
    ask: Put it into order.
    constant_key: yes
    answer: {order: [Count, 'Divide by <<G>>', Hand out]}
  - id: pairs
    ask: Match.
    constant_key: yes
    answer: {match: {Count: how many, Divide: how much, Cut: how much}, distractors: [how often]}
  - id: plan
    ask: Find two numbers.
    answer:
      plan: {a: {means: shares of one}, b: {}}
      such_that: [{that: a * b = s, say: Their product is $<<s>>$.}]
      sample: {a: s, b: 1}
  - id: why
    ask: Why?
    points: 3
    answer:
      explain:
        - {point: Everyone gets the same., finds: [same|equal*]}
        - {point: There are <<G>> of us., finds: [<<G>> of]}
        - {point: Nothing is left over., finds: [nothing left]}
    otherwise: Say more.
"""
WAYS_PACK = """
title: Sharing
version: 1
glossary:
  share: What <<"one">> of us gets.
  fair: As it should be.
  waste: What nobody gets.
"""


@cache
def compiled(template: str, pack: str = PACK) -> CompiledTemplate:
    """A template from its YAML text, as the engine compiles it."""
    return compile_template(parse_template(loads(template)), parse_pack(loads(pack), "trial"))
