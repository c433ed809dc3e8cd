"""review.csv: answers that a person should see, out to be marked and back in with the marks.

A person fills in `credit` (1, 0.5, 50 %), or for an open answer the `points` that they found in it (`1 3`), and, if
they like, `why`. Each row carries a name of its answer that no spreadsheet changes, so a mark can't land on another
answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from quizgen.batch.cells import csv_line, points_text, restored
from quizgen.batch.damage import damage
from quizgen.batch.judging import WORDS
from quizgen.batch.notes import BOM, Note, Tell
from quizgen.batch.rulings import Mark, Rulings, answer_name
from quizgen.batch.sheet_grading import GradedSheet
from quizgen.batch.tables import BadRow, open_table
from quizgen.batch.verdict_lines import told_by
from quizgen.blueprint import share
from quizgen.errors import SourceError
from quizgen.roster import folded

HEADS = (
    "answer", "student", "form", "part", "template", "response", "read_as", "outcome", "reason", "evidence", "of",
    "suggested", "credit", "points", "why",
)  # fmt: skip
"""Of review.csv; `credit`, `points` and `why` are a person's."""
NO_POINTS = "none"
_NUMBERS = re.compile(r"\d{1,3}(?:[\s,;]+\d{1,3})*", re.ASCII)
_NEEDED = ("answer", "student", "form", "part", "credit")


def head_line() -> str:
    """The first line of review.csv."""
    return BOM + csv_line(HEADS)


def review_lines(sheet: GradedSheet, rulings: Rulings) -> Iterator[str]:
    """The lines of a sheet: those of its answers that a person should see, with the marks that they have."""
    handout = sheet.handout
    for problem in sheet.problems:
        for key, judged in zip(problem.posed.keys, problem.parts, strict=True):
            if not judged.to_review or rulings.void(problem.posed, key, judged.part):
                continue
            told = told_by(judged.line)
            name = answer_name(handout.form, key, problem.posed.variant, judged.raw)
            mark = rulings.marks.get((handout.form, key))
            filled = _filled(mark) if mark is not None and mark.of == name else ("", "", "")
            yield csv_line(
                [
                    name, handout.student, handout.form, key, problem.posed.template, judged.raw, told["read"] or "",
                    judged.outcome, _reason(judged.reason), _evidence(told), points_text(judged.of),
                    _suggested(told), *filled,
                ],
                plain=(1,),
            )  # fmt: skip


def _filled(mark: Mark) -> tuple[str, str, str]:
    """What a person filled in: `credit`, `points` and `why`."""
    credit = "" if mark.credit is None else _written(mark.credit)
    points = "" if mark.found is None else " ".join(map(str, mark.found)) or NO_POINTS
    return credit, points, mark.why


def _reason(reason: str) -> str:
    """A reason in words; an open answer has none but that it is one."""
    return WORDS.get(reason, reason) if reason else ""


def _evidence(told: Mapping[str, Any]) -> str:
    """What is known of an answer; of an open one what to look for, with what was found."""
    points = told.get("to_find", ())
    found = [*([] if points else [told["evidence"]]), *told["notes"]]
    for number, point in enumerate(points, 1):
        seen = f"found: {point['found']}" if point["found"] else "not found"
        found.append(f"{number}. {point['point']} ({point['credit']}; {seen})")
    return "\n".join(each for each in found if each)


def _suggested(told: Mapping[str, Any]) -> str:
    """The credit of an open answer if all that was found is there."""
    points = told.get("to_find")
    if not points:
        return ""
    return _written(min(Fraction(1), sum((Fraction(each["credit"]) for each in points if each["found"]), Fraction(0))))


def _written(credit: Fraction | int) -> str:
    return points_text(Fraction(credit))


# ---------------------------------------------------------------------------------------------------- back in
def reviewed(file: Path, tell: Tell) -> dict[tuple[str, str], Mark]:
    """The marks that a person filled in; rows without credit and points aren't marked yet.

    A row whose credit or points can't be read is told and left out. Raises SourceError for another table.
    """
    bad: list[BadRow] = []
    rows = open_table(file).rows(bad.append)
    columns = _columns(next(rows, (0, []))[1], file)
    found: dict[tuple[str, str], Mark] = {}
    for number, cells in rows:
        given = {head: restored(cells[at].strip()) if at < len(cells) else "" for head, at in columns.items()}
        if not (given["credit"] or given.get("points")):
            continue
        mark = _mark(given)
        if isinstance(mark, Mark):
            found[mark.form, mark.key] = mark
        else:
            tell(Note(*mark, str(file), number, given["student"], given["part"]))
    for each in bad:
        tell(Note(each.what, each.mend, str(file), each.number))
    return found


def _mark(given: Mapping[str, str]) -> Mark | tuple[str, str]:
    """The mark of a row, or what is wrong with it and how to mend it."""
    if not (given["answer"] and given["form"] and given["part"]):
        return "the row doesn't say which answer is meant", "keep the columns answer, form and part"
    credit = _credit(given["credit"]) if given["credit"] else None
    if isinstance(credit, str):
        return credit, "write 0.5 or 50 %"
    points = _points(given["points"]) if given.get("points") else None
    if isinstance(points, str):
        return points, f"write the numbers of the points that are there, as `1 3`, or `{NO_POINTS}`"
    place = (given["student"], given["form"], given["part"], given["answer"])
    return Mark(*place, credit, given.get("why", ""), points)


def _columns(heads: list[str], file: Path) -> dict[str, int]:
    folds = [folded(head) for head in heads]
    columns = {head: folds.index(folded(head)) for head in HEADS if folded(head) in folds}
    if missing := [head for head in _NEEDED if head not in columns]:
        mend = "give the review.csv that `quiz grade` wrote, with `credit` filled in"
        raise SourceError(f"there is no column `{missing[0]}`", file=str(file), line=1, mend=mend)
    return columns


def _points(text: str) -> tuple[int, ...] | str:
    """Numbers of points, or what is wrong with them."""
    if text.casefold() == NO_POINTS:
        return ()
    if spoilt := damage(text):
        return f"`{text}` are no numbers of points: {spoilt}"
    if not _NUMBERS.fullmatch(text):
        return f"`{text[:40]}` are no numbers of points"
    return tuple(sorted({int(number) for number in re.findall(r"\d+", text)}))


def _credit(text: str) -> Fraction | int | str:
    """A credit from 0 to 1, or what is wrong with it."""
    if spoilt := damage(text):
        return f"`{text}` is no credit: {spoilt}"
    try:
        found = share(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
    except SourceError:
        return f"`{text[:40]}` is no credit from 0 to 1"
    return found.numerator if found.denominator == 1 else found


__all__ = ["HEADS", "head_line", "review_lines", "reviewed"]
