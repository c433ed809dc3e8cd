"""`quiz new` starts a template where it belongs, and harms nothing that is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quizgen.authoring.skeleton import template_text

ROOT = Path(__file__).parent.parent.parent


def quiz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "XDG_CACHE_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "quizgen", *arguments], cwd=folder, env=environment, capture_output=True,
        encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


def new(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return quiz(folder, "new", *arguments)


@pytest.fixture
def market(tmp_path: Path) -> Path:
    folder = tmp_path / "market"
    folder.mkdir()
    return folder


def files(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def test_a_first_template_starts_its_pack_and_passes_quiz_check(market: Path):
    done = new(market, "melons", "--level", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["wrote pack.yaml", "wrote level2/melons.yaml", "next: quiz check ."]
    checked = quiz(market, "check", "level2/melons.yaml")
    assert (checked.returncode, "0 errors, 0 warnings" in checked.stdout) == (0, True)


def test_a_second_one_joins_the_pack_that_is_there(market: Path):
    (market / "pack.yaml").write_text("title: Mine\nversion: 3\n", encoding="utf-8")
    done = new(market, "pears", "--level", "1", "--title", "Pears: a question")
    assert done.returncode == 0
    assert (market / "pack.yaml").read_text(encoding="utf-8") == "title: Mine\nversion: 3\n"
    assert (market / "level1/pears.yaml").read_text(encoding="utf-8") == template_text("pears", 1, "Pears: a question")


def test_from_inside_a_level_it_goes_beside_that_level(market: Path):
    (market / "pack.yaml").write_text("title: Mine\nversion: 3\n", encoding="utf-8")
    (market / "level2").mkdir()
    assert new(market / "level2", "melons", "--level", "3").returncode == 0
    assert files(market) == ["level3/melons.yaml", "pack.yaml"]


@pytest.mark.parametrize("within", [".", "market", "market/level2"])
def test_out_says_where(market: Path, within: str):
    (market / "level2").mkdir()
    out = os.path.relpath(market / "level2/melons.yaml", market.parent / within)
    assert new(market.parent / within, "melons", "--level", "2", "--out", out).returncode == 0
    assert files(market) == ["level2/melons.yaml", "pack.yaml"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("../melons", "--level", "2"), "is no id"),
        (("a/b", "--level", "2"), "is no id"),
        (("nul", "--level", "2"), "Windows"),
        (("melons", "--level", "6"), "--level"),
        (("melons",), "--level"),
        (("melons", "--level", "2", "--out", "melons.yaml"), "level2/melons.yaml"),
        (("melons", "--level", "2", "--out", "level3/melons.yaml"), "folder level2"),
        (("melons", "--level", "2", "--out", "level2/../melons.yaml"), "folder level2"),
        (("melons", "--level", "2", "--out", "level2/melons.txt"), "isn't the file of a template"),
        (("melons", "--level", "2", "--out", "."), "isn't the file of a template"),
        (("melons", "--level", "2", "--title", "two\nlines"), "one line"),
    ],
)
def test_a_wrong_call_writes_nothing(market: Path, arguments: tuple[str, ...], message: str):
    done = new(market, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert files(market.parent) == []


def test_nothing_is_overwritten(market: Path):
    new(market, "melons", "--level", "2")
    (market / "level2/melons.yaml").write_text("mine", encoding="utf-8")
    done = new(market, "melons", "--level", "2")
    assert (done.returncode, "overwrites nothing" in done.stderr) == (2, True)
    assert (market / "level2/melons.yaml").read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_elsewhere_is_not_followed(market: Path):
    (market / "level2").mkdir()
    (market / "level2/melons.yaml").symlink_to(market.parent / "elsewhere.yaml")
    assert new(market, "melons", "--level", "2").returncode == 2
    assert not (market.parent / "elsewhere.yaml").exists()


def test_an_id_that_the_pack_has_at_another_level_is_refused(market: Path):
    new(market, "melons", "--level", "2")
    done = new(market, "melons", "--level", "3")
    assert (done.returncode, "level2/melons.yaml is called melons already" in done.stderr) == (2, True)
    assert files(market) == ["level2/melons.yaml", "pack.yaml"]


def test_a_folder_that_can_be_no_pack_is_refused_before_anything_is_written(tmp_path: Path):
    folder = tmp_path / "my market"
    folder.mkdir()
    done = new(folder, "melons", "--level", "2")
    assert (done.returncode, "can't be called" in done.stderr) == (2, True)
    assert files(tmp_path) == []
