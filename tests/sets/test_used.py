"""Marks of what is used."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from quizgen.sets.used import Marks

NUMBERS = st.integers(0, 2**64 - 1)


@given(st.lists(NUMBERS | st.integers(0, 20), max_size=400), st.lists(NUMBERS, max_size=20))
def test_marks_hold_what_was_added_and_nothing_else(added: list[int], asked: list[int]):
    marks, seen = Marks(), set()
    for number in added:
        assert marks.add(number) == ((number or 1) not in seen)
        seen.add(number or 1)
    assert len(marks) == len(seen)
    assert all(number in marks for number in added)
    assert [number in marks for number in asked] == [(number or 1) in seen for number in asked]


def test_marks_take_a_few_dozen_bytes_each():
    tracemalloc.start()
    marks = Marks()
    for number in range(20_000):
        marks.add(number * 0x9E3779B97F4A7C15 % 2**64)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 40 * 20_000
