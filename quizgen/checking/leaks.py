"""No sheet tells anything of the answer: change every key, step, trap and solution text, and its bytes stay.

The one exception is a choice with `offer`: its options must hold the right one, so what they are depends on the key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from quizgen import renderer
from quizgen.carry import bare_step
from quizgen.checking.findings import Findings
from quizgen.checking.texts import figure_names, names_in, shown_proses
from quizgen.compiled import CompiledTemplate, Named, Part
from quizgen.errors import QuizgenError
from quizgen.generator import public
from quizgen.maths.expr import Expr, Number, Text, Truth, names
from quizgen.maths.values import Approx, Row
from quizgen.prose import Prose
from quizgen.variant import Variant

FIRST = 8
"""So many variants are always looked at, and after them one in EVERY: what a sheet is made from is the same for all."""
EVERY = 100
OTHER = 987_654_321
"""A number that stands for every changed one."""
CHANGED = Prose(("changed",))


class Leaks:
    """Looks at one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.changed = replace(
            template, traps=(), told=(), verify=(), solution_figure={}, parts=tuple(map(_changed_part, template.parts))
        )
        shown = frozenset().union(*(_needed(part) for part in template.parts))
        self.steps = [named for named in template.names.values() if named.role == "step" and named.name not in shown]
        self.seen = 0
        self._in_the_source()

    def see(self, variant: Variant) -> None:
        """Compare the sheets of the variant and of the same with everything secret changed."""
        self.seen += 1
        if self.seen > FIRST and self.seen % EVERY:
            return
        values = {
            **variant.values,
            **{step.name: self._another(step, variant.values[step.name]) for step in self.steps},
        }
        other = variant._replace(template=self.changed, values=values)
        try:
            sheets = _sheets(variant)
        except QuizgenError:
            return  # what is wrong with the sheet itself has been told
        try:
            same = sheets == _sheets(other)
        except QuizgenError:
            same = False  # what can't be made without the steps depends on them
        if not same:
            what = "the sheet depends on a key, a step or a trap"
            self.found.add("error", what, variant=variant.params, mend="use params, lets and tables only")

    def _in_the_source(self) -> None:
        """No text or figure that is shown before the answer may name a step, and no part gives a later one away."""
        asked: dict[str, str] = {}
        for part in reversed(self.template.parts):
            for name in sorted(asked.keys() & set(part.reveals)):
                mend = f"reveal it in part {asked[name]}"
                self.found.add("error", f"part {part.id}: reveals {name}, which part {asked[name]} asks for", mend=mend)
            asked[bare_step(part)] = part.id
        steps = {name for name, named in self.template.names.items() if named.role == "step"}
        used = [(where, names_in(prose)) for where, prose in shown_proses(self.template)]
        for where, found in (*used, ("figure", figure_names(self.template.figure))):
            for name in sorted(found & steps):
                self.found.add("error", f"{where}: names the step {name}", mend="make it a let if it is given")

    def _another(self, step: Named, value: Any) -> Any:
        match value:
            case bool():
                return not value
            case int() | Approx():
                return OTHER
            case str():
                return f"{value} changed"
            case Row():
                rows = list(self.template.tables[value.table].values())
                return rows[(rows.index(value) + 1) % len(rows)]
            case tuple():
                return tuple(self._another(step, item) for item in value[::-1])
            case frozenset():
                return frozenset(self._another(step, item) for item in value)
        return OTHER if step.kind.what == "number" else value


def _sheets(variant: Variant) -> tuple[str, str]:
    shown = public(variant)
    return renderer.sheet_html(shown), renderer.sheet_markdown(shown)


def _needed(part: Part) -> frozenset[str]:
    """The steps that a choice with `offer` can't do without."""
    formula = part.spec.get("is")
    return names(formula) if part.spec.get("offer") and isinstance(formula, Expr) else frozenset()


def _changed_part(part: Part) -> Part:
    return part._replace(spec=_changed_spec(part), otherwise=CHANGED, reveals=(), carry=False, carried_credit=0)


def _changed_spec(part: Part) -> dict[str, Any]:
    spec = dict(part.spec)
    if spec.get("options"):
        spec["options"] = tuple({**option, "right": Truth(value=False), "else": CHANGED} for option in spec["options"])
    if "is" in spec and not spec.get("table"):
        spec["is"] = Text("changed") if part.answer == "text" else Number(OTHER)
    for name in ("or", "aliases", "not", "terms"):
        if name in spec:
            spec[name] = ()
    return spec | _CHANGED.get(part.answer, dict)(spec)


def _changed_plan(spec: Mapping[str, Any]) -> dict[str, Any]:
    conditions = tuple({**each, "that": Truth(value=False), "say": CHANGED} for each in spec["such_that"])
    return {"such_that": conditions, "sample": (Number(OTHER),) * len(spec["sample"])}


_CHANGED: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "order": lambda spec: {"items": spec["items"][::-1]},
    "match": lambda spec: {"right": (*spec["right"][1:], spec["right"][0])},
    "plan": _changed_plan,
    "explain": lambda spec: {"points": tuple({**each, "point": CHANGED, "finds": ()} for each in spec["points"])},
}
"""What is the key of each type that has no formula for it, changed."""
