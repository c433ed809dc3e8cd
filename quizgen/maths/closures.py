"""What evaluating closures are made of: constants, names, operations on one or two values, places, a work budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quizgen.errors import KindError, MathsError, TooMuchWork
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import NUMBERS, bits, describe
from quizgen.maths.expr import NOWHERE, Expr, Span

Value = Any
"""A number (int, Fraction that isn't whole, Approx), text (str), truth (bool), list (tuple), set (frozenset), Row,
table (a mapping of rows by id), or a tree with open letters (Expr)."""
Env = Mapping[str, Value]
"""Values by name, numbers in base units; a table stands under its name as its rows by id."""
Evaluator = Callable[[Env], Value]

MOST_WORK = 1_000_000
"""How many nodes the binders of one formula may evaluate, all rounds taken together."""
LEARNERS_WORK = 200_000
"""The same for a learner's formula."""
MOST_DEPTH = 200
_COST_OF_APPROX = 50  # against a node of exact arithmetic
_WORK = "#work"  # no name of the language has a #


class Setting(NamedTuple):
    """How a formula is compiled.

    `makers` make a closure of each type of node, `log` is the base of `log(x)` ("natural" or "10"), `depth` counts the
    nodes above, `bound` says whether a binder is among them.
    """

    makers: Mapping[type, Callable[[Any, Setting], Evaluator]]
    log: str = "natural"
    depth: int = 0
    bound: bool = False

    def closure(self, node: Expr) -> Evaluator:
        """A closure for a node. Raises TooMuchWork, KindError."""
        if self.depth > MOST_DEPTH:
            raise TooMuchWork(f"a formula nested deeper than {MOST_DEPTH}")
        maker = self.makers.get(type(node))
        if maker is None:
            raise KindError("this can't stand here", start=node.at[0], end=node.at[1])
        return maker(node, self._replace(depth=self.depth + 1))


class Constant:
    """The same value in every Env. Closures look inside, so that a constant costs no call."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __call__(self, _: Env) -> Value:
        """The value."""
        return self.value


class Lookup:
    """The value of a name. Closures look inside, so that a name costs no call."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, env: Env) -> Value:
        """The value in this Env. Raises KeyError."""
        return env[self.name]


def two(operate: Callable[[Value, Value], Value], left: Evaluator, right: Evaluator) -> Evaluator:
    """An operation on two values, without a call for names and constants."""
    match left, right:
        case Constant(value=x), Constant(value=y):
            return settled(lambda _: operate(x, y))
        case Lookup(name=a), Lookup(name=b):
            return lambda env: operate(env[a], env[b])
        case Lookup(name=a), Constant(value=y):
            return lambda env: operate(env[a], y)
        case Constant(value=x), Lookup(name=b):
            return lambda env: operate(x, env[b])
        case Lookup(name=a), _:
            return lambda env: operate(env[a], right(env))
        case _, Lookup(name=b):
            return lambda env: operate(left(env), env[b])
    return lambda env: operate(left(env), right(env))


def one(operate: Callable[[Value], Value], only: Evaluator) -> Evaluator:
    """An operation on one value."""
    if isinstance(only, Constant):
        return settled(lambda _: operate(only.value))
    return lambda env: operate(only(env))


def settled(run: Evaluator) -> Evaluator:
    """A closure that needs no Env, evaluated now; what goes wrong goes wrong again when it is asked."""
    try:
        return Constant(run({}))
    except MathsError:
        return run


def placed(run: Evaluator, at: Span) -> Evaluator:
    """The same closure, whose errors say where in the formula they came up."""
    if at == NOWHERE or isinstance(run, Constant | Lookup):
        return run

    def with_place(env: Env) -> Value:
        try:
            return run(env)
        except MathsError as error:
            if error.start < 0:
                error.start, error.end = at
            raise

    return with_place


def truth(value: Value) -> bool:
    """The value itself if it is a truth. Raises KindError."""
    if value is True or value is False:
        return value
    raise KindError(f"{describe(value)} is neither true nor false")


# --------------------------------------------------------------------------------------------------- the work budget
def budgeted(env: Env) -> dict[str, Value]:
    """An Env of a binder's own, with what is left of the formula's budget."""
    return {_WORK: [MOST_WORK], **env}


def learners() -> dict[str, Value]:
    """An Env without names for a formula that a learner wrote: its sums and products have a smaller budget."""
    return {_WORK: [LEARNERS_WORK]}


def spend(env: Env, work: int) -> None:
    """Take work off the budget. Raises TooMuchWork."""
    left = env[_WORK]
    left[0] -= work
    if left[0] < 0:
        raise TooMuchWork("the binders of this formula go through too many rounds")


def charged(run: Evaluator, setting: Setting) -> Evaluator:
    """Inside a binder, a list is charged for its length and a number for its bits."""
    if not setting.bound or (isinstance(run, Constant) and type(run.value) is not tuple):
        return run

    def with_charge(env: Env) -> Value:
        value = run(env)
        spend(env, _cost(value))
        return value

    return with_charge


def _cost(value: Value) -> int:
    if type(value) is tuple:
        return len(value)
    if isinstance(value, Approx):
        return _COST_OF_APPROX
    return bits(value) // 300 if type(value) in NUMBERS else 0
