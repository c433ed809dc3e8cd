"""Figures of one variant: as SVG for pages, as text for a terminal or a block of code, and in words.

A figure is what a CompiledTemplate holds: {} for none, or its kind and a folded formula for each of its fields. What
the kinds are and draw is told by `quizgen.drawing`; here formulas get their values and layouts are filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from quizgen.columns import NARROWEST
from quizgen.drawing import FigureKind, Given, figure_kind, kinds
from quizgen.escaping import visible
from quizgen.maths.expr import Expr
from quizgen.maths.values import Evaluator, compile_formula
from quizgen.pages.layouts import layout, layout_file
from quizgen.prose import Values

__all__ = ["Figure", "description", "html", "kinds", "svg", "text"]

Figure = Mapping[str, Any]
LEAST_WIDTH = 2 * NARROWEST
"""Columns that a figure takes even where a terminal has fewer."""


def svg(figure: Figure, values: Values, log: str = "natural", prefix: str = "figure") -> Markup:
    """The figure as an SVG element; `prefix` starts its ids, which must be the only such ones of a page.

    Raises MathsError where a field has no value, or one that can't be drawn; so do the others.
    """
    return _drawn(*_given(figure, values, log), prefix)[0]


def html(figure: Figure, values: Values, log: str = "natural", prefix: str = "figure") -> Markup:
    """The SVG in a block of its own; a wide one scrolls there, by keyboard too. Nothing where there is no figure."""
    if not figure:
        return Markup()
    kind, given = _given(figure, values, log)
    drawn, title, wide = _drawn(kind, given, prefix)
    return _markup(layout("html/figure.html.jinja").render(wide=wide, title=title, svg=drawn))


def text(figure: Figure, values: Values, width: int = 80, log: str = "natural") -> str:
    """The figure in lines of at most `width` columns (40 where there are fewer); "" for no figure."""
    if not figure:
        return ""
    kind, given = _given(figure, values, log)
    return "\n".join(visible(line).rstrip() for line in kind.text(given, max(width, LEAST_WIDTH)))


def description(figure: Figure, values: Values, log: str = "natural") -> tuple[str, str]:
    """A title, and what there is to see in words that name no result."""
    kind, given = _given(figure, values, log)
    title, says = kind.description(given)
    return visible(title), visible(says)


def _drawn(kind: FigureKind, given: Given, prefix: str) -> tuple[Markup, str, bool]:
    """The SVG, its title, and whether it is a wide one."""
    drawing = kind.drawing(given)
    title, says = map(visible, kind.description(given))
    file = layout_file(kind.layout) if kind.layout else layout(f"figures/{kind.name}.svg.jinja")
    rendered = file.render(drawing=drawing, prefix=prefix, title=title, description=says)
    return _markup(rendered), title, bool(drawing.shown)


def _markup(rendered: str) -> Markup:
    return Markup(rendered.strip())  # noqa: S704 - rendered with autoescape


def _given(figure: Figure, values: Values, log: str) -> tuple[FigureKind, Given]:
    fields = {name: formula for name, formula in figure.items() if name != "kind"}
    return figure_kind(figure["kind"]), {name: _evaluator(formula, log)(values) for name, formula in fields.items()}


@lru_cache(maxsize=512)
def _evaluator(formula: Expr, log: str) -> Evaluator:
    return compile_formula(formula, log)
