"""The folder of a graded set: scores.csv, parts.jsonl, review.csv, errors.csv, marks.jsonl, feedback/ and grading.json.

All of them change together: new ones are whole on the disk before any takes the place of an old one, and a run that is
killed while they do is finished by the next. What was there before is kept in `earlier`.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from quizgen.batch.files import WholeFile, locked, make_folder, sweep, sync_folder, told, write_whole
from quizgen.batch.verdict_lines import line_from_json
from quizgen.errors import NotFound, OutputError, SourceError
from quizgen.problem_set import FORMAT

SCORES, PARTS, REVIEW, ERRORS, MARKS = "scores.csv", "parts.jsonl", "review.csv", "errors.csv", "marks.jsonl"
GRADING, FEEDBACK, EARLIER, REPORT = "grading.json", "feedback", "earlier", "report.html"
CHANGES, TEMPLATES = "changes.csv", "templates"
_EXCHANGE = ".exchange"
_BEGUN = frozenset({FEEDBACK, TEMPLATES, ".lock"})
"""What a first run that was killed may leave; scores.csv and the like would be somebody else's."""
_MEND = "run `quiz grade` again"


class GradedFolder:
    """A graded set on disk; nothing is read before it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)

    @contextmanager
    def held(self, *, new: bool = False) -> Iterator[Self]:
        """Hold the folder for this run; `new` makes it if it isn't there. What a killed run left is put in order.

        Raises OutputError where another run holds it, where it can't be written, or where it holds something else.
        """
        if not new and not (self.folder / GRADING).is_file():
            raise NotFound(f"{self.folder} holds no graded set; name the folder that `quiz grade` made")
        if self.folder.exists():
            self._refuse_others()
        make_folder(self.folder, private=True)
        with locked(self.folder):
            self._finish_exchange()
            sweep(self.folder)
            yield self

    def _refuse_others(self) -> None:
        try:
            there = sorted(each.name for each in self.folder.iterdir())
        except OSError as error:
            raise OutputError(f"{self.folder} can't be used: {error.strerror or error}") from error
        others = [name for name in there if name not in _BEGUN and not name.endswith(".tmp")]
        if others and GRADING not in there and _EXCHANGE not in there:
            raise OutputError(f"{self.folder} holds other files, as {others[0]}\n  mend: choose another folder")

    @property
    def is_graded(self) -> bool:
        """Whether something was graded into it."""
        return (self.folder / GRADING).is_file()

    def grading(self) -> dict[str, Any]:
        """What grading.json says. Raises SourceError where it is damaged or of a newer format."""
        file = self.folder / GRADING
        try:
            data = json.loads(file.read_bytes())
        except FileNotFoundError:
            raise NotFound(f"{self.folder} holds no graded set; name the folder that `quiz grade` made") from None
        except (OSError, ValueError) as error:
            raise SourceError(f"this can't be read: {error}", file=str(file), mend=_MEND) from error
        if not isinstance(data, dict) or not isinstance(data.get("format"), int):
            raise SourceError("this is no record of a grading", file=str(file), mend=_MEND)
        if data["format"] > FORMAT:
            what = f"it was graded in format {data['format']}; this version reads {FORMAT}"
            raise SourceError(what, file=str(file), mend="update quizgen")
        return data

    def parts(self) -> Iterator[dict[str, Any]]:
        """The lines of parts.jsonl. Raises SourceError where one is damaged."""
        file = self.folder / PARTS
        try:
            with file.open(encoding="utf-8", newline="\n") as stream:
                for number, line in enumerate(stream, 1):
                    yield _part(line, file, number)
        except (OSError, UnicodeDecodeError) as error:
            raise SourceError(f"this can't be read: {error}", file=str(file), mend=_MEND) from error

    def sheets(self) -> Iterator[list[dict[str, Any]]]:
        """The lines of parts.jsonl, those of one form together."""
        lines: list[dict[str, Any]] = []
        for line in self.parts():
            if lines and lines[-1]["form"] != line["form"]:
                yield lines
                lines = []
            lines.append(line)
        if lines:
            yield lines

    # ------------------------------------------------------------------------------------------------ exchange
    def exchange(self, files: Mapping[str, WholeFile]) -> None:
        """Put all of these files in place of those that are there, which are kept in `earlier` if any differs."""
        for each in files.values():
            each.sync()
        sync_folder(self.folder)
        if self.is_graded and self._differs(files):
            self._keep()
        write_whole(self.folder / _EXCHANGE, json.dumps(sorted(files)))
        self._finish_exchange()

    def _finish_exchange(self) -> None:
        """Go on with an exchange that was announced: from then on all files are whole under their temporary names."""
        marker = self.folder / _EXCHANGE
        try:
            names = json.loads(marker.read_bytes())
        except FileNotFoundError:
            return
        except ValueError as error:
            raise SourceError("this is damaged", file=str(marker), mend=f"remove it, and {_MEND}") from error
        with told(self.folder):
            for name in names:
                with suppress(FileNotFoundError):
                    (self.folder / f".{name}.tmp").replace(self.folder / name)
            sync_folder(self.folder)
            marker.unlink()

    def _differs(self, files: Mapping[str, WholeFile]) -> bool:
        """Whether the result is another one; what is said about it may always be."""
        for name in files.keys() - {CHANGES, GRADING, ERRORS}:
            old, new = self.folder / name, self.folder / f".{name}.tmp"
            if not old.exists() or not filecmp.cmp(old, new, shallow=False):
                return True
        return False

    def _keep(self) -> None:
        """Keep the old result under the next number; grading.json, copied last, says that it is whole."""
        place = self.folder / EARLIER
        number = 1
        while (place / f"{number:04}" / GRADING).exists():
            number += 1
        into = make_folder(place / f"{number:04}", private=True)
        with told(into):
            for name in (SCORES, PARTS, REVIEW, ERRORS, MARKS, CHANGES, GRADING):
                if (self.folder / name).exists():
                    _copy(self.folder / name, into / name)
            sync_folder(into)


def _copy(file: Path, into: Path) -> None:
    """A second name for a file that is never written into; a copy where the disk has no such names."""
    with suppress(FileNotFoundError):
        into.unlink()
    try:
        os.link(file, into)
    except OSError:
        shutil.copyfile(file, into)


def _part(line: str, file: Path, number: int) -> dict[str, Any]:
    try:
        data = line_from_json(line)
        if {"student", "form", "attempt", "number", "part", "variant", "raw"} <= data.keys():
            return data
    except (ValueError, TypeError):
        pass
    raise SourceError("this line is damaged", file=str(file), line=number, mend=_MEND)


__all__ = [
    "CHANGES", "EARLIER", "ERRORS", "FEEDBACK", "GRADING", "MARKS", "PARTS", "REPORT", "REVIEW", "SCORES", "TEMPLATES",
    "GradedFolder",
]  # fmt: skip
