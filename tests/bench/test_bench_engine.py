"""The benchmarks still run, at a size that measures nothing."""

from __future__ import annotations

import pytest

from tests.bench import bench_engine


@pytest.mark.parametrize("measure", [bench_engine.sheets, bench_engine.grading, bench_engine.reading])
def test_a_benchmark_gives_a_row(measure):
    row = measure(0.003)
    assert row.ours.endswith("/s")
    assert bench_engine.table([row]).count("\n") == 2


def test_start_up_is_measured_against_a_bare_python():
    assert [row.what for row in bench_engine.starting(1)] == ["quiz --help", "first question"]
