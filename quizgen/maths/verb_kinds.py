"""The kinds of what verbs give, and `at`: which letters stay open, and what the result measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from quizgen.maths.dimensions import NUMBER, PURE, Dimension, Kind, over, times
from quizgen.maths.expr import Call, Expr, Name, Relation, Text
from quizgen.maths.signatures import (
    MATRIX_VERBS,
    NUMERIC,
    VERB_ARGUMENTS,
    called,
    check_count,
    measuring,
    numeric,
    wrong,
)


class Inference(Protocol):
    """What `kinds.py` offers: the kinds of names, and of any node."""

    @property
    def scope(self) -> Mapping[str, Kind]:
        """The kind of every name."""
        ...

    def binding(self, name: str, kind: Kind) -> Inference:
        """The same with one more name."""
        ...

    def of(self, node: Expr) -> Kind:
        """The kind of a node."""
        ...

    def all(self, nodes: Iterable[Expr]) -> tuple[Kind, ...]:
        """The kinds of several nodes."""
        ...


def at_kind(node: Call, scope: Inference) -> Kind:
    """`at(f, x = a)` loses the letter and gains those of the value."""
    first, *points = node.arguments
    kind, lost, gained = scope.of(first), set[str](), list[Kind]()
    for point in points:
        match point:
            case Relation(signs=("=",), sides=(Name(name=name), value)):
                lost.add(name)
                gained.append(numeric(value, scope.of(value)))
            case _:
                raise wrong(point, "`at` wants a letter and its value", "write at(f, x = 2)")
    kept = kind._replace(letters=tuple(letter for letter in kind.letters if letter not in lost))
    if kind.what not in NUMERIC:
        return kept._replace(letters=measuring(PURE, kept, *gained).letters)
    return measuring(kind.dimension, kept, *gained)


def verb_kind(node: Call, scope: Inference) -> Kind:
    """A verb's result loses the letter that its second argument binds, and solving gives that letter's kind."""
    check_count(node, *VERB_ARGUMENTS[node.function])
    first, *rest = node.arguments
    if node.function in MATRIX_VERBS:
        return _matrix_verb(node, scope)
    if not rest:
        return numeric(first, scope.of(first))
    if not isinstance(rest[0], Name):
        raise wrong(rest[0], f"{node.function} wants a letter here, not {called(rest[0])}")
    letter = rest[0].name
    given = scope.scope.get(letter, Kind("expression", letters=(letter,)))
    inner = scope.binding(letter, given._replace(what="expression", letters=tuple({*given.letters, letter})))
    sides = first.sides if isinstance(first, Relation) else (first,)
    kinds = inner.all(sides)
    inner.of(first)
    related = first.signs != ("=",) if isinstance(first, Relation) else kinds[0].what == "inequality"
    if kinds[0].what in ("equation", "inequality") and node.function in ("solve", "solutions"):
        kinds = (measuring(PURE, kinds[0]),)
    elif not isinstance(first, Relation):
        numeric(first, kinds[0])
    letters = tuple(kind._replace(letters=tuple(set(kind.letters) - {letter})) for kind in kinds)
    definite = node.function == "integrate" and len(rest) > 1
    bare = letters if definite or node.function in _BINDING else kinds
    if node.function in _ENDED:
        bare = (*bare, *(numeric(each, scope.of(each)) for each in rest[1:3] if not isinstance(each, Text)))
    if node.function == "solutions" and related:
        return Kind("interval", letters=measuring(PURE, *bare).letters)
    return _VERB_KINDS.get(node.function, _same)(kinds[0].dimension, given.dimension, bare)


def _matrix_verb(node: Call, scope: Inference) -> Kind:
    kind = scope.of(node.arguments[0])
    if kind.what != "matrix":
        raise wrong(node.arguments[0], f"{node.function} wants a matrix", "write matrix([a, b], [c, d])")
    return measuring(PURE, kind) if node.function == "det" else NUMBER if node.function == "rank" else kind


def _same(of: Dimension, _: Dimension, kinds: tuple[Kind, ...]) -> Kind:
    return measuring(of, *kinds)


def _solved(_: Dimension, letter: Dimension, kinds: tuple[Kind, ...]) -> Kind:
    return measuring(letter, *kinds)


def _solutions(_: Dimension, letter: Dimension, kinds: tuple[Kind, ...]) -> Kind:
    return Kind("set", of=measuring(letter, *kinds))


def _differentiated(of: Dimension, letter: Dimension, kinds: tuple[Kind, ...]) -> Kind:
    return measuring(over(of, letter), *kinds)


def _integrated(of: Dimension, letter: Dimension, kinds: tuple[Kind, ...]) -> Kind:
    return measuring(times(of, letter), *kinds)


_BINDING = frozenset({"solve", "solutions", "limit", "minimize", "coefficient"})
_ENDED = frozenset({"integrate", "limit", "taylor"})
"""Verbs whose further arguments are values that stand in the result."""
_VERB_KINDS = {
    "solve": _solved, "minimize": _solved, "solutions": _solutions, "diff": _differentiated,
    "integrate": _integrated,
}  # fmt: skip
