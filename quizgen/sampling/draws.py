"""How one param is drawn: the keyed weight of each value, and the pools that values come from.

DESIGN section 4, "Sampling". A value has a digest of itself alone, and a draw has two keys; the value of least
(k1·digest + k2) mod 2^61 − 1 wins. So another order of the values changes nothing, and a new value takes only its own
share of the draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, islice, permutations, product
from math import comb, factorial, perm
from struct import Struct, unpack
from typing import Any, NamedTuple

from quizgen.errors import KindError
from quizgen.maths.matrices import matrix_of
from quizgen.maths.values import Row

PRIME = 2**61 - 1
"""Weights are taken modulo this prime, so that two values of other digests never weigh the same."""

Chosen = tuple[Any, Any]
"""A value as shown (in the param's own unit, a text, a row's id) and as formulas use it (in base units, a Row)."""


def option_digest(value: Any, occurrence: int = 0) -> int:
    """The 61-bit digest of a value in its param's own unit (a number, text, truth, Row, or tuple of these).

    `occurrence` counts the equal values before it in its list, so that each repeat weighs for itself. Equal numbers
    have one digest however they are spelled (1/2 and 0.5). Raises KindError for a value that isn't exact.
    """
    text = f"{occurrence}:{_canonical(value)}"
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 3


def _canonical(value: Any) -> str:
    match value:
        case bool():
            return f"truth:{value}"
        case int() | Fraction():
            return f"number:{value.numerator}/{value.denominator}"
        case str():
            return f"text:{value}"
        case Row():
            return f"row:{value.id}"
        case tuple():
            items = [_canonical(item) for item in value]
            return f"list:{''.join(f'{len(item)}:{item}' for item in items)}"
    raise KindError(f"{value!r} can't be drawn: only exact numbers, texts, truths and rows can")


def keys(message: bytes) -> tuple[int, int]:
    """The two keys of a draw, k1 from 1 to 2^61 − 2 and k2 from 0 to 2^61 − 2, from one digest of `message`."""
    first, second = unpack("<QQ", blake2b(message, digest_size=16).digest())
    return first % (PRIME - 1) + 1, second % PRIME


def weigher(digests: Sequence[int]) -> Callable[[int, int], tuple[int, ...]]:
    """A function of k1 and k2 that gives each digest's weight, (k1·digest + k2) mod 2^61 − 1.

    It takes all digests at once, as lanes of 128 bits in one long integer: three times as fast as one by one. As
    2^61 is 1 modulo the prime, the bits above 61 are added to those below.
    """
    size = 16 * len(digests)
    ones = sum(1 << (128 * lane) for lane in range(len(digests)))
    packed = sum(digest << (128 * lane) for lane, digest in enumerate(digests))
    low, split = ones * PRIME, Struct("<" + "Q8x" * len(digests)).unpack

    def weights(k1: int, k2: int) -> tuple[int, ...]:
        products = packed * k1 + ones * k2
        sums = (products & low) + (products >> 61 & low)
        # A sum is below twice the prime; where it reaches the prime, adding 1 and dropping bit 61 takes it off.
        exact = sums + (sums + ones >> 61 & ones) & low
        return split(exact.to_bytes(size, "little"))

    return weights


def grid_index(message: bytes, count: int, turn: int = 0) -> int:
    """A uniform index from 0 to count − 1 by bits of digests; `turn` gives further, independent ones.

    Bits are read on the power-of-two grid above `count`, and what lies outside is rejected. What falls into the lower
    half is decided on the next smaller grid, with its own bits: so a longer range moves only its share, also where it
    outgrows its grid.
    """
    level = (count - 1).bit_length()
    while level:
        index = _within(message, level, count, turn)
        count = 1 << (level - 1)
        if index >= count:
            return index
        level -= 1
    return 0


def _within(message: bytes, level: int, count: int, turn: int) -> int:
    attempt = 0
    while True:
        salt = b"%d.%d.%d" % (level, attempt, turn)
        index = int.from_bytes(blake2b(message, digest_size=32, salt=salt).digest(), "big") >> (256 - level)
        if index < count:
            return index
        attempt += 1


@dataclass(frozen=True, eq=False, slots=True)
class ListPool:
    """Values that are listed; equal ones may stand at several positions, each of which weighs.

    `first` holds, for each position, the first one of an equal value.
    """

    shown: tuple[Any, ...]
    values: tuple[Any, ...]
    weights: Callable[[int, int], tuple[int, ...]]
    first: tuple[int, ...]

    @classmethod
    def of(cls, shown: Iterable[Any], values: Iterable[Any], digests: Iterable[int]) -> ListPool:
        """A pool of values with their digests."""
        listed = tuple(shown)
        places: dict[str, int] = {}
        first = tuple(places.setdefault(_canonical(value), position) for position, value in enumerate(listed))
        return cls(listed, tuple(values), weigher(tuple(digests)), first)

    def one(self, message: bytes) -> Chosen:
        """The value that the keys of `message` choose."""
        weights = self.weights(*keys(message))
        position = weights.index(min(weights))
        return self.shown[position], self.values[position]

    def order(self, message: bytes) -> Iterator[int]:
        """Positions in a drawn order."""
        weights = self.weights(*keys(message))
        return iter(sorted(range(len(weights)), key=weights.__getitem__))

    def at(self, position: int) -> Chosen:
        """The value at a position."""
        return self.shown[position], self.values[position]

    def rank(self, position: int) -> Any:
        """What rising and falling go by: a number's value, a text, a row's place among the others."""
        value = self.values[position]
        return position if isinstance(value, Row | tuple) else value

    def same(self, position: int) -> int:
        """The first position that holds an equal value."""
        return self.first[position]

    def distinct(self) -> Iterable[int]:
        """The first position of each value, in order."""
        return (position for position, first in enumerate(self.first) if first == position)

    def sizes(self) -> tuple[int, int]:
        """How many distinct values there are, and how many positions."""
        return len(set(self.first)), len(self.first)


@dataclass(frozen=True, eq=False, slots=True)
class RangePool:
    """A range too long to list: `shown` gives the value at an index, `base` that value in base units."""

    count: int
    shown: Callable[[int], int | Fraction]
    base: Callable[[Any], Any]

    def one(self, message: bytes) -> Chosen:
        """The value that the keys of `message` choose."""
        return self.at(grid_index(message, self.count))

    def order(self, message: bytes) -> Iterator[int]:
        """Positions in a drawn order."""
        met: set[int] = set()
        turn = 0
        while len(met) < self.count:
            position = grid_index(message, self.count, turn)
            turn += 1
            if position not in met:
                met.add(position)
                yield position

    def at(self, position: int) -> Chosen:
        """The value at a position."""
        shown = self.shown(position)
        return shown, self.base(shown)

    def rank(self, position: int) -> Any:
        """What rising and falling go by."""
        return self.shown(position)

    def same(self, position: int) -> int:
        """The first position that holds an equal value."""
        return position

    def distinct(self) -> Iterable[int]:
        """The first position of each value, in order."""
        return range(self.count)

    def sizes(self) -> tuple[int, int]:
        """How many distinct values there are, and how many positions."""
        return self.count, self.count


Pool = ListPool | RangePool


@lru_cache(maxsize=4096, typed=True)
def _digest(value: Any, occurrence: int) -> int:
    return option_digest(value, occurrence)


def listed_pool(values: Iterable[Any], own: Callable[[Any], Any]) -> ListPool:
    """A pool of values that a formula gave, in base units; `own` brings one to its param's own unit."""
    given = tuple(values)
    shown = [own(value) for value in given]
    seen: Counter[str] = Counter()
    digests = []
    for value, told in zip(given, shown, strict=True):
        what = value if isinstance(value, Row) else told
        canonical = _canonical(what)
        # A Row holds a dict, which no cache can key; the rest is cached with its type, as 1 and true are equal.
        digests.append((option_digest if isinstance(what, Row) else _digest)(what, seen[canonical]))
        seen[canonical] += 1
    return ListPool.of(
        [value.id if isinstance(value, Row) else told for value, told in zip(given, shown, strict=True)], given, digests
    )


class Single(NamedTuple):
    """One value of the pool."""

    def pick(self, pool: Pool, message: bytes) -> Chosen:
        """The drawn value."""
        return pool.one(message)

    def every(self, pool: Pool) -> Iterator[Chosen]:
        """Each value that could be drawn, once."""
        return (pool.at(position) for position in pool.distinct())

    def size(self, pool: Pool) -> int:
        """How many values could be drawn."""
        return pool.sizes()[0]


@dataclass(frozen=True, slots=True)
class Several:
    """`count` distinct values of the pool, by weight; `order` is drawn, rising or falling."""

    count: int
    order: str

    def pick(self, pool: Pool, message: bytes) -> Chosen:
        """The drawn values, as two tuples."""
        return _tuples(pool, self._arranged(pool, islice(_once(pool, message), self.count)))

    def every(self, pool: Pool) -> Iterator[Chosen]:
        """Each tuple that could be drawn, once."""
        positions = list(pool.distinct())
        if self.order == "drawn":
            return (_tuples(pool, some) for some in permutations(positions, self.count))
        return (_tuples(pool, some) for some in combinations(self._arranged(pool, positions), self.count))

    def size(self, pool: Pool) -> int:
        """How many tuples could be drawn."""
        return (perm if self.order == "drawn" else comb)(pool.sizes()[0], self.count)

    def _arranged(self, pool: Pool, positions: Iterable[int]) -> list[int]:
        if self.order == "drawn":
            return list(positions)
        return sorted(positions, key=pool.rank, reverse=self.order == "falling")


class Shuffle(NamedTuple):
    """All values of the pool, repeats too, in a drawn order."""

    def pick(self, pool: Pool, message: bytes) -> Chosen:
        """The drawn order, as two tuples."""
        return _tuples(pool, pool.order(message))

    def every(self, pool: Pool) -> Iterator[Chosen]:
        """Each order that differs, once."""
        counts = Counter(pool.same(position) for position in range(pool.sizes()[1]))
        return (_tuples(pool, order) for order in _orders(counts, pool.sizes()[1]))

    def size(self, pool: Pool) -> int:
        """How many orders differ."""
        distinct, count = pool.sizes()
        if distinct == count:
            return factorial(count)
        total = factorial(count)
        for repeats in Counter(pool.same(position) for position in range(count)).values():
            total //= factorial(repeats)
        return total


class Fill(NamedTuple):
    """A matrix whose entries are values of the pool, each drawn for itself."""

    rows: int
    columns: int

    def pick(self, pool: Pool, message: bytes) -> Chosen:
        """The drawn matrix: its rows as tuples, and the matrix of their values."""
        return self._matrix([pool.one(b"%d\x00" % place + message) for place in range(self.rows * self.columns)])

    def every(self, pool: Pool) -> Iterator[Chosen]:
        """Each matrix that could be drawn, once."""
        entries = [pool.at(position) for position in pool.distinct()]
        return (self._matrix(chosen) for chosen in product(entries, repeat=self.rows * self.columns))

    def size(self, pool: Pool) -> int:
        """How many matrices could be drawn."""
        return int(pool.sizes()[0] ** (self.rows * self.columns))

    def _matrix(self, chosen: Sequence[Chosen]) -> Chosen:
        rows = [chosen[start : start + self.columns] for start in range(0, len(chosen), self.columns)]
        shown = tuple(tuple(entry for entry, _ in row) for row in rows)
        return shown, matrix_of([[value for _, value in row] for row in rows])


How = Single | Several | Shuffle | Fill


def _once(pool: Pool, message: bytes) -> Iterator[int]:
    met = set()
    for position in pool.order(message):
        first = pool.same(position)
        if first not in met:
            met.add(first)
            yield first


def _orders(counts: dict[int, int], length: int) -> Iterator[tuple[int, ...]]:
    if not length:
        yield ()
    for position, left in counts.items():
        if left:
            for rest in _orders({**counts, position: left - 1}, length - 1):
                yield (position, *rest)


def _tuples(pool: Pool, positions: Iterable[int]) -> Chosen:
    chosen = [pool.at(position) for position in positions]
    return tuple(shown for shown, _ in chosen), tuple(value for _, value in chosen)
