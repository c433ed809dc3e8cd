"""How a verb is written on paper: d/dx, ∫ … dx, lim, Σ; a verb that rewrites stands as what it rewrites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from quizgen.maths.expr import Call, Each, Expr, Name, Number, RangeOf, Relation, Sum, Text
from quizgen.maths.printing import latex, unicode
from quizgen.maths.symbols import superscript

Style = Literal["latex", "unicode"]
REWRITING = frozenset({"simplify", "expand", "factor", "together", "apart"})
"""Verbs whose result is their argument in another form."""


class Paper(NamedTuple):
    """A way to write: its style, and LaTeX symbols by name."""

    style: Style
    symbols: Mapping[str, str]

    @property
    def in_latex(self) -> bool:
        """Whether this is LaTeX."""
        return self.style == "latex"

    def text(self, expr: Expr) -> str:
        """A tree as text."""
        return (latex if self.in_latex else unicode)(expr, self.symbols)

    def term(self, expr: Expr) -> str:
        """A tree as text, a sum in brackets."""
        text = self.text(expr)
        if not isinstance(expr, Sum):
            return text
        return rf"\left({text}\right)" if self.in_latex else f"({text})"


def notation(call: Call, paper: Paper) -> str:
    """A verb's call, its arguments as they stand in the tree; "" where paper has no sign for it."""
    if call.function in REWRITING:
        return paper.text(call.arguments[0])
    write = _SIGNS.get(call.function)
    return write(call, paper) if write is not None else ""


def _diff(call: Call, paper: Paper) -> str:
    of, letter, *order = call.arguments
    by = paper.text(letter)
    raised = paper.text(order[0]) if order and order[0] != Number(1) else ""
    text = paper.text(of)
    if paper.in_latex:
        power = f"^{{{raised}}}" if raised else ""
        return rf"\frac{{d{power}}}{{d{by}{power}}}\left({text}\right)"
    power = superscript(raised)
    return f"d{power}/d{by}{power} ({text})"


def _integrate(call: Call, paper: Paper) -> str:
    of, letter, *ends = call.arguments
    by, body = paper.text(letter), paper.term(of)
    if paper.in_latex:
        limits = rf"_{{{paper.text(ends[0])}}}^{{{paper.text(ends[1])}}}" if len(ends) == 2 else ""
        return rf"\int{limits} {body} \, d{by}"
    limits = f" from {paper.text(ends[0])} to {paper.text(ends[1])} of" if len(ends) == 2 else ""
    return f"∫{limits} {body} d{by}"


def _limit(call: Call, paper: Paper) -> str:
    of, letter, to, *side = call.arguments
    by, goal, body = paper.text(letter), paper.text(to), paper.term(of)
    from_side = side[0].value if side and isinstance(side[0], Text) else ""
    if paper.in_latex:
        return rf"\lim_{{{by} \to {goal}{f'^{{{from_side}}}' if from_side else ''}}} {body}"
    return f"lim({by} → {goal}{superscript(from_side)}) {body}"


def _sum(call: Call, paper: Paper) -> str:
    match call.arguments:
        case (Each(body=body, name=name, source=RangeOf(first=first, last=last), condition=None),):
            low, high, text = paper.text(first), paper.text(last), paper.term(body)
            if paper.in_latex:
                return rf"\sum_{{{name}={low}}}^{{{high}}} {text}"
            return f"Σ({name} = {low} … {high}) {text}"
    return ""


def _at(call: Call, paper: Paper) -> str:
    """`f'(2)` of a name whose symbol is `f'(x)` or `f'`, else the formula with what is put in behind a bar."""
    of, *points = call.arguments
    if isinstance(of, Name):
        symbol, values = paper.text(of), ", ".join(paper.text(_value(point)) for point in points)
        letters = ", ".join(paper.text(_letter(point)) for point in points)
        return f"{symbol.removesuffix(f'({letters})')}({values})"
    where = ", ".join(map(paper.text, points))
    if paper.in_latex:
        return rf"\left. {paper.text(of)} \right|_{{{where}}}"
    return f"[{paper.text(of)}] at {where}"


def _letter(point: Expr) -> Expr:
    return point.sides[0] if isinstance(point, Relation) else point


def _value(point: Expr) -> Expr:
    return point.sides[1] if isinstance(point, Relation) else point


def _det(call: Call, paper: Paper) -> str:
    text = paper.text(call.arguments[0])
    return rf"\det {text}" if paper.in_latex else f"det {text}"


def _inv(call: Call, paper: Paper) -> str:
    text = paper.text(call.arguments[0])
    return rf"{text}^{{-1}}" if paper.in_latex else f"{text}⁻¹"


_SIGNS: dict[str, Callable[[Call, Paper], str]] = {
    "diff": _diff, "integrate": _integrate, "limit": _limit, "sum": _sum, "at": _at, "det": _det, "inv": _inv,
}  # fmt: skip
