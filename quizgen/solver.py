"""Template and pack to CompiledTemplate: names and kinds checked, units folded, verbs carried out, forms closed.

This happens once per template; everything that a variant needs later is plain data and closures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quizgen import __version__, drawing
from quizgen.answers import answer_type
from quizgen.compiled import CompiledTemplate, Condition, Derived, Named, Param, Part, Told, Trap
from quizgen.compiling import params, references, whole_keys
from quizgen.compiling.closing import Closing, Forms
from quizgen.compiling.derived_kinds import kind_of, measured
from quizgen.compiling.digests import digests
from quizgen.compiling.grouping import groups
from quizgen.compiling.letters import letter_of
from quizgen.compiling.pins import pinned
from quizgen.compiling.scope import ASKED, SHOWN, TemplateScope, at, pack_scope
from quizgen.errors import KindError, MathsError, SpaceError
from quizgen.maths.cas import has_verb
from quizgen.maths.dimensions import PURE
from quizgen.maths.expr import Expr, names
from quizgen.maths.kinds import Kind
from quizgen.maths.printing import default_symbol
from quizgen.maths.signatures import NUMERIC
from quizgen.maths.units import Unit
from quizgen.pack import Pack
from quizgen.prose import Prose
from quizgen.sampling import space
from quizgen.template import Let, Step, Template
from quizgen.template import Trap as AuthoredTrap


def compile_template(template: Template, pack: Pack, parents: Sequence[Template] = ()) -> CompiledTemplate:
    """Everything that a template needs, from its pack and from those that it continues (the first of them first).

    Raises SourceError with the place and the mend for whatever is wrong, SpaceError where nothing satisfies `where`.
    """
    compiler = _Compiler(template, pack, (*parents, template))
    compiled = compiler.compiled()
    try:
        found = space.space(compiled)
    except (SpaceError, MathsError) as error:
        raise template.error(str(error), ("where",)) from error
    compiled = whole_keys.marked(compiled, found)
    return replace(compiled, digests=digests(compiled))


class _Compiler:
    """Reads one template from top to bottom; each method is one of its sections."""

    def __init__(self, template: Template, pack: Pack, layers: tuple[Template, ...]) -> None:
        self.template, self.pack, self.layers = template, pack, layers
        self.scope = TemplateScope(
            pack_scope(pack),
            asked=template.defaults.asked or pack.defaults.asked or ASKED,
            shown=template.defaults.shown or pack.defaults.shown or SHOWN,
            log=template.log or pack.log,
            marks=template.marks,
        )
        for layer in layers:
            self.scope.later.update(layer.params, layer.let, (step.name for step in layer.steps if step.name))
        self.closing = Closing(self.scope)
        self.derived: list[Derived] = []
        self.told: list[Told] = []

    def compiled(self) -> CompiledTemplate:
        """The template, with its space not yet counted and its keys not yet known to be whole."""
        template, scope = self.template, self.scope
        self._symbols()
        drawn = [self._param(layer, name) for layer in self.layers for name in layer.params]
        for layer in self.layers:
            for name in layer.let:
                self._let(layer, name)
        for layer in self.layers:
            for index in range(len(layer.steps)):
                self._step(layer, index)
        where = tuple(self._where(layer, index) for layer in self.layers for index in range(len(layer.where)))
        verify = tuple(self._verify(layer, index) for layer in self.layers for index in range(len(layer.verify)))
        traps = tuple(
            self._trap(layer, ("traps", i), each) for layer in self.layers for i, each in enumerate(layer.traps)
        )
        parts = tuple(self._part(index) for index in range(len(template.parts)))
        part_traps = tuple(
            self._trap(template, ("parts", i, "traps", j), each, part.id)
            for i, part in enumerate(template.parts)
            for j, each in enumerate(part.traps)
        )
        stem = self._public("stem", template.stem)
        forecast = self._public("forecast", template.forecast)
        glossary = references.glossary(scope, self.layers)
        tables = self._tables()
        first = self.layers[0]
        return CompiledTemplate(
            id=f"{self.pack.id}/{template.id}",
            label=template.label or template.id,
            title=template.title,
            level=template.level,
            cell=template.cell,
            skills=template.skills,
            links=template.links,
            continues="" if first is template else f"{self.pack.id}/{first.id}",
            names=self._names(),
            params=tuple(drawn),
            derived=(*self._constants(), *self.derived),
            told=tuple(self.told),
            where=where,
            verify=verify,
            groups=groups(drawn, where, self.derived),
            example=pinned(self.scope, self.layers, drawn),
            traps=(*traps, *part_traps),
            stem=stem,
            forecast=forecast,
            figure=self._figure("figure", template.figure, public=True),
            solution_figure=self._figure("solution_figure", template.solution_figure, public=False),
            parts=parts,
            tables=tables,
            texts=self._texts(tables),
            units=scope.pack.units,
            log=scope.log,
            decimal=template.decimal or self.pack.decimal,
            constant_key=template.constant_key,
            digests=("", "", ""),
            engine=__version__,
            glossary=glossary,
            constants=tuple(name for name, each in self.scope.letters.items() if each.constant),
            letters={name: self.scope.letters[name].letter for name in sorted(self.scope.open_letters)},
            recalls=references.recalled(scope, self.layers, parts),
        )

    def _param(self, layer: Template, name: str) -> Param:
        unit = self._unit(layer, ("params", name), layer.params[name].unit)
        with at(layer, "params", name, "draw"):
            named, param = params.param(self.scope, name, layer.params[name], unit)
        self.scope.add(named)
        self.closing.assume_param(named, param.draw)
        return param

    def _symbols(self) -> None:
        for layer in self.layers:
            for name, given in layer.symbols.items():
                with at(layer, "symbols", name):
                    unit = self.scope.unit(given.unit) if given.unit else None
                    measured = (unit.dimension, unit.symbol) if unit else (PURE, "")
                    kind = Kind("expression", measured[0], letters=(name,), unit=measured[1])
                    symbol, display = given.symbol or default_symbol(name), params.shown(self.scope, given, unit, "")
                self.scope.add(Named(name, "symbol", kind, symbol, display, given.means, given.aliases))
                self.closing.assume(name, positive=given.positive, integer=given.integer)
                self.scope.letters[name] = letter_of(name, given)

    def _let(self, layer: Template, name: str) -> None:
        given = layer.let[name]
        short = layer.place(("let", name, "is")) == layer.place(("let", name))
        unit = self._unit(layer, ("let", name), given.unit)
        with at(layer, "let", name, *(() if short else ("is",))):
            self._derive("let", name, given, unit)

    def _step(self, layer: Template, index: int) -> None:
        step = layer.steps[index]
        if step.is_ is not None and step.name is not None:
            unit = self._unit(layer, ("steps", index), step.unit)
            with at(layer, "steps", index, "is"):
                self._derive("step", step.name, step, unit)
        if step.told:
            self.told.append(self._tell(layer, index, step))

    def _tell(self, layer: Template, index: int, step: Step) -> Told:
        with at(layer, "steps", index, "do"):
            do = self.scope.prose(step.do or "")
        with at(layer, "steps", index, "why"):
            why = self.scope.prose(step.why)
        when = None
        if step.when is not None:
            with at(layer, "steps", index, "when"):
                when = self._truth(step.when)
        return Told(step.name or "", do, why, when=when)

    def _unit(self, layer: Template, path: tuple[str | int, ...], text: str | None) -> Unit | None:
        """A unit that the author named; an error points at it. Raises SourceError."""
        with at(layer, *path, "unit"):
            return self.scope.unit(text) if text else None

    def _derive(self, role: str, name: str, given: Let | Step, unit: Unit | None) -> None:
        written = self.scope.read(given.is_ or "")
        if name in names(written):
            raise KindError(f"`{name}` names itself", mend="a formula may use only what stands above it")
        forms = self.closing.carried_out(written) if self._checked_verb(written) else Forms((), {"": written})
        kind = measured(forms.first, kind_of(self.scope, written, forms), unit)
        symbol = given.symbol or default_symbol(name)
        display = given.display if isinstance(given, Step) else ""
        named = Named(
            name, role, kind, symbol, params.shown(self.scope, given, unit, display), given.means, given.aliases
        )
        closed, why_not = self.closing.close(name, forms, kind)
        bare = Derived(name, forms.first, written, (), closed, why_not)
        self.derived.append(self.closing.as_derived(bare, forms))
        self.scope.formulas[name] = written
        self.scope.add(named)

    def _checked_verb(self, written: Expr) -> bool:
        """Whether a formula has a verb; its kinds are checked before sympy sees it. Raises KindError."""
        if not has_verb(written):
            return False
        self.scope.checked(written, {})
        return True

    def _truth(self, text: str, **bound: Kind) -> Expr:
        expr, kind = self.scope.formula(text, **bound)
        if kind.what != "truth":
            raise KindError("a condition is wanted here, something true or false")
        return expr

    def _where(self, layer: Template, index: int) -> Condition:
        text = layer.where[index]
        with at(layer, "where", index):
            expr = self._truth(text)
        return Condition(expr, text, self._known(expr))

    def _verify(self, layer: Template, index: int) -> Condition:
        given = layer.verify[index]
        with at(layer, "verify", index, "that"):
            expr = self._truth(given.that)
        with at(layer, "verify", index, "say"):
            say = self.scope.prose(given.say)
        return Condition(expr, given.that, self._known(expr), say)

    def _known(self, expr: Expr) -> tuple[str, ...]:
        return tuple(sorted(names(expr) & set(self.scope.named)))

    def _trap(self, layer: Template, path: tuple[str | int, ...], given: AuthoredTrap, part: str = "") -> Trap:
        instead = []
        for step, text in given.instead.items():
            with at(layer, *path, "instead", step):
                instead.append((step, self._instead(step, text)))
        with at(layer, *path, "instead"):
            reworked = self.closing.reworked(dict(instead), self.derived) if instead else ()
        gives = picks = when = None
        if given.gives is not None:
            with at(layer, *path, "gives"):
                gives, _ = self.scope.formula(given.gives)
        if given.picks is not None:
            with at(layer, *path, "picks"):
                picks = self._truth(given.picks, it=self._it(part))
        if given.when is not None:
            with at(layer, *path, "when"):
                when = self._truth(given.when)
        say = self._say(layer, path, given)
        return Trap(given.name, part, tuple(instead), gives, picks, when, given.credit, say, reworked)

    def _instead(self, step: str, text: str) -> Expr:
        named = self.scope.named.get(step)
        if named is None or named.role != "step":
            raise KindError(f"`{step}` is no step with a formula", mend="a trap replaces steps")
        expr, kind = self.scope.formula(text)
        numeric = kind.what == "number" or (kind.what == named.kind.what == "expression")
        alike = numeric and named.kind.what in NUMERIC and kind.dimension == named.kind.dimension
        if kind._replace(letters=()) != named.kind._replace(letters=()) and not alike:
            raise KindError(f"this isn't the kind of value that `{step}` is")
        return expr

    def _it(self, part: str) -> Kind:
        """What `it` is in a part's traps: a row of the table that its options come from."""
        spec = next((each.answer for each in self.template.parts if each.id == part), {})
        table = spec.get("among", "")
        return Kind("row", table=table) if table in self.scope.pack.tables else Kind("text")

    def _say(self, layer: Template, path: tuple[str | int, ...], given: AuthoredTrap) -> Prose:
        text, shared = given.say, self.pack.traps.get(given.name)
        if text is None and shared is None:
            mend = "add `say: …`, or a trap of that name to `traps` in pack.yaml"
            raise layer.error(f"nothing is said of the trap `{given.name}`", path, mend=mend)
        with at(layer, *path, "say"):
            return self.scope.prose(text if text is not None else shared.say)  # type: ignore[union-attr]  # one is there

    def _part(self, index: int) -> Part:
        given = self.template.parts[index]
        path = ("parts", index)
        for at_step, name in enumerate(given.reveals):
            if name not in self.scope.named or self.scope.named[name].role != "step":
                raise self.template.error(f"`{name}` is no step", (*path, "reveals", at_step))
        with at(self.template, *path, "answer"):
            spec = answer_type(given.type).compile(given.answer, self.scope)
        with at(self.template, *path, "ask"):
            ask = self.scope.prose(given.ask, public=True)
        hints = []
        for at_hint, hint in enumerate(given.hints):
            with at(self.template, *path, "hints", at_hint):
                hints.append(self.scope.prose(hint, public=True))
        with at(self.template, *path, "otherwise"):
            otherwise = self.scope.prose(given.otherwise, it=self._it(given.id))
        return Part(
            given.id, ask, given.type, spec, tuple(hints), given.points, otherwise, given.reveals, given.carry,
            given.carried_credit, given.constant_key,
        )  # fmt: skip

    def _figure(self, key: str, given: Mapping[str, Any], *, public: bool) -> dict[str, Any]:
        """A figure's kind, and a formula for each of its other fields; before the answer they may not name steps."""
        if not given:
            return {}
        kind = given["kind"]
        with at(self.template, key):
            fields = drawing.complete(kind, {name: given[name] for name in given if name != "kind"}, self.scope.named)
        figure: dict[str, Any] = {"kind": kind}
        found: dict[str, Kind] = {}
        for name, text in fields.items():
            with at(self.template, key, name):
                figure[name], found[name] = self.scope.formula(text)
                if public:
                    self.scope.refuse_steps(figure[name])
        with at(self.template, key):
            drawing.check_values(kind, found)
        return figure

    def _public(self, key: str, text: str) -> Prose:
        with at(self.template, key):
            return self.scope.prose(text, public=True)

    def _constants(self) -> tuple[Derived, ...]:
        used = [name for name in self.pack.constants if name in self.scope.used]
        return tuple(
            Derived(name, self.scope.pack.constants[name][1], self.scope.pack.constants[name][1], ()) for name in used
        )

    def _names(self) -> dict[str, Named]:
        order = {"param": 0, "let": 1, "step": 2, "symbol": 3}
        used = [self.scope.pack.constants[name][0] for name in self.pack.constants if name in self.scope.used]
        ranked = sorted([*used, *self.scope.named.values()], key=lambda named: order[named.role])
        return {named.name: named for named in ranked}

    def _tables(self) -> dict[str, dict[str, Any]]:
        """The tables that formulas, draws and answers use, and those that their rows link to."""
        pack, todo = self.scope.pack, sorted(self.scope.used & self.scope.pack.tables.keys())
        found: dict[str, dict[str, Any]] = {}
        while todo:
            name = todo.pop()
            if name not in found:
                found[name] = pack.tables[name]
                todo.extend(kind.table for kind in pack.columns[name].values() if kind.what == "row")
        return {name: found[name] for name in sorted(found)}

    def _texts(self, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Prose]:
        """Texts that an insertion may bring into prose, where they hold more than plain words."""
        cells = {
            text
            for rows in tables.values()
            for row in rows.values()
            for cell in row.cells.values()
            for text in _texts_in(cell)
        }
        texts = {}
        for text in sorted(cells | self.scope.literals):
            if any(mark in text for mark in ("$", "`", "*", "_", "\\", self.template.marks[0])):
                try:
                    texts[text] = self.scope.prose(text)
                except MathsError:
                    # A cell may name params of other templates; should this one ever show it, `quiz check` finds it.
                    continue
        return texts


def _texts_in(cell: Any) -> tuple[str, ...]:
    if isinstance(cell, str):
        return (cell,)
    return tuple(item for item in cell if isinstance(item, str)) if isinstance(cell, tuple) else ()


__all__ = ["compile_template"]
