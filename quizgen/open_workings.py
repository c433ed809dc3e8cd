"""How a step with open letters is worked out on paper: symbol = formula or verb = with numbers = value.

A reader knows the steps that are told and the names that the texts write; everything else stands in a formula with its
value. So in `f'(x) = d/dx (3x⁴) = 12x³` no drawn coefficient goes by a name that nobody was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from quizgen.compiled import CompiledTemplate, Derived, Named
from quizgen.errors import MathsError
from quizgen.maths import printing
from quizgen.maths.cas import has_verb, is_verb
from quizgen.maths.expr import Call, Expr, Logic, Name, Number, Relation, Sum, children, names, rebuild
from quizgen.maths.neat import part_of
from quizgen.maths.open_values import FORMULAS, as_tree, compile_open, compile_tree, is_open_kind, needs_open
from quizgen.maths.verb_notation import REWRITING, Paper, notation
from quizgen.prose import Display, Insertion, Prose

_OF_NAMES = frozenset({"at", "det", "inv"})
"""Verbs that are written of a name first: f'(2), det A."""
_EXACTLY = Display("fraction")
_STYLES: tuple[Literal["latex"], Literal["unicode"]] = ("latex", "unicode")
_MATHS = re.compile(r"\$[^$]*\$")


def is_worked_openly(template: CompiledTemplate, derived: Derived) -> bool:
    """Whether a let or step is told as open formulas are: it is one, or rests on one by a verb or by `at`.

    Quantities with units are told in their units, as numbers are.
    """
    used = [template.names[name] for name in names(derived.written) if name in template.names]
    if any((each.kind.of or each.kind).dimension for each in used):
        return False
    if (
        is_open_kind(template.names[derived.name].kind)
        or derived.by
        or needs_open(derived.formula, template.open_names)
    ):
        return True
    told = names(derived.formula) & template.names.keys()
    return has_verb(derived.written) and (bool(told & hidden(template)) or (not told and _has_letters(template)))


def hidden(template: CompiledTemplate) -> frozenset[str]:
    """The names that no reader was told of, in a template of calculus or algebra: their values stand in formulas."""
    made: frozenset[str] | None = template._made.get("hidden")  # noqa: SLF001 - its own store of made things
    if made is None:
        found = (name for name, named in template.names.items() if not _is_known(template, named))
        made = template._made["hidden"] = frozenset(found if _has_letters(template) else ())  # noqa: SLF001 - what a template has made once
    return made


def _has_letters(template: CompiledTemplate) -> bool:
    """Whether a template is of calculus or algebra: some step has open letters, or a verb works on them."""
    is_open = any(named.role != "symbol" and is_open_kind(named.kind) for named in template.names.values())
    return is_open or any(_has_open_verb(each.written) for each in template.derived)


def _has_open_verb(expr: Expr) -> bool:
    """Whether a formula has a verb of calculus or algebra; a limit or a root is told in the letters of the params."""
    if is_verb(expr) and isinstance(expr, Call) and expr.function not in ("solve", "limit"):
        return True
    return any(map(_has_open_verb, children(expr)))


def _is_known(template: CompiledTemplate, named: Named) -> bool:
    if named.role == "symbol" or named.display.unit or named.display.noun is not None:
        return True
    if any(told.name == named.name and told.show for told in template.told):
        return True
    sign = re.compile(rf"(?<![A-Za-z\\]){re.escape(named.symbol)}(?![A-Za-z])")
    return any(_names_it(prose, named, sign) for prose in _texts(template))


def _texts(template: CompiledTemplate) -> Iterator[Prose]:
    yield template.stem
    for part in template.parts:
        yield part.ask
    for told in template.told:
        yield from (told.do, told.why)


def _names_it(prose: Prose, named: Named, sign: re.Pattern[str]) -> bool:
    if any(isinstance(piece, Insertion) and piece.symbol == named.symbol for piece in prose.pieces):
        return True
    text = "".join(piece if isinstance(piece, str) else "0" for piece in prose.pieces)
    return any(sign.search(maths) for maths in _MATHS.findall(text))


def _without_constant(written: Expr) -> Expr:
    """The integral in `integrate(f, x) + C`, which is what stands on the left of its result with C."""
    match written:
        case Sum(terms=(Call(function="integrate") as integral, Name())):
            return integral
    return written


def _has_at(expr: Expr) -> bool:
    return (isinstance(expr, Call) and expr.function == "at") or any(map(_has_at, children(expr)))


class OpenWorkings:
    """Works out the open formulas of one variant: each method gives a pair of LaTeX and Unicode."""

    def __init__(self, template: CompiledTemplate, values: Mapping[str, Any]) -> None:
        self.template, self.values = template, values
        symbols = {name: named.symbol for name, named in template.names.items()}
        self.papers = Paper("latex", symbols), Paper("unicode", symbols)
        unknown = hidden(template)
        self.told_values = {name: value for name, value in values.items() if name in unknown or name == FORMULAS}

    def sides(self, derived: Derived) -> list[tuple[str, str]]:
        """The formula, or the verb with what it works on; nothing where they say no more than the value."""
        written = _without_constant(derived.written)
        if isinstance(written, Call) and (is_verb(written) or written.function == "at"):
            return list(self._verb(written))
        return [] if has_verb(written) else list(self._formula(written))

    def _formula(self, written: Expr) -> Iterator[tuple[str, str]]:
        if isinstance(written, Relation | Logic | Number) or _has_at(written):
            return
        try:
            spoken = as_tree(compile_open(written, self.template.log)(self.told_values))
        except MathsError:
            return  # a list by its rule, say: its value tells all
        yield self._pair(spoken)

    def _verb(self, call: Call) -> Iterator[tuple[str, str]]:
        """The verb by the symbols of what it works on where there are some, then with that put in."""
        known = self._with_symbols(call)
        put_in = self._put_in(call)
        texts = [self._noted(known), self._with_point(put_in) or self._noted(put_in)]
        bare = isinstance(call.arguments[0], Name)
        shown = texts if call.function in _OF_NAMES or (call.function in REWRITING and not bare) else texts[1:]
        for latex, unicode in dict.fromkeys(shown):
            if latex:
                yield latex, unicode

    def _noted(self, call: Call) -> tuple[str, str]:
        return notation(call, self.papers[0]), notation(call, self.papers[1])

    def _with_point(self, call: Call) -> tuple[str, str] | None:
        """`2 × 3 − 4` for 2x − 4 at x = 3; None where other things than numbers are put in."""
        points: dict[str, Any] = {}
        for point in call.arguments[1:] if call.function == "at" else ():
            match point:
                case Relation(sides=(Name(name=name), value)):
                    points[name] = part_of(value)
        if not points or not all(isinstance(value, int | Fraction) for value in points.values()):
            return None
        latex, unicode = (
            printing.numbers(
                call.arguments[0],
                {name: printing.shown(value, _EXACTLY, style) for name, value in points.items()},
                style,
            )
            for style in _STYLES
        )
        return latex, unicode

    def _with_symbols(self, call: Call) -> Call:
        """What the verb works on by its symbol; a point that is put in is always a value."""
        first, *others = call.arguments
        rest = self._put_in(call).arguments[1:] if others else ()
        return Call(call.function, (self._argument(first, self.told_values), *rest))

    def _put_in(self, call: Call) -> Call:
        letters = {each.name for each in call.arguments[1:2] if isinstance(each, Name)}
        values = {name: value for name, value in self.values.items() if name not in letters}
        return Call(call.function, tuple(self._argument(each, values) for each in call.arguments))

    def _argument(self, argument: Expr, values: Mapping[str, Any]) -> Expr:
        try:
            return compile_tree(argument, self.template.log)(values)
        except MathsError:
            return rebuild(argument, lambda part: self._argument(part, values))

    def constant(self, derived: Derived) -> list[tuple[str, str]]:
        """What a number is before it is rounded: `sin(6) + 1`; nothing where it is exact."""
        try:
            tree = compile_open(self.template.form(derived, self.values), self.template.log)(self.values)
        except MathsError:
            return []
        return [self._pair(tree)] if isinstance(tree, Expr) and not names(tree) & self.template.open_names else []

    def _pair(self, tree: Expr) -> tuple[str, str]:
        return self.papers[0].text(tree), self.papers[1].text(tree)

    def subject(self, named: Named, derived: Derived) -> tuple[str, str, str] | None:
        """What stands first, with the sign behind it; None where the name of the step says nothing to a reader.

        A name of several letters is the author's own; the letter that is solved for says more.
        """
        if not named.symbol.startswith(r"\mathrm"):
            return named.symbol, printing.symbol_text(named.symbol), "="
        match derived.written:
            case Call(function="solve" | "solutions" | "minimize" as verb, arguments=(_, Name() as letter, *_)):
                return (*self._pair(letter), "∈" if verb == "solutions" else "=")
        return None

    def value(self, value: Any, named: Named) -> tuple[str, str]:
        """A value as it is shown."""
        return printing.show(value, named.display, "latex"), printing.show(value, named.display, "unicode")
