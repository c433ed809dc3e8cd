"""Each variant reads well: its sheet, solution and feedback in every format, without a trace of what isn't text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from typing import Any

from quizgen import compiled, figures, renderer
from quizgen.checking.findings import Findings
from quizgen.compiled import CompiledTemplate
from quizgen.errors import MathsError, QuizgenError
from quizgen.explainer import checks, solution
from quizgen.maths.expr import Expr, Name, Text, children, names
from quizgen.prose import Insertion, Prose, markdown
from quizgen.result import Filled
from quizgen.variant import PublicVariant, Variant

UNFILLED = "an insertion isn't filled"
ODDITIES = {
    "a factor of 1 is written": re.compile(r"(?<![\w.,])1[a-zA-Zα-ω](?!\w)"),
    "two signs follow each other": re.compile(r"[+\u2212] ?[-\u2212](?=[\w(])|--(?=[\d(])"),
    "a value isn't a text": re.compile(r"\b(?:NaN|nan|None)\b|\b(?:Fraction|Approx|Row|Number|Name|Insertion)\("),
    UNFILLED: re.compile("<<|>>"),
}
"""What a rendered text shouldn't hold, unless the author's own words do."""
FIRST = 8
"""So many variants are rendered as whole pages too, and after them one in EVERY: pages are made of the same texts."""
EVERY = 100

MEMORY = 2_000
"""So many looks at one text are remembered."""

Told = tuple[str, Filled]
"""Where a text stands, and the text with its values."""


class Watched:
    """The values with which one thing has been looked at and found well, as far as they are few."""

    def __init__(self, of: object, uses: tuple[str, ...]) -> None:
        self.of = of  # kept, so that its id stays its own
        self.uses = uses
        self.met: dict[Any, str] = {}

    def look(self, values: Mapping[str, Any]) -> tuple[str | None, Any]:
        """What was found with these values, None if nothing yet; and the key to keep it by."""
        key = tuple([values.get(name) for name in self.uses])
        return self.met.get(key), key

    def keep(self, key: Any, seen: str) -> None:
        """Remember it, unless so much is remembered already that the values hardly ever come again."""
        if len(self.met) < MEMORY:
            self.met[key] = seen


class Telling:
    """Renders one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.texts = template.texts
        self.sheets: dict[bytes, tuple[tuple[str, ...], dict[str, Any]]] = {}
        self.seen = 0
        self._watched: dict[int, Watched] = {}
        self._steps = tuple((told, replace(template, told=(told,))) for told in template.told)
        self._drawn_in_figure = sorted(figure_names(template.figure) & template.names.keys())

    def see(self, variant: Variant, public: PublicVariant, says: Iterable[Told], keys: tuple[str, ...]) -> None:
        """Render everything that a learner could be shown of this variant; `says` is its feedback.

        `keys` tell its keys from those of other variants.
        """
        self.seen += 1
        shown = [self._tell(variant, where, filled) for where, filled in _shown(self.template, public)]
        options = sorted(self._tell(variant, where, filled) for where, filled in _options(public))
        for where, filled in (*says, *_hints(public)):
            self._tell(variant, where, filled)
        self._explain(variant)
        self._draw(variant, "figure", self.template.figure, public.values)
        self._draw(variant, "solution figure", self.template.solution_figure, variant.values)
        if self.seen <= FIRST or self.seen % EVERY == 0:
            self._pages(variant, public)
        drawn = [str(getattr(variant.values[name], "id", variant.values[name])) for name in self._drawn_in_figure]
        self._compare(variant, [*shown, *options, *drawn], keys)

    def distinct(self) -> int:
        """How many of the variants differ in what they show."""
        return len(self.sheets)

    def _tell(self, variant: Variant, where: str, told: Filled) -> str:
        """A digest of what is shown, after a look at how it reads; the same values are looked at once."""
        prose, values = told.prose, told.values
        watched = self._watch(prose, names_in(prose))
        known, key = watched.look(values)
        if known is not None:
            return known
        try:
            html = renderer.html(prose, values, self.texts)
            text = renderer.terminal(prose, values, self.texts)
            if self.seen <= FIRST:
                markdown(prose, values, self.texts)
        except MathsError as error:
            self._unrendered(variant, where, error)
            return ""
        if self._inspect(variant, where, text):
            watched.keep(key, html)
        return html

    def _watch(self, of: object, uses: frozenset[str]) -> Watched:
        """Which values of this text, or step, have been looked at; `uses` are the names that it needs."""
        watched = self._watched.get(id(of))
        if watched is None:
            uses = (uses | self._text_names) - self.template.tables.keys() if uses else uses
            watched = self._watched[id(of)] = Watched(of, tuple(sorted(uses)))
        return watched

    @cached_property
    def _text_names(self) -> frozenset[str]:
        """The names that texts use which an insertion may bring in."""
        return frozenset().union(*map(names_in, self.texts.values()))

    def _explain(self, variant: Variant) -> None:
        for told, alone in self._steps:
            watched = self._watch(told, _step_names(self.template, told))
            known, key = watched.look(variant.values)
            if known is None and self._explains(variant._replace(template=alone), f"step {told.name}".strip()):
                watched.keep(key, "told")
        for said in checks(variant):
            self._tell(variant, "verify", said)

    def _explains(self, variant: Variant, where: str) -> bool:
        """Whether the one step of this variant is told well."""
        try:
            steps = solution(variant)
            for latex in (step.latex for step in steps if step.sides):
                renderer.mathml_html(latex)
            words = [told for step in steps for told in (step.do, step.why, step.told) if told is not None]
            texts = [renderer.terminal(told.prose, told.values, self.texts) for told in words]
            for told in words:
                renderer.html(told.prose, told.values, self.texts)
        except MathsError as error:
            self._unrendered(variant, where, error)
            return False
        chains = [step.unicode for step in steps if step.sides]
        fine = [self._inspect(variant, where, text) for text in (*texts, *chains)]
        return all(fine)

    def _draw(self, variant: Variant, where: str, figure: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        if not figure:
            return
        watched = self._watch(figure, figure_names(figure))
        known, key = watched.look(values)
        if known is None:
            try:
                figures.html(figure, values, self.template.log)
                figures.text(figure, values, log=self.template.log)
                watched.keep(key, where)
            except QuizgenError as error:
                self._unrendered(variant, where, error)

    def _pages(self, variant: Variant, public: PublicVariant) -> None:
        """Whole sheets and solutions; what a single text fails at is known already."""
        try:
            renderer.sheet_html(public)
            renderer.sheet_markdown(public)
            renderer.sheet_text(public)
            renderer.solution_html(variant)
            renderer.solution_markdown(variant)
            renderer.solution_text(variant)
        except QuizgenError as error:
            if not any("can't be shown" in finding.what for finding in self.found.all()):
                self._unrendered(variant, "a page", error)

    def _inspect(self, variant: Variant, where: str, text: str) -> bool:
        """Whether a text reads well."""
        fine = True
        for what, pattern in ODDITIES.items():
            meant = self._prose_words if what == UNFILLED else self._words
            odd = next((match for match in pattern.finditer(text) if match.group() not in meant), None)
            if odd is not None:
                around = text[max(0, odd.start() - 20) : odd.end() + 20].replace("\n", " ")
                self.found.add("error", f"{where}: {what}", variant=variant.params, detail=f"…{around}…")
                fine = False
        return fine

    @cached_property
    def _prose_words(self) -> str:
        """All that the author wrote in prose, around the insertions."""
        pieces = (piece for prose in every_prose(self.template) for piece in prose.pieces)
        return "\n".join(piece for piece in pieces if isinstance(piece, str))

    @cached_property
    def _words(self) -> str:
        """The same, with the texts of tables, draws and formulas."""
        return "\n".join((self._prose_words, *every_text(self.template)))

    def _unrendered(self, variant: Variant, where: str, error: QuizgenError) -> None:
        what, detail = f"{where}: can't be shown", getattr(error, "what", str(error))
        if isinstance(error, MathsError) and error.start >= 0:
            detail += f", at character {error.start + 1}"
        self.found.add("error", what, variant=variant.params, detail=detail, mend=getattr(error, "mend", ""))

    def _compare(self, variant: Variant, shown: Iterable[str], keys: tuple[str, ...]) -> None:
        """No two variants may pose the same question and have other keys."""
        sheet = blake2b("\x00".join(shown).encode(), digest_size=16).digest()
        other = self.sheets.setdefault(sheet, (keys, variant.params))
        if other[0] != keys:
            told = ", ".join(f"{name} = {value}" for name, value in other[1].items())
            mend = "show what tells them apart, or take it out of the key"
            what = "two variants show the same and have other keys"
            self.found.add("error", what, variant=variant.params, detail=f"the other one: {told}", mend=mend)


def _shown(template: CompiledTemplate, public: PublicVariant) -> Iterator[Told]:
    return ((where, Filled(prose, public.values)) for where, prose in shown_proses(template, hints=False))


def _hints(public: PublicVariant) -> Iterator[Told]:
    return ((f"part {part.id}, hint", Filled(hint, public.values)) for part in public.parts for hint in part.hints)


def _options(public: PublicVariant) -> Iterator[Told]:
    for part in public.parts:
        for option in (*part.shows.options, *part.shows.items):
            yield f"part {part.id}, options", Filled(option.say, {**public.values, **option.values})
        for box in part.shows.boxes:
            yield f"part {part.id}, {box.name}", Filled(box.means, public.values)


def shown_proses(template: CompiledTemplate, *, hints: bool = True) -> Iterator[tuple[str, Prose]]:
    """Every text that is shown before the answer, but for options, with where it stands."""
    yield "stem", template.stem
    yield "forecast", template.forecast
    for part in template.parts:
        yield f"part {part.id}, ask", part.ask
        if hints:
            for number, hint in enumerate(part.hints, 1):
                yield f"part {part.id}, hint {number}", hint


def every_prose(value: Any) -> Iterator[Prose]:
    """Every text in a template, or in any part of one."""
    if isinstance(value, Prose):
        yield value
    elif isinstance(value, CompiledTemplate):
        for name in ("stem", "forecast", "parts", "told", "traps", "verify", "texts"):
            yield from every_prose(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from every_prose(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from every_prose(item)


def every_text(template: CompiledTemplate) -> Iterator[str]:
    """Every text in tables, draws and formulas: what an insertion may bring in as a value."""
    for rows in template.tables.values():
        for row in rows.values():
            for cell in row.cells.values():
                yield from (item for item in (cell if type(cell) is tuple else (cell,)) if isinstance(item, str))
    for param in template.params:
        draw = getattr(param.draw, "of", param.draw)
        yield from (str(option.shown) for option in getattr(draw, "options", ()))
    formulas = [each.formula for each in template.derived]
    formulas += [
        each.formula for prose in every_prose(template) for each in prose.pieces if isinstance(each, Insertion)
    ]
    for formula in formulas:
        yield from _texts_in(formula)


def _texts_in(formula: Expr) -> Iterator[str]:
    if isinstance(formula, Text):
        yield formula.value
    for part in children(formula):
        yield from _texts_in(part)


def _step_names(template: CompiledTemplate, told: compiled.Told) -> frozenset[str]:
    """The names that a step's words and its chain of equations use."""
    derived = next((each for each in template.derived if each.name == told.name), None)
    formulas = [told.when, *([derived.formula, derived.written, Name(told.name)] if derived is not None else [])]
    used = frozenset().union(*(names(formula) for formula in formulas if formula is not None))
    return used | names_in(told.do) | names_in(told.why)


def names_in(prose: Prose) -> frozenset[str]:
    """Every name that the insertions of a text use."""
    return frozenset().union(*(names(each.formula) for each in prose.pieces if isinstance(each, Insertion)))


def figure_names(figure: Mapping[str, Any]) -> frozenset[str]:
    """The names that the formulas of a figure use."""
    return frozenset().union(*(names(field) for field in figure.values() if isinstance(field, Expr)))
