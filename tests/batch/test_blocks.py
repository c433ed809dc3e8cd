"""A plain text is cut into columns that hold just what `csv` reads, and one that isn't plain is left alone."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch import blocks
from quizgen.batch.blocks import Block, plain_blocks, plain_columns

cells = st.text(st.sampled_from("ab1, \r\n\"é\x1f\x0b\u2028'="), max_size=3)
ends = st.sampled_from(["\n", "\r\n"])


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@given(st.lists(st.lists(cells, min_size=1, max_size=3), min_size=1, max_size=5), ends, st.booleans())
def test_whatever_is_cut_at_once_is_what_csv_reads(rows: list[list[str]], end: str, closed: bool):
    text = end.join(",".join(row) for row in rows) + (end if closed else "")
    columns = plain_columns(text, ",")
    if columns:
        assert [list(row) for row in zip(*columns, strict=True)] == rows_of(text)


@given(st.lists(st.tuples(*[st.text("ab1 é", max_size=3)] * 3), min_size=1, max_size=5), ends)
def test_rows_of_as_many_plain_cells_are_cut_at_once(rows: list[tuple[str, ...]], end: str):
    columns = plain_columns("".join(",".join(row) + end for row in rows), ",")
    assert list(zip(*columns, strict=True)) == rows


@pytest.mark.parametrize("text", ['a,"b"\n', "a,b\nc\n", "a,b,c\nd\n", "a,b\n\nc,d\n", "a,b\rc,d\n", "a\nb\n", "\n"])
def test_what_is_not_plain_is_left_to_csv(text: str):
    assert plain_columns(text, ",") == ()


def test_lines_are_counted_up_to_the_first_that_is_not_plain(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(blocks, "CHARACTERS", 2)
    reading = plain_blocks(io.StringIO('a,b\nc,d\n"g",h\n', newline=""), ",", 7)
    assert [(list(each.numbers), each.rows) for each in (next(reading), next(reading))] == [
        ([8], [["a", "b"]]),
        ([9], [["c", "d"]]),
    ]
    with pytest.raises(StopIteration) as stop:
        next(reading)
    assert stop.value.value == 9


def test_a_text_that_is_plain_to_its_end_leaves_nothing():
    reading = plain_blocks(io.StringIO("a,b\nc,d", newline=""), ",", 0)
    assert next(reading).rows == [["a", "b"], ["c", "d"]]
    with pytest.raises(StopIteration) as stop:
        next(reading)
    assert stop.value.value == -1


def test_rows_of_another_width_have_no_columns():
    assert Block((1, 2), [["a", "b"], ["c"]]).columns(2) == ()
    assert list(Block((1, 2), [["a", "b"], ["c", "d"]]).columns(2)) == [("a", "c"), ("b", "d")]
