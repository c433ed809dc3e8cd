"""What each function of the language takes and gives: the kinds of its arguments and of its result.

Every function here gets the call and the kinds of its arguments, and returns the kind of the result or raises
KindError with the place of the argument that doesn't fit. An exact 0 fits every dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from quizgen.errors import KindError
from quizgen.maths.dimensions import NUMBER, PURE, TEXT, TRUTH, Dimension, Kind, kind_text, power, times
from quizgen.maths.expr import Call, Expr, Field, Name, Negative, Number, Power, Product, Quotient, Text

ANGLE: Dimension = (("angle", 1),)
NUMERIC = frozenset({"number", "expression"})
_LISTED = frozenset({"list", "set", "table"})
_DEEPEST_LIST = 4

AUTHORS_FUNCTIONS: dict[str, tuple[int, int]] = {
    "at": (2, 9), "identity": (1, 1), "transpose": (1, 1), "union": (2, 999), "intersection": (2, 999),
    "without": (2, 2),
}  # fmt: skip
"""Functions that only authors have, with the least and the greatest number of their arguments."""
VERB_ARGUMENTS: dict[str, tuple[int, int]] = {
    "solve": (2, 3), "solutions": (2, 3), "minimize": (2, 3), "limit": (3, 4), "diff": (2, 3), "integrate": (2, 4),
    "taylor": (4, 4), "simplify": (1, 1), "expand": (1, 1), "factor": (1, 1), "together": (1, 1), "apart": (2, 2),
    "coefficient": (2, 3), "det": (1, 1), "inv": (1, 1), "rref": (1, 1), "rank": (1, 1),
}  # fmt: skip
"""Each verb with the least and the greatest number of its arguments."""
MATRIX_VERBS = frozenset({"det", "inv", "rref", "rank"})
"""Verbs of one matrix."""

Kinds = Sequence[Kind]
Signature = Callable[[Call, Kinds], Kind]


# ---------------------------------------------------------------------------------------------------- requirements
def wrong(node: Expr, what: str, mend: str = "") -> KindError:
    """A KindError at a node."""
    return KindError(what, start=node.at[0], end=node.at[1], mend=mend)


def called(node: Expr) -> str:
    """What a node is called in a message: its name, its number, or what sort of thing it is."""
    match node:
        case Name(name=name):
            return name
        case Field(of=of, name=name):
            return f"{called(of)}.{name}"
        case Number(value=value, text=text):
            return text or f"{value}"
        case Text(value=value):
            return f'"{value[:40]}"'
        case Negative(of=of):
            return f"-{called(of)}"
        case Call(function=function):
            return f"{function}(…)"
    return f"the {type(node).__name__.lower()}"


def check_count(node: Call, least: int, most: int) -> None:
    """Refuse a call with too few or too many arguments."""
    if not least <= len(node.arguments) <= most:
        wanted = f"{least}" if least == most else f"{least} or more" if most > least + 1 else f"{least} or {most}"
        raise wrong(node, f"{node.function} takes {wanted} arguments, not {len(node.arguments)}")


def is_zero(node: Expr) -> bool:
    """Whether a node is a literal 0, which fits every dimension."""
    return isinstance(node, Number) and node.value == 0


def numeric(node: Expr, kind: Kind) -> Kind:
    """The kind itself if it is a number, of any dimension."""
    if kind.what not in NUMERIC:
        raise wrong(node, f"{called(node)} is {kind_text(kind)}, and a number is wanted here")
    return kind


def pure(node: Expr, kind: Kind, why: str, mend: str = "") -> Kind:
    """The kind itself if it is a number without a dimension."""
    if numeric(node, kind).dimension != PURE:
        raise wrong(node, f"{called(node)} is {kind_text(kind)}, and {why}", mend)
    return kind


def measuring(dimension: Dimension, *kinds: Kind) -> Kind:
    """A number of a dimension; an expression if any of the kinds that it comes from has open letters."""
    letters = tuple(sorted({letter for kind in kinds for letter in kind.letters}))
    return Kind("expression" if letters else "number", dimension, letters=letters)


def alike(nodes: Sequence[Expr], kinds: Kinds, verb: str) -> Kind:
    """The one kind of several values that are added, compared or chosen from; `verb` says which."""
    first, best = nodes[0], kinds[0]
    for node, kind in zip(nodes[1:], kinds[1:], strict=True):
        if not _fit(first, best, node, kind):
            raise wrong(
                node,
                f"{called(first)} is {kind_text(best)} but {called(node)} is {kind_text(kind)}: they can't be {verb}",
            )
        first, best = (node, _merged(kind, best)) if is_zero(first) or _is_empty(best) else (first, _merged(best, kind))
    return best


def _fit(first: Expr, best: Kind, node: Expr, kind: Kind) -> bool:
    if best.what in NUMERIC and kind.what in NUMERIC:
        return best.dimension == kind.dimension or is_zero(first) or is_zero(node)
    if best.what == kind.what and best.of is not None and kind.of is not None:
        return _fit(first, best.of, node, kind.of)
    return best._replace(letters=()) == kind._replace(letters=()) or (
        best.what == kind.what and (_is_empty(best) or _is_empty(kind))
    )


def _is_empty(kind: Kind) -> bool:
    return kind.what in {"list", "set"} and kind.of is None


def _merged(kind: Kind, other: Kind) -> Kind:
    if kind.what not in NUMERIC:
        return kind
    scale = kind.scale if kind.scale == other.scale else ""
    return measuring(kind.dimension, kind, other)._replace(unit=kind.unit, scale=scale)


def comparable(left: Expr, kind: Kind, right: Expr, other: Kind) -> None:
    """Refuse to compare by `=` what can't be the same: rows are compared with rows of their table or with an id."""
    if {kind.what, other.what} != {"row", "text"}:
        alike((left, right), (kind, other), "compared")


def item_kind(node: Expr, kind: Kind) -> Kind:
    """The kind of one item of a list, set or table."""
    if kind.what == "table":
        return Kind("row", table=kind.table)
    if kind.what not in _LISTED:
        raise wrong(node, f"{called(node)} is {kind_text(kind)}, and a list is wanted here")
    return kind.of or NUMBER


def list_of(node: Expr, kind: Kind | None) -> Kind:
    """A list of items of a kind."""
    depth, inner = 1, kind
    while inner is not None and inner.what == "list":
        depth, inner = depth + 1, inner.of
    if depth > _DEEPEST_LIST:
        raise wrong(node, f"lists nested deeper than {_DEEPEST_LIST}")
    return Kind("list", of=kind)


def matrix_arithmetic(node: Expr, parts: Sequence[Expr], kinds: Kinds) -> Kind:
    """The kind of a sum, product or power in which a matrix stands."""
    for part, kind in zip(parts, kinds, strict=True):
        if kind.what != "matrix":
            pure(part, kind, "a matrix goes with pure numbers")
    matrices = [kind.what == "matrix" for kind in kinds]
    fits = all(matrices) or isinstance(node, Product)
    if isinstance(node, Quotient | Power):
        fits = matrices == [True, False]
    if not fits:
        raise wrong(node, "a matrix and a number can't be put together so")
    return Kind("matrix", letters=measuring(PURE, *kinds).letters)


def exact_literal(node: Expr) -> int | Fraction | None:
    """The number that a literal such as 2, -1 or 1/2 stands for; None for anything else."""
    match node:
        case Number(value=value):
            return value
        case Negative(of=of):
            inner = exact_literal(of)
            return None if inner is None else -inner
        case Quotient(over=Number(value=over), under=Number(value=under)) if under:
            return Fraction(over) / Fraction(under)
    return None


# ------------------------------------------------------------------------------------------------------ signatures
def _all_pure(call: Call, kinds: Kinds) -> Kind:
    for node, kind in zip(call.arguments, kinds, strict=True):
        pure(node, kind, f"{call.function} wants a pure number", "take its number in a unit: number(x, ms)")
    return measuring(PURE, *kinds)


def _of_angle(call: Call, kinds: Kinds) -> Kind:
    return measuring(PURE, kinds[0]) if kinds[0].dimension == ANGLE else _all_pure(call, kinds)


def _rounding(call: Call, kinds: Kinds) -> Kind:
    mend = f"say in which unit: unit({call.function}(number(x, ms)), ms)"
    return measuring(PURE, pure(call.arguments[0], kinds[0], "rounding depends on its unit", mend))


def _abs(call: Call, kinds: Kinds) -> Kind:
    return numeric(call.arguments[0], kinds[0])


def _sign(call: Call, kinds: Kinds) -> Kind:
    return measuring(PURE, numeric(call.arguments[0], kinds[0]))


def _sqrt(call: Call, kinds: Kinds) -> Kind:
    return measuring(power(numeric(call.arguments[0], kinds[0]).dimension, Fraction(1, 2)), kinds[0])


def _root(call: Call, kinds: Kinds) -> Kind:
    index = exact_literal(call.arguments[1])
    if numeric(call.arguments[0], kinds[0]).dimension == PURE:
        return _all_pure(call, kinds)
    if not index:
        raise wrong(call.arguments[1], "the root of a quantity wants an index written as a number")
    return measuring(power(kinds[0].dimension, Fraction(1) / index), kinds[0])


def _mod(call: Call, kinds: Kinds) -> Kind:
    return numeric(call.arguments[0], alike(call.arguments, kinds, "divided with a remainder"))


def _divides(call: Call, kinds: Kinds) -> Kind:
    _mod(call, kinds)
    return TRUTH


def _spread(call: Call, kinds: Kinds, verb: str) -> Kind:
    """The kind of the items that a function of one list gets: several values, or one list."""
    if len(kinds) == 1 and kinds[0].what in _LISTED:
        return item_kind(call.arguments[0], kinds[0])
    return alike(call.arguments, kinds, verb)


def _measure(call: Call, kinds: Kinds) -> Kind:
    return numeric(call.arguments[0], _spread(call, kinds, "put together"))


def _product(call: Call, kinds: Kinds) -> Kind:
    if len(kinds) == 1 and kinds[0].what in _LISTED:
        return pure(call.arguments[0], _measure(call, kinds), "a product of a list wants pure numbers")
    found = [numeric(node, kind) for node, kind in zip(call.arguments, kinds, strict=True)]
    return measuring(times(*(kind.dimension for kind in found)), *found)


def _whole(call: Call, kinds: Kinds) -> Kind:
    return pure(call.arguments[0], _measure(call, kinds), f"{call.function} wants pure numbers")


def _truths(call: Call, kinds: Kinds) -> Kind:
    if _spread(call, kinds, "joined").what != "truth":
        raise wrong(call.arguments[0], f"{call.function} wants truths, such as x > 0")
    return TRUTH


def _join(call: Call, kinds: Kinds) -> Kind:
    filled = [(node, kind) for node, kind in zip(call.arguments, kinds, strict=True) if not _is_empty(kind)]
    items = [item_kind(node, kind) if kind.what in _LISTED else kind for node, kind in filled]
    return list_of(call, alike([node for node, _ in filled], items, "joined") if items else None)


def _count(call: Call, kinds: Kinds) -> Kind:
    item = item_kind(call.arguments[0], kinds[0])
    if len(kinds) > 1:
        comparable(call.arguments[0], item, call.arguments[1], kinds[1])
    return NUMBER


def _length(call: Call, kinds: Kinds) -> Kind:
    if kinds[0].what != "text":
        item_kind(call.arguments[0], kinds[0])
    return NUMBER


def _end(call: Call, kinds: Kinds) -> Kind:
    item = item_kind(call.arguments[0], kinds[0])
    if len(kinds) == 1:
        return item
    pure(call.arguments[1], kinds[1], "a count is a pure number")
    return list_of(call, item)


def _same_list(call: Call, kinds: Kinds) -> Kind:
    return list_of(call, item_kind(call.arguments[0], kinds[0]))


def _sort(call: Call, kinds: Kinds) -> Kind:
    item = item_kind(call.arguments[0], kinds[0])
    if item.what not in NUMERIC | {"text", "row"}:
        raise wrong(call.arguments[0], f"{kind_text(item)} can't be sorted")
    return list_of(call, item)


def _repeat(call: Call, kinds: Kinds) -> Kind:
    pure(call.arguments[1], kinds[1], "a count is a pure number")
    return kinds[0] if kinds[0].what == "list" else list_of(call, kinds[0])


def _chunks(call: Call, kinds: Kinds) -> Kind:
    pure(call.arguments[1], kinds[1], "a length is a pure number")
    return list_of(call, _same_list(call, kinds))


def _if(call: Call, kinds: Kinds) -> Kind:
    if kinds[0].what != "truth":
        what = f"{called(call.arguments[0])} is {kind_text(kinds[0])}, and `if` wants a truth first"
        raise wrong(call.arguments[0], what)
    return alike(call.arguments[1:], kinds[1:], "the two branches of one if")


def _transpose(call: Call, kinds: Kinds) -> Kind:
    if kinds[0].what != "matrix":
        raise wrong(call.arguments[0], "transpose wants a matrix", "write matrix([a, b], [c, d])")
    return kinds[0]


def _region(call: Call, kinds: Kinds) -> Kind:
    for node, kind in zip(call.arguments, kinds, strict=True):
        if kind.what not in {"interval", "set"}:
            raise wrong(node, f"{called(node)} is {kind_text(kind)}, and {call.function} wants sets or intervals")
    return Kind("interval", letters=measuring(PURE, *kinds).letters)


def _identity(call: Call, kinds: Kinds) -> Kind:
    pure(call.arguments[0], kinds[0], "a size is a pure number")
    return Kind("matrix")


def _text(call: Call, kinds: Kinds) -> Kind:
    if kinds[0].what in NUMERIC:
        pure(call.arguments[0], kinds[0], "a text has no unit", "take its number in a unit: text(number(x, ms))")
    return TEXT


def _plural(call: Call, kinds: Kinds) -> Kind:
    pure(call.arguments[0], kinds[0], "plural wants a count")
    return alike((Text(""), *call.arguments[1:]), (TEXT, *kinds[1:]), "the words of a plural")


def _table(*groups: tuple[str, Signature]) -> dict[str, Any]:
    return {name: signature for listed, signature in groups for name in listed.split()}


SIGNATURES: dict[str, Signature] = _table(
    ("exp ln log lg asin acos atan sinh cosh tanh factorial binomial", _all_pure),
    ("sin cos tan cot sec csc", _of_angle),
    ("floor ceil round", _rounding),
    ("min max sum mean median", _measure),
    ("gcd lcm", _whole),
    ("any all", _truths),
    ("first last", _end),
    ("reverse unique filter", _same_list),
    ("abs", _abs), ("sign", _sign), ("sqrt", _sqrt), ("root", _root), ("mod", _mod), ("divides", _divides),
    ("product", _product), ("join", _join), ("count", _count), ("length", _length), ("sort", _sort),
    ("repeat", _repeat), ("chunks", _chunks), ("if", _if), ("text", _text), ("plural", _plural),
    ("transpose", _transpose), ("identity", _identity),
    ("union intersection without", _region),
)  # fmt: skip
"""By function; `unit` and `number` need the units and stand in `kinds.py`."""
