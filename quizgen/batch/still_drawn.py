"""Whether params that students have would still be drawn by a template that was changed since.

A changed key or text may be regraded: the numbers stand. A changed draw may not: nobody had that problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quizgen.compiled import CompiledTemplate, Computed, Draw, Env, Grid, Listed, Named, Picked, Rows, Shuffled, Stepped
from quizgen.errors import MathsError, NotFound
from quizgen.generator import params_from_json
from quizgen.maths.values import whole


def misfit(old: CompiledTemplate, new: CompiledTemplate, params: Mapping[str, Any]) -> str:
    """Why stored params (in JSON values) of `old` aren't a draw of `new`; "" if they are, with the same meaning."""
    if old.digests[0] == new.digests[0]:
        return ""
    added = [each.name for each in new.params if each.name not in params]
    removed = [each.name for each in old.params if each.name not in [other.name for other in new.params]]
    if added or removed:
        return "; ".join([*(f"param {name} is new" for name in added), *(f"param {name} is gone" for name in removed)])
    try:
        return _misfit(old, new, params)
    except (MathsError, NotFound, ValueError, TypeError) as error:
        return f"the params have no solution any more: {error}"


def _misfit(old: CompiledTemplate, new: CompiledTemplate, params: Mapping[str, Any]) -> str:
    before, after = params_from_json(old, params), params_from_json(new, params)
    was, env = old.base(before), new.solve(new.base(after))
    for param in new.params:
        name, shown = param.name, after[param.name]
        if not _is_drawn(shown, param.draw, new.names[name], new, env):
            return f"{name} = {_text(shown)} isn't drawn any more"
        if _plain(was[name]) != _plain(env[name]):
            return f"{name} = {_text(shown)} means another quantity now"
    for condition in new.where:
        if new.formula(condition.formula)(env) is not True:
            return f"`where {condition.source}` doesn't hold"
    return ""


def _is_drawn(shown: Any, draw: Draw, named: Named, template: CompiledTemplate, env: Env) -> bool:
    match draw:
        case Listed(options=options) | Rows(options=options):
            return shown in [option.shown for option in options]
        case Stepped():
            return _is_step(shown, draw)
        case Computed(formula=formula):
            return shown in [_own(value, named) for value in template.formula(formula)(env)]
        case Picked(count=count, of=of, order=order):
            each_is = isinstance(shown, tuple) and len(shown) == count == len(set(shown))
            return (
                each_is and _is_ordered(shown, order) and all(_is_drawn(it, of, named, template, env) for it in shown)
            )
        case Grid(rows=rows, columns=columns, of=of):
            sizes = [len(row) if isinstance(row, tuple) else 0 for row in shown] if isinstance(shown, tuple) else []
            fits = sizes == [columns] * rows
            return fits and all(_is_drawn(it, of, named, template, env) for row in shown for it in row)
        case Shuffled(of=of):
            return isinstance(shown, tuple) and Counter(shown) == Counter(_all(of, named, template, env))


def _is_step(shown: Any, draw: Stepped) -> bool:
    if not isinstance(shown, int | Fraction):
        return False
    if not draw.ratio:
        steps = Fraction(shown - draw.first) / draw.step if draw.step else Fraction(0)
        return steps.denominator == 1 and 0 <= steps < draw.count and draw.first + steps * draw.step == shown
    value = Fraction(draw.first)
    for _ in range(draw.count):
        if value == shown:
            return True
        value *= draw.step
    return False


def _is_ordered(shown: tuple[Any, ...], order: str) -> bool:
    if order == "drawn":
        return True
    return list(shown) == sorted(shown, reverse=order == "falling")


def _all(draw: Listed | Rows | Computed, named: Named, template: CompiledTemplate, env: Env) -> list[Any]:
    if isinstance(draw, Computed):
        return [_own(value, named) for value in template.formula(draw.formula)(env)]
    return [option.shown for option in draw.options]


def _own(value: Any, named: Named) -> Any:
    """A value in base units in the param's own unit; a row by its id."""
    value = getattr(value, "id", value)
    display = named.display
    if isinstance(value, str | bool) or (display.factor == 1 and not display.offset):
        return value
    return whole(Fraction(value) / display.factor - display.offset)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, tuple) else getattr(value, "id", value)


def _text(shown: Any) -> str:
    return ", ".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)


__all__ = ["misfit"]
