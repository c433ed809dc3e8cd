"""The value of a step with open letters, as a textbook would give it."""

from __future__ import annotations

from typing import Any, NamedTuple

from quizgen.maths.cas import has_verb
from quizgen.maths.closures import Env
from quizgen.maths.collect import collected
from quizgen.maths.dimensions import Kind
from quizgen.maths.expr import Call, Expr, Power, Quotient, children
from quizgen.maths.neat import part_of
from quizgen.maths.open_values import as_tree, compile_open, compile_tree, number_in


class Manner(NamedTuple):
    """What `log` means ("natural", "10"), and the letters that are constants of integration."""

    log: str = "natural"
    constants: frozenset[str] = frozenset()


def worked_out(written: Expr, formula: Expr, kind: Kind, env: Env, manner: Manner) -> Any:
    """The value of a step: `written` as its author wrote it, `formula` with its verbs carried out.

    What verbs made is collected; what else was written stays as it is. Raises MathsError.
    """
    if kind.what in ("equation", "inequality", "interval"):
        return collected(compile_tree(formula, manner.log)(env))
    value = compile_open(formula, manner.log)(env)
    if has_verb(written):
        rising = isinstance(written, Call) and written.function == "taylor"
        value = _gathered(value, manner.constants, rising=rising)
    elif kind.what == "number":
        value = _gathered(value, manner.constants, rising=False)  # e^(ln 4) is 4, and no number near it
    if kind.what == "number":
        return number_in(value, manner.log)
    return as_tree(value) if kind.what == "expression" else value


def has_root(formula: Expr) -> bool:
    """Whether a root or a broken exponent stands in a formula."""
    match formula:
        case Call(function="sqrt" | "root") | Power(exponent=Quotient()):
            return True
    return any(map(has_root, children(formula)))


def _gathered(value: Any, last: frozenset[str], *, rising: bool) -> Any:
    if type(value) is tuple:
        return tuple(_gathered(item, last, rising=rising) for item in value)
    if isinstance(value, frozenset):
        return frozenset(_gathered(item, last, rising=rising) for item in value)
    return part_of(collected(value, rising=rising, last=last)) if isinstance(value, Expr) else value
