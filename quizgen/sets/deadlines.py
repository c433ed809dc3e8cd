"""Moments, spans of time, and what lateness costs. Texts are read exactly; nothing here asks the clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.errors import SourceError

_MOMENT = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ]\s*(?P<time>\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?)?"
    r"\s*(?P<zone>Z|UTC|[+-]\d\d(?::?\d\d)?)?",
    re.ASCII | re.IGNORECASE,
)
_SPAN = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[a-z]*)\.?", re.ASCII | re.IGNORECASE)
_UNITS = {
    "s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "hr": 3600,
    "d": 86_400, "day": 86_400, "week": 604_800, "": 60,
}  # fmt: skip
"""Seconds in each unit; a bare number is in minutes."""
MOMENT_MEND = "write it as 2026-10-05 18:00 +02:00, with its offset from UTC"
SPAN_MEND = "write it as `90 min`, `2 h` or `3 days`"


class Late(NamedTuple):
    """What lateness costs.

    Up to `grace` after the deadline nothing; then the share `off` of the points reached for each day begun; after
    `closes` all of them, None if it never comes to that.
    """

    grace: timedelta = timedelta(0)
    off: Fraction = Fraction(0)
    closes: timedelta | None = None

    def kept(self, by: timedelta) -> Fraction:
        """The share of its points that a submission keeps that came `by` so much after the deadline: from 1 to 0."""
        if by <= max(self.grace, timedelta(0)):
            return Fraction(1)
        if self.closes is not None and by > self.closes:
            return Fraction(0)
        days = -(-by // timedelta(days=1))
        return max(Fraction(0), 1 - self.off * days)

    def to_json(self) -> dict[str, Any]:
        """Seconds, and the share as "1/10"."""
        closes = None if self.closes is None else int(self.closes.total_seconds())
        return {"grace": int(self.grace.total_seconds()), "off": str(self.off), "closes": closes}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Late:
        """What `to_json` gave. Raises KeyError, TypeError or ValueError for anything else."""
        closes = None if data["closes"] is None else timedelta(seconds=data["closes"])
        return cls(timedelta(seconds=data["grace"]), Fraction(data["off"]), closes)


def moment(text: str, zone: timezone | None = None) -> datetime:
    """A moment with its offset from UTC; a day alone means until its end. `zone` is taken where the text names none.

    Raises SourceError (without a place) for any other text.
    """
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        raise SourceError(f"`{text.strip()[:60]}` is no moment", mend=MOMENT_MEND)
    offset = _zone(found["zone"]) or zone
    if offset is None:
        raise SourceError(f"`{text.strip()}` doesn't say in which time zone", mend=MOMENT_MEND)
    hour, _, rest = (found["time"] or "23:59:59").partition(":")
    try:
        return datetime.fromisoformat(f"{found['day']}T{hour:0>2}:{rest}").replace(tzinfo=offset)
    except ValueError:
        raise SourceError(f"there is no {text.strip()}", mend=MOMENT_MEND) from None


def _zone(text: str | None) -> timezone | None:
    if not text:
        return None
    if text.upper() in ("Z", "UTC"):
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 14 or minutes > 59:
        raise SourceError(f"`{text}` is no offset from UTC", mend=MOMENT_MEND)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def span(text: str) -> timedelta:
    """A span of time such as `90 min`, `1.5 h`, `2 days`; a bare number is in minutes. Raises SourceError."""
    found = _SPAN.fullmatch(text.strip())
    unit = "?" if found is None else found["unit"].lower()
    for spelling in (unit, unit.removesuffix("s")):
        if found is not None and spelling in _UNITS:
            seconds = Fraction(found["number"]) * _UNITS[spelling]
            if seconds <= 366 * 86_400:
                return timedelta(seconds=int(seconds))
    raise SourceError(f"`{text.strip()[:60]}` is no span of time", mend=SPAN_MEND)
