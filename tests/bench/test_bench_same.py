"""The benchmark of sameness still runs, at a size that measures nothing."""

from __future__ import annotations

import pytest

from tests.bench import bench_same


@pytest.mark.parametrize("make", [bench_same.cold, bench_same.prepared])
@pytest.mark.parametrize("route", ["", "intervals"])
def test_ours_are_right(make, route):
    assert bench_same.timed(make(route), rounds=1).right == len(bench_same.ROWS)


def test_repeated_texts_are_right():
    assert bench_same.timed(bench_same.repeated(), rounds=1).right == len(bench_same.ROWS)


def test_naive_sympy_is_asked_the_same_pairs():
    found = bench_same.timed(bench_same.naive(), rounds=1, rows=4)
    assert found.right == 4
    assert found.p99 > 0
