"""How a value is written, and how an author says so behind `as`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from quizgen.errors import MathsError, ReadingError
from quizgen.maths.units import Unit


class Display(NamedTuple):
    """How a value is written.

    `kind` is one of: sf, dp, sci, percent, fraction, mixed, bare, words, signed, money, list, million, billion, plain
    (exact, shortest), with `count` figures for sf and dp. `unit` is the unit it is shown in ("" for none) and `factor`
    that unit in base units. `word` joins the last two items of a list. `noun` is (one, many), for a count.
    Base = (shown + offset)·factor; `offset` is 0 but for absolute temperatures.
    """

    kind: str = "plain"
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which no record needs
    unit: str = ""
    factor: Fraction | int = 1
    word: str = ""
    noun: tuple[str, str] | None = None
    offset: Fraction | int = 0


_COUNTED = re.compile(r"(\d{1,2})\s*(sf|dp)(?:\s+(?:in\s+)?(.+))?")
_LIST = re.compile(r'list(?:\s+"([^"]*)")?')
_KINDS = frozenset({
    "sci", "percent", "fraction", "mixed", "bare", "words", "signed", "money", "million", "billion", "plain",
})  # fmt: skip


def parse_display(text: str, unit: Callable[[str], Unit], default: Display = Display()) -> Display:  # noqa: B008 - frozen
    """What stands after `as`: `3 sf`, `2 dp`, a kind, a unit, `3 sf ms`, `list "and"`; else as the default says.

    `unit` looks a unit up and raises MathsError for an unknown one. Raises ReadingError.
    """
    text = text.strip()
    counted, listed = _COUNTED.fullmatch(text), _LIST.fullmatch(text)
    if counted:
        count, kind, shown_in = counted.groups()
        if not int(count) and kind == "sf":
            raise ReadingError("no value has 0 significant figures", start=0, end=len(text), mend="write 1 sf or more")
        return _in_unit(default, shown_in, unit)._replace(kind=kind, count=int(count))
    if listed:
        return default._replace(kind="list", word=listed.group(1) or "", noun=None)
    if text in _KINDS:
        return default._replace(kind=text)
    return _in_unit(default, text, unit)


def _in_unit(default: Display, text: str | None, unit: Callable[[str], Unit]) -> Display:
    if text is None:
        return default
    try:
        found = unit(text)
    except MathsError as error:
        what = f"`{text}` is neither a way to show a value nor a unit: {error.what}"
        mend = error.mend or f"write 3 sf, 2 dp, {', '.join(sorted(_KINDS))}, list, or a unit"
        raise ReadingError(what, start=0, end=len(text), mend=mend) from error
    return default._replace(unit=found.symbol, factor=found.factor, offset=found.offset, noun=None)
