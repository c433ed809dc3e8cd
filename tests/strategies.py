"""Hypothesis strategies that several tests share; append only."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from quizgen.maths.expr import (
    Call,
    Each,
    Expr,
    Field,
    Figures,
    Index,
    ListOf,
    Logic,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    RangeOf,
    Relation,
    SetOf,
    Sum,
    Text,
    Truth,
    TupleOf,
)
from quizgen.maths.values import whole

exact_numbers = st.one_of(
    st.integers(-(10**6), 10**6), st.fractions(max_denominator=1000).map(lambda x: whole(Fraction(x)))
)
"""Ints, and Fractions that aren't whole, as the engine holds them."""

# ------------------------------------------------------------------------------------ trees that a reader can make
decimals = st.one_of(
    st.integers(0, 10**20),
    st.builds(lambda digits, places: whole(Fraction(digits, 10**places)), st.integers(0, 10**9), st.integers(0, 40)),
)
"""Exact values of numerals: none is negative, and all their decimals end."""
LETTERS = ("x", "y", "T_comm", "theta", "k")
_numbers = decimals.map(Number)


def _added(first: Expr, rest: list[Expr]) -> Sum:
    """A sum as a reader makes it: one on the left is taken up."""
    return Sum((*(first.terms if isinstance(first, Sum) else (first,)), *rest))


def _multiplied(first: Expr, rest: list[Expr]) -> Product:
    return Product((*(first.factors if isinstance(first, Product) else (first,)), *rest))


def _joined(word: str, first: Expr, rest: list[Expr]) -> Logic:
    taken_up = isinstance(first, Logic) and first.word == word
    return Logic(word, (*(first.items if taken_up else (first,)), *rest))


ONE = ("abs", "sqrt", "factorial", "sin", "asin", "ln", "lg")
TWO = ("root", "gcd", "max")


def _arithmetic(
    items: st.SearchStrategy[Expr],
    of_one: tuple[str, ...] = (*ONE, "exp", "floor"),
    of_two: tuple[str, ...] = (*TWO, "log", "mod", "binomial"),
) -> st.SearchStrategy[Expr]:
    one, two = st.sampled_from(of_one), st.sampled_from(of_two)
    return st.one_of(
        st.builds(_added, items, st.lists(items, min_size=1, max_size=3)),
        st.builds(_multiplied, items, st.lists(items, min_size=1, max_size=3)),
        st.builds(Quotient, items, items),
        st.builds(Power, items, items),
        st.builds(Negative, items),
        st.builds(Percent, items),
        st.builds(lambda name, item: Call(name, (item,)), one, items),
        st.builds(lambda name, first, second: Call(name, (first, second)), two, items, items),
    )


learner_trees = st.recursive(
    st.one_of(_numbers, st.sampled_from([*LETTERS, "pi", "e", "oo"]).map(Name)), _arithmetic, max_leaves=9
)
"""Trees of learners' answers over LETTERS and the constants."""

latex_trees = st.recursive(
    st.one_of(
        st.integers(0, 10**9).map(Number), st.just(Number(Fraction(8, 5))), st.sampled_from([*LETTERS, "pi"]).map(Name)
    ),
    lambda items: _arithmetic(items, ONE, TWO),
    max_leaves=9,
)
"""Those of them whose LaTeX learners may write too."""


def _language(items: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    names = st.sampled_from(["row", "x", "id"])
    many = st.lists(items, max_size=3).map(tuple)
    signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    relations = st.lists(st.tuples(signs, items), min_size=1, max_size=3)
    each = st.builds(Each, items, names, items, st.none() | items)
    return st.one_of(
        _arithmetic(items),
        st.builds(
            lambda first, rest: Relation(tuple(sign for sign, _ in rest), (first, *(side for _, side in rest))),
            items,
            relations,
        ),
        st.builds(lambda item: Logic("not", (item,)), items),
        st.builds(_joined, st.sampled_from(["and", "or"]), items, st.lists(items, min_size=1, max_size=2)),
        each,
        each.map(lambda item: Call("sum", (item,))),
        st.builds(lambda item, count, kind: Call("round", (item, Figures(count, kind))), items, st.integers(0, 99),
                  st.sampled_from(["dp", "sf"])),
        st.builds(lambda name, item, unit: Call(name, (item, Text(unit))), st.sampled_from(["unit", "number"]), items,
                  st.sampled_from(["ms", "GB/s", "J/(mol K)"])),
        st.builds(lambda a, b, c: Call("if", (a, b, c)), items, items, items),
        st.builds(lambda a, rest: Call("speedup", (a, *rest)), items, many),
        many.map(ListOf),
        many.map(SetOf),
        st.builds(lambda first, rest: TupleOf((first, *rest)), items, st.lists(items, min_size=1, max_size=2)),
        st.builds(RangeOf, items, items),
        st.builds(Field, items, names),
        st.builds(Index, items, items),
    )  # fmt: skip


author_trees = st.recursive(
    st.one_of(
        _numbers,
        st.sampled_from([*LETTERS, "pi", "θ"]).map(Name),
        st.text(max_size=5).map(Text),
        st.booleans().map(Truth),
    ),
    _language,
    max_leaves=8,
)
"""Trees of authors' formulas: the whole language."""
