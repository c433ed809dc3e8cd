"""Closed forms: each numeric step in the params alone, verbs carried out by sympy, and sympy's consent to it.

A verb is carried out once with all params as letters; where its result has another form for other values of some of
them (drawn expressions, exponents …), once for each of those (DESIGN section 4, "Closed forms").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from typing import Any, NamedTuple

from quizgen.compiled import Derived, Draw, Grid, Listed, Named, Rows, Stepped, form_key
from quizgen.compiling.letters import drawn_letter
from quizgen.compiling.scope import TemplateScope
from quizgen.errors import KindError, MathsError, TooMuchWork, Undecided
from quizgen.maths import cas
from quizgen.maths.expr import Call, Expr, Index, Matrix, Name, Number, Text, names, rebuild, size, substitute
from quizgen.maths.kinds import Kind, fold
from quizgen.maths.neat import tree_of
from quizgen.maths.open_values import is_open_kind
from quizgen.maths.printing import plain, tidy
from quizgen.maths.reader import read

LONGEST = 400
"""A closed form of more nodes than this says nothing to a reader."""
MOST_FORMS = 250
"""A verb is solved for no more combinations of values than this."""


class Forms(NamedTuple):
    """A formula for each shape: `by` are the params that the shape is made of, `trees` go by `form_key`.

    A Text stands for a shape that couldn't be solved, and says why.
    """

    by: tuple[str, ...]
    trees: Mapping[str, Expr]

    @property
    def first(self) -> Expr:
        """One of the formulas, for what all of them have in common."""
        return next(tree for tree in self.trees.values() if not isinstance(tree, Text))

    @property
    def is_unsolved(self) -> bool:
        """Whether there is no formula at all."""
        return all(isinstance(tree, Text) for tree in self.trees.values())


class Closing:
    """Grows with the lets and steps of one template, in order."""

    def __init__(self, scope: TemplateScope) -> None:
        self.scope = scope
        self.assumptions: dict[str, dict[str, bool]] = {}
        self.closed: dict[str, Expr] = {}
        self.chain: dict[str, Expr] = {}
        self.forms: dict[str, Forms] = {}
        """Of each open let and step, with the names of earlier ones in them."""
        self.shapes: dict[str, tuple[Any, ...]] = {}
        """The drawn expressions, and all values of each: those decide on what sympy is asked."""
        self.values: dict[str, tuple[Any, ...]] = {}
        """All values of the drawn numbers of which there are few, in base units."""
        self.params: set[str] = set()

    def assume(self, name: str, *, positive: bool, integer: bool) -> None:
        """What a free letter or a param is to sympy."""
        self.assumptions[name] = {"positive" if positive else "real": True, **({"integer": True} if integer else {})}

    def assume_param(self, named: Named, draw: Draw) -> None:
        """A param is what all of its values are: positive, whole (POSITIONS 21); a row's numbers likewise."""
        self.assumptions.setdefault(named.name, {"real": True})
        values: dict[str, list[Any]] = {}
        self.params.add(named.name)
        if isinstance(draw, Rows):
            rows = [self.scope.pack.tables[draw.table][option.shown] for option in draw.options]  # type: ignore[index]  # known by the kind of the draw
            for column, kind in self.scope.pack.columns[draw.table].items():
                if kind.what == "number":
                    values[f"{named.name}.{column}"] = [row.cells[column] for row in rows]
        elif isinstance(draw, Listed) and named.kind.what == "number":
            values[named.name] = [option.value for option in draw.options]
            self.values[named.name] = tuple(dict.fromkeys(values[named.name]))
        elif isinstance(draw, Grid):
            self._assume_matrix(named.name, draw)
        elif isinstance(draw, Listed) and named.kind.what == "expression":
            self.shapes[named.name] = tuple(dict.fromkeys(option.value for option in draw.options))
        elif isinstance(draw, Stepped):
            values[named.name] = [draw.first, draw.step]
        if isinstance(draw, Listed) and named.name in self.values:
            self.scope.letters[named.name] = drawn_letter(self.values[named.name])
        for name, drawn in values.items():
            self.assume(name, positive=min(drawn) > 0, integer=all(isinstance(value, int) for value in drawn))

    def _assume_matrix(self, name: str, draw: Grid) -> None:
        """A drawn matrix goes to sympy by its entries, each of which is a drawn number."""
        rows = [
            [Index(Index(Name(name), Number(i)), Number(j)) for j in _places(draw.columns)] for i in _places(draw.rows)
        ]
        self.closed[name] = Matrix(tuple(map(tuple, rows)))
        self.params.update(plain(entry) for row in rows for entry in row)

    # ------------------------------------------------------------------------------------------------------ verbs
    def carried_out(self, written: Expr) -> Forms:
        """A formula with its verbs carried out, for each shape that it has. Raises MathsError."""
        by = self._shaped_by(written)
        try:
            return self._solved(written, by)
        except cas.NeedsNumbersError as error:
            return self._solved_for_numbers(written, by, error.names, error)
        except (Undecided, KindError, TooMuchWork) as error:
            return self._solved_for_numbers(written, by, self._numbers_in(written, by), error)

    def _solved_for_numbers(self, written: Expr, by: tuple[str, ...], more: Iterable[str], error: MathsError) -> Forms:
        """The formula solved for each value of some drawn numbers too. Raises `error` where there are too many."""
        wider = tuple(dict.fromkeys((*by, *sorted(more))))
        if wider == by or not all(name in self.shapes or name in self.values for name in wider):
            raise error
        if self._count(wider) > MOST_FORMS:
            raise error
        try:
            return self._solved(written, wider)
        except cas.NeedsNumbersError as again:
            return self._solved_for_numbers(written, wider, again.names, error)

    def _solved(self, written: Expr, by: tuple[str, ...]) -> Forms:
        if self._count(by) > MOST_FORMS:
            raise TooMuchWork(
                f"this is to be solved for {self._count(by):,} combinations of {', '.join(by)}, and {MOST_FORMS} are "
                "the most",
                mend="draw fewer expressions",
            )
        trees: dict[str, Expr] = {}
        failed: MathsError | None = None
        budget = cas.Budget(cas.MOST_STEPS_OF_FORMS)
        for shape in self._combinations(by):
            try:
                trees[form_key(shape.values())] = self._carried_out(written, shape, budget)
            except (cas.NeedsNumbersError, TooMuchWork):
                raise
            except MathsError as error:
                # A `where` may keep this shape from being drawn; if it doesn't, `quiz check` finds the variant.
                failed = failed or error
                trees[form_key(shape.values())] = Text(error.what)
        if failed is not None and all(isinstance(tree, Text) for tree in trees.values()):
            raise failed
        found = list(trees.values())
        return Forms((), {"": found[0]}) if all(tree == found[0] for tree in found) else Forms(by, trees)

    def _carried_out(self, written: Expr, shape: Mapping[str, Any], budget: cas.Budget) -> Expr:
        tree = self._written_out(written, shape)
        params = frozenset(self.params - shape.keys())
        within = cas.Within(params, self.scope.open_letters, budget)
        found = cas.carry_out(tree, self.assumptions, self.scope.log, within)
        return read(plain(found))  # as its text reads: a sum in a sum is one sum

    def _written_out(self, tree: Expr, shape: Mapping[str, Any]) -> Expr:
        """A formula in params and letters, for one shape."""
        known: dict[str, Expr] = {}
        for name in names(tree):
            if name in shape:
                value = shape[name]
                known[name] = self._written_out(value, shape) if isinstance(value, Expr) else tree_of(value)
            elif name in self.forms and name not in self.closed:
                forms = self.forms[name]
                own = forms.trees[form_key(shape[each] for each in forms.by)]
                if isinstance(own, Text):
                    raise Undecided(own.value)
                known[name] = self._written_out(own, shape)
            elif name in self.closed:
                numbers = {each: tree_of(value) for each, value in shape.items() if not isinstance(value, Expr)}
                known[name] = substitute(self.closed[name], numbers)
        return substitute(tree, known)

    def _shaped_by(self, tree: Expr) -> tuple[str, ...]:
        """The params whose values decide on the shape of a formula."""
        found: dict[str, None] = {}
        for name in sorted(names(tree)):
            if name in self.shapes:
                found[name] = None
            elif name in self.forms and name not in self.closed:
                forms = self.forms[name]
                found.update(
                    dict.fromkeys((*forms.by, *(each for own in forms.trees.values() for each in self._shaped_by(own))))
                )
        return tuple(found)

    def _numbers_in(self, written: Expr, by: tuple[str, ...]) -> frozenset[str]:
        """The drawn numbers in a formula, of any shape."""
        shape = next(self._combinations(by))
        return names(self._written_out(written, shape)) & self.values.keys()

    def _count(self, by: tuple[str, ...]) -> int:
        count = 1
        for name in by:
            count *= len(self._every(name))
        return count

    def _every(self, name: str) -> tuple[Any, ...]:
        return self.shapes.get(name) or self.values[name]

    def _combinations(self, by: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        for values in product(*map(self._every, by)):
            yield dict(zip(by, values, strict=True))

    def reworked(self, instead: Mapping[str, Expr], derived: Sequence[Derived]) -> tuple[Derived, ...]:
        """The later steps whose verbs work on what a trap replaces, with these carried out anew. Raises MathsError.

        A verb stands in a step by its result, in which an earlier step doesn't stand any more.
        """
        wrong = copy(self)
        wrong.forms, wrong.closed = dict(self.forms), dict(self.closed)
        changed: dict[str, Forms] = {name: Forms((), {"": formula}) for name, formula in instead.items()}
        found = []
        for each in derived:
            if each.name not in changed and names(each.written) & changed.keys():
                forms = Forms((), {"": each.written})
                if cas.has_verb(each.written):
                    forms = wrong.carried_out_or_not(each.written)
                    found.append(self.as_derived(each, forms))
                changed[each.name] = forms
            if each.name in changed:
                wrong.closed.pop(each.name, None)
                wrong.forms[each.name] = changed[each.name]
        return tuple(found)

    def as_derived(self, of: Derived, forms: Forms) -> Derived:
        """A let or step with other formulas than its own; they are folded."""
        folded = {key: fold(form, self.scope.pack.units) for key, form in forms.trees.items()}
        used = frozenset(forms.by).union(*map(names, folded.values()))
        needs = tuple(sorted(used & self.scope.valued))
        if forms.by or (forms.is_unsolved and cas.has_verb(of.written)):
            return of._replace(formula=next(iter(folded.values())), needs=needs, by=forms.by, forms=folded)
        return of._replace(formula=folded[""], needs=needs, by=(), forms={})

    def carried_out_or_not(self, written: Expr) -> Forms:
        """The same as `carried_out`; where that fails, a form that says so: this mistake can't be taken so far."""
        try:
            return self.carried_out(written)
        except MathsError as error:
            return Forms((), {"": Text(error.what)})

    # ------------------------------------------------------------------------------------------------ closed forms
    def close(self, name: str, forms: Forms, kind: Kind) -> tuple[Expr | None, str]:
        """The closed form of a let or step, or None and the reason why there is none.

        Raises KindError where sympy contradicts it: then one of us is wrong, and no learner should find out which.
        """
        formula = forms.first
        self.assumptions.setdefault(name, {"real": True})  # so that a step called `e` is no constant
        if is_open_kind(kind):
            self.forms[name] = forms
        if forms.by:
            return None, f"it has a form of its own for each {' and '.join(forms.by)}"
        if kind.what not in ("number", "expression"):
            return None, f"{'an' if kind.what[0] in 'aei' else 'a'} {kind.what} has no closed form"
        missing = sorted(each for each in names(formula) if each in self.scope.named and not self._reachable(each))
        if missing:
            return None, f"it rests on `{missing[0]}`, which has none"
        written_out = cas.without_at(substitute(formula, self.closed))
        if written_out != substitute(formula, self.closed):
            formula = written_out  # a value is put into what a step stands for, not into its name
        closed = tidy(_without_units(written_out))
        if size(closed) > LONGEST:
            return None, "it is too long to read"
        try:
            agreed = cas.agrees(closed, self.chain, formula, self.assumptions)
        except (KindError, TooMuchWork) as error:
            return None, error.what
        if not agreed:
            raise KindError(f"sympy doesn't agree with the closed form of `{name}`", mend="please report this fault")
        self.closed[name], self.chain[name] = closed, formula
        return closed, ""

    def _reachable(self, name: str) -> bool:
        named = self.scope.named[name]
        if named.role == "param":
            return not is_open_kind(named.kind)
        return named.role == "symbol" or name in self.closed


def _places(count: int) -> range:
    return range(1, count + 1)


def _without_units(expr: Expr) -> Expr:
    """An exact 0 needs no unit; other literals keep theirs."""
    match expr:
        case Call(function="unit", arguments=(Number(value=0) as zero, _)):
            return zero
    return rebuild(expr, _without_units)


__all__ = ["Closing", "Forms"]
