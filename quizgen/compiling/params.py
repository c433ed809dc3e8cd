"""A param as an author writes it, compiled: its draw with the digests of its values, its kind and how it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quizgen import template as authored
from quizgen.authoring.authored import number
from quizgen.compiled import Computed, Draw, Grid, Listed, Named, Option, Param, Picked, Rows, Shuffled, Stepped
from quizgen.compiling.scope import TemplateScope
from quizgen.errors import KindError, SpaceError
from quizgen.maths.expr import Each, Expr, Index, ListOf, Logic, Name, Number, Relation, Text, names
from quizgen.maths.kinds import NUMBER, PURE, TEXT, Kind
from quizgen.maths.neat import part_of
from quizgen.maths.printing import default_symbol, plain
from quizgen.maths.reader import read
from quizgen.maths.signatures import measuring, pure
from quizgen.maths.units import Unit
from quizgen.maths.values import whole
from quizgen.prose import Display
from quizgen.sampling.draws import option_digest

LONGEST_LIST = 1_000
"""Ranges of more values are drawn by the bits of a digest instead of by weights (DESIGN, section 4)."""


def param(scope: TemplateScope, name: str, given: authored.Param, unit: Unit | None) -> tuple[Named, Param]:
    """A param's name and its draw. Raises MathsError."""
    draw, kind = _Reader(scope, unit, given.kind).draw(given.draw)
    if unit and (kind.of or kind).what != "number":
        raise KindError("only numbers have a unit", mend="take `unit` away")
    display = shown(scope, given, unit, given.display)
    symbol = given.symbol or default_symbol(name)
    named = Named(name, "param", kind, symbol, display, given.means, given.aliases, given.hidden)
    return named, Param(name, draw, tuple(sorted((_needs(draw) & set(scope.named)) - scope.open_letters)))


def shown(scope: TemplateScope, given: authored.Quantity, unit: Unit | None, display: str) -> Display:
    """How the values of a param, let or step are shown unless an insertion says otherwise. Raises MathsError."""
    plain = Display(noun=given.noun)
    if unit:
        plain = plain._replace(unit=unit.symbol, factor=unit.factor, offset=unit.offset)
    return scope.display_of(display or scope.shown, plain)


def _needs(draw: Draw) -> frozenset[str]:
    match draw:
        case Listed(options=options):
            return frozenset().union(*(names(option.value) for option in options if isinstance(option.value, Expr)))
        case Computed(formula=formula):
            return names(formula)
        case Picked(of=of) | Shuffled(of=of):
            return _needs(of)
    return frozenset()


@dataclass(frozen=True)
class _Reader:
    """Reads the draw of one param; `unit` is the param's own, `wanted` "number" or "text" where the author said so."""

    scope: TemplateScope
    unit: Unit | None
    wanted: str

    def draw(self, given: Any) -> tuple[Any, Kind]:
        """A draw and the kind of one value of the param."""
        match given:
            case authored.DrawList():
                return self._list(given)
            case authored.DrawRange():
                return self._without(*self._range(given), given)
            case authored.DrawFormula():
                return self._formula(given.formula)
            case authored.DrawFrom():
                return self._without(*self.draw(given.of), given)
            case authored.DrawPick():
                of, kind = self._without(*self.draw(given.of), given)
                return Picked(given.pick, of, given.arrangement), Kind("list", of=kind)
            case authored.DrawShuffle():
                of, kind = self.draw(given.shuffle)
                return Shuffled(of), Kind("list", of=kind)
        raise KindError("this draw isn't supported yet")

    @property
    def _number(self) -> Kind:
        return Kind("number", self.unit.dimension, unit=self.unit.symbol) if self.unit else NUMBER

    def _list(self, given: authored.DrawList) -> tuple[Listed, Kind]:
        if self.wanted == "expression":
            return self._expressions(given.values)
        if self.wanted != "text" and given.numbers is not None:
            return self._listed(given.numbers), self._number
        self.scope.literals.update(given.values)
        return self._listed(given.values), TEXT

    def _listed(self, values: Iterable[Any]) -> Listed:
        """Options with their digests; equal values are told apart by how many of them stand before."""
        seen: Counter[Any] = Counter()
        options = []
        for value in values:
            options.append(Option(value, self._base(value), option_digest(value, seen[value])))
            seen[value] += 1
        return Listed(tuple(options))

    def _expressions(self, texts: Iterable[str]) -> tuple[Listed, Kind]:
        """Formulas in the open letters and in earlier params, each by its text in one spelling."""
        if self.unit is not None:
            raise KindError("a drawn expression has no unit", mend="take `unit` away")
        trees, kinds = [], []
        for text in texts:
            tree, kind = self.scope.formula(text)
            trees.append(tree)
            kinds.append(pure(tree, kind, "a drawn expression is a pure number"))
        if not (letters := measuring(PURE, *kinds).letters):
            raise KindError("none of these has an open letter", mend="declare it: `symbols: {x: {}}`")
        seen: Counter[str] = Counter()
        options = []
        for tree in trees:
            text = plain(tree)
            options.append(Option(text, tree, option_digest(text, seen[text])))
            seen[text] += 1
        return Listed(tuple(options)), Kind("expression", letters=letters)

    def _base(self, value: Any) -> Any:
        if self.unit is None or isinstance(value, str):
            return value
        return whole(Fraction((value + self.unit.offset) * self.unit.factor))

    def _range(self, given: authored.DrawRange) -> tuple[Listed | Stepped, Kind]:
        if given.times is not None:
            stepped = Stepped(given.from_, given.times, _factors(given), ratio=True)
        else:
            step = given.step or 1
            stepped = Stepped(given.from_, step, int((given.to - given.from_) // step) + 1)
        if stepped.count > LONGEST_LIST:
            return stepped, self._number
        return self._listed(values_of(stepped)), self._number

    def _formula(self, text: str) -> tuple[Rows | Computed, Kind]:
        if text in self.scope.pack.tables:
            rows = self.scope.table(text)
            options = tuple(Option(name, name, option_digest(row)) for name, row in rows.items())
            return Rows(text, options), Kind("row", table=text)
        expr, kind = self.scope.formula(text)
        if kind.what != "list" or kind.of is None:
            raise KindError("a draw is a list, a table, or a formula that gives a list")
        if kind.of.dimension != (self.unit.dimension if self.unit else ()):
            raise KindError("the drawn values have another unit than the param", mend="give the param their unit")
        return Computed(expr), kind.of

    def _without(self, draw: Any, kind: Kind, given: Any) -> tuple[Any, Kind]:
        """The draw without what is left out, and in its shape."""
        draw, kind = self._narrowed(draw, kind, given)
        if not given.shape:
            return draw, kind
        if kind != NUMBER or not isinstance(draw, Listed | Stepped):
            raise KindError("`shape` goes with pure numbers", mend="list them, or write a range")
        rows, columns = (*given.shape, 1)[:2]
        return Grid(rows, columns, draw), Kind("matrix")

    def _narrowed(self, draw: Any, kind: Kind, given: Any) -> tuple[Any, Kind]:
        if given.except_:
            draw = self._except(draw, tuple(self._same_kind(text) for text in given.except_))
        if given.apart_from:
            draw = self._apart(draw, kind, given.apart_from)
        return draw, kind

    def _same_kind(self, text: str) -> Any:
        if self.wanted == "expression":
            return plain(self.scope.read(text))
        value = number(text)
        return text if value is None else value

    def _except(self, draw: Any, refused: tuple[Any, ...]) -> Any:
        if not isinstance(draw, Listed | Rows):
            raise KindError("`except` goes with a list, a table or a range of up to 1,000 values")
        kept = tuple(option for option in draw.options if option.shown not in refused)
        if missing := [value for value in refused if value not in [option.shown for option in draw.options]]:
            raise KindError(f"`except` names {missing[0]}, which isn't drawn anyway")
        if not kept:
            raise SpaceError("`except` leaves nothing to draw")
        return draw._replace(options=kept)

    def _apart(self, draw: Any, kind: Kind, others: tuple[str, ...]) -> Computed:
        """The values of a draw that differ from those of earlier params, as a list worked out for each variant."""
        for other in others:
            if self.scope.kinds.get(other) != kind:
                raise KindError(f"`apart_from` names `{other}`, which is no earlier param of the same kind")
        differ = tuple(Relation(("!=",), (Name("it"), Name(other))) for other in others)
        condition: Expr = differ[0] if len(differ) == 1 else Logic("and", differ)
        return Computed(Each(Name("it"), "it", _as_list(draw), condition))


def _as_list(draw: Any) -> Expr:
    match draw:
        case Rows(table=table, options=options):
            return ListOf(tuple(Index(Name(table), Text(option.shown)) for option in options))  # type: ignore[arg-type]  # known by the kind of the draw
        case Listed(options=options):
            return ListOf(tuple(_literal(option.value) for option in options))
        case Computed(formula=formula):
            return formula
    raise KindError("`apart_from` goes with a list, a table or a range of up to 1,000 values")


def _literal(value: Any) -> Expr:
    return Text(value) if isinstance(value, str) else Number(value)


def _factors(given: authored.DrawRange) -> int:
    count, value = 1, given.from_ * (given.times or 1)
    while value <= given.to:
        count, value = count + 1, value * (given.times or 1)
        if count > LONGEST_LIST:
            raise KindError(f"a range by factors has at most {LONGEST_LIST:,} values", mend="take a larger factor")
    return count


def values_of(draw: Stepped) -> list[int | Fraction]:
    """Every value of a range, in the param's own unit."""
    if draw.ratio:
        return [whole(Fraction(draw.first * draw.step**index)) for index in range(draw.count)]
    return [whole(Fraction(draw.first + draw.step * index)) for index in range(draw.count)]


def example_value(named: Named, draw: Draw, given: Any, env: Callable[[Expr], Any]) -> Any:
    """A param's pinned value, in its own unit; `env` evaluates a formula at the params pinned before it.

    A text drawn from a list may be named by its position, counted from 1. Raises KindError.
    """
    if isinstance(draw, Grid):
        return _example_matrix(draw, given)
    if isinstance(draw, Picked | Shuffled):
        if isinstance(given, str):
            raise KindError("a list of values is wanted here", mend="write [90, 95, 100]")
        return tuple(example_value(named, draw.of, item, env) for item in given)
    if not isinstance(given, str):
        raise KindError("one value is wanted here")
    value = number(given)
    if isinstance(draw, Stepped):
        place = None if value is None else Fraction(value - draw.first) / draw.step
        if place is None or place.denominator != 1 or not 0 <= place < draw.count:
            raise KindError(f"{given} isn't among the values that are drawn")
        return value
    offered = _offered(draw, env, named)
    if named.kind.what == "expression":
        return _example_expression(given, offered or ())
    if value is None or (named.kind.of or named.kind).what == "text":
        if offered and isinstance(value, int) and 1 <= value <= len(offered) and given not in offered:
            return offered[value - 1]
        value = given  # type: ignore[assignment]  # a text or a row's id
    if offered is not None and value not in offered:
        raise KindError(f"{given} isn't among the values that are drawn")
    return value


def _example_matrix(draw: Grid, given: Any) -> tuple[tuple[Any, ...], ...]:
    """The rows of a pinned matrix, written as `'[[4, 7], [2, 6]]'`, or `'[4, 2]'` for a vector."""
    tree = read(given) if isinstance(given, str) else ListOf(tuple(map(read, given)))
    items = tree.items if isinstance(tree, ListOf) else ()
    rows = tuple(tuple(map(part_of, row.items if isinstance(row, ListOf) else (row,))) for row in items)
    if len(rows) != draw.rows or any(len(row) != draw.columns for row in rows):
        raise KindError(
            f"a matrix of {draw.rows} rows and {draw.columns} columns is wanted here", mend="'[[1, 2], [3, 4]]'"
        )
    offered = set(values_of(draw.of)) if isinstance(draw.of, Stepped) else {each.shown for each in draw.of.options}
    for row in rows:
        for entry in row:
            if entry not in offered:
                raise KindError(f"{entry} isn't among the values that are drawn")
    return rows


def _example_expression(given: str, offered: tuple[Any, ...]) -> str:
    """The text of a drawn expression, which may be spelled otherwise, or named by its position counted from 1."""
    text = plain(read(given))
    place = number(given)
    if text not in offered and isinstance(place, int) and 1 <= place <= len(offered):
        return str(offered[place - 1])
    if text not in offered:
        raise KindError(f"{given} isn't among the expressions that are drawn")
    return text


def _offered(draw: Draw, env: Callable[[Expr], Any], named: Named) -> tuple[Any, ...] | None:
    match draw:
        case Listed(options=options) | Rows(options=options):
            return tuple(option.shown for option in options)
        case Computed(formula=formula):
            factor, offset = named.display.factor, named.display.offset
            plain = factor == 1 and not offset
            return tuple(
                value if plain or isinstance(value, str) else whole(Fraction(value) / factor - offset)
                for value in (getattr(each, "id", each) for each in env(formula))
            )
    return None
