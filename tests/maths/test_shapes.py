"""Relations, systems, sets, intervals, lists and matrices as learners write them (POSITIONS 25, 26)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quizgen.maths.expr import (
    Call,
    Expr,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    Negative,
    Number,
    PlusMinus,
    Product,
    Quotient,
    Relation,
    SetOf,
    Sum,
    TupleOf,
)
from quizgen.maths.fold import LONGEST
from quizgen.maths.printing import latex, plain, unicode
from quizgen.maths.reader import Read, Vocabulary, read, read_answer
from quizgen.verdict import Malformed
from tests.strategies import LETTERS, latex_trees, learner_trees

NAMES = Vocabulary({name: name for name in (*LETTERS, "a", "b", "n")})
a, b, n, x, y, oo = map(Name, ("a", "b", "n", "x", "y", "oo"))
one, two, three, five, ten = map(Number, (1, 2, 3, 5, 10))
REALS = Interval(Negative(oo), oo)


def equal(left: Expr, right: Expr) -> Relation:
    return Relation(("=",), (left, right))


def right(raw: str, takes: str = "any") -> Expr:
    found = read_answer(raw, NAMES._replace(takes=takes))
    assert isinstance(found, Read), found
    return found.expr


def wrong(raw: str, takes: str) -> Malformed:
    found = read_answer(raw, NAMES._replace(takes=takes))
    assert isinstance(found, Malformed), found
    return found


BOTH = Logic("or", (equal(x, two), equal(x, Negative(two))))


@pytest.mark.parametrize(
    ("raw", "tree"),
    [
        ("y = 2x", equal(y, Product((two, x)))),
        ("y == 2x", equal(y, Product((two, x)))),
        ("1 < x <= 5", Relation(("<", "<="), (one, x, five))),
        ("1 < x ≤ 5", Relation(("<", "<="), (one, x, five))),
        (r"1 \lt x \leqslant 5", Relation(("<", "<="), (one, x, five))),
        ("x ≠ 1", Relation(("!=",), (x, one))),
        ("x != 1", Relation(("!=",), (x, one))),
        (r"x \not= 1", Relation(("!=",), (x, one))),
        ("n!=5", Relation(("!=",), (n, five))),
        ("n! = 5", equal(Call("factorial", (n,)), five)),
        ("x = 2 or x = -2", BOTH),
        (r"x = 2 \text{ or } x = -2", BOTH),
        (r"x = 2 \lor x = -2", BOTH),
        ("x = 2 ∨ x = −2", BOTH),
        ("x = 2, x = -2", BOTH),
        ("x = 2; x = -2", BOTH),
        ("x = 2 or -2", BOTH),
        ("x = 2, -2", BOTH),
        ("x = ±2", equal(x, PlusMinus(two))),
        (r"x = \pm 2", equal(x, PlusMinus(two))),
        ("x = +/-2", equal(x, PlusMinus(two))),
        ("x = 1 ± a ∓ b", equal(x, Sum((one, PlusMinus(a), Negative(PlusMinus(b)))))),
        ("x = {1, 2}", Relation(("in",), (x, SetOf((one, two))))),
        (r"x \in \{1, 2\}", Relation(("in",), (x, SetOf((one, two))))),
        (r"x \in (1, 2]", Relation(("in",), (x, Interval(one, two, closed_high=True)))),
        ("x in (1, 2)", Relation(("in",), (x, Interval(one, two)))),
        ("x + y = 3, x - y = 1", Logic("and", (equal(Sum((x, y)), three), equal(Sum((x, Negative(y))), one)))),
        ("x = 1, y = 2", Logic("and", (equal(x, one), equal(y, two)))),
        ("x = 1 and y = 2", Logic("and", (equal(x, one), equal(y, two)))),
        ("(x, y) = (1, 2)", Logic("and", (equal(x, one), equal(y, two)))),
        (r"\begin{cases} x = 1, \\ y = 2 \end{cases}", Logic("and", (equal(x, one), equal(y, two)))),
        (r"\left\{\begin{array}{l} x = 1 \\ y = 2 \end{array}\right.", Logic("and", (equal(x, one), equal(y, two)))),
        (r"\begin{aligned} x &= 1 \\ y &= 2 \\ \end{aligned}", Logic("and", (equal(x, one), equal(y, two)))),
        ("not x = 1", Logic("not", (equal(x, one),))),
        ("a = 0 or (b = 0 and x = 1)",
         Logic("or", (equal(a, Number(0)), Logic("and", (equal(b, Number(0)), equal(x, one)))))),
        ("2, -2", ListOf((two, Negative(two)))),
        ("[1, 2]", ListOf((one, two))),
        ("[]", ListOf(())),
        ("(1, 2)", TupleOf((one, two))),
        ("(1,2), (2,3)", ListOf((TupleOf((one, two)), TupleOf((two, three))))),
        ("{1, 2}", SetOf((one, two))),
        (r"\left\{1, 2\right\}", SetOf((one, two))),
        (r"\lbrace 1, 2 \rbrace", SetOf((one, two))),
        ("{}", SetOf(())),
        (r"\emptyset", SetOf(())),
        ("∅", SetOf(())),
        ("ℝ", REALS),
        (r"\mathbb{R}", REALS),
        (r"\mathbb{R} \setminus \{1\}", Call("without", (REALS, SetOf((one,))))),
        ("(1, 2) ∪ [3, 5)", Call("union", (Interval(one, two), Interval(three, five, closed_low=True)))),
        ("{1, 2} ∩ {2}", Call("intersection", (SetOf((one, two)), SetOf((two,))))),
        ("{1} | {2}", Call("union", (SetOf((one,)), SetOf((two,))))),
        ("{1} & {2}", Call("intersection", (SetOf((one,)), SetOf((two,))))),
        (r"{1, 2}\{2}", Call("without", (SetOf((one, two)), SetOf((two,))))),
        ("[1, 2; 3, 5]", Matrix(((one, two), (three, five)))),
        ("x = 1 & y = 2", Logic("and", (equal(x, one), equal(y, two)))),
        ("x = 1 && y = 2", Logic("and", (equal(x, one), equal(y, two)))),
        ("[x + 1] 2", Product((Sum((x, one)), two))),
        (r"\{x + 1\} \cdot 2", Product((Sum((x, one)), two))),
        ("{x+1}{y+1}", Product((Sum((x, one)), Sum((y, one))))),
        ("1,234", Number(1234)),
        (r"\begin{pmatrix} 1 & 2 \\ 3 & 5 \end{pmatrix}", Matrix(((one, two), (three, five)))),
        (r"\left[\begin{array}{cc} 1 & 2 \\ 3 & 5 \\ \end{array}\right]", Matrix(((one, two), (three, five)))),
        (r"\begin{vmatrix} 1 & 2 \\ 3 & 5 \end{vmatrix}", Call("det", (Matrix(((one, two), (three, five))),))),
        (r"\left|\begin{matrix} 1 & 2 \\ 3 & 5 \end{matrix}\right|",
         Call("det", (Matrix(((one, two), (three, five))),))),
        (r"\boxed{x = 2, x = -2}", BOTH),
        (r"\boxed{(1, 2)}", TupleOf((one, two))),
        (r"$x = 2$", equal(x, two)),
    ],
)  # fmt: skip
def test_an_answer_of_any_shape_is_read_by_what_it_looks_like(raw: str, tree: Expr):
    assert right(raw) == tree


@pytest.mark.parametrize(
    ("takes", "raw", "tree"),
    [
        ("interval", "(1, 2)", Interval(one, two)),
        ("interval", "[1, 2]", Interval(one, two, closed_low=True, closed_high=True)),
        ("interval", "[1; 2)", Interval(one, two, closed_low=True)),
        ("interval", "]5,10[", Interval(five, ten)),
        ("interval", "]5,10]", Interval(five, ten, closed_high=True)),
        ("interval", "[5,10[", Interval(five, ten, closed_low=True)),
        ("interval", "]1,2[ U [3,oo[", Call("union", (Interval(one, two), Interval(three, oo, closed_low=True)))),
        ("interval", "]-oo, 2[", Interval(Negative(oo), two)),
        ("interval", "(-infinity, inf)", REALS),
        ("interval", "R", REALS),
        ("interval", "(1,2) U (3,5)", Call("union", (Interval(one, two), Interval(three, five)))),
        ("interval", "(1,2) or (3,5)", Call("union", (Interval(one, two), Interval(three, five)))),
        ("interval", "(1,2) | (3,5)", Call("union", (Interval(one, two), Interval(three, five)))),
        ("interval", "x > 1", Relation((">",), (x, one))),
        ("interval", "({1} U (1, 2])", Call("union", (SetOf((one,)), Interval(one, two, closed_high=True)))),
        ("inequality", "(1, 2)", Interval(one, two)),
        ("inequality", "x > 1 and x < 2", Logic("and", (Relation((">",), (x, one)), Relation(("<",), (x, two))))),
        ("set", "1, 2", SetOf((one, two))),
        ("set", "3", SetOf((three,))),
        ("set", "{(1, 2), (2, 3)}", SetOf((TupleOf((one, two)), TupleOf((two, three))))),
        ("set", "{x, ±1}", SetOf((x, PlusMinus(one)))),
        ("set", "1 and 2", SetOf((one, two))),
        ("set", "1, 2, or 3", SetOf((one, two, three))),
        ("set", r"1, 2 \text{ and } 3", SetOf((one, two, three))),
        ("set", r"1, \text{ or } 2", SetOf((one, two))),
        ("set", "{1, 2} - {2}", Call("without", (SetOf((one, two)), SetOf((two,))))),
        ("set", "{1, 2} \\ {2}", Call("without", (SetOf((one, two)), SetOf((two,))))),
        ("interval", "(1, 5) - {2}", Call("without", (Interval(one, five), SetOf((two,))))),
        ("interval", "(1, 5) \\ {2}", Call("without", (Interval(one, five), SetOf((two,))))),
        ("interval", "R-{2}", Call("without", (REALS, SetOf((two,))))),
        ("interval", "(1 - (2), 5)", Interval(Sum((one, Negative(two))), five)),
        ("inequality", "x < 1, or x > 2", Logic("or", (Relation(("<",), (x, one)), Relation((">",), (x, two))))),
        ("inequality", "x <> 1", Relation(("!=",), (x, one))),
        ("list", "1, 2 and 3", ListOf((one, two, three))),
        ("matrix", r"\begin{pmatrix}1\\2\end{pmatrix}^T", Call("transpose", (Matrix(((one,), (two,))),))),
        ("matrix", r"\begin{pmatrix}1\\2\end{pmatrix}^{\top}", Call("transpose", (Matrix(((one,), (two,))),))),
        ("list", "3", ListOf((three,))),
        ("list", "1, 2", ListOf((one, two))),
        ("list", "1,234", ListOf((one, Number(234)))),
        ("list", "<1, 2>", TupleOf((one, two))),
        ("equation", "x = 1,234", equal(x, Number(1234))),
        ("inequality", "x > 1,000", Relation((">",), (x, Number(1000)))),
        ("equation", "-2, 2", ListOf((Negative(two), two))),
        ("equation", "{-2, 2}", SetOf((Negative(two), two))),
        ("matrix", "[[1,2],[3,5]]", Matrix(((one, two), (three, five)))),
        ("matrix", "((1,2),(3,5))", Matrix(((one, two), (three, five)))),
        ("matrix", "[1 2; 3 5]", Matrix(((one, two), (three, five)))),
        ("matrix", "[1, 2; 3, 5]", Matrix(((one, two), (three, five)))),
        ("matrix", "[1 -2; 3 x+1]", Matrix(((one, Negative(two)), (three, Sum((x, one)))))),
        ("matrix", "matrix([1, 2], [3, 5])", Matrix(((one, two), (three, five)))),
        ("any", "matrix([1, 2], [3, 5])", Matrix(((one, two), (three, five)))),
        ("matrix", "[1,2,3]", Matrix(((one,), (two,), (three,)))),
        ("matrix", "(1,2,3)", Matrix(((one,), (two,), (three,)))),
        ("matrix", "<1,2,3>", Matrix(((one,), (two,), (three,)))),
        ("matrix", "⟨1, 2, 3⟩", Matrix(((one,), (two,), (three,)))),
        ("matrix", r"\langle 1, 2, 3 \rangle", Matrix(((one,), (two,), (three,)))),
        ("matrix", "2(1, 2)", Product((two, Matrix(((one,), (two,)))))),
        ("matrix", "(1, 2) + (3, 5)", Sum((Matrix(((one,), (two,))), Matrix(((three,), (five,)))))),
        ("expression", "[x + 1] 2", Product((Sum((x, one)), two))),
        ("expression", "a ± b", Sum((a, PlusMinus(b)))),
    ],
)
def test_what_a_bracket_or_a_comma_means_follows_from_what_the_part_takes(takes: str, raw: str, tree: Expr):
    assert right(raw, takes) == tree


@pytest.mark.parametrize(
    ("takes", "raw", "what", "place", "mend"),
    [
        ("interval", "(3,2)", "wrong order", "(3,2)", "smaller one first"),
        ("interval", "(oo, 2)", "wrong order", "(oo, 2)", "smaller one first"),
        ("interval", "(3, -oo)", "wrong order", "(3, -oo)", "smaller one first"),
        ("interval", "[-oo, 3]", "open at infinity", "[-oo, 3]", "round bracket"),
        ("interval", "(1/2, 1/3)", "wrong order", "(1/2, 1/3)", "smaller one first"),
        ("interval", "[1, 2, 3)", "two ends", "[1, 2, 3)", "(a, b]"),
        ("interval", "[1, 2, 3]", "an interval is asked for", "[1, 2, 3]", ""),
        ("interval", "3", "an interval is asked for", "3", ""),
        ("interval", "(1, (2, 3])", "no end of an interval", "(2, 3]", ""),
        ("interval", "(1,2), (3,4)", "an interval is asked for", "(3,4)", "∪"),
        ("interval", "1, 2]", "nothing is open", "]", ""),
        ("interval", "(1, 2", "isn't closed", "(", ""),
        ("set", "{1, 2]", "this { isn't closed", "{", "put }"),
        ("set", "{1, 2} - 3", "a set can't stand in a formula", "{1, 2}", ""),
        ("set", "cos({a, b})", "a set can't stand in a formula", "{a, b}", ""),
        ("set", "1 cup 2", "neither a set nor an interval", "1", ""),
        ("set", "{x | x > 2}", "by its rule", "|", "elements"),
        ("set", "{x : x > 2}", "by its rule", ":", "elements"),
        ("set", r"\{x \mid x > 2\}", "by its rule", r"\mid", "elements"),
        ("set", "{x > 2}", "by its rule", "{x > 2}", "elements"),
        ("set", "{(1, 2]}", "no element", "(1, 2]", "∪"),
        ("inequality", "2", "an inequality is asked for", "2", ""),
        ("inequality", "x =< 2", "isn't read", "=<", "<="),
        ("inequality", "x => 2", "isn't read", "=>", ">="),
        ("inequality", "x <", "missing after <", "<", ""),
        ("equation", "x = 2 = ", "missing after =", "= ", ""),
        ("equation", "x = 1, 2y, y", "", "", ""),
        ("any", "a(1, 2)", "isn't known as a function", "a", ""),
        ("equation", "2 or 3", "no statement", "2", "in full"),
        ("equation", "(x = 1) + 2", "a statement can't stand", "x = 1", ""),
        ("equation", r"\lim_{x\to 0} x = 2", "a limit", r"\lim", ""),
        ("equation", r"\placeholder{} = 2", "a box is empty", r"\placeholder", "fill it in"),
        ("equation", r"x = \begin{foo}2\end{foo}", "isn't read", r"\begin", ""),
        ("matrix", "[[1,2],[3]]", "differ in length", "[[1,2],[3]]", "same number"),
        ("matrix", r"\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}", "differ in length", "", "same number"),
        ("matrix", r"\begin{pmatrix} 1 & 2", r"no \end", r"\begin", ""),
        ("matrix", "5", "a matrix is asked for", "5", "[[1, 2], [3, 4]]"),
        ("number", "±2", "gives two", "±", "only the value"),
        ("number", "2 or 3", "joins two", "or", ""),
        ("expression", "x = 2, 3", "stands between", ",", ""),
        ("expression", "{1, 2}", "stands between", ",", ""),
    ],
)
def test_what_does_not_fit_is_malformed_at_its_place(takes: str, raw: str, what: str, place: str, mend: str):
    found = read_answer(raw, NAMES._replace(takes=takes))
    if not what:
        assert isinstance(found, Read)
        return
    assert isinstance(found, Malformed)
    assert what in found.what
    assert mend in found.mend
    if place:
        assert raw[found.start : found.end].strip() == place.strip()


# ------------------------------------------------------------------------------------------------- printed and read
def _trees(values: st.SearchStrategy[Expr]) -> st.SearchStrategy[tuple[str, Expr]]:
    """A kind of part with a tree that an answer to it may read to."""
    values = values | values.map(PlusMinus) | st.builds(_plus_minus, values, values)
    signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    relations = st.builds(
        lambda first, rest: Relation(tuple(sign for sign, _ in rest), (first, *(side for _, side in rest))),
        values,
        st.lists(st.tuples(signs, values), min_size=1, max_size=2),
    )
    intervals = st.builds(
        Interval,
        st.sampled_from([one, x, Negative(two)]),
        st.sampled_from([five, y, Quotient(ten, x)]),
        st.booleans(),
        st.booleans(),
    ) | st.just(REALS)
    sets = st.recursive(
        intervals | st.lists(values, max_size=3).map(lambda items: SetOf(tuple(items))),
        lambda inner: st.one_of(
            st.builds(
                _called, st.sampled_from(["union", "intersection"]), inner, st.lists(inner, min_size=1, max_size=2)
            ),
            st.builds(lambda p, q: Call("without", (p, q)), inner, inner),
        ),
        max_leaves=3,
    )
    members = st.builds(lambda side, of: Relation(("in",), (side, of)), values, sets)
    truths = st.recursive(
        relations | members,
        lambda inner: st.one_of(
            st.builds(_joined, st.sampled_from(["and", "or"]), inner, st.lists(inner, min_size=1, max_size=2)),
            st.builds(lambda item: Logic("not", (item,)), inner),
        ),
        max_leaves=3,
    )
    lists = st.one_of(
        st.lists(values, max_size=3).map(lambda items: ListOf(tuple(items))),
        st.lists(values, min_size=2, max_size=3).map(lambda items: TupleOf(tuple(items))),
        st.lists(truths, min_size=2, max_size=2).map(lambda items: ListOf(tuple(items))),
    )
    matrices = (
        st.integers(1, 3)
        .flatmap(
            lambda width: st.lists(st.lists(values, min_size=width, max_size=width).map(tuple), min_size=1, max_size=3)
        )
        .map(lambda rows: Matrix(tuple(rows)))
    )
    sums = st.builds(lambda p, q: Sum((p, q)), matrices, matrices)
    determinants = matrices.filter(lambda matrix: len(matrix.rows[0]) > 1).map(lambda matrix: Call("det", (matrix,)))
    return st.one_of(
        truths.map(lambda tree: ("equation", tree)), sets.map(lambda tree: ("interval", tree)),
        lists.map(lambda tree: ("list", tree)), (matrices | sums).map(lambda tree: ("matrix", tree)),
        values.map(lambda tree: ("expression", tree)), determinants.map(lambda tree: ("any", tree)),
    )  # fmt: skip


def _plus_minus(first: Expr, second: Expr) -> Sum:
    return Sum((*(first.terms if isinstance(first, Sum) else (first,)), PlusMinus(second)))


def _called(name: str, first: Expr, rest: list[Expr]) -> Call:
    taken_up = first.arguments if isinstance(first, Call) and first.function == name else (first,)
    return Call(name, (*taken_up, *rest))


def _joined(word: str, first: Expr, rest: list[Expr]) -> Logic:
    taken_up = first.items if isinstance(first, Logic) and first.word == word else (first,)
    return Logic(word, (*taken_up, *rest))


@given(_trees(learner_trees))
def test_what_unicode_prints_reads_to_the_same_tree(made: tuple[str, Expr]):
    takes, tree = made
    text = unicode(tree)
    assume(len(text) <= LONGEST)
    assert right(text, takes) == tree


@given(_trees(latex_trees))
def test_what_latex_prints_reads_to_the_same_tree(made: tuple[str, Expr]):
    takes, tree = made
    text = latex(tree)
    assume(len(text) <= LONGEST)
    assert right(text, takes) == tree


@given(_trees(learner_trees))
def test_what_plain_prints_an_author_reads_to_the_same_tree(made: tuple[str, Expr]):
    _, tree = made
    if "'in'" not in repr(tree):
        assert read(plain(tree)) == tree
