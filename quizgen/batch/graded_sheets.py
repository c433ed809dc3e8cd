"""The sheets of a graded set: the set's records beside what parts.jsonl says of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quizgen.batch.graded_folder import PARTS, GradedFolder
from quizgen.batch.records import Handout, Records
from quizgen.batch.set_folder import SetFolder
from quizgen.errors import NotFound, SourceError


def graded_sheets(graded: GradedFolder, records: Records) -> Iterator[tuple[Handout, list[dict[str, Any]]]]:
    """Each record with its lines of parts.jsonl, none for a sheet that wasn't handed in; both have one order.

    Raises SourceError where lines are of a form that the set doesn't have at that place.
    """
    waiting = graded.sheets()
    lines = next(waiting, None)
    for handout in records.read(0, len(records)):
        if lines is not None and lines[0]["form"] == handout.form:
            yield handout, lines
            lines = next(waiting, None)
        else:
            yield handout, []
    if lines is not None:
        what = f"form {lines[0]['form']} is graded, and the set has no such form at its place"
        raise SourceError(what, file=str(graded.folder / PARTS), mend="grade the answer files again")


def set_of(graded: GradedFolder, given: Path | None = None) -> SetFolder:
    """The set that a folder was graded for: where it was then, or where it is said to be. Raises NotFound."""
    if given is not None:
        return SetFolder(given)
    teacher = Path(str(graded.grading().get("teacher", "")))
    try:
        return SetFolder(teacher)
    except NotFound:
        raise NotFound(f"the set isn't in {teacher} any more; say where it is with --set") from None


__all__ = ["graded_sheets", "set_of"]
