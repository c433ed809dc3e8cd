"""A verdict of three values on whether two expressions are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quizgen.maths.sameness.refutation import Refutation


class Sameness(NamedTuple):
    """A verdict with its evidence.

    `same` is None where it is undecided. `by` says how it was found: "tree", "exact" (numbers), "rational",
    "points", "undefined"; where undecided "undefined", "work", "kind", "unclear". `evidence` is a sentence for people.
    `point` is where the two differ, each letter's value as text, and `values` the values there, the key's first
    ("undefined" where one has none); both None where there is no such point to show.
    """

    same: bool | None
    by: str
    evidence: str
    point: Mapping[str, str] | None = None
    values: tuple[str, str] | None = None


def alike(by: str, evidence: str) -> Sameness:
    """The verdict that two expressions are the same."""
    return Sameness(same=True, by=by, evidence=evidence)


def different(by: str, evidence: str) -> Sameness:
    """The verdict that two expressions differ, without a point."""
    return Sameness(same=False, by=by, evidence=evidence)


def undecided(by: str, evidence: str) -> Sameness:
    """No verdict."""
    return Sameness(same=None, by=by, evidence=evidence)


def refuted(by: str, what: str, found: Refutation | None) -> Sameness:
    """The verdict that two expressions differ, with the point that shows it."""
    if found is None:
        return different(by, f"{what}.")
    here = f" at {found.where}" if found.where else ""
    text = f"{what}:{here} {found.values[0]} and {found.values[1]}."
    return Sameness(False, by, text, found.point or None, found.values)  # noqa: FBT003 - its first field
