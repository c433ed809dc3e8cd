"""The benchmark of grading runs, in a small size; what it promises is measured by hand, on a quiet machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import bench_batch_grade as bench


@pytest.mark.slow
def test_a_small_size_is_graded_within_the_memory_that_is_promised(tmp_path: Path):
    row = bench.measured(8_000, 1, tmp_path / "small")
    assert row.rows > 7_000
    assert row.memory < bench.MEMORY
    assert row.line().count("|") == 7


def test_the_bare_loop_and_ours_agree_on_who_has_how_many_points(tmp_path: Path):
    folder = bench.make_set(tmp_path / "set", 20, 1)
    bench.write_files(folder, tmp_path / "answers.csv", tmp_path / "keys.csv")
    bench.ours(folder, tmp_path / "answers.csv", tmp_path / "graded")
    bench.bare(tmp_path / "keys.csv", tmp_path / "answers.csv", tmp_path / "bare.csv")
    bare = dict(line.split(",") for line in (tmp_path / "bare.csv").read_text(encoding="utf-8").split())
    lines = (tmp_path / "graded/scores.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    full = {line.split(",")[0] for line in lines if line.split(",")[5] == line.split(",")[6]}
    assert {student for student, points in bare.items() if points == max(bare.values(), key=int)} == full
