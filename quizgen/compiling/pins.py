"""The example that an author pins: its values read, each by the draw of its param."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from quizgen.compiled import Named, Param
from quizgen.compiling.params import example_value
from quizgen.compiling.scope import TemplateScope, at
from quizgen.maths.matrices import matrix_of
from quizgen.maths.reader import read
from quizgen.maths.values import compile_formula, whole
from quizgen.template import Template


def pinned(scope: TemplateScope, layers: Sequence[Template], drawn: Sequence[Param]) -> dict[str, Any]:
    """The example's values in their params' own units; empty where no layer pins any. Raises SourceError."""
    given = {name: (layer, value) for layer in layers for name, value in layer.example.items()}
    if not given:
        return {}
    scratch = _Pins(scope)
    known = {param.name for param in drawn}
    for name, (layer, _) in given.items():
        if name not in known:
            raise layer.error(f"`{name}` is no param", ("example", name))
    for param in drawn:
        if param.name not in given:
            raise layers[-1].error(f"the example has no `{param.name}`", ("example",), mend="pin every param")
        layer, value = given[param.name]
        with at(layer, "example", param.name):
            scratch.pin(scope.named[param.name], param, value)
    return scratch.pinned


class _Pins:
    """Pins the example's values one after another, so that a dependent draw can be worked out."""

    def __init__(self, scope: TemplateScope) -> None:
        self.scope = scope
        self.pinned: dict[str, Any] = {}
        self.env: dict[str, Any] = dict(scope.pack.tables)

    def pin(self, named: Named, param: Param, given: Any) -> None:
        """Add one param's value."""
        value = example_value(named, param.draw, given, lambda expr: compile_formula(expr, self.scope.log)(self.env))
        self.pinned[param.name] = value
        factor, offset = named.display.factor, named.display.offset
        if named.kind.what == "row":
            self.env[param.name] = self.scope.pack.tables[named.kind.table][value]
        elif named.kind.what == "number":
            self.env[param.name] = whole(Fraction((value + offset) * factor))
        elif named.kind.what == "matrix":
            self.env[param.name] = matrix_of(value)
        elif named.kind.what == "expression":
            self.env[param.name] = read(value)
        else:
            self.env[param.name] = value
