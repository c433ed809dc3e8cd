"""The folder of a problem set, read: its manifest, its secret, its templates and a record for each student.

`week1/students` holds what students get, named by form codes; `week1/teacher` holds manifest.json, students.jsonl,
secret, snapshot/, ledger.csv, ledger.html, answers.csv and README.txt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from hmac import compare_digest
from pathlib import Path
from typing import Any

from quizgen.batch.files import content_digest, lines_of
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound, SourceError
from quizgen.problem_set import Head, Snapshot, StudentRecord, head_from_json, record_from_line, seal
from quizgen.roster import same_id

STUDENTS, TEACHER = "students", "teacher"
MANIFEST, RECORDS, SECRET, SNAPSHOT, PENDING = "manifest.json", "students.jsonl", "secret", "snapshot", "pending.json"
BACKUP = "take it from your backup"


class SetFolder:
    """A set on disk. `folder` is the set's own or its `teacher` folder; nothing is read before it is asked for.

    Raises NotFound if there is no set; whatever is damaged, or belongs to another set, raises SourceError when read.
    """

    def __init__(self, folder: Path) -> None:
        folder = Path(folder)
        if not (folder / TEACHER / MANIFEST).is_file() and (folder / MANIFEST).is_file():
            folder = folder.resolve().parent
        self.folder = folder
        self.teacher, self.students = folder / TEACHER, folder / STUDENTS
        if not (self.teacher / MANIFEST).is_file():
            raise NotFound(f"{folder} holds no problem set; name the folder that `quiz generate` made")
        self._templates: dict[str, CompiledTemplate] = {}

    @cached_property
    def head(self) -> Head:
        """What the manifest says."""
        file = self.teacher / MANIFEST
        return head_from_json(_json(file), str(file))

    @cached_property
    def secret(self) -> bytes:
        """The set's secret."""
        file = self.teacher / SECRET
        found = secret_of(_text(file).strip(), str(file))
        if not compare_digest(seal(found, self.head.set), self.head.seal):
            raise SourceError("this is another set's secret", file=str(file), mend=BACKUP)
        return found

    @property
    def complete(self) -> bool:
        """Whether every student has a record; else `quiz generate` is to be run again."""
        return (self.teacher / RECORDS).is_file()

    def records(self) -> Iterator[StudentRecord]:
        """The records, in the order of the roster, one after another."""
        file = self.teacher / RECORDS
        if not self.complete:
            raise SourceError("the set isn't finished", file=str(file), mend="run the same `quiz generate` again")
        name, set_id = str(file), self.head.set
        for number, line in enumerate(_lines(file), 1):
            yield record_from_line(line, set_id, name, number)

    def template(self, name: str) -> CompiledTemplate:
        """A template as it was when the set was made."""
        if name not in self._templates:
            kept = self.head.templates.get(name)
            if kept is None:
                raise NotFound(f"{name} is no template of this set; it has {', '.join(self.head.templates)}")
            self._templates[name] = self._read(kept)
        return self._templates[name]

    def templates(self) -> dict[str, CompiledTemplate]:
        """All templates of the set by id."""
        return {name: self.template(name) for name in self.head.templates}

    def find(self, student: str) -> list[StudentRecord]:
        """A student's records, by id or form code, in the order of attempts. Raises NotFound."""
        wanted = same_id(student)
        found = [each for each in self.records() if wanted in (same_id(each.student), same_id(each.form))]
        if not found:
            raise NotFound(f"no student goes by `{student}` in this set")
        return sorted(found, key=lambda record: record.attempt)

    def _read(self, kept: Snapshot) -> CompiledTemplate:
        from quizgen.codec import from_json

        file = self.teacher / kept.file
        text = _text(file)
        if content_digest(text) != kept.content:
            raise SourceError("the snapshot was changed", file=str(file), mend=BACKUP)
        return from_json(json.loads(text))


def secret_of(text: str, file: str = "") -> bytes:
    """A secret from its hex digits, 128 bits at least. Raises SourceError."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if not 16 <= len(found) <= 64:
        raise SourceError("a secret has 32 to 128 hex digits", file=file, mend="leave it out, and one is made")
    return found


def _json(file: Path) -> Any:
    try:
        return json.loads(_text(file))
    except (ValueError, RecursionError) as error:
        raise SourceError("this is damaged: it is no JSON", file=str(file), mend=BACKUP) from error


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise SourceError(f"it can't be read: {error.strerror or error}", file=str(file), mend=BACKUP) from error
    except UnicodeDecodeError as error:
        raise SourceError("this is damaged: it is no UTF-8", file=str(file), mend=BACKUP) from error


def _lines(file: Path) -> Iterator[str]:
    try:
        yield from lines_of(file)
    except OSError as error:
        raise SourceError(f"it can't be read: {error.strerror or error}", file=str(file), mend=BACKUP) from error
    except UnicodeDecodeError as error:
        raise SourceError("this is damaged: it is no UTF-8", file=str(file), mend=BACKUP) from error
