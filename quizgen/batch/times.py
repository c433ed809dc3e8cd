"""When something was handed in, as other systems write it: exact where it can be read, never guessed."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import NamedTuple

from quizgen.errors import SourceError
from quizgen.sets.deadlines import moment

_WORDS = {
    1: "january jan januar jänner janvier janv enero ene gennaio gen janeiro januari leden styczeń stycznia",
    2: "february feb februar février févr fevrier febrero febbraio fevereiro fev februari únor luty lutego",
    3: "march mar märz mär maerz mars marzo março maart mrt březen marzec marca",
    4: "april apr avril avr abril abr aprile duben kwiecień kwietnia",
    5: "may mai mayo maggio mag maio mei květen maj maja",
    6: "june jun juni juin junio giugno giu junho červen czerwiec czerwca",
    7: "july jul juli juillet juil julio luglio lug julho červenec lipiec lipca",
    8: "august aug août aout agosto ago augustus srpen sierpień sierpnia",
    9: "september sep sept septembre septiembre settembre set setembro září wrzesień września",
    10: "october oct oktober okt octobre octubre ottobre ott outubro out říjen październik października",
    11: "november nov novembre noviembre novembro listopad listopada",
    12: "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro prosinec grudzień grudnia",
}
MONTHS = {word: number for number, words in _WORDS.items() for word in words.split()}
"""Names of months, long and short, in the languages that answer files were seen in."""
_CLOCK = re.compile(
    r"(\d{1,2})[:.h](\d\d)(?:[:.](\d\d))?(?:\.\d+)?\s*([ap])?\.?\s*(?:m\b\.?)?", re.IGNORECASE | re.ASCII
)
_ZONE = re.compile(r"(?:\b(?:UTC|GMT|Z)\b|(?<=\d)Z\b)?\s*([+-]\d{1,2}(?::?\d\d)?)?\s*\Z", re.IGNORECASE | re.ASCII)
_NUMBERS = re.compile(r"(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{2,4})", re.ASCII)
_NAMED = re.compile(
    r"(?:(\d{1,2})\.?\s*(?:de\s+)?)?([^\W\d_]{3,})\.?\s*(?:(\d{1,2})(?:st|nd|rd|th)?,)?\s*(?:de\s+)?(\d{4})"
)


class Clock(NamedTuple):
    """How a file writes moments: `order` of its numbers is dmy or mdy, "" where only one reading may be possible.

    `zone` is that of moments that name none.
    """

    order: str = ""
    zone: timezone | None = None


class Unreadable(NamedTuple):
    """A text that is no moment, or may be two."""

    what: str
    mend: str


@lru_cache(maxsize=4096)
def recorded(text: str, clock: Clock = Clock()) -> datetime | Unreadable | None:  # noqa: B008 - a frozen value
    """The moment that a cell records; None for a blank one."""
    text = " ".join(text.split())
    if text in ("", "-", "–"):
        return None
    try:
        return moment(text, clock.zone)
    except SourceError:
        return _other(text, clock)


def _other(text: str, clock: Clock) -> datetime | Unreadable:
    day = _day(text, clock.order)
    if isinstance(day, Unreadable):
        return day
    hour = _CLOCK.search(text, _day_end(text))
    zone = _zone(text) or clock.zone
    if zone is None:
        return Unreadable(f"`{text[:60]}` doesn't say in which time zone", "say it in the mapping file: `zone: +01:00`")
    if hour is None:
        return Unreadable(f"`{text[:60]}` has no time of day", "export the file with times")
    return _made(day, hour, zone) or Unreadable(f"there is no moment `{text[:60]}`", "correct it")


def _made(day: tuple[int, int, int], clock: re.Match[str], zone: timezone) -> datetime | None:
    hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
    if clock[4] and not 1 <= hour <= 12:
        return None
    if clock[4]:
        hour = hour % 12 + (12 if clock[4].lower() == "p" else 0)
    try:
        return datetime(*day, hour, minute, second, tzinfo=zone)
    except ValueError:
        return None


def _day(text: str, order: str) -> tuple[int, int, int] | Unreadable:
    if named := _NAMED.search(text.casefold()):
        month, day = MONTHS.get(named[2]), named[1] or named[3]
        if month and day:
            return int(named[4]), month, int(day)
    numbers = _NUMBERS.search(text)
    if numbers is None:
        return Unreadable(f"`{text[:60]}` is no moment", "write it as 2026-10-05 18:00 +02:00")
    first, second, third = (int(each) for each in numbers.groups())
    if len(numbers[1]) == 4:
        return first, second, third
    year = third if third > 99 else 2000 + third
    if order == "dmy" or first > 12 or (not order and "." in numbers[0]):
        return year, second, first
    if order == "mdy" or second > 12:
        return year, first, second
    if first == second:
        return year, first, second
    mend = "say which in the mapping file: `dates: dmy` or `dates: mdy`"
    return Unreadable(f"`{text[:60]}` may be the {first}th of the {second}th month, or the other way round", mend)


def _day_end(text: str) -> int:
    """Where the time of day may begin: dots stand in days too."""
    found = _NAMED.search(text.casefold()) or _NUMBERS.search(text)
    return found.end() if found else 0


def _zone(text: str) -> timezone | None:
    found = _ZONE.search(text)
    if found is None or not found[0].strip():
        return None
    digits = (found[1] or "+0").replace(":", "")
    sign, digits = (-1 if digits[0] == "-" else 1), digits[1:]
    hours, minutes = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
    return timezone(sign * timedelta(hours=hours, minutes=minutes)) if hours <= 14 and minutes < 60 else None


__all__ = ["MONTHS", "Clock", "Unreadable", "recorded"]
