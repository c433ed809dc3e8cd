"""Comparisons with one root, logarithm or exponential of the letter, solved for what is inside (POSITIONS 25).

`2·sqrt(x - 1) + 1 < 7` is `0 <= x - 1 and x - 1 < 9`: each step undoes the outermost thing, and keeps what made it
defined. So they are compared by their solutions like rational ones.
"""

from __future__ import annotations

from collections.abc import Callable

from quizgen.maths.expr import (
    Call,
    Expr,
    Logic,
    Name,
    Negative,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Truth,
    names,
)

ZERO, ONE = Number(0), Number(1)
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
SignOf = Callable[[Expr], int]
"""The sign of a constant. Raises Undecided."""


def unwrapped(node: Expr, letter: str, sign_of: SignOf) -> Expr:
    """The condition with every such comparison solved for what is inside; others stay. Raises Undecided."""
    if isinstance(node, Logic):
        return Logic(node.word, tuple(unwrapped(item, letter, sign_of) for item in node.items))
    if not isinstance(node, Relation):
        return node
    left, right = node.sides
    (sign,) = node.signs
    if letter not in names(left):
        left, right, sign = right, left, _TURNED[sign]
    if letter in names(right) or letter not in names(left):
        return node
    found = _solved(sign, left, right, letter, sign_of)
    return node if found is None else found


def _solved(sign: str, left: Expr, right: Expr, letter: str, sign_of: SignOf) -> Expr | None:
    """The comparison solved for what is inside; None where there is nothing that has to be undone."""
    moved = _moved(sign, left, right, letter, sign_of)
    if moved is not None:
        return _solved(*moved, letter, sign_of)
    made = _undone(sign, left, right, sign_of)
    return None if made is None else unwrapped(made, letter, sign_of)


def _moved(sign: str, left: Expr, right: Expr, letter: str, sign_of: SignOf) -> tuple[str, Expr, Expr] | None:
    """What stands outside the one part with the letter, brought to the other side."""
    match left:
        case Negative(of=opposite):
            return _TURNED[sign], opposite, Negative(right)
        case Sum(terms=terms):
            inner, others = _apart(terms, letter)
            return None if inner is None else (sign, inner, Sum((right, *map(Negative, others))))
        case Product(factors=factors):
            inner, others = _apart(factors, letter)
            if inner is None:
                return None
            factor = others[0] if len(others) == 1 else Product(others)
            found = sign_of(factor)
            return (sign if found > 0 else _TURNED[sign], inner, Quotient(right, factor)) if found else None
        case Quotient(over=over, under=under) if letter not in names(under):
            found = sign_of(under)
            return (sign if found > 0 else _TURNED[sign], over, Product((right, under))) if found else None
    return None


def _apart(items: tuple[Expr, ...], letter: str) -> tuple[Expr | None, tuple[Expr, ...]]:
    inner = [item for item in items if letter in names(item)]
    if len(inner) != 1:
        return None, ()
    return inner[0], tuple(item for item in items if item is not inner[0])


def _undone(sign: str, left: Expr, right: Expr, sign_of: SignOf) -> Expr | None:
    match left:
        case Call(function="sqrt", arguments=(inner,)):
            return _of_root(sign, inner, right, Number(2), sign_of)
        case Call(function="root", arguments=(inner, Number(value=int()) as degree)):
            return _of_root(sign, inner, right, degree, sign_of)
        case Call(function="ln", arguments=(inner,)):
            return _of_logarithm(sign, inner, Power(Name("e"), right))
        case Call(function="lg", arguments=(inner,)):
            return _of_logarithm(sign, inner, Power(Number(10), right))
        case Call(function="log", arguments=(inner, base)) if sign_of(Sum((base, Negative(ONE)))) > 0:
            return _of_logarithm(sign, inner, Power(base, right))
        case Call(function="exp", arguments=(inner,)):
            return _of_exponential(sign, Name("e"), inner, right, sign_of)
        case Power(base=base, exponent=exponent) if not names(base) - {"e", "pi"} and names(exponent):
            return _of_exponential(sign, base, exponent, right, sign_of)
    return None


def _of_root(sign: str, inner: Expr, right: Expr, degree: Expr, sign_of: SignOf) -> Expr:
    """A root is at least 0, and defined where what is inside is."""
    defined = Relation(("<=",), (ZERO, inner))
    found = sign_of(right)
    if found < 0 or (found == 0 and sign in ("<", ">=")):
        return defined if sign in (">", ">=", "!=") else Truth(value=False)
    return Logic("and", (defined, _relation(sign, inner, Power(right, degree))))


def _of_logarithm(sign: str, inner: Expr, right: Expr) -> Expr:
    return Logic("and", (Relation(("<",), (ZERO, inner)), _relation(sign, inner, right)))


def _of_exponential(sign: str, base: Expr, inner: Expr, right: Expr, sign_of: SignOf) -> Expr | None:
    """A power of a positive number is positive; it falls where the number is below 1."""
    grows = sign_of(Sum((base, Negative(ONE))))
    if sign_of(base) <= 0 or grows == 0:
        return None
    if sign_of(right) <= 0:
        defined = Relation(("=",), (inner, inner))
        return defined if sign in (">", ">=", "!=") else Truth(value=False)
    logarithm: Expr = Call("ln", (right,))
    if base != Name("e"):
        logarithm = Quotient(logarithm, Call("ln", (base,)))
    return _relation(sign if grows > 0 else _TURNED[sign], inner, logarithm)


def _relation(sign: str, left: Expr, right: Expr) -> Expr:
    """With `<` and `<=` only, as conditions have them."""
    if sign in (">", ">="):
        return Relation((_TURNED[sign],), (right, left))
    return Relation((sign,), (left, right))
