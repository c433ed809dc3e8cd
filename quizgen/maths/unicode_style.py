"""A tree on one line of Unicode text: −, ×, ·, superscripts, √. A learner's echo; `read_answer` reads it back."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quizgen.maths import expr as tree
from quizgen.maths.expr import Expr, Negative, Number, Power
from quizgen.maths.grammar import ATOM, POSTFIX, POWER, PRODUCT, RANGE
from quizgen.maths.styles import NO_BREAK, Factor, Shown, Style, raised_function
from quizgen.maths.symbols import default_symbol, superscript, symbol_text

_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "in": "∈"}
_LETTER = re.compile(r"[^\W\d_](?:_\w+)?")
_UNDER_ROOT = re.compile(r"[0-9.]+|[^\W\d_](?:_\w+)?")
_MOST_RAISED = 3


class Unicode(Style):
    """Unicode text."""

    minus = "−"
    plus_minuses = ("±", "∓")
    set_signs: Mapping[str, str] = {"union": "∪", "intersection": "∩", "without": "∖"}

    def name(self, node: tree.Name) -> Shown:
        """A name by its symbol."""
        return Shown(symbol_text(self.symbols.get(node.name) or default_symbol(node.name)))

    def times(self, left: Factor, right: Factor) -> str:
        """Nothing in `2x` and `2√3`, × between figures and beside values, else ·."""
        if self.is_value(left[0]) or self.is_value(right[0]):
            return " × "
        base = right[0].base if isinstance(right[0], Power) else right[0]
        after_figure = left[1][-1:].isdigit()
        if after_figure and isinstance(left[0], Number) and left[0].value != 1 and self.is_letter(base):
            return ""
        return " × " if after_figure and right[1][:1].isdigit() else "·"

    def is_letter(self, base: Expr) -> bool:
        """Whether a factor begins with one letter or √; nothing is printed for it, so that no text is made twice."""
        match base:
            case tree.Name():
                return _LETTER.fullmatch(self.text(base)) is not None
            case tree.Call(function="sqrt", arguments=(_,)):
                return True
        return False

    def power(self, node: Power) -> Shown:
        """A short whole exponent is raised; any other stands behind ^, in brackets unless it is one thing."""
        function = raised_function(node)
        if function and function[2] < 10**_MOST_RAISED:
            name, inner, exponent = function
            return Shown(f"{self.function(name)}{superscript(str(exponent))}({self.text(inner)})", POWER)
        base = self.text(node.base, POSTFIX)
        raised = _whole_exponent(node.exponent)
        if raised:
            return Shown(base + superscript(raised), POWER)
        return Shown(f"{base}^{self.text(node.exponent, ATOM)}", POWER)

    def sign(self, sign: str) -> str:
        """≤, ≥, ≠."""
        return _SIGNS.get(sign, sign)

    def call(self, node: tree.Call) -> Shown:
        """`n!`, `|x|`, `√2`; a unit behind its number."""
        match node.function, node.arguments:
            case "factorial", (inner,):
                return Shown(f"{self.text(inner, ATOM)}!", POSTFIX)
            case "abs", (inner,):
                text = self.text(inner)  # once: printed twice, each of n bars in one another would double the work
                return Shown(f"{self.function('abs')}({text})" if "|" in text else f"|{text}|")
            case "sqrt", (inner,):
                text = self.text(inner)
                return Shown(f"√{text}" if _UNDER_ROOT.fullmatch(text) else f"√({text})", POWER)
            case ("union" | "intersection", (_, _, *_)) | ("without", (_, _)):
                return self.of_sets(node)
            case function, (inner,) if function.endswith("_"):
                return Shown(f"{self.text(tree.Name(function[:-1]))}_{{{self.text(inner)}}}")
            case ("sum" | "product", (tree.Each(source=tree.RangeOf() as span, condition=None) as each,)):
                return self.counted("∑" if node.function == "sum" else "∏", each, span)
            case "det", (tree.Matrix() as inner,):
                return Shown(f"|{self.text(inner)}|")
            case "unit", (inner, tree.Text(value=unit)):
                return Shown(f"{self.text(inner, PRODUCT)}{NO_BREAK}{unit}", PRODUCT)
            case "number", (inner, tree.Text(value=unit)):
                return Shown(f"{self.text(inner, PRODUCT)}/{unit if unit.isalpha() else f'({unit})'}", PRODUCT)
        return super().call(node)

    def interval(self, node: tree.Interval) -> Shown:
        """`[1, 2)`."""
        return Shown(self.ends(node))

    def counted(self, sign: str, each: tree.Each, span: tree.RangeOf) -> Shown:
        """`∑_{k = 1}^{5} k²`."""
        name, first, last = map(self.text, (tree.Name(each.name), span.first, span.last))
        return Shown(f"{sign}_{{{name} = {first}}}^{{{last}}} {self.text(each.body, PRODUCT)}", RANGE)

    def matrix(self, node: tree.Matrix) -> Shown:
        """`[[1, 2], [3, 4]]`; a column is a vector `(1, 2)`."""
        if len(node.rows) > 1 and len(node.rows[0]) == 1:
            return self.tuple(tree.TupleOf(tuple(row[0] for row in node.rows)))
        return self.list(tree.ListOf(tuple(tree.ListOf(row) for row in node.rows)))

    def quoted(self, node: tree.Text) -> Shown:
        """A text in typographic quotes."""
        return Shown(f"“{node.value}”")


def _whole_exponent(node: Expr) -> str:
    """The digits of a short whole exponent with its sign, "" for any other."""
    match node:
        case Number(value=int(value)):
            return str(value) if abs(value) < 10**_MOST_RAISED else ""
        case Negative(of=Number(value=int(value))) if 0 <= value < 10**_MOST_RAISED:
            return f"-{value}"
    return ""
