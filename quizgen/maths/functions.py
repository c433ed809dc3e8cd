"""The functions of the language on values: what `sqrt`, `mean`, `join` and the others do.

`ON_VALUES` are called with one value an argument; `ON_LISTS` with the items of one list, in whatever way the author
gave them. What needs more than values (`if`, `round` with figures, binders) stands in `values.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from math import comb
from math import factorial as factorial_of
from math import gcd as gcd_of
from math import lcm as lcm_of
from typing import Any

from quizgen.errors import KindError, TooMuchWork, Undecided, Undefined
from quizgen.maths import approx
from quizgen.maths.approx import LIMIT_BITS, Approx, Exact, Number
from quizgen.maths.arithmetic import (
    bits,
    bounded,
    bounded_text,
    describe,
    divide,
    exp,
    integer,
    magnitude_of,
    minus,
    negate,
    nth_root,
    number,
    plus,
    power,
    round_down,
    round_sf,
    round_up,
    times,
    within_exp,
    written,
)
from quizgen.maths.equality import Row, compare, equal, in_order, without_repeats

MOST_ITEMS = 10_000
"""Longest list or range."""
MOST_FACTORIAL = 1_000
_SHOWN_FIGURES = 12
_EXACT = frozenset({int, Fraction})


def items_of(value: Any) -> tuple[Any, ...]:
    """The items of a list, a set (in order) or a table (its rows). Raises KindError for anything else."""
    if type(value) is tuple:
        return value
    if isinstance(value, frozenset):
        return in_order(value)
    if isinstance(value, Mapping):
        return tuple(value.values())
    raise KindError(f"{describe(value)} isn't a list")


def bounded_list(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The list itself if it isn't too long. Raises TooMuchWork."""
    if len(items) > MOST_ITEMS:
        raise TooMuchWork(f"a list of more than {MOST_ITEMS} items")
    return items


def range_of(first: Any, last: Any) -> tuple[int, ...]:
    """The whole numbers from first to last, both included; none where last is less."""
    first, last = integer(first, "the start of a range"), integer(last, "the end of a range")
    if last - first >= MOST_ITEMS:
        raise TooMuchWork(f"a range of more than {MOST_ITEMS} numbers")
    return tuple(range(first, last + 1))


# ---------------------------------------------------------------------------------------------- numbers to a number
def _sign(x: Any) -> int:
    return compare(number(x), 0)


def _sqrt(x: Any) -> Any:
    return nth_root(x, 2)


def logarithm(x: Any, base: Any = None) -> Any:
    """The natural logarithm, or that to a base; exact where it is a ratio of small whole numbers."""
    _check_positive(x, "a logarithm")
    if base is None:
        return 0 if x == 1 else approx.rising("log", x)
    _check_positive(base, "the base of a logarithm")
    if base == 1:
        raise Undefined("a logarithm to the base 1")
    near = divide(logarithm(x), logarithm(base))
    return _exact_logarithm(x, base, near) if isinstance(near, Approx) else near


def _exact_logarithm(x: Number, base: Number, near: Approx) -> Number:
    """`near` itself, or the ratio p/q close to it with base^p = x^q."""
    guess = near.low.limit_denominator(12)
    top, bottom = guess.numerator, guess.denominator
    exact = not isinstance(x, Approx) and not isinstance(base, Approx)
    small = bits(base) * abs(top) <= LIMIT_BITS and bits(x) * bottom <= LIMIT_BITS
    if exact and small and power(base, top) == power(x, bottom):
        return top if bottom == 1 else guess
    return near


def _check_positive(x: Any, what: str) -> None:
    low, high = approx.bounds(number(x))
    if high <= 0:
        raise Undefined(f"{what} of a number that isn't positive")
    if low <= 0:
        raise Undecided(f"the digits known can't tell whether {what} has a positive argument")


def _circular(name: str, at_zero: int) -> Callable[[Any], Any]:
    return lambda x: at_zero if x == 0 else approx.circular(name, number(x))


_sin, _cos = _circular("sin", 0), _circular("cos", 1)


def _rising(name: str) -> Callable[[Any], Any]:
    """An odd function that never falls."""

    def function(x: Any) -> Any:
        if x == 0:
            return 0
        return approx.rising(name, within_exp(x) if name == "sinh" else number(x))

    return function


def _within_one(name: str) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        low, high = approx.bounds(number(x))
        if low > 1 or high < -1:
            raise Undefined(f"{name} of a number beyond 1")
        if low < -1 or high > 1:
            raise Undecided(f"the digits known can't tell whether {name} has a value")
        return 0 if x == 0 else approx.rising(name, x)

    return function


_asin = _within_one("asin")


def _acos(x: Any) -> Any:
    return 0 if x == 1 else minus(divide(approx.constant("pi"), 2), _asin(x))


def _cosh(x: Any) -> Any:
    return 1 if x == 0 else divide(plus(exp(x), exp(negate(x))), 2)


def _mod(x: Any, y: Any) -> Any:
    """What is left of x after whole multiples of y; its sign is that of y."""
    return minus(x, times(y, round_down(divide(x, y))))


def _divides(w: Any, g: Any) -> bool:
    """Whether w divides g: g is a whole multiple of w."""
    if w == 0:
        return equal(g, 0)
    if isinstance(number(w), Approx) or isinstance(number(g), Approx):
        raise Undecided("divides wants exact numbers")
    return type(divide(g, w)) is int


def factorial(n: Any) -> int:
    """The factorial n! for whole n from 0 to 1,000."""
    n = integer(n, "the argument of a factorial")
    if n < 0:
        raise Undefined("a factorial of a negative number")
    if n > MOST_FACTORIAL:
        raise TooMuchWork(f"a factorial above {MOST_FACTORIAL}!")
    return factorial_of(n)


def _binomial(n: Any, k: Any) -> int:
    n, k = integer(n, "the top of a binomial"), integer(k, "the bottom of a binomial")
    if n < 0 or k < 0:
        raise Undefined("a binomial of a negative number")
    if min(k, n - k) * n.bit_length() > LIMIT_BITS:
        raise TooMuchWork(f"a binomial of more than {LIMIT_BITS} bits")
    return comb(n, k)


# -------------------------------------------------------------------------------------------------- lists to a value
def _sum(items: tuple[Any, ...]) -> Any:
    if set(map(type, items)) <= {int}:
        return bounded(sum(items))
    return reduce(lambda made, item: bounded(plus(made, number(item))), items, 0)


def _product(items: tuple[Any, ...]) -> Any:
    return reduce(lambda made, item: bounded(times(made, item)), items, 1)


def _mean(items: tuple[Any, ...]) -> Any:
    return divide(_sum(_some(items, "mean")), len(items))


def _median(items: tuple[Any, ...]) -> Any:
    ordered = in_order(map(number, _some(items, "median")))
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else divide(plus(ordered[middle - 1], ordered[middle]), 2)


def _extreme(name: str, of_exact: Callable[[tuple[Any, ...]], Any], sign: int) -> Callable[[tuple[Any, ...]], Any]:
    """`min` or `max`: Python's own where all numbers are exact."""

    def better(best: Any, item: Any) -> Any:
        return item if compare(item, best) == sign else best

    def function(items: tuple[Any, ...]) -> Any:
        if set(map(type, _some(items, name))) <= _EXACT:
            return of_exact(items)
        return reduce(better, map(number, items))

    return function


def _some(items: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    if not items:
        raise Undefined(f"{name} of an empty list")
    return items


def _whole_all(function: Callable[..., int], name: str) -> Callable[[tuple[Any, ...]], int]:
    def next_one(made: int, n: Any) -> int:
        found: int = bounded(function(made, integer(n, f"an argument of {name}")))
        return found

    return lambda items: reduce(next_one, _some(items, name), function())


def _join(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """One list of all items; what isn't a list counts as one item."""
    joined: list[Any] = []
    for item in items:
        joined.extend(items_of(item) if type(item) is tuple or isinstance(item, frozenset) else (item,))
        if len(joined) > MOST_ITEMS:
            break
    return bounded_list(tuple(joined))


# ----------------------------------------------------------------------------------------------- lists and texts
def _count(xs: Any, value: Any = None) -> int:
    """How many items equal a value; without one, how many truths of the list hold, or how many items it has."""
    items = items_of(xs)
    if value is not None:
        return sum(equal(item, value) for item in items)
    return sum(items) if items and all(type(item) is bool for item in items) else len(items)


def _length(xs: Any) -> int:
    return len(xs) if isinstance(xs, str) else len(items_of(xs))


def _first(xs: Any, count: Any = None) -> Any:
    items = items_of(xs)
    return _some(items, "first")[0] if count is None else items[: _some_number(count)]


def _last(xs: Any, count: Any = None) -> Any:
    items = items_of(xs)
    return _some(items, "last")[-1] if count is None else items[max(len(items) - _some_number(count), 0) :]


def _some_number(count: Any) -> int:
    n = integer(count, "a count")
    if n < 0:
        raise Undefined("a negative count")
    return n


def _repeat(x: Any, count: Any) -> tuple[Any, ...]:
    """A list so many times over; what isn't a list counts as one item."""
    items, n = _join((x,)), _some_number(count)
    if len(items) * n > MOST_ITEMS:
        raise TooMuchWork(f"a list of more than {MOST_ITEMS} items")
    return items * n


def _chunks(xs: Any, length: Any) -> tuple[tuple[Any, ...], ...]:
    """The list cut into pieces of one length; the last may be shorter."""
    items, n = items_of(xs), integer(length, "the length of a piece")
    if n < 1:
        raise Undefined("a piece has at least one item")
    return tuple(items[start : start + n] for start in range(0, len(items), n))


def text_of(value: Any) -> str:
    """A value as text: whole and short decimal numbers in figures, other fractions as a/b, a row by its id."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Row):
        return value.id
    if isinstance(value, tuple | frozenset):
        return bounded_text(", ".join(map(text_of, items_of(value))))
    found = number(value)
    return _figures(round_sf(found, _SHOWN_FIGURES) if isinstance(found, Approx) else found)


def _figures(x: Exact) -> str:
    plain = written(x)
    places = next((n for n in range(_SHOWN_FIGURES + 1) if 10**n % x.denominator == 0), 0)
    if not places:
        return plain
    digits = str(abs(x.numerator) * (10**places // x.denominator)).rjust(places + 1, "0")
    return ("-" if x < 0 else "") + f"{digits[:-places]}.{digits[-places:]}"


def _plural(n: Any, one: Any, many: Any) -> Any:
    return one if equal(n, 1) else many


ON_VALUES: dict[str, Callable[..., Any]] = {
    "abs": magnitude_of, "sign": _sign, "sqrt": _sqrt, "root": nth_root, "exp": exp, "ln": logarithm,
    "lg": lambda x: logarithm(x, 10), "sin": _sin, "cos": _cos, "tan": lambda x: divide(_sin(x), _cos(x)),
    "cot": lambda x: divide(_cos(x), _sin(x)), "sec": lambda x: divide(1, _cos(x)),
    "csc": lambda x: divide(1, _sin(x)), "asin": _asin, "acos": _acos, "atan": _rising("atan"),
    "sinh": _rising("sinh"), "cosh": _cosh, "tanh": _rising("tanh"), "floor": round_down, "ceil": round_up,
    "mod": _mod, "divides": _divides, "factorial": factorial, "binomial": _binomial, "count": _count,
    "length": _length, "sort": lambda xs: in_order(items_of(xs)), "first": _first, "last": _last,
    "reverse": lambda xs: items_of(xs)[::-1], "repeat": _repeat, "chunks": _chunks,
    "unique": lambda xs: without_repeats(items_of(xs)), "filter": items_of, "text": text_of, "plural": _plural,
}  # fmt: skip
"""Functions with a fixed place for each argument, by name."""

ON_LISTS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "sum": _sum, "product": _product, "mean": _mean, "median": _median, "min": _extreme("min", min, -1),
    "max": _extreme("max", max, 1), "gcd": _whole_all(gcd_of, "gcd"), "lcm": _whole_all(lcm_of, "lcm"), "join": _join,
}  # fmt: skip
"""Functions of one list: several values, a list, or a binder."""
