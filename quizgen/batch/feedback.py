"""What a student gets back: each answer as it was read, the verdict and why, the key and the worked solution.

How much of this is told is the set's policy (`afterwards`). The file bears the form code, never a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from quizgen import renderer
from quizgen.answers import answer_type
from quizgen.batch.cells import points_text
from quizgen.batch.files import Together, make_folder
from quizgen.batch.graded_folder import FEEDBACK
from quizgen.batch.judging import WORDS, Judge, Judged, JudgedProblem
from quizgen.batch.notes import Note, Tell
from quizgen.batch.sheet_grading import GradedSheet
from quizgen.batch.sheets import amount
from quizgen.batch.verdict_lines import told_by
from quizgen.errors import OutputError, SourceError
from quizgen.escaping import markdown_text, visible
from quizgen.generator import asked, from_params, public
from quizgen.pages.layouts import layout
from quizgen.problem_set import Head
from quizgen.result import Filled, PartResult, Result
from quizgen.variant import PublicVariant, Variant
from quizgen.verdict import Reading

GROUP = 25
"""Files that are synced to the disk together."""
OUTCOMES = {
    "correct": "Right", "partly": "Partly right", "incorrect": "Not right", "malformed": "This can't be read",
    "blank": "Not answered", "undecided": "Still to be marked by a person", "pending": "Still to be marked by a person",
}  # fmt: skip
"""Each outcome in words."""
VOID = {
    "full": "This problem was declared void: everyone gets its points.",
    "drop": "This problem was declared void: it doesn't count.",
}


class Shown(NamedTuple):
    """What a layout shows of one part; markup in the format of the page."""

    outcome: str
    raw: str
    read: str
    verdict: str
    points: str
    why: Sequence[str]
    says: str
    marks: Sequence[str]
    key: str


class FeedbackWriter:
    """Writes the feedback of sheets in groups; outside its `with` block all of them are whole.

    `formats` are html and md. A sheet whose feedback can't be made is told, and costs nothing else.
    """

    def __init__(self, out: Path, judge: Judge, head: Head, formats: Sequence[str]) -> None:
        self._folder, self._judge, self._head, self._formats = out / FEEDBACK, judge, head, formats
        self._together: Together | None = None
        self._waiting = 0

    def __enter__(self) -> Self:
        if self._formats:
            make_folder(self._folder, private=True)
            self._together = Together()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._together is not None:
            self._together.__exit__(kind, error, trace)

    def write(self, sheet: GradedSheet, tell: Tell) -> None:
        """Write a sheet's feedback. Raises OutputError."""
        if self._together is None:
            return
        for kind in self._formats:
            try:
                text = self._text(sheet, kind)
            except (OutputError, SourceError):
                raise
            except Exception as error:  # noqa: BLE001 - a text that can't be rendered doesn't stop a run
                what = f"its feedback can't be made: {type(error).__name__}: {error}"
                tell(Note(what, "report the fault", student=sheet.handout.student, kind="note"))
                continue
            self._together.write(self._folder / f"{sheet.handout.form}.{kind}", text, private=True)
            self._waiting += 1
        if self._waiting >= GROUP:
            self._together.commit()
            self._waiting = 0

    def _text(self, sheet: GradedSheet, kind: str) -> str:
        made = feedback_html if kind == "html" else feedback_markdown
        return made(sheet, self._judge, self._head)


def feedback_html(sheet: GradedSheet, judge: Judge, head: Head) -> str:
    """A student's feedback as a document of its own."""
    problems = [_problem(each, judge, head, _Html()) for each in sheet.problems]
    return layout("html/feedback.html.jinja").render(**_about(sheet, head), title=head.title, problems=problems)


def feedback_markdown(sheet: GradedSheet, judge: Judge, head: Head) -> str:
    """A student's feedback as Markdown."""
    problems = [_problem(each, judge, head, _Markdown()) for each in sheet.problems]
    about = {
        name: markdown_text(value) if isinstance(value, str) else value for name, value in _about(sheet, head).items()
    }
    text = layout("markdown/feedback.md.jinja").render(**about, title=markdown_text(head.title), problems=problems)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"


def _about(sheet: GradedSheet, head: Head) -> dict[str, Any]:
    handout, submission = sheet.handout, sheet.submission
    assert submission is not None, "feedback is for what was handed in"  # noqa: S101 - a slip of ours, never input
    remarks = []
    if submission.kept != 1:
        share = points_text(100 * Fraction(submission.kept))
        remarks.append(f"Handed in late: {share} % of {points_text(sheet.points)} points count.")
    score = f"{points_text(sheet.score)} of {amount(sheet.of)} points"
    if sheet.to_mark:
        score += f", {points_text(sheet.to_mark)} to be marked"
    who = visible(handout.name) or visible(handout.student)
    told = score if "score" in head.policy.afterwards else ""
    return {
        "who": who, "form": handout.form, "attempt": handout.attempt, "came": _moment(submission.when), "score": told,
        "remarks": remarks,
    }  # fmt: skip


def _moment(when: str) -> str:
    """A recorded time, to the minute, with its offset."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[^+Z-]*(.*)", when)
    return f"{found[1]} {found[2]} {found[3]}" if found else when


# ---------------------------------------------------------------------------------------------------- one problem
class _Html:
    """The pieces of a page; texts are escaped by the layout."""

    def sheet(self, shown: PublicVariant, number: int, told: Mapping[str, Shown]) -> str:
        below = layout("html/verdict.html.jinja")
        return renderer.sheet_html(shown, number, {name: below.render(part=each) for name, each in told.items()})

    def says(self, says: Sequence[Filled], variant: Variant) -> str:
        return str(renderer.feedback_html(says, variant.template.texts))

    def solution(self, variant: Variant, number: int) -> str:
        return renderer.solution_html(variant, number)

    def text(self, text: str) -> str:
        return visible(text)

    def line(self, say: Filled, variant: Variant) -> str:
        return str(renderer.inline_html(say.prose, say.values, variant.template.texts))


class _Markdown:
    """The pieces of a Markdown text, escaped here."""

    def sheet(self, shown: PublicVariant, number: int, told: Mapping[str, Shown]) -> str:
        below = layout("markdown/verdict.md.jinja")
        made = {name: _quoted(below.render(part=each)) for name, each in told.items()}
        return renderer.sheet_markdown(shown, number, made).strip()

    def says(self, says: Sequence[Filled], variant: Variant) -> str:
        return renderer.feedback_markdown(says, variant.template.texts).strip()

    def solution(self, variant: Variant, number: int) -> str:
        return renderer.solution_markdown(variant, number).strip()

    def text(self, text: str) -> str:
        return markdown_text(text)

    def line(self, say: Filled, variant: Variant) -> str:
        return _set_in(renderer.markdown(say.prose, say.values, variant.template.texts))


def _set_in(text: str) -> str:
    return text.strip().replace("\n", "\n  ")


def _quoted(text: str) -> str:
    """Markdown set apart from the problem around it."""
    lines = re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text.strip()).split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


class _Problem(NamedTuple):
    """A graded problem with all that may be told of it; `tells` is the set's policy."""

    graded: JudgedProblem
    variant: Variant
    result: Result
    tells: Collection[str]
    into: _Html | _Markdown

    def shown(self) -> dict[str, Any]:
        """What the layout gets."""
        posed = self.graded.posed
        solution = self.into.solution(self.variant, posed.number) if "solutions" in self.tells else ""
        told = dict(self._parts()) if "verdicts" in self.tells else {}
        return {"sheet": self.into.sheet(self._public(), posed.number, told), "solution": solution}

    def _public(self) -> PublicVariant:
        """What the sheet showed, without hints."""
        shown, points = public(self.variant), dict(self.graded.posed.points)
        parts = tuple(
            part._replace(points=amount(Fraction(points.get(part.id, part.points))), hints=()) for part in shown.parts
        )
        return shown._replace(parts=parts)

    def _parts(self) -> Iterator[tuple[str, Shown]]:
        results = {each.part: each for each in self.result.parts}
        keys = _keys(self.variant) if "keys" in self.tells else {}
        for judged in self.graded.parts:
            yield judged.part, self._part(judged, results.get(judged.part), keys.get(judged.part, ""))

    def _part(self, judged: Judged, result: PartResult | None, key: str) -> Shown:
        text, tells = self.into.text, "feedback" in self.tells
        reading = result.reading if result is not None else None
        echo = reading.echo if isinstance(reading, Reading) and reading.echo.split() != judged.raw.split() else ""
        tells_points = "score" in self.tells and not judged.to_mark
        points = f"{amount(judged.points)} of {amount(judged.of)}" if tells_points else ""
        told = result if tells and result is not None else None
        says = self.into.says(told.says, self.variant) if told is not None and not judged.to_mark else ""
        marks = list(self._marks(result, judged)) if result is not None and {"feedback", "keys"} & {*self.tells} else []
        # Evidence with a point is for teachers; where the author tells it to students, `says` has it.
        pointed = result is not None and result.verdict.counterexample is not None
        why = [text(line) for line in _why(judged, tells=tells and not judged.to_mark, evidence=not pointed)]
        read = (text(judged.raw), text(echo))
        key = "" if judged.outcome == "correct" else key  # it stands there already
        return Shown(judged.outcome, *read, _verdict(judged), points, why, says, marks, text(key))

    def _marks(self, told: PartResult, judged: Judged) -> Iterator[str]:
        """The points of an open answer, with whether a person found them if they said so."""
        found = told_by(judged.line).get("mark", {}).get("found")
        for number, mark in enumerate(told.marks, 1):
            sign = "" if found is None else "✓ " if number in found else "✗ "
            yield sign + self.into.line(mark.say, self.variant)


def _problem(graded: JudgedProblem, judge: Judge, head: Head, into: _Html | _Markdown) -> dict[str, Any]:
    raws = tuple(each.raw for each in graded.parts)
    template, params, result = judge.result(graded.posed, raws, graded.manner)
    return _Problem(graded, from_params(template, params), result, head.policy.afterwards, into).shown()


def _keys(variant: Variant) -> Mapping[str, str]:
    """The key of each part; those of open answers are the points that are shown anyway."""
    found = {}
    for part in variant.template.parts:
        kind, question = answer_type(part.answer), asked(variant, part)
        if kind.public(question).way != "words":
            found[part.id] = kind.show(kind.key(question), question)
    return found


def _verdict(judged: Judged) -> str:
    if judged.ruled:
        return "Settled by a person."
    reason = WORDS.get(judged.reason, judged.reason) if judged.reason not in ("", "value", "work") else ""
    return OUTCOMES[judged.outcome] + (f": {reason}." if reason else ".")


def _why(judged: Judged, *, tells: bool, evidence: bool) -> Iterator[str]:
    """What a teacher ruled, and evidence and notes."""
    told = told_by(judged.line)
    if told.get("stands"):
        yield "This was graded again with another verdict; the earlier one, which is better, stands."
        return
    if told.get("void"):
        yield VOID[told["void"]]
    if told.get("mark", {}).get("why"):
        yield told["mark"]["why"]
    if tells and not judged.ruled:
        yield from filter(None, (told["evidence"] if evidence else "", *told["notes"]))


__all__ = ["OUTCOMES", "FeedbackWriter", "feedback_html", "feedback_markdown"]
