"""What is told beside the steps: keys, words, the ledger."""

from __future__ import annotations

from markdown_it import MarkdownIt

from quizgen import renderer
from quizgen.explainer import keys
from quizgen.generator import example
from quizgen.pages.key_lines import keys_html, keys_markdown, keys_text, part_key_text, words_html, words_text
from tests.hand_made import BUDGET, SPEEDUP, WAYS, WAYS_PACK, compiled
from tests.pages.test_markup import ALLOWED, Seen

VARIANT = example(compiled(WAYS, WAYS_PACK))
LAYOUT = {"div", "details", "summary", "dl", "dt", "dd"}


def test_only_keys_that_no_step_gives_are_told():
    assert [key.part for key in keys(VARIANT)] == ["more", "line", "pairs", "plan", "why"]
    assert keys(example(compiled(SPEEDUP))) == ()
    assert keys_html(example(compiled(SPEEDUP))) == keys_text(example(compiled(SPEEDUP))) == ""


def test_a_key_goes_by_the_number_that_its_part_has_on_the_sheet():
    assert "Part 3: the right order" in keys_text(VARIANT)
    assert "7.3: the right order" in keys_text(VARIANT, number=7)
    assert "7.6: what a good answer says" in Seen(keys_html(VARIANT, 7)).text


def test_a_solution_in_text_and_markdown_reads_like_this(golden):
    golden("ways-solution.txt", renderer.solution_text(VARIANT) + "\n")
    golden("ways-solution.md", renderer.solution_markdown(VARIANT))


def test_a_solution_page_is_well_formed():
    html = renderer.solution_html(VARIANT)
    seen = Seen(html)
    assert set(seen.tags) <= ALLOWED | LAYOUT
    assert html.count('class="wrong"') == 1


def test_the_key_of_one_part_can_be_told_alone():
    assert part_key_text(VARIANT, "plan") == "  One plan that works: a = 8, b = 1."
    assert part_key_text(VARIANT, "s") == ""


def test_words_are_told_where_there_are_any():
    assert words_text(VARIANT) == "  share: What one of us gets.\n  fair: As it should be."
    assert words_html(example(compiled(SPEEDUP))) == ""


def test_the_ledger_comes_in_every_format_and_opens_only_when_asked():
    variants = [example(compiled(SPEEDUP)), example(compiled(BUDGET)), VARIANT]
    html = renderer.ledger_html(variants)
    assert html.startswith("<details")
    assert set(Seen(html).tags) <= ALLOWED | LAYOUT
    text = renderer.ledger_text(variants).split("\n")
    assert text[2] == "1. speedup  S ≈ 2.667"
    assert text[3].startswith("2. budget   2.1 T_comm = 50 ms; 2.2 S = 4.8;")
    markdown = renderer.ledger_markdown(variants, 4)
    assert "4. **speedup** $S \\approx 2.667$" in markdown
    tokens = MarkdownIt("commonmark").parse(markdown)
    assert [token.type for token in tokens].count("html_block") == 2


def test_keys_in_markdown_stay_within_their_lists():
    tokens = MarkdownIt("commonmark").parse(keys_markdown(VARIANT))
    assert [token.type for token in tokens].count("list_item_open") == 3 + 3 + 3 + 1 + 3
