"""A tree as text, with the brackets that it needs: the plain style, which authors' formulas read back from.

The two others (`unicode_style.py`, `latex_style.py`) change what single nodes look like. Every method gives a `Shown`:
the text, and how tightly it binds, so that whoever puts it into something larger knows whether it needs brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from quizgen.maths import expr as tree
from quizgen.maths.decimals import digits, numeral
from quizgen.maths.expr import Expr, Negative, Number, Quotient
from quizgen.maths.grammar import AND, ATOM, NEGATIVE, NOT, OR, POSTFIX, POWER, PRODUCT, RANGE, RELATION, SUM


class Shown(NamedTuple):
    """A text that stands for a part of a formula, and how tightly it binds (a level of `grammar.py`)."""

    text: str
    binds: int = ATOM


Factor = tuple[Expr, str]
"""A factor and its text."""

_METHODS: dict[type, str] = {
    tree.Number: "number", tree.Name: "name", tree.Text: "quoted", tree.Truth: "truth", tree.Sum: "sum",
    tree.Product: "product", tree.Quotient: "quotient", tree.Power: "power", tree.Negative: "negative",
    tree.Percent: "percent", tree.Relation: "relation", tree.Logic: "logic", tree.Call: "call",
    tree.Figures: "figures", tree.ListOf: "list", tree.SetOf: "set", tree.TupleOf: "tuple", tree.RangeOf: "range",
    tree.Each: "each", tree.Field: "field", tree.Index: "index", tree.Interval: "interval",
    tree.PlusMinus: "plus_minus", tree.Matrix: "matrix",
}  # fmt: skip


NO_BREAK = "\u00a0"
"""Stands between a number and its unit."""


RAISED = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "ln"})
"""Functions whose powers are written behind their name: `sin²(x)`."""


def raised_function(node: tree.Power) -> tuple[str, Expr, int] | None:
    """Name, argument and exponent of a power such as `sin(x)^2`; an exponent of −1 would be the inverse function."""
    match node:
        case tree.Power(base=tree.Call(function=name, arguments=(inner,)), exponent=Number(value=int(exponent))):
            return (name, inner, exponent) if name in RAISED and exponent > 1 else None
    return None


class Style:
    """Plain text in ASCII. `symbols` gives a name's LaTeX symbol, `values` what stands in place of a name."""

    minus = "-"
    plus_minuses: tuple[str, ...] = ()
    """The signs ± and ∓ of a style that has them."""
    set_signs: Mapping[str, str] = {}
    """The signs between two sets."""
    brackets = ("(", ")")
    square = ("[", "]")
    curly = ("{", "}")

    def __init__(self, symbols: Mapping[str, str] | None = None, values: Mapping[str, Shown] | None = None) -> None:
        self.symbols = symbols or {}
        self.values = values or {}

    def shown(self, node: Expr) -> Shown:
        """A node with everything in it."""
        value = self.value(node) if self.values else None
        if value is not None:
            return value
        done: Shown = getattr(self, _METHODS[type(node)])(node)
        return done

    def value(self, node: Expr) -> Shown | None:
        """What stands in place of a name, or of a `row.column` or `table[id]` by its plain text."""
        match node:
            case tree.Name(name=name):
                return self.values.get(name)
            case tree.Field() | tree.Index():
                return self.values.get(PLAIN.text(node))
        return None

    def text(self, node: Expr, least: int = 0) -> str:
        """A node's text, in brackets if it binds less tightly than `least`."""
        text, binds = self.shown(node)
        return text if binds >= least else self.brackets[0] + text + self.brackets[1]

    def listed(self, items: tuple[Expr, ...]) -> str:
        """Items with commas between them."""
        return ", ".join(map(self.text, items))

    # -- leaves

    def number(self, node: Number) -> Shown:
        """A number: a decimal where it ends, else a fraction; a negative one as a minus sign and the rest."""
        value = node.value
        if value < 0:
            return self.negative(Negative(Number(-value)))
        text = numeral(value)
        if text is None and isinstance(value, Fraction):
            return self.quotient(Quotient(Number(value.numerator), Number(value.denominator)))
        return Shown(text or digits(value.numerator))

    def name(self, node: tree.Name) -> Shown:
        """A name as it is declared."""
        return Shown(node.name)

    def quoted(self, node: tree.Text) -> Shown:
        """A text in double quotes."""
        return Shown('"' + node.value.replace("\\", "\\\\").replace('"', '\\"') + '"')

    def truth(self, node: tree.Truth) -> Shown:
        """`true` or `false`."""
        return Shown("true" if node.value else "false")

    def figures(self, node: tree.Figures) -> Shown:
        """`2 dp`."""
        return Shown(f"{node.count} {node.kind}")

    # -- arithmetic

    def sum(self, node: tree.Sum) -> Shown:
        """Terms with + or − between them, never `+ -3`."""
        first, *rest = node.terms
        return Shown(self.text(first, SUM) + "".join(map(self.term, rest)), SUM)

    def term(self, node: Expr) -> str:
        """A term behind another, with its sign."""
        if isinstance(node, Number) and node.value < 0:
            node = Negative(Number(-node.value))
        match node:
            case tree.PlusMinus(of=of):
                return f" {self.plus_minuses[0]} {self.text(of, PRODUCT)}" if self.plus_minuses else self.plus(node)
            case Negative(of=tree.PlusMinus(of=of)) if self.plus_minuses:
                return f" {self.plus_minuses[1]} {self.text(of, PRODUCT)}"
            case Negative(of=of):
                return f" {self.minus} {self.text(of, PRODUCT)}"
        return self.plus(node)

    def plus(self, node: Expr) -> str:
        """A term behind another, with a plus sign."""
        return f" + {self.text(node, PRODUCT)}"

    def negative(self, node: Negative) -> Shown:
        """A minus sign before a product or something tighter."""
        return Shown(self.minus + self.text(node.of, PRODUCT), NEGATIVE)

    def product(self, node: tree.Product) -> Shown:
        """Factors with the right sign between them."""
        first, *rest = node.factors
        left = (first, self.text(first, PRODUCT))
        parts = [left[1]]
        for factor in rest:
            right = (factor, self.text(factor, POWER))
            parts += self.times(left, right), right[1]
            left = right
        return Shown("".join(parts), PRODUCT)

    def times(self, left: Factor, right: Factor) -> str:
        """What stands between two factors."""
        del left, right
        return "*"

    def is_value(self, node: Expr) -> bool:
        """Whether a value stands in place of a node."""
        return self.value(node) is not None

    def quotient(self, node: Quotient) -> Shown:
        """`a/b`; a quantity below a bare number is bracketed, since `1/90 ms` could be a ninetieth of a millisecond.

        So is one above the bar whose own unit has a bar: `(100 Gbit/s)/(10 Gbit/s)`.
        """
        over, under = self.text(node.over, PRODUCT), self.text(node.under, POWER)
        if self.is_value(node.over) and "/" in over.partition(NO_BREAK)[2]:
            over = f"({over})"
        if NO_BREAK in under and NO_BREAK not in over and not under.startswith("("):
            under = f"({under})"
        return Shown(f"{over}/{under}", PRODUCT)

    def power(self, node: tree.Power) -> Shown:
        """`a^b`, which associates to the right."""
        return Shown(f"{self.text(node.base, POSTFIX)}^{self.text(node.exponent, POWER)}", POWER)

    def percent(self, node: tree.Percent) -> Shown:
        """`28%`."""
        return Shown(f"{self.text(node.of, POSTFIX)}%", POSTFIX)

    # -- truths

    def relation(self, node: tree.Relation) -> Shown:
        """A comparison, or a chain of them."""
        first, *rest = node.sides
        text = self.text(first, RANGE)
        for sign, side in zip(node.signs, rest, strict=True):
            text += f" {self.sign(sign)} {self.text(side, RANGE)}"
        return Shown(text, RELATION)

    def sign(self, sign: str) -> str:
        """A sign of comparison."""
        return sign

    def logic(self, node: tree.Logic) -> Shown:
        """`not a`, `a and b`, `a or b`."""
        if node.word == "not":
            return Shown(self.word("not ") + self.text(node.items[0], NOT), NOT)
        level = AND if node.word == "and" else OR
        texts = [self.text(node.items[0], level), *(self.text(item, level + 1) for item in node.items[1:])]
        return Shown(self.word(f" {node.word} ").join(texts), level)

    def word(self, word: str) -> str:
        """An English word, with its blanks."""
        return word

    # -- calls and collections

    def call(self, node: tree.Call) -> Shown:
        """`f(a, b)`; a binder as `sum(body, x in xs)`; `y'` of nothing."""
        match node.arguments:
            case () if node.function.endswith("'"):
                return Shown(self.function(node.function), POSTFIX)
            case (tree.Each(condition=None) as each,):
                inner = f"{self.text(each.body)}, {self.bound(each)}"
            case arguments:
                inner = self.listed(arguments)
        return Shown(f"{self.function(node.function)}{self.brackets[0]}{inner}{self.brackets[1]}")

    def of_sets(self, node: tree.Call) -> Shown:
        """`A ∪ B`, `A ∩ B`, `A ∖ B` in a style that has the signs."""
        inner, outer = (PRODUCT, SUM) if node.function == "intersection" else (SUM, RANGE)
        first, *rest = node.arguments
        taken_up = isinstance(first, tree.Call) and first.function == node.function != "without"
        texts = [self.text(first, inner if taken_up else outer), *(self.text(item, inner) for item in rest)]
        return Shown(f" {self.set_signs[node.function]} ".join(texts), outer)

    def function(self, name: str) -> str:
        """The name of a function."""
        return name

    def bound(self, node: tree.Each) -> str:
        """`x in xs`."""
        return f"{self.text(tree.Name(node.name))} in {self.text(node.source)}"

    def each(self, node: tree.Each) -> Shown:
        """`[body for x in xs if condition]`."""
        text = f"{self.text(node.body)} for {self.bound(node)}"
        if node.condition is not None:
            text += f" if {self.text(node.condition)}"
        return Shown(self.square[0] + text + self.square[1])

    def list(self, node: tree.ListOf) -> Shown:
        """`[a, b]`."""
        return Shown(self.square[0] + self.listed(node.items) + self.square[1])

    def set(self, node: tree.SetOf) -> Shown:
        """`{a, b}`."""
        return Shown(self.curly[0] + self.listed(node.items) + self.curly[1])

    def tuple(self, node: tree.TupleOf) -> Shown:
        """`(a, b)`."""
        return Shown(self.brackets[0] + self.listed(node.items) + self.brackets[1])

    def interval(self, node: tree.Interval) -> Shown:
        """`[1, 2)`; `open(1, 2)` and `closed(1, 2)` where a tuple or a list would look the same."""
        if node.closed_low == node.closed_high:
            return self.call(tree.Call("closed" if node.closed_low else "open", (node.low, node.high)))
        return Shown(self.ends(node))

    def ends(self, node: tree.Interval) -> str:
        """Both ends in their brackets."""
        opening = (self.square if node.closed_low else self.brackets)[0]
        closing = (self.square if node.closed_high else self.brackets)[1]
        return f"{opening}{self.listed((node.low, node.high))}{closing}"

    def plus_minus(self, node: tree.PlusMinus) -> Shown:
        """`pm(2)`; `±2` in a style that has the sign."""
        if not self.plus_minuses:
            return self.call(tree.Call("pm", (node.of,)))
        return Shown(self.plus_minuses[0] + self.text(node.of, PRODUCT), NEGATIVE)

    def matrix(self, node: tree.Matrix) -> Shown:
        """`matrix([1, 2], [3, 4])`."""
        return self.call(tree.Call("matrix", tuple(tree.ListOf(row) for row in node.rows)))

    def range(self, node: tree.RangeOf) -> Shown:
        """`1..n`."""
        return Shown(f"{self.text(node.first, SUM)}..{self.text(node.last, SUM)}", RANGE)

    def field(self, node: tree.Field) -> Shown:
        """`row.column`."""
        row = self.text(node.of, POSTFIX)
        row = f"{self.brackets[0]}{row}{self.brackets[1]}" if isinstance(node.of, Number) else row
        return Shown(f"{row}.{node.name}", POSTFIX)

    def index(self, node: tree.Index) -> Shown:
        """`table[id]`."""
        return Shown(f"{self.text(node.of, POSTFIX)}{self.square[0]}{self.text(node.index)}{self.square[1]}", POSTFIX)


PLAIN = Style()
