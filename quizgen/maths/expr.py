"""The frozen tree that every formula and every answer is read to.

One meaning has one tree: `2x` and `2*x`, `n!` and `factorial(n)`, `|x|` and `abs(x)`, `\\sqrt{2}` and `sqrt(2)` are
the same. Two trees are equal when they mean the same text; where they stood (`at`) and how a number was spelled
(`Number.text`) don't count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Span = tuple[int, int]
NOWHERE: Span = (-1, -1)


def _at() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number: an int, or a Fraction that isn't whole. `text` is its spelling, "" if no one typed it."""

    value: int | Fraction
    text: str = field(default="", compare=False, repr=False)
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Name:
    """A param, let, step, symbol, table, bound name or constant (`pi`, `e`, `oo`)."""

    name: str
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Text:
    """A text in double quotes (authors only)."""

    value: str
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or more terms; a subtraction is a `Negative` term. A sum on the left is taken up, on the right it stays."""

    terms: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Product:
    """Two or more factors; juxtaposition is the same product."""

    factors: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Quotient:
    """One thing over another."""

    over: Expr
    under: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Power:
    """A base to an exponent; associates to the right."""

    base: Expr
    exponent: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Negative:
    """A minus sign before something: `-x^2` is `Negative(Power(x, 2))`."""

    of: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Percent:
    """`28%`, that is 28/100."""

    of: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Relation:
    """A comparison or a chain of them: `a < b <= c` has signs ("<", "<=") and sides (a, b, c).

    `x \\in (1, 2)` has the sign "in"; only learners write it.
    """

    signs: tuple[str, ...]
    sides: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Logic:
    """`and`, `or` (two or more items) or `not` (one)."""

    word: str
    items: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the language, a formula of the pack, or a verb, with its arguments."""

    function: str
    arguments: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Figures:
    """The second argument of `round(x, 2 dp)`: a count and "dp" (decimal places) or "sf" (significant figures)."""

    count: int
    kind: str
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b, c]`."""

    items: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class SetOf:
    """`{a, b, c}`."""

    items: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class TupleOf:
    """`(a, b)`."""

    items: tuple[Expr, ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Interval:
    """All reals from `low` to `high`; an end is in it if it is closed. The real line is open from -oo to oo."""

    low: Expr
    high: Expr
    closed_low: bool = False
    closed_high: bool = False
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class PlusMinus:
    """`±2`; `a ± b` is `Sum((a, PlusMinus(b)))`. All of one text move together; `∓b` is `Negative(PlusMinus(b))`."""

    of: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of equal length, at least one with at least one entry; a vector is one column."""

    rows: tuple[tuple[Expr, ...], ...]
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class RangeOf:
    """`1..n`, both ends included."""

    first: Expr
    last: Expr
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Each:
    """`[body for name in source if condition]`; `sum(body, name in source)` is `Call("sum", (Each(...),))`."""

    body: Expr
    name: str
    source: Expr
    condition: Expr | None = None
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Field:
    """`row.column`."""

    of: Expr
    name: str
    at: Span = _at()


@dataclass(frozen=True, slots=True)
class Index:
    """`table[id]`, or `list[1]` counted from 1."""

    of: Expr
    index: Expr
    at: Span = _at()


Expr = (
    Number | Name | Text | Truth | Sum | Product | Quotient | Power | Negative | Percent | Relation | Logic | Call
    | Figures | ListOf | SetOf | TupleOf | Interval | PlusMinus | Matrix | RangeOf | Each | Field | Index
)  # fmt: skip

CONSTANTS = frozenset({"pi", "e", "oo"})
"""Names that stand for a value unless declared; `i` is the imaginary unit where a part is complex."""

VERBS = frozenset({
    "solve", "solutions", "limit", "diff", "integrate", "minimize", "simplify", "expand", "factor", "together",
    "apart", "coefficient", "taylor", "det", "inv", "rref", "rank",
})  # fmt: skip
"""Functions that sympy carries out, once per template; a learner's text never runs one (POSITIONS 12)."""

FUNCTIONS: dict[str, tuple[int, int]] = {
    "if": (3, 3), "abs": (1, 1), "sign": (1, 1), "sqrt": (1, 1), "root": (2, 2), "exp": (1, 1), "ln": (1, 1),
    "log": (1, 2), "lg": (1, 1), "sin": (1, 1), "cos": (1, 1), "tan": (1, 1), "cot": (1, 1), "sec": (1, 1),
    "csc": (1, 1), "asin": (1, 1), "acos": (1, 1), "atan": (1, 1), "sinh": (1, 1), "cosh": (1, 1), "tanh": (1, 1),
    "min": (1, 999), "max": (1, 999), "floor": (1, 1), "ceil": (1, 1), "round": (1, 2), "mod": (2, 2),
    "divides": (2, 2), "gcd": (1, 999), "lcm": (1, 999), "factorial": (1, 1), "binomial": (2, 2), "sum": (1, 999),
    "mean": (1, 999), "median": (1, 999), "product": (1, 999), "count": (1, 2), "length": (1, 1), "sort": (1, 1),
    "first": (1, 2), "last": (1, 2), "reverse": (1, 1), "join": (1, 999), "repeat": (2, 2), "chunks": (2, 2),
    "any": (1, 999), "all": (1, 999), "unique": (1, 1), "filter": (1, 1), "unit": (2, 2), "number": (2, 2),
    "text": (1, 1), "plural": (3, 3),
}  # fmt: skip
"""Each function of the language with the least and the greatest number of its arguments."""

LEARNERS_FUNCTIONS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("acot", "asec", "acsc", "sech", "csch", "coth", "asinh", "acosh", "atanh"), (1, 1)),
    **dict.fromkeys(("acoth", "asech", "acsch", "re", "im", "conjugate", "arg"), (1, 1)),
    "atan2": (2, 2), "norm": (1, 1), "transpose": (1, 1),
    "union": (2, 999), "intersection": (2, 999), "without": (2, 2), "dot": (2, 2), "cross": (2, 2),
}  # fmt: skip
"""Functions that only answers have, in the same way; `union`, `intersection` and `without` (a \\ b) are of sets.

Further calls in answers: a declared function `f`, its derivatives `f'` and `f''`, and the verb `det` of a matrix.
"""


def children(node: Expr) -> Iterator[Expr]:
    """The direct parts of a node, from left to right."""
    match node:
        case Sum(terms=items) | Product(factors=items) | Relation(sides=items) | Logic(items=items):
            yield from items
        case Call(arguments=items) | ListOf(items=items) | SetOf(items=items) | TupleOf(items=items):
            yield from items
        case Quotient(over=first, under=second) | Power(base=first, exponent=second):
            yield first
            yield second
        case RangeOf(first=first, last=second) | Index(of=first, index=second):
            yield first
            yield second
        case Negative(of=only) | Percent(of=only) | Field(of=only) | PlusMinus(of=only):
            yield only
        case Interval(low=first, high=second):
            yield first
            yield second
        case Matrix(rows=rows):
            for row in rows:
                yield from row
        case Each(body=body, source=source, condition=condition):
            yield body
            yield source
            if condition is not None:
                yield condition


def rebuild(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with `change` applied to each direct part."""
    if isinstance(node, Matrix):
        return Matrix(tuple(tuple(change(entry) for entry in row) for row in node.rows), node.at)
    kept: dict[str, Any] = {}
    changed = False
    for name in node.__slots__:
        part = getattr(node, name)
        if isinstance(part, tuple) and part and isinstance(part[0], Expr):
            part, changed = tuple([change(item) for item in part]), True
        elif isinstance(part, Expr):
            part, changed = change(part), True
        kept[name] = part
    if not changed:
        return node
    built: Expr = type(node)(**kept)
    return built


def names(node: Expr) -> frozenset[str]:
    """Every free name in a tree; names that an `Each` binds are left out, constants are in."""
    match node:
        case Name(name=name):
            return frozenset((name,))
        case Each(body=body, name=name, source=source, condition=condition):
            inner = names(body) | (names(condition) if condition is not None else frozenset())
            return (inner - {name}) | names(source)
    return frozenset().union(*(names(part) for part in children(node)))


def substitute(node: Expr, values: dict[str, Expr]) -> Expr:
    """The tree with free names replaced by trees; bound names stay."""
    match node:
        case Name(name=name):
            return values.get(name, node)
        case Each(body=body, name=name, source=source, condition=condition):
            inner = {key: value for key, value in values.items() if key != name}
            return Each(
                substitute(body, inner),
                name,
                substitute(source, values),
                None if condition is None else substitute(condition, inner),
                node.at,
            )
    return rebuild(node, lambda part: substitute(part, values))


def size(node: Expr) -> int:
    """How many nodes a tree has."""
    return 1 + sum(size(part) for part in children(node))
