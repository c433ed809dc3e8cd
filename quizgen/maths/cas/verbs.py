"""The verbs that rewrite: derivatives, integrals, limits, sums, forms of an expression, matrices with letters."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from quizgen.errors import KindError, TooMuchWork, Undecided
from quizgen.maths.cas.door import Door, Sympy
from quizgen.maths.cas.equations import letter_of, minimize, solutions, solve
from quizgen.maths.cas.work import HIGHEST_ORDER, HIGHEST_POWER, LARGEST_MATRIX, MOST_TERMS, NeedsNumbersError
from quizgen.maths.expr import Call, Each, Expr, Matrix, RangeOf, Text, children
from quizgen.maths.printing import plain

_JUMPS = frozenset({"if", "floor", "ceil", "round", "mod", "sign"})


def limit(door: Door, expr: Expr, letter: Expr, to: Expr, side: Expr | None = None) -> Sympy:
    """The limit where a letter goes to a value.

    It is taken from both sides, unless `side` is "+" or "-", or a positive letter goes to 0.
    """
    if _has_jumps(expr):
        raise Undecided("no limit is taken of a choice or a rounding", mend="write the branch that is meant")
    symbol, goal = door.symbol(letter_of(letter, "limit")), door.to(to)
    one_sided = goal.is_infinite or (goal == 0 and symbol.is_positive)
    direction = side.value if isinstance(side, Text) else "+" if one_sided else "+-"
    value = door.sympy.limit(door.to(expr), symbol, goal, direction)
    if isinstance(value, door.sympy.Limit) or value is door.sympy.nan or value.has(door.sympy.AccumBounds):
        raise Undecided("sympy finds no limit here")
    return value


def _has_jumps(expr: Expr) -> bool:
    return (isinstance(expr, Call) and expr.function in _JUMPS) or any(_has_jumps(part) for part in children(expr))


# ------------------------------------------------------------------------------------------------------ analysis
def diff(door: Door, expr: Expr, letter: Expr, order: Expr | None = None) -> Sympy:
    """The derivative by a letter, `order` times."""
    times = 1 if order is None else _count(door, "the order of a derivative", order)
    # ln|u| and ln u have one derivative, and sympy writes that of the second without a sign function.
    value = _rewritten(door, door.to(expr), lambda of: of.args[0] if isinstance(of, door.sympy.Abs) else of)
    return door.sympy.diff(value, door.symbol(letter_of(letter, "diff")), times)


def integrate(door: Door, expr: Expr, letter: Expr, low: Expr | None = None, high: Expr | None = None) -> Sympy:
    """An antiderivative without its constant, or the integral from `low` to `high`."""
    symbol, value = door.symbol(letter_of(letter, "integrate")), door.to(expr)
    if low is None or high is None:
        found = _certain(door, door.sympy.integrate(value, symbol), "integral")
        return _rewritten(door, found, lambda of: of if of.is_positive else door.sympy.Abs(of))
    ends = door.to(low), door.to(high)
    return _certain(door, door.sympy.integrate(value, (symbol, *ends)), "integral")


def _rewritten(door: Door, value: Sympy, change: Callable[[Sympy], Sympy]) -> Sympy:
    """The expression with the argument of each logarithm changed, where that has a letter in it."""
    log = door.sympy.log
    letters = {each: log(change(each.args[0])) for each in value.atoms(log) if each.free_symbols}
    return value.xreplace({each: new for each, new in letters.items() if new != each})


def _certain(door: Door, found: Sympy, what: str) -> Sympy:
    """What sympy found, if it holds for every value of what is drawn. Raises NeedsNumbersError, Undecided."""
    sympy = door.sympy
    doubtful = found.has(sympy.Piecewise, sympy.Integral, sympy.Sum, sympy.Product, sympy.nan, sympy.zoo)
    if doubtful or found.has(sympy.I) or any(not _is_written(each) for each in found.atoms(sympy.Function)):
        if door.drawn(found):
            raise NeedsNumbersError(f"this {what}", door.drawn(found))
        raise Undecided(f"sympy finds no {what} here that we can write")
    return found


def _is_written(function: Sympy) -> bool:
    from quizgen.maths.cas.back import _BACK

    return type(function).__name__ in _BACK


def taylor(door: Door, expr: Expr, letter: Expr, centre: Expr, degree: Expr) -> Sympy:
    """The Taylor polynomial of a degree about a point."""
    order = _count(door, "the degree of a Taylor polynomial", degree)
    value, symbol, about = door.to(expr), door.symbol(letter_of(letter, "taylor")), door.to(centre)
    _refuse_drawn_exponents(door, value, "taylor")
    terms = []
    for power in range(order + 1):
        slope = door.sympy.diff(value, symbol, power).subs(symbol, about)
        if slope.has(door.sympy.nan, door.sympy.zoo, door.sympy.oo):
            raise Undecided("it has no Taylor polynomial about this point")
        terms.append(slope / door.sympy.factorial(power) * (symbol - about) ** power)
    return door.sympy.Add(*terms)


def summation(door: Door, each: Expr) -> Sympy:
    """`sum(body, k in 1..n)` with an end that is a letter or oo."""
    if not isinstance(each, Each) or not isinstance(each.source, RangeOf) or each.condition is not None:
        raise KindError("a sum with open ends goes over a range", mend="write sum(k^2, k in 1..n)")
    index = door.sympy.Symbol(each.name, integer=True)
    first, last = door.to(each.source.first), door.to(each.source.last)
    body = door.to(each.body).xreplace({door.symbol(each.name): index})
    found = _certain(door, door.sympy.summation(body, (index, first, last)), "sum")
    return door.sympy.factor(found)


def _count(door: Door, what: str, expr: Expr) -> int:
    """A whole number that a verb must know. Raises NeedsNumbersError, KindError."""
    value = door.to(expr)
    if door.drawn(value):
        raise NeedsNumbersError(what, door.drawn(value))
    if not value.is_Integer or value < 0:
        raise KindError(f"{what} is a whole number, not {plain(expr)}")
    if value > HIGHEST_ORDER:
        raise TooMuchWork(f"{what} is at most {HIGHEST_ORDER}")
    return int(value)


# --------------------------------------------------------------------------------------------------------- forms
def simplify(door: Door, expr: Expr) -> Sympy:
    """A shorter form, as sympy sees it."""
    return door.sympy.simplify(_flat(door, expr, "simplify"))


def expand(door: Door, expr: Expr) -> Sympy:
    """Products of sums multiplied out."""
    return door.sympy.expand(_flat(door, expr, "expand"))


def factor(door: Door, expr: Expr) -> Sympy:
    """Factors over the rational numbers, each numeric factor taken out."""
    found = door.sympy.factor(_flat(door, expr, "factor"))
    for piece in (*door.sympy.Mul.make_args(found.as_numer_denom()[0]), found.as_numer_denom()[1]):
        base = piece.as_base_exp()[0]
        letters = sorted(base.free_symbols - {door.symbol(name) for name in door.params}, key=str)
        # (b x + c) is no factored form where b = 2 and c = 4; (x − p) is one for every p.
        if letters and door.drawn(base) and base.is_polynomial(*letters):
            polynomial = door.sympy.Poly(base, *letters)
            if polynomial.total_degree() > 1 or not polynomial.LC().is_number:
                raise NeedsNumbersError("factor", door.drawn(base))
    return found


def together(door: Door, expr: Expr) -> Sympy:
    """One fraction in lowest terms, its denominator in factors."""
    over, under = door.sympy.fraction(door.sympy.cancel(_flat(door, expr, "together")))
    return door.sympy.expand(over) / door.sympy.factor(under)


def apart(door: Door, expr: Expr, letter: Expr) -> Sympy:
    """Partial fractions in a letter."""
    value, symbol = _flat(door, expr, "apart"), door.symbol(letter_of(letter, "apart"))
    if not value.is_rational_function(symbol):
        raise KindError(f"apart wants a rational function of {symbol}")
    for piece, _ in door.sympy.factor_list(door.sympy.fraction(door.sympy.together(value))[1])[1]:
        polynomial = door.sympy.Poly(piece, symbol)
        if polynomial.degree() > 1 and door.drawn(piece):
            raise NeedsNumbersError("apart", door.drawn(piece))
    return door.sympy.apart(value, symbol)


def coefficient(door: Door, expr: Expr, letter: Expr, power: Expr | None = None) -> Sympy:
    """What stands before a power of a letter (the first, unless said otherwise) in a polynomial."""
    order = 1 if power is None else _count(door, "the power of a coefficient", power)
    value, symbol = _flat(door, expr, "coefficient"), door.symbol(letter_of(letter, "coefficient"))
    if not value.is_polynomial(symbol):
        raise KindError(f"coefficient wants a polynomial in {symbol}")
    return door.sympy.expand(value).coeff(symbol, order)


def _flat(door: Door, expr: Expr, verb: str) -> Sympy:
    """An expression whose products can be multiplied out within reason."""
    value = door.to(expr)
    _refuse_drawn_exponents(door, value, verb)
    terms = 1
    for power in value.atoms(door.sympy.Pow):
        base, exponent = power.as_base_exp()
        if base.is_Add and exponent.is_Integer:
            size = abs(int(exponent))
            terms *= comb(len(base.args) + size - 1, size) if size <= HIGHEST_POWER else MOST_TERMS + 1
    if terms > MOST_TERMS:
        raise TooMuchWork(f"{verb} would make too many terms of this", mend="take lower powers")
    return value


def _refuse_drawn_exponents(door: Door, value: Sympy, verb: str) -> None:
    """What an expansion looks like depends on exponents, so these must be known."""
    drawn = frozenset[str]()
    for power in value.atoms(door.sympy.Pow):
        base, exponent = power.as_base_exp()
        drawn |= door.drawn(exponent) if base.free_symbols and base is not door.sympy.E else frozenset()
    if drawn:
        raise NeedsNumbersError(verb, drawn)


# ------------------------------------------------------------------------------------------------------ matrices
def matrix_verb(name: str) -> Callable[[Door, Expr], Sympy]:
    """det, inv, rref or rank of a matrix with open letters; those of numbers are worked out in `matrices.py`."""

    def verb(door: Door, expr: Expr) -> Sympy:
        value = _matrix(door, expr, name)
        if name in ("rref", "rank") and door.drawn(value):
            raise NeedsNumbersError(name, door.drawn(value))
        if name in ("det", "inv") and value.rows != value.cols:
            raise KindError(f"{name} wants as many rows as columns")
        if name == "det":
            return value.det(method="berkowitz").expand()
        if name == "inv":
            return value.adjugate() / value.det(method="berkowitz")
        return value.rref()[0] if name == "rref" else door.sympy.Integer(value.rank())

    return verb


def _matrix(door: Door, expr: Expr, verb: str) -> Any:
    value = door.to(expr)
    if not getattr(value, "is_Matrix", False):
        raise KindError(f"{verb} wants a matrix", mend="write matrix([a, b], [c, d])")
    if max(value.shape) > LARGEST_MATRIX:
        raise TooMuchWork(f"a matrix with letters has at most {LARGEST_MATRIX} rows and columns")
    return value


def is_matrix(expr: Expr) -> bool:
    """Whether a tree is a matrix written out."""
    return isinstance(expr, Matrix)


VERBS: dict[str, Callable[..., Sympy]] = {
    "solve": solve, "solutions": solutions, "minimize": minimize, "limit": limit, "diff": diff,
    "integrate": integrate, "taylor": taylor, "sum": summation, "simplify": simplify, "expand": expand,
    "factor": factor, "together": together, "apart": apart, "coefficient": coefficient,
    **{name: matrix_verb(name) for name in ("det", "inv", "rref", "rank")},
}  # fmt: skip
