"""Excel workbooks as tables, by openpyxl (the extra `xlsx`), row by row and as what was typed.

A workbook is a ZIP of XML, so it may unpack to far more than it is, and its XML may define entities that grow: both
are refused before openpyxl sees it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from hashlib import file_digest
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from quizgen.batch.tables import BadRow, Refuse, Row, readable, unfit
from quizgen.batch.typed_cells import cell_text
from quizgen.errors import SourceError

LARGEST = 400_000_000
"""Bytes that a workbook may unpack to: a million rows take a quarter of it."""
PACKED_TIMES = 400
"""How many times its size a large workbook may unpack to; real ones reach 30."""
SMALL = 20_000_000
"""Up to so many bytes nothing is a bomb."""
MOST_FILES = 2_000
WIDEST = 3_000
"""Columns of a row."""
_MEND = "save it anew from a spreadsheet program, or as CSV"


@dataclass(frozen=True)
class XlsxTable:
    """One sheet of a workbook, "" for the first; formulas stand as what was typed, and moments in ISO form.

    `comma` says that numbers are to be written with a decimal comma, as the answers beside them are.
    """

    path: Path
    sheet: str = ""
    comma: bool = False
    by_hand: bool = True

    @property
    def about(self) -> str:
        """XLSX, and the sheet."""
        return f"XLSX, sheet {self.sheet}" if self.sheet else "XLSX, first sheet"

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file."""
        with readable(self.path), self.path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()

    def rows(self, refuse: Refuse) -> Iterator[Row]:
        """The rows of the sheet, each with its number in it."""
        refuse_bombs(self.path)
        openpyxl = _module("openpyxl", self.path)
        try:
            # The ends of what openpyxl opens are ours to close, also where it gives up in the middle.
            with self.path.open("rb") as stream, closing(openpyxl.load_workbook(stream, read_only=True)) as book:
                yield from self._rows(self._chosen(book), refuse)
        except SourceError:
            raise
        except Exception as error:  # openpyxl raises whatever a damaged file makes it stumble over
            what = f"this workbook can't be read: {str(error) or type(error).__name__}"
            raise SourceError(what, file=str(self.path), mend=_MEND) from error

    def _chosen(self, book: Any) -> Any:
        if self.sheet and self.sheet not in book.sheetnames:
            there = ", ".join(book.sheetnames)
            raise SourceError(f"there is no sheet `{self.sheet}`", file=str(self.path), mend=f"there are: {there}")
        sheet = book[self.sheet] if self.sheet else book.worksheets[0]
        # The size that a sheet claims may be wrong by a million rows.
        sheet.reset_dimensions()
        return sheet

    def _rows(self, sheet: Any, refuse: Refuse) -> Iterator[Row]:
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
            if len(values) > WIDEST:
                refuse(BadRow(number, f"the row has more than {WIDEST:,} cells", "delete the empty columns"))
                continue
            cells = [value if isinstance(value, str) else cell_text(value, comma=self.comma) for value in values]
            if what := unfit(cells):
                refuse(BadRow(number, what, "correct the row"))
            else:
                yield number, cells


def refuse_bombs(path: Path) -> None:
    """Refuse a workbook that unpacks to far more than it is, or whose XML defines entities. Raises SourceError."""
    try:
        with readable(path), zipfile.ZipFile(path) as archive:
            files = archive.infolist()
            whole = sum(each.file_size for each in files)
            times = whole / max(1, path.stat().st_size)
            if len(files) > MOST_FILES or whole > LARGEST or (whole > SMALL and times > PACKED_TIMES):
                what = f"it unpacks to {whole / 1e6:,.0f} MB, {times:,.0f} times its size"
                raise SourceError(what, file=str(path), mend=_MEND)
            for each in files:
                if each.filename.endswith((".xml", ".rels")):
                    with archive.open(each) as stream:
                        _refuse_entities(stream, path)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise SourceError(f"this workbook is damaged: {error}", file=str(path), mend=_MEND) from error


def _refuse_entities(stream: IO[bytes], path: Path) -> None:
    """Read up to the first element: entities can only be defined before it."""
    defused, safe_tree = _module("defusedxml", path), _module("defusedxml.ElementTree", path)
    try:
        next(iter(safe_tree.iterparse(stream, events=("start",), forbid_dtd=True)), None)
    except defused.DefusedXmlException as error:
        raise SourceError("its XML defines entities, as no workbook does", file=str(path), mend=_MEND) from error
    except safe_tree.ParseError as error:
        raise SourceError(f"its XML is damaged: {error}", file=str(path), mend=_MEND) from error


def _module(name: str, path: Path) -> Any:
    try:
        return import_module(name)
    except ImportError:
        mend = "install the extra: pip install 'quizgen[xlsx]', or save it as CSV"
        raise SourceError("XLSX files need openpyxl and defusedxml", file=str(path), mend=mend) from None


__all__ = ["XlsxTable", "refuse_bombs"]
