"""One value as text: in the figures, the unit and the words that a `Display` asks for."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Protocol

from quizgen.errors import KindError
from quizgen.maths.arithmetic import NUMBERS
from quizgen.maths.decimals import LONGEST, digits
from quizgen.maths.equality import in_order
from quizgen.maths.expr import Expr
from quizgen.maths.grammar import ATOM, NEGATIVE, POWER, PRODUCT, SUM
from quizgen.maths.latex_style import Latex, latex_text, unit_latex
from quizgen.maths.number_words import in_words
from quizgen.maths.rounded import SCALES, WAYS, Rounded, to_figures
from quizgen.maths.styles import NO_BREAK, PLAIN, Shown
from quizgen.maths.symbols import superscript
from quizgen.maths.tidy import tidy
from quizgen.maths.unicode_style import Unicode
from quizgen.maths.values import Approx, Row, divide, whole

Style = Literal["latex", "unicode", "plain"]
_CURRENCIES = frozenset("€$£¥")
_NOTHING = Shown("")
_BY_FIGURES = frozenset({"sf", "bare", "list", "percent", "million", "billion", "plain", "fraction", "mixed"})
_WITH_WORDS = frozenset({"percent", "million", "billion"})
_TIGHT_UNIT = re.compile(r"[^\s/·*]*")
_GROUP = re.compile(r"(?<=\d)(?=(?:\d{3})+(?!\d))")
_EXPRESSIONS = {"latex": Latex(), "unicode": Unicode(), "plain": PLAIN}


class Display(Protocol):
    """How a value is written; `quizgen.prose.Display` is one, and says what each field means."""

    @property
    def kind(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def count(self) -> int: ...  # noqa: D102 - the class says it
    @property
    def unit(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def factor(self) -> Fraction | int: ...  # noqa: D102 - the class says it
    @property
    def offset(self) -> Fraction | int: ...  # noqa: D102 - the class says it
    @property
    def word(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def noun(self) -> tuple[str, str] | None: ...  # noqa: D102 - the class says it


def show(value: Any, display: Display, style: Style) -> str:
    """A value as text with its unit. Raises Undecided where its known digits can't decide a rounding, KindError."""
    return shown(value, display, style).text


def shown(value: Any, display: Display, style: Style) -> Shown:
    """A value as text, with how tightly it binds in a formula (see `printing.numbers`)."""
    if type(value) in NUMBERS:
        return _number(value, display, style)
    if isinstance(value, Expr):
        return _EXPRESSIONS[style].shown(tidy(value))
    match value:
        case bool():
            return _text("true" if value else "false", style)
        case str():
            return _text(value, style)
        case Row():
            return shown(value.cells.get("name", value.id), display, style)
        case tuple():
            return Shown(_listed(value, display, style), 0)
        case frozenset():
            opening, closing = (r"\left\{", r"\right\}") if style == "latex" else "{}"
            return Shown(opening + _listed(in_order(value), display, style) + closing)
    raise KindError(f"a value of type {type(value).__name__} can't be shown")


def is_exact(value: Any, display: Display) -> bool:
    """Whether what is shown is the value itself, so that = may stand before it and not ≈."""
    if isinstance(value, tuple | frozenset):
        return all(is_exact(item, display) for item in value)
    if type(value) not in NUMBERS:
        return True
    if isinstance(value, Approx):
        return False
    rounded = _rounded(_in_unit(value, display), display)
    return rounded is None or rounded.exact


def _text(text: str, style: Style) -> Shown:
    return Shown(latex_text(text) or "{}" if style == "latex" else text)


def _listed(items: tuple[Any, ...], display: Display, style: Style) -> str:
    """Items with commas, and with the display's word before the last; a unit stands behind the last number only."""
    numbers = all(type(item) in NUMBERS for item in items)
    texts = [(_bare if numbers else shown)(item, display, style).text for item in items]
    word = latex_text(f" {display.word} ") if style == "latex" else f" {display.word} "
    if display.word and len(texts) > 1:
        texts[-2:] = [texts[-2] + word + texts[-1]]
    return ", ".join(texts) + (_unit(display, style, one=False).text if numbers and items else "")


# -- numbers


def _in_unit(value: Any, display: Display) -> Any:
    """The number that is shown: in the display's unit, and in hundredths, millions or billions if it asks for them."""
    factor = display.factor
    if display.kind in SCALES:
        factor *= SCALES[display.kind]
    if factor != 1:
        value = divide(value, factor) if isinstance(value, Approx) else _divided(value, factor)
    return whole(value - display.offset) if display.offset else value


def _divided(value: int | Fraction, factor: int | Fraction) -> int | Fraction:
    """An exact quotient, by whole numbers alone where it is whole, as most are."""
    over, under = value.numerator * factor.denominator, value.denominator * factor.numerator
    quotient, rest = divmod(over, under)
    return Fraction(over, under) if rest else quotient


def _rounded(inside: Any, display: Display) -> Rounded | None:
    """The number as it is printed, None if that is a fraction."""
    if display.kind in ("fraction", "mixed") and isinstance(inside, Fraction):
        return None
    return WAYS.get(display.kind, to_figures)(inside, display.count)


def _number(value: Any, display: Display, style: Style) -> Shown:
    inside = _in_unit(value, display)
    text, binds = _digits(inside, display, style)
    if display.kind == "money" and display.unit in _CURRENCIES:
        return Shown(_before(display.unit, text, style), binds)
    unit, loosest = _unit(display, style, one=text in ("1", "one"))
    return Shown(text + unit, min(binds, loosest))


def _bare(value: Any, display: Display, style: Style) -> Shown:
    """A number without its unit."""
    return _digits(_in_unit(value, display), display, style)


def _digits(inside: Any, display: Display, style: Style) -> Shown:
    """The figures of a number, signed as the display says."""
    if type(inside) is int and 0 <= inside < 10**LONGEST and display.kind in _BY_FIGURES:
        return Shown(str(inside))
    if display.kind == "words" and isinstance(inside, int) and (words := in_words(inside)):
        return _text(words, style)
    rounded = _rounded(inside, display)
    size, binds = _fraction(inside, display.kind, style) if rounded is None else _decimal(rounded, display.kind, style)
    if size[0] == "-":
        return Shown(size if style != "unicode" else "−" + size[1:], NEGATIVE)
    if display.kind == "signed" and inside != 0:
        return Shown("+" + size, NEGATIVE)
    return Shown(size, binds)


def _decimal(rounded: Rounded, kind: str, style: Style) -> Shown:
    text = rounded.mantissa()
    if rounded.power is not None:
        return Shown(text + _power(rounded.power, style), PRODUCT)
    if kind == "money" and style != "plain":
        whole_part, point, decimals = text.partition(".")
        text = _GROUP.sub("{,}" if style == "latex" else ",", whole_part) + point + decimals
    return Shown(text, ATOM)


def _power(power: int, style: Style) -> str:
    if style == "plain":
        return f"e{power}"
    return rf" \times 10^{{{power}}}" if style == "latex" else f" × 10{superscript(str(power))}"


def _fraction(value: Fraction, kind: str, style: Style) -> Shown:
    """A fraction, or with `mixed` a whole number and a fraction; a minus sign is `-`."""
    minus = "-" if value < 0 else ""
    over, under = abs(value.numerator), value.denominator
    in_front, over = divmod(over, under) if kind == "mixed" else (0, over)
    bar = rf"\frac{{{digits(over)}}}{{{digits(under)}}}" if style == "latex" else f"{digits(over)}/{digits(under)}"
    if not in_front:
        return Shown(minus + bar, POWER if style == "latex" else PRODUCT)
    return Shown(minus + digits(in_front) + ("" if style == "latex" else " ") + bar, SUM)


def _unit(display: Display, style: Style, *, one: bool) -> Shown:
    """What stands behind the figures (per cent, a million, the unit or the noun), and how tightly both may bind."""
    kind = display.kind
    if not display.unit and display.noun is None and kind not in _WITH_WORDS:
        return _NOTHING
    return _behind(kind, "" if display.noun is None else display.noun[0 if one else 1], display.unit, style)


@lru_cache(maxsize=1024)
def _behind(kind: str, noun: str, unit: str, style: Style) -> Shown:
    gap = " " if style == "plain" else NO_BREAK
    if kind == "percent":
        return Shown(r"\,\%" if style == "latex" else f"{gap}%", POWER)
    parts = [kind] if kind in _WITH_WORDS else []
    if noun and kind != "bare":
        parts.append(noun)
    words = "".join(latex_text(f" {part}") if style == "latex" else gap + part for part in parts)
    if kind == "bare" or not unit:
        return Shown(words, POWER if words else ATOM)
    binds = POWER if _TIGHT_UNIT.fullmatch(unit) else PRODUCT
    return Shown(words + (unit_latex(unit) if style == "latex" else ("" if unit == "°" else gap) + unit), binds)


def _before(currency: str, text: str, style: Style) -> str:
    """An amount with its currency in front, behind a minus sign."""
    sign, size = (text[0], text[1:]) if text[0] in "-−+" else ("", text)
    return sign + (_text(currency, style).text if style == "latex" else currency) + size
