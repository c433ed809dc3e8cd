"""A template ready to be drawn, solved and graded: plain data with a JSON form, and evaluators made from it.

The wheel, the user's cache, a set's snapshot and the page all carry this, so that neither YAML nor sympy nor pint is
needed to pose a problem. Every formula here is folded: it works on bare exact numbers in base units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from quizgen.errors import MathsError, NotFound, Undefined
from quizgen.maths.cas import has_verb
from quizgen.maths.domains import Domain, Letter
from quizgen.maths.expr import Expr, Text
from quizgen.maths.kinds import Kind
from quizgen.maths.matrices import matrix_of
from quizgen.maths.open_values import DOMAIN, FORMULAS, as_tree, compile_open, is_open_kind, needs_open
from quizgen.maths.printing import plain
from quizgen.maths.units import Unit
from quizgen.maths.values import Evaluator, Row, compile_formula, whole
from quizgen.maths.worked import Manner, has_root, worked_out
from quizgen.prose import Display, Prose
from quizgen.sampling.draw_data import Computed, Draw, Grid, Listed, Option, Picked, Rows, Scalar, Shuffled, Stepped

__all__ = [
    "CompiledTemplate", "Computed", "Condition", "Derived", "Draw", "Env", "Grid", "Group", "Listed", "Named", "Option",
    "Param", "Part", "Picked", "Rows", "Scalar", "Shuffled", "Stepped", "Told", "Trap", "form_key",
]  # fmt: skip

Env = dict[str, Any]
"""Values by name, in base units; tables stand in it under their own names."""
_SHAPE = "#shape of "
"""In an Env, before a drawn expression's name: the expression as it was drawn, its params still letters."""


class Named(NamedTuple):
    """A name of the template: a param, let, step or symbol.

    `symbol` is LaTeX. `display` says how its value is shown unless an insertion says otherwise; its `unit` and `factor`
    are the name's own. `public` names may stand in a stem.
    """

    name: str
    role: str  # param, let, step, symbol
    kind: Kind
    symbol: str
    display: Display
    means: str = ""
    aliases: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def public(self) -> bool:
        """Whether a stem may show it: params, lets and symbols, not steps."""
        return self.role != "step"


class Param(NamedTuple):
    """A random quantity: its draw, and the earlier params that the draw depends on."""

    name: str
    draw: Draw
    needs: tuple[str, ...] = ()


class Derived(NamedTuple):
    """A let or a step with a formula. `needs` are the params, lets and steps that stand in it directly.

    `formula` is what a variant evaluates (verbs already carried out), `written` what the author wrote (for the worked
    solution); `closed` is the closed form in the params, None where there is none, and `why_not` says why.

    Where a verb's result has another form for other values of some params (`by`: drawn expressions, exponents …),
    `forms` has each of them by the texts of those values (`form_key`), and `formula` is one of them.
    """

    name: str
    formula: Expr
    written: Expr
    needs: tuple[str, ...]
    closed: Expr | None = None
    why_not: str = ""
    by: tuple[str, ...] = ()
    forms: Mapping[str, Expr] = {}


def form_key(values: Iterable[Any]) -> str:
    """What a form goes by: the texts of the values (in base units) that it was solved for."""
    return "; ".join(plain(value) if isinstance(value, Expr) else str(value) for value in values)


class Told(NamedTuple):
    """A step as it is told. `name` is "" where the step is only words; `when` None means always."""

    name: str
    do: Prose
    why: Prose
    show: bool = True
    when: Expr | None = None


class Condition(NamedTuple):
    """A `where` or a `verify`: a formula that must hold; `source` is the author's text, `needs` the names in it."""

    formula: Expr
    source: str
    needs: tuple[str, ...]
    say: Prose = Prose()


class Group(NamedTuple):
    """Params that are drawn together, in order of dependence.

    `conditions` are indices into `where`; `derived` the lets and steps that those need, in order.
    """

    params: tuple[str, ...]
    conditions: tuple[int, ...]
    derived: tuple[str, ...]


class Trap(NamedTuple):
    """A named wrong procedure.

    It either replaces steps (`instead`: pairs of step and formula), or `gives` a value for its part, or `picks` the
    options for which the formula about `it` holds. `when` None means always. `part` is "" for a template's trap.
    `reworked` are later steps whose verbs were carried out anew, on what the replaced steps give.
    """

    name: str
    part: str
    instead: tuple[tuple[str, Expr], ...] = ()
    gives: Expr | None = None
    picks: Expr | None = None
    when: Expr | None = None
    credit: Fraction | int = 0
    say: Prose = Prose()
    reworked: tuple[Derived, ...] = ()


class Part(NamedTuple):
    """An answerable piece. `answer` is the answer type's name and `spec` its own plain data (JSON values and trees)."""

    id: str
    ask: Prose
    answer: str
    spec: dict[str, Any]
    hints: tuple[Prose, ...] = ()
    points: Fraction | int = 1
    otherwise: Prose = Prose()
    reveals: tuple[str, ...] = ()
    carry: bool = True
    carried_credit: Fraction | int = 1
    constant_key: bool = False


@dataclass(frozen=True)
class CompiledTemplate:
    """Everything that one template needs, from its pack too. No one writes to its mappings."""

    id: str
    """`pack/id`."""
    label: str
    title: str
    level: int
    cell: str
    skills: tuple[str, ...]
    links: tuple[str, ...]
    continues: str
    names: dict[str, Named]
    """Params, lets, steps and symbols, in this order."""
    params: tuple[Param, ...]
    derived: tuple[Derived, ...]
    """Lets and steps in an order in which each can be evaluated."""
    told: tuple[Told, ...]
    where: tuple[Condition, ...]
    verify: tuple[Condition, ...]
    groups: tuple[Group, ...]
    example: dict[str, Any]
    """Param -> value in its own unit, row id, text, or tuple of these; empty if the template names none."""
    traps: tuple[Trap, ...]
    stem: Prose
    forecast: Prose
    figure: dict[str, Any]
    solution_figure: dict[str, Any]
    parts: tuple[Part, ...]
    tables: dict[str, dict[str, Row]]
    texts: dict[str, Prose]
    """Texts that an insertion may bring in (cells of tables, literals in formulas), by their source."""
    units: dict[str, Unit]
    """Every spelling of a unit that a learner may type."""
    log: str
    decimal: str
    constant_key: bool
    digests: tuple[str, str, str]
    """Of what decides the draw, the keys and the texts, as hex digits."""
    engine: str
    """Version of quizgen that compiled it."""
    glossary: dict[str, Prose] = field(default_factory=dict)
    """The pack's words that it links to or uses, with what they mean."""
    letters: dict[str, Letter] = field(default_factory=dict)
    """What is known of each open letter: where its formulas are compared."""
    constants: tuple[str, ...] = ()
    """The open letters that are constants of integration."""
    recalls: tuple[str, ...] = ()
    """Steps that the continued templates ask for: who has solved those knows them."""

    _made: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Closures and plans made from the data above, kept for the next variant."""

    def formula(self, expr: Expr) -> Evaluator:
        """A closure that evaluates a folded formula of this template in an Env."""
        known = self._made.get(id(expr))
        if known is None:
            # The tree is kept beside its closure so that its id can't be given to another one.
            make = compile_open if needs_open(expr, self.open_names) else compile_formula
            known = self._made[id(expr)] = (make(expr, self.log), expr)
        evaluator: Evaluator = known[0]
        return evaluator

    def base(self, params: Mapping[str, Any]) -> Env:
        """An Env of params given in their own units, and of the tables; steps and lets are missing yet.

        Raises NotFound for a missing param or a row that isn't in its table.
        """
        env: Env = dict(self.tables)
        if self.open_names or any(part.spec.get("opens") for part in self.parts):
            env[FORMULAS], env[DOMAIN] = self._formulas(), Domain(self.letters)
        for name, in_base in self._bases():
            try:
                env[name] = in_base(params[name])
            except KeyError as missing:
                raise NotFound(f"{self.id}: param {name} has no value {missing}") from missing
        for name in self._drawn_expressions():
            env[_SHAPE + name], env[name] = env[name], as_tree(compile_open(env[name], self.log)(env))
        return env

    def _drawn_expressions(self) -> tuple[str, ...]:
        made: tuple[str, ...] | None = self._made.get("expressions")
        if made is None:
            kinds = ((param.name, self.names[param.name].kind.what) for param in self.params)
            made = self._made["expressions"] = tuple(name for name, what in kinds if what == "expression")
        return made

    @property
    def open_names(self) -> frozenset[str]:
        """Names whose values are trees: they have open letters, or are matrices, regions or equations."""
        made: frozenset[str] | None = self._made.get("open")
        if made is None:
            made = self._made["open"] = frozenset(name for name, each in self.names.items() if is_open_kind(each.kind))
        return made

    def _formulas(self) -> Mapping[str, Callable[[Env], Expr]]:
        made: Mapping[str, Callable[[Env], Expr]] | None = self._made.get("formulas")
        if made is None:
            made = self._made["formulas"] = {each.name: partial(self.form, each) for each in self.derived}
        return made

    def solve(self, env: Env) -> Env:
        """Add the lets and steps to an Env of params (in place) and return it. Raises MathsError with the name."""
        for name, evaluate in self._evaluators():
            try:
                env[name] = evaluate(env)
            except MathsError as error:
                raise _named(error, name) from error
        return env

    def resolve(self, env: Mapping[str, Any], instead: Mapping[str, Any]) -> Env:
        """A new Env with some lets or steps replaced by values or by closures, and what follows from them evaluated."""
        changed = dict(env)
        for name, evaluate in self._downstream(tuple(instead)):
            if name in instead:
                given = instead[name]
                changed[name] = given(changed) if callable(given) else given
            else:
                changed[name] = evaluate(changed)
        return changed

    def _bases(self) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        made = self._made.get("bases")
        if made is None:
            made = self._made["bases"] = tuple((each.name, self._base_of(each)) for each in self.params)
        return made

    def _base_of(self, param: Param) -> Callable[[Any], Any]:
        named = self.names[param.name]
        kind = named.kind if named.kind.what != "list" or named.kind.of is None else named.kind.of
        factor, offset = named.display.factor, named.display.offset
        rows = self.tables.get(kind.table, {})

        def one(shown: Any) -> Any:
            if kind.what == "row":
                return rows[shown]
            if kind.what == "number" and (factor != 1 or offset):
                return whole((shown + offset) * factor)
            return shown

        if isinstance(param.draw, Grid):
            return matrix_of
        if kind.what == "expression" and isinstance(param.draw, Listed):
            trees = {option.shown: option.value for option in param.draw.options}
            return trees.__getitem__

        if named.kind.what == "list":
            return lambda shown: tuple(one(item) for item in shown)
        if kind.what == "number" and isinstance(param.draw, Listed):
            # What is drawn is converted already; params that a person gives may be others.
            ready = {option.shown: option.value for option in param.draw.options}
            return lambda shown: ready[shown] if shown in ready else one(shown)
        return one

    def _evaluators(self) -> tuple[tuple[str, Evaluator], ...]:
        made = self._made.get("evaluators")
        if made is None:
            made = self._made["evaluators"] = tuple((each.name, self.evaluator(each)) for each in self.derived)
        return made

    def evaluator(self, derived: Derived) -> Evaluator:
        """A closure that gives the value of a let or step in an Env of what it needs."""
        known = self._made.get(("evaluator", id(derived)))
        if known is None:
            kind = self.names[derived.name].kind
            plainly = not (
                derived.by or derived.forms or is_open_kind(kind) or needs_open(derived.formula, self.open_names)
            )
            evaluate = self.formula(derived.formula) if plainly else partial(self._open_value, derived)
            known = self._made["evaluator", id(derived)] = (evaluate, derived)  # kept, as its id is
        evaluator: Evaluator = known[0]
        return evaluator

    def _is_open(self, derived: Derived) -> bool:
        """Whether a number comes of open letters, or of a verb that left roots in it, which may cancel out."""
        formula = derived.formula
        return needs_open(formula, self.open_names) or (has_verb(derived.written) and has_root(formula))

    def form(self, derived: Derived, env: Mapping[str, Any]) -> Expr:
        """The formula that a let or step has in this variant. Raises Undefined where it was not solved for it."""
        if not (derived.by or derived.forms):
            return derived.formula
        key = form_key(env.get(_SHAPE + name, env[name]) for name in derived.by)
        found = derived.forms.get(key, Text(f"it wasn't solved for {key}"))
        if isinstance(found, Text):
            raise Undefined(found.value)
        return found

    def _open_value(self, derived: Derived, env: Env) -> Any:
        formula, kind = self.form(derived, env), self.names[derived.name].kind
        return worked_out(derived.written, formula, kind, env, Manner(self.log, frozenset(self.constants)))

    def _downstream(self, changed: tuple[str, ...]) -> tuple[tuple[str, Evaluator], ...]:
        made = self._made.get(changed)
        if made is None:
            moved = set(changed)
            for each in self.derived:
                if moved.intersection(each.needs):
                    moved.add(each.name)
            made = tuple((name, evaluate) for name, evaluate in self._evaluators() if name in moved)
            self._made[changed] = made
        return made

    def upstream(self, name: str) -> frozenset[str]:
        """Every param, let and step that a let or step rests on, directly or not; itself left out."""
        found = self._made.get(("upstream", name))
        if found is None:
            needs = next((each.needs for each in self.derived if each.name == name), ())
            found = frozenset(needs).union(*(self.upstream(need) for need in needs))
            self._made["upstream", name] = found
        return found


def _named(error: MathsError, name: str) -> MathsError:
    return type(error)(f"{name}: {error.what}", start=error.start, end=error.end, mend=error.mend)
