"""Closures of lists, binders and functions: the part of evaluation where one value comes of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from quizgen.errors import KindError
from quizgen.maths.arithmetic import round_dp, round_sf
from quizgen.maths.closures import (
    Constant,
    Env,
    Evaluator,
    Setting,
    Value,
    budgeted,
    charged,
    one,
    placed,
    spend,
    truth,
    two,
)
from quizgen.maths.equality import without_repeats
from quizgen.maths.expr import Call, Each, Figures, ListOf, RangeOf, SetOf, TupleOf, size
from quizgen.maths.functions import ON_LISTS, ON_VALUES, bounded_list, items_of, logarithm, range_of


# ------------------------------------------------------------------------------------------------ lists and binders
def make_list(node: ListOf | TupleOf, setting: Setting) -> Evaluator:
    """`[a, b]` and `(a, b)`: a tuple of values."""
    items = [setting.closure(item) for item in node.items]
    if all(isinstance(item, Constant) for item in items):
        return Constant(tuple(item({}) for item in items))
    return lambda env: tuple([item(env) for item in items])


def make_set(node: SetOf, setting: Setting) -> Evaluator:
    """`{a, b}`: a frozenset of values that differ."""
    items = [setting.closure(item) for item in node.items]
    return placed(lambda env: frozenset(without_repeats(tuple(item(env) for item in items))), node.at)


def make_range(node: RangeOf, setting: Setting) -> Evaluator:
    """`1..n`: a tuple of ints."""
    run = two(range_of, setting.closure(node.first), setting.closure(node.last))
    return placed(charged(run, setting), node.at)


def make_each(node: Each, setting: Setting) -> Evaluator:
    """`[body for x in source if condition]`: a tuple of values."""
    each = _rounds(node, setting)
    return placed(lambda env: tuple(each(env)), node.at)


def _rounds(node: Each, setting: Setting) -> Callable[[Env], Iterator[Value]]:
    """The values of a binder one by one: the body for each item of the source that meets the condition."""
    source, inner = setting.closure(node.source), setting._replace(bound=True)
    body = inner.closure(node.body)
    condition = None if node.condition is None else inner.closure(node.condition)
    weight = size(node.body) + (0 if node.condition is None else size(node.condition))

    def run(env: Env) -> Iterator[Value]:
        own = budgeted(env)
        for item in bounded_list(items_of(source(env))):
            spend(own, weight)
            own[node.name] = item
            if condition is None or truth(condition(own)):
                yield body(own)

    return run


# --------------------------------------------------------------------------------------------------------- functions
def make_call(node: Call, setting: Setting) -> Evaluator:
    """A function of its arguments; those of one list take several values, one list or one binder."""
    if node.function in _SPECIAL:
        return placed(_SPECIAL[node.function](node, setting), node.at)
    arguments = [charged(setting.closure(argument), setting) for argument in node.arguments]
    if node.function in ON_LISTS:
        return placed(_on_list(ON_LISTS[node.function], arguments), node.at)
    if node.function not in ON_VALUES:
        raise KindError(f"{node.function} can't be evaluated here", start=node.at[0], end=node.at[1])
    return placed(charged(_on_values(ON_VALUES[node.function], arguments), setting), node.at)


def _on_values(function: Callable[..., Value], arguments: list[Evaluator]) -> Evaluator:
    match arguments:
        case [only]:
            return one(function, only)
        case [left, right]:
            return two(function, left, right)
    return lambda env: function(*[argument(env) for argument in arguments])


def _on_list(function: Callable[[tuple[Any, ...]], Value], arguments: list[Evaluator]) -> Evaluator:
    match arguments:
        case [only]:
            return one(lambda value: function(_listed(value)), only)
        case [left, right]:
            return two(lambda x, y: function((x, y)), left, right)
    return lambda env: function(tuple([argument(env) for argument in arguments]))


def _listed(value: Value) -> tuple[Value, ...]:
    """The items of a list, set or table; another value is a list of one."""
    return items_of(value) if type(value) is tuple or isinstance(value, frozenset | Mapping) else (value,)


def _if(node: Call, setting: Setting) -> Evaluator:
    condition, yes, no = map(setting.closure, node.arguments)
    return lambda env: yes(env) if truth(condition(env)) else no(env)


def _truths(node: Call, setting: Setting) -> Callable[[Env], Iterator[bool]]:
    """The truths of `any` and `all`, each evaluated only when it is asked for."""
    only = node.arguments[0]
    if len(node.arguments) == 1 and isinstance(only, Each):
        rounds = _rounds(only, setting)
        return lambda env: map(truth, rounds(env))
    parts = [charged(setting.closure(argument), setting) for argument in node.arguments]
    return lambda env: map(truth, chain.from_iterable(_listed(part(env)) for part in parts))


def _any(node: Call, setting: Setting) -> Evaluator:
    truths = _truths(node, setting)
    return lambda env: any(truths(env))


def _all(node: Call, setting: Setting) -> Evaluator:
    truths = _truths(node, setting)
    return lambda env: all(truths(env))


def _log(node: Call, setting: Setting) -> Evaluator:
    arguments = [setting.closure(argument) for argument in node.arguments]
    if len(arguments) == 1 and setting.log == "natural":
        return one(logarithm, arguments[0])
    return two(logarithm, arguments[0], arguments[1] if len(arguments) > 1 else Constant(10))


def _round(node: Call, setting: Setting) -> Evaluator:
    figures = node.arguments[1] if len(node.arguments) > 1 else Figures(0, "dp")
    if not isinstance(figures, Figures):
        raise KindError("round wants figures", start=node.at[0], end=node.at[1], mend="write round(x, 2 dp)")
    rounding = round_dp if figures.kind == "dp" else round_sf
    return two(rounding, setting.closure(node.arguments[0]), Constant(figures.count))


def _unfolded(node: Call, _: Setting) -> Evaluator:
    raise KindError(f"{node.function} wants its unit folded in first", start=node.at[0], end=node.at[1])


_SPECIAL: dict[str, Callable[[Call, Setting], Evaluator]] = {
    "if": _if, "any": _any, "all": _all, "log": _log, "round": _round, "unit": _unfolded, "number": _unfolded,
}  # fmt: skip
