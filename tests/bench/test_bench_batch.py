"""The benchmark of whole classes still runs, at a size that measures nothing."""

from __future__ import annotations

from tests.bench import bench_batch


def test_the_benchmark_of_sheets_gives_its_rows():
    rows = list(bench_batch.rows(3))
    assert [row.rate.endswith(" problems/s") for row in rows] == [True, True]
    assert bench_batch.table(iter(rows)).count("\n") == 3
