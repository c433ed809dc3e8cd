"""Workbooks, Parquet and JSON as tables: typed cells as what was typed, and no file of them does harm."""

from __future__ import annotations

import json
import sys
import zipfile
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from quizgen.batch import xlsx_tables
from quizgen.batch.tables import BadRow, open_table
from quizgen.batch.typed_cells import cell_text
from quizgen.errors import SourceError

NOW = datetime(2026, 1, 2)  # noqa: DTZ001 - a cell knows no zone


def rows(file: Path, sheet: str = "", *, comma: bool = False) -> tuple[list[list[str]], list[BadRow]]:
    bad: list[BadRow] = []
    return [cells for _, cells in open_table(file, sheet, comma=comma).rows(bad.append)], bad


def workbook(file: Path, *found: list[Any]) -> Path:
    book = Workbook()
    for row in found:
        book.active.append(row)
    book.save(file)
    return file


def repacked(file: Path, changed: dict[str, bytes]) -> Path:
    """A workbook with some of its files replaced."""
    with zipfile.ZipFile(file) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**kept, **changed}.items():
            archive.writestr(name, content)
    return file


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), (2.5, "2.5"), (3.0, "3"), (1e20, "1e+20"), (0.1, "0.1"), (7, "7"), (True, "TRUE"),
        (Decimal("2.50"), "2.50"), (NOW, "2026-01-02 00:00:00"), (NOW.date(), "2026-01-02"), (["a", "b"], "a, b"),
        (b"x", "x"), ("y", "y"),
    ],
)  # fmt: skip
def test_a_typed_cell_is_what_a_person_would_have_typed(value: Any, text: str):
    assert cell_text(value) == text


def test_numbers_are_written_with_a_comma_where_the_answers_beside_them_are():
    assert (cell_text(2.5, comma=True), cell_text(Decimal("2.50"), comma=True)) == ("2,5", "2,50")


# ---------------------------------------------------------------------------------------------------- XLSX
def test_a_workbook_gives_its_first_sheet_with_formulas_as_they_were_typed(tmp_path: Path):
    file = workbook(tmp_path / "a.xlsx", ["student", "1.S"], ["007", "=1+1"], [8, 2.667], ["x", NOW])
    found, bad = rows(file)
    assert found == [["student", "1.S"], ["007", "=1+1"], ["8", "2.667"], ["x", "2026-01-02 00:00:00"]]
    assert not bad


def test_a_workbook_gives_the_sheet_that_is_named(tmp_path: Path):
    book = Workbook()
    book.active.append(["wrong"])
    book.create_sheet("Answers").append(["right"])
    book.save(tmp_path / "a.xlsx")
    assert rows(tmp_path / "a.xlsx", "Answers")[0] == [["right"]]
    with pytest.raises(SourceError, match="no sheet `Other`"):
        rows(tmp_path / "a.xlsx", "Other")


def test_a_workbook_that_unpacks_to_far_more_than_it_is_is_refused_unread(tmp_path: Path):
    file = repacked(workbook(tmp_path / "a.xlsx", ["a"]), {"xl/worksheets/sheet1.xml": b"<x>" + b" " * 60_000_000})
    assert file.stat().st_size < 200_000
    with pytest.raises(SourceError, match="unpacks to"):
        rows(file)


def test_a_workbook_of_very_many_files_is_refused(tmp_path: Path):
    file = repacked(workbook(tmp_path / "a.xlsx", ["a"]), {f"x{at}": b"" for at in range(xlsx_tables.MOST_FILES)})
    with pytest.raises(SourceError, match="unpacks to"):
        rows(file)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_whose_xml_defines_entities_is_refused(tmp_path: Path, encoding: str):
    evil = (
        f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><worksheet>&a;</worksheet>'
    )
    file = repacked(workbook(tmp_path / "a.xlsx", ["a"]), {"xl/worksheets/sheet1.xml": evil.encode(encoding)})
    with pytest.raises(SourceError, match="defines entities"):
        rows(file)


@pytest.mark.parametrize("content", [b"PK\x03\x04 no zip", b"PK\x03\x04"])
def test_a_damaged_workbook_is_told(tmp_path: Path, content: bytes):
    (tmp_path / "a.xlsx").write_bytes(content)
    with pytest.raises(SourceError, match="damaged"):
        rows(tmp_path / "a.xlsx")


def test_a_zip_that_is_no_workbook_is_told(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(SourceError, match="can't be read"):
        rows(tmp_path / "a.xlsx")


def test_cells_far_to_the_right_cost_their_row_alone(tmp_path: Path):
    book = Workbook()
    book.active.append(["a"])
    book.active.cell(2, xlsx_tables.WIDEST + 1, "far")
    book.active.cell(3, 1, "b")
    book.save(tmp_path / "a.xlsx")
    found, bad = rows(tmp_path / "a.xlsx")
    assert (found, [each.number for each in bad]) == ([["a"], ["b"]], [2])


@pytest.mark.parametrize(
    ("name", "missing", "extra"), [("a.xlsx", "openpyxl", "xlsx"), ("a.parquet", "pyarrow", "parquet")]
)
def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, missing: str, extra: str):
    workbook(tmp_path / "a.xlsx", ["a"])
    pq.write_table(pa.table({"a": ["1"]}), tmp_path / "a.parquet")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SourceError, match=rf"quizgen\[{extra}\]"):
        rows(tmp_path / name)


# ---------------------------------------------------------------------------------------------------- Parquet
def test_parquet_gives_its_columns_as_texts(tmp_path: Path):
    table = pa.table({"student": ["007", "8", None], "1.S": [2.5, None, 3.0], "ticks": [["a", "b"], [], None]})
    pq.write_table(table, tmp_path / "a.parquet")
    assert rows(tmp_path / "a.parquet")[0] == [
        ["student", "1.S", "ticks"],
        ["007", "2.5", "a, b"],
        ["8", "", ""],
        ["", "3", ""],
    ]


def test_a_parquet_row_with_a_monstrous_cell_costs_itself_alone(tmp_path: Path):
    pq.write_table(pa.table({"a": ["1", "x" * 10_000_000, "3\0", "4"]}), tmp_path / "a.parquet")
    found, bad = rows(tmp_path / "a.parquet")
    assert (found, [each.number for each in bad]) == ([["a"], ["1"], ["4"]], [3, 4])


def test_a_damaged_parquet_file_is_told(tmp_path: Path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(SourceError, match="Parquet"):
        rows(tmp_path / "a.parquet")


# ---------------------------------------------------------------------------------------------------- JSON
def test_json_lines_keep_the_digits_of_numbers(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text(
        '{"student": 7, "1.S": 2.50}\n\n{"student": "8", "2.S": true}\n', encoding="utf-8"
    )
    assert rows(tmp_path / "a.jsonl")[0] == [["student", "1.S", "2.S"], ["7", "2.50", ""], ["8", "", "true"]]


def test_a_list_of_objects_is_a_table_too(tmp_path: Path):
    (tmp_path / "a.json").write_text(
        '[\n {"student": "7", "1.S": "2"},\n {"student": "8", "1.S": null}]', encoding="utf-8"
    )
    assert rows(tmp_path / "a.json")[0] == [["student", "1.S"], ["7", "2"], ["8", ""]]


@pytest.mark.parametrize(
    "line",
    [
        '{"student": "7", "1.S"', '{"student": "7", "student": "8"}', '{"student": "7", "1.S": {"a": 1}}',
        '["student"]', '{"student": "\\u0000"}', '{"student": "\\ud800"}', "nonsense",
        json.dumps({"student": "x" * 2_000_000}), '{"student": "' + "x" * 200_000 + '"}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_broken_line_of_json_costs_itself_alone(tmp_path: Path, line: str):
    (tmp_path / "a.jsonl").write_text(
        '{"student": "1", "1.S": "2"}\n' + line + '\n{"student": "3"}\n', encoding="utf-8"
    )
    found, bad = rows(tmp_path / "a.jsonl")
    assert (found[1:], [each.number for each in bad]) == ([["1", "2"], ["3", ""]], [2])


def test_whole_characters_beyond_the_first_plane_are_read(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text('{"student": "\\ud83d\\ude00"}\n', encoding="utf-8")
    assert rows(tmp_path / "a.jsonl")[0] == [["student"], ["😀"]]
