"""Where expressions are compared: a few small points that a learner can check by hand, then digest-chosen ones.

The digest-chosen points take every pattern of signs that the domain allows (up to 256), and magnitudes from 1/16 to
2^20. All coordinates are whole numbers over 1,024 (or within a letter's own limits), so that they are exact in any
system of reals.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from quizgen.maths.domains import Domain, DomainKey, Exact, Letter
from quizgen.maths.sameness.primes import digest

Point = tuple[Exact, ...]
"""One value a letter, in the order of the letters."""
MOST_PATTERNS = 256
_GRAIN = 1024
_FIRST = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_SMALL = (1, 4, 6, 8, 9, 10, 0, 12, 15, 20, 50, 100)
_RANGES = ((4, 64), (64, 1000), (1024, 8192), (8192, 65536), (1 << 20, 1 << 24), (1 << 28, 1 << 30))
"""Magnitudes in 1,024ths: two below 1, two up to 64, and two larger ones."""
_WHOLE_RANGES = ((1, 4), (2, 9), (4, 20), (10, 60), (60, 400), (400, 1000))
_PLAIN = (1, 2, 3)  # magnitudes where no sign pattern matters
_BY_COUNT = {1: (0, 1, 2, 3, 5), 2: (1, 2, 3, 4), 3: (1, 2, 3)}


class Points(NamedTuple):
    """Points for one set of letters: `nice` first, then `chosen`, which are enough to believe in equality.

    `whole` are some of small whole numbers, for functions that have values nowhere else.
    """

    letters: tuple[str, ...]
    nice: tuple[Point, ...]
    chosen: tuple[Point, ...]
    whole: tuple[Point, ...] = ()


class Where(NamedTuple):
    """Letters in a domain (by its key), a salt, and whether every pattern of signs is wanted."""

    letters: tuple[str, ...]
    key: DomainKey
    salt: str
    patterns: bool


@lru_cache(maxsize=1024)
def points(where: Where) -> Points:
    """The points for letters in a domain."""
    letters, key, salt, patterns = where
    if not letters:
        return Points((), ((),), ((),))
    domain = Domain(dict(key[0]), key[1])
    known = [domain.letter(name) for name in letters]
    chosen = _chosen(letters, known, salt, patterns=patterns)
    nice = tuple(dict.fromkeys(_nice(known)))[: 3 if patterns else 1]
    return Points(letters, nice, tuple(dict.fromkeys(chosen)), tuple(dict.fromkeys(_whole(known))))


# -------------------------------------------------------------------------------------------------------- nice ones
def _nice(known: list[Letter]) -> Iterable[Point]:
    yield tuple(_first(letter, _FIRST[i % 12 :] + _SMALL) for i, letter in enumerate(known))
    below = tuple(_first(letter, _negatives(i)) for i, letter in enumerate(known))
    yield below
    yield tuple(_first(letter, _fractions(i)) for i, letter in enumerate(known))


def _whole(known: list[Letter]) -> Iterable[Point]:
    """Rising and falling whole numbers, and equal ones."""
    count = len(known)
    for start, step in ((1, 2), (2, 1), (2 * count + 1, -2), (count + 4, -1), (count + 7, -1), (4, 0)):
        values = (start + step * i for i in range(count))
        point = tuple(_first(letter, (value, *_SMALL)) for letter, value in zip(known, values, strict=True))
        yield point


def _negatives(i: int) -> tuple[Exact, ...]:
    """Candidates of mixed signs: -3, 2, -7 ..."""
    sign = 1 if i % 2 else -1
    first: list[Exact] = [sign * n for n in (_FIRST[(i ^ 1) % 12], *_FIRST[i % 12 :])]
    return (*first, *_FIRST[(i + 1) % 12 :], *_SMALL)


def _fractions(i: int) -> tuple[Exact, ...]:
    return (Fraction(1, 2 << i % 6), Fraction(-1, 2 << i % 6), *_SMALL, *_FIRST)


def _first(letter: Letter, candidates: Iterable[Exact]) -> Exact:
    """The first candidate that the letter admits; else something between its limits."""
    for candidate in candidates:
        if letter.admits(candidate):
            return candidate
    return _placed(letter, Fraction(1, 2), 1, 1)


def small_points(letters: tuple[str, ...], domain: Domain, near: Point) -> list[Point]:
    """Whole-numbered points with the signs of a point, and simpler ones, that the domain admits: the plainest first."""
    axes: list[list[Exact]] = []
    for name, value in zip(letters, near, strict=True):
        sign = -1 if value < 0 else 1
        wanted = (sign, 2 * sign, 3 * sign, 5 * sign, 10 * sign, 0, round(value))
        axes.append([n for n in dict.fromkeys(wanted) if domain.letter(name).admits(n)] or [value])
    if len(axes) == 1:
        return [(value,) for value in axes[0]]
    shifted = [tuple(axis[(k + i) % len(axis)] for i, axis in enumerate(axes)) for k in range(6)]
    return list(dict.fromkeys(shifted))


# ---------------------------------------------------------------------------------------------------- digest-chosen
def _chosen(letters: tuple[str, ...], known: list[Letter], salt: str, *, patterns: bool) -> Iterable[Point]:
    signs = _sign_patterns(letters, known, salt) if patterns else [()]
    sizes = _BY_COUNT.get(len(letters), (2,)) if patterns else _PLAIN
    for row, pattern in enumerate(signs):
        for turn, size in enumerate(sizes):
            yield tuple(
                _coordinate(letter, digest(salt, "point", name, row, turn), size, pattern[i] if pattern else 0, turn)
                for i, (name, letter) in enumerate(zip(letters, known, strict=True))
            )


def _sign_patterns(letters: tuple[str, ...], known: list[Letter], salt: str) -> list[tuple[int, ...]]:
    free = sum(letter.both_signs() for letter in known)
    axes = [(1, -1) if letter.both_signs() else (0,) for letter in known]
    if 1 << free <= MOST_PATTERNS:
        return list(product(*axes))
    rows = [tuple(axis[0] for axis in axes), tuple(axis[-1] for axis in axes)]
    for row in range(MOST_PATTERNS - 2):
        bits = digest(salt, "pattern", row, *letters)
        rows.append(tuple(axis[bits >> i & 1 if len(axis) > 1 else 0] for i, axis in enumerate(axes)))
    return rows


def _coordinate(letter: Letter, bits: int, size: int, sign: int, turn: int) -> Exact:
    """A value of the letter from 128 bits, of about the magnitude `size`; odd turns mix the magnitudes of letters."""
    if turn % 2 and size == 2:
        size = 1 + bits % 3
    sign = sign or (-1 if bits >> 7 & 1 else 1)
    return _placed(letter, Fraction(bits >> 16 & 0xFFFF, 0x10000), size, sign)


def _placed(letter: Letter, part: Fraction, size: int, sign: int) -> Exact:
    """A value of the letter: `part` of the way through the range of a magnitude, or through the letter's own range."""
    low, high = _limits(letter)
    if low is not None and high is not None:
        return _between(letter, low, high, part)
    first, last = (_WHOLE_RANGES if letter.integer else _RANGES)[size]
    step = Fraction(first + int((last - first) * part), 1 if letter.integer else _GRAIN)
    if low is not None:
        return _tidy(letter, low + step)
    if high is not None:
        return _tidy(letter, high - step)
    below = letter.sign == "negative" or (letter.both_signs() and sign < 0)
    return _tidy(letter, -step if below else step)


def _limits(letter: Letter) -> tuple[Exact | None, Exact | None]:
    """The letter's limits, narrowed by its sign where it has any."""
    low, high = letter.low, letter.high
    if low is None and high is None:
        return None, None
    if letter.sign in {"positive", "nonnegative"}:
        low = max(low or 0, 0)
    if letter.sign == "negative":
        high = min(high or 0, 0)
    return low, high


def _tidy(letter: Letter, value: Exact) -> Exact:
    """A whole number where one is wanted, rounded away from the limit; zero only where it is admitted."""
    if letter.integer:
        value = value // 1 if letter.low is None and letter.high is not None else -(-value // 1)
    if value == 0 and not letter.admits(0):
        return 1 if letter.admits(1) else -1
    return value.numerator if value.denominator == 1 else value


def _between(letter: Letter, low: Exact, high: Exact, part: Fraction) -> Exact:
    if letter.integer:
        first, last = -(-low // 1), high // 1
        first, last = first + (not letter.admits(first)), last - (not letter.admits(last))
        return _tidy(letter, int(min(first + int((last - first + 1) * part), last)))
    return _tidy(letter, Fraction(low) + (Fraction(high) - low) * (part * 62 + 1) / 64)
