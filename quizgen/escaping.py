"""Texts and formulas made fit for another language: whatever they hold, they stay what they are."""

from __future__ import annotations

import re

from quizgen.maths.latex_style import latex_text as printing_text

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ue000-\uf8ff]"
)
_SPACES = re.compile(r"[\t\n\r\u2028\u2029]+")
_MARKDOWN = str.maketrans({
    **{character: f"\\{character}" for character in "`*_[]|~"},
    "\\": "&#92;", "<": "&lt;", ">": "&gt;", "&": "&amp;", "$": "&#36;", "@": "&#64;",
})  # fmt: skip
_BLOCK_START = re.compile(r"\A ?(?:\d+[.)](?=\s|\Z)|[-+#=])")
_INDENT = re.compile(r"\A +")
_ADDRESS = re.compile(r"(?i)(?<=\w):(?=//)|(?<=\bwww)\.")
_WORD_BELOW = re.compile(r"_\{([A-Za-z]{3,})\}")
_SIGN_COMMAND = re.compile(r"\\text\{(?:\\.|[^{}\\])*\}|\\[^A-Za-z\s]")
_NAMED = {
    r"\,": r"\thinspace ", r"\:": r"\medspace ", r"\>": r"\medspace ", r"\;": r"\thickspace ",
    r"\!": r"\negthinspace ", r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\|": r"\Vert ",
}  # fmt: skip
_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")


def visible(text: str) -> str:
    """A text on one line without control, bidirectional, zero-width and private-use characters."""
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub("", _SPACES.sub(" ", text))


def latex_text(text: str) -> str:
    """A plain text inside maths: braced, with nothing in it that LaTeX, Markdown or HTML would act on."""
    return "{" + printing_text(visible(text)) + "}"


def upright(latex: str) -> str:
    """LaTeX whose words of three letters or more below the line are set as words, not as products of letters."""
    return _WORD_BELOW.sub(r"_{\\mathrm{\1}}", latex)


def markdown_maths(latex: str) -> str:
    """A formula in a line of Markdown, between dollars, so that GitHub shows it as it is meant.

    There a backslash before a sign is an escape, also between dollars, and a thin space comes out as a comma. So
    commands of one sign are written by their names; where one has none (a percent sign), dollars and backticks keep it.
    """
    source = _markdown_latex(latex)
    return f"$`{source}`$" if _ESCAPE.search(source) and "`" not in source else f"${source}$"


def markdown_display(latex: str) -> str:
    """The same for a formula on lines of its own, between double dollars."""
    return f"$${_markdown_latex(latex)}$$"


def _markdown_latex(latex: str) -> str:
    source = upright(latex).replace("<", r"\lt ")
    return _SIGN_COMMAND.sub(lambda found: _NAMED.get(found.group(), found.group()), source)


def markdown_text(text: str) -> str:
    """A plain text for Markdown: on one line, and nothing in it is markup, an address or the start of a block."""
    text = _ADDRESS.sub(lambda found: f"\0{ord(found.group())};", visible(text)).translate(_MARKDOWN)
    text = _INDENT.sub(" ", text.replace("\0", "&#"))
    return _BLOCK_START.sub(lambda start: f"{start.group()[:-1]}\\{start.group()[-1]}", text)
