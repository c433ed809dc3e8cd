"""Two expressions compared at points by rigorous enclosures.

First a few nice points at 128 bits, where most wrong answers fall; then the digest-chosen ones; then points around the
trees' own constants, where steps, corners or small domains may hide something. What agrees is confirmed at 400 bits
(more, by as many bits as the constants have).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quizgen.errors import TooMuchWork
from quizgen.maths.domains import Domain, DomainKey
from quizgen.maths.expr import Expr
from quizgen.maths.sameness.columns import Column, Place, Work
from quizgen.maths.sameness.corners import around_constants, beside_corners, turning_parts
from quizgen.maths.sameness.degrees import size_of
from quizgen.maths.sameness.evaluation import evaluation
from quizgen.maths.sameness.points import Point, Points, Where, points, small_points
from quizgen.maths.sameness.refutation import Refutation, value_texts, written
from quizgen.maths.sameness.residues import OutsideError, Residue
from quizgen.maths.sameness.routes import system_for
from quizgen.maths.sameness.systems import UNDEFINED, UNKNOWN, Enclosure, System
from quizgen.maths.sameness.verdicts import Sameness, alike, different, undecided

BITS = 128
CONFIRMED_BITS = 400
_MORE_BITS = (1_600, 3_200)
_MOST_EXTRA = 4_096
_USUAL_BITS = 64
_ENOUGH = 2
"""Points that must agree before two expressions are taken for the same (where they have letters)."""
_CHUNK = 10
_SMALL = 100  # a coordinate below this is easy to check by hand
_PASSING = frozenset({"around", "beside", "confirm", "small"})  # batches of points that depend on the answer


class Setting(NamedTuple):
    """Where two expressions are compared: the letters' domain, the salt, and the system of reals that is forced."""

    domain: Domain
    key: DomainKey
    salt: str
    route: str = ""


class Side:
    """One of the two expressions: its tree, its residue, its values at the points so far."""

    __slots__ = ("_provable", "_turning", "columns", "coordinates", "residue", "tree", "usual")

    def __init__(self, tree: Expr, residue: Residue | OutsideError) -> None:
        self.tree, self.residue = tree, residue
        self.columns: dict[tuple[object, ...], tuple[Column, set[int]]] = {}
        self.coordinates: dict[tuple[object, ...], dict[str, Column]] = {}
        self.usual: dict[bool, tuple[Where, Points]] = {}
        self._provable: bool | None = None
        self._turning: list[Expr] | None = None

    @property
    def provable(self) -> bool:
        """Whether its degree and coefficients are small enough for residues to prove it the same as another."""
        if self._provable is None:
            self._provable = self.known.small or size_of(self.tree).provable
        return self._provable

    @property
    def turning(self) -> list[Expr]:
        """The arguments in its tree whose sign matters."""
        if self._turning is None:
            known = self.known
            self._turning = turning_parts(self.tree) if known.branches or known.steps else []
        return self._turning

    @property
    def known(self) -> Residue:
        """The residue of a side that has one."""
        assert isinstance(self.residue, Residue)  # noqa: S101 - told before a comparison is made
        return self.residue


class _Tally:
    """What was seen at the points so far: `both` have a value at so many, at `absent` ones not."""

    __slots__ = ("_first", "_second", "absent", "both", "near", "unknown")

    def __init__(self) -> None:
        self.near: list[Point] = []
        self.both = self.absent = self.unknown = self._first = self._second = 0

    def miss(self, a: Enclosure, b: Enclosure) -> None:
        """Count a pair of values that aren't both there."""
        self.absent += 1
        self._first += a is not UNDEFINED and a is not UNKNOWN
        self._second += b is not UNDEFINED and b is not UNKNOWN
        self.unknown += a is UNKNOWN or b is UNKNOWN

    @property
    def seen(self) -> int:
        """How many points were looked at."""
        return self.both + self.absent

    @property
    def first(self) -> int:
        """At how many the first side has a value."""
        return self.both + self._first

    @property
    def second(self) -> int:
        """At how many the second side has one."""
        return self.both + self._second


class _Seen(NamedTuple):
    """A point where the two are apart, and their values there as text."""

    point: Point
    first: str
    second: str


def letters_of(mine: Residue, theirs: Residue) -> tuple[str, ...]:
    """The letters of both sides, those of the first before what only the second has."""
    return (*sorted(mine.letters), *sorted(theirs.letters - mine.letters))


class Comparison:
    """Two expressions in a setting."""

    def __init__(self, key: Side, answer: Side, setting: Setting) -> None:
        self.key, self.answer = key, answer
        self.domain, domain_key, self.salt, self.route = setting
        mine, theirs = key.known, answer.known
        self.steps = mine.steps or theirs.steps
        self.patterns = mine.branches or theirs.branches or self.steps
        self.own = theirs.letters <= mine.letters  # the key's letters alone: what is found of the key can be kept
        found = key.usual.get(self.patterns) if self.own else None
        if found is None:
            where = Where(letters_of(mine, theirs), domain_key, self.salt, self.patterns)
            found = where, points(where)
            if self.own:
                key.usual[self.patterns] = found
        self.where, self.usual = found
        self.letters = self.where.letters
        bits = max(mine.bits, theirs.bits)
        self.extra = min(-(-bits // 64) * 64, _MOST_EXTRA) if bits > _USUAL_BITS else 0  # for long numbers
        self.work = Work()
        self.tally = _Tally()

    def verdict(self, *, proved: bool = False) -> Sameness:
        """The verdict; `proved` asks only whether both are defined somewhere."""
        try:
            return self._verdict(proved=proved)
        except TooMuchWork as error:
            return undecided("work", f"It would be too much work: {error.what}.")

    def refuting(self) -> Refutation | None:
        """The first of the nice points at which the two differ, None where none is seen to."""
        try:
            seen = self._look("nice", self.usual.nice, BITS + self.extra)
        except TooMuchWork:
            return None
        return None if seen is None else self._shown(seen)

    # --------------------------------------------------------------------------------------------------- the stages
    def _verdict(self, *, proved: bool) -> Sameness:
        where, confirmed = self.usual, 0
        for name, batch, bits in self._batches(where):
            before = len(self.tally.near)
            seen = self._look(name, batch, bits)
            if seen is not None and not proved:
                return self._refuted(seen, bits)
            if proved and self.tally.both:
                return _AGREED
            if bits >= CONFIRMED_BITS:
                confirmed += len(self.tally.near) - before
        if confirmed >= _ENOUGH:
            return _agreed(len(self.tally.near), CONFIRMED_BITS)
        return self._confirmed(where)

    def _batches(self, where: Points) -> Iterator[tuple[str, Sequence[Point], int]]:
        """The points stage by stage, with the bits to look at them."""
        yield "nice", where.nice, BITS + self.extra
        if not self.letters:
            return
        bits = CONFIRMED_BITS + self.extra
        if not self.patterns:
            yield "chosen", where.chosen, bits
            return
        if not system_for(self.route, bits, complex_numbers=self.domain.complex).quick:
            bits = BITS + self.extra
        if self.steps:
            yield "whole", where.whole, bits
        for start in range(0, len(where.chosen), _CHUNK):
            yield f"chosen{start}", where.chosen[start : start + _CHUNK], bits
        turning = [*self.key.turning, *(part for part in self.answer.turning if part not in self.key.turning)]
        yield "beside", beside_corners(turning, self.letters, where.chosen[0], self.domain), bits
        if self.steps or len(self.tally.near) < _ENOUGH:
            trees = self.key.tree, self.answer.tree
            yield "around", around_constants(trees, self.letters, where.chosen[0], self.domain), bits

    def _confirmed(self, where: Points) -> Sameness:
        """Agreement looked at once more, with 400 bits, and with more where terms were too small to be seen."""
        batch: Sequence[Point] = self.tally.near[-_ENOUGH:]
        if not self.letters:
            batch = ((),)
        elif len(batch) < _ENOUGH:
            batch = where.chosen
        before = self.tally
        for bits in (CONFIRMED_BITS + self.extra, *_MORE_BITS):
            self.tally = _Tally()
            seen = self._look("confirm", batch, bits)
            if seen is not None:
                return self._refuted(seen, bits)
            if len(self.tally.near) >= (_ENOUGH if self.letters else 1):
                return _agreed(max(len(before.near), len(self.tally.near)), CONFIRMED_BITS)
            if not self.tally.unknown:
                break
        return self._without_agreement(before)

    def _without_agreement(self, before: _Tally) -> Sameness:
        """Too few points where both have values: perhaps one side is undefined everywhere."""
        seen = before.seen + self.tally.seen
        unknown = before.unknown + self.tally.unknown
        first, second = before.first + self.tally.first, before.second + self.tally.second
        if not first and not second and not unknown:
            return undecided("undefined", f"Neither has a value at any of {seen} points.")
        one_sided = bool(first) != bool(second)
        apart = min(first, second) >= _ENOUGH and not before.near and not self.tally.near
        if unknown == 0 and (one_sided or apart):
            where = "anywhere" if one_sided else "where the other has one"
            which = "The first" if not first else "The second" if not second else "Each"
            word = "has no value" if one_sided else "has values only"
            text = f"{which} {word} {where}" if one_sided else "Neither has a value where the other has one"
            return different("undefined", f"{text} ({seen} points looked at).")
        if self.work.refused or (unknown == seen and self._large()):
            return undecided("work", "It would be too much work: the numbers in them are too large.")
        return undecided("unclear", "The digits known can't tell them apart, nor confirm that they agree.")

    def _large(self) -> bool:
        """Whether there are large numbers in them."""
        return any(size_of(side.tree).bits > _MOST_EXTRA for side in (self.key, self.answer))

    # ------------------------------------------------------------------------------------------------------- looking
    def _look(self, name: str, batch: Sequence[Point], bits: int) -> _Seen | None:
        """Compare at some points; the first at which the two are certainly apart, with the values there."""
        if not batch:
            return None
        system, tally = system_for(self.route, bits, complex_numbers=self.domain.complex), self.tally
        with system.precise():
            mine, lost = self._column(self.key, name, batch, system)
            theirs, more_lost = self._column(self.answer, name, batch, system)
            for index, (a, b) in enumerate(zip(mine, theirs, strict=True)):
                if a is UNDEFINED or a is UNKNOWN or b is UNDEFINED or b is UNKNOWN:
                    tally.miss(a, b)
                    continue
                tally.both += 1
                if system.apart(a, b):
                    return _Seen(batch[index], *value_texts(system, a, b))
                if system.near(a, b) and index not in lost and index not in more_lost:
                    tally.near.append(batch[index])
                else:
                    tally.unknown += 1
        return None

    def _column(self, side: Side, name: str, batch: Sequence[Point], system: System) -> tuple[Column, set[int]]:
        """The values of a side, and where terms got lost; those of the key are kept from answer to answer."""
        kept = self.own and name not in _PASSING
        label = (name, self.patterns, system.bits)
        if kept and side is self.key:
            found = side.columns.get(label)
            if found is not None:
                return found
        if not side.known.under:
            return [UNDEFINED] * len(batch), set()
        values = self.key.coordinates.get(label) if kept else None
        if values is None:
            values = self._values(name, batch, system)
            if kept:
                self.key.coordinates[label] = values
        here = evaluation(Place(system, self.salt, self.work), values, len(batch))
        found = here.at(side.tree), here.lost
        if kept and side is self.key:
            side.columns[label] = found
        return found

    def _values(self, name: str, batch: Sequence[Point], system: System) -> dict[str, Column]:
        """The letters' values in a system."""
        if name in _PASSING:
            return _coordinates(system, self.letters, batch)
        return _kept_coordinates(system, self.where, name)

    # ------------------------------------------------------------------------------------------------- refuting points
    def _refuted(self, seen: _Seen, bits: int) -> Sameness:
        shown = self._shown(self._nicer(seen.point, bits) or seen)
        where = shown.where
        here = f"At {where} they are" if where else "They are"
        text = f"{here} {shown.values[0]} and {shown.values[1]}."
        return Sameness(False, "points", text, shown.point or None, shown.values)  # noqa: FBT003 - its first field

    def _nicer(self, point: Point, bits: int) -> _Seen | None:
        """A refuting point of small whole numbers, where the one found isn't."""
        for value in point:
            if value.denominator != 1 or not -_SMALL < value < _SMALL:
                break
        else:
            return None
        try:
            return self._look("small", small_points(self.letters, self.domain, point), bits)
        except TooMuchWork:
            return None

    def _shown(self, seen: _Seen) -> Refutation:
        named = {name: written(value) for name, value in zip(self.letters, seen.point, strict=True)}
        return Refutation(named, (seen.first, seen.second))


def _agreed(count: int, bits: int) -> Sameness:
    at = f"at {count} points" if count > 1 else "as far as they were worked out"
    return alike("points", f"They agree {at}, confirmed to {bits} bits ({bits * 3 // 10} digits).")


_AGREED = alike("points", "Both are defined.")


def _coordinates(system: System, letters: tuple[str, ...], batch: Sequence[Point]) -> dict[str, Column]:
    return {name: [system.number(point[i]) for point in batch] for i, name in enumerate(letters)}


@lru_cache(maxsize=512)
def _kept_coordinates(system: System, where: Where, name: str) -> dict[str, Column]:
    """The coordinates of a batch of the usual points."""
    usual = points(where)
    if name in {"nice", "whole"}:
        return _coordinates(system, where.letters, usual.nice if name == "nice" else usual.whole)
    start = int(name.removeprefix("chosen") or 0)
    return _coordinates(system, where.letters, usual.chosen[start : start + _CHUNK])
