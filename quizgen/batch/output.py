"""A file that is made from the records of a set, one after another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from quizgen.problem_set import StudentRecord


class Output(NamedTuple):
    """A file with what stands before the records, what each record gives, and what stands after them.

    Records before number `since` give nothing.
    """

    file: Path
    before: str
    each: Callable[[StudentRecord], str]
    after: str = ""
    since: int = 0
    private: bool = False


__all__ = ["Output"]
