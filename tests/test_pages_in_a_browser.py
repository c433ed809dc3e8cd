"""The pages of `quiz show` in Chromium: by axe-core's rules, at a phone's width, and on paper."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from quizgen import Bank
from quizgen.cli.show import Format, _written
from quizgen.generator import example
from quizgen.packs.pack_folders import find_banks
from tests.browser import Page, browser

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11.0)}
BEYOND = """
[...document.querySelectorAll("body *")]
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".figure-wide, pre"))
  .map(each => `${each.closest("article, details, body").id} ${each.localName}.${each.className}`)
"""


def written(names: Sequence[str], **more: bool) -> str:
    """The page that `quiz show` writes of these templates' pinned variants; of all where none is named."""
    bank = Bank(find_banks(None, {}))
    entries = [bank.find(name) for name in names] or bank.templates()
    variants = [example(bank.compiled(entry)) for entry in entries]
    return _written(variants, Format.html, solution=more.get("solution", False), ledger=more.get("ledger", False))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every template with its solution, and all keys behind them."""
    file = tmp_path_factory.mktemp("pages") / "all.html"
    file.write_text(written([], solution=True, ledger=True), encoding="utf-8")
    return file


def seen(page: Page, width: int, scheme: str, *, opened: bool) -> None:
    """Look at the page in a window of that many pixels; `opened` opens everything that opens."""
    page.look(width, scheme)
    page.run(f"document.querySelectorAll('details').forEach(each => {{ each.open = {str(opened).lower()} }})")


def pages(page: Page, paper: str) -> int:
    """How many sheets of paper the page takes."""
    width, height = PAPERS[paper]
    page.send("Emulation.setEmulatedMedia", media="", features=[])
    printed: dict[str, Any] = page.send("Page.printToPDF", paperWidth=width, paperHeight=height)
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"])))


@pytest.mark.parametrize(
    ("width", "scheme", "opened"),
    [(320, "light", True), (1280, "dark", True), (320, "dark", False), (1280, "light", False)],
)
def test_axe_finds_nothing_serious(page: Page, whole: Path, width: int, scheme: str, opened: bool):
    page.open(whole)
    seen(page, width, scheme, opened=opened)
    assert page.violations(contrast=opened) == []


def test_axe_is_awake(page: Page, tmp_path: Path):
    file = tmp_path / "bad.html"
    file.write_text("<!doctype html><title>x</title><p style='color: #ddd; background: #fff'>faint", encoding="utf-8")
    page.open(file)
    assert {each.partition(":")[0] for each in page.violations()} == {"color-contrast", "html-has-lang"}


def test_at_a_phones_width_nothing_but_wide_figures_and_code_scrolls_sideways(page: Page, whole: Path):
    page.open(whole)
    seen(page, 320, "light", opened=True)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.run(BEYOND) == []


def test_a_page_asks_for_nothing_and_has_nothing_to_complain_of(page: Page, whole: Path):
    page.open(whole)
    assert page.requests() == [whole.resolve().as_uri()]
    assert page.complaints() == []


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_each_problem_starts_on_a_page_of_its_own_and_so_do_the_keys(page: Page, tmp_path: Path, paper: str):
    file = tmp_path / "three.html"
    file.write_text(written(["L2.1", "L1.1", "L2.3"], ledger=True), encoding="utf-8")
    page.open(file)
    assert pages(page, paper) == 3
    page.run("document.querySelector('.ledger').open = true")
    assert pages(page, paper) == 4


def test_what_is_closed_is_not_printed(page: Page, tmp_path: Path):
    file = tmp_path / "one.html"
    file.write_text(written(["L5.1"], solution=True), encoding="utf-8")
    page.open(file)
    assert pages(page, "A4") == 1
    page.run("document.querySelector('.solution').open = true")
    assert pages(page, "A4") > 1
