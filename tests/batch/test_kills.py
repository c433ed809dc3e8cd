"""Runs that are killed, stopped or starved, and the same command again: complete, nothing twice."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from quizgen.batch.set_folder import SetFolder
from tests.batch.kills import LIMITED, Ripe, finished, pages, started, stopped, there, whole_pages
from tests.batch.small_bank import SECRET, bank_folder, make, records, small_bank, tree
from tests.made_packs import write

PLAN = "title: Sums\nsections:\n  - ids: [few, many, first, second]\n"
STUDENTS = 80


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that makes the set `set` in the current folder."""
    small_bank()
    plan = write(tmp_path_factory.mktemp("plan"), "plan.yaml", PLAN)
    return ["generate", "--students", str(STUDENTS), "--blueprint", str(plan), "--out", "set", "--secret", SECRET.hex(),
            "--bank", str(bank_folder())]  # fmt: skip


def sheets(number: int) -> Ripe:
    return pages("students/*.html", number)


@pytest.mark.slow
def test_ten_kills_at_any_moment_and_the_set_is_that_of_a_run_that_nobody_disturbed(tmp_path: Path, call: list[str]):
    make(tmp_path / "whole", PLAN, STUDENTS)
    moments = [
        there("teacher/secret"), there("teacher/snapshot/*.json"), there("teacher/manifest.json"), sheets(1),
        sheets(37), sheets(61), sheets(62), sheets(110), there("teacher/pending.json"), there("students/.all.html.tmp"),
    ]  # fmt: skip
    codes = []
    for ripe in moments:
        code, _ = stopped(["-m", "quizgen", *call], tmp_path, tmp_path / "set", ripe, signal.SIGKILL)
        codes.append(code)
        assert whole_pages(tmp_path / "set", "students/*.html")
    assert codes.count(-signal.SIGKILL) >= 7, codes
    done = finished(["-m", "quizgen", *call], tmp_path)
    assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "set") == tree(tmp_path / "whole")
    assert len({record.form for record in records(tmp_path / "set")}) == STUDENTS


@pytest.mark.slow
def test_ctrl_c_says_so_leaves_no_half_file_and_the_same_command_goes_on(tmp_path: Path, call: list[str]):
    make(tmp_path / "whole", PLAN, STUDENTS)
    code, err = stopped(["-m", "quizgen", *call], tmp_path, tmp_path / "set", sheets(90), signal.SIGINT)
    assert (code, "interrupted" in err, "Traceback" in err) == (130, True, False)
    assert not [name for name in tree(tmp_path / "set") if name.endswith(".tmp")]
    done = finished(["-m", "quizgen", *call], tmp_path)
    assert "by the run before" in done.stdout
    assert tree(tmp_path / "set") == tree(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.parametrize("limit", [100, 9_000, 30_000, 150_000])
def test_a_file_that_can_t_grow_is_told_leaves_no_half_one_and_the_same_command_goes_on(
    tmp_path: Path, call: list[str], limit: int
):
    make(tmp_path / "whole", PLAN, STUDENTS)
    starved = finished(["-c", LIMITED, str(limit), *call], tmp_path)
    assert (starved.returncode, "can't be written" in starved.stderr) == (2, True), starved.stderr
    assert "Traceback" not in starved.stderr
    assert not [name for name in tree(tmp_path / "set") if name.endswith(".tmp")]
    assert finished(["-m", "quizgen", *call], tmp_path).returncode == 0
    assert tree(tmp_path / "set") == tree(tmp_path / "whole")


@pytest.mark.slow
def test_a_second_run_refuses_while_the_first_goes_on(tmp_path: Path, call: list[str]):
    first = started(["-m", "quizgen", *call], tmp_path)
    while first.poll() is None and not sheets(1)(tmp_path / "set"):
        time.sleep(0.001)
    first.send_signal(signal.SIGSTOP)
    try:
        second = finished(["-m", "quizgen", *call], tmp_path)
    finally:
        first.send_signal(signal.SIGCONT)
    first.communicate(timeout=120)
    assert (second.returncode, "another run is writing" in second.stderr) == (2, True)
    assert first.returncode == 0
    assert len(records(tmp_path / "set")) == STUDENTS


@pytest.mark.slow
def test_a_late_roster_survives_a_kill_too(tmp_path: Path, call: list[str]):
    late = write(tmp_path, "late.csv", "id\n" + "".join(f"late{number}\n" for number in range(80)))
    assert finished(["-m", "quizgen", *call], tmp_path).returncode == 0
    adding = ["-m", "quizgen", "generate", "set", "--add", str(late)]
    for ripe in (sheets(2 * STUDENTS + 60), there("teacher/pending.json")):
        stopped(adding, tmp_path, tmp_path / "set", ripe, signal.SIGKILL)
        assert len(records(tmp_path / "set")) in (STUDENTS, STUDENTS + 80)
    assert finished(adding, tmp_path).returncode == 0
    found = [record.student for record in SetFolder(tmp_path / "set").records()]
    assert len(found) == len(set(found)) == STUDENTS + 80
    assert not list((tmp_path / "set/teacher").glob("*.part"))
