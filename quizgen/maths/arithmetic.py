"""Arithmetic on numbers: exact as long as it can be, bounded before the work is done, never a float.

Ints and Fractions stay exact through + − × ÷, integer powers and roots that come out; a whole Fraction becomes an int.
Everything else is an Approx. Rounding is half up on the magnitude: 2.5 gives 3 and −2.5 gives −3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any, TypeVar

from quizgen.errors import KindError, TooMuchWork, Undecided, Undefined
from quizgen.maths import approx
from quizgen.maths.approx import LIMIT_BITS, Approx, Exact, Number

NUMBERS = frozenset({int, Fraction, Approx})
"""The types of a number; a truth (bool) isn't one."""
MOST_CHARACTERS = 100_000
_MOST_DIGITS = 4_000  # Python itself writes no whole number of more than 4,300
Rounded = TypeVar("Rounded", int, Exact)
_EXACT_ROOTS = 64
_EXP_LIMIT = 69_000  # e^69,000 has about 100,000 bits


def whole(x: Any) -> Any:
    """A Fraction without a denominator as int; anything else as it is."""
    return x.numerator if type(x) is Fraction and x.denominator == 1 else x


def plus(x: Any, y: Any) -> Any:
    """The sum of two numbers, or two texts joined. Raises KindError."""
    if type(x) in NUMBERS and type(y) in NUMBERS:
        return whole(x + y)
    if type(x) is str and type(y) is str:
        return bounded_text(x + y)
    raise not_numbers("add", x, y)


def minus(x: Any, y: Any) -> Any:
    """The difference of two numbers. Raises KindError."""
    if type(x) in NUMBERS and type(y) in NUMBERS:
        return whole(x - y)
    raise not_numbers("subtract", x, y)


def times(x: Any, y: Any) -> Any:
    """The product of two numbers; an exact 0 makes 0. Raises KindError."""
    if type(x) in NUMBERS and type(y) in NUMBERS:
        return whole(x * y)
    raise not_numbers("multiply", x, y)


def divide(x: Any, y: Any) -> Any:
    """The quotient of two numbers, an int where it is whole. Raises Undefined on zero, KindError."""
    if type(x) is int and type(y) is int and y:
        return Fraction(x, y) if x % y else x // y
    if type(x) in NUMBERS and type(y) in NUMBERS:
        if y == 0:
            raise Undefined("division by zero")
        return whole(x / y)
    raise not_numbers("divide", x, y)


def negate(x: Any) -> Any:
    """Minus a number. Raises KindError."""
    if type(x) in NUMBERS:
        return -x
    raise not_numbers("negate", x)


def magnitude_of(x: Any) -> Any:
    """|x|. Raises KindError."""
    return abs(number(x))


def number(x: Any) -> Number:
    """The value itself if it is a number. Raises KindError."""
    if type(x) in NUMBERS:
        return x  # type: ignore[no-any-return]  # just looked at
    raise not_numbers("reckon with", x)


def integer(x: Any, role: str) -> int:
    """The value itself if it is a whole exact number. Raises Undefined where it is another number."""
    if type(x) is int:
        return x
    if isinstance(number(x), Approx):
        raise Undecided(f"{role} must be a whole number, which an irrational one can't be shown to be")
    raise Undefined(f"{role} must be a whole number, not {x}")


def not_numbers(verb: str, *values: Any) -> KindError:
    """The error for values of another kind where numbers are wanted."""
    bad = next((value for value in values if type(value) not in NUMBERS), values[0])
    return KindError(f"can't {verb} {describe(bad)}: a number is wanted")


def describe(value: Any) -> str:
    """A value's kind in a word or two, for messages."""
    if isinstance(value, bool):
        return "a truth"
    if isinstance(value, str):
        return f'the text "{value[:40]}"'
    if type(value) in NUMBERS:
        return "a number"
    words = {"tuple": "a list", "frozenset": "a set", "dict": "a table", "Row": "a row"}
    return words.get(type(value).__name__, "an expression with open letters")


def bounded_text(text: str) -> str:
    """The text itself if it isn't too long. Raises TooMuchWork."""
    if len(text) > MOST_CHARACTERS:
        raise TooMuchWork(f"a text of more than {MOST_CHARACTERS} characters")
    return text


def bounded(x: Any) -> Any:
    """The number itself if it isn't too big to go on with. Raises TooMuchWork."""
    if bits(x) > LIMIT_BITS:
        raise TooMuchWork(f"a number of more than {LIMIT_BITS} bits")
    return x


def bits(x: Any) -> int:
    """How many bits the longer half of an exact number takes; of an Approx, how far its size is from 1 in bits."""
    if isinstance(x, Approx):
        ends = (end for end in (x.low, x.high) if end)
        return max((abs(end.numerator.bit_length() - end.denominator.bit_length()) for end in ends), default=0)
    longer: int = max(x.numerator.bit_length(), x.denominator.bit_length())
    return longer


# ---------------------------------------------------------------------------------------------------------- powers
def power(x: Any, y: Any) -> Any:
    """The power x^y, exact where the result is rational.

    0^0 is 1 for the exact exponent 0 alone, as polynomials and binomials want it; 0 to a negative exponent is
    undefined. A negative base has powers with whole exponents only: its others aren't real (`root(-8, 3)` is −2).
    """
    if type(x) not in NUMBERS or type(y) not in NUMBERS:
        raise not_numbers("raise", x, y)
    if type(y) is int:
        return _whole_power(x, y)
    if isinstance(x, Approx):
        if x.low <= 0 <= x.high:
            raise Undecided("the digits known can't tell whether the base of a power is positive")
    elif x == 0:
        return _power_of_zero(y)
    if x < 0:
        raise Undefined("a power of a negative number with a broken exponent isn't real")
    if x == 1:
        return 1
    if type(y) is Fraction and y.denominator <= _EXACT_ROOTS and bits(x) * abs(y.numerator) <= LIMIT_BITS:
        return whole(_whole_power(approx.root(x, y.denominator), y.numerator))
    return exp(times(y, approx.rising("log", x)))


def _whole_power(x: Number, n: int) -> Number:
    if isinstance(x, Approx):
        return _approx_power(x, n)
    if x == 0 and n < 0:
        raise Undefined("zero to a negative power")
    if abs(x) not in (0, 1) and bits(x) * abs(n) > LIMIT_BITS:
        raise TooMuchWork(f"a power of more than {LIMIT_BITS} bits")
    return whole(x**n if n >= 0 or type(x) is Fraction else Fraction(1, x**-n))  # type: ignore[no-any-return]  # untyped beneath


def _approx_power(x: Approx, n: int) -> Number:
    if n < 0:
        return divide(1, _approx_power(x, -n))  # type: ignore[no-any-return]  # untyped beneath
    if bits(x) * n > LIMIT_BITS:
        raise TooMuchWork(f"a power of more than {LIMIT_BITS} bits")
    square: Number = abs(x) if n % 2 == 0 else x
    made: Number = 1
    while n:
        if n % 2:
            made = made * square
        n //= 2
        square = square * square if n else square
    return made


def _power_of_zero(exponent: Number) -> int:
    if exponent > 0:
        return 0
    raise Undefined("zero to a negative power")


def nth_root(x: Any, n: Any) -> Any:
    """The real n-th root, for whole n from 1 to 1,000; odd roots of negative numbers are negative."""
    n = integer(n, "the index of a root")
    if not 1 <= n <= 1000:
        raise Undefined("the index of a root must lie between 1 and 1,000")
    if isinstance(number(x), Approx) and x.low < 0 < x.high:
        raise Undecided("the digits known can't tell the sign below the root")
    if x < 0:
        if n % 2 == 0:
            raise Undefined("an even root of a negative number isn't real")
        return negate(nth_root(-x, n))
    return whole(approx.root(x, n)) if n <= _EXACT_ROOTS else power(x, Fraction(1, n))


def exp(x: Any) -> Any:
    """The exponential e^x; exact at 0."""
    if x == 0:
        return 1
    return approx.rising("exp", within_exp(x))


def within_exp(x: Any) -> Number:
    """The number itself if its exponential is neither too large nor too near to zero. Raises TooMuchWork."""
    if abs(number(x)) > _EXP_LIMIT:
        raise TooMuchWork("an exponential that is too large or too near to zero")
    return x  # type: ignore[no-any-return]  # number() has looked at it


# -------------------------------------------------------------------------------------------------------- rounding
def round_down(x: Any) -> int:
    """The greatest whole number that isn't above x. Raises Undecided where the digits known can't tell."""
    return _agreed(number(x), floor)


def round_up(x: Any) -> int:
    """The least whole number that isn't below x. Raises Undecided where the digits known can't tell."""
    return _agreed(number(x), ceil)


def round_dp(x: Any, places: int) -> Exact:
    """The number to so many decimal places (tens, hundreds for negative ones), half up on the magnitude."""
    _check_figures(places)
    return _agreed(number(x), lambda end: _half_up(end, places))


def round_sf(x: Any, figures: int) -> Exact:
    """The number to so many significant figures, half up on the magnitude; 0 stays 0."""
    _check_figures(figures)
    if figures < 1:
        raise Undefined("a number has at least one figure")
    return _agreed(number(x), lambda end: _half_up(end, figures - 1 - leading_place(end)) if end else 0)


def leading_place(x: Exact) -> int:
    """The place of the first figure of an exact number other than 0: 2 for 347, 0 for 3.47, -2 for 0.0347."""
    over, under = abs(x.numerator), x.denominator
    place = (over.bit_length() - under.bit_length()) * 30103 // 100000
    over, under = over * _ten(-place), under * _ten(place)
    while over >= under * 10:
        under, place = under * 10, place + 1
    while over < under:
        over, place = over * 10, place - 1
    return place


def _ten(exponent: int) -> int:
    """Ten to the exponent, 1 for a negative one."""
    return int(10 ** max(exponent, 0))


def _half_up(x: Exact, places: int) -> Exact:
    up, down = _ten(places), _ten(-places)
    over, under = abs(x.numerator) * up, x.denominator * down
    steps = (2 * over + under) // (2 * under) * down
    found = Fraction(-steps if x < 0 else steps, up)
    return found.numerator if found.denominator == 1 else found


def _check_figures(count: int) -> None:
    if not -1000 <= count <= 1000:
        raise TooMuchWork("more than 1,000 figures")


def _agreed(x: Number, rounding: Callable[[Exact], Rounded]) -> Rounded:
    if not isinstance(x, Approx):
        return rounding(x)
    below, above = rounding(x.low), rounding(x.high)
    if below == above:
        return below
    raise Undecided(f"the digits known can't tell whether a number rounds to {_short(below)} or {_short(above)}")


def _short(x: Exact) -> str:
    return str(x) if bits(x) < 200 else "a large number"


def written(x: Exact) -> str:
    """An exact number as "12" or "3/2". Raises TooMuchWork where it is too long to write."""
    if bits(x) > _MOST_DIGITS * 3:
        raise TooMuchWork(f"a number of more than {_MOST_DIGITS} digits to write")
    return str(x)
