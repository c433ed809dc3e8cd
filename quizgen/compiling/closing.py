"""Closed forms: each numeric step in the params alone, verbs carried out by sympy, and sympy's consent to it."""

from __future__ import annotations

from typing import Any

from quizgen.compiled import Draw, Listed, Named, Rows, Stepped
from quizgen.compiling.scope import TemplateScope
from quizgen.errors import KindError
from quizgen.maths import cas
from quizgen.maths.expr import Call, Expr, Number, names, rebuild, size, substitute
from quizgen.maths.kinds import Kind
from quizgen.maths.printing import tidy

LONGEST = 400
"""A closed form of more nodes than this says nothing to a reader."""


class Closing:
    """Grows with the lets and steps of one template, in order."""

    def __init__(self, scope: TemplateScope) -> None:
        self.scope = scope
        self.assumptions: dict[str, dict[str, bool]] = {}
        self.closed: dict[str, Expr] = {}
        self.chain: dict[str, Expr] = {}

    def assume(self, name: str, *, positive: bool, integer: bool) -> None:
        """What a free letter or a param is to sympy."""
        self.assumptions[name] = {"positive" if positive else "real": True, **({"integer": True} if integer else {})}

    def assume_param(self, named: Named, draw: Draw) -> None:
        """A param is what all of its values are: positive, whole (POSITIONS 21); a row's numbers likewise."""
        values: dict[str, list[Any]] = {}
        if isinstance(draw, Rows):
            rows = [self.scope.pack.tables[draw.table][option.shown] for option in draw.options]  # type: ignore[index]
            for column, kind in self.scope.pack.columns[draw.table].items():
                if kind.what == "number":
                    values[f"{named.name}.{column}"] = [row.cells[column] for row in rows]
        elif isinstance(draw, Listed) and named.kind.what == "number":
            values[named.name] = [option.value for option in draw.options]
        elif isinstance(draw, Stepped):
            values[named.name] = [draw.first, draw.step]
        for name, drawn in values.items():
            self.assume(name, positive=min(drawn) > 0, integer=all(isinstance(value, int) for value in drawn))

    def carried_out(self, written: Expr) -> Expr:
        """A formula with its verbs carried out; earlier steps stand in it in their closed forms. Raises MathsError."""
        return cas.carry_out(substitute(written, self.closed), self.assumptions, self.scope.log)

    def close(self, name: str, formula: Expr, kind: Kind) -> tuple[Expr | None, str]:
        """The closed form of a let or step, or None and the reason why there is none.

        Raises KindError where sympy contradicts it: then one of us is wrong, and no learner should find out which.
        """
        if kind.what not in ("number", "expression"):
            return None, f"a {kind.what} has no closed form"
        missing = sorted(each for each in names(formula) if each in self.scope.named and not self._reachable(each))
        if missing:
            return None, f"it rests on `{missing[0]}`, which has none"
        closed = tidy(_without_units(substitute(formula, self.closed)))
        if size(closed) > LONGEST:
            return None, "it is too long to read"
        try:
            agreed = cas.agrees(closed, self.chain, formula, self.assumptions)
        except KindError as error:
            return None, error.what
        if not agreed:
            raise KindError(f"sympy doesn't agree with the closed form of `{name}`", mend="please report this fault")
        self.closed[name], self.chain[name] = closed, formula
        return closed, ""

    def _reachable(self, name: str) -> bool:
        role = self.scope.named[name].role
        return role in ("param", "symbol") or name in self.closed


def _without_units(expr: Expr) -> Expr:
    """An exact 0 needs no unit; other literals keep theirs."""
    match expr:
        case Call(function="unit", arguments=(Number(value=0) as zero, _)):
            return zero
    return rebuild(expr, _without_units)


__all__ = ["Closing"]
