"""Sheets, solutions and feedback in HTML, Markdown and plain text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from quizgen import renderer
from quizgen.answers import PublicAnswer, PublicOption
from quizgen.columns import columns
from quizgen.explainer import solution
from quizgen.generator import example, instantiate, public
from quizgen.result import Filled
from quizgen.variant import PublicPart, PublicVariant
from tests.hand_made import BUDGET, SPEEDUP, compiled
from tests.pages.test_markup import ALLOWED, Seen
from tests.prose_samples import HOSTILE, TEXTS, VALUES, written

LAYOUT = {"article", "header", "h2", "h3", "div", "details", "summary", "section"}
OPTIONS = (
    PublicOption("a", written("<<it>> of <<k>>"), {"it": "Some | *part*"}),
    PublicOption("b", written("$x$"), {}),
)


def part(**more: object) -> PublicPart:
    given = {
        "id": "p",
        "ask": written("How many of <<k>>?"),
        "answer": "number",
        "points": "1",
        "shows": PublicAnswer(),
    }
    return PublicPart(**{**given, "hints": (), **more})


def sheet(*parts: PublicPart, **more: object) -> PublicVariant:
    given = {
        "id": "v", "template": "t/x", "label": "L2.3", "title": "A title", "level": 2,
        "stem": written("It takes <<T =>>."), "forecast": written("More than *half*?"), "figure": {},
        "parts": parts or (part(),), "values": VALUES, "texts": TEXTS,
    }  # fmt: skip
    return PublicVariant(**{**given, **more})


def spoken(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


# ------------------------------------------------------------------------------------------------ sheets
def test_a_sheet_shows_title_stem_forecast_and_what_is_asked():
    seen = Seen(renderer.sheet_html(sheet(), 7))
    assert spoken(seen.text) == (
        "L2.3 · level 2 7A title It takes T=400ms. Forecast More than half? How many of 4? Answer:"
    )


def test_hints_and_forecast_open_only_when_asked():
    html = renderer.sheet_html(sheet(part(hints=(written("Look at <<k>>."), written("Then $x$.")))))
    assert html.count("<details") == 2
    assert "<details open" not in html
    assert html.index("Look at") > html.index("<summary>Try first: hints</summary>")


def test_a_sheet_without_forecast_and_hints_has_nothing_to_open():
    assert "<details" not in renderer.sheet_html(sheet(forecast=written("")))


def test_parts_are_numbered_where_there_is_more_than_one():
    assert "part-number" not in renderer.sheet_html(sheet())
    assert re.findall(r'part-number">([^<]*)<', renderer.sheet_html(sheet(part(), part(id="q")), 3)) == ["3.1", "3.2"]


def test_the_rule_the_unit_and_the_points_stand_beside_the_answer():
    shown = sheet(part(shows=PublicAnswer("to 3 significant figures", "ms"), points="2"))
    assert "Answer: ms (to 3 significant figures, 2 points)" in spoken(Seen(renderer.sheet_html(shown)).text)
    assert "Answer: \\_\\_\\_ ms (to 3 significant figures, 2 points)" in re.sub(
        "_+", r"\\_\\_\\_", renderer.sheet_markdown(shown)
    )
    assert renderer.sheet_text(shown).endswith("How many of 4?\n  (in ms, to 3 significant figures, 2 points)")


def test_options_have_their_letters_and_no_blank():
    shown = sheet(part(shows=PublicAnswer(options=OPTIONS)))
    html = renderer.sheet_html(shown)
    assert "Answer:" not in html
    assert re.findall(r'letter">(\w)<', html) == ["a", "b"]
    assert renderer.sheet_text(shown).endswith("  a) Some | *part* of 4\n  b) x")
    assert "- **a** Some \\| \\*part\\* of 4\n- **b** $x$" in renderer.sheet_markdown(shown)


def test_options_can_be_shown_by_themselves():
    assert renderer.options_html((), VALUES, TEXTS) == ""
    assert renderer.options_text(OPTIONS[1:], VALUES, TEXTS) == "  b) x"
    assert renderer.options_markdown(OPTIONS[1:], VALUES, TEXTS) == "- **b** $x$"


def test_a_sheet_is_the_same_whatever_its_key_its_traps_and_its_solution_are():
    template = compiled(SPEEDUP)
    derived = tuple(
        each._replace(formula=next(d for d in template.derived if d.name == "T_iter").formula)
        if each.name == "S"
        else each
        for each in template.derived
    )
    other = replace(template, derived=derived, traps=(), told=(), verify=())
    ours, theirs = example(template), example(other)
    assert ours.values["S"] != theirs.values["S"]
    for render in (renderer.sheet_html, renderer.sheet_markdown, renderer.sheet_text):
        assert render(public(ours)) == render(public(theirs))


@pytest.mark.parametrize("where", ["title", "label", "value", "rule", "unit", "letter"])
def test_hostile_words_are_text_in_every_format(where):
    words = {name: HOSTILE if name == where else "x" for name in ("title", "label", "value", "rule", "unit", "letter")}
    option = PublicOption(words["letter"], written("<<v>>"), {"v": words["value"]})
    shown = sheet(
        part(shows=PublicAnswer(words["rule"], words["unit"])),
        part(id="q", shows=PublicAnswer(options=(option,)), hints=(written("<<v>>"),)),
        title=words["title"], label=words["label"], stem=written("<<v>>"), values={**VALUES, "v": words["value"]},
    )  # fmt: skip
    seen = Seen(renderer.sheet_html(shown))
    assert set(seen.tags) <= ALLOWED | LAYOUT
    text = renderer.sheet_text(shown)
    assert all(c.isprintable() or c == "\n" for c in text)
    tokens = MarkdownIt("commonmark").parse(renderer.sheet_markdown(shown))
    assert {token.content.strip() for token in tokens if token.type == "html_block"} == {
        "<details>\n<summary>Forecast</summary>", "<details>\n<summary>Try first: a hint</summary>",
        "</details>",
    }  # fmt: skip
    inner = {child.type for token in tokens for child in token.children or ()}
    assert inner <= {"text", "softbreak", "strong_open", "strong_close", "em_open", "em_close"}


def test_github_sees_details_with_markdown_inside():
    text = renderer.sheet_markdown(sheet(part(hints=(written("Look at $x$.\n\n- so"),))))
    tokens = MarkdownIt("commonmark").parse(text)
    assert [token.type for token in tokens].count("html_block") == 4
    assert "1. Look at $x$.\n\n   - so" in text
    assert "\n\n\n" not in text


def test_a_sheet_in_markdown_reads_like_this(golden):
    golden("speedup-sheet.md", renderer.sheet_markdown(public(example(compiled(SPEEDUP)))))


@pytest.mark.parametrize("width", [40, 80])
def test_a_sheet_as_text_keeps_to_the_width(width):
    shown = public(example(compiled(BUDGET)))
    assert all(columns(line) <= width for line in renderer.sheet_text(shown, width).split("\n"))


def test_lines_of_a_question_are_set_in_below_its_number():
    shown = sheet(part(ask=written("One two three four five six")), part(id="q"), forecast=written(""))
    assert "\n1.1  One two three four\n     five six\n" in renderer.sheet_text(shown, 25)


# ------------------------------------------------------------------------------------------------ pages
def test_a_page_is_whole_and_neither_runs_nor_loads_anything():
    variant = example(compiled(SPEEDUP))
    page = renderer.page_html(
        "A <b> & c", [renderer.sheet_html(public(variant)), renderer.solution_html(variant)], "Top"
    )
    assert page.startswith("<!doctype html>")
    assert "<title>A &lt;b&gt; &amp; c</title>" in page
    assert "<h1>Top</h1>" in page
    assert not re.search(r"<script|<link|<img|<iframe|@import|url\(|https?://| on\w+=", page)
    assert "default-src 'none'" in page


def test_a_page_has_no_heading_unless_it_is_given_one():
    assert "<h1>" not in renderer.page_html("Title", [])


def test_a_page_is_made_for_paper_and_for_the_dark_too():
    page = renderer.page_html("Title", [])
    assert "@media print" in page
    assert "break-before: page" in page
    assert "prefers-color-scheme: dark" in page


# ------------------------------------------------------------------------------------------------ solutions
def test_a_solution_opens_only_when_asked_and_shows_steps_and_checks():
    html = renderer.solution_html(example(compiled(SPEEDUP)))
    assert html.startswith("<details")
    seen = Seen(html)
    assert "open" not in dict(seen.attributes)
    assert spoken(seen.text) == (
        "Solution Share the work. Tslice=Tcomputek=400ms4=100ms Add. Titer=Tslice+Tcomm=100ms+50ms=150ms "
        "Divide. S=TcomputeTiter=400ms150ms≈2.667 To check: Speedup stays below the number of devices."
    )


def test_a_solution_in_markdown_reads_like_this(golden):
    golden("speedup-solution.md", renderer.solution_markdown(example(compiled(SPEEDUP))))


def test_a_solution_as_text_reads_like_this(golden):
    golden("speedup-solution.txt", renderer.solution_text(example(compiled(SPEEDUP))) + "\n")


def test_a_long_chain_is_broken_before_a_sign_of_relation():
    variant = example(compiled(BUDGET))
    lines = renderer.step_text(3, solution(variant)[2], variant.template.texts, 40).split("\n")
    assert lines == ["3. Divide.", "     S = T_compute/(T_slice + T_comm)", "       = 1200 ms/(200 ms + 50 ms) = 4.8"]


def test_every_variant_of_a_template_can_be_rendered():
    template = compiled(BUDGET)
    for seed in range(30):
        variant = instantiate(template, str(seed))
        assert "≈" in renderer.solution_text(variant)
        Seen(renderer.sheet_html(public(variant)))
        Seen(renderer.solution_html(variant))


# ------------------------------------------------------------------------------------------------ feedback
SAYS = (Filled(written("Not <<k>>."), VALUES), Filled(written("*It* <<it>>"), {"it": "is a|b"}))


def test_feedback_is_told_in_order_in_every_format():
    assert renderer.feedback_html(SAYS, TEXTS) == "<p>Not 4.</p>\n<p><em>It</em> is a|b</p>"
    assert renderer.feedback_markdown(SAYS, TEXTS) == "Not 4.\n\n*It* is a\\|b"
    assert renderer.feedback_text(SAYS, TEXTS) == "Not 4.\nIt is a|b"


def test_no_feedback_is_no_text():
    assert (
        renderer.feedback_html((), TEXTS)
        == renderer.feedback_markdown((), TEXTS)
        == renderer.feedback_text((), TEXTS)
        == ""
    )
