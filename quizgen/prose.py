"""Text with insertions: parsed once, checked against the names in scope, filled for one variant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from quizgen import spans
from quizgen.errors import MathsError, ReadingError, TooMuchWork
from quizgen.escaping import latex_text, markdown_text, visible
from quizgen.maths import printing
from quizgen.maths.expr import Expr
from quizgen.maths.units import Unit
from quizgen.maths.values import Row, compile_formula


class Display(NamedTuple):
    """How a value is written.

    `kind` is one of: sf, dp, sci, percent, fraction, mixed, bare, words, signed, money, list, million, billion, plain
    (exact, shortest), with `count` figures for sf and dp. `unit` is the unit it is shown in ("" for none) and `factor`
    that unit in base units. `word` joins the last two items of a list. `noun` is (one, many), for a count.
    Base = (shown + offset)·factor; `offset` is 0 but for absolute temperatures.
    """

    kind: str = "plain"
    count: int = 0
    unit: str = ""
    factor: Fraction | int = 1
    word: str = ""
    noun: tuple[str, str] | None = None
    offset: Fraction | int = 0


class Insertion(NamedTuple):
    """`<<formula as display>>`; `symbol` is the LaTeX left side of `<<name =>>` ("" otherwise)."""

    formula: Expr
    display: Display
    symbol: str = ""
    in_maths: bool = False


class Prose(NamedTuple):
    """A text cut at its insertions; strings are Markdown, with `$...$` for maths."""

    pieces: tuple[str | Insertion, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pieces)


Insert = Callable[[str, str, bool, int], Insertion]
"""formula, display ("" for the default, "=" for `<<name =>>`), whether it stands in maths, offset in the text."""
Texts = Mapping[str, Prose]
Values = Mapping[str, Any]

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


_COUNTED = re.compile(r"(\d{1,2})\s*(sf|dp)(?:\s+(?:in\s+)?(.+))?")
_LIST = re.compile(r'list(?:\s+"([^"]*)")?')
_KINDS = frozenset({
    "sci", "percent", "fraction", "mixed", "bare", "words", "signed", "money", "million", "billion", "plain",
})  # fmt: skip


def parse_display(text: str, unit: Callable[[str], Unit], default: Display = Display()) -> Display:  # noqa: B008 - frozen
    """What stands after `as`: `3 sf`, `2 dp`, a kind, a unit, `3 sf ms`, `list "and"`; else as the default says.

    `unit` looks a unit up and raises MathsError for an unknown one. Raises ReadingError.
    """
    text = text.strip()
    counted, listed = _COUNTED.fullmatch(text), _LIST.fullmatch(text)
    if counted:
        count, kind, shown_in = counted.groups()
        if not int(count) and kind == "sf":
            raise ReadingError("no value has 0 significant figures", start=0, end=len(text), mend="write 1 sf or more")
        return _in_unit(default, shown_in, unit)._replace(kind=kind, count=int(count))
    if listed:
        return default._replace(kind="list", word=listed.group(1) or "", noun=None)
    if text in _KINDS:
        return default._replace(kind=text)
    return _in_unit(default, text, unit)


def _in_unit(default: Display, text: str | None, unit: Callable[[str], Unit]) -> Display:
    if text is None:
        return default
    try:
        found = unit(text)
    except MathsError as error:
        what = f"`{text}` is neither a way to show a value nor a unit: {error.what}"
        mend = error.mend or f"write 3 sf, 2 dp, {', '.join(sorted(_KINDS))}, list, or a unit"
        raise ReadingError(what, start=0, end=len(text), mend=mend) from error
    return default._replace(unit=found.symbol, factor=found.factor, offset=found.offset, noun=None)


class Filler(NamedTuple):
    """An insertion with the closure that evaluates it."""

    insertion: Insertion
    evaluate: Callable[[Values], Any]


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
    style: str = "unicode"


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
    fillers = [Filler(each, compile_formula(each.formula)) for each in prose.pieces if isinstance(each, Insertion)]
    return tuple(
        Stretch(span.kind, spans.filled(span.inner, fillers), span.opening, span.closing)
        for span in spans.spans(_marked(prose.pieces))
    )


def inserted(filler: Filler, values: Values, texts: Texts, manner: Manner, depth: int = 0) -> str:
    """What an insertion shows, in the manner of an output format. Raises MathsError where it has no value."""
    insertion = filler.insertion
    value = filler.evaluate(values)
    if insertion.symbol and manner.style != "plain":
        return manner.maths(_equation(insertion, value))
    shown = _shown(value, insertion.display, (values, texts, manner, depth))
    return f"{printing.symbol_text(insertion.symbol)} = {shown}" if insertion.symbol else shown


def _equation(insertion: Insertion, value: Any) -> str:
    sign = "=" if printing.is_exact(value, insertion.display) else r"\approx"
    return f"{insertion.symbol} {sign} {printing.show(value, insertion.display, 'latex')}"


_Context = tuple[Values, Texts, Manner, int]


def _shown(value: Any, display: Display, context: _Context) -> str:
    values, texts, manner, depth = context
    if isinstance(value, Row):
        value = value.cells.get("name", value.id)
    if isinstance(value, str):
        if value not in texts:
            return manner.text(value)
        if depth >= DEEPEST:
            raise TooMuchWork(f"texts bring in one another more than {DEEPEST} deep", mend="take one out")
        return manner.nested(texts[value], values, texts, depth + 1)
    if isinstance(value, tuple | frozenset) and _wordy(value):
        return _joined([_shown(item, display, context) for item in _in_order(value)], display.word)
    if isinstance(value, Expr) and manner.style != "plain":
        return manner.maths(printing.show(value, display, "latex"))
    return manner.text(printing.show(value, display, manner.style))


def _wordy(value: Any) -> bool:
    """Whether a value is a text or a row, or holds one: its words are filled in here, not printed as maths."""
    if isinstance(value, tuple | frozenset):
        return any(_wordy(item) for item in value)
    return isinstance(value, str | Row)


def _in_order(items: tuple[Any, ...] | frozenset[Any]) -> list[Any]:
    return list(items) if isinstance(items, tuple) else sorted(items, key=str)


def _joined(items: list[str], word: str) -> str:
    if not word or len(items) < 2:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def latex(items: tuple[str | Filler, ...], values: Values, texts: Texts, depth: int = 0) -> str:
    """The LaTeX between two dollars: each insertion braced, texts in `\\text`."""
    return "".join(item if isinstance(item, str) else _latex(item, values, texts, depth) for item in items)


def _latex(filler: Filler, values: Values, texts: Texts, depth: int) -> str:
    insertion = filler.insertion
    value = filler.evaluate(values)
    if insertion.symbol:
        return "{" + _equation(insertion, value) + "}"
    if _wordy(value):
        return latex_text(_shown(value, insertion.display, (values, texts, PLAIN, depth)))
    return "{" + printing.show(value, insertion.display, "latex") + "}"


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
_ACTIVE = re.compile(r"\\[\s\S]|\$|<(?=[A-Za-z/!?])|!(?=\[)")


@remembered
def _written(prose: Prose) -> tuple[Stretch, ...]:
    """The stretches with raw HTML, pictures and stray dollars of the author's own text made inert."""
    return tuple(
        each._replace(items=tuple(_INERT[each.kind](item) if isinstance(item, str) else item for item in each.items))
        for each in stretches(prose)
    )


def _inert(found: re.Match[str]) -> str:
    text = found.group()
    if text.endswith("$"):
        return "&#36;"
    return text if text.startswith("\\") else "\\" + text


_INERT: dict[str, Callable[[str], str]] = {
    "text": lambda text: _ACTIVE.sub(_inert, text),
    "maths": lambda source: source.replace("<", r"\lt "),
    "code": str,
    "fence": str,
}
_AS_MARKDOWN = Manner(markdown_text, lambda source: f"${source}$", _nested_markdown)
_Stretched = Callable[[Stretch, Values, Texts, int], str]


def _markdown_in_text(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    return "".join(
        item if isinstance(item, str) else inserted(item, values, texts, _AS_MARKDOWN, depth) for item in stretch.items
    )


def _markdown_in_maths(stretch: Stretch, values: Values, texts: Texts, depth: int) -> str:
    return stretch.opening + latex(stretch.items, values, texts, depth) + stretch.closing


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
