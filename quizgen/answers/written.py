"""How a number was written: its figures, its form, and whether its arithmetic is finished (POSITIONS 17, 18)."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Expr,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
    children,
)
from quizgen.maths.units import Unit

FORMS = ("integer", "fraction", "reduced", "lowest terms", "decimal", "mixed", "scientific")
"""What the field `form` may ask for; `reduced` is a fraction in lowest terms, `lowest terms` anything but one that
isn't."""

_NUMERAL = re.compile(r"[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_GAPS = str.maketrans("", "", ",' \u00a0\u202f\u2009_")


class Written(NamedTuple):
    """What the text of a number says beyond its value.

    `figures` are the least and greatest number of significant figures that it may have (`1000`: 1 to 4), None where it
    is no decimal; `places` its digits after the point, taken as if a power of ten were multiplied out, None likewise.
    `number` is the value as typed: value = (number + offset)·scale, with `scale` and `offset` of the unit or per cent
    sign that came with it. `forms` are those of FORMS that it has.
    """

    figures: tuple[int, int] | None = None
    places: int | None = None
    number: Any = 0
    scale: int | Fraction = 1
    offset: int | Fraction = 0
    percent: bool = False
    unit: Unit | None = None
    forms: frozenset[str] = frozenset()


class Numeral(NamedTuple):
    """The digits of a decimal: figures at least and at most, places after the point, and how it is spelled."""

    figures: tuple[int, int]
    places: int
    point: bool
    power: bool


def numeral(text: str, value: int | Fraction = 0) -> Numeral:
    """The digits of a decimal as typed; a number that nobody typed counts as its shortest spelling."""
    match = _NUMERAL.fullmatch(text.translate(_GAPS)) or _NUMERAL.fullmatch(str(value))
    if match is None:
        return Numeral((1, 1), 0, point=False, power=False)
    before, after, power = match[1], match[2], match[3]
    return count_figures(before, after, int(power[:6]) if power else 0, power=power is not None)


def count_figures(before: str, after: str | None, shift: int, *, power: bool) -> Numeral:
    """Figures of the digits before and after a point (None: no point), shifted by a power of ten."""
    digits = (before + (after or "")).lstrip("0")
    most = max(len(digits), 1)
    least = most if after is not None else max(len(digits.rstrip("0")), 1)
    if not digits:
        least, most = 1, max(len(before + (after or "")), 1)
    return Numeral((least, most), max(len(after or "") - shift, 0), point=after is not None, power=power)


def describe(expr: Expr, value: Any, unit: Unit | None, *, absolute: bool = True) -> Written:
    """What a tree, with its value and the unit after it, says of the way it was written.

    `absolute` is no where a temperature is a difference: then a unit's offset doesn't count.
    """
    percent = isinstance(expr, Percent)
    inner = _unsigned(expr.of if isinstance(expr, Percent) else expr)
    digits = _decimal(inner)
    scale, offset = (unit.factor, unit.offset if absolute else 0) if unit is not None else (1, 0)
    if percent:
        value, scale = value * 100, Fraction(scale) / 100
    return Written(
        digits.figures if digits else None, digits.places if digits else None, value, scale, offset, percent, unit,
        _forms(inner, digits),
    )  # fmt: skip


def is_finished(expr: Expr) -> bool:
    """Whether a tree is a number and not arithmetic left to do (POSITIONS 18).

    A number, a constant, one fraction, a whole number and a fraction, a root, a power, a power of ten, or a multiple of
    a constant or a root.
    """
    inner = _unsigned(expr.of if isinstance(expr, Percent) else expr)
    match inner:
        case Sum(terms=(Number(value=int()), Quotient(over=Number(), under=Number()))):
            return True
        case Quotient(over=over, under=under):
            return _is_simple(_unsigned(over)) and _is_simple(_unsigned(under))
    return _is_simple(inner)


def _is_simple(node: Expr) -> bool:
    match node:
        case Number():
            return True
        case Name(name=name):
            return name in CONSTANTS
        case Call(function="sqrt" | "root", arguments=arguments):
            return all(_is_plain(argument) or _is_fraction(argument) for argument in arguments)
        case Power(base=base, exponent=exponent):
            raised = _unsigned(exponent)
            return (_is_plain(base) or _is_fraction(base)) and (_is_plain(raised) or _is_fraction(raised))
        case Product(factors=(first, second)):
            return _is_coefficient(first) and not _is_coefficient(second) and _is_simple(second)
    return False


def _is_coefficient(node: Expr) -> bool:
    return isinstance(node, Number) or _is_fraction(node)


def _is_plain(node: Expr) -> bool:
    return isinstance(node, Number) or (isinstance(node, Name) and node.name in CONSTANTS)


def _is_fraction(node: Expr) -> bool:
    return isinstance(node, Quotient) and _is_plain(node.over) and _is_plain(node.under)


def _unsigned(node: Expr) -> Expr:
    return node.of if isinstance(node, Negative) else node


def _decimal(node: Expr) -> Numeral | None:
    """The digits of a decimal, or of one times a power of ten; None for anything else."""
    match node:
        case Number(value=value, text=text):
            return numeral(text, value)
        case Product(factors=(Number(value=value, text=text), Power(base=Number(value=10), exponent=exponent))):
            return _shifted(numeral(text, value), exponent)
    return None


def _shifted(digits: Numeral, exponent: Expr) -> Numeral | None:
    match exponent:
        case Number(value=int(power)):
            return digits._replace(places=max(digits.places - power, 0), power=True)
        case Negative(of=Number(value=int(power))):
            return digits._replace(places=digits.places + power, power=True)
    return None


def _forms(node: Expr, digits: Numeral | None) -> frozenset[str]:
    """Which of FORMS a tree without its sign has."""
    return _shapes(node, digits) | ({"lowest terms"} if _is_in_lowest_terms(node) else frozenset())


def _is_in_lowest_terms(node: Expr) -> bool:
    """Whether no fraction in a tree could be cancelled: 2/4, 3/1 and 2 pi/4 could."""
    if isinstance(node, Quotient):
        over, under = _whole_factor(node.over), _whole_factor(node.under)
        if under == 1 and isinstance(node.under, Number):
            return False
        if gcd(over, under) != 1:
            return False
    return all(map(_is_in_lowest_terms, children(node)))


def _whole_factor(node: Expr) -> int:
    """The whole number that a tree is, or begins with; 1 where there is none."""
    match _unsigned(node):
        case Number(value=int(value)):
            return value
        case Product(factors=(Number(value=int(value)), *_)):
            return value
    return 1


def _shapes(node: Expr, digits: Numeral | None) -> frozenset[str]:
    """The same but for lowest terms; a whole number is the fraction, and the mixed number, of its kind."""
    match node:
        case Number(value=value) if digits is not None and not digits.power:
            whole = {"integer", "fraction", "reduced", "mixed"} if value.denominator == 1 else set()
            return frozenset({"decimal", *(whole if not digits.point else whole & {"integer"})})
        case Quotient(over=Number(value=int(over)), under=Number(value=int(under))) if under:
            proper = {"mixed"} if over < under else set()
            reduced = {"reduced"} if gcd(over, under) == 1 and under != 1 else set()
            return frozenset({"fraction"} | proper | reduced)
        case Sum(terms=(Number(value=int()), Quotient(over=Number(value=int(over)), under=Number(value=int(under))))):
            return frozenset({"mixed"}) if over < under else frozenset()
        case Quotient(over=Negative(of=over_tree), under=under_tree):
            return _shapes(Quotient(over_tree, under_tree), digits)
    if digits is not None and digits.power:
        return frozenset({"scientific"} if _has_one_figure_in_front(node) else ())
    return frozenset()


def _has_one_figure_in_front(node: Expr) -> bool:
    text = node.text if isinstance(node, Number) else ""
    if isinstance(node, Product) and isinstance(node.factors[0], Number):
        text = node.factors[0].text or str(node.factors[0].value)
    before = text.lower().partition("e")[0].partition(".")[0].lstrip("+-")
    return len(before) == 1 and before != "0"
