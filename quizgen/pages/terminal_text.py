"""Prose as plain Unicode text for a terminal: paragraphs, lists, tables and code on a character grid.

Control and bidirectional characters are taken out of everything, so no text can act on the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quizgen import prose as proses
from quizgen import spans
from quizgen.columns import NARROWEST, NO_BREAK, columns, padded, shared, wrapped
from quizgen.escaping import visible
from quizgen.pages.markup import Fill, Skeleton, Slot, markdown_parser, mathml, slotted
from quizgen.pages.mathml_text import unicode_line
from quizgen.prose import Filler, Manner, Prose, Texts, Values

if TYPE_CHECKING:
    from markdown_it.token import Token

WHOLE = 24
"""Formulas of up to so many columns aren't broken at a line's end."""

_MARKUP = re.compile(
    r"""[\\`*_\[\]<>#|~&]              # a sign of emphasis, code, a link, a table ...
    | ^[ \t]*(?:[-+]|\d+[.)])[ \t]    # an item of a list
    | ^[ \t]*(?:-[ \t]*){3,}$         # a rule
    | [ ]{2}\n                        # a line that ends here on purpose
    """,
    re.MULTILINE | re.VERBOSE,
)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_LINE_ENDS = re.compile(r"\s*\n\s*")
_PLACEHOLDER = re.compile("([\ue000-\uf8ff])")
_GAP = "  "


class Block(NamedTuple):
    """A paragraph, some lines of code or a table. `first` and `rest` are what stands before its lines.

    `kind` is words, code or table. A table has rows of cells, its head first; `right` holds the columns that are set to
    the right. `close` blocks follow one another without an empty line.
    """

    kind: str
    cells: tuple[tuple[Skeleton, ...], ...]
    first: str = ""
    rest: str = ""
    close: bool = False
    right: frozenset[int] = frozenset()


def terminal(prose: Prose, values: Values, texts: Texts, width: int = 80) -> str:
    """The text in lines of at most `width` columns, without an end of line at its end.

    Raises MathsError where an insertion has no value or LaTeX is wrong.
    """
    lines: list[str] = []
    before: Block | None = None
    for block in _blocks(prose):
        if before is not None and not (block.close and before.close):
            lines.append("")
        cells = [[_filled(cell, values, texts, 0) for cell in row] for row in block.cells]
        lines += _KINDS[block.kind](block, cells, max(width, NARROWEST))
        before = block
    return on_screen(lines)


def terminal_line(prose: Prose, values: Values, texts: Texts) -> str:
    """The text on one line, not broken; what would be paragraphs runs on."""
    return on_screen([_filled(_inline(prose), values, texts, 0)])


@lru_cache(maxsize=8192)
def formula_text(latex: str) -> str:
    """LaTeX as Unicode text; a short one isn't broken at a line's end. Raises MathsError with the place."""
    line = unicode_line(mathml(latex))
    return line.replace(" ", NO_BREAK) if columns(line) <= WHOLE else line


def on_screen(lines: list[str]) -> str:
    """Lines put together, without what could act on a terminal, and with ordinary spaces only."""
    return "\n".join(visible(line).replace(NO_BREAK, " ").rstrip() for line in lines)


def _filled(skeleton: Skeleton, values: Values, texts: Texts, depth: int) -> str:
    return "".join([part if isinstance(part, str) else part(values, texts, depth) for part in skeleton])


@proses.remembered
def _blocks(prose: Prose) -> tuple[Block, ...]:
    """The layout of a text. Most hold no Markdown at all: their paragraphs are cut without loading its reader."""
    source, slots = slotted(prose)
    if not _MARKUP.search(source):
        paragraphs = [_LINE_ENDS.sub(" ", each) for each in _PARAGRAPHS.split(source.strip()) if each]
        return tuple(Block("words", ((_parts(each, slots),),)) for each in paragraphs)
    return tuple(_Layout(slots).blocks(markdown_parser().parse(source)))


@proses.remembered
def _inline(prose: Prose) -> Skeleton:
    source, slots = slotted(prose)
    source = _LINE_ENDS.sub(" ", source.strip())
    if not _MARKUP.search(source):
        return _parts(source, slots)
    (inline,) = markdown_parser().parseInline(source)
    return _words(inline, slots)


def _parts(source: str, slots: tuple[Slot, ...]) -> Skeleton:
    parts = _PLACEHOLDER.split(source)
    return tuple(_fill(slots[spans.index_of(part)]) if index % 2 else part for index, part in enumerate(parts) if part)


def _fill(slot: Slot) -> Fill:
    stretch, own_line = slot
    if stretch.kind == "maths":
        end = "\n" if own_line else ""
        return lambda values, texts, depth: end + formula_text(proses.latex(stretch.items, values, texts, depth)) + end
    if stretch.kind != "text":
        return lambda values, texts, depth: proses.code(stretch, values, texts, depth)
    (filler,) = (item for item in stretch.items if isinstance(item, Filler))
    return lambda values, texts, depth: proses.inserted(filler, values, texts, _ON_SCREEN, depth)


_ON_SCREEN = Manner(
    visible,
    formula_text,
    lambda prose, values, texts, depth: _filled(_inline(prose), values, texts, depth),
)

_MARKS = {"softbreak": " ", "hardbreak": "\n"}


def _words(inline: Token, slots: tuple[Slot, ...]) -> Skeleton:
    """An inline token as text: emphasis and code lose their marks, a link shows its address."""
    source, address = "", ""
    for token in inline.children or ():
        if token.type == "link_open":
            address = "" if token.info == "auto" else f" ({token.attrs['href']})"
        elif token.type == "link_close":
            source += address
        elif token.type == "code_inline":
            source += token.content
        else:
            source += _MARKS.get(token.type, token.content)
    return _parts(source, slots)


class _Layout:
    """One pass over the tokens of a text, keeping what stands before the lines of the list or quotation we are in."""

    def __init__(self, slots: tuple[Slot, ...]) -> None:
        self.slots = slots
        self.befores: list[str] = []
        self.mark = ""
        self.numbers: list[int] = []

    def blocks(self, tokens: list[Token]) -> Iterator[Block]:
        """Every block, from top to bottom."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                end = next(at for at in range(index, len(tokens)) if tokens[at].type == "table_close")
                yield self._table(tokens[index:end])
                index = end
            elif token.type == "inline":
                yield self._block("words", _words(token, self.slots), close=tokens[index - 1].hidden)
            elif token.type == "fence":
                yield self._block("code", _parts(token.content.rstrip("\n"), self.slots))
            elif token.type == "hr":
                yield self._block("words", ("* * *",))
            else:
                self._enter_or_leave(token)
            index += 1

    def _enter_or_leave(self, token: Token) -> None:
        match token.type:
            case "ordered_list_open":
                self.numbers.append(int(token.attrs.get("start", 1)))
            case "bullet_list_open":
                self.numbers.append(-1)
            case "ordered_list_close" | "bullet_list_close":
                self.numbers.pop()
            case "list_item_open":
                self._item()
            case "blockquote_open":
                self.befores.append("│ ")
            case "list_item_close" | "blockquote_close":
                self.befores.pop()

    def _item(self) -> None:
        number = self.numbers[-1]
        self.mark = "• " if number < 0 else f"{number}. "
        self.numbers[-1] += number >= 0
        self.befores.append(" " * columns(self.mark))

    def _block(self, kind: str, *cells: Skeleton, close: bool = False) -> Block:
        rest = "".join(self.befores)
        first = rest[: len(rest) - len(self.mark)] + self.mark
        self.mark = ""
        return Block(kind, (cells,), first, rest, close=close)

    def _table(self, tokens: list[Token]) -> Block:
        rows: list[list[Skeleton]] = []
        right: set[int] = set()
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(_words(token, self.slots))
            elif token.attrs.get("style") == "text-align:right":
                right.add(len(rows[-1]))
        block = self._block("table", ())
        return block._replace(cells=tuple(map(tuple, rows)), right=frozenset(right))


def _paragraph(block: Block, cells: list[list[str]], width: int) -> list[str]:
    return wrapped(cells[0][0], width, block.first, block.rest)


def _code(block: Block, cells: list[list[str]], _width: int) -> list[str]:
    lines = cells[0][0].split("\n")
    return [f"{block.first if index == 0 else block.rest}    {line}" for index, line in enumerate(lines)]


def _table(block: Block, cells: list[list[str]], width: int) -> list[str]:
    """A table with a line below its head; where it is too wide, the text in its widest columns is broken."""
    count = len(cells[0])
    natural = [max(columns(row[at]) for row in cells) for at in range(count)]
    widths = shared(natural, width - len(block.rest) - len(_GAP) * (count - 1))
    lines: list[str] = []
    for number, row in enumerate(cells):
        parts = [wrapped(cell, max(room, 1)) for cell, room in zip(row, widths, strict=True)]
        for at in range(max(map(len, parts))):
            texts = [part[at] if at < len(part) else "" for part in parts]
            lines.append(_GAP.join(padded(text, widths[c], right=c in block.right) for c, text in enumerate(texts)))
        if number == 0:
            lines.append(_GAP.join("─" * room for room in widths))
    return [(block.rest if index else block.first) + line for index, line in enumerate(lines)]


_KINDS = {"words": _paragraph, "code": _code, "table": _table}
