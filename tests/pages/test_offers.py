"""How an answer is given on a sheet, in all formats."""

from __future__ import annotations

import re

import pytest

from quizgen import renderer
from quizgen.answers import Box, PublicAnswer, PublicOption
from quizgen.columns import columns
from quizgen.generator import example, public
from quizgen.pages.offers import offer_html, offer_markdown, offer_text
from tests.hand_made import WAYS, WAYS_PACK, compiled
from tests.pages.test_markup import ALLOWED, Seen
from tests.prose_samples import HOSTILE, TEXTS, VALUES, written

OPTIONS = tuple(PublicOption(letter, written(f"Option {letter}"), {}) for letter in "abc")
ITEMS = tuple(PublicOption(number, written(f"Item {number}"), {}) for number in "12")
BOXES = (Box("b", "b", written("samples of $k$")), Box("a_1", "a_{1}"))


def test_a_plain_blank_offers_nothing():
    shows = PublicAnswer("exact", "ms")
    assert offer_html(shows, VALUES, TEXTS) == offer_markdown(shows, VALUES, TEXTS) == ""
    assert offer_text(shows, VALUES, TEXTS) == ""


def test_options_to_tick_have_boxes_on_a_page():
    shows = PublicAnswer(options=OPTIONS, way="tick")
    assert 'class="options ticks"' in offer_html(shows, VALUES, TEXTS)
    assert 'class="options"' in offer_html(shows._replace(way="pick"), VALUES, TEXTS)


def test_an_order_has_a_blank_behind_its_letters():
    shows = PublicAnswer(options=OPTIONS, way="order")
    assert "Order:" in Seen(offer_html(shows, VALUES, TEXTS)).text
    assert offer_markdown(shows, VALUES, TEXTS).endswith("Order: ________")


def test_items_are_numbered_beside_the_letters():
    shows = PublicAnswer(options=OPTIONS, items=ITEMS, way="match")
    html = offer_html(shows, VALUES, TEXTS)
    assert re.findall(r'letter">(\w)<', html) == ["1", "2", "a", "b", "c"]
    assert offer_text(shows, VALUES, TEXTS).split("\n") == [
        "  1. Item 1", "  2. Item 2", "", "  a) Option a", "  b) Option b", "  c) Option c",
    ]  # fmt: skip
    assert offer_markdown(shows, VALUES, TEXTS).startswith("1. ________ Item 1\n2. ________ Item 2\n\n- **a** Option a")


def test_boxes_have_their_names_and_what_they_stand_for():
    shows = PublicAnswer(boxes=BOXES, way="plan")
    assert offer_text(shows, VALUES, TEXTS) == "  b    samples of k\n  a_1\n  Write b=… a_1=…"
    assert offer_markdown(shows, VALUES, TEXTS) == "- $b$ = ________ samples of $k$\n- $a_{1}$ = ________"
    assert offer_html(shows, VALUES, TEXTS).count('class="blank"') == 2


def test_open_text_has_lines_to_write_on():
    html = offer_html(PublicAnswer(way="words", lines=4), VALUES, TEXTS)
    assert html.count("<div></div>") == 4


@pytest.mark.parametrize("where", ["letter", "say", "means"])
def test_hostile_words_are_text(where: str):
    words = {name: HOSTILE if name == where else "x" for name in ("letter", "say", "means")}
    option = PublicOption(words["letter"], written("<<v>>"), {"v": words["say"]})
    shows = PublicAnswer(
        options=(option,), items=(option,), boxes=(Box("b", "b", written("<<v>>")),), lines=2, way="match"
    )
    values = {**VALUES, "v": words["means"]}
    assert set(Seen(offer_html(shows, values, TEXTS)).tags) <= ALLOWED | {"div"}
    assert all(c.isprintable() or c == "\n" for c in offer_text(shows, values, TEXTS))


@pytest.mark.parametrize("width", [40, 80])
def test_sheets_and_solutions_of_all_ways_keep_to_the_width(width: int):
    variant = example(compiled(WAYS, WAYS_PACK))
    for text in (
        renderer.sheet_text(public(variant), width), renderer.solution_text(variant, width),
        renderer.ledger_text([variant], width),
    ):  # fmt: skip
        assert all(columns(line) <= width for line in text.split("\n"))


def test_a_sheet_with_all_ways_reads_like_this(golden):
    variant = example(compiled(WAYS, WAYS_PACK))
    golden("ways-sheet.md", renderer.sheet_markdown(public(variant)))
    golden("ways-sheet.txt", renderer.sheet_text(public(variant)))
