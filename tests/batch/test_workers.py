"""Several processes grade what one does, and one that dies costs one retry and then one sheet."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from quizgen.batch import pile, workers
from quizgen.batch.bundles import BundleGrader, Setup
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.workers import Crew
from quizgen.errors import OutputError, SourceError
from tests.batch.graded_sets import errors, graded, new_set, right_answers, scores
from tests.batch.small_bank import tree

ROSTER = "id\n" + "".join(f"s{at}\n" for at in range(12))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetFolder:
    """A set in bundles of three."""
    monkeypatch.setattr(pile, "BUNDLE", 3)
    return new_set(tmp_path, roster=ROSTER)


def dying(over: tuple[Path, str, int], setup: Setup, pipe: Connection, position: Any) -> None:
    """A worker that dies so many times over one student; a folder remembers how often it did."""
    counts, student, times = over
    whole = BundleGrader._sheet

    def sheet(self: BundleGrader, handout: Any, *rest: Any, skipped: bool) -> Any:
        died = len(list(counts.iterdir()))
        if handout.student == student and not skipped and died < times:
            (counts / str(died)).touch()
            os._exit(9)
        return whole(self, handout, *rest, skipped=skipped)

    BundleGrader._sheet = sheet  # type: ignore[method-assign]  # in this process alone
    workers.work(setup, pipe, position)


def dead(setup: Setup, pipe: Connection, position: Any) -> None:
    os._exit(9)


@pytest.fixture
def die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Makes workers die over a student."""
    counts = tmp_path / "deaths"
    counts.mkdir()
    whole = Crew.__init__

    def over(student: str, times: int) -> None:
        target = partial(dying, (counts, student, times))
        monkeypatch.setattr(Crew, "__init__", lambda self, setup, jobs: whole(self, setup, jobs, target))

    return over


@pytest.mark.slow
def test_two_processes_write_the_bytes_that_one_writes(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv", _s3={"1.v": "02-Jan"}, _s7={"2.s": "1"})
    graded(folder, tmp_path / "one", answers, feedback=("html", "md"))
    graded(folder, tmp_path / "two", answers, feedback=("html", "md"), jobs=2)
    assert tree(tmp_path / "two") == tree(tmp_path / "one")


@pytest.mark.slow
def test_a_worker_that_dies_once_costs_a_retry_and_nothing_else(
    folder: SetFolder, tmp_path: Path, die: Callable[[str, int], None]
):
    die("s4", 1)
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"), jobs=2)
    assert set(scores(tmp_path / "graded").values()) == {"4"}
    assert errors(tmp_path / "graded") == []
    assert len(list((tmp_path / "deaths").iterdir())) == 1


@pytest.mark.slow
def test_a_sheet_that_ends_its_worker_twice_is_left_out_and_told_and_all_others_are_graded_once(
    folder: SetFolder, tmp_path: Path, die: Callable[[str, int], None]
):
    die("s4", 99)
    graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"), jobs=2)
    found = scores(tmp_path / "graded")
    assert len(found) == 12
    assert {who: points for who, points in found.items() if points != "4"} == {"s4": ""}
    assert [(row["student"], "twice" in row["what"]) for row in errors(tmp_path / "graded")] == [("s4", True)]
    assert len(list((tmp_path / "deaths").iterdir())) == 2


@pytest.mark.slow
def test_workers_that_cannot_even_start_end_the_run_with_a_message(
    folder: SetFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole = Crew.__init__
    monkeypatch.setattr(Crew, "__init__", lambda self, setup, jobs: whole(self, setup, jobs, dead))
    with pytest.raises(OutputError, match="die at once"):
        graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv"), jobs=2)
    assert not [name for name in tree(tmp_path / "graded") if name != ".lock"]


@pytest.mark.slow
def test_what_a_worker_raises_ends_the_run(folder: SetFolder, tmp_path: Path):
    answers = right_answers(folder, tmp_path / "a.csv")
    file = folder.teacher / "students.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"k":', b'"j":', 1))
    with pytest.raises((OutputError, SourceError), match="damaged"):
        graded(SetFolder(folder.folder), tmp_path / "graded", answers, jobs=2)
