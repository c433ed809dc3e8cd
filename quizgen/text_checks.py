"""Each variant reads well: its sheet, solution and feedback in every format, without a trace of what isn't text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

from quizgen import renderer
from quizgen.compiled import CompiledTemplate
from quizgen.errors import MathsError
from quizgen.findings import Findings
from quizgen.maths.expr import names
from quizgen.maths.reader import read
from quizgen.prose import Insertion, Prose, markdown
from quizgen.result import Filled, PartResult
from quizgen.variant import PublicVariant, Variant

ODDITIES = {
    "a factor of 1 is written": re.compile(r"(?<![\w.,])1[a-zA-Zα-ω](?!\w)"),
    "two signs follow each other": re.compile(r"[+\u2212] ?[-\u2212](?=[\w(])|--(?=[\d(])"),
    "a value isn't a text": re.compile(r"\b(?:NaN|nan|None)\b|\b(?:Fraction|Approx|Row|Number|Name|Insertion)\("),
    "an insertion isn't filled": re.compile("<<|>>"),
}
"""What a rendered text shouldn't hold, unless the author's own words do."""
_RENDER: tuple[tuple[str, Callable[..., str]], ...] = (
    ("HTML", renderer.html), ("Markdown", markdown), ("terminal text", renderer.terminal),
)  # fmt: skip


class Telling:
    """Renders one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.sheets: dict[bytes, tuple[tuple[str, ...], dict[str, Any]]] = {}
        self.seen = 0
        self._own_words: str | None = None
        self._drawn_in_figure = sorted(figure_names(template))

    def see(self, variant: Variant, public: PublicVariant, graded: Iterable[PartResult], keys: tuple[str, ...]) -> None:
        """Render everything that a learner could be shown of this variant; `graded` brings the feedback."""
        self.seen += 1
        says = _distinct(said for result in graded for said in result.says)
        try:
            self._render(variant, public, says)
        except MathsError as error:
            self._blame(variant, public, says, error)
            return
        self._compare(variant, public, keys)

    def distinct(self) -> int:
        """How many of the variants differ in what they show."""
        return len(self.sheets)

    def _render(self, variant: Variant, public: PublicVariant, says: list[Filled]) -> None:
        texts = self.template.texts
        renderer.sheet_html(public)
        renderer.solution_html(variant)
        renderer.feedback_html(says, texts)
        renderer.sheet_markdown(public)
        renderer.solution_markdown(variant)
        renderer.feedback_markdown(says, texts)
        hints = [Filled(hint, public.values) for part in public.parts for hint in part.hints]
        for where, text in (
            ("the sheet", renderer.sheet_text(public)),
            ("a hint", renderer.feedback_text(hints, texts)),
            ("the solution", renderer.solution_text(variant)),
            ("feedback", renderer.feedback_text(says, texts)),
        ):
            self._inspect(variant, where, text)

    def _inspect(self, variant: Variant, where: str, text: str) -> None:
        for what, pattern in ODDITIES.items():
            for match in pattern.finditer(text):
                if match.group() not in self._words():
                    around = text[max(0, match.start() - 20) : match.end() + 20].replace("\n", " ")
                    self.found.add("error", f"{where}: {what}", variant=variant.params, detail=f"…{around}…")
                    break

    def _words(self) -> str:
        """All that the author wrote as plain text."""
        if self._own_words is None:
            self._own_words = "\n".join(
                piece for prose in every_prose(self.template) for piece in prose.pieces if isinstance(piece, str)
            )
        return self._own_words

    def _blame(self, variant: Variant, public: PublicVariant, says: list[Filled], error: MathsError) -> None:
        """Find which text it is; where none fails alone, it is the solution's formulas."""
        for where, prose in shown_proses(self.template):
            self._try(variant, where, Filled(prose, public.values))
        for part in public.parts:
            for option in part.shows.options:
                values = {**public.values, **option.values}
                self._try(variant, f"part {part.id}, option {option.letter}", Filled(option.say, values))
        for told in self.template.told:
            for prose in (told.do, told.why):
                self._try(variant, f"step {told.name or '(words)'}", Filled(prose, variant.values))
        for said in says:
            self._try(variant, "feedback", said)
        if not any(finding.severity == "error" for finding in self.found.all()):
            self._unrendered(variant, "the solution", "any format", error)

    def _try(self, variant: Variant, where: str, filled: Filled) -> None:
        for what, render in _RENDER:
            try:
                render(filled.prose, filled.values, self.template.texts)
            except MathsError as error:
                self._unrendered(variant, where, what, error)
                return

    def _unrendered(self, variant: Variant, where: str, what: str, error: MathsError) -> None:
        self.found.add(
            "error", f"{where}: can't be shown as {what}", variant=variant.params, detail=error.what, mend=error.mend
        )

    def _compare(self, variant: Variant, public: PublicVariant, keys: tuple[str, ...]) -> None:
        """No two variants may pose the same question and have other keys."""
        shown = [markdown(prose, public.values, public.texts) for _, prose in shown_proses(self.template, hints=False)]
        for part in public.parts:
            known = [{**public.values, **option.values} for option in part.shows.options]
            says = zip(part.shows.options, known, strict=True)
            shown += sorted(markdown(option.say, values, public.texts) for option, values in says)
        shown += [str(variant.values[name]) for name in self._drawn_in_figure]
        sheet = blake2b("\x00".join(shown).encode(), digest_size=16).digest()
        other = self.sheets.setdefault(sheet, (keys, variant.params))
        if other[0] != keys:
            told = ", ".join(f"{name} = {value}" for name, value in other[1].items())
            mend = "show what tells them apart, or take it out of the key"
            what = "two variants show the same and have other keys"
            self.found.add("error", what, variant=variant.params, detail=f"the other one: {told}", mend=mend)


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


def names_in(prose: Prose) -> frozenset[str]:
    """Every name that the insertions of a text use."""
    return frozenset().union(*(names(each.formula) for each in prose.pieces if isinstance(each, Insertion)))


def figure_names(template: CompiledTemplate) -> frozenset[str]:
    """The names of the template that the formulas of the stem's figure use."""
    found: set[str] = set()
    for value in template.figure.values():
        if isinstance(value, str):
            try:
                found |= names(read(value))
            except MathsError:
                continue  # a word such as the figure's kind, no formula
    return frozenset(found & template.names.keys())


def _distinct(says: Iterable[Filled]) -> list[Filled]:
    """Each text once for each set of values."""
    return list({(id(said.prose), id(said.values.get("it"))): said for said in says}.values())
