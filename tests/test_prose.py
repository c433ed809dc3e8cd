"""Text with insertions: parsed, filled, and written as Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quizgen.errors import MathsError, ReadingError, TooMuchWork
from quizgen.maths.values import Row
from quizgen.prose import Display, Insertion, Prose, markdown, parse, parse_display
from tests.prose_samples import HOSTILE, MS, TEXTS, VALUES, insert, unit, written

GITHUB = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def filled(text: str, **values: object) -> str:
    return markdown(written(text), {**VALUES, **values}, TEXTS).replace("\u00a0", "~")


# ------------------------------------------------------------------------------------------------ parsing
def test_a_text_is_cut_at_its_insertions():
    assert [type(piece) for piece in written("a <<k>> b<<T =>>").pieces] == [str, Insertion, str, Insertion]


def test_an_empty_text_is_false_and_has_no_pieces():
    assert not written("")
    assert written("") == Prose()


@pytest.mark.parametrize(
    ("text", "in_maths"),
    [
        ("<<k>>", [False]), ("$<<k>>$", [True]), ("$<<k>>\\times$ of <<k>>", [True, False]), ("`$<<k>>$`", [False]),
        ("costs $<<k>> and $<<k>>", [False, False]), ("$a$<<k>>$b$", [False]), ("$$x = <<k>>$$", [True]),
    ],
)  # fmt: skip
def test_an_insertion_knows_whether_it_stands_in_maths(text, in_maths):
    assert [piece.in_maths for piece in written(text).pieces if isinstance(piece, Insertion)] == in_maths


def test_what_stands_in_an_insertion_is_given_with_its_place():
    seen = []

    def note(formula: str, display: str, in_maths: bool, offset: int) -> Insertion:
        seen.append((formula, display, in_maths, offset))
        return insert("k", "", in_maths, offset)

    parse("ab <<k + 1 as 3 sf>> $<<T =>>$", note)
    assert seen == [("k + 1", "3 sf", False, 5), ("T", "=", True, 24)]


def test_a_text_has_a_greatest_number_of_insertions():
    with pytest.raises(TooMuchWork, match="insertions"):
        written("<<k>>" * 1_001)


@pytest.mark.parametrize(
    ("text", "display"),
    [
        ("3 sf", Display("sf", 3)), ("2 dp", Display("dp", 2)), ("0 dp", Display("dp", 0)), ("sci", Display("sci", 4)),
        ("percent", Display("percent", 4)), ("bare", Display("bare", 4)), ("words", Display("words", 4)),
        ("ms", Display("sf", 4, "ms", MS.factor)), ("3 sf ms", Display("sf", 3, "ms", MS.factor)),
        ('list "and"', Display("list", 4, word="and")), ("list", Display("list", 4)),
    ],
)  # fmt: skip
def test_a_display_says_what_differs_from_the_default(text, display):
    assert parse_display(text, unit, Display("sf", 4)) == display


def test_a_display_without_a_default_is_plain():
    assert parse_display("ms", unit) == Display("plain", unit="ms", factor=MS.factor)


def test_another_unit_or_figures_keep_the_rest_of_the_default():
    default = Display("sf", 4, "ms", MS.factor, noun=("a", "b"))
    assert parse_display("s", unit, default) == Display("sf", 4, "s", 1)
    assert parse_display("2 dp", unit, default) == Display("dp", 2, "ms", MS.factor, noun=("a", "b"))


@pytest.mark.parametrize("text", ["furlong", "3", "sf", "3 sf furlong", "0 sf", "list and", ""])
def test_a_display_that_is_none_is_refused(text):
    with pytest.raises(ReadingError):
        parse_display(text, unit)


# ------------------------------------------------------------------------------------------------ filling
@pytest.mark.parametrize(
    ("text", "markdown_text"),
    [
        ("takes <<T>> on <<one>>", "takes 400~ms on 1~device"), ("<<T =>>", r"$T = 400\thinspace \mathrm{ms}$"),
        ("<<S =>>", r"$S \approx 2.667$"), ("$S = <<S>>$", "$S = {2.667}$"), ("<<n>>", "−3"), ("`<<n>>`", "`-3`"),
        ("<<T as s>> <<S as 2 dp>>", "0.4~s 2.67"), ("<<x>>", "$2 y - 3$"), ("$3(<<x>>)$", "$3({2 y - 3})$"),
        ("<<row>> and $<<row>>$", r"asynchronous SGD and ${\text{asynchronous SGD}}$"), ("<<times>>", "1, 2, 3"),
        ('<<words as list "and">>', "red, green and blue"), ('<<if(k > 3, "many", "few")>>', "many"),
        ("$<<k =>>$", "${k = 4}$"), ("`<<T =>>`", "`T = 400 ms`"), ("", ""),
    ],
)  # fmt: skip
def test_insertions_are_filled_as_their_place_wants(text, markdown_text):
    assert filled(text) == markdown_text


def test_a_text_that_an_insertion_brings_in_is_filled_in_turn():
    assert filled("It <<cue>>.") == r"It reads $\theta_{t+{4}}$ *and* waits."


def test_texts_that_bring_in_each_other_without_end_are_refused():
    text = "a <<me>>"
    with pytest.raises(TooMuchWork, match="deep"):
        markdown(written("<<me>>"), {"me": text}, {text: written(text)})


def test_a_value_that_is_missing_is_an_error_that_names_it():
    with pytest.raises(MathsError, match="nothing_such"):
        filled("<<nothing_such>>")


def test_values_that_are_equal_but_of_another_kind_are_not_mixed_up():
    assert filled("<<v>>", v=1) == "1"
    assert filled("<<v>>", v=True) == "true"


def test_a_row_without_a_name_is_shown_by_its_id():
    assert filled("<<v>>", v=Row("t", "e10", {})) == "e10"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("costs $5 and $7", "costs &#36;5 and &#36;7"), (r"\$5", "&#36;5"), ("<b>x</b> a < b", r"\<b>x\</b> a < b"),
        ("![i](u)", r"\![i\](u)"), ("$a<b$", r"$a\lt b$"), ("`$5 <b>`", "`$5 <b>`"), (r"\* \<", r"\* \<"),
    ],
)  # fmt: skip
def test_what_an_author_wrote_is_text_for_github_too(text, shown):
    assert filled(text) == shown


@pytest.mark.parametrize(
    "frame", ["{}", "a {} b", "*{}*", "- {}", "> {}", "|a|b|\n|-|-|\n|x {}|y|", "# {}", "[{}](http://a.b)"]
)
def test_a_hostile_value_is_plain_text_wherever_it_stands(frame):
    tokens = GITHUB.parse(filled(frame.format("<<v>>"), v=HOSTILE))
    plain = GITHUB.parse(frame.format("v"))
    assert [token.type for token in tokens] == [token.type for token in plain]
    inner = [child.type for token in tokens for child in token.children or ()]
    assert inner == [child.type for token in plain for child in token.children or ()]


def test_a_hostile_value_stays_in_its_code():
    tokens = GITHUB.parse(filled("`<<v>>` end", v=HOSTILE))
    assert [child.type for child in tokens[1].children] == ["code_inline", "text"]
    tokens = GITHUB.parse(filled("```\n<<v>>\n```\nend", v="```\n~~~~\n````\n# x"))
    assert [token.type for token in tokens][:2] == ["fence", "paragraph_open"]
    assert "# x" in tokens[0].content


def test_a_hostile_value_in_maths_holds_no_dollar_and_no_tag():
    shown = filled("$<<v>>$", v=HOSTILE)
    assert (shown[:2], shown[-2:]) == ("$`", "`$")
    assert "$" not in shown[2:-2].replace(r"\$", "")
    assert not set(shown[2:-2]) & set("<>`|\x1b\n")


@given(st.text(max_size=60))
def test_any_text_as_a_value_is_the_same_words_in_a_paragraph(text):
    tokens = GITHUB.parse("a " + filled("<<v>>", v=text) + " b")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {child.type for child in tokens[1].children} == {"text"}


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "vbscript:x", "file:///etc", "data:text/html,x", " JavaScript:x"]
)
def test_markdown_has_no_link_but_to_the_web(address):
    assert f"[link\\]({address})" in markdown(Prose((f"A [link]({address}).",)), {}, {})


def test_markdown_keeps_a_link_to_the_web():
    assert markdown(Prose(("A [link](https://a.org).",)), {}, {}) == "A [link](https://a.org)."


@pytest.mark.parametrize(("text", "shown"), [("# Top\nx", "#### Top\nx"), ("a\n===", "a\n\\===")])
def test_no_heading_of_an_author_stands_above_the_sheets(text, shown):
    assert markdown(Prose((text,)), {}, {}) == shown
