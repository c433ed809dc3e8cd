"""A tree on one line with the brackets that people ask about: `1/2x` was read as (1/2)·x, `-x^2` as −(x²)."""

from __future__ import annotations

from quizgen.maths import expr as tree
from quizgen.maths.expr import Expr
from quizgen.maths.grammar import NEGATIVE
from quizgen.maths.styles import Shown
from quizgen.maths.unicode_style import Unicode


class Bracketed(Unicode):
    """Unicode text in which a fraction within a product, and a power behind a minus sign, stand in brackets."""

    def quotient(self, node: tree.Quotient) -> Shown:
        """Bracketed by whatever binds tighter than a sum."""
        return Shown(super().quotient(node).text, NEGATIVE)

    def term(self, node: Expr) -> str:
        """A fraction behind a plus or minus sign needs none."""
        inner = node.of if isinstance(node, tree.Negative) else node
        if isinstance(inner, tree.Quotient):
            return f" {'+' if inner is node else self.minus} {super().quotient(inner).text}"
        return super().term(node)

    def negative(self, node: tree.Negative) -> Shown:
        """A power behind the sign in brackets."""
        if isinstance(node.of, tree.Power):
            return Shown(f"{self.minus}({self.text(node.of)})", NEGATIVE)
        return super().negative(node)


_STYLE = Bracketed()


def bracketed(expr: Expr) -> str:
    """The tree as text with these brackets."""
    return _STYLE.text(expr)
