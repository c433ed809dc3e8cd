"""Tables as teachers have them: CSV and TSV of any kind, JSON, XLSX and Parquet, read row by row as exact texts.

A row that can't be read is told and left out; the rows after it are read. What a cell means is nobody's guess here.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol, TextIO

from quizgen.batch.blocks import Block, plain_blocks
from quizgen.errors import SourceError

LONGEST_CELL = 100_000
"""Characters of a cell; a longer one makes its row unreadable. Answers are shorter by far."""
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""What may stand between the cells of a text, with its name."""
_SAMPLE = 1 << 16
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_SEPARATOR_LINE = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_LOST = "\ufffd"


class BadRow(NamedTuple):
    """A row that is left out: its line in a text, or its place in a sheet, counted from 1; what is wrong; the mend."""

    number: int
    what: str
    mend: str = ""


Refuse = Callable[[BadRow], None]
"""Is told each row that can't be read."""
Row = tuple[int, list[str]]
"""The line on which a row begins, and its cells."""
AT_ONCE = 500
"""Rows of a block, at most."""


class Table(Protocol):
    """A file that is read row by row, as often as it is wanted."""

    @property
    def about(self) -> str:
        """What sort of table it is, in a few words."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 of the file, as hex digits."""
        ...

    @property
    def by_hand(self) -> bool:
        """Whether a spreadsheet may have changed what a student typed."""
        ...

    def rows(self, refuse: Refuse) -> Iterator[Row]:
        """The rows in their order, blank ones too."""
        ...


def blocks_of(table: Table, refuse: Refuse) -> Iterator[Block]:
    """The rows of a table in blocks, the way in which the table gives them fastest."""
    if isinstance(table, CsvTable):
        yield from table.blocks(refuse)
        return
    rows = table.rows(refuse)
    while block := list(islice(rows, AT_ONCE)):
        yield Block([number for number, _ in block], [cells for _, cells in block])


def open_table(path: Path, sheet: str = "", *, comma: bool = False) -> Table:
    """The table that a file holds, by its content and not by its name; `sheet` is that of a workbook, "" for the first.

    Cells that are numbers by type are written with a decimal `comma` if that is wanted. Raises SourceError where it is
    no table, or the extra that reads it isn't installed.
    """
    start = _start(path)
    if start.startswith(b"PK\x03\x04"):
        from quizgen.batch.xlsx_tables import XlsxTable

        return XlsxTable(path, sheet, comma)
    if start.startswith(b"PAR1"):
        from quizgen.batch.parquet_tables import ParquetTable

        return ParquetTable(path, comma)
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[{", b"[\r", b"[\n", b"[ ")):
        from quizgen.batch.json_tables import JsonTable

        return JsonTable(path)
    return CsvTable(path, survey(path))


def _start(path: Path) -> bytes:
    with readable(path), path.open("rb") as stream:
        return stream.read(64)


class readable:  # noqa: N801 - reads as what it does: `with readable(path):`
    """Makes a SourceError of whatever the system says while a file is read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            what = f"it can't be read: {error.strerror or error}"
            raise SourceError(what, file=str(self._path), mend="check the name of the file") from error


# ---------------------------------------------------------------------------------------------------- encodings
class Survey(NamedTuple):
    """What one look at all bytes of a text told: its encoding, its digest, and whether every row must be checked."""

    encoding: str
    digest: str
    suspect: bool
    """There are NULs, or bytes that are no characters."""


def survey(path: Path) -> Survey:
    """By the byte-order mark; else UTF-16 where every other byte is NUL; else UTF-8 if any of it is; else cp1252.

    A text that is UTF-8 but for some broken rows stays UTF-8, and those rows are refused.
    """
    with readable(path), path.open("rb") as stream:
        start = stream.read(4096)
        encoding = _marked(start) or _unmarked_utf16(start)
        found = _look(stream, start, encoding or "utf-8")
    if not encoding and found.lost and not found.wide:
        return Survey("cp1252", found.digest, suspect=True)
    return Survey(encoding or "utf-8", found.digest, bool(found.lost or found.nul))


class _Seen(NamedTuple):
    digest: str
    lost: int
    wide: int
    nul: bool


def _marked(start: bytes) -> str:
    return next((name for mark, name in _BOMS if start.startswith(mark)), "")


def _unmarked_utf16(start: bytes) -> str:
    odd, even = start[1::2].count(0), start[::2].count(0)
    if odd > len(start) // 8 and odd > 4 * even:
        return "utf-16-le"
    return "utf-16-be" if even > len(start) // 8 and even > 4 * odd else ""


def _look(stream: io.BufferedReader, start: bytes, encoding: str) -> _Seen:
    """Decode everything once, counting what is lost and what takes more than one byte."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    digest, lost, wide, nul, chunk = sha256(), 0, 0, False, start
    while True:
        digest.update(chunk)
        text = decoder.decode(chunk, final=not chunk)
        nul = nul or "\0" in text
        if not text.isascii():
            here = text.count(_LOST)
            lost += here
            wide += sum(1 for character in text if character > "\x7f") - here if wide < 1000 else 0
        if not chunk:
            return _Seen(digest.hexdigest(), lost, wide, nul)
        chunk = stream.read(1 << 18)


# ---------------------------------------------------------------------------------------------------- CSV and TSV
@dataclass(frozen=True)
class CsvTable:
    """A text with a row a line and a delimiter between cells; quoted cells may hold both."""

    path: Path
    surveyed: Survey
    by_hand: bool = True

    @property
    def about(self) -> str:
        """CSV or TSV, its encoding and its delimiter."""
        delimiter = self._dialect()[0]
        kind = "TSV" if delimiter == "\t" else "CSV"
        return f"{kind}, {self.surveyed.encoding.upper()}, {DELIMITERS.get(delimiter, delimiter)}"

    @property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return self.surveyed.digest

    def rows(self, refuse: Refuse) -> Iterator[Row]:
        """The rows with the lines on which they begin; those that aren't text are refused."""
        return (row for block in self.blocks(refuse) for row in zip(block.numbers, block.rows, strict=True))

    def blocks(self, refuse: Refuse) -> Iterator[Block]:
        """The rows in blocks; those that aren't text are refused."""
        blocks = self._read(refuse, *self._dialect())
        return _sound(blocks, refuse) if self.surveyed.suspect else blocks

    def _dialect(self) -> tuple[str, int]:
        """The delimiter, and how many lines stand before the table (Excel's `sep=;`)."""
        with self._opened() as stream:
            sample = stream.read(_SAMPLE)
        given = _SEPARATOR_LINE.fullmatch(sample.partition("\n")[0])
        return (given[1], 1) if given else (sniffed(sample), 0)

    def _opened(self, skip: int = 0) -> TextIO:
        with readable(self.path):
            stream = self.path.open(encoding=self.surveyed.encoding, errors="replace", newline="")
        for _ in range(skip):
            stream.readline()
        return stream

    def _read(self, refuse: Refuse, delimiter: str, skipped: int) -> Iterator[Block]:
        """At once as far as the text is plain, then row by row."""
        with readable(self.path), self._opened(skipped) as stream:
            read = yield from plain_blocks(stream, delimiter, skipped)
        if read >= 0:
            yield from self._blocks(refuse, delimiter, read)

    def _blocks(self, refuse: Refuse, delimiter: str, skipped: int) -> Iterator[Block]:
        """As fast as `csv` is, until a quote is left open: from there on with lines that can be taken back."""
        with readable(self.path), self._opened(skipped) as stream:
            reader = csv.reader(stream, delimiter=delimiter, strict=True)
            before = 0
            while True:
                rows: list[list[str]] = []
                error: csv.Error | None = None
                try:
                    rows.extend(islice(reader, AT_ONCE))
                except csv.Error as problem:
                    error = problem
                numbers, after = _numbers(rows, before + skipped, reader.line_num + skipped, whole=error is None)
                if rows:
                    yield Block(numbers, rows)
                if error is not None:
                    refuse(_bad(after + 1, error))
                    if reader.line_num + skipped > after + 1 or "end of data" in str(error):
                        break
                elif len(rows) < AT_ONCE:
                    return
                before = reader.line_num
        for number, cells in self._patiently(refuse, delimiter, after + 1):
            yield Block((number,), [cells])

    def _patiently(self, refuse: Refuse, delimiter: str, before: int) -> Iterator[Row]:
        """The rows after line `before`; where one swallows others, only its first line is lost."""
        with readable(self.path), self._opened(before) as stream:
            lines = _Lines(stream)
            while True:
                reader = csv.reader(lines, delimiter=delimiter, strict=True)
                try:
                    for cells in reader:
                        yield before + 1, cells
                        before += lines.used()
                except csv.Error as error:
                    refuse(_bad(before + 1, error))
                    lines.take_back()
                    before += 1
                else:
                    return


def _numbers(rows: list[list[str]], before: int, after: int, *, whole: bool) -> tuple[Sequence[int], int]:
    """The lines on which rows begin that follow line `before`, and the last line of the last one.

    `whole` says that they end at line `after`: then nothing has to be counted where each takes one line.
    """
    if whole and after - before == len(rows):
        return range(before + 1, after + 1), after
    numbers = []
    for cells in rows:
        numbers.append(before + 1)
        before += 1 + sum(_breaks(cell) for cell in cells)
    return numbers, before


def _breaks(cell: str) -> int:
    """How many line breaks a cell has."""
    return cell.count("\n") + cell.count("\r") - cell.count("\r\n")


class _Lines:
    """Lines of a stream, of which those used last can be taken back, all but the first."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: deque[str] = deque()
        self._used: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else next(self._stream)
        self._used.append(line)
        return line

    def used(self) -> int:
        """How many lines were used since; they are forgotten."""
        count = len(self._used)
        self._used.clear()
        return count

    def take_back(self) -> None:
        self._waiting.extendleft(reversed(self._used[1:]))
        self._used.clear()


def sniffed(sample: str) -> str:
    """The delimiter of a text: the one that gives most rows as many cells as their first, two at least."""
    lines = sample.splitlines()[:50] if len(sample) < _SAMPLE else sample.splitlines()[:-1][:50]
    return max(DELIMITERS, key=lambda delimiter: _fits(lines, delimiter))


def _fits(lines: list[str], delimiter: str) -> tuple[int, int]:
    try:
        widths = [len(cells) for cells in csv.reader(lines, delimiter=delimiter) if any(map(str.strip, cells))]
    except csv.Error:
        return 0, 0
    if not widths or widths[0] < 2:
        return 0, 0
    return widths.count(widths[0]), widths[0]


def _bad(number: int, error: csv.Error) -> BadRow:
    text = str(error)
    if "field larger" in text:
        return BadRow(number, "a cell is longer than any answer", "shorten it; is a quote missing?")
    if "end of data" in text:
        return BadRow(number, "a quote is opened and never closed", 'close it with a "')
    return BadRow(number, f"this isn't CSV: {text}", 'write a quote inside quotes as ""')


def _sound(blocks: Iterator[Block], refuse: Refuse) -> Iterator[Block]:
    """The rows without those that hold NULs, or characters that were lost."""
    for block in blocks:
        rows = zip(block.numbers, block.rows, strict=True)
        kept = [(number, cells) for number, cells in rows if _is_sound(number, cells, refuse)]
        yield Block([number for number, _ in kept], [cells for _, cells in kept])


def _is_sound(number: int, cells: list[str], refuse: Refuse) -> bool:
    mend = "save the file as CSV in UTF-8"
    if any("\0" in cell for cell in cells):
        refuse(BadRow(number, "there are NUL characters in this row", mend))
        return False
    if any(_LOST in cell for cell in cells):
        refuse(BadRow(number, "some bytes of this row are no characters of the file's encoding", mend))
        return False
    return True


def unfit(cells: list[str]) -> str:
    """Why typed cells can't be taken: one is longer than any answer, or holds what is no character; "" if they can."""
    for cell in cells:
        if len(cell) > LONGEST_CELL:
            return "a cell is longer than any answer"
        if not cell.isascii() or "\0" in cell:
            try:
                cell.encode()
            except UnicodeEncodeError:
                return "a cell holds half a character"
            if "\0" in cell:
                return "there are NUL characters in this row"
    return ""


__all__ = [
    "AT_ONCE", "DELIMITERS", "LONGEST_CELL", "BadRow", "Block", "CsvTable", "Refuse", "Row", "Survey", "Table",
    "blocks_of", "open_table",
    "readable", "sniffed", "survey", "unfit",
]  # fmt: skip
