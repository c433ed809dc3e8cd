"""Every command and example in README and docs/ is run, and gives what stands there.

The first word after a fence says what a block is:

- ```` ```console ````: lines after `$ ` are run, the lines below them are their output; a line `...` stands for any
  lines. Commands are `quiz …`, or `printf '…' | quiz …`.
- ```` ```yaml FILE ````: a file of the page's own bank, in the folder where its commands run; they see it as it was
  last shown above.
- ```` ```csv FILE ````: the same for a table.
- ```` ```yaml FILE more ````: that file grows by these top-level keys, or gets them anew.
- ```` ```grading ID PART ````: a response a line, then at least two spaces, the outcome and the reason or trap; judged
  for the pinned example.
- ```` ```python ````: a doctest.
- ```` ```text ```` and ```` ```sh ````: not run; for what isn't ours.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from quizgen import Bank, Variant, grade, yaml_files
from quizgen.generator import example
from quizgen.packs.pack_folders import find_banks

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
FILES = ("yaml", "csv")
KINDS = {"console", *FILES, "grading", "python", "text", "sh"}


class Block(NamedTuple):
    page: str
    line: int
    info: tuple[str, ...]
    body: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(str(page.relative_to(ROOT)), line, tuple(found["info"].split()), found["body"])


ALL = [block for page in PAGES for block in blocks(page)]


def of_kind(kind: str) -> list[object]:
    chosen = [block for block in ALL if block.info[:1] == (kind,)]
    return [pytest.param(block, id=f"{block.page}:{block.line}") for block in chosen]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each page the folder in which its commands run."""
    return {page: tmp_path_factory.mktemp("page") for page in sorted({block.page for block in ALL})}


def files(page: str) -> list[Block]:
    """The blocks of a page that are files, or parts of them."""
    return [block for block in ALL if block.page == page and block.info[0] in FILES and len(block.info) > 1]


def shown(page: str, line: int) -> dict[str, str]:
    """Each file as it is last shown above a line."""
    found: dict[str, str] = {}
    for block in files(page):
        if block.line < line:
            name = block.info[1]
            found[name] = grown(found[name], block.body) if "more" in block.info else block.body
    return found


def grown(text: str, more: str) -> str:
    """A file with more top-level keys, or other values for those that it has."""
    return "".join({**sections(text), **sections(more)}.values())


def sections(text: str) -> dict[str, str]:
    """The text of each top-level key."""
    return {part.partition(":")[0]: part for part in re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE) if part}


def lay_out(page: str, line: int, folder: Path) -> None:
    """Write the files as they stand at a line of the page; those that come later aren't there yet."""
    there = shown(page, line)
    for name in {block.info[1] for block in files(page)}:
        file = folder / name
        if name not in there:
            file.unlink(missing_ok=True)
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(there[name], encoding="utf-8")


def quiz(command: str, folder: Path) -> str:
    """What one command prints, on stdout and stderr."""
    given, pipe, called = command.partition(" | ") if command.startswith("printf ") else ("", "", command)
    typed = shlex.split(given)[1].encode().decode("unicode_escape") if pipe else ""
    words = shlex.split(called)
    assert words[0] == "quiz", f"only quiz commands are run: {command}"
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / ".cache")}
    done = subprocess.run(
        [sys.executable, "-m", "quizgen", *words[1:]], cwd=folder, env=environment, input=typed, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=300,
    )  # fmt: skip
    return done.stdout


def posed(template: str, folder: Path) -> Variant:
    """The pinned variant of a template that the page shows, else of one that is shipped."""
    own = [path.parent for path in sorted(folder.rglob("pack.yaml"))]
    if next(folder.rglob(f"{template}.yaml"), None) is not None:
        bank = Bank(find_banks(own), cache=None)
    else:
        bank = Bank(find_banks(None, {}))
    return example(bank.compiled(bank.find(template)))


def pattern(expected: str) -> str:
    """A regular expression for the output: `...` is any lines if it is alone on its line, else any text."""
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    return "\n".join(r"(?:.*\n)*?.*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") for line in lines)


def plain(output: str) -> str:
    return "\n".join(line.rstrip() for line in output.replace("\u00a0", " ").strip("\n").splitlines())


def test_every_block_says_what_it_is():
    unknown = [f"{block.page}:{block.line}" for block in ALL if not block.info or block.info[0] not in KINDS]
    assert not unknown


@pytest.mark.parametrize("block", of_kind("yaml"))
def test_a_file_that_grew_is_shown_whole_as_it_has_grown(block: Block):
    above = [each for each in files(block.page) if each.info[1:2] == block.info[1:2] and each.line < block.line]
    if "more" not in block.info and any("more" in each.info for each in above):
        grew = shown(block.page, block.line)[block.info[1]]
        assert yaml_files.loads(grew).data == yaml_files.loads(block.body).data


@pytest.mark.parametrize("block", of_kind("console"))
def test_commands_print_what_the_page_shows(block: Block, folders: dict[str, Path]):
    lay_out(block.page, block.line, folders[block.page])
    for shown in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        output = plain(quiz(command, folders[block.page]))
        assert re.fullmatch(pattern(expected), output), f"$ {command}\n{output}"


@pytest.mark.parametrize("block", of_kind("grading"))
def test_responses_get_the_verdict_that_the_page_states(block: Block, folders: dict[str, Path]):
    _, template, part = block.info
    lay_out(block.page, sys.maxsize, folders[block.page])
    variant = posed(template, folders[block.page])
    for line in block.body.splitlines():
        response, outcome, *reason = re.split(r"\s{2,}", line.strip())
        verdict = grade(variant.template, variant.params, {part: response}).parts
        judged = next(each.verdict for each in verdict if each.part == part)
        seen = (judged.outcome, *(judged.traps or ((judged.reason,) if judged.reason else ())))
        assert seen == (outcome, *reason), line


@pytest.mark.parametrize("block", of_kind("python"))
def test_examples_in_python_run(block: Block):
    test = doctest.DocTestParser().get_doctest(block.body, {}, block.page, block.page, block.line)
    failures, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert tried
    assert not failures


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path):
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert not [target for target in targets if not (page.parent / target).exists()]


def headings(page: Path) -> set[str]:
    """What a link behind `#` may name, as GitHub makes it of a heading."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_a_heading_lead_to_one(page: Path):
    found = re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8"))
    targets = [(page.parent / name if name else page, heading) for name, heading in found]
    assert [heading for target, heading in targets if target.suffix == ".md" and heading not in headings(target)] == []
