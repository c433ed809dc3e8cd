"""The kind of a let or step: what it measures, which letters it keeps, and whether its unit fits."""

from __future__ import annotations

from quizgen.compiling.closing import Forms
from quizgen.compiling.scope import TemplateScope
from quizgen.errors import KindError
from quizgen.maths.dimensions import PURE, dimension_text
from quizgen.maths.expr import Expr, Relation, Text, names
from quizgen.maths.kinds import Kind, fits
from quizgen.maths.open_values import is_equation
from quizgen.maths.signatures import NUMERIC, measuring
from quizgen.maths.units import Unit


def kind_of(scope: TemplateScope, written: Expr, forms: Forms) -> Kind:
    """The kind of what a formula gives, its verbs carried out: with all letters that any of its forms keeps."""
    if is_equation(written, scope.open_names):
        equal = isinstance(written, Relation) and set(written.signs) == {"="}
        return Kind("equation" if equal else "inequality", letters=tuple(sorted(names(written) & scope.open_letters)))
    kind = scope.checked(written, {})
    if written in forms.trees.values() or kind.what not in NUMERIC:
        return kind
    kinds = [scope.checked(form, {}) for form in forms.trees.values() if not isinstance(form, Text)]
    return kinds[0] if len(kinds) == 1 else measuring(kinds[0].dimension, *kinds)


def measured(expr: Expr, kind: Kind, unit: Unit | None) -> Kind:
    """The kind, once its unit is known to fit. An exact 0 fits every unit, so there the unit decides."""
    item = kind.of or kind
    if item.what not in ("number", "expression"):
        if unit:
            raise KindError("only numbers have a unit", mend="take `unit` away")
        return kind
    wanted = unit.dimension if unit else PURE
    if fits(expr, item, wanted):
        item = item._replace(dimension=wanted, unit=unit.symbol if unit else "")
        return item if kind.of is None else kind._replace(of=item)
    said = dimension_text(item.dimension)
    if unit:
        raise KindError(f"this is {said}, and {unit.symbol} measures {dimension_text(wanted)}")
    raise KindError(f"this is {said}, and no unit says how to show it", mend="add `unit: …`")
