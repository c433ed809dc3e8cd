"""Recorded times are read as other systems write them, and never guessed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch.times import Clock, Unreadable, recorded

ZONE = timezone(timedelta(hours=2))
HERE = Clock("", ZONE)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("30 November 2026  5:32 PM", "2026-11-30T17:32:00+02:00"),
        ("30 November 2026  12:05 AM", "2026-11-30T00:05:00+02:00"),
        ("Monday, 30 November 2026, 5:32 PM", "2026-11-30T17:32:00+02:00"),
        ("30. November 2026, 17:32", "2026-11-30T17:32:00+02:00"),
        ("3. März 2026, 09:05", "2026-03-03T09:05:00+02:00"),
        ("30 de noviembre de 2026, 17:32", "2026-11-30T17:32:00+02:00"),
        ("Nov 30, 2026 5:32 PM", "2026-11-30T17:32:00+02:00"),
        ("2026/09/27 3:00:00 PM GMT+3", "2026-09-27T15:00:00+03:00"),
        ("2026-11-30 17:32:00 UTC", "2026-11-30T17:32:00+00:00"),
        ("2026-11-30T17:32:00.123Z", "2026-11-30T17:32:00+00:00"),
        ("2026-11-30 17:32:00 -0500", "2026-11-30T17:32:00-05:00"),
        ("2026-11-30 17:32", "2026-11-30T17:32:00+02:00"),
        ("13/4/2025 9:05", "2025-04-13T09:05:00+02:00"),
        ("4/13/2025 23:25:41", "2025-04-13T23:25:41+02:00"),
        ("5/5/2025 1:02", "2025-05-05T01:02:00+02:00"),
        ("1.12.2026 08:05:07", "2026-12-01T08:05:07+02:00"),
    ],
)
def test_a_moment_is_read_as_it_is_written(text: str, moment: str):
    assert recorded(text, HERE) == datetime.fromisoformat(moment)


@pytest.mark.parametrize(("order", "month"), [("dmy", 4), ("mdy", 8)])
def test_a_mapping_settles_which_number_is_the_month(order: str, month: int):
    found = recorded("8/4/2025 23:25", Clock(order, ZONE))
    assert isinstance(found, datetime)
    assert found.month == month


@pytest.mark.parametrize("text", ["", "-", "  "])
def test_no_time_is_no_time(text: str):
    assert recorded(text, HERE) is None


@pytest.mark.parametrize(
    "text",
    ["8/4/2025 23:25", "yesterday", "30 November 2026", "2026-02-30 10:00", "2/13 10:00", "30 November 2026 25:00 PM"],
)
def test_what_may_be_two_moments_or_none_is_told_with_a_mend(text: str):
    found = recorded(text, HERE)
    assert isinstance(found, Unreadable)
    assert found.mend


def test_a_time_without_a_zone_is_told_where_the_set_has_none():
    assert isinstance(recorded("30 November 2026 5:32 PM", Clock()), Unreadable)


@given(st.text(max_size=40))
def test_no_text_raises(text: str):
    recorded(text, HERE)
