"""What kind of value a formula gives: the check that units, texts and rows are never mixed, made once per template.

`infer` finds the kind or raises KindError with the place; `fold` then puts the factors of units in, so that evaluation
works on bare numbers in base units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from quizgen.errors import KindError, MathsError
from quizgen.maths.dimensions import (
    NUMBER,
    PURE,
    TEXT,
    TRUTH,
    Dimension,
    Kind,
    dimension_text,
    kind_text,
    over,
    power,
    times,
)
from quizgen.maths.expr import (
    CONSTANTS,
    FUNCTIONS,
    VERBS,
    Call,
    Each,
    Expr,
    Field,
    Figures,
    Index,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    Negative,
    Number,
    Percent,
    PlusMinus,
    Power,
    Product,
    Quotient,
    RangeOf,
    Relation,
    SetOf,
    Sum,
    Text,
    Truth,
    TupleOf,
    children,
    rebuild,
)
from quizgen.maths.signatures import (
    AUTHORS_FUNCTIONS,
    NUMERIC,
    SIGNATURES,
    alike,
    called,
    check_count,
    comparable,
    exact_literal,
    is_zero,
    item_kind,
    list_of,
    matrix_arithmetic,
    measuring,
    numeric,
    pure,
    wrong,
)
from quizgen.maths.units import Unit, read_unit
from quizgen.maths.verb_kinds import at_kind, verb_kind

__all__ = [
    "NUMBER", "PURE", "TEXT", "TRUTH", "Dimension", "Kind", "TableKinds", "dimension_text", "fits", "fold", "infer",
    "kind_text", "refuse_offset", "scale_of",
]  # fmt: skip

TableKinds = Mapping[str, Kind]
"""Column -> kind of its cells."""


def infer(expr: Expr, scope: Mapping[str, Kind], tables: Mapping[str, TableKinds], units: Mapping[str, Unit]) -> Kind:
    """The kind of a formula's value.

    `scope` has the kind of every name, `tables` of every column, `units` is the pack's unit table. Raises KindError at
    the place where things are mixed that don't go together, or where a name, a column or a function isn't known.
    """
    return _Inference(scope, tables, units).of(expr)._replace(unit="")


def fits(expr: Expr, kind: Kind, wanted: Dimension) -> bool:
    """Whether a formula of this kind may be a quantity of that dimension: it measures it, or is a literal 0."""
    return kind.what in NUMERIC and (kind.dimension == wanted or is_zero(expr))


def scale_of(symbol: str, offset: Fraction | int) -> str:
    """What a unit says of a value: "absolute" (degC), "difference" (delta_degC), "" where it doesn't say (K, ms)."""
    return "absolute" if offset else "difference" if symbol in _DEGREES else ""


def refuse_offset(kind: Kind, offset: Fraction | int, unit: str) -> None:
    """Raise KindError where the difference of two temperatures would be shown on a scale with an offset."""
    if offset and kind.scale == "difference":
        what = f"this is the difference of two temperatures, and {unit} is for a temperature itself"
        raise KindError(
            what, mend=f"give it the unit delta_{_DEGREES.get(unit, unit)}, and its answer `difference: yes`"
        )


_DEGREES = {"°C": "degC", "°F": "degF"}


def _scale_of_sum(terms: tuple[Expr, ...], kinds: tuple[Kind, ...]) -> str:
    """Of a sum of temperatures: two absolute ones that are subtracted leave a difference."""
    if not all(kind.scale for kind in kinds):
        return ""
    signs = [-1 if isinstance(term, Negative) else 1 for term in terms]
    net = sum(sign for sign, kind in zip(signs, kinds, strict=True) if kind.scale == "absolute")
    return {0: "difference", 1: "absolute"}.get(net, "")


def _scaled_kind(kind: Kind, of: Iterable[Kind]) -> Kind:
    """The kind of a product or quotient: a multiple of a difference is one too."""
    same = any(each.scale == "difference" and each.dimension == kind.dimension for each in of)
    return kind._replace(scale="difference") if same else kind


class _Inference(NamedTuple):
    """What names mean where a node stands."""

    scope: Mapping[str, Kind]
    tables: Mapping[str, TableKinds]
    units: Mapping[str, Unit]

    def binding(self, name: str, kind: Kind) -> _Inference:
        """The same with one more name."""
        return self._replace(scope={**self.scope, name: kind})

    def all(self, nodes: Iterable[Expr]) -> tuple[Kind, ...]:
        """The kinds of several nodes."""
        return tuple(map(self.of, nodes))

    def of(self, node: Expr) -> Kind:
        """The kind of a node."""
        match node:
            case Number() | Figures():
                return NUMBER
            case Text():
                return TEXT
            case Truth():
                return TRUTH
            case Name():
                return self._name(node)
            case Field():
                return self._field(node)
            case Index():
                return self._index(node)
            case Call():
                return self._call(node)
            case Relation() | Logic():
                return self._truth(node)
            case ListOf() | SetOf() | TupleOf() | RangeOf() | Each():
                return self._listed(node)
            case Matrix() | Interval():
                return self._shape(node)
        return self._arithmetic(node)

    def _shape(self, node: Matrix | Interval) -> Kind:
        """A matrix or an interval: its entries or ends are pure numbers."""
        parts = tuple(children(node))
        kinds = tuple(pure(part, self.of(part), f"a {_shape_name(node)} is of pure numbers") for part in parts)
        return Kind(_shape_name(node), letters=measuring(PURE, *kinds).letters)

    def _arithmetic(self, node: Expr) -> Kind:
        parts = tuple(children(node))
        kinds = self.all(parts) if isinstance(node, Sum | Product | Quotient | Power | Negative) else ()
        if any(kind.what == "matrix" for kind in kinds):
            return matrix_arithmetic(node, parts, kinds)
        match node:
            case Sum(terms=terms):
                bare = tuple(term.of if isinstance(term, Negative) else term for term in terms)
                kinds = self.all(terms)
                kind = alike(bare, kinds, "added")
                return kind if kind == TEXT else numeric(node, kind)._replace(scale=_scale_of_sum(terms, kinds))
            case Product(factors=factors):
                kinds = tuple(map(numeric, factors, self.all(factors)))
                return _scaled_kind(measuring(times(*(kind.dimension for kind in kinds)), *kinds), kinds)
            case Quotient(over=top, under=bottom):
                above, below = numeric(top, self.of(top)), numeric(bottom, self.of(bottom))
                return _scaled_kind(measuring(over(above.dimension, below.dimension), above, below), (above, below))
            case Power(base=base, exponent=exponent):
                return self._power(base, exponent)
            case Negative(of=inner) | Percent(of=inner) | PlusMinus(of=inner):
                return numeric(inner, self.of(inner))
        raise wrong(node, "this can't stand here")

    def _power(self, base: Expr, exponent: Expr) -> Kind:
        kind = numeric(base, self.of(base))
        raised = pure(exponent, self.of(exponent), "an exponent is a pure number")
        if kind.dimension == PURE:
            return measuring(PURE, kind, raised)
        literal = exact_literal(exponent)
        if literal is None:
            raise wrong(exponent, f"{called(base)} is {kind_text(kind)}, and its exponent must be a written number")
        return measuring(power(kind.dimension, literal), kind)

    def _name(self, node: Name) -> Kind:
        if node.name in self.scope:
            return self.scope[node.name]
        if node.name in self.tables:
            return Kind("table", table=node.name)
        if node.name in CONSTANTS:
            return NUMBER
        raise wrong(node, f"{node.name} isn't a name here", _nearest(node.name, (*self.scope, *self.tables)))

    def _field(self, node: Field) -> Kind:
        kind = self.of(node.of)
        if kind.what == "table":
            return Kind("row", table=kind.table)
        if kind.what != "row":
            raise wrong(node.of, f"{called(node.of)} is {kind_text(kind)} and has no {node.name}")
        columns = self.tables.get(kind.table, {})
        if node.name == "id" or node.name in columns:
            return TEXT if node.name == "id" else columns[node.name]
        raise wrong(node, f"{kind.table} has no column {node.name}", _nearest(node.name, columns))

    def _index(self, node: Index) -> Kind:
        kind, index = self.of(node.of), self.of(node.index)
        if kind.what == "table":
            if index not in (TEXT, Kind("row", table=kind.table)):
                raise wrong(node.index, f"a row of {kind.table} is found by its id, not by {kind_text(index)}")
            return Kind("row", table=kind.table)
        if kind.what not in {"list", "tuple", "matrix"}:
            raise wrong(node.of, f"{called(node.of)} is {kind_text(kind)} and has no items")
        pure(node.index, index, "a place in a list is a pure number")
        if kind.what == "matrix":
            return Kind("list", of=measuring(PURE, kind))
        return kind.of or NUMBER

    def _truth(self, node: Relation | Logic) -> Kind:
        if isinstance(node, Logic):
            for item, kind in zip(node.items, self.all(node.items), strict=True):
                if kind != TRUTH:
                    raise wrong(item, f"{called(item)} is {kind_text(kind)}, and `{node.word}` joins truths")
            return TRUTH
        kinds = self.all(node.sides)
        for place, sign in enumerate(node.signs):
            (left, right), (first, second) = node.sides[place : place + 2], kinds[place : place + 2]
            comparable(left, first, right, second)
            if sign not in {"=", "!="}:
                numeric(left, first)
                numeric(right, second)
        return TRUTH

    def _listed(self, node: Expr) -> Kind:
        match node:
            case ListOf(items=items) | SetOf(items=items):
                of = alike(items, self.all(items), "in one list") if items else None
                return list_of(node, of) if isinstance(node, ListOf) else Kind("set", of=of)
            case TupleOf(items=items):
                kinds = self.all(items)
                return Kind("tuple", of=kinds[0] if len(set(kinds)) == 1 else None)
            case RangeOf(first=first, last=last):
                for end in (first, last):
                    kind = pure(end, self.of(end), "a range goes over pure numbers")
                    if kind.letters:
                        raise wrong(end, "a range ends at a number or at oo, and this has open letters")
                return list_of(node, NUMBER)
            case Each(body=body, name=name, source=source, condition=condition):
                inner = self.binding(name, item_kind(source, self.of(source)))
                if condition is not None and inner.of(condition) != TRUTH:
                    raise wrong(condition, "what stands after if must be true or false")
                return list_of(node, inner.of(body))
        raise wrong(node, "this can't stand here")

    # ---------------------------------------------------------------------------------------------------- functions
    def _call(self, node: Call) -> Kind:
        if node.function in VERBS:
            return verb_kind(node, self)
        known = FUNCTIONS if node.function in FUNCTIONS else AUTHORS_FUNCTIONS
        if node.function not in known:
            raise wrong(node, f"there is no function {node.function}", _nearest(node.function, (*FUNCTIONS, *VERBS)))
        check_count(node, *known[node.function])
        if node.function in {"unit", "number"}:
            return self._with_unit(node)
        if node.function == "at":
            return at_kind(node, self)
        return SIGNATURES[node.function](node, self.all(node.arguments))

    def _with_unit(self, node: Call) -> Kind:
        of, kind = node.arguments[0], self.of(node.arguments[0])
        unit = _unit_of(node, self.units)
        dimension = unit.dimension
        if node.function == "unit":
            pure(of, kind, "unit(…) gives a unit to a pure number", "number(x, ms) takes the unit off")
            return measuring(dimension, kind)._replace(scale=scale_of(unit.symbol, unit.offset))
        if numeric(of, kind).dimension != dimension and not is_zero(of):
            raise wrong(of, f"{called(of)} is {kind_text(kind)}, not {kind_text(Kind('number', dimension))}")
        return measuring(PURE, kind)


def _shape_name(node: Expr) -> str:
    return "matrix" if isinstance(node, Matrix) else "interval"


def _unit_of(node: Call, units: Mapping[str, Unit]) -> Unit:
    said = node.arguments[1]
    if not isinstance(said, Text | Name):
        raise wrong(said, f"the second argument of {node.function} is a unit", f"write {node.function}(x, ms)")
    text = said.value if isinstance(said, Text) else said.name
    try:
        return read_unit(text, units)
    except MathsError as error:
        raise wrong(said, error.what, error.mend) from error


def _nearest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1, 0.6)
    return f"did you mean {near[0]}?" if near else ""


# ----------------------------------------------------------------------------------------------------------- folding
def fold(expr: Expr, units: Mapping[str, Unit]) -> Expr:
    """The formula on bare numbers in base units: `unit(x, ms)` becomes x/1000, `number(x, ms)` 1000·x.

    Only ints come in, so that the tree prints and reads back as it is. Raises KindError for an unknown unit.
    """
    expr = rebuild(expr, lambda part: fold(part, units))
    if not isinstance(expr, Call) or expr.function not in {"unit", "number"}:
        return expr
    unit, of = _unit_of(expr, units), expr.arguments[0]
    if expr.function == "unit":
        return _scaled(_shifted(of, unit.offset), unit.factor)
    return _shifted(_scaled(of, 1 / Fraction(unit.factor)), -unit.offset)


def _scaled(of: Expr, factor: Fraction | int) -> Expr:
    made = of if factor.numerator == 1 else Product((of, Number(factor.numerator)), of.at)
    return made if factor.denominator == 1 else Quotient(made, Number(factor.denominator), of.at)


def _shifted(of: Expr, by: Fraction | int) -> Expr:
    if not by:
        return of
    size: Expr = Number(abs(by.numerator))
    if by.denominator != 1:
        size = Quotient(size, Number(by.denominator))
    return Sum((of, size if by > 0 else Negative(size)), of.at)
