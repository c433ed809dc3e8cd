"""Gradings that are killed, stopped or starved, and the same command again: complete, nothing twice, nothing half."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.set_folder import SetFolder
from tests.batch.graded_sets import graded, new_set, right_answers, table
from tests.batch.kills import LIMITED, Ripe, finished, pages, started, stopped, there, whole_pages
from tests.batch.small_bank import tree
from tests.made_packs import write

ROSTER = "id\n" + "".join(f"s{at}\n" for at in range(600))
CALL = ["-m", "quizgen", "grade", "week1/teacher", "a.csv", "--out", "graded"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a set of 600 students, their answers, and `whole`: the result of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("kills")
    made = new_set(folder, roster=ROSTER)
    right_answers(made, folder / "a.csv", _s3={"1.v": "02-Jan"})
    done = finished([*CALL[:-1], "whole"], folder)
    assert done.returncode == 0, done.stderr
    return folder


def feedback(number: int) -> Ripe:
    return pages("feedback/*.html", number)


def grown(size: int) -> Ripe:
    return lambda folder: any(file.stat().st_size > size for file in folder.glob(".parts.jsonl.tmp"))


def is_whole(folder: Path) -> bool:
    """Whether every file under its final name is whole."""
    lines = [line for file in folder.glob("parts.jsonl") for line in file.read_text(encoding="utf-8").split("\n")]
    rows = [file.read_bytes() for file in folder.glob("*.csv")]
    assert all(json.loads(line) for line in lines if line)
    return whole_pages(folder, "feedback/*.html") and all(row.endswith(b"\n") for row in rows)


def same_result(folder: Path) -> bool:
    return tree(folder / "graded") == tree(folder / "whole")


@pytest.mark.slow
def test_ten_kills_at_any_moment_and_the_result_is_that_of_a_run_that_nobody_disturbed(place: Path):
    moments = [
        there(".lock"), there(".scores.csv.tmp"), there(".pile-*.tmp"), grown(0), feedback(1), feedback(60),
        grown(1 << 18), feedback(260), feedback(590), there(".exchange"),
    ]  # fmt: skip
    codes = []
    for ripe in moments:
        code, _ = stopped(CALL, place, place / "graded", ripe, signal.SIGKILL)
        codes.append(code)
        assert is_whole(place / "graded")
    assert codes.count(-signal.SIGKILL) >= 7, codes
    done = finished(CALL, place)
    assert done.returncode == 0, done.stderr
    assert same_result(place)
    students = [row["student"] for row in table(place / "graded/scores.csv")]
    assert len(students) == len(set(students)) == 600
    lines = [(line["form"], line["number"], line["part"]) for line in GradedFolder(place / "graded").parts()]
    assert len(lines) == len(set(lines)) == 1800


@pytest.mark.slow
def test_an_exchange_that_was_announced_is_finished_by_whoever_comes_next(tmp_path: Path):
    folder = new_set(tmp_path, roster="id\na\nb\n")
    answers = right_answers(folder, tmp_path / "a.csv")
    graded(folder, tmp_path / "graded", answers)
    out = tmp_path / "graded"
    write(out, ".scores.csv.tmp", "new")
    write(out, ".exchange", json.dumps(["scores.csv", "parts.jsonl"]))
    with GradedFolder(out).held():
        assert (out / "scores.csv").read_text(encoding="utf-8") == "new"
        assert (out / "parts.jsonl").stat().st_size > 0
        assert not (out / ".exchange").exists()


@pytest.mark.slow
def test_ctrl_c_is_a_message_and_no_half_file(place: Path, tmp_path: Path):
    (tmp_path / "week1").symlink_to(place / "week1")
    (tmp_path / "a.csv").symlink_to(place / "a.csv")
    code, err = stopped(CALL, tmp_path, tmp_path / "graded", grown(0), signal.SIGINT)
    assert (code, err.strip()) == (130, "quiz: interrupted")
    left = [name for name in tree(tmp_path / "graded") if not name.startswith("feedback/")]
    assert left == []


@pytest.mark.slow
def test_a_second_run_into_one_folder_is_refused_while_the_first_goes_on(place: Path, tmp_path: Path):
    (tmp_path / "week1").symlink_to(place / "week1")
    (tmp_path / "a.csv").symlink_to(place / "a.csv")
    first = started(CALL, tmp_path)
    while first.poll() is None and not (tmp_path / "graded/.scores.csv.tmp").exists():
        time.sleep(0.001)
    second = finished(CALL, tmp_path)
    assert (second.returncode, "another run is writing into graded" in second.stderr) == (2, True)
    first.communicate(timeout=240)
    assert first.returncode == 0


@pytest.mark.slow
def test_a_full_disk_is_a_message_with_a_mend_and_the_same_command_ends_well(place: Path, tmp_path: Path):
    (tmp_path / "week1").symlink_to(place / "week1")
    (tmp_path / "a.csv").symlink_to(place / "a.csv")
    starved = finished(["-c", LIMITED, "150000", *CALL[2:], "--feedback", "none"], tmp_path)
    assert starved.returncode == 2
    assert "can't be written" in starved.stderr
    assert not [name for name in tree(tmp_path / "graded") if name != ".lock"]
    assert finished([*CALL, "--feedback", "none"], tmp_path).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_that_may_not_be_written_is_a_message(place: Path, tmp_path: Path, jobs: str):
    (tmp_path / "file").touch()
    done = finished([*CALL[:-1], str(tmp_path / "file" / "graded"), "--jobs", jobs], place)
    assert done.returncode == 2
    assert done.stderr.startswith("quiz: ")
    assert "Traceback" not in done.stderr


def test_the_set_is_left_as_it_was(place: Path):
    before = tree(place / "week1")
    finished(CALL, place)
    assert tree(place / "week1") == before
    assert SetFolder(place / "week1").complete
