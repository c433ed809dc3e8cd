"""Params that are drawn together, because a `where` or a dependent draw ties them: their attempts and their tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, NamedTuple

from quizgen.compiled import (
    CompiledTemplate,
    Computed,
    Condition,
    Draw,
    Grid,
    Listed,
    Named,
    Param,
    Picked,
    Rows,
    Shuffled,
    Stepped,
)
from quizgen.errors import MathsError, SpaceError, Undecided, Undefined
from quizgen.maths.expr import names
from quizgen.maths.values import whole
from quizgen.sampling.draws import Chosen, Fill, How, ListPool, Pool, RangePool, Several, Shuffle, Single, listed_pool

Evaluate = Callable[[Mapping[str, Any]], Any]
Tuple = tuple[Any, ...]
"""One value for each param of a Tie, as shown."""


class Chooser(NamedTuple):
    """One param's draw: `pool` is the same for every variant, or else `formula` makes it from earlier params.

    `pick` draws by a message of bytes, where the pool is fixed; `prefix` is the param's part of that message.
    """

    name: str
    prefix: bytes
    how: How
    pool: Pool | None
    pick: Callable[[bytes], Chosen] | None
    formula: Callable[[Mapping[str, Any]], Pool] | None = None

    def at(self, env: Mapping[str, Any]) -> Pool:
        """The pool, given the earlier params in base units."""
        return self.pool if self.formula is None else self.formula(env)  # type: ignore[return-value]  # one is there


class Where(NamedTuple):
    """A `where`: its number among them, its text, the lets and steps that it needs, and whether it holds.

    `fresh` are those of `lets` that the tests before it don't work out already.
    """

    number: int
    source: str
    lets: tuple[tuple[str, Evaluate], ...]
    fresh: tuple[tuple[str, Evaluate], ...]
    holds: Evaluate


@dataclass(frozen=True, eq=False, slots=True)
class Tie:
    """Params in order of dependence with the tests that they must pass; `given` are the tables, in an Env."""

    choosers: tuple[Chooser, ...]
    tests: tuple[Where, ...]
    given: dict[str, Any]

    def attempt(self, seed: bytes, count: int, env: dict[str, Any], shown: dict[str, Any]) -> None:
        """Take the values of least weight in attempt `count`: as shown into `shown`, in base units into `env`."""
        tail = b"%d\x00" % count + seed
        for chooser in self.choosers:
            name, prefix, how, _, pick, _ = chooser
            chosen = pick(prefix + tail) if pick is not None else how.pick(chooser.at(env), prefix + tail)
            shown[name], env[name] = chosen

    def passes(self, env: dict[str, Any]) -> bool:
        """Whether every test holds. One that has no value, as where it divides by zero, doesn't hold.

        Raises Undecided where a test can't be decided and no other one fails.
        """
        try:
            for _, _, _, fresh, holds in self.tests:
                for name, evaluate in fresh:
                    env[name] = evaluate(env)
                if not holds(env):
                    return False
        except (Undefined, Undecided):
            return not self.refusals(env)
        return True

    def refusals(self, env: dict[str, Any]) -> int:
        """The tests that fail, as bits; the order in which they stand makes no difference."""
        failed = 0
        undecided: tuple[str, Undecided] | None = None
        for bit, test in enumerate(self.tests):
            try:
                for name, evaluate in test.lets:
                    env[name] = evaluate(env)
                fails = not test.holds(env)
            except Undefined:
                fails = True
            except Undecided as error:
                fails, undecided = False, (test.source, error)
            failed |= fails << bit
        if undecided is not None and not failed:
            source, cause = undecided
            drawn = ", ".join(f"{each.name} = {env[each.name]}" for each in self.choosers)
            raise Undecided(f"where `{source}` at {drawn}: {cause.what}", mend=cause.mend) from cause
        return failed

    def tuples(self, env: dict[str, Any], done: Tuple = ()) -> Iterator[Tuple]:
        """Every distinct tuple, in one fixed order, whether it passes or not; in base units each stands in `env`."""
        if len(done) == len(self.choosers):
            yield done
            return
        chooser = self.choosers[len(done)]
        for shown, value in chooser.how.every(chooser.at(env)):
            env[chooser.name] = value
            yield from self.tuples(env, (*done, shown))

    def valid(self) -> Iterator[Tuple]:
        """Every distinct tuple that passes."""
        env = dict(self.given)
        return (shown for shown in self.tuples(env) if self.passes(env))

    def size(self, limit: int) -> int | None:
        """How many distinct tuples there are, passing or not; None if there are over `limit` and no product tells."""
        return self._size(dict(self.given), 0, limit)

    def _size(self, env: dict[str, Any], depth: int, limit: int) -> int | None:
        rest = self.choosers[depth:]
        if all(each.pool is not None for each in rest):
            return prod(each.how.size(each.at(env)) for each in rest)
        chooser, total = rest[0], 0
        if len(rest) == 1:
            return chooser.how.size(chooser.at(env))
        for _, value in chooser.how.every(chooser.at(env)):
            env[chooser.name] = value
            size = self._size(env, depth + 1, limit)
            if size is None or (total := total + size) > limit:
                return None
        return total


class Plan(NamedTuple):
    """How a template is drawn: its ties, and the order of its params."""

    ties: tuple[Tie, ...]
    order: tuple[str, ...]


def plan_of(template: CompiledTemplate) -> Plan:
    """The plan of a template, made once."""
    plan: Plan | None = template._made.get("plan")  # noqa: SLF001 - its own store of made things
    if plan is None:
        plan = template._made["plan"] = _plan(template)  # noqa: SLF001 - what a template has made once
    return plan


def _plan(template: CompiledTemplate) -> Plan:
    params = {param.name: param for param in template.params}
    ties = [_tie(template, [params[name] for name in group.params], group.conditions) for group in template.groups]
    tied = {index for group in template.groups for index in group.conditions}
    # A `where` without params ties nothing, and still has to hold.
    lone = tuple(index for index in range(len(template.where)) if index not in tied)
    if lone:
        ties.append(_tie(template, [], lone))
    return Plan(tuple(ties), tuple(params))


def _tie(template: CompiledTemplate, params: list[Param], conditions: tuple[int, ...]) -> Tie:
    # A template that continues another has its draws, and so they go by the other's name.
    domain = template.continues or template.id
    choosers = tuple(_chooser(template, param, f"{domain}\x00{param.name}\x00".encode()) for param in params)
    tests = _tests(template, conditions)
    return Tie(choosers, tests, _given(template) if tests or any(each.formula for each in choosers) else {})


def _given(template: CompiledTemplate) -> dict[str, Any]:
    """What formulas may name that no param changes: tables, and constants, which are lets that rest on nothing."""
    given: dict[str, Any] = dict(template.tables)
    for each in template.derived:
        if given.keys() >= set(each.needs):
            try:
                given[each.name] = template.evaluator(each)(given)
            except MathsError:
                continue  # where a test needs it, the test says so
    return given


def _tests(template: CompiledTemplate, conditions: tuple[int, ...]) -> tuple[Where, ...]:
    worked_out: set[str] = set()
    tests = []
    for index in conditions:
        condition = template.where[index]
        lets = _lets(template, condition)
        fresh = tuple(let for let in lets if let[0] not in worked_out)
        worked_out.update(name for name, _ in lets)
        tests.append(Where(index, condition.source, lets, fresh, template.formula(condition.formula)))
    return tuple(tests)


def _lets(template: CompiledTemplate, condition: Condition) -> tuple[tuple[str, Evaluate], ...]:
    used = names(condition.formula)
    needed = used.union(*(template.upstream(name) for name in used))
    return tuple((each.name, template.evaluator(each)) for each in template.derived if each.name in needed)


def _chooser(template: CompiledTemplate, param: Param, prefix: bytes) -> Chooser:
    how, draw = _taken(param.draw)
    named = template.names[param.name]
    if isinstance(draw, Computed):
        return Chooser(param.name, prefix, how, None, None, _computed(template.formula(draw.formula), named, how))
    pool = _enough(param.name, how, _pool(template, named, draw))
    return Chooser(param.name, prefix, how, pool, pool.one if isinstance(how, Single) else partial(how.pick, pool))


def _taken(draw: Draw) -> tuple[How, Listed | Stepped | Rows | Computed]:
    """How many values are taken, and what from."""
    if isinstance(draw, Picked):
        return Several(draw.count, draw.order), draw.of
    if isinstance(draw, Shuffled):
        return Shuffle(), draw.of
    if isinstance(draw, Grid):
        return Fill(draw.rows, draw.columns), draw.of
    return Single(), draw


def _enough(name: str, how: How, pool: Pool) -> Pool:
    if not how.size(pool):
        wanted = how.count if isinstance(how, Several) else 1
        raise SpaceError(f"{name}: {wanted} distinct values are to be drawn, and there are {pool.sizes()[0]}")
    return pool


def _pool(template: CompiledTemplate, named: Named, draw: Listed | Rows | Stepped) -> Pool:
    if isinstance(draw, Stepped):
        return RangePool(draw.count, _range(draw), lambda shown: _base(named, shown))
    values: list[Any] = [option.value for option in draw.options]
    if isinstance(draw, Rows):
        values = [template.tables[draw.table][row] for row in values]
    return ListPool.of([option.shown for option in draw.options], values, [option.digest for option in draw.options])


def _range(draw: Stepped) -> Callable[[int], Any]:
    if draw.ratio:
        return lambda index: whole(draw.first * draw.step**index)
    return lambda index: whole(draw.first + draw.step * index)


def _base(named: Named, shown: Any) -> Any:
    return whole((shown + named.display.offset) * named.display.factor)


def _computed(evaluate: Evaluate, named: Named, how: How) -> Callable[[Mapping[str, Any]], Pool]:
    factor, offset = named.display.factor, named.display.offset

    def own(value: Any) -> Any:
        if isinstance(value, bool | str | tuple) or (factor == 1 and not offset):
            return value
        return whole(value / factor - offset)

    return lambda env: _enough(named.name, how, listed_pool(evaluate(env), own))
