"""docs/architecture.md lists every file of quizgen, with the sentence that the file itself begins with."""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

import pytest

from tests.written import check, table

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "quizgen").rglob("*.py"), key=lambda file: (file.parent, file.name))


def sentence(file: Path) -> str:
    """The first line of a file's docstring."""
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0]


def listed() -> str:
    """A table for each folder."""
    made = []
    for folder, files in groupby(FILES, key=lambda file: file.parent.relative_to(ROOT).as_posix()):
        rows = [(f"`{file.name}`", sentence(file)) for file in files]
        made.append(table((f"{folder}/", "what it holds"), rows))
    return "\n".join(made)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_file_begins_with_one_line_that_says_what_it_holds(file: Path):
    assert sentence(file).endswith((".", "?")) or "`" in sentence(file)[-2:], sentence(file)


def test_the_page_lists_every_file_and_no_other(request: pytest.FixtureRequest):
    check("docs/architecture.md", "every file", listed(), request)
