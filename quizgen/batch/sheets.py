"""A student's sheet as text, and all sheets as one: made from the public view alone, so that no key can be in it."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NoReturn

from quizgen import renderer
from quizgen.batch.output import Output
from quizgen.errors import ReadingError
from quizgen.escaping import markdown_text
from quizgen.generator import public
from quizgen.pages.layouts import layout
from quizgen.problem_set import Head, Problem, StudentRecord
from quizgen.prose import Prose, parse
from quizgen.sets.kept import Kept
from quizgen.sets.set_plan import SAME
from quizgen.variant import PublicVariant, Variant

_BODY, _BODY_END = "<body>\n", "</body>"
_HERE = "<!-- sheets -->"
_REFERENCES = ('="problem-', '"#problem-', "(#problem-")
"""How fragments name their own places: in one page of all sheets these names get the form code in front."""


class Rendering:
    """Public variants with their points, and their HTML, of one set; those that students share are made once."""

    def __init__(self, *, hints: bool) -> None:
        self._hints = hints
        self._shown: Kept[PublicVariant] = Kept(SAME)
        self._html: Kept[str] = Kept(SAME)

    def posed(self, record: StudentRecord, variants: Sequence[Variant]) -> list[PublicVariant]:
        """What the sheet shows of each problem, with the points that the blueprint gives.

        A problem that continues another tells the results of that one only where the sheet doesn't ask for them.
        """
        families = [variant.template.continues or variant.template.id for variant in variants]
        found = []
        for variant, problem, family in zip(variants, record.problems, families, strict=True):
            alone = families.count(family) == 1
            make = partial(self._posed, variant, problem, recall=alone)
            found.append(self._shown.get((*_key(problem), alone), make))
        return found

    def html(self, record: StudentRecord, shown: Sequence[PublicVariant]) -> list[str]:
        """The problems as HTML fragments. Raises MathsError as prose does."""
        return [
            self._html.get(
                (each.number, *_key(each), bool(one.recalls)), partial(renderer.sheet_html, one, each.number)
            )
            for one, each in zip(shown, record.problems, strict=True)
        ]

    def _posed(self, variant: Variant, problem: Problem, *, recall: bool) -> PublicVariant:
        shown, hints = public(variant, recall=recall), self._hints
        parts = (
            part._replace(points=amount(problem.points[part.id]), hints=part.hints if hints else ())
            for part in shown.parts
        )
        return shown._replace(parts=tuple(parts))


def _key(problem: Problem) -> tuple[str, str]:
    """What a problem's look depends on beside its number: its variant, and its section for the points."""
    return problem.variant, problem.slot.partition(".")[0]


def sheet_html(record: StudentRecord, problems: Sequence[str], head: Head, words: str) -> str:
    """The sheet as an HTML fragment around those of its problems; `words` are the set's instructions."""
    return layout("html/set-sheet.html.jinja").render(
        **_about(record, head), who=_who(record), problems=problems, instructions=words
    )


def sheet_markdown(record: StudentRecord, shown: Sequence[PublicVariant], head: Head, words: str) -> str:
    """The sheet as Markdown. Raises MathsError as prose does."""
    problems = [renderer.sheet_markdown(each, number).strip() for number, each in enumerate(shown, 1)]
    about = _about(record, head) | {"title": markdown_text(head.title), "who": markdown_text(_who(record))}
    text = layout("markdown/set-sheet.md.jinja").render(**about, problems=problems, instructions=words)
    return text.strip() + "\n"


def words_of(head: Head) -> Prose:
    """The set's instructions as prose."""
    return parse(head.instructions, _no_insertion)


def _no_insertion(source: str, _display: str, _in_maths: bool, offset: int) -> NoReturn:  # noqa: FBT001 - as prose calls it
    raise ReadingError(f"instructions can't show `{source}`", start=offset)


def page_html(title: str, sheet: str) -> str:
    """A self-contained document with one sheet."""
    before, between, after = _page()
    return f"{before}{html.escape(title)}{between}{sheet}{after}"


@lru_cache(maxsize=1)
def _page() -> list[str]:
    """What stands before the title, between it and the sheets, and after them."""
    text = layout("html/set.html.jinja").render(title=_HERE, sheets=[_HERE])
    return text.replace(html.escape(_HERE), _HERE).split(_HERE)


def all_html(file: Path, title: str, page_of: Callable[[StudentRecord], str]) -> Output:
    """One document with all sheets, each on a new page in print; `page_of` gives a student's own document."""
    before, between, after = _page()
    before += html.escape(title) + between
    return Output(file, before, lambda record: _body(record.form, page_of(record)) + "\n", after)


def all_markdown(file: Path, text_of: Callable[[StudentRecord], str]) -> Output:
    """One Markdown text with all sheets; `text_of` gives a student's own."""
    return Output(file, "", lambda record: text_of(record) + "\n---\n\n")


def _body(form: str, page: str) -> str:
    """The sheet that `page_html` put on a page, with names of its own."""
    body = page[page.index(_BODY) + len(_BODY) : page.rindex(_BODY_END)].strip()
    for reference in _REFERENCES:
        body = body.replace(reference, reference.replace("problem-", f"{form}-problem-"))
    return body


def _about(record: StudentRecord, head: Head) -> dict[str, Any]:
    points = sum((Fraction(each) for problem in record.problems for each in problem.points.values()), Fraction(0))
    return {
        "title": head.title, "form": record.form, "attempt": record.attempt, "due": due(record.deadline),
        "points": f"{amount(points)} {'point' if points == 1 else 'points'}",
    }  # fmt: skip


def _who(record: StudentRecord) -> str:
    return f"{record.name} · {record.student}" if record.name else record.student


def due(deadline: str) -> str:
    """A deadline in words: 2026-10-05 18:00 (UTC+02:00); "" for none."""
    if not deadline:
        return ""
    at = datetime.fromisoformat(deadline)
    offset = at.strftime("%z")
    seconds = f"{at:%H:%M}" if not at.second else f"{at:%H:%M:%S}"
    return f"{at:%Y-%m-%d} {seconds} (UTC{offset[:3]}:{offset[3:5]})"


def amount(points: Fraction | int) -> str:
    """A count of points: 3, 1/2 or 2 1/2."""
    whole, rest = divmod(Fraction(points), 1)
    return " ".join([*([str(whole)] if whole or not rest else []), *([str(rest)] if rest else [])])
