"""Answer files of any kind, read into a pile of what each student handed in; what can't be taken is told row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path

from quizgen.batch.answer_forms import check_form
from quizgen.batch.answer_rows import Desk, RowReader, Takes
from quizgen.batch.blocks import Block
from quizgen.batch.columns import HEADED_WITHIN, Known, Layout, find_layout, target
from quizgen.batch.decimal_marks import has_decimal_commas
from quizgen.batch.json_tables import JsonTable, Object, word
from quizgen.batch.notes import Note, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Records
from quizgen.batch.roster_files import zone_of
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sources import Account, Manner, Source
from quizgen.batch.tables import BadRow, Row, Table, blocks_of, open_table
from quizgen.batch.times import Clock, Unreadable, recorded
from quizgen.batch.who import Directory, Stranger
from quizgen.column_map import PLAIN, ColumnMap
from quizgen.errors import SourceError
from quizgen.escaping import visible

LOOKED_AT = 500
"""Rows in which decimal commas are looked for."""
KINDS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".xlsx", ".parquet")
"""What is read of a folder."""


class AnswerFiles:
    """Reads answer files of a set into a pile."""

    def __init__(
        self, folder: SetFolder, records: Records, pile: Takes, tell: Tell, mapping: ColumnMap = PLAIN
    ) -> None:
        self._folder, self._records, self._pile, self._tell, self._mapping = folder, records, pile, tell, mapping
        self._directory = Directory(records, restore=mapping.zeros == "restore")
        self._known = known(folder)
        # Where nothing can be late, one zone is as good as another.
        zone = mapping.offset(zone_of(folder.head.policy.deadline) or UTC)
        self._clock = Clock(mapping.dates or "", zone)
        blank = frozenset({"", *mapping.blank})
        self._desk = Desk(self._directory.find, records, self._target, self._moment, tell, pile, blank)
        self._digests: dict[str, str] = {}
        self.accounts: list[Account] = []

    def read(self, paths: Sequence[Path]) -> None:
        """Read all of these files and folders. Raises SourceError where one can't be understood at all."""
        for path in paths:
            if not path.is_dir():
                self._file(path)
                continue
            files = sorted(each for each in path.rglob("*") if each.suffix.lower() in KINDS and each.is_file())
            if not files:
                mend = f"put files into it that end in {', '.join(KINDS)}"
                raise SourceError("there are no answer files in this folder", file=str(path), mend=mend)
            for each in files:
                try:
                    self._file(each)
                except SourceError as problem:
                    # One file among many is like one row among many.
                    self._tell(Note(problem.what, problem.mend, _name(each), problem.line))

    def _file(self, path: Path) -> None:
        mapping = self._mapping
        comma = mapping.decimal == "comma" or (not mapping.decimal and self._all_commas)
        table = open_table(path, mapping.sheet, comma=comma)
        name = _name(path)
        if table.digest in self._digests:
            first = self._digests[table.digest]
            self._tell(Note(f"the same file as {first}, so it is read once", file=name, kind="note"))
            return
        self._digests[table.digest] = name
        manner = Manner(table.by_hand and mapping.damage != "trust", mapping.decimal or "")
        if isinstance(table, JsonTable):
            self._forms(table, Source(name, table.digest, "answer forms", None, Manner()))
        self._table(table, name, manner)

    @property
    def _all_commas(self) -> bool:
        return all(each.decimal == "comma" for each in self._folder.templates().values())

    # ------------------------------------------------------------------------------------------------ tables
    def _table(self, table: Table, name: str, manner: Manner) -> None:
        bad: list[BadRow] = []
        blocks = blocks_of(table, bad.append)
        found = _headed(blocks, self._known, self._mapping, name)
        if found is None:
            if isinstance(table, JsonTable):
                return
            raise SourceError("the file is empty", file=name, mend="export it again")
        layout, first = found
        at = [layout.response] if layout.is_long else [column for column, _ in layout.answers]
        cells = (cells[column] for _, cells in first[:LOOKED_AT] for column in at if column < len(cells))
        if not (self._mapping.decimal or self._all_commas) and has_decimal_commas(cells):
            what = "numbers seem to have decimal commas here, and those can't be read"
            self._tell(Note(what, "say `decimal: comma` in a mapping file (--map)", name, kind="note"))
        targets = tuple(str(named) for _, named in layout.answers)
        source = Source(name, table.digest, table.about, layout, manner, targets, layout.is_long, table.by_hand)
        self.accounts.append(RowReader(self._desk, source, len(self.accounts), bad).all(first, blocks))

    # ------------------------------------------------------------------------------------------------ forms
    def _forms(self, table: JsonTable, source: Source) -> None:
        rows = taken = refused = blank = 0
        bad: list[BadRow] = []
        for number, found in table.forms(bad.append):
            rows += 1
            got = self._form(found, source.name, number)
            taken, refused, blank = taken + (got == 1), refused + (got == -1), blank + (got == 0)
        if rows or bad:
            for each in bad:
                self._tell(Note(each.what, each.mend, source.name, each.number))
            self.accounts.append(Account(source, rows + len(bad), taken, blank, refused + len(bad)))

    def _form(self, found: Object, file: str, row: int) -> int:
        """Take what a form saved: 1 if it is taken, 0 if all is blank, -1 if it is refused."""
        checked = check_form(found, self._folder, self._records, self._directory)
        if isinstance(checked, Stranger):
            self._tell(Note(checked.what, checked.mend, file, row, word(found.get("student"))))
            return -1
        position, student = checked
        pairs: list[str] = []
        for key, raw in found["answers"].items():
            if not isinstance(raw, str) or target(key, self._known) is None:
                what = f"`{visible(key)[:40]}` is no part of this form, or its answer is no text"
                self._tell(Note(what, "save the form again", file, row, student, visible(key)[:40]))
            else:
                pairs += [key, raw]
        if all(not raw.strip() for raw in pairs[1::2]):
            return 0
        when = recorded(word(found.get("saved")), self._clock)
        if when is None or isinstance(when, Unreadable):
            # Every form writes it, so it was taken away or edited: perhaps not to be late.
            what = "the form doesn't say when it was saved"
            self._tell(Note(what, "save the form again; it must not be edited", file, row, student))
            return -1
        self._pile.add(position, Entry(len(self.accounts), row, when.isoformat(), "", pairs))
        return 1

    def _moment(self, text: str, file: str, row: int, student: str) -> str:
        """A recorded time in ISO form; "" where there is none, or it can't be read, which is told."""
        when = recorded(text, self._clock)
        if isinstance(when, Unreadable):
            what = f"its time can't be read, so lateness isn't judged: {when.what}"
            self._tell(Note(what, when.mend, file, row, student, kind="note"))
            return ""
        return "" if when is None else when.isoformat()

    def _target(self, problem: str, part: str) -> str:
        named = target(f"{problem}.{part}" if problem and part else problem or part, self._known)
        return str(named) if named is not None else ""


# ---------------------------------------------------------------------------------------------------- pieces
def known(folder: SetFolder) -> Known:
    """What the sheets of a set ask."""
    parts = {part.id for template in folder.templates().values() for part in template.parts}
    return Known(sum(section.problems for section in folder.head.sections), frozenset(parts))


def _headed(blocks: Iterator[Block], of: Known, mapping: ColumnMap, name: str) -> tuple[Layout, list[Row]] | None:
    """The layout of a table and the rows below its headings in the first blocks; None for an empty one."""
    looked: list[Row] = []
    for block in blocks:
        rows = zip(block.numbers, block.rows, strict=True)
        looked += [(number, cells) for number, cells in rows if any(map(str.strip, cells))]
        if len(looked) >= HEADED_WITHIN:
            break
    if not looked:
        return None
    try:
        at, layout = find_layout([cells for _, cells in looked[:HEADED_WITHIN]], of, mapping)
    except SourceError as problem:
        if problem.file:
            raise
        raise SourceError(problem.what, file=name, line=looked[0][0], mend=problem.mend) from None
    return layout, looked[at + 1 :]


def _name(path: Path) -> str:
    return visible(str(path))


__all__ = ["AnswerFiles", "known"]
