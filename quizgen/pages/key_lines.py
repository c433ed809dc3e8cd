"""What is told beside the steps: keys that no step gives, words of the glossary, and the ledger; in all formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from quizgen.answers import KeyLine
from quizgen.columns import wrapped
from quizgen.escaping import markdown_text, visible
from quizgen.explainer import PartKey, keys
from quizgen.ledger import LedgerEntry, LedgerLine, ledger
from quizgen.pages.layouts import layout
from quizgen.pages.markup import inline_html
from quizgen.pages.terminal_text import terminal_line
from quizgen.prose import Prose, Texts, markdown
from quizgen.variant import Variant

__all__ = [
    "keys_html", "keys_markdown", "keys_text", "ledger_html", "ledger_markdown", "ledger_text", "part_key_text",
    "words_html", "words_markdown", "words_text",
]  # fmt: skip

_TITLES = {"order": "the right order", "match": "what belongs together", "words": "what a good answer says"}
_RIGHT, _WRONG, _POINT = "✓", "✗", "•"


class _Line(NamedTuple):
    """A line of a key: its sign (a tick, a number, a bullet), its letter, and its texts with their values."""

    sign: str
    letter: str
    say: Prose
    why: Prose
    values: Mapping[str, Any]
    to: tuple[str, Prose] | None
    right: bool


# ---------------------------------------------------------------------------------------------------- keys
def keys_html(variant: Variant, number: int = 0) -> Markup:
    """The keys of a solution as HTML; `number` is that of the problem on its sheet, 0 for none."""
    told = [
        {"title": _title(key, variant, number), "lines": [_html(line, variant.template.texts) for line in _lines(key)]}
        for key in keys(variant)
    ]
    return Markup(layout("html/keys.html.jinja").render(keys=told)) if told else Markup()  # noqa: S704 - autoescaped


def keys_markdown(variant: Variant, number: int = 0) -> str:
    """The keys of a solution as Markdown."""
    texts = variant.template.texts
    return "\n\n".join(
        "\n".join([f"**{_title(key, variant, number)}**", "", *(_markdown(line, texts) for line in _lines(key))])
        for key in keys(variant)
    )


def keys_text(variant: Variant, width: int = 80, number: int = 0) -> str:
    """The keys of a solution as plain text."""
    return "\n\n".join(
        f"{_title(key, variant, number)}\n{_text(key, variant.template.texts, width)}" for key in keys(variant)
    )


def part_key_text(variant: Variant, part: str, width: int = 80) -> str:
    """The key of one part as plain text; "" where a step gives it."""
    return "\n".join(_text(key, variant.template.texts, width) for key in keys(variant) if key.part == part)


def _title(key: PartKey, variant: Variant, number: int) -> str:
    """`2.3`, `Part 3`, or `Answer` where the part is the only one; with what kind of key follows."""
    several = len(variant.template.parts) > 1
    name = (f"{number}.{key.place}" if number else f"Part {key.place}") if several else "Answer"
    return f"{name}: {_TITLES[key.way]}" if key.way in _TITLES else name


def _lines(key: PartKey) -> Iterator[_Line]:
    for place, line in enumerate(key.lines, 1):
        to = (line.to.letter, line.to.say) if line.to is not None else None
        values = {**key.values, **line.values} if line.values else key.values
        yield _Line(_sign(key.way, line, place), _letter(key.way, line), line.say, line.why, values, to, line.right)


def _sign(way: str, line: KeyLine, place: int) -> str:
    match way:
        case "pick" | "tick":
            return _RIGHT if line.right else _WRONG
        case "order":
            return f"{place}."
        case "match":
            return f"{line.mark}."
        case "words":
            return _POINT
    return ""


def _letter(way: str, line: KeyLine) -> str:
    return line.mark if way in ("pick", "tick", "order") else ""


def _html(line: _Line, texts: Texts) -> dict[str, Any]:
    to = {"letter": line.to[0], "say": inline_html(line.to[1], line.values, texts)} if line.to else None
    say, why = (inline_html(each, line.values, texts) for each in (line.say, line.why))
    return {"sign": line.sign, "letter": line.letter, "say": say, "why": why, "to": to, "right": line.right}


def _markdown(line: _Line, texts: Texts) -> str:
    say, why = (markdown(each, line.values, texts).strip() for each in (line.say, line.why))
    to = f"→ **{markdown_text(line.to[0])}** {markdown(line.to[1], line.values, texts).strip()}" if line.to else ""
    sign = line.sign if line.sign not in ("", _POINT) else ""
    letter = f"**{markdown_text(line.letter)}**" if line.letter else ""
    start = sign if sign.endswith(".") else f"- {sign}".rstrip()
    told = " ".join(each for each in (start, letter, say, to) if each).replace("\n", " ")
    return told + ("\\\n  " + why.replace("\n", " ") if why else "")


def _text(key: PartKey, texts: Texts, width: int) -> str:
    lines: list[str] = []
    for line in _lines(key):
        mark = "  " + "".join(f"{each} " for each in (line.sign, f"{line.letter})" if line.letter else "") if each)
        say = terminal_line(line.say, line.values, texts)
        if line.to:
            say += f" → {visible(line.to[0])}) {terminal_line(line.to[1], line.values, texts)}"
        lines += wrapped(say, width, mark, " " * len(mark))
        if line.why:
            lines += wrapped(terminal_line(line.why, line.values, texts), width, " " * len(mark), " " * len(mark))
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------------------- words
def words_html(variant: Variant) -> Markup:
    """The words of the glossary that the problem uses, as HTML; "" where there are none."""
    entries = [(term, inline_html(entry, variant.values, variant.template.texts)) for term, entry in _entries(variant)]
    rendered = layout("html/words.html.jinja").render(entries=entries) if entries else ""
    return Markup(rendered)  # noqa: S704 - rendered with autoescape


def words_markdown(variant: Variant) -> str:
    """The same as a Markdown list."""
    texts = variant.template.texts
    return "\n".join(
        f"- **{markdown_text(term)}**: {markdown(entry, variant.values, texts).strip()}".replace("\n", " ")
        for term, entry in _entries(variant)
    )


def words_text(variant: Variant, width: int = 80) -> str:
    """The same as plain text."""
    texts = variant.template.texts
    lines: list[str] = []
    for term, entry in _entries(variant):
        lines += wrapped(f"{visible(term)}: {terminal_line(entry, variant.values, texts)}", width, "  ", "    ")
    return "\n".join(lines)


def _entries(variant: Variant) -> Iterator[tuple[str, Prose]]:
    return iter(variant.template.glossary.items())


# ---------------------------------------------------------------------------------------------------- the ledger
def ledger_html(variants: Iterable[Variant], first: int = 1) -> str:
    """The keys of problems numbered from `first`, as an HTML fragment that opens when asked."""
    entries = [
        {
            "number": entry.number, "label": entry.label,
            "lines": [
                {"name": _numbered(entry, line), "says": inline_html(line.says.prose, line.says.values, entry.texts)}
                for line in entry.lines
            ],
        }
        for entry in ledger(variants, first)
    ]  # fmt: skip
    return layout("html/self-check.html.jinja").render(entries=entries)


def ledger_markdown(variants: Iterable[Variant], first: int = 1) -> str:
    """The same as Markdown."""
    rows = [
        f"{entry.number}. **{markdown_text(entry.label)}** "
        + "; ".join(
            _named(entry, line, markdown(line.says.prose, line.says.values, entry.texts)) for line in entry.lines
        )
        for entry in ledger(variants, first)
    ]
    return "\n".join(["<details>", "<summary>All keys</summary>", "", *rows, "", "</details>"]) + "\n"


def ledger_text(variants: Iterable[Variant], width: int = 80, first: int = 1) -> str:
    """The same as plain text."""
    entries = ledger(variants, first)
    marks = [visible(f"{entry.number}. {entry.label}") for entry in entries]
    left = max(map(len, marks), default=0) + 2
    lines = ["All keys", ""]
    for mark, entry in zip(marks, entries, strict=True):
        told = (
            _named(entry, line, terminal_line(line.says.prose, line.says.values, entry.texts)).replace(" ", "\u00a0")
            for line in entry.lines
        )
        lines += wrapped("; ".join(told), width, mark.ljust(left), " " * left)
    return "\n".join(line.replace("\u00a0", " ") for line in lines)


def _numbered(entry: LedgerEntry, line: LedgerLine) -> str:
    """`2.3`; "" where the part is the only one."""
    return f"{entry.number}.{line.place}" if entry.several else ""


def _named(entry: LedgerEntry, line: LedgerLine, says: str) -> str:
    return f"{_numbered(entry, line)} {says}".strip()
