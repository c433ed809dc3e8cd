"""Sheets, solutions and feedback as HTML, Markdown and terminal text: prose put into the layouts of `templates/`.

A sheet is made from the public view alone, so that nothing in it can depend on a key, a step or a trap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from quizgen import figures
from quizgen.columns import wrapped
from quizgen.escaping import markdown_maths, markdown_text, visible
from quizgen.explainer import SolutionStep, checks, solution
from quizgen.pages import key_lines
from quizgen.pages.frames import Outline, PartOutline, framed
from quizgen.pages.key_lines import keys_text, ledger_html, ledger_markdown, ledger_text, part_key_text, words_text
from quizgen.pages.layouts import layout
from quizgen.pages.markup import OWN_LINE, html, inline_html, mathml_html, on_one_line
from quizgen.pages.offers import (
    offer_html,
    offer_markdown,
    offer_text,
    options_html,
    options_markdown,
    options_text,
    without_blanks,
)
from quizgen.pages.terminal_text import formula_text, terminal, terminal_line
from quizgen.prose import Prose, Texts, markdown
from quizgen.result import Filled
from quizgen.variant import PublicPart, PublicVariant, Variant

__all__ = [
    "feedback_html", "feedback_markdown", "feedback_text", "formula_text", "html", "inline_html", "keys_text",
    "ledger_html", "ledger_markdown", "ledger_text", "markdown", "mathml_html", "options_html", "options_markdown",
    "options_text", "page_html", "part_key_text", "part_text", "recalls_text", "sheet_html", "sheet_markdown",
    "sheet_text", "solution_html", "solution_markdown", "solution_text", "step_text", "terminal", "words_text",
]  # fmt: skip

T = TypeVar("T", str, Markup)
CODE_WIDTH = 72
"""Columns of a figure in Markdown: what a page shows of a block of code without scrolling."""
NOTHING: Mapping[str, str] = MappingProxyType({})
_ENDED = re.compile(r"[.!?:;…]\W*\Z")


class _Part(NamedTuple):
    """A part as a layout shows it; all texts are markup."""

    id: str
    number: str
    ask: str
    offer: str
    unit: str
    note: str
    hints: Sequence[str]


def sheet_html(shown: PublicVariant, number: int = 1, instead: Mapping[str, str] = NOTHING) -> str:
    """The problem as an HTML fragment; `number` is its place on the page. Raises MathsError as prose does.

    `instead` is markup of this program's that stands below parts in place of what they are answered in.
    """
    values, texts = shown.values, shown.texts
    figure = figures.html(shown.figure, values, prefix=f"problem-{number}-figure") if shown.figure else ""
    fills: list[str] = [html(shown.stem, values, texts), *(html(each, values, texts) for each in shown.recalls)]
    if figure:
        fills.append(figure)
    if shown.forecast:
        fills.append(html(shown.forecast, values, texts))
    parts = []
    for index, part in enumerate(shown.parts, 1):
        told = part.id in instead
        offer = offer_html(without_blanks(part.shows) if told else part.shows, values, texts)
        offer += Markup(instead.get(part.id, ""))  # noqa: S704 - see above
        fills += (html(part.ask, values, texts), *((offer,) if offer else ()))
        fills += (html(hint, values, texts) for hint in part.hints)
        unit, note = ("", "") if told else (part.shows.unit, _note(part))
        parts.append(PartOutline(part.id, _number(shown, number, index), bool(offer), unit, note, len(part.hints)))
    outline = Outline(
        number, shown.label, shown.title, shown.level, len(shown.recalls), bool(figure), bool(shown.forecast),
        tuple(parts), tuple(shown.reread),
    )  # fmt: skip
    return framed(outline, fills)


def page_html(title: str, bodies: Iterable[str], heading: str = "") -> str:
    """A self-contained document around fragments of this module: it runs no script and loads nothing.

    `title` is what a browser's tab says; `heading`, if given, stands on top of the page.
    """
    ready = [Markup(body) for body in bodies]  # noqa: S704 - made by this module
    return layout("html/page.html.jinja").render(title=title, heading=heading, bodies=ready)


def solution_html(variant: Variant, number: int = 0) -> str:
    """The worked solution as an HTML fragment that opens when asked; `number` is that of its problem, 0 for none."""
    texts = variant.template.texts
    steps = [
        {
            "do": _sentence(_inline(step.do, texts)),
            "chain": [_display(side) for side in step.links_latex()],
            "told": _inline(step.told, texts) if step.told else "",
            "why": html(step.why.prose, step.why.values, texts),
        }
        for step in solution(variant)
    ]
    checked = [_inline(check, texts) for check in checks(variant)]
    template, values = variant.template, variant.values
    figure = figures.html(template.solution_figure, values, template.log, f"solution-{variant.id}-figure")
    return layout("html/solution.html.jinja").render(
        steps=steps, figure=figure, checks=checked, keys=key_lines.keys_html(variant, number),
        words=key_lines.words_html(variant),
    )  # fmt: skip


def formula_html(latex: str) -> str:
    """A formula on a line of its own, as an HTML fragment. Raises MathsError."""
    return f"<p>{_display(latex)}</p>"


def _display(latex: str) -> Markup:
    """A link of a chain as MathML with fractions at full size, though it stands in a line."""
    shown = str(mathml_html("{}" + latex, own_line=True))
    return Markup(shown.replace(OWN_LINE, '<math displaystyle="true"', 1))  # noqa: S704 - still MathML


def _inline(filled: Filled, texts: Texts) -> Markup:
    return inline_html(filled.prose, filled.values, texts)


def sheet_markdown(shown: PublicVariant, number: int = 1, instead: Mapping[str, str] = NOTHING) -> str:
    """The problem as GitHub-flavoured Markdown, maths between dollars; `instead` as for `sheet_html`."""
    values, texts = shown.values, shown.texts
    parts = []
    for index, part in enumerate(shown.parts, 1):
        told = part.id in instead
        offer = offer_markdown(without_blanks(part.shows) if told else part.shows, values, texts)
        unit, note = ("", "") if told else (part.shows.unit, _note(part))
        parts.append(_Part(
            part.id, _number(shown, number, index), _ready(markdown(part.ask, values, texts)),
            _ready("\n\n".join(filter(None, (offer, instead.get(part.id, ""))))), _plain(unit), _plain(note),
            [_ready(_in_item(markdown(hint, values, texts))) for hint in part.hints],
        ))  # fmt: skip
    text = layout("markdown/sheet.md.jinja").render(
        number=number, label=_plain(shown.label), title=_plain(shown.title), level=shown.level,
        stem=_ready(markdown(shown.stem, values, texts)), forecast=_ready(markdown(shown.forecast, values, texts)),
        figure=_fenced(figures.text(shown.figure, values, CODE_WIDTH)), parts=parts,
        reread=[_plain(each) for each in shown.reread],
        recalls=[_ready(markdown(each, values, texts)) for each in shown.recalls],
    )  # fmt: skip
    return _tidy(text)


def solution_markdown(variant: Variant, number: int = 0) -> str:
    """The worked solution as Markdown that opens when asked; `number` is that of its problem, 0 for none."""
    texts = variant.template.texts
    steps = [
        {
            "do": _ready(_sentence(_filled_markdown(step.do, texts))),
            "chain": _ready(markdown_maths(step.latex)) if step.sides else "",
            "told": _ready(_filled_markdown(step.told, texts)) if step.told else "",
            "why": _ready(_in_item(_filled_markdown(step.why, texts))),
        }
        for step in solution(variant)
    ]
    checked = [_ready(_in_item(_filled_markdown(check, texts))) for check in checks(variant)]
    template, values = variant.template, variant.values
    figure = _fenced(figures.text(template.solution_figure, values, CODE_WIDTH, template.log))
    text = layout("markdown/solution.md.jinja").render(
        steps=steps, figure=figure, checks=checked, keys=_ready(key_lines.keys_markdown(variant, number)),
        words=_ready(key_lines.words_markdown(variant)),
    )  # fmt: skip
    return _tidy(text)


def _fenced(drawn: str) -> Markup:
    """A figure's text as a block of code, "" for no figure."""
    return _ready(f"```text\n{drawn}\n```") if drawn else Markup()


def _filled_markdown(filled: Filled, texts: Texts) -> str:
    return markdown(filled.prose, filled.values, texts).strip()


def _ready(text: str) -> Markup:
    """Markdown for a Markdown layout: its values are escaped already, for Markdown."""
    return Markup(on_one_line(text).strip())  # noqa: S704 - see above


def _plain(text: str) -> Markup:
    return _ready(markdown_text(text))


def _in_item(text: str) -> str:
    """Markdown to stand in a list's item: its later lines are set in."""
    return text.strip().replace("\n", "\n   ")


def _tidy(text: str) -> str:
    """No space at a line's end, no two empty lines, one end of line at the end."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"


def sheet_text(shown: PublicVariant, width: int = 80, number: int = 1) -> str:
    """The problem as plain text in lines of at most `width` columns, without hints (they would tell too soon)."""
    values, texts = shown.values, shown.texts
    blocks = [
        *wrapped(visible(f"{number}. {shown.title} ({shown.label}, level {shown.level})"), width),
        "",
        terminal(shown.stem, values, texts, width),
    ]
    if shown.recalls:
        blocks += ["", recalls_text(shown, width)]
    if shown.figure:
        blocks += ["", figures.text(shown.figure, values, width)]
    if shown.forecast:
        blocks += ["", _hung("Forecast: ", shown.forecast, shown, width)]
    for index, part in enumerate(shown.parts, 1):
        blocks += ["", part_text(part, shown, width, _number(shown, number, index))]
    if shown.reread:
        blocks += ["", *wrapped(visible(f"To re-read: {'; '.join(shown.reread)}"), width)]
    return "\n".join(blocks)


def recalls_text(shown: PublicVariant, width: int = 80) -> str:
    """The results of the problem that this one continues, as plain text; "" where none may be shown."""
    told = "; ".join(terminal_line(each, shown.values, shown.texts) for each in shown.recalls)
    return "\n".join(wrapped(f"From the problem before: {told}", width)) if told else ""


def part_text(part: PublicPart, shown: PublicVariant, width: int = 80, number: str = "") -> str:
    """What a part asks, its options, and its rule, as plain text."""
    blocks = [_hung(f"{number}  " if number else "", part.ask, shown, width)]
    offer = offer_text(part.shows, shown.values, shown.texts, width)
    if offer:
        blocks.append(offer)
    note = ", ".join(each for each in (f"in {part.shows.unit}" if part.shows.unit else "", _note(part)) if each)
    if note:
        blocks += wrapped(visible(f"({note})"), width, "  ", "  ")
    return "\n".join(blocks)


def _hung(mark: str, prose: Prose, shown: PublicVariant, width: int) -> str:
    """A text with a mark before its first line; the others are set in by as much."""
    lines = terminal(prose, shown.values, shown.texts, width - len(mark)).split("\n")
    return "\n".join(((" " * len(mark) if index else mark) + line).rstrip() for index, line in enumerate(lines))


def solution_text(variant: Variant, width: int = 80, number: int = 0) -> str:
    """The worked solution as plain text; `number` is that of its problem, 0 for none."""
    texts = variant.template.texts
    blocks = ["Solution", ""]
    for place, step in enumerate(solution(variant), 1):
        blocks += [step_text(place, step, texts, width), ""]
    template = variant.template
    if template.solution_figure:
        blocks += [figures.text(template.solution_figure, variant.values, width, template.log), ""]
    if keys := keys_text(variant, width, number):
        blocks += [keys, ""]
    if says := checks(variant):
        blocks += ["To check:", *(line for say in says for line in _item("• ", say, texts, width)), ""]
    if words := words_text(variant, width):
        blocks += ["Words:", words]
    return "\n".join(blocks).rstrip()


def step_text(number: int, step: SolutionStep, texts: Texts, width: int = 80) -> str:
    """One step as plain text: what to do, the chain of equations, and why."""
    mark = f"{number}. "
    indent = " " * len(mark)
    lines = wrapped(_sentence(terminal_line(step.do.prose, step.do.values, texts)), width, mark, indent)
    if step.sides:
        chain = " ".join(link.replace(" ", "\u00a0") for link in step.links_unicode())
        lines += wrapped(chain, width, indent + "  ", indent + "    ")
    if step.told:
        lines += wrapped(terminal_line(step.told.prose, step.told.values, texts), width, indent + "  ", indent + "  ")
    if step.why.prose:
        why = terminal(step.why.prose, step.why.values, texts, width - len(indent))
        lines += [indent + line if line else "" for line in why.split("\n")]
    return "\n".join(line.replace("\u00a0", " ") for line in lines)


def _item(mark: str, filled: Filled, texts: Texts, width: int) -> list[str]:
    return wrapped(terminal_line(filled.prose, filled.values, texts), width, mark, " " * len(mark))


def feedback_html(says: Iterable[Filled], texts: Texts) -> Markup:
    """Feedback in order, as HTML blocks."""
    return Markup("\n").join(html(said.prose, said.values, texts) for said in says)


def feedback_markdown(says: Iterable[Filled], texts: Texts) -> str:
    """Feedback in order, as Markdown."""
    return "\n\n".join(_filled_markdown(said, texts) for said in says)


def feedback_text(says: Iterable[Filled], texts: Texts, width: int = 80) -> str:
    """Feedback in order, as plain text."""
    return "\n".join(terminal(said.prose, said.values, texts, width) for said in says)


def _number(shown: PublicVariant, number: int, index: int) -> str:
    """What a part is called on a sheet: 2.1, 2.2 ...; nothing where it is the only one."""
    return f"{number}.{index}" if len(shown.parts) > 1 else ""


def _note(part: PublicPart) -> str:
    """What a part says of its answer: precision and form, and its points where they aren't 1."""
    points = "" if part.points == "1" else f"{part.points} points"
    return ", ".join(each for each in (part.shows.rule, points) if each)


def _sentence(text: T) -> T:
    """A text with a full stop, unless it ends in a mark of its own; Markup stays Markup."""
    return text if _ENDED.search(text) else text + "."
