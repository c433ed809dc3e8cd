"""What spreadsheets do to cells: 1/2 becomes a date, 123456 becomes 1.2E+05, 007 becomes 7.

A cell that was changed is told and never graded: what the student wrote can't be known from it.
"""

from __future__ import annotations

import re

from quizgen.batch.times import MONTHS

_NUMBERS = re.compile(
    r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?)?|\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)|\d{1,2}\.\d{1,2}\.\d{4}"
    r"|\d\d\.\d\d\.\d\d|\d{1,2}-\d{1,2}-\d{4}",
    re.ASCII,
)
_NAMED = re.compile(
    r"(?P<day>\d{1,2})[-. /]{1,2}(?P<month>[^\W\d_]{3,})\.?(?:[-. /]{1,2}(?:\d{4}|\d\d))?"
    r"|(?P<first>[^\W\d_]{3,})\.?[-. /]{1,2}(?P<last>\d\d|\d{4})"
)
_HOURS = re.compile(r"\d{1,2}:\d\d:\d\d(?: ?[AP]M)?|\d{1,2}:\d\d ?[AP]M", re.ASCII)
_POWER = re.compile(r"[+-]?\d(?:[.,]\d+)?E[+-]\d\d\d?", re.ASCII)
_ERROR = re.compile(
    r"#(?:NAME\?|REF!|DIV/0!|VALUE!|N/A|NUM!|NULL!|SPILL!|CALC!|WERT!|BEZUG!|ZAHL!|NV|NOM\?|VALEUR!|NOMBRE!|#+)"
)


def damage(cell: str) -> str:
    """What a spreadsheet made of the text that stood in a cell, in words; "" if nothing shows."""
    text = cell.strip()
    if not text or len(text) > 40:
        return ""
    if _is_date(text):
        return f"a spreadsheet has made a date or a time of what was typed{_perhaps(text)}"
    if _POWER.fullmatch(text):
        return "a spreadsheet has shortened a number, so its last digits may be lost"
    if _ERROR.fullmatch(text):
        return "a spreadsheet has tried to work out what was typed, and failed"
    return ""


def damaged_id(text: str) -> str:
    """What a spreadsheet made of an id, as far as the id alone tells; "" if nothing shows."""
    return damage(text) if not text.strip().isdecimal() else ""


def bare_zeros(text: str) -> str:
    """An id without the zeros in front, which spreadsheets take away; "" for one that isn't all digits."""
    text = text.strip()
    return text.lstrip("0") or "0" if text.isascii() and text.isdecimal() else ""


def _is_date(text: str) -> bool:
    if _NUMBERS.fullmatch(text) or _HOURS.fullmatch(text):
        return True
    named = _NAMED.fullmatch(text)
    return named is not None and (named["month"] or named["first"]).casefold() in MONTHS


def _perhaps(text: str) -> str:
    """What may have been typed, where a day and a month stand in it: 2-Jan may have been 1/2 or 2/1."""
    pair = _pair(text)
    if pair is None:
        return ""
    first, second = pair
    return f": perhaps {first}/{second}" + (f" or {second}/{first}" if first != second else "")


def _pair(text: str) -> tuple[int, int] | None:
    if iso := re.match(r"\d{4}-(\d\d)-(\d\d)", text):
        return int(iso[1]), int(iso[2])
    if numbers := re.match(r"(\d{1,2})[/.-](\d{1,2})[/.-]", text):
        return int(numbers[1]), int(numbers[2])
    if named := _NAMED.fullmatch(text):
        month = MONTHS.get((named["month"] or named["first"]).casefold())
        if month:
            return month, int(named["day"] or named["last"])
    return None


__all__ = ["bare_zeros", "damage", "damaged_id"]
