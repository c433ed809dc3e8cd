"""A tree as LaTeX, for MathML and for whoever copies it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quizgen.maths import expr as tree
from quizgen.maths.decimals import scientific
from quizgen.maths.expr import Expr, Number, Quotient
from quizgen.maths.grammar import ATOM, NEGATIVE, PRODUCT, RANGE
from quizgen.maths.grammar import POSTFIX as BASE
from quizgen.maths.grammar import POWER as FACTOR
from quizgen.maths.styles import RAISED, Factor, Shown, Style, raised_function
from quizgen.maths.symbols import default_symbol

_SIGNS = {"in": r"\in", "<=": r"\le", ">=": r"\ge", "!=": r"\ne", "<": r"\lt", ">": r"\gt"}
_NAMED = frozenset({
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "exp", "ln", "log", "lg", "min", "max", "gcd",
})  # fmt: skip
_RENAMED = {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan"}
_FENCES = {
    "abs": (r"\left|", r"\right|"), "floor": (r"\left\lfloor ", r"\right\rfloor"),
    "ceil": (r"\left\lceil ", r"\right\rceil"), "sqrt": (r"\sqrt{", "}"),
}  # fmt: skip
_LETTER = re.compile(r"(?:\\[a-zA-Z]+|[A-Za-z])(?:_(?:\{\w+\}|\w))?")
_SIDE_BY_SIDE = frozenset({
    ("number", "letter"), ("number", "sum"), ("letter", "letter"), ("sum", "sum"),
    ("number", "function"), ("letter", "function"), ("sum", "function"), ("function", "function"),
})  # fmt: skip
_ESCAPED = str.maketrans({
    "\\": r"}\backslash\text{", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "<": r"}\lt\text{", ">": r"}\gt\text{", "|": r"}\vert\text{", "^": "ˆ", "~": "˜", "`": "‘",
})  # fmt: skip
_UNIT_PART = re.compile(r"[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^\(?-?\d+\)?|[^\W\d_⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:-[^\W\d_]+)*|.", re.DOTALL)
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_UNIT_SIGNS = {
    " ": r"\,", "/": "/", "*": r"\cdot ", "·": r"\cdot ", "(": "(", ")": ")", "°": r"{}^{\circ}", "%": r"\%",
    "$": r"\$", "µ": r"\mu ", "μ": r"\mu ", "Ω": r"\Omega ",
}  # fmt: skip


def latex_text(text: str) -> str:
    """A plain text inside LaTeX maths; nothing in it acts as LaTeX."""
    return (r"\text{" + text.translate(_ESCAPED) + "}").replace(r"\text{}", "")


def unit_latex(symbol: str) -> str:
    """A unit's symbol behind a number: a thin space and upright letters; nothing for no unit."""
    if not symbol:
        return ""
    body = "".join(_unit_part(part) for part in _UNIT_PART.findall(symbol))
    return body if symbol in ("°", "″", "′") else r"\," + body


def _unit_part(part: str) -> str:
    if part in _UNIT_SIGNS:
        return _UNIT_SIGNS[part]
    if part[0] == "^" or part[0] in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹":
        return "^{" + part.translate(_LOWERED).strip("^()") + "}"
    if part[0] in "µμ" and len(part) > 1:
        return r"\mu" + _unit_part(part[1:])
    return r"\mathrm{" + part + "}" if part.isascii() and part.isalpha() else latex_text(part)


class Latex(Style):
    """LaTeX; a fraction and a root need no brackets, whatever they hold."""

    brackets = (r"\left(", r"\right)")
    square = (r"\left[", r"\right]")
    curly = (r"\left\{", r"\right\}")
    plus_minuses = (r"\pm", r"\mp")
    set_signs: Mapping[str, str] = {"union": r"\cup", "intersection": r"\cap", "without": r"\setminus"}

    def number(self, node: Number) -> Shown:
        """A decimal; one that is very long or very small with a power of ten."""
        shown = super().number(node)
        if "e" not in shown.text:
            return shown
        mantissa, power = scientific(node.value) or ("0", 0)
        return Shown(rf"{mantissa} \times 10^{{{power}}}", PRODUCT)

    def name(self, node: tree.Name) -> Shown:
        """A name by its symbol; one that is raised already needs brackets below another exponent."""
        symbol = self.symbols.get(node.name) or default_symbol(node.name)
        return Shown(symbol, FACTOR if "^" in symbol or "'" in symbol else ATOM)

    def quoted(self, node: tree.Text) -> Shown:
        """A text, upright."""
        return Shown(latex_text(node.value) or "{}")

    def figures(self, node: tree.Figures) -> Shown:
        """`2\\text{ dp}`."""
        return Shown(rf"{node.count}\text{{ {node.kind}}}")

    def truth(self, node: tree.Truth) -> Shown:
        """A truth in words."""
        return Shown(latex_text("true" if node.value else "false"))

    def times(self, left: Factor, right: Factor) -> str:
        """A blank between letters and behind a coefficient, × between figures and beside values, else a dot."""
        if self.is_value(left[0]) or self.is_value(right[0]):
            return r" \times "
        after, before = self.sort(left[0]), self.sort(right[0])
        if (after, before) in _SIDE_BY_SIDE:
            return " "
        return r" \times " if left[1][-1:].isdigit() and right[1][:1].isdigit() else r" \cdot "

    def sort(self, node: Expr) -> str:
        """Whether a factor is a number, a letter, a sum in brackets, a function, or something else.

        A power goes with its base; roots and e^x stand as letters do.
        """
        match node:
            case Number(value=1):
                return ""
            case Number() | Quotient(over=Number(), under=Number()):
                return "number"
            case tree.Name() if not self.is_value(node):
                return "letter" if _LETTER.fullmatch(self.name(node).text) else ""
            case tree.Call(function="sqrt" | "root" | "exp"):
                return "letter"
            case tree.Call(function=name) if name in RAISED:
                return "function"
            case tree.Sum():
                return "sum"
            case tree.Power(base=tree.Name() | tree.Sum() | tree.Call() as base):
                return self.sort(base)
        return ""

    def quotient(self, node: Quotient) -> Shown:
        """A fraction."""
        return Shown(rf"\frac{{{self.text(node.over)}}}{{{self.text(node.under)}}}", FACTOR)

    def power(self, node: tree.Power) -> Shown:
        """A power; its exponent stands in braces, and behind the name of a function."""
        raised = raised_function(node)
        if raised:
            return Shown(f"{self.function(raised[0])}^{{{raised[2]}}}{self.bracketed(raised[1])}", FACTOR)
        return Shown(f"{self.text(node.base, BASE)}^{{{self.text(node.exponent)}}}", FACTOR)

    def percent(self, node: tree.Percent) -> Shown:
        """`28\\,\\%`."""
        return Shown(rf"{self.text(node.of, BASE)}\,\%", FACTOR)

    def sign(self, sign: str) -> str:
        """A sign of comparison."""
        return _SIGNS.get(sign, sign)

    def word(self, word: str) -> str:
        """An English word."""
        return r"\text{" + word + "}"

    def function(self, name: str) -> str:
        """The name of a function, upright."""
        base = name.rstrip("'")
        if base != name:
            return default_symbol(base) + name[len(base) :]
        if name in _RENAMED:
            return _RENAMED[name]
        return "\\" + name if name in _NAMED else r"\operatorname{" + name.replace("_", r"\_") + "}"

    def call(self, node: tree.Call) -> Shown:
        """Functions with a notation of their own, else the name with its arguments."""
        function, arguments = node.function, node.arguments
        if function in _FENCES and len(arguments) == 1:
            opening, closing = _FENCES[function]
            return Shown(opening + self.text(arguments[0]) + closing)
        match function, arguments:
            case "factorial", (inner,):
                return Shown(f"{self.text(inner, ATOM)}!", BASE)
            case "exp", (inner,):
                return Shown(f"e^{{{self.text(inner)}}}", FACTOR)
            case "root", (inner, degree):
                return Shown(rf"\sqrt[{self.text(degree)}]{{{self.text(inner)}}}")
            case "log", (inner, base):
                return Shown(rf"\log_{{{self.text(base)}}}{self.bracketed(inner)}", FACTOR)
            case "binomial", (upper, lower):
                return Shown(rf"\binom{{{self.text(upper)}}}{{{self.text(lower)}}}")
            case "mod", (inner, by):
                return Shown(rf"{self.text(inner, FACTOR)} \bmod {self.text(by, FACTOR)}", PRODUCT)
            case "unit", (inner, tree.Text(value=unit)):
                return Shown(self.text(inner, PRODUCT) + unit_latex(unit), PRODUCT)
            case "number", (inner, tree.Text(value=unit)):
                return Shown(rf"\frac{{{self.text(inner)}}}{{{unit_latex(unit).removeprefix(chr(92) + ',')}}}", FACTOR)
            case ("union" | "intersection", (_, _, *_)) | ("without", (_, _)):
                return self.of_sets(node)
            case "det", (tree.Matrix() as inner,):
                return Shown(self.matrix(inner).text.replace("pmatrix", "vmatrix"))
            case "norm", (inner,):
                return Shown(rf"\left\|{self.text(inner)}\right\|")
            case function, (inner,) if function.endswith("_"):
                return Shown(f"{self.text(tree.Name(function[:-1]))}_{{{self.text(inner)}}}")
            case ("sum" | "product", (tree.Each(source=tree.RangeOf() as span, condition=None) as each,)):
                return self.counted(r"\sum" if function == "sum" else r"\prod", each, span)
            case "sum", (tree.Each(condition=None) as each,):
                return Shown(rf"\sum_{{{self.bound(each)}}} {self.text(each.body, PRODUCT)}", RANGE)
            case "if", _:
                return Shown(self.cases(node))
        return super().call(node)._replace(binds=FACTOR)

    def counted(self, sign: str, each: tree.Each, span: tree.RangeOf) -> Shown:
        """`\\sum_{k=1}^{n} k`."""
        name, first, last = map(self.text, (tree.Name(each.name), span.first, span.last))
        return Shown(rf"{sign}_{{{name} = {first}}}^{{{last}}} {self.text(each.body, PRODUCT)}", RANGE)

    def bracketed(self, node: Expr) -> str:
        """A node in brackets."""
        return self.brackets[0] + self.text(node) + self.brackets[1]

    def cases(self, node: Expr) -> str:
        """`if(c, a, if(d, b, e))` as a table of cases."""
        lines = []
        while isinstance(node, tree.Call) and node.function == "if":
            condition, yes, node = node.arguments
            lines.append(rf"{self.text(yes)} & \text{{if }} {self.text(condition)}")
        lines.append(rf"{self.text(node)} & \text{{otherwise}}")
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}"

    def interval(self, node: tree.Interval) -> Shown:
        """`[1, 2)`."""
        return Shown(self.ends(node))

    def plus_minus(self, node: tree.PlusMinus) -> Shown:
        """`\\pm 2`."""
        return Shown(rf"\pm {self.text(node.of, PRODUCT)}", NEGATIVE)

    def matrix(self, node: tree.Matrix) -> Shown:
        """Rows in round brackets."""
        rows = (" & ".join(map(self.text, row)) for row in node.rows)
        return Shown(r"\begin{pmatrix} " + r" \\ ".join(rows) + r" \end{pmatrix}")

    def bound(self, node: tree.Each) -> str:
        """`x \\in xs`."""
        return rf"{self.text(tree.Name(node.name))} \in {self.text(node.source)}"

    def each(self, node: tree.Each) -> Shown:
        """A list by its rule."""
        text = rf"{self.text(node.body)} \mid {self.bound(node)}"
        if node.condition is not None:
            text += f", {self.text(node.condition)}"
        return Shown(self.square[0] + text + self.square[1])

    def range(self, node: tree.RangeOf) -> Shown:
        """`1, \\dots, n`."""
        return Shown(rf"{self.text(node.first)}, \dots, {self.text(node.last)}", 0)

    def field(self, node: tree.Field) -> Shown:
        """`row.column`, upright."""
        return Shown(latex_text(tree_path(node)) if tree_path(node) else super().field(node).text)


def tree_path(node: Expr) -> str:
    """`row.column` as its words, "" where something else than a name stands before a point."""
    if isinstance(node, tree.Name):
        return node.name
    before = tree_path(node.of) if isinstance(node, tree.Field) else ""
    return f"{before}.{node.name}" if before and isinstance(node, tree.Field) else ""
