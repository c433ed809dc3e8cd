"""Prose as HTML: the Markdown of a text becomes HTML once, a variant only fills the places of its insertions.

Raw HTML, pictures and addresses other than http(s) stay plain text, and every value is escaped, so a page made of a
stranger's bank runs nothing and loads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from quizgen import prose as proses
from quizgen import spans
from quizgen.errors import MathsError, ReadingError, TooMuchWork
from quizgen.escaping import upright, visible
from quizgen.prose import Filler, Manner, Prose, Stretch, Texts, Values

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from math_core import LatexToMathML

MOST_SLOTS = 6_000
"""Insertions and formulas in one text; there are 6,400 private-use characters to stand for them."""

Fill = Callable[[Values, Texts, int], str]
Skeleton = tuple[str | Fill, ...]
"""Finished HTML, and what fills the places between."""

_PLACEHOLDER = re.compile("([\ue000-\uf8ff])")
_BEFORE, _AFTER = re.compile(r"[(\[“‘„«]*\Z"), re.compile(r"[.,;:!?)\]”’»…%-]*")
_TOGETHER = '<span style="white-space:nowrap">'
"""A browser would break the line between a formula and the full stop after it."""
_FORMULA = ("<math", '<span class="maths"')
"""How the HTML of a formula begins."""
_ADDRESS = re.compile(r"(?i)https?://\S+\Z")


class Slot(NamedTuple):
    """What a placeholder stands for in a text that is laid out: an insertion, or all that stands between dollars.

    `own_line` is set for maths between double dollars.
    """

    stretch: Stretch
    own_line: bool = False


class Hypertext:
    """Prose as HTML whose formulas are set in one way.

    `sets` makes the HTML of a formula from its LaTeX and from whether it has a line of its own; it must escape what it
    writes. `together` opens what keeps a formula and the mark after it on one line.
    """

    def __init__(self, sets: Callable[[str, bool], str], together: str) -> None:
        self.sets, self.together = sets, together
        self._blocks: Callable[[Prose], Skeleton] = proses.remembered(self._cut_blocks)
        self._inline: Callable[[Prose], Skeleton] = proses.remembered(self._cut_inline)
        self._manner = Manner(lambda text: escape(visible(text)), lambda latex: sets(latex, False), self._nested)  # noqa: FBT003 - a flag of this file's own

    def html(self, prose: Prose, values: Values, texts: Texts) -> Markup:
        """The text as HTML blocks. Raises MathsError where an insertion has no value or LaTeX is wrong."""
        return _filled(self._blocks(prose), values, texts, 0)

    def inline_html(self, prose: Prose, values: Values, texts: Texts) -> Markup:
        """The text as HTML to stand inside a line; what would be paragraphs runs on."""
        return _filled(self._inline(prose), values, texts, 0)

    def insert(self, filler: Filler, values: Values, texts: Texts, depth: int) -> str:
        """What stands for an insertion."""
        return proses.inserted(filler, values, texts, self._manner, depth)

    def _cut_blocks(self, prose: Prose) -> Skeleton:
        source, slots = slotted(prose)
        return _skeleton(_render(markdown_parser().parse(source)), slots, self)

    def _cut_inline(self, prose: Prose) -> Skeleton:
        source, slots = slotted(prose)
        return _skeleton(_render(markdown_parser().parseInline(source)), slots, self)

    def _nested(self, prose: Prose, values: Values, texts: Texts, depth: int) -> str:
        return _filled(self._inline(prose), values, texts, depth)


OWN_LINE = '<math display="block" tabindex="0"'
"""How a formula begins that has a line of its own."""


def mathml_html(latex: str, *, own_line: bool = False) -> Markup:
    """A formula as a MathML element. Raises MathsError with the place in the LaTeX."""
    return Markup(mathml(latex, own_line))  # noqa: S704 - math-core escapes what it writes


@lru_cache(maxsize=8192)
def mathml(latex: str, own_line: bool = False) -> str:  # noqa: FBT001, FBT002 - a key of the cache
    """A formula as MathML; a word of three letters or more below the line is set upright, as a word."""
    from math_core import LatexError

    try:
        made: str = _converter().convert_with_local_state(upright(latex), displaystyle=own_line)
    except LatexError as error:
        raise _misread(latex) from error
    # On a narrow screen a long formula scrolls in its line, and whoever has only a keyboard must get there.
    return made.replace('<math display="block"', OWN_LINE, 1) if own_line else made


def _misread(latex: str) -> MathsError:
    """What is wrong with the LaTeX, and where, as math-core says it of the text that the author wrote."""
    from math_core import LatexError

    try:
        _converter().convert_with_local_state(latex, displaystyle=False)
    except LatexError as error:
        place, _, what = str(error).partition(": ")
        what = what.replace("\\\\", "\\").rstrip(".")
        return MathsError(f"the LaTeX `{latex}` can't be set: {what}", start=int(place), end=int(place) + 1)
    return MathsError(f"the LaTeX `{latex}` can't be set")


@lru_cache(maxsize=1)
def _converter() -> LatexToMathML:
    from math_core import LatexToMathML

    return LatexToMathML(fancy_error=False)


def slotted(prose: Prose) -> tuple[str, tuple[Slot, ...]]:
    """The Markdown of a text with placeholders for its insertions and formulas, and what they stand for."""
    slots: list[Slot] = []
    source = ""
    for stretch in proses.stretches(prose):
        if stretch.kind == "maths":
            source += spans.placeholder(len(slots))
            slots.append(Slot(stretch, stretch.opening == "$$"))
            continue
        source += stretch.opening
        for item in stretch.items:
            source += item if isinstance(item, str) else spans.placeholder(len(slots))
            if isinstance(item, Filler):
                slots.append(Slot(Stretch(stretch.kind, (item,))))
        source += stretch.closing
    if len(slots) > MOST_SLOTS:
        raise TooMuchWork(f"{len(slots)} insertions and formulas in one text; {MOST_SLOTS} are allowed")
    return source, tuple(slots)


def on_one_line(text: str) -> str:
    """Markdown whose paragraphs take one line each: GitHub's comments break a line wherever the source does."""
    if "\n" not in text.strip():
        return text
    tokens = [token for token in markdown_parser().parse(text) if token.type == "inline" and "$$" not in token.content]
    later = {place for token in tokens if token.map for place in range(token.map[0] + 1, token.map[1])}
    lines: list[str] = []
    for place, line in enumerate(text.split("\n")):
        if place in later and not (lines[-1].endswith(("\\", "  ")) or line.lstrip().startswith(">")):
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


@lru_cache(maxsize=1)
def markdown_parser() -> MarkdownIt:
    """CommonMark with tables; raw HTML, pictures, indented code and link definitions stay plain text."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.disable(["html_block", "html_inline", "image", "code", "reference", "lheading"])
    parser.validateLink = lambda url: _ADDRESS.match(url) is not None  # type: ignore[method-assign]  # its own hook
    return parser


def _render(tokens: list[Token]) -> str:
    for token in tokens:
        if token.type.startswith("heading"):
            token.tag = "h4"
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrs = {"href": inner.attrs["href"], "rel": "noreferrer"}
    parser = markdown_parser()
    rendered: str = parser.renderer.render(tokens, parser.options, {})
    return rendered.strip()


def _skeleton(rendered: str, slots: tuple[Slot, ...], way: Hypertext) -> Skeleton:
    """Cut the HTML at its placeholders. Raises ReadingError where one was lost or fell into a tag."""
    parts = _PLACEHOLDER.split(rendered)
    seen = [spans.index_of(mark) for mark in parts[1::2]]
    outside = all(part.rfind("<") <= part.rfind(">") for part in parts[::2])
    if not outside or sorted(seen) != list(range(len(slots))):
        what = "an insertion or a formula stands where none can be shown: in a link's address or title"
        raise ReadingError(what, mend="move it into the text")
    fills = [_fill(slot, way) for slot in slots]
    for index in range(1, len(parts), 2):
        place = spans.index_of(parts[index])
        if slots[place].stretch.kind == "maths":
            parts[index - 1], parts[index + 1] = _kept_together(parts[index - 1], parts[index + 1], way.together)
        elif slots[place].stretch.kind == "text":
            parts[index - 1], before = _cut(parts[index - 1], _start_of_touching(parts[index - 1]))
            after, parts[index + 1] = _cut(parts[index + 1], _end_of_touching(parts[index + 1]))
            fills[place] = _touched(fills[place], before, after, way.together)
    return _merged([fills[spans.index_of(part)] if index % 2 else part for index, part in enumerate(parts)])


def _kept_together(before: str, after: str, together: str) -> tuple[str, str]:
    """The HTML around a formula, with the brackets and marks that touch it on one line with it."""
    start, end = _start_of_touching(before), _end_of_touching(after)
    if start == len(before) and end == 0:
        return before, after
    return before[:start] + together + before[start:], f"{after[:end]}</span>{after[end:]}"


def _touched(fill: str | Fill, before: str, after: str, together: str) -> str | Fill:
    """The same for an insertion: whether it is a formula is known only when it is filled."""
    if not (before or after):
        return fill
    if isinstance(fill, str):
        return before + fill + after

    def filled(values: Values, texts: Texts, depth: int) -> str:
        inner = fill(values, texts, depth)
        shown = before + inner + after
        return f"{together}{shown}</span>" if inner.startswith(_FORMULA) else shown

    return filled


def _cut(text: str, place: int) -> tuple[str, str]:
    return text[:place], text[place:]


def _start_of_touching(before: str) -> int:
    return _BEFORE.search(before).start()  # type: ignore[union-attr]  # it matches nothing at the least


def _end_of_touching(after: str) -> int:
    return _AFTER.match(after).end()  # type: ignore[union-attr]  # as above


def _merged(parts: list[str | Fill]) -> Skeleton:
    merged: list[str | Fill] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part:
            merged.append(part)
    return tuple(merged)


def _fill(slot: Slot, way: Hypertext) -> str | Fill:
    """What a placeholder becomes: at once where it is a formula without insertions, else for each variant."""
    stretch, own_line = slot
    if stretch.kind == "maths":
        if all(isinstance(item, str) for item in stretch.items):
            return way.sets("".join(map(str, stretch.items)), own_line)
        return lambda values, texts, depth: way.sets(proses.latex(stretch.items, values, texts, depth), own_line)
    if stretch.kind != "text":
        return lambda values, texts, depth: escape(proses.code(stretch, values, texts, depth))
    (filler,) = (item for item in stretch.items if isinstance(item, Filler))
    return lambda values, texts, depth: way.insert(filler, values, texts, depth)


def _filled(skeleton: Skeleton, values: Values, texts: Texts, depth: int) -> Markup:
    parts = [part if isinstance(part, str) else part(values, texts, depth) for part in skeleton]
    return Markup("".join(parts))  # noqa: S704 - made of rendered Markdown and of escaped values


def place_for(latex: str, own_line: bool = False) -> str:  # noqa: FBT001, FBT002 - as `mathml`
    """A place where a page sets the formula itself."""
    block = ' data-display="true"' if own_line else ""
    return f'<span class="maths" data-tex="{escape(upright(latex))}"{block}></span>'


MATHML = Hypertext(mathml, _TOGETHER)
"""Pages that stand alone: formulas are MathML."""
PLACES = Hypertext(place_for, '<span class="together">')
"""The practice page: its own script sets the formulas, and no style stands in its HTML."""
html, inline_html = MATHML.html, MATHML.inline_html
