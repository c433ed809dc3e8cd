"""The number that a formula comes to: the author's keys, and what a learner's tree stands for (POSITIONS 13, 18)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from quizgen.answers import Asked, tolerance
from quizgen.answers.written import is_finished
from quizgen.errors import MathsError, TooMuchWork, Undecided, Undefined
from quizgen.maths.angles import in_degrees
from quizgen.maths.approx import Approx
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import CONSTANTS, Call, Expr, Number, names
from quizgen.maths.plain_functions import in_plain_functions
from quizgen.maths.values import Evaluator, compile_formula
from quizgen.verdict import Malformed

LARGEST = 10_000
"""Powers of ten beyond which a number isn't read (POSITIONS 13)."""
_LIMIT = 10**LARGEST


@lru_cache(maxsize=4096)
def evaluator(expr: Expr, log: str) -> Evaluator:
    """A formula of a spec as a closure."""
    return compile_formula(expr, log)


def value_of(expr: Expr, asked: Asked) -> Any:
    """The value of an author's formula; the angles in it are in degrees where the part says so."""
    degrees = asked.spec.get("angle") == "deg"
    value = _authored(expr, asked.log, degrees)(asked.values)
    return value if not _may_be_zero(value) else _settled(value, _worked(expr, degrees=degrees), asked)


@lru_cache(maxsize=4096)
def _authored(expr: Expr, log: str, degrees: bool) -> Evaluator:  # noqa: FBT001 - a cache takes its key as it is
    return compile_formula(_worked(expr, degrees=degrees), log)


def _worked(expr: Expr, *, degrees: bool) -> Expr:
    """A formula in functions that can be worked out, with its angles in radians."""
    plain = in_plain_functions(expr)
    return in_degrees(plain) if degrees else plain


def _may_be_zero(value: Any) -> bool:
    return isinstance(value, Approx) and value.low <= 0 <= value.high


def _settled(value: Any, tree: Expr, asked: Asked) -> Any:
    """A value; 0 where its digits leave that open and it is proved: cos 90° is 0."""
    if names(tree) - CONSTANTS:
        return value
    from quizgen.maths.same import same

    return 0 if same(tree, Number(0), salt=asked.variant).same else value


def number_of(raw: str, expr: Expr, asked: Asked) -> Any:
    """The number that a tree stands for, or why it is none: letters, unfinished arithmetic, no finite value."""
    expr = _worked(expr, degrees=asked.spec.get("angle") == "deg")
    letters = names(expr) - CONSTANTS
    if letters:
        wanted = f"put numbers for {', '.join(sorted(letters))}"
        return Malformed(raw, "a number is asked, without letters", mend=wanted)
    if isinstance(expr, Call) and (what := _no_value(expr, asked.log)):
        return Malformed(raw, what[0], mend=what[1])
    if not asked.spec["arithmetic"] and not is_finished(expr):
        return Malformed(raw, "the arithmetic isn't done yet", mend="finish the arithmetic: give one number")
    try:
        value = whole(evaluator(expr, asked.log)({}))
        value = _settled(value, expr, asked) if _may_be_zero(value) else value
    except Undefined as error:
        return Malformed(raw, error.what, mend="give a finite number")
    except (TooMuchWork, Undecided):
        return Malformed(raw, "this number can't be worked out", mend="give a number of ordinary size")
    except MathsError as error:
        return Malformed(raw, error.what, error.start, error.end, error.mend)
    return value if _is_ordinary(value) else Malformed(raw, "this isn't a number of ordinary size")


def _no_value(call: Call, log: str) -> tuple[str, str] | None:
    """What to say of a root or a factorial that has no value, whether the arithmetic is done or not, and the mend."""
    inner = call.arguments[0]
    if call.function == "factorial" and isinstance(inner, Number) and not isinstance(inner.value, int):
        return "! asks for a factorial, which only whole numbers have", "leave out the !"
    if call.function in ("sqrt", "root"):
        try:
            evaluator(call, log)({})
        except Undefined:
            return "this root has no real value", "give a real number"
        except MathsError:
            return None
    return None


def _is_ordinary(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Approx):
        return False
    low, high = tolerance.ends(value)
    most = max(tolerance.size(low), tolerance.size(high))
    return most <= _LIMIT and (most == 0 or bool(most * _LIMIT >= 1))
