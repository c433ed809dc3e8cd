"""How near is near enough: the rule of a number part, and how a number stands against a key (POSITIONS 14 to 17).

All numbers here are in the unit that the part asks for. Arithmetic is exact; a key that is known to an interval only is
compared by its ends, and a comparison that those can't settle raises Undecided.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.answers.written import Written
from quizgen.errors import Undecided
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import divide, minus, plus, times

Number = int | Fraction
HALF = Fraction(1, 2)
_COUNTED = 6
"""The greatest power of ten that is written out."""


class Scale(NamedTuple):
    """The unit that a number is given in: value = (shown + offset)·factor."""

    factor: Number = 1
    offset: Number = 0

    def shown(self, value: Any) -> Any:
        """A value in base units, as this unit has it."""
        if self.factor == 1 and not self.offset:
            return value
        return minus(divide(value, self.factor), self.offset)

    def value(self, shown: Any) -> Any:
        """A number of this unit, in base units."""
        return times(plus(shown, self.offset), self.factor)


ROUNDINGS = ("both", "half up", "answer too", "as written")
"""both: either rounding of an exact tie; half up: only the one away from zero; answer too: the answer is rounded half
up as well, and what comes out must be equal; as written: every figure that is written must be right, those behind the
asked ones too."""


class Typed(NamedTuple):
    """How many figures a number must be written with, where that isn't what its rule asks: `3 sf`, `at least 2 dp`."""

    figures: int
    kind: str
    least: bool = False


class Rule(NamedTuple):
    """When a number counts as right.

    `kind` is exact, sf (`figures` significant figures), dp (`figures` decimal places), within (`amount` of the asked
    unit) or relative (`amount` times the key). `strict` means that figures as written count: those of the rule, or
    those of `typed`. `rounding` is one of ROUNDINGS. `precision_credit` is for one figure fewer than asked, and for
    cutting off.
    """

    kind: str
    figures: int = 0
    amount: Number = 0
    strict: bool = False
    rounding: str = "both"
    precision_credit: Number = HALF
    typed: Typed | None = None


def standing(response: Any, key: Any, rule: Rule, written: Written) -> str:
    """right, precision, truncated or value: how a response stands against a key (POSITIONS 15, 16)."""
    rule = _as_written(rule, written)
    near = is_near(response, key, rule)
    if near:
        return "right" if not rule.strict or _has_asked_figures(written, rule) else "precision"
    if rule.kind not in ("sf", "dp") or written.figures is None or not isinstance(response, int | Fraction):
        return "value"
    if _is_one_figure_short(response, key, rule, written):
        return "precision"
    if _has_asked_figures(written, rule) and response == cut_off(key, last_unit(key, rule)):
        return "truncated"
    return "value"


def is_near(response: Any, key: Any, rule: Rule) -> bool:
    """Whether |response − key| is at most the tolerance, limits included. Raises Undecided."""
    if rule.rounding == "answer too" and rule.kind in ("sf", "dp"):
        return _half_up(response, rule) == _half_up(key, rule)
    if isinstance(response, int | Fraction) and isinstance(key, int | Fraction):
        gap, most = size(response - key), tolerance(key, rule)
        return gap <= most and not (rule.rounding == "half up" and _is_lower_rounding(response, key, rule))
    low, high = _gap(response, key)
    most = tolerance(_middle(key), rule)
    if high <= most:
        return True
    if low > most:
        return False
    if rule.kind == "exact":
        return True  # an irrational key and an answer that agrees with it to every digit that is known
    raise Undecided("the known digits can't decide whether this is within the tolerance")


def differs(value: Any, key: Any, rule: Rule) -> bool:
    """Whether a value is farther from the key than the tolerance."""
    if isinstance(value, int | Fraction) and isinstance(key, int | Fraction):
        return size(value - key) > tolerance(key, rule)
    return _gap(value, key)[0] > tolerance(_middle(key), rule)


def tolerance(key: Number, rule: Rule) -> Number:
    """The greatest distance from this key that is still right; 0 at a key of 0 that is asked to significant figures."""
    if rule.kind == "exact":
        return 0
    if rule.kind == "within":
        return rule.amount
    if rule.kind == "relative":
        return rule.amount * size(key)
    return last_unit(key, rule) * HALF


def last_unit(key: Any, rule: Rule) -> Number:
    """What one step in the last asked figure of this value is worth; 0 for a zero asked to significant figures."""
    if rule.kind == "dp":
        return power_of_ten(-rule.figures)
    return figure_unit(key, rule.figures)


def figure_unit(value: Any, figures: int) -> Number:
    """What one step in the given significant figure of a value is worth; 0 for zero. Raises Undecided."""
    low, high = ends(value)
    if low == high == 0:
        return 0
    if (low <= 0 <= high) or exponent(low) != exponent(high):
        raise Undecided("the known digits can't decide where the first figure stands")
    return power_of_ten(exponent(low) - figures + 1)


def figures_asked(key: Any, rule: Rule) -> int:
    """The number of significant figures that the rule asks of this key; 0 where it asks for none."""
    if rule.kind == "sf":
        return rule.figures
    if rule.kind == "dp" and _middle(key) != 0:
        return max(0, exponent(_middle(key)) + 1 + rule.figures)
    return 0


def exponent(value: Number) -> int:
    """The power of ten of the first figure of a number that isn't 0: 2 for 400, −1 for 0.12."""
    over, under = abs(value.numerator), value.denominator
    # log₁₀ 2 = 0.30103; the guess is at most one off, whatever the size.
    guess = (over.bit_length() - under.bit_length()) * 30103 // 100000
    if guess >= 0:
        under *= 10**guess
    else:
        over *= 10**-guess
    while over < under:
        over, guess = over * 10, guess - 1
    while over >= under * 10:
        under, guess = under * 10, guess + 1
    return guess


def roundings(value: Any, unit: Number) -> tuple[Number, ...]:
    """A value rounded to a multiple of `unit`: both neighbours at an exact tie, the greater magnitude last."""
    if unit == 0:
        return (0,)
    low, tie = _rounded(ends(value)[0], unit)
    if isinstance(value, Approx) and (low, tie) != _rounded(value.high, unit):
        raise Undecided("the known digits can't decide how to round")
    return (low - (unit if low > 0 else -unit), low) if tie else (low,)


def cut_off(value: Any, unit: Number) -> Number:
    """A value cut to a multiple of `unit`, towards 0."""
    if unit == 0:
        return 0
    low, high = (_steps(end, unit) for end in ends(value))
    if low != high:
        raise Undecided("the known digits can't decide where to cut off")
    return low * unit if ends(value)[0] > 0 else -low * unit


def equals_rounded(response: Number, value: Any, rule: Rule) -> bool:
    """Whether a response is the value rounded as the rule asks (POSITIONS 19)."""
    if rule.kind not in ("sf", "dp"):
        return False
    return response in roundings(value, last_unit(value, rule))


class Digits(NamedTuple):
    """A number that isn't 0 by its sign, the power of ten of its first figure, and its first twenty figures."""

    negative: bool
    exponent: int
    figures: str


def digits_of(value: Any) -> Digits | None:
    """The digits of a value (of its middle, where it is known to an interval); None for zero."""
    middle = _middle(value)
    if middle == 0:
        return None
    first = exponent(middle)
    return Digits(middle < 0, first, str(_steps(middle, power_of_ten(first - 19))))


def where_it_differs(response: Any, key: Any) -> str:
    """What shows that a number is wrong, in words that don't give the key away more than need be."""
    return where_digits_differ(digits_of(response), digits_of(key))


def where_digits_differ(response: Digits | None, key: Digits | None) -> str:
    """The same from the digits of two numbers."""
    if response is None or key is None:
        if response is None:
            return "0 isn't the value" if key else ""
        return "it is too small" if response.negative else "it is too large"
    if response.negative != key.negative:
        return "the sign differs"
    first = 1
    while first < 20 and response.figures[first - 1] == key.figures[first - 1]:
        first += 1
    shift = response.exponent - key.exponent
    if shift and first > 3:
        return f"the figures agree, but it is {_times_as_large(shift)}"
    if shift:
        return "it is too large" if shift > 0 else "it is too small"
    return f"figure {first} differs"


def _times_as_large(shift: int) -> str:
    """A power of ten in words: 10 times as large, a hundredth as large."""
    if shift < 0:
        words = {-1: "a tenth", -2: "a hundredth", -3: "a thousandth", -6: "a millionth"}
        return f"{words.get(shift, f'10^{shift} times')} as large"
    return f"{10**shift:,} times as large" if shift <= _COUNTED else f"10^{shift} times as large"


_NEAR = 40
_TENS = tuple(10**power for power in range(_NEAR + 1))
_TENTHS = tuple(Fraction(1, ten) for ten in _TENS)
"""Powers of ten that are at hand."""


def power_of_ten(power: int) -> Number:
    """10 to a whole power, exactly."""
    if -_NEAR <= power <= _NEAR:
        return _TENS[power] if power >= 0 else _TENTHS[-power]
    return 10**power if power >= 0 else Fraction(1, 10**-power)


def size(value: Number) -> Number:
    """The magnitude; unlike `abs`, of the same type for mypy."""
    return -value if value < 0 else value


def ends(value: Any) -> tuple[Number, Number]:
    """The interval that is sure to hold a value; twice the value where it is exact."""
    return (value.low, value.high) if isinstance(value, Approx) else (value, value)


def _middle(value: Any) -> Number:
    low, high = ends(value)
    return low if low == high else (low + high) * HALF


def _gap(one: Any, other: Any) -> tuple[Number, Number]:
    """The least and the greatest distance that two values can have."""
    (low, high), (other_low, other_high) = ends(one), ends(other)
    least, most = low - other_high, high - other_low
    return (0 if least <= 0 <= most else min(size(least), size(most))), max(size(least), size(most))


def _steps(value: Number, unit: Number) -> int:
    return int(abs(value.numerator) * unit.denominator // (value.denominator * unit.numerator))


def _rounded(value: Number, unit: Number) -> tuple[Number, bool]:
    """Half up on the magnitude, and whether it was an exact tie."""
    twice, rest = divmod(2 * abs(value.numerator) * unit.denominator, value.denominator * unit.numerator)
    steps = (twice + 1) // 2
    return (steps * unit if value >= 0 else -steps * unit), not rest and twice % 2 == 1


def _is_lower_rounding(response: Number, key: Number, rule: Rule) -> bool:
    return rule.kind in ("sf", "dp") and response in roundings(key, last_unit(key, rule))[:-1]


def _half_up(value: Any, rule: Rule) -> Number:
    """A value rounded half up to the figures asked."""
    return roundings(value, last_unit(value, rule))[-1]


def _as_written(rule: Rule, written: Written) -> Rule:
    """The rule for the figures of a response that has more of them than asked, where those must be right too."""
    if rule.rounding != "as written" or rule.kind not in ("sf", "dp") or written.figures is None:
        return rule
    count = written.figures[1] if rule.kind == "sf" else written.places or 0
    typed = rule.typed or (Typed(rule.figures, rule.kind) if rule.strict else None)
    return rule._replace(figures=max(rule.figures, count), typed=typed)


def _has_asked_figures(written: Written, rule: Rule) -> bool:
    """Whether the figures as written are those that are asked; exact and within ask for none of themselves."""
    figures, kind, least = rule.typed or (rule.figures, rule.kind, False)
    if kind not in ("sf", "dp"):
        return True
    found = written.figures if kind == "sf" else (written.places, written.places)
    if found is None or found[0] is None or found[1] is None:
        return False
    return figures <= found[1] and (least or found[0] <= figures)


def _is_one_figure_short(response: Number, key: Any, rule: Rule, written: Written) -> bool:
    """The key rounded to one figure fewer than asked, where that leaves at least two, and written so."""
    figures = figures_asked(key, rule) - 1
    low, high = written.figures or (0, 0)
    if figures < 2 or not low <= figures <= high:
        return False
    return response in roundings(key, last_unit(key, rule) * 10)
