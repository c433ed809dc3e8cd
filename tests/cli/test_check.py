"""`quiz check`: what it takes, what it tells, and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

PACK = "title: A small pack\nversion: 1\n"
SOUND = """\
id: double
title: Twice a number
level: 1
params:
  n: {draw: {from: 1, to: 60, step: 1}, means: a number}
example: {n: 3}
steps:
  - name: d
    is: 2 * n
    do: Double it
    why: That is what was asked.
verify:
  - that: d > n
    say: Twice is more than once.
stem: Here is the number <<n>>.
parts:
  - id: d
    ask: What is twice as much?
    answer: {number: d}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "level1").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "level1" / "double.yaml").write_text(SOUND, encoding="utf-8")
    return folder


def check(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quizgen", "check", *arguments], cwd=folder, capture_output=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / ".cache")}, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("what", ["small", "small/level1/double.yaml", "small/pack.yaml", "."])
def test_a_pack_goes_by_its_folder_or_a_file_in_it(pack: Path, what: str):
    done = check(what, folder=pack.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 template checked: 0 errors" in done.stdout


@pytest.mark.parametrize("what", ["double", "small/double"])
def test_a_template_goes_by_its_id(pack: Path, what: str):
    done = check(what, "--bank", "small", folder=pack.parent)
    assert done.returncode == 0
    assert "double" in done.stdout


def test_the_json_report_counts_every_variant(pack: Path):
    (report,) = json.loads(check("small", "--json", folder=pack.parent).stdout)["templates"]
    assert (report["space"], report["checked"], report["exhaustive"], report["sound"]) == (60, 60, True, True)


def test_a_quick_check_looks_at_some_variants(pack: Path):
    file = pack / "level1" / "double.yaml"
    file.write_text(SOUND.replace("to: 60", "to: 999"), encoding="utf-8")
    (report,) = json.loads(check("small", "--quick", "--json", folder=pack.parent).stdout)["templates"]
    assert 0 < report["checked"] < 999
    assert not report["exhaustive"]


def test_a_fault_is_told_with_its_first_variant_and_exit_code_1(pack: Path):
    file = pack / "level1" / "double.yaml"
    file.write_text(SOUND.replace("that: d > n", "that: d > 3"), encoding="utf-8")
    done = check("small", folder=pack.parent)
    assert done.returncode == 1
    assert "error" in done.stdout
    assert "n = 1" in done.stdout


def test_a_file_that_cannot_be_read_is_told_with_its_place_and_exit_code_1(pack: Path):
    (pack / "level1" / "double.yaml").write_text(SOUND.replace("title:", "titel:"), encoding="utf-8")
    done = check("small", folder=pack.parent)
    assert done.returncode == 1
    assert "small/level1/double.yaml:2:1" in done.stdout
    assert "Traceback" not in done.stderr


def test_every_file_that_cannot_be_read_is_told(pack: Path):
    for name in ("one", "two"):
        (pack / "level1" / f"{name}.yaml").write_text("id: [", encoding="utf-8")
    problems = json.loads(check("small", "--json", folder=pack.parent).stdout)["files"]
    assert sorted(Path(problem["file"]).name for problem in problems) == ["one.yaml", "two.yaml"]


def test_jobs_change_nothing_in_the_report(pack: Path):
    second = SOUND.replace("id: double", "id: again").replace("2 * n", "n + n")
    (pack / "level1" / "again.yaml").write_text(second, encoding="utf-8")
    reports = []
    for jobs in ("1", "2"):
        made = json.loads(check("small", "--json", "--jobs", jobs, folder=pack.parent).stdout)["templates"]
        reports.append([{**report, "seconds": 0} for report in made])
    assert reports[0] == reports[1]


@pytest.mark.parametrize("what", ["nowhere", "nowhere/at/all", "."])
def test_nothing_to_check_is_a_wrong_call(tmp_path: Path, what: str):
    done = check(what, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quiz: ")


def test_a_broken_file_hides_no_sound_one(pack: Path):
    (pack / "level1" / "broken.yaml").write_text("title: [", encoding="utf-8")
    report = json.loads(check("small", "--json", folder=pack.parent).stdout)
    assert report["templates"]
    assert [Path(each["file"]).name for each in report["files"]] == ["broken.yaml"]
