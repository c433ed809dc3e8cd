"""Whole numbers in English words."""

from __future__ import annotations

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
LARGEST = 999


def in_words(number: int) -> str:
    """A whole number from −999 to 999 in words, "" for any other."""
    if number < 0:
        rest = in_words(-number)
        return f"minus {rest}" if rest else ""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
    if number > LARGEST:
        return ""
    hundreds, rest_of_it = divmod(number, 100)
    return f"{_SMALL[hundreds]} hundred" + (f" and {in_words(rest_of_it)}" if rest_of_it else "")
