"""The space of a template: how many variants it has, what each `where` refuses, and every variant in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from quizgen.compiled import CompiledTemplate
from quizgen.errors import SpaceError
from quizgen.sampling.ties import Tie, Tuple, plan_of

LIMIT = 1_000_000
"""The largest number of tuples of one tie that is looked at one by one."""
TRIED = 2_000
"""How many keyed attempts measure the acceptance of a tie that is larger than that."""
LEAST = Fraction(5, 100)
"""The least acceptance of a tie that can't be enumerated: 1,000 attempts then fail once in 10^22 draws."""
HELD = 100_000
"""The largest number of valid tuples of one tie that is held while another one is gone through."""


class Refusal(NamedTuple):
    """What one `where` does: of the tuples tried, how many it refuses, and how many no other one refuses.

    Where the whole space can be counted, both are of its raw tuples, and no other one means no other of the same tie.
    """

    source: str
    refused: int
    alone: int


@dataclass(frozen=True, slots=True)
class Space:
    """How many distinct variants there are (`count`, None if that isn't known) of how many `raw` tuples of values.

    `tried` tuples, or keyed attempts where a tie is too large, give `acceptance`: the share that satisfies `where`, of
    the tie with the lowest one, since ties attempt apart. `refusals` go by the template's `where`.
    """

    count: int | None
    raw: int | None
    tried: int
    acceptance: Fraction
    refusals: tuple[Refusal, ...]


class Tally(NamedTuple):
    """The tuples of one tie by the tests that refuse them, as bits; `raw` counts all, None if that isn't known."""

    tie: Tie
    raw: int | None
    enumerated: bool
    by_refusals: Counter[int]

    @property
    def tried(self) -> int:
        """How many tuples were looked at."""
        return self.by_refusals.total()

    @property
    def acceptance(self) -> Fraction:
        """The share that passes; 1 where nothing can refuse."""
        return Fraction(self.by_refusals[0], self.tried) if self.tried else Fraction(1)

    @property
    def valid(self) -> int | None:
        """How many distinct tuples pass, None if that isn't known."""
        if not self.tie.tests:
            return self.raw
        return self.by_refusals[0] if self.enumerated else None


def space(template: CompiledTemplate, limit: int = LIMIT) -> Space:
    """Count the variants: exactly where no tie has more than `limit` tuples, each tie apart.

    Raises SpaceError where there is none, or where a tie that is too large accepts under 5 % of its attempts; it names
    the `where` that does it. Raises Undecided for a `where` that can't be decided.
    """
    tallies = [tally(tie, limit) for tie in plan_of(template).ties]
    for each in tallies:
        if each.tried and not each.by_refusals[0]:
            raise SpaceError(f"{template.id}: no variant is left. {blame(each)}")
        if not each.enumerated and each.acceptance < LEAST:
            raise SpaceError(
                f"{template.id}: only {float(each.acceptance):.1%} of draws satisfy where, and there are too many "
                f"values to look for the rest one by one. {blame(each)}"
            )
    raw = _product(each.raw for each in tallies)
    refusals = {test.number: _refusal(each, bit, raw) for each in tallies for bit, test in enumerate(each.tie.tests)}
    return Space(
        _product(each.valid for each in tallies),
        raw,
        sum(each.tried for each in tallies),
        min((each.acceptance for each in tallies), default=Fraction(1)),
        tuple(refusals[number] for number in sorted(refusals)),
    )


def tally(tie: Tie, limit: int = LIMIT) -> Tally:
    """Look at every tuple of a tie, or at keyed attempts where there are more than `limit`."""
    raw = tie.size(limit)
    if not tie.tests:
        return Tally(tie, raw, enumerated=True, by_refusals=Counter())
    env = dict(tie.given)
    enumerated = raw is not None and raw <= limit
    tuples: Iterable[object] = tie.tuples(env) if enumerated else _attempts(tie, env)
    by_refusals = Counter(tie.refusals(env) for _ in tuples)
    return Tally(tie, raw, enumerated, by_refusals)


def _attempts(tie: Tie, env: dict[str, Any]) -> Iterator[int]:
    """Keyed attempts, one after another, in `env`."""
    for turn in range(TRIED):
        tie.attempt(b"space %d" % turn, 0, env, {})
        yield turn


def blame(tally: Tally) -> str:
    """Which `where`, or which few together, must go for variants to be left, in a sentence each."""
    refused = [mask for mask in tally.by_refusals if mask]
    fewest = min((mask.bit_count() for mask in refused), default=0)
    sentences = [_would_leave(tally, mask) for mask in sorted(refused) if mask.bit_count() == fewest]
    return " ".join(sentences)


def _would_leave(tally: Tally, mask: int) -> str:
    sources = [f"`{test.source}`" for bit, test in enumerate(tally.tie.tests) if mask >> bit & 1]
    left = sum(count for refused, count in tally.by_refusals.items() if refused | mask == mask)
    what = "combinations" if tally.enumerated else "draws"
    return f"Without where {' and '.join(sources)}, {left:,} of {tally.tried:,} {what} would be left."


def _refusal(tally: Tally, bit: int, raw: int | None) -> Refusal:
    """What a test refuses; each tuple of its tie stands beside every tuple of the other ties."""
    masks = tally.by_refusals
    times = raw // tally.raw if raw is not None and tally.raw and tally.enumerated else 1
    refused = sum(count for mask, count in masks.items() if mask >> bit & 1)
    return Refusal(tally.tie.tests[bit].source, refused * times, masks[1 << bit] * times)


def _product(counts: Iterable[int | None]) -> int | None:
    product = 1
    for count in counts:
        if count is None:
            return None
        product *= count
    return product


@lru_cache(maxsize=64)
def first_valid(tie: Tie) -> Tuple:
    """The first tuple that passes, for a tie whose attempts all failed.

    Raises SpaceError where none does, or where there are too many to look at.
    """
    raw = tie.size(LIMIT)
    if raw is None or raw > LIMIT:
        raise SpaceError("no attempt satisfies where, and there are too many values to look for one that does")
    found = next(tie.valid(), None)
    if found is None:
        raise SpaceError(f"no variant is left. {blame(tally(tie))}")
    return found


def variants(template: CompiledTemplate) -> Iterator[dict[str, Any]]:
    """The params of every distinct variant, in their own units, in one fixed order and without holding them all."""
    plan = plan_of(template)
    names = [chooser.name for tie in plan.ties for chooser in tie.choosers]
    outermost: Iterable[Tuple] = plan.ties[0].valid() if plan.ties else [()]
    inner = [_Passing(tie) for tie in plan.ties[1:]]
    for values in outermost:
        for others in _rows(inner):
            drawn = dict(zip(names, (*values, *others), strict=True))
            yield {name: drawn[name] for name in plan.order}


class _Passing:
    """The valid tuples of a tie, again and again: held after the first time if they are few."""

    def __init__(self, tie: Tie) -> None:
        self.tie = tie
        self.held: list[Tuple] | None = None

    def __iter__(self) -> Iterator[Tuple]:
        if self.held is not None:
            return iter(self.held)
        some = list(islice(self.tie.valid(), HELD + 1))
        if len(some) <= HELD:
            self.held = some
            return iter(some)
        return self.tie.valid()


def _rows(passing: list[_Passing]) -> Iterator[Tuple]:
    if not passing:
        yield ()
        return
    for values in passing[0]:
        for others in _rows(passing[1:]):
            yield (*values, *others)
