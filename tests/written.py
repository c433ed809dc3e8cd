"""Stretches of pages that are written from the code: `<!-- written: NAME -->` … `<!-- end -->`.

A test compares them with what the code says now; `pytest --update-goldens` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def stretch(name: str) -> re.Pattern[str]:
    mark = re.escape(f"<!-- written: {name} -->")
    return re.compile(rf"(?P<mark>{mark}\n)(?P<text>.*?)(?=<!-- end -->)", re.DOTALL)


def stretches(page: str) -> list[str]:
    """The names of all stretches of a page."""
    return re.findall(r"<!-- written: (.*?) -->", (ROOT / page).read_text(encoding="utf-8"))


def check(page: str, name: str, text: str, request: pytest.FixtureRequest) -> None:
    """The stretch of that name holds this text."""
    file = ROOT / page
    whole = file.read_text(encoding="utf-8")
    found = stretch(name).search(whole)
    assert found, f"{page} has no `<!-- written: {name} -->` … `<!-- end -->`"
    if request.config.getoption("--update-goldens"):
        whole = whole[: found.start("text")] + f"\n{text}\n" + whole[found.end("text") :]
        file.write_text(whole, encoding="utf-8", newline="\n")
    else:
        assert found["text"].strip() == text.strip(), f"pytest --update-goldens writes {page} anew; then read it"


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table; a `|` in a cell stays one."""
    lines = [heads, tuple("---" for _ in heads), *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
