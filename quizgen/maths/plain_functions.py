"""Functions that only answers have (`sech`, `arcosh`), said by those that every formula has."""

from __future__ import annotations

from collections.abc import Callable

from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Power, Quotient, Sum, rebuild

ONE, TWO = Number(1), Number(2)


def in_plain_functions(node: Expr) -> Expr:
    """The tree with reciprocal and inverse functions written out: sech x is 1/cosh x, arcosh x is ln(x + √(x² − 1))."""
    made = rebuild(node, in_plain_functions)
    if isinstance(made, Call) and made.function in _PLAIN and len(made.arguments) == 1:
        return _PLAIN[made.function](made.arguments[0])
    return made


def _calling(function: str) -> Callable[[Expr], Expr]:
    return lambda x: Call(function, (x,))


def _one_over(function: str) -> Callable[[Expr], Expr]:
    return lambda x: Quotient(ONE, Call(function, (x,)))


def _of_one_over(function: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    return lambda x: function(Quotient(ONE, x))


def _with_root(term: Expr) -> Callable[[Expr], Expr]:
    """ln(x + sqrt(x^2 + term))."""
    return lambda x: Call("ln", (Sum((x, Call("sqrt", (Sum((Power(x, TWO), term)),)))),))


def _atanh(x: Expr) -> Expr:
    return Quotient(Call("ln", (Quotient(Sum((ONE, x)), Sum((ONE, Negative(x)))),)), TWO)


def _acot(x: Expr) -> Expr:
    return Sum((Quotient(Name("pi"), TWO), Negative(Call("atan", (x,)))))


_asinh, _acosh = _with_root(ONE), _with_root(Negative(ONE))

_PLAIN: dict[str, Callable[[Expr], Expr]] = {
    "sech": _one_over("cosh"), "csch": _one_over("sinh"), "coth": _one_over("tanh"),
    "acot": _acot, "asec": _of_one_over(_calling("acos")), "acsc": _of_one_over(_calling("asin")),
    "asinh": _asinh, "acosh": _acosh, "atanh": _atanh,
    "asech": _of_one_over(_acosh), "acsch": _of_one_over(_asinh), "acoth": _of_one_over(_atanh),
}  # fmt: skip
