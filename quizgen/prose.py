"""Text with insertions: parsed once, checked against the names in scope, filled for one variant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from quizgen import spans
from quizgen.display import Display, parse_display
from quizgen.errors import TooMuchWork
from quizgen.escaping import latex_text, markdown_display, markdown_maths, markdown_text, visible
from quizgen.maths import printing
from quizgen.maths.expr import Expr
from quizgen.maths.open_values import compile_open
from quizgen.maths.values import Row, compile_formula

__all__ = [
    "Display", "Filler", "Insert", "Insertion", "Manner", "Prose", "Stretch", "Texts", "Values", "code", "inserted",
    "latex", "markdown", "parse", "parse_display", "plain", "remembered", "stretches",
]  # fmt: skip


class Insertion(NamedTuple):
    """`<<formula as display>>`; `symbol` is the LaTeX left side of `<<name =>>` ("" otherwise)."""

    formula: Expr
    display: Display
    symbol: str = ""
    in_maths: bool = False
    open: bool = False
    """Whether the formula has open letters, a matrix …, and is evaluated as a tree."""


class Prose(NamedTuple):
    """A text cut at its insertions; strings are Markdown, with `$...$` for maths."""

    pieces: tuple[str | Insertion, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pieces)


Insert = Callable[[str, str, bool, int], Insertion]
"""formula, display ("" for the default, "=" for `<<name =>>`), whether it stands in maths, offset in the text."""
Texts = Mapping[str, Prose]
Values = Mapping[str, Any]
Style = Literal["latex", "unicode", "plain"]

Made = TypeVar("Made")
DEEPEST = 5
"""How many texts may bring in one another."""


def parse(text: str, insert: Insert, marks: tuple[str, str] = spans.MARKS) -> Prose:
    """A text as an author wrote it, each insertion read by `insert`.

    Raises ReadingError with the place for an insertion that isn't closed or is empty and for a control or private-use
    character, TooMuchWork for a text that is too long, and what `insert` raises.
    """
    spans.refuse_odd_characters(text)
    parts = [part for part in spans.cuts(text, marks) if part]
    cuts = [part for part in parts if isinstance(part, spans.Cut)]
    if len(cuts) > spans.MOST_INSERTIONS:
        raise TooMuchWork(f"{len(cuts)} insertions in one text; {spans.MOST_INSERTIONS} are allowed")
    in_maths = _in_maths(_marked(tuple(part if isinstance(part, str) else None for part in parts)))
    read = iter(
        insert(cut.formula, cut.display, index in in_maths, cut.offset)._replace(in_maths=index in in_maths)
        for index, cut in enumerate(cuts)
    )
    return Prose(tuple(part if isinstance(part, str) else next(read) for part in parts))


def _in_maths(source: str) -> frozenset[int]:
    maths = "".join(span.inner for span in spans.spans(source) if span.kind == "maths")
    return frozenset(index for index in map(spans.index_of, maths) if 0 <= index < spans.MOST_INSERTIONS)


def _marked(pieces: tuple[str | Insertion | None, ...]) -> str:
    """The text with a placeholder where each insertion stands."""
    marks = map(spans.placeholder, range(len(pieces)))
    return "".join(piece if isinstance(piece, str) else next(marks) for piece in pieces)


class Filler(NamedTuple):
    """An insertion, the closure that evaluates it, and one that prints a value of it (value, style).

    What is printed is kept for a while: the variants of a template show the same few values again and again.
    """

    insertion: Insertion
    evaluate: Callable[[Values], Any]
    show: Callable[[Any, Style], str]


class Stretch(NamedTuple):
    """A stretch of one kind (text, maths, code, fence; see `spans.Span`) whose insertions can be filled."""

    kind: str
    items: tuple[str | Filler, ...]
    opening: str = ""
    closing: str = ""


class Manner(NamedTuple):
    """How insertions become text of one output format.

    `text` escapes a plain text, `maths` wraps LaTeX, `nested` fills a text that an insertion brings in; `style` is that
    of numbers: unicode, or plain (in code).
    """

    text: Callable[[str], str]
    maths: Callable[[str], str]
    nested: Callable[[Prose, Values, Texts, int], str]
    style: Style = "unicode"


class _Held:
    """An object as a key by identity: hashing its trees would cost more than what a cache keeps for it."""

    __slots__ = ("of",)

    def __init__(self, of: Prose) -> None:
        self.of = of

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.of is other.of


def remembered(make: Callable[[Prose], Made]) -> Callable[[Prose], Made]:
    """`make`, done once for each Prose: found again by identity, else by equality."""
    by_value = lru_cache(maxsize=1024)(make)
    by_identity = lru_cache(maxsize=4096)(lambda held: by_value(held.of))
    return lambda prose: by_identity(_Held(prose))


@remembered
def stretches(prose: Prose) -> tuple[Stretch, ...]:
    """A Prose cut into text, maths and code, with an evaluator for each insertion."""
    fillers = [_filler(each) for each in prose.pieces if isinstance(each, Insertion)]
    return tuple(
        Stretch(span.kind, spans.filled(span.inner, fillers), span.opening, span.closing)
        for span in spans.spans(_marked(prose.pieces))
    )


def _filler(insertion: Insertion) -> Filler:
    symbol, display = insertion.symbol, insertion.display

    @lru_cache(maxsize=256, typed=True)
    def show(value: Any, style: Style) -> str:
        shown = printing.show(value, display, style)
        if not symbol:
            return shown
        if style == "plain":
            return f"{printing.symbol_text(symbol)} = {shown}"
        return f"{symbol} {'=' if printing.is_exact(value, display) else chr(92) + 'approx'} {shown}"

    make = compile_open if insertion.open else compile_formula
    return Filler(insertion, make(insertion.formula), show)


def inserted(filler: Filler, values: Values, texts: Texts, manner: Manner, depth: int = 0) -> str:
    """What an insertion shows, in the manner of an output format. Raises MathsError where it has no value."""
    value = filler.evaluate(values)
    if isinstance(value, _MAY_BE_WORDS) and _wordy(value):
        return _words(value, filler.insertion.display.word, (values, texts, manner, depth))
    if manner.style == "plain":
        return manner.text(filler.show(value, "plain"))
    if filler.insertion.symbol or isinstance(value, Expr):
        return manner.maths(filler.show(value, "latex"))
    return manner.text(filler.show(value, "unicode"))


_MAY_BE_WORDS = (str, Row, tuple, frozenset, dict)
_Context = tuple[Values, Texts, Manner, int]


def _words(value: Any, word: str, context: _Context) -> str:
    """A text, a row by its name, or a list (a table: its rows) of such things."""
    values, texts, manner, depth = context
    if not isinstance(value, str | Row):
        return _joined([_words(item, word, context) for item in _in_order(value)], word)
    text = str(value.cells.get("name", value.id) if isinstance(value, Row) else value)
    if text not in texts:
        return manner.text(text)
    if depth >= DEEPEST:
        raise TooMuchWork(f"texts bring in one another more than {DEEPEST} deep", mend="take one out")
    return manner.nested(texts[text], values, texts, depth + 1)


def _wordy(value: Any) -> bool:
    """Whether a value is a text or a row, or holds one: its words are filled in here, not printed as maths."""
    if isinstance(value, str | Row | dict):  # a Row is a tuple too
        return True
    return isinstance(value, tuple | frozenset) and any(map(_wordy, value))


def _in_order(items: Any) -> list[Any]:
    if isinstance(items, dict):
        return list(items.values())
    return list(items) if isinstance(items, tuple) else sorted(items, key=str)


def _joined(items: list[str], word: str) -> str:
    if not word or len(items) < 2:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def latex(items: tuple[str | Filler, ...], values: Values, texts: Texts, depth: int = 0) -> str:
    """The LaTeX between two dollars: each insertion braced, texts in `\\text`."""
    return "".join(item if isinstance(item, str) else _latex(item, values, texts, depth) for item in items)


def _latex(filler: Filler, values: Values, texts: Texts, depth: int) -> str:
    value = filler.evaluate(values)
    if isinstance(value, _MAY_BE_WORDS) and _wordy(value):
        return latex_text(_words(value, filler.insertion.display.word, (values, texts, PLAIN, depth)))
    return "{" + filler.show(value, "latex") + "}"


def plain(prose: Prose, values: Values, texts: Texts) -> str:
    """The text as it might be typed: values as text, formulas as LaTeX, neither with dollars around them."""
    return _plainly(prose, values, texts, 0)


def _plainly(prose: Prose, values: Values, texts: Texts, depth: int) -> str:
    return "".join(
        item if isinstance(item, str) else inserted(item, values, texts, PLAIN, depth)
        for stretch in stretches(prose)
        for item in stretch.items
    )


PLAIN = Manner(visible, visible, _plainly, "plain")
"""For code on one line, and for texts inside maths."""
_IN_FENCE = PLAIN._replace(text=lambda text: "\n".join(visible(line) for line in text.split("\n")))


def code(stretch: Stretch, values: Values, texts: Texts, depth: int = 0) -> str:
    """What stands in code, with values as a program would write them; lines stay lines only in a fence."""
    manner = _IN_FENCE if stretch.kind == "fence" else PLAIN
    return "".join(
        item if isinstance(item, str) else inserted(item, values, texts, manner, depth) for item in stretch.items
    )


def markdown(prose: Prose, values: Values, texts: Texts) -> str:
    """The text as GitHub-flavoured Markdown with `$...$` for maths; whatever a value holds stands in it as plain text.

    Raises MathsError where an insertion has no value.
    """
    return _markdown(prose, values, texts, 0)


def _markdown(prose: Prose, values: Values, texts: Texts, depth: int) -> str:
    return "".join(_MARKDOWN[each.kind](each, values, texts, depth) for each in _written(prose))


def _nested_markdown(prose: Prose, values: Values, texts: Texts, depth: int) -> str:
    return _LINE_ENDS.sub(" ", _markdown(prose, values, texts, depth))


_LINE_ENDS = re.compile(r"\s*\n\s*")
_ACTIVE = re.compile(r"(?i)\\[\s\S]|\$|<(?=[a-z/!?])|!(?=\[)|\](?=:|\((?!\s*<?https?://))")
"""What Markdown would act on: a link's bracket too, unless it leads to http(s), and that of a link's definition."""
_HEADING = re.compile(r"(?<=\n)( {0,3})#{1,6}(?=[ \t\n]|\Z)")
_UNDERLINE = re.compile(r"(?<=[^\n]\n)( {0,3})(?==+[ \t]*(?:\n|\Z)|-+[ \t]*(?:\n|\Z))")


@remembered
def _written(prose: Prose) -> tuple[Stretch, ...]:
    """The stretches with raw HTML, pictures and stray dollars of the author's own text made inert."""
    written = [
        each._replace(items=tuple(_INERT[each.kind](item) if isinstance(item, str) else item for item in each.items))
        for each in stretches(prose)
    ]
    if written and written[0].kind == "text" and written[0].items and isinstance(written[0].items[0], str):
        first, *others = written[0].items
        written[0] = written[0]._replace(items=(_lowered(f"\n{first}")[1:], *others))
    return tuple(written)


def _lowered(text: str) -> str:
    """The author's headings as those of the lowest rank that a page has: none may stand above the sheet's own."""
    return _UNDERLINE.sub(r"\1\\", _HEADING.sub(r"\1####", text))


def _inert(found: re.Match[str]) -> str:
    text = found.group()
    if text.endswith("$"):
        return "&#36;"
    return text if text.startswith("\\") else "\\" + text


_INERT: dict[str, Callable[[str], str]] = {
    "text": lambda text: _lowered(_ACTIVE.sub(_inert, text)),
    "maths": str,
    "code": str,
    "fence": str,
}
_AS_MARKDOWN = Manner(markdown_text, markdown_maths, _nested_markdown)
_Stretched = Callable[[Stretch, Values, Texts, int], str]


def _markdown_in_text(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    return "".join(
        item if isinstance(item, str) else inserted(item, values, texts, _AS_MARKDOWN, depth) for item in stretch.items
    )


def _markdown_in_maths(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    written = markdown_display if stretch.opening == "$$" else markdown_maths
    return written(latex(stretch.items, values, texts, depth))


def _markdown_in_code(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    inner = code(stretch, values, texts, depth)
    runs = {len(run) for run in re.findall("`+", inner)}
    ticks = next("`" * n for n in range(len(stretch.opening), len(inner) + 2) if n not in runs)
    space = " " if ticks != stretch.opening and inner.strip("`") != inner else ""
    return f"{ticks}{space}{inner}{space}{ticks}"


def _markdown_in_fence(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    """A fence that nothing inside can close: longer than any run of its mark in there."""
    inner = code(stretch, values, texts, depth)
    mark = stretch.closing.strip() or stretch.opening.strip()[:3]
    longest = max((len(run) for run in re.findall(f"{mark[0]}{{3,}}", inner)), default=0)
    more = mark[0] * max(0, longest + 1 - len(mark))
    return "".join((stretch.opening.replace(mark[:3], more + mark[:3], 1), inner, stretch.closing.rstrip(), more))


_MARKDOWN: dict[str, _Stretched] = {
    "text": _markdown_in_text, "maths": _markdown_in_maths, "code": _markdown_in_code, "fence": _markdown_in_fence,
}  # fmt: skip
