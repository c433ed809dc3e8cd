"""Plain texts stay plain in every other language."""

from __future__ import annotations

import math_core
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quizgen.escaping import latex_text, markdown_display, markdown_maths, markdown_text, visible

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
LATEX = math_core.LatexToMathML(fancy_error=False)
HOSTILE = st.text(st.sampled_from(list("<>&\"'`*_[]()!#+-=|~\\$@:/.1 \nab{}^%;w")), max_size=40)


def read_back(text: str) -> str:
    """What a reader of the Markdown sees, provided that it is one paragraph of bare text."""
    tokens = MARKDOWN.parse(text)
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    inner = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inner} <= {"text"}
    return "".join(child.content for child in inner)


@given(HOSTILE)
def test_a_text_in_markdown_is_read_back_as_the_same_words(text):
    assert read_back(markdown_text(text)).split() == text.split()


@given(HOSTILE)
def test_a_text_in_a_table_of_markdown_stays_in_its_cell(text):
    tokens = MARKDOWN.parse(f"|a|b|\n|-|-|\n|x{markdown_text(text)}|y|\n")
    cells = [token.content for token in tokens if token.type == "inline"]
    assert len(cells) == 4
    assert cells[3] == "y"


@given(HOSTILE)
def test_a_text_in_latex_converts_and_holds_no_markup(text):
    source = latex_text(text)
    LATEX.convert_with_local_state(source, displaystyle=False)
    assert not set(source) & set("<>|`\n")
    assert "$" not in source.replace(r"\$", "")


@pytest.mark.parametrize("text", ["http://evil.example", "HTTPS://x.y", "www.evil.example", "@someone", "a@b.example"])
def test_addresses_and_names_are_no_links_in_markdown(text):
    shown = markdown_text(text)
    assert not any(part in shown for part in ("://", "www.", "@"))
    assert read_back(shown) == text


@pytest.mark.parametrize("character", ["\x1b", "\u202e", "\u2066", "\u200f", "\u200b", "\ue000", "\x9b", "\x00"])
def test_what_acts_on_a_terminal_or_hides_is_taken_out(character):
    assert visible(f"a{character}b") == "ab"


def test_lines_become_one_line():
    assert visible("a\r\nb\tc\u2028d") == "a b c d"


@pytest.mark.parametrize("text", ["400 ms", "BERT-Large", "naïve 中文 👩\u200d🔬", "שלום"])
def test_ordinary_text_is_left_as_it_is(text):
    assert visible(text) == text
    assert markdown_text(text) == text


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"T_{comm} = 5\,\mathrm{ms}", r"$T_{\mathrm{comm}} = 5\thinspace \mathrm{ms}$"),
        (r"\{1\;2\}", r"$\lbrace 1\thickspace 2\rbrace $"), ("a<b", r"$a\lt b$"), ("x_1^2", "$x_1^2$"),
        (r"80\,\%", r"$`80\thinspace \%`$"), (r"\text{a \{ b}", r"$`\text{a \{ b}`$"),
    ],
)  # fmt: skip
def test_a_formula_in_markdown_keeps_what_github_would_take_for_an_escape(latex, shown):
    assert markdown_maths(latex) == shown


@given(st.text(st.sampled_from(list("xy_^{}\\,;!:%|<>&# ")), max_size=30))
def test_no_escape_of_markdown_is_left_in_a_formula_unless_backticks_keep_it(latex):
    shown = markdown_maths(latex)
    assert shown.startswith("$`") or not any(f"\\{sign}" in shown for sign in ",;:!{}|%&#_^\\<>")


def test_a_formula_on_lines_of_its_own_has_double_dollars():
    assert markdown_display(r"a\,b") == r"$$a\thinspace b$$"
