"""Pairs of expressions with their verdicts, as facts: what the tests and benchmarks of `maths/same.py` share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from quizgen.maths.expr import CONSTANTS, Expr, names
from quizgen.maths.same import REAL, Domain, Letter
from quizgen.maths.strict import read

DATA = Path(__file__).parent / "data"


class Pair(NamedTuple):
    """Two expressions in a domain; `same` is None where the right verdict is "undecided"."""

    name: str
    a: Expr
    b: Expr
    domain: Domain
    same: bool | None


def pairs(file: str) -> list[Pair]:
    """The pairs of a file: `domain` is any, real, pos or posint for all letters of a pair."""
    lines = (DATA / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_pair(json.loads(line)) for line in lines]


def _pair(row: dict) -> Pair:
    a, b = read(row["ref"]), read(row["ans"])
    name = f"{row['ref']} and {row['ans']} on {row['domain']}"
    return Pair(name, a, b, domain_of(row["domain"], a, b), {"undecided": None}.get(row["eq"], row["eq"]))


def domain_of(word: str, a: Expr, b: Expr) -> Domain:
    """The domain that a word gives to all letters of two expressions."""
    if word in {"any", "real"}:
        return REAL
    letter = Letter("positive", integer=word == "posint")
    return Domain(dict.fromkeys(sorted((names(a) | names(b)) - CONSTANTS), letter))


def judged(text: str, other: str, domain: Domain = REAL, **more):
    """The verdict on two texts."""
    from quizgen.maths.same import same

    return same(read(text), read(other), domain, **more)
