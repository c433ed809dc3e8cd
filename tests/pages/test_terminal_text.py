"""Prose as plain text for a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.columns import columns
from quizgen.pages.terminal_text import formula_text, terminal, terminal_line
from tests.prose_samples import HOSTILE, TEXTS, VALUES, written


def shown(text: str, width: int = 60, **values: object) -> str:
    return terminal(written(text), {**VALUES, **values}, TEXTS, width)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("takes <<T>>, $S = <<S>>$", "takes 400 ms, S = 2.667"),
        ("a\nb\n\nc", "a b\n\nc"),
        ("*a* **b** `c` \\$5", "a b c $5"),
        ("- a\n- b\n\nc", "• a\n• b\n\nc"),
        ("1. a\n2. b\n   - c", "1. a\n2. b\n   • c"),
        ("3. a\n\n   b\n\n4. c", "3. a\n\n   b\n\n4. c"),
        ("> a\n> b", "│ a b"),
        ("x\n\n```\nif a:\n    b\n```", "x\n\n    if a:\n        b"),
        ("|a|b|\n|-|-:|\n|xx|<<k>>|", "a   b\n──  ─\nxx  4"),
        ("a  \nb", "a\nb"),
        ("[a](http://b.example)", "a (http://b.example)"),
        ("<http://b.example>", "http://b.example"),
        ("a\n\n---\n\nb", "a\n\n* * *\n\nb"),
        ("so $$x = 1$$ holds", "so\nx = 1\nholds"),
        ("", ""),
    ],
)
def test_markdown_is_laid_out_as_lines(text, lines):
    assert shown(text) == lines


def test_a_short_formula_and_its_unit_are_not_broken():
    assert shown("One two three <<T =>>", 20) == "One two three\nT = 400 ms"


def test_items_are_set_in_below_their_mark():
    assert shown("- one two three four", 20) == "• one two three four"
    assert shown("- one two three four five", 20) == "• one two three four\n  five"


def test_a_table_too_wide_is_broken_inside_its_cells():
    lines = shown("|a|b|\n|-|-|\n|one two three four five|six|", 24).split("\n")
    assert all(columns(line) <= 24 for line in lines)
    assert "six" in lines[2]


def test_plain_paragraphs_need_no_reader_of_markdown():
    assert shown("costs $5, a=b (c).\n  d\n\n\n\ne") == "costs $5, a=b (c). d\n\ne"


def test_a_text_may_be_put_on_one_line():
    assert terminal_line(written("a *b*\n\nc <<k>>"), VALUES, TEXTS) == "a b c 4"


def test_a_text_that_an_insertion_brings_in_runs_on():
    assert shown("It <<cue>>.") == "It reads θ_(t+4) and waits."


@pytest.mark.parametrize("frame", ["<<v>>", "- <<v>>", "`<<v>>`", "$<<v>>$", "|a|\n|-|\n|<<v>>|", "```\n<<v>>\n```"])
def test_nothing_in_a_value_acts_on_the_terminal(frame):
    assert not [c for c in shown(frame, v=HOSTILE + "\x07\x9b\u2066") if not (c.isprintable() or c == "\n")]


def test_nothing_in_an_authors_text_acts_on_the_terminal():
    assert shown("a\u202eb \u200f*c*") == "ab c"


@given(st.text(st.sampled_from(list("ab 中é`*_[]()<>#-+1.|\n\\~&")), max_size=80), st.integers(20, 60))
def test_every_text_is_laid_out_within_the_width_but_for_code(text, width):
    prose = written(text.replace("<<", "< <"))
    lines = terminal(prose, VALUES, TEXTS, width).split("\n")
    assert all(columns(line) <= width or line.startswith(("    ", "• ", "│")) or line[:1].isdigit() for line in lines)


def test_a_formula_is_a_line_of_unicode():
    assert formula_text(r"\frac{T_{compute}}{k}").replace("\u00a0", " ") == "T_compute/k"
