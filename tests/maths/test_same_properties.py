"""What holds of sameness for any expression, by Hypothesis."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Power, Product, Quotient, Sum
from quizgen.maths.same import REAL, Domain, Letter, Prepared, same

_leaves = st.one_of(st.integers(-9, 9).map(Number), st.sampled_from("xyn").map(Name))
_FUNCTIONS = ("abs", "sqrt", "exp", "ln", "sin", "cos", "tan", "atan", "asin", "floor", "sinh", "factorial", "f")


def _grown(of: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(of, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(Sum),
        several.map(Product),
        st.builds(Quotient, of, of),
        st.builds(Power, of, st.one_of(st.integers(-3, 4).map(Number), of)),
        st.builds(Negative, of),
        st.builds(lambda name, argument: Call(name, (argument,)), st.sampled_from(_FUNCTIONS), of),
    )


trees = st.recursive(_leaves, _grown, max_leaves=12)
domains = st.sampled_from([
    REAL, Domain(dict.fromkeys("xyn", Letter("positive"))), Domain({"n": Letter("positive", integer=True)}),
    Domain(complex=True), Domain({"x": Letter(low=2, high=3)}),
])  # fmt: skip


@settings(deadline=None)
@given(trees, domains)
def test_an_expression_never_differs_from_itself(tree, domain):
    assert same(tree, tree, domain).same is not False


@settings(deadline=None)
@given(trees, trees, domains)
def test_the_order_of_the_two_doesnt_matter(a, b, domain):
    assert same(a, b, domain).same is same(b, a, domain).same


@settings(deadline=None)
@given(trees, trees, domains)
def test_adding_nothing_changes_nothing(a, b, domain):
    nothing = Sum((b, Negative(b)))
    assert same(a, Sum((a, nothing)), domain).same is not False or same(b, b, domain).same is not True


@settings(deadline=None)
@given(trees, st.sampled_from([Number(1), Number(-3), Name("x"), Call("exp", (Name("y"),))]), domains)
def test_an_expression_never_equals_itself_and_something_else(tree, more, domain):
    assert same(tree, Sum((tree, more)), domain).same is not True


@settings(deadline=None)
@given(trees, trees, domains, st.text(max_size=3))
def test_both_systems_of_reals_give_one_verdict(a, b, domain, salt):
    by_balls = Prepared(a, domain, salt, route="balls").same(b)
    by_intervals = Prepared(a, domain, salt, route="intervals").same(b)
    assert by_balls.same is by_intervals.same or None in {by_balls.same, by_intervals.same}


@settings(deadline=None)
@given(trees, trees, domains)
def test_a_difference_comes_with_evidence(a, b, domain):
    found = same(a, b, domain)
    assert found.evidence.endswith(".")
    if found.same is not False:
        assert found.point is None
    elif found.by == "points":
        assert found.values is not None
        assert found.values[0] != found.values[1]
