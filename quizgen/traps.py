"""The graph gone wrong: what each named mistake gives for a part, and which of them a response has made.

A trap counts for a part of a variant only if what it gives differs from the key by more than the part's tolerance
(POSITIONS 31). A mistake that has no value here (a division by zero, say) is no mistake that can be made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from quizgen.answers import Asked, answer_type
from quizgen.compiled import CompiledTemplate, Part, Trap
from quizgen.errors import MathsError
from quizgen.maths.expr import Expr
from quizgen.maths.open_values import FORMULAS, compile_tree, is_equation
from quizgen.verdict import Reading


class TrapValue(NamedTuple):
    """A trap with what it gives for one part, as a key of the part's answer type; None where it picks options."""

    trap: Trap
    value: Any


def values(template: CompiledTemplate, part: Part, asked: Asked) -> tuple[TrapValue, ...]:
    """What every trap that counts for this part gives, in the template's order, the part's own traps last.

    `asked` is the part as `generator.asked` gives it, so its values are the variant's own, right ones.
    """
    kind = answer_type(part.answer)
    key = kind.key(asked)
    found = []
    for trap in template.traps:
        if trap.part not in ("", part.id) or not _is_on(template, trap, asked):
            continue
        given = _given(template, trap, part, asked)
        if trap.picks is not None or (given is not None and _counts(part, given, key, asked)):
            found.append(TrapValue(trap, given))
    return tuple(found)


def doubtful(template: CompiledTemplate, part: Part, asked: Asked) -> tuple[tuple[Trap, str], ...]:
    """Traps that don't count because it can't be decided whether they differ from the key, each with the reason."""
    kind = answer_type(part.answer)
    key = kind.key(asked)
    found = []
    for trap in template.traps:
        if trap.part in ("", part.id) and trap.picks is None and _is_on(template, trap, asked):
            given = _given(template, trap, part, asked)
            why = kind.doubts(given, key, asked) if given is not None else ""
            if why:
                found.append((trap, why))
    return tuple(found)


def met(
    template: CompiledTemplate, part: Part, found: Iterable[TrapValue], reading: Reading, asked: Asked
) -> tuple[Trap, ...]:
    """The traps that a response which isn't right has met: all of those that give its value."""
    kind = answer_type(part.answer)
    key = kind.key(asked)
    return tuple(
        trap
        for trap, value in found
        if (_picks(template, trap, reading, part, asked) if value is None else kind.meets(reading, value, key, asked))
    )


def _is_on(template: CompiledTemplate, trap: Trap, asked: Asked) -> bool:
    try:
        return trap.when is None or template.formula(trap.when)(dict(asked.values)) is True
    except MathsError:
        return False


def _given(template: CompiledTemplate, trap: Trap, part: Part, asked: Asked) -> Any:
    try:
        if trap.gives is not None and "letters" in asked.spec:
            # as the key itself is made: params that stay open in it stay open here
            return answer_type(part.answer).key(asked._replace(spec={**asked.spec, "is": trap.gives}))
        if trap.gives is not None:
            return _gives(template, trap.gives, asked)
        if trap.instead:
            instead = {step: template.formula(expr) for step, expr in trap.instead}
            reworked = {each.name: template.evaluator(each) for each in trap.reworked}
            wrong = template.resolve(asked.values, instead | reworked)
            return answer_type(part.answer).key(asked._replace(values=_rewritten(template, wrong, trap)))
    except MathsError:
        return None
    return None


def _gives(template: CompiledTemplate, formula: Expr, asked: Asked) -> Any:
    """What a formula gives: its value, but an equation, a set or an interval with letters as a tree."""
    if is_equation(formula, template.open_names):
        return compile_tree(formula, template.log)(asked.values)
    return template.formula(formula)(dict(asked.values))


def _rewritten(template: CompiledTemplate, values: dict[str, Any], trap: Trap) -> dict[str, Any]:
    """Values whose formulas too are the trap's: a key with open params is written out by them."""
    formulas = values.get(FORMULAS)
    if formulas is None:
        return values
    replaced = {step: _always(expr) for step, expr in trap.instead}
    reworked = {each.name: partial(template.form, each) for each in trap.reworked}
    return {**values, FORMULAS: {**formulas, **replaced, **reworked}}


def _always(expr: Expr) -> Callable[[Any], Expr]:
    return lambda _: expr


def _counts(part: Part, value: Any, key: Any, asked: Asked) -> bool:
    try:
        return answer_type(part.answer).differs(value, key, asked)
    except MathsError:
        return False


def _picks(template: CompiledTemplate, trap: Trap, reading: Reading, part: Part, asked: Asked) -> bool:
    it = answer_type(part.answer).it(reading, asked)
    if trap.picks is None or it is None:
        return False
    try:
        return template.formula(trap.picks)({**asked.values, "it": it}) is True
    except MathsError:
        return False
