"""Limits on what sympy is asked, and a budget of what it may do: no template hangs the compiler.

The budget counts Python calls, not seconds, so that the same template compiles on a slow machine and on a fast one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from quizgen.errors import KindError, TooMuchWork

MOST_STEPS = 12_000_000
"""Calls and returns within one verb: about five seconds."""
MOST_STEPS_OF_FORMS = 48_000_000
"""Those within all forms of one step, where a verb is carried out for several values: about twenty seconds."""
LONGEST = 400
"""Nodes of a tree that a verb takes."""
HIGHEST_POWER = 64
"""A higher whole exponent isn't multiplied out."""
MOST_TERMS = 500
"""Terms that an expansion may have."""
HIGHEST_ORDER = 12
"""Of a derivative or of a Taylor polynomial."""
LARGEST_MATRIX = 6
"""Rows and columns of a matrix with open letters."""

Found = TypeVar("Found")


class NeedsNumbersError(KindError):
    """What a verb gives differs in form from variant to variant, unless it is solved for each value of `names`."""

    def __init__(self, verb: str, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        listed = ", ".join(sorted(self.names))
        super().__init__(
            f"{verb} gives another form for other values of {listed}",
            mend="draw fewer values, so that each can be solved for, or build the problem backwards from its answer",
        )


class _SpentError(BaseException):
    """The budget is used up; no `except Exception` within sympy holds it back."""


class Budget:
    """What several pieces of work may take together."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps


def limited(work: Callable[[], Found], what: str, budget: Budget | None = None) -> Found:
    """What `work` gives. Raises TooMuchWork where it needs more than its own share, or than is left of a budget."""
    budget = budget or Budget()
    share = left = min(MOST_STEPS, budget.left)
    before = sys.getprofile()

    def count(_frame: Any, _event: str, _argument: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            sys.setprofile(before)
            raise _SpentError

    sys.setprofile(count)
    try:
        return work()
    except _SpentError:
        raise TooMuchWork(f"this {what} takes too long", mend="write it in smaller steps, or simpler") from None
    finally:
        sys.setprofile(before)
        budget.left -= share - max(left, 0)
