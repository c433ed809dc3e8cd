"""A student's sheet as text, and all sheets as one: made from the public view alone, so that no key can be in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from quizgen import renderer
from quizgen.batch.output import Output
from quizgen.errors import ReadingError
from quizgen.escaping import markdown_text
from quizgen.generator import public
from quizgen.layouts import layout
from quizgen.problem_set import Head, StudentRecord
from quizgen.prose import Prose, parse
from quizgen.variant import PublicVariant, Variant

_BODY, _BODY_END = "<body>\n", "</body>"
_HERE = "<!-- sheets -->"
_REFERENCES = ('="problem-', '"#problem-', "(#problem-")
"""How fragments name their own places: in one page of all sheets these names get the form code in front."""


def posed(record: StudentRecord, variants: Sequence[Variant], *, hints: bool) -> list[PublicVariant]:
    """What the sheet shows of each problem, with the points that the blueprint gives."""
    pairs = zip(variants, record.problems, strict=True)
    return [_posed(public(variant), problem.points, hints=hints) for variant, problem in pairs]


def _posed(shown: PublicVariant, points: Mapping[str, Fraction | int], *, hints: bool) -> PublicVariant:
    parts = (part._replace(points=str(points[part.id]), hints=part.hints if hints else ()) for part in shown.parts)
    return shown._replace(parts=tuple(parts))


def sheet_html(record: StudentRecord, shown: Sequence[PublicVariant], head: Head, words: Prose) -> str:
    """The sheet as an HTML fragment; `words` are the set's instructions. Raises MathsError as prose does."""
    problems = [renderer.sheet_html(each, number) for number, each in enumerate(shown, 1)]
    return layout("html/set-sheet.html.jinja").render(
        **_about(record, head), who=_who(record), problems=problems, instructions=renderer.html(words, {}, {})
    )


def sheet_markdown(record: StudentRecord, shown: Sequence[PublicVariant], head: Head, words: Prose) -> str:
    """The sheet as Markdown. Raises MathsError as prose does."""
    problems = [renderer.sheet_markdown(each, number).strip() for number, each in enumerate(shown, 1)]
    about = _about(record, head) | {"title": markdown_text(head.title), "who": markdown_text(_who(record))}
    text = layout("markdown/set-sheet.md.jinja").render(
        **about, problems=problems, instructions=renderer.markdown(words, {}, {}).strip()
    )
    return text.strip() + "\n"


def words_of(head: Head) -> Prose:
    """The set's instructions as prose."""
    return parse(head.instructions, _no_insertion)


def _no_insertion(source: str, _display: str, _in_maths: bool, offset: int) -> NoReturn:  # noqa: FBT001 - as prose calls it
    raise ReadingError(f"instructions can't show `{source}`", start=offset)


def page_html(title: str, sheet: str) -> str:
    """A self-contained document with one sheet."""
    return layout("html/set.html.jinja").render(title=title, sheets=[sheet])


def all_html(file: Path, title: str, page_of: Callable[[StudentRecord], str]) -> Output:
    """One document with all sheets, each on a new page in print; `page_of` gives a student's own document."""
    before, _, after = layout("html/set.html.jinja").render(title=title, sheets=[_HERE]).partition(_HERE)
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
