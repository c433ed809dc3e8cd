"""Which system of rigorous reals is used: balls where python-flint is there, intervals where it isn't."""

from __future__ import annotations

from functools import lru_cache

from quizgen.maths.sameness import balls
from quizgen.maths.sameness.systems import System


@lru_cache(maxsize=64)
def system_for(route: str, bits: int, *, complex_numbers: bool) -> System:
    """The system of so many bits; `route` is "balls", "intervals", or "" for the first that is there."""
    if (route or ("balls" if balls.available() else "intervals")) == "balls":
        return balls.ComplexBalls(bits) if complex_numbers else balls.Balls(bits)
    if complex_numbers:
        from quizgen.maths.sameness.complex_intervals import ComplexIntervals

        return ComplexIntervals(bits)
    from quizgen.maths.sameness.intervals import Intervals

    return Intervals(bits)
