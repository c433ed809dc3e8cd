"""Who has handed in, and who hasn't: by what was graded, and by answer files that wait to be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quizgen.batch.answer_files import AnswerFiles
from quizgen.batch.graded_folder import GRADING, GradedFolder
from quizgen.batch.notes import Note
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout, Records
from quizgen.batch.set_folder import SetFolder
from quizgen.errors import QuizgenError, SourceError

ANSWERS = "answers"
"""The folder of a set in which answer files are looked for."""


class Status(NamedTuple):
    """Of `sheets` in a set, those that nothing was handed in for; `looked` is what was looked at."""

    sheets: int
    missing: tuple[Handout, ...]
    looked: tuple[Path, ...]
    notes: tuple[Note, ...] = ()


class _Seen:
    """Which sheets something was handed in for, by position; takes entries as a pile does."""

    def __init__(self, count: int) -> None:
        self.marks = bytearray(count)

    def add(self, sheet: int, entry: Entry) -> None:  # noqa: ARG002 - that there is one is enough
        """Take an entry for a sheet."""
        self.marks[sheet] = 1


def status(folder: SetFolder, paths: Sequence[Path] = ()) -> Status:
    """Who hasn't handed in, by these graded folders and answer files; by all that `places` finds if there are none.

    Raises SourceError where one of them can't be read, or is of another set.
    """
    records = Records(folder)
    looked, seen, notes = tuple(paths) or places(folder), _Seen(len(records)), list[Note]()
    files = AnswerFiles(folder, records, seen, notes.append)
    forms = {holder.form: at for at, holder in enumerate(records.holders())}
    for path in looked:
        if (path / GRADING).is_file():
            _graded(GradedFolder(path), folder, forms, seen)
        else:
            files.read([path])
    missing = tuple(each for at, each in enumerate(records.read(0, len(records))) if not seen.marks[at])
    return Status(len(records), missing, looked, tuple(notes))


def places(folder: SetFolder) -> tuple[Path, ...]:
    """Where answers lie as a rule: graded folders in the set, beside it and here; its `answers`; tables filled in."""
    near = [folder.folder, folder.folder.resolve().parent, Path()]
    graded = {file.parent.resolve(): file.parent for place in near for file in sorted(place.glob(f"*/{GRADING}"))}
    found = [path for path in graded.values() if _is_of(GradedFolder(path), folder)]
    answers = folder.folder / ANSWERS
    found += [answers] if answers.is_dir() and any(answers.iterdir()) else []
    return (*found, *sorted(folder.teacher.glob("answers*.csv")))


def _is_of(graded: GradedFolder, folder: SetFolder) -> bool:
    try:
        return bool(graded.grading().get("set") == folder.head.set)
    except QuizgenError:
        return False


def _graded(graded: GradedFolder, folder: SetFolder, forms: dict[str, int], seen: _Seen) -> None:
    if not _is_of(graded, folder):
        mend = "name the folder that this set was graded into"
        raise SourceError("another set was graded here", file=str(graded.folder), mend=mend)
    for lines in graded.sheets():
        at = forms.get(lines[0]["form"])
        if at is not None:
            seen.marks[at] = 1


__all__ = ["ANSWERS", "Status", "places", "status"]
