"""`±`: one text that stands for two values (POSITIONS 25, `x = ±2`)."""

from __future__ import annotations

from quizgen.maths.expr import Expr, Negative, PlusMinus, children, rebuild


def has_plus_minus(node: Expr) -> bool:
    """Whether a ± stands anywhere in the tree."""
    return isinstance(node, PlusMinus) or any(map(has_plus_minus, children(node)))


def both(node: Expr) -> tuple[Expr, ...]:
    """The tree with the upper signs and with the lower ones; all ± of one tree move together. One tree if it has none.

    `∓b` is read as the negative of `±b`, so it turns by itself.
    """
    if not has_plus_minus(node):
        return (node,)
    return (_signed(node, minus=False), _signed(node, minus=True))


def _signed(node: Expr, *, minus: bool) -> Expr:
    node = rebuild(node, lambda part: _signed(part, minus=minus))
    if not isinstance(node, PlusMinus):
        return node
    return Negative(node.of, node.at) if minus else node.of
