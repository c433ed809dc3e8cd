"""The only door to sympy: carries out an author's verbs, once per template, and checks closed forms.

A learner's text never comes here (POSITIONS 12). A name is real, and positive or whole where all of its values are;
sympy's answer comes back as our own tree. `door.py` translates into sympy and `back.py` out of it, `verbs.py` and
`equations.py` hold the verbs, `work.py` what limits them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quizgen.errors import KindError, MathsError, TooMuchWork, Undecided, Undefined
from quizgen.maths.cas.back import from_sympy
from quizgen.maths.cas.door import Assumptions, Door, Sympy, put_at
from quizgen.maths.cas.work import HIGHEST_POWER, LONGEST, MOST_STEPS_OF_FORMS, Budget, NeedsNumbersError, limited
from quizgen.maths.collect import collected
from quizgen.maths.expr import VERBS, Call, Each, Expr, RangeOf, children, names, rebuild, size
from quizgen.maths.signatures import MATRIX_VERBS

_AS_FOUND = frozenset({"solve", "limit"})
"""Verbs that give a number: its formula stands as sympy writes it."""

_TROUBLES = (
    NotImplementedError, ValueError, TypeError, AttributeError, RecursionError, LookupError, ArithmeticError,
    AssertionError,
)  # fmt: skip
"""What sympy raises for what it has no method for, besides errors of its own."""

__all__ = [
    "MOST_STEPS_OF_FORMS",
    "Budget",
    "NeedsNumbersError",
    "agrees",
    "carry_out",
    "from_sympy",
    "has_verb",
    "is_verb",
    "without_at",
]


class Within(NamedTuple):
    """What a verb is carried out within: `params` are the names that stand for drawn numbers.

    A matrix without any of the open `letters` is left to be worked out in each variant (None: none is). `budget` is
    what several verbs may take together.
    """

    params: frozenset[str] = frozenset()
    letters: frozenset[str] | None = None
    budget: Budget | None = None


def is_verb(node: Expr) -> bool:
    """Whether a node is a verb: by its name, or a sum that goes on for ever."""
    match node:
        case Call(function="sum", arguments=(Each(source=RangeOf(first=first, last=last)),)):
            return "oo" in names(first) | names(last)
        case Call(function=function):
            return function in VERBS
    return False


def has_verb(expr: Expr) -> bool:
    """Whether sympy is needed anywhere in a tree."""
    return is_verb(expr) or any(has_verb(part) for part in children(expr))


def carry_out(
    expr: Expr,
    assumptions: Assumptions,
    log: str = "natural",
    within: Within = Within(),  # noqa: B008 - frozen
) -> Expr:
    """The tree with each verb replaced by its result, innermost first.

    `assumptions` gives a name's sympy assumptions; others are real. Raises MathsError at the verb where it has no
    single result (`solve` wants exactly one root after its condition, `limit` a finite one or oo) and where it takes
    too long, NeedsNumbersError where the form of the result depends on drawn numbers.
    """
    expr = rebuild(expr, lambda part: carry_out(part, assumptions, log, within))
    if isinstance(expr, Call) and expr.function == "at":
        return put_at(expr)
    if not isinstance(expr, Call) or not is_verb(expr):
        return expr
    if within.letters is not None and expr.function in MATRIX_VERBS and not names(expr) & within.letters:
        return expr
    try:
        return _carried_out(expr, Door(assumptions, log, within.params), within.budget)
    except MathsError as error:
        if error.start < 0:
            error.start, error.end = expr.at
        raise
    except Exception as error:
        if not (isinstance(error, _TROUBLES) or type(error).__module__.startswith("sympy")):
            raise
        raise Undecided(f"sympy has no answer to this {expr.function}", start=expr.at[0], end=expr.at[1]) from error


def _carried_out(call: Call, door: Door, budget: Budget | None) -> Expr:
    from quizgen.maths.cas.verbs import VERBS as CARRIED_OUT

    if size(call) > LONGEST:
        raise TooMuchWork(f"this {call.function} is too long", mend="write it in smaller steps")
    verb = CARRIED_OUT.get(call.function)
    if verb is None:
        raise KindError(f"the verb {call.function} isn't known yet")
    found = limited(lambda: from_sympy(verb(door, *call.arguments)), call.function, budget)
    return found if call.function in _AS_FOUND else collected(found, rising=call.function == "taylor")


def without_at(expr: Expr) -> Expr:
    """The tree with each `at(f, x = a)` carried out. Raises KindError."""
    expr = rebuild(expr, without_at)
    return put_at(expr) if isinstance(expr, Call) and expr.function == "at" else expr


def agrees(ours: Expr, chain: Mapping[str, Expr], last: Expr, assumptions: Assumptions) -> bool:
    """Whether a closed form equals, to sympy, the chain of steps that it came from.

    `chain` holds the formulas of the earlier steps by name, in order; `last` is the formula of the step itself. Both
    sides go to sympy by different roads: one as a single tree, the other step by step. Raises KindError for what sympy
    isn't asked about, TooMuchWork.
    """
    return limited(lambda: _agrees(ours, chain, last, assumptions), "comparison")


def _agrees(ours: Expr, chain: Mapping[str, Expr], last: Expr, assumptions: Assumptions) -> bool:
    import sympy

    door = Door(assumptions, "natural")
    known: dict[Sympy, Sympy] = {}
    for name, formula in chain.items():
        known[door.symbol(name)] = door.to(formula).subs(known, simultaneous=True)
    whole = door.to(ours)
    if whole.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise Undefined("this has no finite value, whatever the params are", mend="look for a division by zero")
    if any(power.exp.is_number and abs(power.exp) > HIGHEST_POWER for power in whole.atoms(sympy.Pow)):
        raise KindError("its powers are too high to be compared")
    difference = whole - door.to(last).subs(known, simultaneous=True)
    if difference == 0 or sympy.cancel(difference) == 0:
        return True
    # Roundings and choices have no normal form: there the two are compared at a few points.
    letters = sorted(difference.free_symbols, key=str)
    points = [{letter: 2 + (3 * turn + 5 * place) % 11 for place, letter in enumerate(letters)} for turn in range(5)]
    return all(difference.subs(point) == 0 for point in points)
