"""One run that writes into a set's folder, whose lock it holds; a killed one is gone on with by the next.

First, in groups, the files of some students and after them their records, in a file that has another name until it is
whole; when that has its own name, what is made from the records: ledger, tables, all sheets in one. `pending.json`
says that this last part is still to be done.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from quizgen import renderer
from quizgen.assembler import Assembler
from quizgen.batch import sheets, teacher_files
from quizgen.batch.files import Growing, Together, WholeFile, content_digest, sweep, told, write_whole
from quizgen.batch.forms import form_html
from quizgen.batch.output import Output
from quizgen.batch.set_folder import PENDING, RECORDS, SetFolder
from quizgen.errors import SourceError
from quizgen.generator import from_params, params_from_json
from quizgen.problem_set import StudentRecord, record_from_line, record_to_line, token
from quizgen.sets.set_plan import SetPlan
from quizgen.variant import Variant

GROUP = 25
"""Students whose files are synced to the disk together."""

Tell = Callable[[int, int], None]
"""Told how many new sheets of how many are done."""
Change = Callable[[StudentRecord], StudentRecord]
Made = tuple[StudentRecord, list[Variant]]


class Pending(NamedTuple):
    """What is still to be made from the records: by which command, which forms anew, and which table to fill in.

    `table` has the records from number `since` on; "" for none.
    """

    command: str
    forms: tuple[str, ...] = ()
    table: str = ""
    since: int = 0


class New(NamedTuple):
    """`count` new records with their variants; `after` makes those that come after so many, when they're asked for."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which no record needs
    after: Callable[[int], Iterator[Made]]


class Run:
    """A run into one set's folder."""

    def __init__(self, folder: SetFolder, tell: Tell) -> None:
        head = folder.head
        self.folder, self.head, self.tell = folder, head, tell
        self.plan = SetPlan(folder.secret, head.set, head.sections, folder.templates(), head.order, head.repeats)
        self._rendering = sheets.Rendering(hints=head.hints)
        words = sheets.words_of(head)
        self._words = renderer.html(words, {}, {}), renderer.markdown(words, {}, {}).strip()
        self._labels = {name: template.label for name, template in self.plan.templates.items()}
        for place in (folder.teacher, folder.students):
            sweep(place)

    # ------------------------------------------------------------------------------------------------ records
    def write(self, pending: Pending, assembler: Assembler, old: Change, new: New) -> int:
        """Write the records anew: those there are, each as `old` gives it, then new ones.

        The assembler takes all that are written already, by an earlier run too, before the others are made. Gives the
        number of new ones that an earlier run wrote.
        """
        with Growing(self._part(pending), partial(self._takes, assembler), private=True) as grown:
            for number, record in enumerate(self.records()):
                if number >= grown.lines:
                    changed = old(record)
                    assembler.take(changed)
                    grown.append(record_to_line(changed, self.head.set))
            done = grown.lines - pending.since
            self._grow(grown, new, done)
            self._announce(pending)
            grown.publish(self.folder.teacher / RECORDS)
        return done

    def _grow(self, grown: Growing, new: New, done: int) -> None:
        made = new.after(done)
        self.tell(done, new.count)
        while group := list(islice(made, GROUP)):
            with Together() as together:
                for record, variants in group:
                    for file, content in self._files(record, variants):
                        together.write(file, content)
            for record, _ in group:
                grown.append(record_to_line(record, self.head.set))
            grown.sync()
            done += len(group)
            self.tell(done, new.count)

    def _takes(self, assembler: Assembler, line: str, number: int) -> bool:
        try:
            assembler.take(record_from_line(line, self.head.set, "", number))
        except SourceError:
            return False
        return True

    def records(self) -> Iterator[StudentRecord]:
        """The records that there are; none before the set is complete."""
        return self.folder.records() if self.folder.complete else iter(())

    def _part(self, pending: Pending) -> Path:
        return self.folder.teacher / f"students.{content_digest(pending.command)[:12]}.part"

    def keep_only(self, pending: Pending) -> None:
        """Drop what runs of other commands left unfinished, and what they announced."""
        others = [part for part in self.folder.teacher.glob("students.*.part") if part != self._part(pending)]
        for file in (*([self.folder.teacher / PENDING] if others else []), *others):
            with told(file):
                file.unlink(missing_ok=True)

    # ------------------------------------------------------------------------------------------------ one student
    def _files(self, record: StudentRecord, variants: list[Variant]) -> Iterator[tuple[Path, str]]:
        """Everything that this student gets."""
        head, place = self.head, self.folder.students
        shown = self._rendering.posed(record, variants)
        sheet = ""
        if "html" in head.formats or head.forms:
            sheet = sheets.sheet_html(record, self._rendering.html(record, shown), head, self._words[0])
        if "html" in head.formats:
            yield place / f"{record.form}.html", sheets.page_html(f"{head.title}: form {record.form}", sheet)
        if "md" in head.formats:
            yield place / f"{record.form}.md", sheets.sheet_markdown(record, shown, head, self._words[1])
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
        """Make what is made from the records, in one pass over them."""
        self._rewrite(pending.forms)
        with ExitStack() as stack:
            outputs = [
                (stack.enter_context(WholeFile(output.file, private=output.private)), output)
                for output in self._outputs(pending)
            ]
            for file, output in outputs:
                file.write(output.before)
            for number, record in enumerate(self.records()):
                for file, output in outputs:
                    if number >= output.since:
                        file.write(output.each(record))
            for file, output in outputs:
                file.write(output.after)
        write_whole(self.folder.teacher / "README.txt", teacher_files.readme(self.head), private=True)
        with told(self.folder.teacher / PENDING):
            (self.folder.teacher / PENDING).unlink(missing_ok=True)

    def _outputs(self, pending: Pending) -> Iterator[Output]:
        head, teacher, students = self.head, self.folder.teacher, self.folder.students
        columns = teacher_files.columns(self.records(), pending.since)
        yield teacher_files.ledger_csv(teacher / "ledger.csv", columns, self._labels)
        yield teacher_files.ledger_html(teacher / "ledger.html", head, self._labels)
        if pending.table:
            yield teacher_files.answers_csv(teacher / pending.table, columns, pending.since)
        if "html" in head.formats:
            yield sheets.all_html(students / "all.html", head.title, lambda record: self._page(record, "html"))
        if "md" in head.formats:
            yield sheets.all_markdown(students / "all.md", lambda record: self._page(record, "md"))

    def repair(self) -> int:
        """Make the students' files again that aren't there; how many sheets that was."""
        missing = 0
        for record in self.records():
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
        for record in self.records() if wanted else ():
            if record.form in wanted:
                for file, content in self._again(record):
                    write_whole(file, content)

    def _page(self, record: StudentRecord, kind: str) -> str:
        """A student's sheet, from its file; made again if that is gone."""
        file = self.folder.students / f"{record.form}.{kind}"
        with suppress(OSError, UnicodeDecodeError):
            return file.read_bytes().decode()
        return dict(self._again(record))[file]


def next_table(teacher: Path) -> str:
    """A name for another table to fill in; one that someone may have filled in is never written over."""
    number = 1
    while (teacher / (name := "answers.csv" if number == 1 else f"answers-{number}.csv")).exists():
        number += 1
    return name


__all__ = ["GROUP", "Made", "New", "Pending", "Run", "Tell", "next_table"]
