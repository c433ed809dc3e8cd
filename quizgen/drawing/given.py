"""The values of a figure's fields, taken out with the limits of what can be drawn."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from quizgen.display import Display
from quizgen.drawing import Given
from quizgen.errors import KindError, TooMuchWork, Undefined
from quizgen.escaping import visible
from quizgen.maths.approx import bounds
from quizgen.maths.arithmetic import NUMBERS, describe, whole
from quizgen.maths.printing import is_exact, show

_SHOWN = Display("sf", 4)
LONGEST = 12
"""Characters of a text that a figure has room for."""


def number(given: Given, name: str) -> int | Fraction:
    """The exact value of a field, or the middle of an interval of 60 digits. Raises KindError, Undefined."""
    if name not in given:
        raise Undefined(f"the figure's `{name}` has no value")
    return _exact(given[name], name)


def positive(given: Given, name: str) -> int | Fraction:
    """The same above 0. Raises Undefined too."""
    value = number(given, name)
    if value <= 0:
        raise Undefined(f"the figure's `{name}` must be more than 0, and it is {written(value)}")
    return value


def count(given: Given, name: str, least: int, most: int) -> int:
    """A whole number. Raises Undefined if it is another or too small, TooMuchWork above `most`."""
    value = number(given, name)
    if not isinstance(value, int) or value < least:
        raise Undefined(f"the figure's `{name}` must be a whole number from {least} on, and it is {written(value)}")
    if value > most:
        raise TooMuchWork(f"the figure has room for `{name}` up to {most}, and it is {written(value)}")
    return value


def numbers(given: Given, name: str, least: int, most: int) -> tuple[int | Fraction, ...]:
    """One number or a list of up to `most`, none below `least`, rising and each once; () where the field is missing."""
    if name not in given:
        return ()
    values = given[name] if isinstance(given[name], tuple | frozenset) else (given[name],)
    if len(values) > most:
        raise TooMuchWork(f"the figure marks up to {most} points, and `{name}` has {len(values)}")
    found = sorted({_exact(value, name) for value in values})
    if found and found[0] < least:
        raise Undefined(f"the figure's `{name}` must be at least {least}, and it is {written(found[0])}")
    return tuple(found)


def text(given: Given, name: str, otherwise: str = "") -> str:
    """A short text, without characters that don't show. Raises KindError, TooMuchWork."""
    value = given.get(name, otherwise)
    if not isinstance(value, str):
        raise KindError(f"the figure's `{name}` must be a text, not {describe(value)}")
    if len(value) > LONGEST:
        raise TooMuchWork(f"the figure has room for a `{name}` of {LONGEST} characters")
    return visible(value)


def truth(given: Given, name: str, *, otherwise: bool) -> bool:
    """Yes or no. Raises KindError."""
    value = given.get(name, otherwise)
    if not isinstance(value, bool):
        raise KindError(f"the figure's `{name}` must be true or false, not {describe(value)}")
    return value


@lru_cache(maxsize=2048)
def written(value: int | Fraction) -> str:
    """A number as a label has it, to four figures."""
    return show(whole(value), _SHOWN, "unicode")


def equals(value: int | Fraction) -> str:
    """`= 4` or `≈ 2.667`."""
    return f"{'=' if is_exact(whole(value), _SHOWN) else '≈'} {written(value)}"


def _exact(value: Any, name: str) -> int | Fraction:
    if type(value) not in NUMBERS:
        raise KindError(f"the figure's `{name}` must be a number, not {describe(value)}")
    low, high = bounds(value)
    exact: int | Fraction = whole((low + high) / 2)
    return exact
