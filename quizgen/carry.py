"""Re-solve a variant with values that a learner had: their own earlier answers, or steps rounded in a chain.

POSITIONS 30 says when an earlier answer carries, POSITIONS 19 which roundings are honest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from quizgen.answers import Asked, answer_type
from quizgen.answers.tolerance import Scale, ends
from quizgen.compiled import (
    CompiledTemplate,
    Computed,
    Derived,
    Draw,
    Env,
    Grid,
    Listed,
    Part,
    Picked,
    Rows,
    Shuffled,
    Stepped,
)
from quizgen.errors import MathsError, QuizgenError
from quizgen.maths.approx import Approx
from quizgen.maths.expr import Expr, Name, names
from quizgen.maths.values import round_sf

TRIED = 8
"""How many other values of a param are tried before it counts as moving nothing."""
Own = Mapping[str, Any]
"""A learner's own values by the step that each stands in for, in base units."""


class Posed(NamedTuple):
    """One part of one variant; `params` are in their own units, `asked` has the variant's own values."""

    template: CompiledTemplate
    params: Mapping[str, Any]
    part: Part
    asked: Asked

    def key(self, values: Env) -> Any:
        """The key that the part would have with these values. Raises MathsError."""
        return answer_type(self.part.answer).key(self.asked._replace(values=values))

    def differs(self, value: Any, key: Any) -> bool:
        """Whether two keys differ by more than the part's tolerance."""
        return answer_type(self.part.answer).differs(value, key, self.asked)


class Resolved(NamedTuple):
    """A part re-solved with other values upstream, and the key that it then has."""

    asked: Asked
    key: Any


class Reach(NamedTuple):
    """What a part's answer rests on: steps where the walk upstream stopped, and the names that it passed through."""

    stopped: frozenset[str]
    passed: frozenset[str]


def bare_step(part: Part) -> str:
    """The name whose value is the part's key; "" where the key is another formula or none."""
    formula = part.spec.get("is")
    return formula.name if isinstance(formula, Name) else ""


def reach(template: CompiledTemplate, part: Part, stops: frozenset[str]) -> Reach:
    """Walk upstream from a part, on each path to the first name of `stops`; the part's own step is passed."""
    made = template._made  # noqa: SLF001 - the store of what a template makes
    asks = ("reach", part.id, stops)
    found: Reach | None = made.get(asks)
    if found is None:
        found = made[asks] = _reach(template, part, stops)
    return found


def _reach(template: CompiledTemplate, part: Part, stops: frozenset[str]) -> Reach:
    needs = {each.name: each.needs for each in template.derived}
    own = bare_step(part)
    waiting = list(needs.get(own, ())) if own else sorted(_names(_without_given(part.spec)))
    stopped, passed = set[str](), {own} if own else set[str]()
    while waiting:
        name = waiting.pop()
        if name in stops:
            stopped.add(name)
        elif name in template.names and name not in passed:
            passed.add(name)
            waiting.extend(needs.get(name, ()))
    return Reach(frozenset(stopped), frozenset(passed))


def carried(posed: Posed, own: Own) -> Resolved | None:
    """The part with the learner's own values upstream; None where none of them reaches it or it has no value then."""
    template, asked = posed.template, posed.asked
    reached = reach(template, posed.part, frozenset(own)).stopped
    if not reached or not all(_is_like(own[step], asked.values[step]) for step in reached):
        return None
    return _resolved(posed, {step: own[step] for step in reached})


def may_carry(posed: Posed, resolved: Resolved, own: Own) -> bool:
    """Whether what follows from these own values is still the question that was asked (POSITIONS 30).

    `resolved` is what `carried` gave for them. Every `verify` about what the part rests on holds, and every param that
    it still rests on moves it.
    """
    reached = reach(posed.template, posed.part, frozenset(own))
    kept = {step: own[step] for step in reached.stopped}
    remaining = [each.name for each in posed.template.params if each.name in reached.passed]
    if not _verified(posed.template, reached, resolved.asked):
        return False
    return all(_still_moves(posed, resolved.key, kept, name) for name in remaining)


def rounded(posed: Posed, figures: int) -> Resolved | None:
    """The part with all steps upstream rounded alike to significant figures, in one chain; None where it has none.

    Each step is rounded in the unit that it is shown in, half up.
    """
    chain = _chain(posed.template, posed.part, figures)
    return _resolved(posed, chain) if chain else None


Rounding = Callable[[Env], Any]
"""Gives a step's value, rounded."""


def _chain(template: CompiledTemplate, part: Part, figures: int) -> Mapping[str, Rounding]:
    """What gives each step upstream of a part, rounded."""
    made = template._made  # noqa: SLF001 - the store of what a template makes
    chain: Mapping[str, Rounding] | None = made.get(("chain", part.id, figures))
    if chain is None:
        passed = reach(template, part, frozenset()).passed - {bare_step(part)}
        chain = made["chain", part.id, figures] = {
            each.name: _rounding(template, each, figures)
            for each in template.derived
            if each.name in passed and _is_number_step(template, each.name)
        }
    return chain


def _resolved(posed: Posed, instead: Mapping[str, Any]) -> Resolved | None:
    try:
        env = posed.template.resolve(posed.asked.values, instead)
        return Resolved(posed.asked._replace(values=env), posed.key(env))
    except MathsError:
        return None


def _is_number_step(template: CompiledTemplate, name: str) -> bool:
    named = template.names[name]
    return named.role == "step" and named.kind.what == "number"


def _rounding(template: CompiledTemplate, derived: Derived, figures: int) -> Rounding:
    display = template.names[derived.name].display
    scale, evaluate = Scale(display.factor, display.offset), template.evaluator(derived)

    def rounding(env: Env) -> Any:
        return scale.value(round_sf(scale.shown(evaluate(env)), figures))

    return rounding


def _without_given(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A spec but for what only tells which responses earn nothing."""
    return {name: value for name, value in spec.items() if name != "given"}


def _names(spec: Any) -> set[str]:
    """The free names of every formula in a part's spec."""
    if isinstance(spec, Expr):
        return set(names(spec))
    if isinstance(spec, Mapping):
        return set().union(*(_names(item) for item in spec.values()))
    if type(spec) in (list, tuple):
        return set().union(*(_names(item) for item in spec))
    return set()


def _is_like(own: Any, key: Any) -> bool:
    """Of the key's sign, so not zero where the key isn't; other values than numbers are alike by their kind."""
    numbers = int | Fraction | Approx
    if isinstance(key, numbers) and isinstance(own, numbers):
        return _sign(own) == _sign(key)
    return (isinstance(key, Expr) and isinstance(own, Expr)) or type(own) is type(key)


def _sign(value: Any) -> int:
    low, high = ends(value)
    return (low > 0) - (high < 0)


def _verified(template: CompiledTemplate, reached: Reach, resolved: Asked) -> bool:
    known = reached.stopped | reached.passed
    try:
        return all(
            template.formula(condition.formula)(dict(resolved.values)) is True
            for condition in template.verify
            if known.issuperset(condition.needs)
        )
    except MathsError:
        return False


def _still_moves(posed: Posed, key: Any, kept: Own, name: str) -> bool:
    """Whether another value of the param moves the re-solved answer; it need not where it doesn't move the key."""
    template, moves_key = posed.template, False
    now = posed.params[name]
    others = (value for value in _drawable(posed, _draw(template, name), now) if value != now)
    for shown in islice(others, TRIED):
        try:
            env = template.solve(template.base({**posed.params, name: shown}))
            if posed.differs(posed.key(template.resolve(env, kept)), key):
                return True
            moves_key = moves_key or posed.differs(posed.key(env), posed.key(dict(posed.asked.values)))
        except QuizgenError:
            continue
    return not moves_key


def _draw(template: CompiledTemplate, name: str) -> Draw:
    return next(each.draw for each in template.params if each.name == name)


def _drawable(posed: Posed, draw: Draw, now: Any) -> Iterator[Any]:
    """Values that a draw can give, in the param's own unit, the rest of the variant being as it is."""
    match draw:
        case Listed(options=options) | Rows(options=options):
            yield from dict.fromkeys(option.shown for option in options)
        case Stepped(first=first, step=step, count=count, ratio=ratio):
            for place in range(count):
                yield first * step**place if ratio else first + place * step
        case Computed(formula=formula):
            listed = posed.template.formula(formula)(posed.template.base(posed.params))
            yield from listed if isinstance(listed, tuple) else ()
        case Picked(of=of):
            yield from ((*now[:-1], value) for value in _drawable(posed, of, now) if value not in now)
        case Shuffled():
            yield now[::-1]
        case Grid(of=of):
            (first, *row), *rows = now
            yield from (((value, *row), *rows) for value in _drawable(posed, of, first))
