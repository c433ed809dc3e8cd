"""Moments, spans and lateness."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import SourceError
from quizgen.sets.deadlines import Late, moment, span

CEST = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-05 18:00 +02:00", datetime(2026, 10, 5, 18, tzinfo=CEST)),
        ("2026-10-05T18:00:30+0200", datetime(2026, 10, 5, 18, 0, 30, tzinfo=CEST)),
        ("2026-10-05 8:05 +02", datetime(2026, 10, 5, 8, 5, tzinfo=CEST)),
        ("2026-10-05T16:00:00Z", datetime(2026, 10, 5, 16, tzinfo=UTC)),
        ("2026-10-05 +02:00", datetime(2026, 10, 5, 23, 59, 59, tzinfo=CEST)),
    ],
)
def test_a_moment_is_read_with_its_offset(text: str, expected: datetime):
    assert moment(text) == expected
    assert moment(text).utcoffset() == expected.utcoffset()


def test_a_moment_without_an_offset_takes_the_one_that_is_given():
    assert moment("2026-10-05 18:00", CEST) == datetime(2026, 10, 5, 18, tzinfo=CEST)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("2026-10-05 18:00", "time zone"), ("5.10.2026 18:00", "no moment"), ("2026-13-05 18:00 Z", "there is no"),
        ("2026-02-30 Z", "there is no"), ("2026-10-05 25:00 Z", "there is no"),
        ("2026-10-05 18:00 +29:00", "no offset"),
        ("", "no moment"), ("tomorrow", "no moment"), ("10/05/2026 6:00 PM", "no moment"),
    ],
)  # fmt: skip
def test_what_is_no_moment_is_refused_with_how_to_write_one(text: str, what: str):
    with pytest.raises(SourceError, match=what) as refused:
        moment(text)
    assert "+02:00" in refused.value.mend


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("90", 90), ("90 min", 90), ("1.5 h", 90), ("2 hours", 120), ("3 days", 4320), ("1 week", 10080), ("30 s", 0.5)],
)
def test_a_span_is_read_with_its_unit(text: str, minutes: float):
    assert span(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "soon", "-5 min", "3 moons", "999999 days", "1e9"])
def test_what_is_no_span_is_refused(text: str):
    with pytest.raises(SourceError, match="no span"):
        span(text)


def test_lateness_costs_nothing_within_the_grace_then_a_share_for_each_day_begun_then_everything():
    late = Late(timedelta(minutes=10), Fraction(1, 10), timedelta(days=3))
    hours = [0, 0.1, 1, 24, 25, 48.1, 72, 73]
    assert [late.kept(timedelta(hours=hour)) for hour in hours] == [
        1, 1, Fraction(9, 10), Fraction(9, 10), Fraction(8, 10), Fraction(7, 10), Fraction(7, 10), 0,
    ]  # fmt: skip


@given(st.fractions(0, 1), st.integers(0, 10), st.integers(0, 40), st.integers(0, 40))
def test_more_lateness_never_keeps_more(off: Fraction, closes: int, one: int, more: int):
    late = Late(timedelta(hours=1), off, timedelta(days=closes))
    assert 0 <= late.kept(timedelta(hours=one + more)) <= late.kept(timedelta(hours=one)) <= 1


def test_lateness_comes_back_from_its_json():
    late = Late(timedelta(minutes=10), Fraction(1, 3), None)
    assert Late.from_json(late.to_json()) == late
