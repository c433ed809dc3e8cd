"""Authors' formulas: every construct of FORMAT, and every complaint at its place."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import MathsError, ReadingError, TooMuchWork
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
    children,
)
from quizgen.maths.reader import read, read_binder

a, b, c, x = map(Name, "abcx")
one, two, three = map(Number, (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1.50", Number(Fraction(3, 2))),
        ("20e9", Number(20 * 10**9)),
        ("1e-3", Number(Fraction(1, 1000))),
        (".5", Number(Fraction(1, 2))),
        ("2.0", two),
        ("a + b - c", Sum((a, b, Negative(c)))),
        ("(a + b) + c", Sum((a, b, c))),
        ("a + (b + c)", Sum((a, Sum((b, c))))),
        ("a*b*c", Product((a, b, c))),
        ("a*(b*c)", Product((a, Product((b, c))))),
        ("a/b*c", Product((Quotient(a, b), c))),
        ("a*b/c", Quotient(Product((a, b)), c)),
        ("a/b/c", Quotient(Quotient(a, b), c)),
        ("2^3^2", Power(two, Power(three, two))),
        ("a**2", Power(a, two)),
        ("-x^2", Negative(Power(x, two))),
        ("-a*b", Negative(Product((a, b)))),
        ("2*-a*b", Product((two, Negative(a), b))),
        ("a/-b*c", Product((Quotient(a, Negative(b)), c))),
        ("2^-x*a", Product((Power(two, Negative(x)), a))),
        ("+a", a),
        ("a - -b", Sum((a, Negative(Negative(b))))),
        ("x!^2", Power(Call("factorial", (x,)), two)),
        ("28%", Percent(Number(28))),
        ("|a - |b||", Call("abs", (Sum((a, Negative(Call("abs", (b,))))),))),
        ("|a| + |b|", Sum((Call("abs", (a,)), Call("abs", (b,))))),
        ("a = b", Relation(("=",), (a, b))),
        ("a == b", Relation(("=",), (a, b))),
        ("a!=b", Relation(("!=",), (a, b))),
        ("1 <= a < b", Relation(("<=", "<"), (one, a, b))),
        ("(a = b) = c", Relation(("=",), (Relation(("=",), (a, b)), c))),
        ("not a = b and c or x", Logic("or", (Logic("and", (Logic("not", (Relation(("=",), (a, b)),)), c)), x))),
        ("a and b and c", Logic("and", (a, b, c))),
        ("a or (b or c)", Logic("or", (a, Logic("or", (b, c))))),
        ("true", Truth(value=True)),
        ("false", Truth(value=False)),
        ('"say \\"yes\\" \\\\"', Text('say "yes" \\')),
        ("[]", ListOf(())),
        ("[a, b]", ListOf((a, b))),
        ("{}", SetOf(())),
        ("{a, b}", SetOf((a, b))),
        ("(a, b)", TupleOf((a, b))),
        ("(a)", a),
        ("1..a+1", RangeOf(one, Sum((a, one)))),
        ("a.b.c", Field(Field(a, "b"), "c")),
        ("a[b].c", Field(Index(a, b), "c")),
        ("[1, 2][1]", Index(ListOf((one, two)), one)),
        ("[1/x for x in a]", Each(Quotient(one, x), "x", a)),
        ("[x for x in a if x > 1]", Each(x, "x", a, Relation((">",), (x, one)))),
        ("sum(1/x, x in a)", Call("sum", (Each(Quotient(one, x), "x", a),))),
        ("sum([1/x for x in a])", Call("sum", (Each(Quotient(one, x), "x", a),))),
        ("all(x > 1, x in a if x != b)",
         Call("all", (Each(Relation((">",), (x, one)), "x", a, Relation(("!=",), (x, b))),))),
        ("round(a/b, 2 dp)", Call("round", (Quotient(a, b), Figures(2, "dp")))),
        ("round(a, 3 sf)", Call("round", (a, Figures(3, "sf")))),
        ("round(a)", Call("round", (a,))),
        ("unit(a, GB/s)", Call("unit", (a, Text("GB/s")))),
        ('unit(a, "GB/s")', Call("unit", (a, Text("GB/s")))),
        ("number(a, J/(mol K))", Call("number", (a, Text("J/(mol K)")))),
        ("if(a < b, 1, if(c, 2, 3))",
         Call("if", (Relation(("<",), (a, b)), one, Call("if", (c, two, three))))),
        ("speedup(a, b, c)", Call("speedup", (a, b, c))),
        ("solve(a = b, x)", Call("solve", (Relation(("=",), (a, b)), x))),
        ("θ_0 + T_comm", Sum((Name("θ_0"), Name("T_comm")))),
        ("  a\n\t+ b ", Sum((a, b))),
    ],
)  # fmt: skip
def test_every_construct_reads_to_its_tree(text: str, tree: Expr):
    assert read(text) == tree


@pytest.mark.parametrize(
    ("text", "what", "start", "end", "mend"),
    [
        ("", "nothing here", 0, 0, ""),
        ("()", "nothing stands between ( and )", 1, 2, ""),
        ("a +", "missing after +", 2, 3, ""),
        ("a + * b", "missing before *", 4, 5, ""),
        ("a = = b", "missing before =", 4, 5, ""),
        ("(a + b", "this ( isn't closed", 0, 1, "put ) after it"),
        ("f(a, b", "this ( isn't closed", 1, 2, ""),
        ("[a, b", "this [ isn't closed", 0, 1, ""),
        ("{a, b", "this { isn't closed", 0, 1, ""),
        ("a[1", "this [ isn't closed", 1, 2, ""),
        ("a + b)", "nothing is open", 5, 6, ""),
        ("|a", "this | has no partner", 0, 1, ""),
        ("a|", "this | has no partner", 1, 2, ""),
        ("2x", "a sign is missing before `x`", 1, 2, "write *"),
        ("a b", "a sign is missing before `b`", 2, 3, "write *"),
        ("(a)(b)", "a sign is missing before `(`", 3, 4, "write *"),
        ("a % b", "% is per cent", 2, 3, "mod(a, b)"),
        ("a − b", "`−` is no sign", 2, 3, "hyphen"),
        ("a × b", "`×` is no sign", 2, 3, "write *"),
        ("x²", "`²` is no sign", 1, 2, "write ^2"),
        ("'a'", "`'` is no sign", 0, 1, '"..."'),
        ("a ; b", "`;` is no sign", 2, 3, "comma"),
        ('"abc', "this text isn't closed", 0, 1, 'put "'),
        ("a.1", "a sign is missing before `.1`", 1, 3, ""),
        ("a. + b", "a column's name", 1, 2, ""),
        ("if a", "if wants its three arguments", 0, 2, "if(condition, a, b)"),
        ("if(a, b)", "if takes 3 arguments, not 2", 0, 2, ""),
        ("count(a, b, c)", "count takes 1 to 2 arguments, not 3", 0, 5, ""),
        ("gcd()", "nothing stands between", 4, 5, ""),
        ("round(a, 2)", "how many figures?", 9, 10, "round(x, 2 dp)"),
        ("unit(a, )", "a unit is missing", 8, 9, ""),
        ("[x for 3 in a]", "a name should stand here", 7, 8, ""),
        ("[x for x of a]", "`in` should follow", 7, 8, ""),
        ("[x for", "a name should stand here", 6, 6, ""),
        ("1e10001", "beyond 10^±10000", 0, 7, ""),
        ("1" * 1001, "a number of 1001 characters", 0, 1001, ""),
        ("a\x00b", "U+0000", 1, 2, ""),
        ("a \ud800", "U+D800", 2, 3, ""),
        ("and a", "missing before and", 0, 3, ""),
        ("f(a,)", "missing before )", 4, 5, ""),
    ],
)
def test_every_complaint_is_at_its_place_with_a_mend(text: str, what: str, start: int, end: int, mend: str):
    with pytest.raises(MathsError) as caught:
        read(text)
    assert what in caught.value.what
    assert (caught.value.start, caught.value.end) == (start, end)
    assert mend in caught.value.mend


def test_nodes_know_where_they_stood():
    text = "T/(T/k + T_comm)"
    tree = read(text)
    assert isinstance(tree, Quotient)
    assert isinstance(tree.under, Sum)
    spans = [text[slice(*node.at)] for node in (tree, tree.over, tree.under, *tree.under.terms)]
    assert spans == [text, "T", "T/k + T_comm", "T/k", "T_comm"]


@given(st.text(alphabet='ab12.+-*/^()[]{}|!%<=>,"\\ ', max_size=30))
def test_the_parts_of_a_tree_lie_within_it_or_its_brackets(text: str):
    try:
        trees = [read(text)]
    except MathsError:
        return
    while trees:
        tree = trees.pop()
        assert 0 <= tree.at[0] < tree.at[1] <= len(text)
        trees += children(tree)


@given(st.text(max_size=50) | st.text(alphabet='ifornadx12.+-*/^()[]{}|!%<=>,"\\ \x00−', max_size=50))
def test_any_text_is_read_or_refused_at_a_place_within_it(text: str):
    error = complaint(text)
    assert error is None or 0 <= error.start <= error.end <= len(text)


def complaint(text: str) -> MathsError | None:
    try:
        read(text)
    except MathsError as error:
        return error
    return None


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000,
        "(" * 81 + "1" + ")" * 81,
        "-" * 3000 + "1",
        "not " * 1000 + "a",
        "1/" * 1500 + "1",
        "2^" * 1500 + "1",
        "a" + "!" * 3000,
        "a" + "[1]" * 1000,
        "f(" * 1000 + "1" + ")" * 1000,
        "|" * 3000,
        "if(a," * 500,
        "a" * 20_000,
        "1+" * 4000 + "1",
        '"' * 9999,
        "[" * 4000 + "]" * 4000,
    ],
)
def test_hostile_formulas_are_refused_at_once(text: str):
    start = time.process_time()
    with pytest.raises(MathsError):
        read(text)
    assert time.process_time() - start < 0.5


def test_deep_but_sane_formulas_are_read():
    assert read("(" * 75 + "a + 1" + ")" * 75) == Sum((a, one))
    assert isinstance(read("1/" * 100 + "1"), Quotient)


def test_long_sums_and_lists_are_flat():
    tree = read("+".join(["a"] * 1900))
    assert isinstance(tree, Sum)
    assert len(tree.terms) == 1900
    listed = read("[" + ",".join(["1"] * 1900) + "]")
    assert isinstance(listed, ListOf)


def test_a_power_is_read_and_not_worked_out():
    assert read("9^9^9^9") == Power(Number(9), Power(Number(9), Power(Number(9), Number(9))))


def test_a_binder_alone_is_read():
    assert read_binder("x in [1, 2]") == ("x", ListOf((one, two)))
    with pytest.raises(ReadingError, match="can't stand here"):
        read_binder("x in a, b")
    with pytest.raises(ReadingError, match="should follow"):
        read_binder("x")


def test_what_is_too_long_says_so():
    with pytest.raises(TooMuchWork, match="at most 10000"):
        read("a" * 10_001)
    with pytest.raises(TooMuchWork, match="at most 4000"):
        read("+a" * 4000)
