"""Prose as HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import MathsError, ReadingError
from quizgen.escaping import visible
from quizgen.pages.markup import html, inline_html, mathml_html, on_one_line
from tests.prose_samples import HOSTILE, TEXTS, VALUES, written

ALLOWED = {
    "p", "em", "strong", "code", "pre", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a", "h4",
    "blockquote", "hr", "br", "span", "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt",
    "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mphantom",
}  # fmt: skip


class Seen(HTMLParser):
    """The tags, the attributes and the text of some HTML; fails at a tag that isn't closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("hr", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(text: str, **values: object) -> str:
    return html(written(text), {**VALUES, **values}, TEXTS)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("takes <<T>>", "<p>takes 400\u00a0ms</p>"),
        ("*<<n>>* and `<<n>>`", "<p><em>−3</em> and <code>-3</code></p>"),
        ("costs $5 and $7 \\$8", "<p>costs $5 and $7 $8</p>"),
        ("a < b & <b>c</b>", "<p>a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;</p>"),
        ("```\nx = <<n>>\n```", "<pre><code>x = -3\n</code></pre>"),
        ("# Big", "<h4>Big</h4>"),
        ('<<words as list "and">>', "<p>red, green and blue</p>"),
        ('<<if(k > 3, "a & b", "")>>', "<p>a &amp; b</p>"),
        ("a\n---\nb", "<p>a\n---\nb</p>"),
    ],
)
def test_markdown_becomes_html_with_values_in_it(text, source):
    assert shown(text).replace("<hr />", "---").replace("</p>\n---\n<p>", "\n---\n") == source


def test_maths_is_mathml_and_values_stand_in_it():
    assert shown("$x^{<<k>>}$") == "<p><math><msup><mi>x</mi><mn>4</mn></msup></math></p>"


def test_a_word_below_the_line_is_set_as_a_word():
    assert "<mi>comm</mi>" in mathml_html("T_{comm}")
    assert "<mi>i</mi><mi>j</mi>" in mathml_html("a_{ij}")


def test_a_name_with_its_value_is_a_formula():
    assert Seen(shown("<<T =>>")).text == "T=400ms"


def test_a_formula_stays_on_the_line_of_the_full_stop_behind_it():
    assert shown("so $k$.").endswith("<math><mi>k</mi></math>.</span></p>")
    assert ">(<math><mi>k</mi></math>)</span>" in shown("so ($k$) it")
    assert "<span" not in shown("so $k$ is")


def test_a_text_that_an_insertion_brings_in_runs_on_in_its_line():
    seen = Seen(shown("It <<cue>>."))
    assert seen.text == "It reads θt+4 and waits."
    assert seen.tags.count("p") == 1
    assert "em" in seen.tags


def test_inline_html_has_no_paragraph():
    assert inline_html(written("*a*\nb"), VALUES, TEXTS) == "<em>a</em>\nb"


@pytest.mark.parametrize(
    "frame",
    ["<<v>>", "*<<v>>*", "`<<v>>`", "$<<v>>$", "$x_{<<v>>}$", "|a|b|\n|-|-|\n|<<v>>|y|", "```\n<<v>>\n```", "- <<v>>",
     "[<<v>>](http://a.b)", "# <<v>>", "> <<v>>"],
)  # fmt: skip
@pytest.mark.parametrize("value", [HOSTILE, '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "&lt;b&gt;"])
def test_a_hostile_value_is_text_wherever_it_stands(frame, value):
    seen = Seen(shown(frame, v=value))
    assert set(seen.tags) <= ALLOWED
    assert not [name for name, _ in seen.attributes if name.startswith("on")]
    assert all(given == "http://a.b" for name, given in seen.attributes if name == "href")


@given(st.text(max_size=60))
def test_any_text_as_a_value_is_shown_as_it_is(text):
    seen = Seen(shown("<<v>>", v=text))
    assert seen.tags == ["p"]
    assert seen.text.split() == visible(text).split()


@pytest.mark.parametrize(
    "text",
    ["[a](javascript:alert(1))", "[a](data:text/html,x)", "[a](//e.vil)", "![a](http://e.vil/i.png)", "<img src=x>",
     "<script>x</script>", "<!-- x -->", "[a]: http://e.vil\n\n[a]", "<a@b.example>"],
)  # fmt: skip
def test_markup_that_could_run_or_load_something_stays_text(text):
    seen = Seen(shown(text))
    assert set(seen.tags) <= {"p", "a"}
    assert all(given in ("http://e.vil/i.png", "noreferrer") for _, given in seen.attributes)


def test_a_link_tells_nobody_where_it_was_followed():
    assert shown("[a](https://b.example/ 'title')") == '<p><a href="https://b.example/" rel="noreferrer">a</a></p>'


@pytest.mark.parametrize(
    "text", ["[a](http://b/<<k>>)", "[a](http://b 't <<k>>')", "```<<k>>\nx\n```", "[a](http://b/$x$)"]
)
def test_an_insertion_where_nothing_can_be_shown_is_refused(text):
    with pytest.raises(ReadingError, match="can be shown"):
        shown(text)


@pytest.mark.parametrize(("latex", "place"), [(r"\frac{a", 7), (r"a + \nosuch", 4), ("a_b_c", 3), ("x }", 2)])
def test_bad_latex_is_refused_with_its_place(latex, place):
    with pytest.raises(MathsError, match="LaTeX") as caught:
        shown(f"so ${latex}$")
    assert caught.value.start == place


def test_a_word_below_the_line_does_not_move_the_place_of_a_mistake():
    with pytest.raises(MathsError) as caught:
        mathml_html(r"T_{comm} + \nosuch")
    assert caught.value.start == 11


def test_the_same_text_is_filled_anew_for_each_variant():
    prose = written("<<k>> of <<T>>")
    assert html(prose, {**VALUES, "k": 5}, TEXTS) == "<p>5 of 400\u00a0ms</p>"
    assert html(prose, {**VALUES, "k": 6}, TEXTS) == "<p>6 of 400\u00a0ms</p>"


@pytest.mark.parametrize(("text", "together"), [("at <<T =>>.", 1), ("(<<T =>>)", 1), ("$x$,", 1), ("<<k>>.", 0)])
def test_a_formula_keeps_the_marks_that_touch_it_on_its_line(text, together):
    assert html(written(text), VALUES, TEXTS).count("white-space:nowrap") == together


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a\nb\n\nc\nd", "a b\n\nc d"), ("- a\n  b\n- c", "- a b\n- c"), ("a\\\nb  \nc", "a\\\nb  \nc"),
        ("```\na\nb\n```", "```\na\nb\n```"), ("|a|b|\n|-|-|\n|c|d|", "|a|b|\n|-|-|\n|c|d|"),
        ("$$\nx\n$$", "$$\nx\n$$"), ("> a\n> b", "> a\n> b"),
    ],
)  # fmt: skip
def test_a_paragraph_takes_one_line_and_everything_else_keeps_its_own(text, joined):
    assert on_one_line(text) == joined


@given(st.text(st.sampled_from(list("ab \n-*>1.|`#\\")), max_size=60))
def test_joining_lines_changes_no_block(text):
    from quizgen.pages.markup import markdown_parser

    before, after = (markdown_parser().parse(each) for each in (text, on_one_line(text)))
    assert [token.type for token in after] == [token.type for token in before]
