"""What students and teachers get of a set, in a browser: by axe-core's rules, at a phone's width, and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quizgen.batch.report import report, write_report
from tests.batch.graded_sets import form, graded, keys, new_set, of, param, save
from tests.batch.small_bank import records
from tests.browser import Page, browser

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PLAN = "id: week1\ntitle: Sums\ninstructions: Work **alone**.\nsections:\n  - ids: [few, ways]\n"
NAMES = ("sheet", "feedback", "report", "ledger")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each kind, of a set in which every outcome occurs."""
    place = tmp_path_factory.mktemp("pages")
    made = new_set(place, PLAN, formats=("html",))
    for number, record in enumerate(records(made.folder)):
        own = keys(record)
        given = own | {"1.v": own["1.v"] if number % 2 else param(record, "k"), "2.type": "1.2.3", "2.words": "No."}
        save(
            place / f"forms/{number}.json", form(made, record, given | {"2.tick": "a b", "2.match": "1a", "2.plan": ""})
        )
    graded(made, place / "graded", place / "forms", feedback=("html",))
    code = of(made, "001").form
    return {
        "sheet": made.folder / f"students/{code}.html", "feedback": place / f"graded/feedback/{code}.html",
        "report": write_report(place / "graded", report(place / "graded")), "ledger": made.teacher / "ledger.html",
    }  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_and_nothing_stands_out(
    page: Page, pages: dict[str, Path], name: str, width: int, scheme: str
):
    page.open(pages[name])
    page.look(width, scheme)
    page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.violations(impacts=("minor", "moderate", "serious", "critical")) == []
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.complaints() == []


@pytest.mark.parametrize("name", NAMES)
def test_it_prints_within_the_width_of_the_paper(page: Page, pages: dict[str, Path], name: str):
    page.open(pages[name])
    page.look(650)
    page.send("Emulation.setEmulatedMedia", media="print", features=[])
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


def test_every_picture_of_the_report_says_in_words_what_it_shows(page: Page, pages: dict[str, Path]):
    page.open(pages["report"])
    said = page.run("[...document.querySelectorAll('svg[role=img]')].map((each) => each.getAttribute('aria-label'))")
    assert said
    assert all("%" in each for each in said)
    silent = page.run("[...document.querySelectorAll('svg:not([role=img])')].map((each) => each.ariaHidden)")
    assert set(silent) == {"true"}
    # A bar that is hidden from those who can't see it stands beside its number.
    assert page.run(
        "[...document.querySelectorAll('svg.lying')].every((each) => /\\d/.test(each.parentElement.textContent))"
    )
