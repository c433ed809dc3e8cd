"""One run that writes into a set's folder, whose lock it holds; a killed one is gone on with by the next.

First, in groups, the files of some students and after them their records, in a file that has another name until it is
whole; when that has its own name, what is made from the records: ledger, tables, all sheets in one. `pending.json`
says that this last part is still to be done.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from quizgen.assembler import Assembler
from quizgen.batch import sheets, teacher_files
from quizgen.batch.files import Growing, Together, WholeFile, content_digest, lines_of, sweep, told, write_whole
from quizgen.batch.forms import form_html
from quizgen.batch.set_folder import PENDING, RECORDS, SetFolder
from quizgen.errors import SourceError
from quizgen.generator import from_params, params_from_json
from quizgen.problem_set import StudentRecord, record_from_line, record_to_line, token
from quizgen.set_plan import SetPlan
from quizgen.variant import Variant

GROUP = 25
"""Students whose files are synced to the disk together."""

Tell = Callable[[int, int], None]
"""Told how many sheets of how many are done."""
Made = tuple[StudentRecord, list[Variant]]


class Pending(NamedTuple):
    """What is still to be made from the records: by which command, which forms anew, and which table to fill in.

    `table` has the records from number `since` on; "" for none.
    """

    command: str
    forms: tuple[str, ...] = ()
    table: str = ""
    since: int = 0


class Run:
    """A run into one set's folder."""

    def __init__(self, folder: SetFolder, tell: Tell) -> None:
        head = folder.head
        self.folder, self.head, self.tell = folder, head, tell
        self.plan = SetPlan(folder.secret, head.set, head.sections, folder.templates(), head.order, head.repeats)
        self._words = sheets.words_of(head)
        self._labels = {name: template.label for name, template in self.plan.templates.items()}
        for place in (folder.teacher, folder.students):
            sweep(place)

    # ------------------------------------------------------------------------------------------------ records
    def write(
        self,
        pending: Pending,
        assembler: Assembler,
        old: Callable[[StudentRecord], StudentRecord],
        new: Iterator[Made],
        count: int,
    ) -> None:
        """Write the records anew: those there are, each as `old` gives it, and then `count` new ones.

        `new` makes them when they are asked for; what an earlier run wrote of them the assembler has taken already.
        """
        part = self._part(pending)
        with Growing(part, lambda line, number: self._takes(assembler, line, number), private=True) as grown:
            for number, record in enumerate(self._there()):
                if number >= grown.lines:
                    changed = old(record)
                    assembler.take(changed)
                    grown.append(record_to_line(changed, self.head.set))
            self._grow(grown, new, pending.since, pending.since + count)
            self._announce(pending)
            grown.publish(self.folder.teacher / RECORDS)

    def _grow(self, grown: Growing, new: Iterator[Made], since: int, whole: int) -> None:
        while True:
            self.tell(grown.lines - since, whole - since)
            group = list(islice(new, GROUP))
            if not group:
                return
            with Together() as together:
                for record, variants in group:
                    for file, content in self._files(record, variants):
                        together.write(file, content)
            for record, _ in group:
                grown.append(record_to_line(record, self.head.set))
            grown.sync()

    def written(self, pending: Pending) -> int:
        """How many records an earlier run of the same command wrote."""
        part = self._part(pending)
        if not part.is_file():
            return 0
        with Growing(part, lambda line, number: self._takes(None, line, number), private=True) as grown:
            return grown.lines

    def _takes(self, assembler: Assembler | None, line: str, number: int) -> bool:
        try:
            record = record_from_line(line, self.head.set, "", number)
        except SourceError:
            return False
        if assembler is not None:
            assembler.take(record)
        return True

    def _there(self) -> Iterator[StudentRecord]:
        return self.folder.records() if self.folder.complete else iter(())

    def _part(self, pending: Pending) -> Path:
        return self.folder.teacher / f"students.{content_digest(pending.command)[:12]}.part"

    def keep_only(self, pending: Pending) -> None:
        """Drop what runs of other commands left unfinished."""
        for part in self.folder.teacher.glob("students.*.part"):
            if part != self._part(pending):
                with told(part):
                    part.unlink()

    # ------------------------------------------------------------------------------------------------ one student
    def _files(self, record: StudentRecord, variants: list[Variant]) -> Iterator[tuple[Path, str]]:
        """Everything that this student gets."""
        head, place = self.head, self.folder.students
        shown = sheets.posed(record, variants, hints=head.hints)
        sheet = sheets.sheet_html(record, shown, head, self._words) if "html" in head.formats or head.forms else ""
        if "html" in head.formats:
            yield place / f"{record.form}.html", sheets.page_html(f"{head.title}: form {record.form}", sheet)
        if "md" in head.formats:
            yield place / f"{record.form}.md", sheets.sheet_markdown(record, shown, head, self._words)
        if head.forms:
            mark = token(self.folder.secret, head.set, record)
            yield place / f"{record.form}-form.html", form_html(record, shown, sheet, head, mark)

    def _again(self, record: StudentRecord) -> Iterator[tuple[Path, str]]:
        return self._files(record, self._variants(record))

    def _variants(self, record: StudentRecord) -> list[Variant]:
        templates = self.plan.templates
        return [
            from_params(templates[each.template], params_from_json(templates[each.template], each.params))
            for each in record.problems
        ]

    # ------------------------------------------------------------------------------------------------ all students
    def _announce(self, pending: Pending) -> None:
        text = json.dumps(pending._asdict(), ensure_ascii=False)
        write_whole(self.folder.teacher / PENDING, text, private=True)

    def pending(self) -> Pending | None:
        """What a killed run left to be made from the records, None if it got no further than to announce it."""
        file = self.folder.teacher / PENDING
        try:
            data: Any = json.loads(file.read_bytes())
            found = Pending(data["command"], tuple(data["forms"]), data["table"], data["since"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            mend = "remove it, and run the command again"
            raise SourceError(f"this is damaged: {error!r}", file=str(file), mend=mend) from error
        return None if self._part(found).exists() else found

    def finish(self, pending: Pending) -> None:
        """Make what is made from the records."""
        self._rewrite(pending.forms)
        self._all_sheets()
        place, found = self.folder.teacher, teacher_files.columns(self._there())
        self._stream(place / "ledger.csv", teacher_files.ledger_csv(self._there(), found, self._labels), private=True)
        self._stream(place / "ledger.html", teacher_files.ledger_html(self.head, self._there(), self._labels), private=True)
        if pending.table:
            some = teacher_files.columns(islice(self._there(), pending.since, None))
            table = teacher_files.answers_csv(islice(self._there(), pending.since, None), some)
            self._stream(place / pending.table, table, private=True)
        write_whole(place / "README.txt", teacher_files.readme(self.head), private=True)
        with suppress(FileNotFoundError), told(place / PENDING):
            (place / PENDING).unlink()

    def repair(self) -> int:
        """Make the students' files again that aren't there; how many sheets that was."""
        missing = 0
        for record in self._there():
            files = list(self._again(record)) if self._lacks(record) else []
            for file, content in files:
                write_whole(file, content)
            missing += bool(files)
        return missing

    def _lacks(self, record: StudentRecord) -> bool:
        names = [f"{record.form}.{kind}" for kind in self.head.formats]
        names += [f"{record.form}-form.html"] if self.head.forms else []
        return not all((self.folder.students / name).is_file() for name in names)

    def _rewrite(self, forms: Iterable[str]) -> None:
        wanted = set(forms)
        for record in self._there() if wanted else ():
            if record.form in wanted:
                for file, content in self._again(record):
                    write_whole(file, content)

    def _all_sheets(self) -> None:
        place = self.folder.students
        if "html" in self.head.formats:
            pages = ((record.form, self._page(record, "html")) for record in self._there())
            self._stream(place / "all.html", sheets.all_html(self.head.title, pages))
        if "md" in self.head.formats:
            self._stream(place / "all.md", sheets.all_markdown(self._page(each, "md") for each in self._there()))

    def _page(self, record: StudentRecord, kind: str) -> str:
        """A student's sheet, from its file; made again if that is gone."""
        file = self.folder.students / f"{record.form}.{kind}"
        with suppress(OSError, UnicodeDecodeError):
            return file.read_bytes().decode()
        return dict(self._again(record))[file]

    def _stream(self, file: Path, pieces: Iterable[str], *, private: bool = False) -> None:
        with WholeFile(file, private=private) as whole:
            for piece in pieces:
                whole.write(piece)


def next_table(teacher: Path) -> str:
    """A name for another table to fill in; one that someone may have filled in is never written over."""
    number = 1
    while (teacher / (name := "answers.csv" if number == 1 else f"answers-{number}.csv")).exists():
        number += 1
    return name


__all__ = ["GROUP", "Made", "Pending", "Run", "Tell", "lines_of", "next_table"]
