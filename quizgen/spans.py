"""Where the insertions, the maths and the code stand in a text of an author: cuts of plain text, without any meaning.

Other files work on the same text after its insertions have become placeholders, single private-use characters, so the
rules for `$` and for backquotes are here and nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from quizgen.errors import ReadingError, TooMuchWork

T = TypeVar("T")
LONGEST = 20_000
"""Characters of one text."""
FIRST_PLACEHOLDER = 0xE000
MOST_INSERTIONS = 1_000
MARKS = ("<<", ">>")

_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ue000-\uf8ff]")
_BREAK = re.compile(r"\n[ \t]*\n|\Z")
_TURN = re.compile(r"\\[\s\S]?|`+|~+|\$")
_RUN = re.compile("`+")
_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<marker>`{3,}|~{3,})(?P<info>[^`\n]*)\n")
_QUOTED = re.compile(r'"[^"]*"')
_AS = re.compile(r"\sas\s+(?=\S)")
_NAME = re.compile(r"\s*([^\W\d]\w*)\s*=\s*\Z")


class Cut(NamedTuple):
    """An insertion as written: its formula, its display ("" for the default, "=" for `<<name =>>`), and its place.

    `offset` is where the formula starts in the text; `start` and `end` are those of the whole insertion.
    """

    formula: str
    display: str
    offset: int
    start: int
    end: int


class Span(NamedTuple):
    """A stretch of a text: `opening + inner + closing` is what stood there.

    `kind` is text, maths (`$...$`, `$$...$$`), code (between backquotes) or fence (lines of code).
    """

    kind: str
    inner: str
    opening: str = ""
    closing: str = ""


def placeholder(index: int) -> str:
    """The character that stands for insertion `index` while a text is cut up and laid out."""
    return chr(FIRST_PLACEHOLDER + index)


def index_of(character: str) -> int:
    """Which insertion a placeholder stands for; negative or too large for any other character."""
    return ord(character) - FIRST_PLACEHOLDER


def refuse_odd_characters(text: str) -> None:
    """Raise ReadingError at a control or private-use character, TooMuchWork for a text that is too long."""
    if len(text) > LONGEST:
        raise TooMuchWork(f"a text of {len(text)} characters; {LONGEST} are allowed")
    odd = _REFUSED.search(text)
    if odd:
        what = f"the character U+{ord(odd.group()):04X} can't stand in a text"
        raise ReadingError(what, start=odd.start(), end=odd.end(), mend="take it out")


def cuts(text: str, marks: tuple[str, str] = MARKS) -> Iterator[str | Cut]:
    """The text between insertions, and the insertions, from left to right.

    The opening mark starts one only if no space follows it and no backslash stands before it (which is taken off).
    Raises ReadingError where one isn't closed or holds nothing.
    """
    opening, closing = marks
    done = at = 0
    literal = ""
    while (at := text.find(opening, at)) >= 0:
        after = at + len(opening)
        if _escaped(text, at):
            literal += text[done : at - 1] + opening
            done = at = after
        elif not text[after : after + 1].strip():
            at = after
        else:
            end = _closing(text, at, after, closing)
            yield literal + text[done:at]
            yield _cut(text, at, after, end, closing)
            literal, done = "", end + len(closing)
            at = done
    yield literal + text[done:]


def _escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands right before a place."""
    first = at
    while first and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


def _closing(text: str, start: int, after: int, closing: str) -> int:
    """Where the closing mark stands; it isn't looked for inside double quotes nor beyond the paragraph."""
    last = _BREAK.search(text, after).start()  # type: ignore[union-attr]  # the end of the text always matches
    hidden = _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text[after:last])
    found = hidden.find(closing)
    if found < 0:
        raise ReadingError("this insertion isn't closed", start=start, end=last, mend=f"write {closing} after it")
    return after + found


def _cut(text: str, start: int, after: int, end: int, closing: str) -> Cut:
    inner = text[after:end]
    last = end + len(closing)
    shown = _NAME.match(inner)
    if shown:
        return Cut(shown.group(1), "=", after + shown.start(1), start, last)
    splits = list(_AS.finditer(_QUOTED.sub(lambda quoted: "x" * len(quoted.group()), inner)))
    formula, display = (inner[: splits[-1].start()], inner[splits[-1].end() :]) if splits else (inner, "")
    if not formula.strip():
        raise ReadingError("this insertion holds no formula", start=start, end=last, mend="name what is to be shown")
    return Cut(formula.strip(), display.strip(), after + len(formula) - len(formula.lstrip()), start, last)


def spans(source: str) -> tuple[Span, ...]:
    """The stretches of text, maths and code; put together they are the source again.

    `$` opens maths only before a non-space and closes it only after a non-space and not before a digit; where the next
    `$` can't close, the first is a dollar sign. Neither maths nor code between backquotes goes beyond its paragraph.
    """
    found: list[Span] = []
    done = at = 0
    scanner = _Scanner(source)
    while turn := _TURN.search(source, at):
        at = turn.start()
        span = scanner.span_at(at)
        if span is None:
            at = turn.end()
            continue
        if at > done:
            found.append(Span("text", source[done:at]))
        found.append(span)
        done = at = at + len(span.opening) + len(span.inner) + len(span.closing)
    if done < len(source):
        found.append(Span("text", source[done:]))
    return tuple(found)


class _Scanner:
    """One text with what is worth knowing of it beforehand, so that reading it is no more than linear work."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.breaks = [found.start() for found in _BREAK.finditer(source)]
        self.hopeless: dict[str, int] = {}
        """Runs of backquotes that no equal run follows, with the end of the paragraph that was searched."""

    def span_at(self, at: int) -> Span | None:
        """The span that opens here, if one does."""
        character = self.source[at]
        if character == "\\":
            return None
        if character == "$":
            return self._maths(at)
        line = self.source.rfind("\n", 0, at) + 1
        fence = _FENCE.match(self.source, line)
        if fence and fence.end("indent") == at:
            return self._fence(at, fence)
        return self._code(at) if character == "`" else None

    def _paragraph_end(self, at: int) -> int:
        return self.breaks[bisect_left(self.breaks, at)]

    def _maths(self, at: int) -> Span | None:
        source, last = self.source, self._paragraph_end(at)
        dollars = "$$" if source.startswith("$$", at) else "$"
        start = end = at + len(dollars)
        if start >= last or source[start].isspace():
            return None
        while end < last and source[end] != "$":
            end += 2 if source[end] == "\\" else 1
        if end == start or end >= last or source[end - 1].isspace() or not source.startswith(dollars, end):
            return None
        if source[end + len(dollars) : end + len(dollars) + 1].isdigit():
            return None
        return Span("maths", source[start:end], dollars, dollars)

    def _code(self, at: int) -> Span | None:
        """Code from one run of backquotes to the next equally long one."""
        source, last = self.source, self._paragraph_end(at)
        marker = _RUN.match(source, at).group()  # type: ignore[union-attr]  # a backquote stands here
        start = at + len(marker)
        if self.hopeless.get(marker) != last:
            for run in _RUN.finditer(source, start, last):
                if run.group() == marker:
                    return Span("code", source[start : run.start()], marker, marker)
            self.hopeless[marker] = last
        return None

    def _fence(self, at: int, fence: re.Match[str]) -> Span:
        marker, first = fence["marker"], fence.end()
        close = re.compile(rf"^[ \t]*{marker}{marker[0]}*[ \t]*$", re.MULTILINE).search(self.source, first)
        if close is None:
            return Span("fence", self.source[first:], self.source[at:first])
        return Span("fence", self.source[first : close.start()], self.source[at:first], close.group())


def filled(source: str, fillings: Sequence[T]) -> tuple[str | T, ...]:
    """A text cut at its placeholders, each replaced by what it stands for; empty stretches are left out."""
    parts: list[str | T] = []
    for index, part in enumerate(re.split("([\ue000-\uf8ff])", source)):
        if index % 2:
            parts.append(fillings[index_of(part)])
        elif part:
            parts.append(part)
    return tuple(parts)
