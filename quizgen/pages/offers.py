"""How an answer is given on a sheet: options with letters, columns to match, boxes to fill, lines to write on.

All three formats are made of what the public view holds, so nothing here can tell an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from quizgen.answers import Box, PublicAnswer, PublicOption
from quizgen.columns import columns, padded, wrapped
from quizgen.escaping import markdown_maths, markdown_text, visible
from quizgen.pages.layouts import layout
from quizgen.pages.markup import inline_html, mathml_html
from quizgen.pages.terminal_text import formula_text, terminal_line
from quizgen.prose import Texts, Values, markdown

__all__ = [
    "offer_html", "offer_markdown", "offer_text", "options_html", "options_markdown", "options_text", "without_blanks",
]  # fmt: skip

BLANK = "________"
"""What stands for a blank in Markdown."""


def offer_html(shows: PublicAnswer, values: Values, texts: Texts) -> Markup:
    """What an answer is picked from or written into, as HTML; "" for a plain blank."""
    if not (shows.options or shows.boxes or shows.lines):
        return Markup()
    boxes = [{"symbol": mathml_html(box.symbol), "means": inline_html(box.means, values, texts)} for box in shows.boxes]
    rendered = layout("html/offer.html.jinja").render(
        way=shows.way, options=_shown(shows.options, values, texts), items=_shown(shows.items, values, texts),
        boxes=boxes, lines=shows.lines,
    )  # fmt: skip
    return Markup(rendered)  # noqa: S704 - rendered with autoescape


def offer_markdown(shows: PublicAnswer, values: Values, texts: Texts) -> str:
    """The same as Markdown."""
    boxes = [
        _joined(f"- {markdown_maths(box.symbol)} = {BLANK}", markdown(box.means, values, texts)) for box in shows.boxes
    ]
    blank = f"{BLANK} " if shows.way == "match" else ""
    items = [
        f"{markdown_text(item.letter)}. {blank}{_in_item(markdown(item.say, _known(item, values), texts))}"
        for item in shows.items
    ]
    order = [f"Order: {BLANK}"] if shows.way == "order" else []
    blocks = ["\n".join(items), options_markdown(shows.options, values, texts), "\n".join(boxes), *order]
    return "\n\n".join(block for block in blocks if block)


def without_blanks(shows: PublicAnswer) -> PublicAnswer:
    """What was offered, where an answer is told instead of asked for."""
    return shows._replace(way="told", boxes=(), lines=0)


def offer_text(shows: PublicAnswer, values: Values, texts: Texts, width: int = 80) -> str:
    """The same as plain text, without blanks: a terminal has its prompt."""
    lines = list(_marked(shows.items, "  {}. ", values, texts, width))
    if lines:
        lines.append("")
    lines += _marked(shows.options, "  {}) ", values, texts, width)
    if shows.boxes:
        lines += _boxes(shows.boxes, values, texts, width)
    return "\n".join(lines)


def options_html(options: Sequence[PublicOption], values: Values, texts: Texts) -> str:
    """Offered choices with their letters as an HTML list; "" where there are none."""
    return offer_html(PublicAnswer(options=tuple(options), way="pick"), values, texts) if options else ""


def options_markdown(options: Sequence[PublicOption], values: Values, texts: Texts) -> str:
    """Offered choices with their letters as a Markdown list."""
    return "\n".join(
        f"- **{markdown_text(each.letter)}** {_in_item(markdown(each.say, _known(each, values), texts))}"
        for each in options
    )


def options_text(options: Sequence[PublicOption], values: Values, texts: Texts, width: int = 80) -> str:
    """Offered choices with their letters as plain text."""
    return "\n".join(_marked(options, "  {}) ", values, texts, width))


def _shown(options: Sequence[PublicOption], values: Values, texts: Texts) -> list[dict[str, str]]:
    return [{"letter": each.letter, "say": inline_html(each.say, _known(each, values), texts)} for each in options]


def _marked(options: Sequence[PublicOption], mark: str, values: Values, texts: Texts, width: int) -> Iterator[str]:
    for each in options:
        first = mark.format(visible(each.letter))
        yield from wrapped(terminal_line(each.say, _known(each, values), texts), width, first, " " * len(first))


def _boxes(boxes: Sequence[Box], values: Values, texts: Texts, width: int) -> Iterator[str]:
    names = [formula_text(box.symbol) for box in boxes]
    left = max(map(columns, names)) + 4
    for box, name in zip(boxes, names, strict=True):
        for line in wrapped(terminal_line(box.means, values, texts), width, padded(f"  {name}", left), " " * left):
            yield line.rstrip()
    yield from wrapped(visible(f"Write {' '.join(f'{box.name}=…' for box in boxes)}"), width, "  ", "  ")


def _known(option: PublicOption, values: Values) -> Mapping[str, Any]:
    return {**values, **option.values} if option.values else values


def _in_item(text: str) -> str:
    """Markdown to stand in a list's item: its later lines are set in."""
    return text.strip().replace("\n", "\n   ")


def _joined(*texts: str) -> str:
    return " ".join(text.strip() for text in texts if text.strip())
