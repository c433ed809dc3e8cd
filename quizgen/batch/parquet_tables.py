"""Parquet files as tables, by pyarrow (the extra `parquet`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import file_digest
from importlib import import_module
from pathlib import Path
from typing import Any

from quizgen.batch.tables import BadRow, Refuse, Row, readable, unfit
from quizgen.batch.typed_cells import cell_text
from quizgen.errors import SourceError

LARGEST_GROUP = 1 << 29
"""Bytes that one group of rows may unpack to."""
_ROWS_AT_ONCE = 4096


@dataclass(frozen=True)
class ParquetTable:
    """The columns of a Parquet file as texts, numbers with a `comma` if that is wanted; no spreadsheet was at them."""

    path: Path
    comma: bool = False
    by_hand: bool = False

    @property
    def about(self) -> str:
        """Parquet."""
        return "Parquet"

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file."""
        with readable(self.path), self.path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()

    def rows(self, refuse: Refuse) -> Iterator[Row]:
        """The names of the columns, then the rows."""
        arrow, parquet = _pyarrow(self.path)
        try:
            file = parquet.ParquetFile(self.path)
            self._refuse_bombs(file)
            yield 1, [str(name) for name in file.schema_arrow.names]
            number = 1
            for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE):
                for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    number += 1
                    cells = [cell_text(value, comma=self.comma) for value in values]
                    if what := unfit(cells):
                        refuse(BadRow(number, what, "correct the row"))
                    else:
                        yield number, cells
        except (arrow.ArrowException, OSError) as error:
            what = f"this isn't a Parquet file that can be read: {error}"
            raise SourceError(what, file=str(self.path), mend="write it anew, or save it as CSV") from error

    def _refuse_bombs(self, file: Any) -> None:
        meta = file.metadata
        largest = max((meta.row_group(at).total_byte_size for at in range(meta.num_row_groups)), default=0)
        if largest > LARGEST_GROUP:
            mend = "write it with smaller row groups"
            raise SourceError("it unpacks to far more than it is", file=str(self.path), mend=mend)


def _pyarrow(path: Path) -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        mend = "install the extra: pip install 'quizgen[parquet]', or save it as CSV"
        raise SourceError("Parquet files need pyarrow", file=str(path), mend=mend) from None


__all__ = ["ParquetTable"]
