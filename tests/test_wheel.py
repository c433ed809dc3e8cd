"""The wheel: what is in it, and that it works where the checkout isn't."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from quizgen import Bank

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def sources(folder: str) -> set[str]:
    return {str(file.relative_to(ROOT)) for file in (ROOT / folder).rglob("*") if file.is_file()}


def test_the_wheel_holds_bank_and_layouts(wheel: Path):
    wanted = {f"quizgen/_data/{name}" for name in sources("problem_bank") | sources("templates")}
    assert wanted <= names(wheel)


def test_the_wheel_holds_every_template_compiled(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        stored = json.loads(archive.read("quizgen/_data/compiled/distributed_training.json"))
    ids = {entry.name for entry in Bank().templates() if entry.pack == "distributed_training"}
    assert set(stored["templates"]) == ids
    assert all(template["compiled"] for template in stored["templates"].values())


def test_the_wheel_holds_nothing_else(wheel: Path):
    assert {name.partition("/")[0] for name in names(wheel)} == {"quizgen", "quizgen-0.1.0.dist-info"}


def test_a_wheel_from_the_sdist_holds_the_same(wheel: Path, wheel_from_sdist: Path):
    assert names(wheel_from_sdist) == names(wheel)


def test_building_leaves_nothing_in_the_tree(wheel: Path):
    assert not (ROOT / "quizgen" / "_data").exists()


def test_the_installed_package_poses_and_grades_without_its_sources(shipped: Path, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "quizgen", "try", "L2.3", "2.667", "--json"], cwd=tmp_path, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(shipped)}, encoding="utf-8", check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["outcome"] == "correct", done.stderr
