"""Columns of the functions with steps and corners, of whole numbers, and of sums over ranges."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import comb, factorial, gcd, lcm
from typing import Any

from quizgen.maths.expr import Call, Each, Expr, Figures, Logic, RangeOf, Relation
from quizgen.maths.sameness.columns import Column, Evaluation
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN, Enclosure, worse

MOST_ROUNDS = 400
"""Terms of a sum over a range, at one point."""
_MOST_FACTORIAL = 1_000
_MOST_BITS = 1 << 14


def arguments_of(here: Evaluation, node: Call) -> list[Column]:
    """The columns of a call's arguments."""
    return [here.at(argument) for argument in node.arguments]


def divided(here: Evaluation, over: Column, under: Column) -> Column:
    """One column over another."""
    return list(map(here.system.divide, over, under))


def _extreme(sign: int) -> Callable[[Evaluation, Call], Column]:
    def column(here: Evaluation, node: Call) -> Column:
        return reduce(
            lambda made, more: [here.system.extreme(a, b, sign) for a, b in zip(made, more, strict=True)],
            arguments_of(here, node),
        )

    return column


def _mod(here: Evaluation, node: Call) -> Column:
    x, y = arguments_of(here, node)
    floors = map(here.system.functions["floor"], divided(here, x, y))
    return [a - b * c for a, b, c in zip(x, y, floors, strict=True)]


def _round(here: Evaluation, node: Call) -> Column:
    """Half up on the magnitude; to decimal places only where they are given so."""
    figures = node.arguments[1] if len(node.arguments) > 1 else Figures(0, "dp")
    if not isinstance(figures, Figures) or figures.kind != "dp" or abs(figures.count) > 1000:
        return [UNKNOWN] * here.count
    system = here.system
    up, half = system.number(Fraction(10) ** figures.count), system.number(Fraction(1, 2))
    floor, sign = system.functions["floor"], system.functions["sign"]
    return [sign(a) * system.divide(floor(abs(a) * up + half), up) for a in here.at(node.arguments[0])]


def _whole(operate: Callable[..., int]) -> Callable[[Evaluation, Call], Column]:
    """A function of whole numbers."""

    def one(here: Evaluation, values: tuple[Enclosure, ...]) -> Enclosure:
        found = [here.system.whole(value) for value in values]
        if None in found:
            return worse(*(_not_whole(here, value) for value in values))
        return here.system.number(operate(*found))

    return lambda here, node: [one(here, values) for values in zip(*arguments_of(here, node), strict=True)]


def _not_whole(here: Evaluation, value: Enclosure) -> Enclosure:
    """UNDEFINED where a value certainly isn't a whole number."""
    floor, system = here.system.functions["floor"], here.system
    return UNDEFINED if value is UNDEFINED or system.order(floor(value), value) == -1 else UNKNOWN


def _factorial(here: Evaluation, node: Call) -> Column:
    """N! of whole numbers; elsewhere by the gamma function."""
    return [_factorial_of(here, of) for of in here.at(node.arguments[0])]


def _factorial_of(here: Evaluation, of: Enclosure) -> Enclosure:
    n = here.system.whole(of)
    if n is None or n < 0:
        return here.system.gamma(of + here.system.number(1))
    if n > _MOST_FACTORIAL:
        here.work.refused = True
        return UNKNOWN
    return here.system.number(factorial(n))


def _binomial(here: Evaluation, node: Call) -> Column:
    """The binomial of whole numbers that aren't negative; elsewhere by the gamma function."""
    return [_binomial_of(here, n, k) for n, k in zip(*arguments_of(here, node), strict=True)]


def _binomial_of(here: Evaluation, n: Enclosure, k: Enclosure) -> Enclosure:
    system = here.system
    top, bottom = system.whole(n), system.whole(k)
    if top is None or bottom is None:
        one = system.number(1)
        under = system.gamma(k + one) * system.gamma(n - k + one)
        return system.divide(system.gamma(n + one), under)
    if top < 0 or bottom < 0:
        return UNDEFINED
    if min(bottom, abs(top - bottom)) * top.bit_length() > _MOST_BITS:
        here.work.refused = True
        return UNKNOWN
    return system.number(comb(top, bottom))


def _atan2(here: Evaluation, node: Call) -> Column:
    """The angle of the point (x, y) from atan2(y, x), above -pi and up to pi."""
    y, x = arguments_of(here, node)
    return [_angle(here, a, b) for a, b in zip(y, x, strict=True)]


def _angle(here: Evaluation, y: Enclosure, x: Enclosure) -> Enclosure:
    system, zero = here.system, here.system.number(0)
    atan, across, up = system.functions["atan"], system.order(x, zero), system.order(y, zero)
    if across == 1:
        return atan(system.divide(y, x))
    if across is None or up is None:
        return worse(x, y)
    if up == 0:
        return system.constant("pi") if across < 0 else UNDEFINED
    return system.constant("pi") * system.number(Fraction(up, 2)) - atan(system.divide(x, y))


def _mean(here: Evaluation, node: Call) -> Column:
    count = here.system.number(Fraction(1, len(node.arguments)))
    return [a * count for a in _total(here, node)]


def _median(here: Evaluation, node: Call) -> Column:
    """The middle value, or the mean of the two middle ones."""
    if len(node.arguments) == 1:
        return here.at(node.arguments[0])
    return [_middle_of(here, list(values)) for values in zip(*arguments_of(here, node), strict=True)]


def _middle_of(here: Evaluation, values: list[Enclosure]) -> Enclosure:
    """The middle of the values sorted by taking the lesser and the greater of neighbours."""
    here.work.spend(len(values) ** 2)
    extreme, half = here.system.extreme, here.system.number(Fraction(1, 2))
    for end in range(len(values) - 1, 0, -1):
        for i in range(end):
            low, high = (extreme(values[i], values[i + 1], sign) for sign in (-1, 1))
            values[i], values[i + 1] = low, high
    place = len(values) // 2
    return values[place] if len(values) % 2 else (values[place - 1] + values[place]) * half


def _if(here: Evaluation, node: Call) -> Column:
    condition, first, second = node.arguments
    truths, yes, no = _truths(here, condition), here.at(first), here.at(second)
    return [
        UNKNOWN if truth is None else a if truth else b for truth, a, b in zip(truths, yes, no, strict=True)
    ]  # fmt: skip


def _truths(here: Evaluation, node: Expr) -> list[bool | None]:
    """Whether a condition holds at each point; None where it can't be told."""
    match node:
        case Relation(signs=signs, sides=sides):
            columns = [here.at(side) for side in sides]
            links = [
                [_holds(sign, here.system.order(a, b)) for a, b in zip(left, right, strict=True)]
                for sign, left, right in zip(signs, columns[:-1], columns[1:], strict=True)
            ]
            return [_every(row) for row in zip(*links, strict=True)]
        case Logic(word=word, items=items):
            rows = list(zip(*(_truths(here, item) for item in items), strict=True))
            if word == "not":
                return [None if row[0] is None else not row[0] for row in rows]
            if word == "and":
                return [_every(row) for row in rows]
            return [True if True in row else None if None in row else False for row in rows]
    return [None] * here.count


def _every(row: tuple[bool | None, ...]) -> bool | None:
    return False if False in row else None if None in row else True


def _holds(sign: str, order: int | None) -> bool | None:
    return None if order is None else order in _SIGNS[sign]


_SIGNS = {"=": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}}


def _total(here: Evaluation, node: Call) -> Column:
    return _folded(here, node, lambda a, b: a + b, 0)


def _multiplied(here: Evaluation, node: Call) -> Column:
    return _folded(here, node, lambda a, b: a * b, 1)


def _folded(here: Evaluation, node: Call, operate: Callable[[Any, Any], Any], start: int) -> Column:
    if len(node.arguments) == 1 and isinstance(node.arguments[0], Each):
        each = node.arguments[0]
        return [_over_range(here, each, i, operate, start) for i in range(here.count)]
    return reduce(lambda made, more: [operate(a, b) for a, b in zip(made, more, strict=True)], arguments_of(here, node))


def _over_range(
    here: Evaluation, each: Each, index: int, operate: Callable[[Any, Any], Any], start: int
) -> Enclosure:  # fmt: skip
    if not isinstance(each.source, RangeOf) or each.condition is not None:
        return UNKNOWN
    point = here.only(index)
    ends = point.at(each.source.first)[0], point.at(each.source.last)[0]
    first, last = map(here.system.whole, ends)
    if first is None or last is None:
        return worse(
            *(
                end if whole is not None else _not_whole(here, end)
                for end, whole in zip(ends, (first, last), strict=True)
            )
        )
    if last < first - 1:
        return UNDEFINED  # a formula for the sum says something else there than the empty sum that evaluates to 0
    if last - first >= MOST_ROUNDS:
        here.work.refused = True
        return UNKNOWN
    made: Any = here.system.number(start)
    for n in range(first, last + 1):
        made = operate(made, here.only(index, **{each.name: here.system.number(n)}).at(each.body)[0])
    return made


STEPS: dict[str, Callable[[Evaluation, Call], Column]] = {
    "min": _extreme(-1), "max": _extreme(1), "mod": _mod, "round": _round, "if": _if, "sum": _total,
    "product": _multiplied, "mean": _mean, "median": _median, "gcd": _whole(gcd), "lcm": _whole(lcm),
    "factorial": _factorial, "atan2": _atan2, "binomial": _binomial,
}  # fmt: skip
"""The makers of these functions' columns, by name."""
