"""The layout of a sheet, rendered once for each outline and filled for each variant.

Most of a sheet is the same for all variants of a template: only its texts, options and figure differ. So the layout is
rendered with marks in their places, and what stands between the marks is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from markupsafe import Markup

from quizgen.pages.layouts import layout


class PartOutline(NamedTuple):
    """What the layout prints of a part besides its texts, and how many of these there are."""

    id: str
    number: str
    offer: bool
    unit: str
    note: str
    hints: int


class Outline(NamedTuple):
    """What the layout prints besides texts, and how many of these there are.

    They come in this order: stem, recalls, figure, forecast, and for each part its ask, its offer and its hints;
    figure, forecast and offer only where they are there.
    """

    number: int
    label: str
    title: str
    level: int
    recalls: int
    figure: bool
    forecast: bool
    parts: tuple[PartOutline, ...]
    reread: tuple[str, ...]


class _Part(NamedTuple):
    """A part as the layout takes it."""

    id: str
    number: str
    ask: Markup
    offer: Markup
    unit: str
    note: str
    hints: Sequence[Markup]


def framed(outline: Outline, texts: Sequence[str]) -> str:
    """The sheet's HTML: `texts` are markup, as many as the outline counts and in its order."""
    pieces, places = _frame(outline)
    filled = [pieces[0]]
    for piece, place in zip(pieces[1:], places, strict=True):
        filled += (texts[place], piece)
    return "".join(filled)


@lru_cache(maxsize=1024)
def _frame(outline: Outline) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What stands between the texts, and which text comes after each piece."""
    # No text has a NUL (prose and values are stripped of control characters), so nothing is taken for a mark.
    marks = (Markup(f"\0{place}\0") for place in count())  # noqa: S704 - ours
    stem, recalls = next(marks), [next(marks) for _ in range(outline.recalls)]
    figure, forecast = (next(marks) if there else "" for there in (outline.figure, outline.forecast))
    parts = [
        _Part(
            part.id, part.number, next(marks), next(marks) if part.offer else Markup(), part.unit, part.note,
            [next(marks) for _ in range(part.hints)],
        )
        for part in outline.parts
    ]  # fmt: skip
    rendered = layout("html/sheet.html.jinja").render(
        number=outline.number, label=outline.label, title=outline.title, level=outline.level, stem=stem,
        recalls=recalls, figure=figure, forecast=forecast, parts=parts, reread=outline.reread,
    )  # fmt: skip
    pieces = rendered.split("\0")
    return tuple(pieces[::2]), tuple(int(place) for place in pieces[1::2])
