"""Texts for the page: HTML in which everything is escaped, with empty places for the formulas, which the page sets."""

from __future__ import annotations

from typing import Any

from quizgen import page_api
from quizgen.compiled import CompiledTemplate
from quizgen.escaping import upright
from quizgen.explainer import SolutionStep, solution
from quizgen.pages.markup import PLACES
from quizgen.prose import Prose, Texts, Values
from quizgen.variant import PublicVariant, Variant

Json = dict[str, Any]
_OPENING, _CLOSING = "<p>", "</p>"


def told(prose: Prose, values: Values, texts: Texts) -> str:
    """A text as HTML: blocks, or what stands inside its only paragraph. Raises MathsError."""
    shown = str(PLACES.html(prose, values, texts))
    inner = shown.removeprefix(_OPENING).removesuffix(_CLOSING)
    return inner if shown == f"{_OPENING}{inner}{_CLOSING}" and _OPENING not in inner else shown


def posed(shown: PublicVariant, log: str) -> Json:
    """A question with its figure, without anything that tells its answer."""
    return {**page_api.posed(shown, told), "figure": figure(shown.figure, shown.values, log, f"stem-{shown.id}")}


def worked(variant: Variant) -> Json:
    """The worked solution with its figure and keys."""
    template = variant.template
    drawing = figure(template.solution_figure, variant.values, template.log, f"solution-{variant.id}")
    whole = page_api.worked(variant, told)
    return {**whole, "solution": [_linked(*pair) for pair in zip(whole["solution"], solution(variant), strict=True)],
            "figure": drawing}  # fmt: skip


def _linked(step: Json, told_step: SolutionStep) -> Json:
    """A step with its chain cut where a line may be broken: LaTeX of the places before each sign of relation."""
    return {**step, "latex": upright(step["latex"]), "links": [upright(each) for each in told_step.links_latex()]}


def figure(given: Any, values: Values, log: str, prefix: str) -> str:
    """The figure as a block of HTML with an SVG in it, "" for none."""
    if not given:
        return ""
    from quizgen import figures

    return str(figures.html(given, values, log, prefix))


def glossary(template: CompiledTemplate) -> dict[str, str]:
    """The words of the pack that a template uses, with what they mean."""
    return {term: told(entry, template.tables, template.texts) for term, entry in template.glossary.items()}
