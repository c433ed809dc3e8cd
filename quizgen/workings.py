"""A formula of one variant as it is worked out on paper: in symbols, with numbers, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from quizgen.compiled import CompiledTemplate, Derived, Named
from quizgen.errors import MathsError
from quizgen.maths import printing
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import divide, minus, plus, round_dp, round_sf, times
from quizgen.maths.equality import compare
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Each,
    Expr,
    Field,
    Index,
    Name,
    Number,
    Product,
    Relation,
    Sum,
    children,
    names,
    rebuild,
    substitute,
)
from quizgen.maths.kinds import fold
from quizgen.maths.open_values import compile_open, needs_open
from quizgen.maths.printing import Shown
from quizgen.maths.values import compile_formula
from quizgen.open_workings import OpenWorkings, hidden, is_worked_openly
from quizgen.prose import Display, Insertion
from quizgen.variant import Variant

Style = Literal["latex", "unicode"]
Known = dict[str, tuple[Any, Display]]
"""Names with the values that stand in their places, and how those are shown."""

_SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
_HOLDS = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
_ORDER = {-1: "<", 0: "=", 1: ">"}
_WRITTEN_OUT: dict[str, type[Sum | Product]] = {"sum": Sum, "product": Product}
_MOST_TERMS = 6
"""A sum over a list is written out with numbers if it has no more terms than this."""
_MORE_FIGURES = range(9)


class Side(NamedTuple):
    """One side of a chain. `relation` stands before it: "" for the first, else =, ≈, <, ≤, >, ≥ or ≠.

    `role` says what it is: symbol, formula, numbers or value.
    """

    role: str
    relation: str
    latex: str
    unicode: str


class Workings:
    """Works out the formulas of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.template = variant.template
        self.values = variant.values
        self.symbols = {name: named.symbol for name, named in variant.template.names.items()}
        self.columns = _columns(variant.template)

    def value(self, formula: Expr) -> Any:
        """The value of a formula as the author wrote it, in base units. Raises MathsError."""
        make = compile_open if needs_open(formula, self.template.open_names) else compile_formula
        return make(fold(formula, self.template.units), self.template.log)(self.values)

    def chain(self, named: Named, formula: Expr) -> tuple[Side, ...]:
        """The chain symbol = formula = with numbers = value, each side only where it says something new.

        A truth gives the comparison that holds; what is in open letters has no value of its own.
        """
        if is_worked_openly(self.template, derived := self._derived(named.name)):
            return self._open_chain(named, derived)
        formula = self._chosen(formula)
        if named.kind.what == "truth":
            return tuple(self._comparison(formula))
        symbol = Side("symbol", "", named.symbol, printing.symbol_text(named.symbol))
        untold = isinstance(formula, Number) or names(formula) & hidden(self.template)
        formulas = () if untold else (self._in_symbols(formula, "="),)
        value = self.values[named.name]
        if isinstance(value, Expr):
            return _without_repeats([symbol, *formulas, *self._in_numbers(formula)])
        numbers = self._in_numbers(formula, self._more_figures(formula, value, named.display))
        return _without_repeats([symbol, *formulas, *numbers, _side("value", value, named.display)])

    def _derived(self, name: str) -> Derived:
        return next(each for each in self.template.derived if each.name == name)

    def _open_chain(self, named: Named, derived: Derived) -> tuple[Side, ...]:
        """The chain of a step with open letters: its formula or verb, then what that comes to."""
        work, value = OpenWorkings(self.template, self.values), self.values[named.name]
        shown = work.value(value, named)
        if named.kind.what in ("equation", "inequality"):
            return (Side("value", "", *shown),)
        subject = work.subject(named, derived)
        sides = [Side("symbol", "", *subject[:2])] if subject else []
        sides += [Side("formula", "=", *pair) for pair in work.sides(derived)]
        if isinstance(value, Approx):
            sides += [Side("numbers", "=", *pair) for pair in work.constant(derived)]
        equals = subject[2] if subject else "="
        sign = equals if printing.is_exact(value, named.display) or equals != "=" else "≈"
        chain = _without_repeats([*sides, Side("value", sign, *shown)])
        return (chain[0]._replace(relation=""), *chain[1:])

    def _chosen(self, formula: Expr) -> Expr:
        """The tree with each `if` replaced by the branch that holds here."""
        match formula:
            case Call(function="if", arguments=(condition, yes, no)):
                return self._chosen(yes if self.value(condition) else no)
            case Each():
                return formula
        return rebuild(formula, self._chosen)

    def _in_symbols(self, formula: Expr, relation: str) -> Side:
        symbols = dict(self.symbols)
        formula = _fields_as_names(formula, symbols)
        return Side("formula", relation, printing.latex(formula, symbols), printing.unicode(formula, symbols))

    def _in_numbers(self, formula: Expr, more: int = 0) -> tuple[Side, ...]:
        """The formula with numbers, to `more` figures than usual; nothing where not all of it has a number to show."""
        formula, terms = self._written_out(formula)
        known = self._known(formula, terms)
        if not known:
            return ()
        more_exact = {key: (value, _to_more(display, more)) for key, (value, display) in known.items()}
        exact = all(printing.is_exact(value, display) for value, display in more_exact.values())
        latex, unicode = (self._text(formula, more_exact, style) for style in _STYLES)
        return (Side("numbers", "=" if exact else "≈", latex, unicode),)

    def _more_figures(self, formula: Expr, value: Any, display: Display) -> int:
        """How many figures more than usual the numbers need, so that whoever works with them gets the value shown.

        S/k = 3.810/4 would be 0.9525 where the exact value is 0.9524; 3.8095/4 gives it. 0 where nothing helps.
        """
        formula, terms = self._written_out(formula)
        known = self._known(formula, terms)
        evaluate = compile_formula(fold(formula, self.template.units), self.template.log)
        for more in _MORE_FIGURES:
            rounded = {key: _as_shown(given, _to_more(shown, more)) for key, (given, shown) in known.items()}
            try:
                found = printing.show(evaluate({**self.values, **rounded}), display, "plain")
            except MathsError:
                continue
            if found == printing.show(value, display, "plain"):
                return more
        return 0

    def _text(self, formula: Expr, known: Known, style: Style) -> str:
        shown = {key: printing.shown(value, display, style) for key, (value, display) in known.items()}
        for name in names(formula) - known.keys():
            symbol = self.symbols.get(name)
            if symbol:
                shown[name] = Shown(symbol if style == "latex" else printing.symbol_text(symbol))
        return printing.numbers(formula, shown, style)

    def _known(self, formula: Expr, terms: Known) -> Known:
        """Every name and row's cell of a formula with its value and display; open letters are left out.

        Empty where one of them can't be shown as a number.
        """
        known: Known = {}
        for leaf in _leaves(formula, frozenset()):
            key = printing.plain(leaf)
            if key in terms:
                known[key] = terms[key]
            elif not self._is_open(leaf):
                display = self._display(leaf)
                if display is None:
                    return {}
                known[key] = (self.value(leaf), display)
        return known

    def _is_open(self, leaf: Expr) -> bool:
        if not isinstance(leaf, Name):
            return False
        named = self.template.names.get(leaf.name)
        return leaf.name in CONSTANTS if named is None else named.kind.what == "expression"

    def _display(self, leaf: Expr) -> Display | None:
        """How a leaf is shown: a name in its own way, a cell as the template's texts show it; a count without noun."""
        if not isinstance(leaf, Name):
            return self.columns.get(leaf)
        named = self.template.names.get(leaf.name)
        if named is None or (named.kind.of or named.kind).what != "number":
            return None
        return named.display._replace(noun=None)

    def _written_out(self, formula: Expr) -> tuple[Expr, Known]:
        """A short sum or product over a list of numbers term by term, and what stands for the items of the list."""
        terms: Known = {}

        def written(node: Expr) -> Expr:
            match node:
                case Call(function="sum" | "product" as word, arguments=(Each(source=Name() as source) as each,)):
                    items, display = self.value(source), self._display(source)
                    if each.condition is None and display is not None and 1 < len(items) <= _MOST_TERMS:
                        marks = [f"{each.name}#{index}" for index in range(len(items))]
                        terms.update({mark: (item, display) for mark, item in zip(marks, items, strict=True)})
                        return _WRITTEN_OUT[word](tuple(substitute(each.body, {each.name: Name(m)}) for m in marks))
            return rebuild(node, written)

        return written(formula), terms

    def _comparison(self, formula: Expr) -> Iterator[Side]:
        """`W = 80 GB > 16 GB = M`: the relation that holds, to as many figures as show it."""
        match formula:
            case Relation(signs=(sign,), sides=(left, right)):
                values = self.value(left), self.value(right)
            case _:
                return
        if not all(isinstance(value, _NUMBERS) for value in values):
            return
        order = compare(*values)
        relation = _SIGNS[sign if order in _HOLDS[sign] else _ORDER[order]]
        for more in _MORE_FIGURES:
            before, after = self._in_numbers(left, more), self._in_numbers(right, more)
            if order == 0 or [side.unicode for side in before] != [side.unicode for side in after]:
                break
        yield self._in_symbols(left, "")
        yield from before
        if after:
            yield after[0]._replace(relation=relation)
            yield self._in_symbols(right, after[0].relation)
        else:
            yield self._in_symbols(right, relation)


_STYLES: tuple[Style, Style] = ("latex", "unicode")
_NUMBERS = (int, Fraction, Approx)


def _side(role: str, value: Any, display: Display) -> Side:
    latex, unicode = (printing.show(value, display, style) for style in _STYLES)
    return Side(role, "=" if printing.is_exact(value, display) else "≈", latex, unicode)


def _as_shown(value: Any, display: Display) -> Any:
    """The number that a reader of the text takes it for, in base units."""
    if display.kind not in ("sf", "dp") or not isinstance(value, _NUMBERS) or printing.is_exact(value, display):
        return value
    round_to = round_sf if display.kind == "sf" else round_dp
    inside = minus(divide(value, display.factor), display.offset)
    return times(plus(round_to(inside, display.count), display.offset), display.factor)


def _to_more(display: Display, more: int) -> Display:
    return display._replace(count=display.count + more) if display.kind in ("sf", "dp") else display


def _without_repeats(sides: list[Side]) -> tuple[Side, ...]:
    """The chain without sides that look like the one after them, or like the first.

    Where numbers are rounded, what follows from them is not equal to them, whatever its own digits are.
    """
    kept: list[Side] = []
    for side, after in zip(sides, [*sides[1:], None], strict=True):
        if after is not None and side.unicode == after.unicode and kept:
            continue
        if kept and side.unicode == kept[0].unicode:
            continue
        rounded = bool(kept) and kept[-1].relation == "≈"
        kept.append(side._replace(relation="≈") if rounded else side)
    return tuple(kept)


def _leaves(node: Expr, bound: frozenset[str]) -> Iterator[Expr]:
    """The free names and the cells in a tree, a cell as a whole."""
    match node:
        case Name(name=name):
            if name not in bound:
                yield node
        case Field() | Index():
            yield node
        case Each():
            yield from _leaves(node.source, bound)
            for part in (node.body, node.condition):
                if part is not None:
                    yield from _leaves(part, bound | {node.name})
        case _:
            for part in children(node):
                yield from _leaves(part, bound)


def _fields_as_names(formula: Expr, symbols: dict[str, str]) -> Expr:
    """`new.rate` as a name with the symbol rate_new, which is added to `symbols`."""
    if isinstance(formula, Field) and isinstance(formula.of, Name):
        name = f"{formula.of.name}.{formula.name}"
        column, row = printing.default_symbol(formula.name), formula.of.name.replace("_", r"\_")
        symbols[name] = rf"{{{column}}}_{{\mathrm{{{row}}}}}" if "_" in column else rf"{column}_{{\mathrm{{{row}}}}}"
        return Name(name)
    return rebuild(formula, lambda part: _fields_as_names(part, symbols))


def _columns(template: CompiledTemplate) -> Mapping[Expr, Display]:
    """How the template's texts show the cells of rows: `<<old.rate as Gbit/s>>` in the stem holds for the solution."""
    told = [prose for each in template.told for prose in (each.do, each.why)]
    shown: dict[Expr, Display] = {}
    for prose in (template.stem, *(part.ask for part in template.parts), *told):
        for piece in prose.pieces:
            if isinstance(piece, Insertion) and isinstance(piece.formula, Field | Index):
                shown.setdefault(piece.formula, piece.display._replace(noun=None))
    return shown
