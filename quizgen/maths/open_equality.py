"""When two values are the same where they may be trees: by proof, or not at all."""

from __future__ import annotations

from functools import partial

from quizgen.errors import Undecided
from quizgen.maths import matrices
from quizgen.maths.approx import Approx
from quizgen.maths.closures import Value
from quizgen.maths.domains import REAL, Domain
from quizgen.maths.equality import compare, equal
from quizgen.maths.expr import Call, Expr, Interval, Logic, Matrix, Relation, SetOf
from quizgen.maths.openness import as_tree, number_in


def same_value(left: Value, right: Value, domain: Domain | None = None) -> bool:
    """Whether two values are the same, trees by proof in a domain. Raises Undecided, KindError."""
    if type(left) is tuple and type(right) is tuple:
        return len(left) == len(right) and all(map(partial(same_value, domain=domain), left, right))
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return _covers(left, right, domain) and _covers(right, left, domain)
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        return same_value(_entries(left), _entries(right), domain)
    if isinstance(left, Expr) or isinstance(right, Expr):
        return _same_trees(left, right, domain or REAL)
    return equal(left, right)


def _entries(matrix: Matrix) -> tuple[Value, ...]:
    return tuple(map(tuple, matrices.rows_of(matrix)))


def _covers(one: frozenset[Value], other: frozenset[Value], domain: Domain | None) -> bool:
    return all(any(same_value(item, each, domain) for each in other) for item in one)


def _same_trees(left: Value, right: Value, domain: Domain) -> bool:
    if isinstance(left, Approx) or isinstance(right, Approx):
        return compare(number_in(left), number_in(right)) == 0
    one, other = as_tree(left), as_tree(right)
    if one == other:
        return True
    if _is_region(one) or _is_region(other):
        return False
    from quizgen.maths.same import same

    found = same(one, other, domain)
    if found.same is None:
        raise Undecided(f"whether these are the same can't be decided: {found.evidence}")
    return found.same


def _is_region(tree: Expr) -> bool:
    """An interval, a union …: what isn't the same tree isn't the same there, since ends are in order."""
    return isinstance(tree, Interval | SetOf | Relation | Logic) or (
        isinstance(tree, Call) and tree.function == "union"
    )
