"""Tables of any kind are read row by row as exact texts, and a broken row costs itself alone."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch.tables import AT_ONCE, BadRow, open_table, sniffed
from quizgen.errors import SourceError

Read = tuple[list[tuple[int, list[str]]], list[BadRow], str]


def read(folder: Path, content: bytes, name: str = "answers.csv") -> Read:
    file = folder / name
    file.write_bytes(content)
    bad: list[BadRow] = []
    table = open_table(file)
    return list(table.rows(bad.append)), bad, table.about


def cells(found: Read) -> list[list[str]]:
    return [row for _, row in found[0]]


@pytest.mark.parametrize(
    ("content", "about"),
    [
        ("a,b\n1,é\n".encode(), "CSV, UTF-8, commas"),
        ("a,b\n1,é\n".encode("utf-8-sig"), "CSV, UTF-8-SIG, commas"),
        ("a;b\n1;é\n".encode("cp1252"), "CSV, CP1252, semicolons"),
        ("a\tb\n1\té\n".encode("utf-16"), "TSV, UTF-16, tabs"),
        ("a\tb\n1\té\n".encode("utf-16-be"), "TSV, UTF-16-BE, tabs"),
        ("a\tb\n1\té\n".encode("utf-16-le"), "TSV, UTF-16-LE, tabs"),
        ("a\tb\n1\té\n".encode("utf-32"), "TSV, UTF-32, tabs"),
        ("sep=;\na;b\n1;é\n".encode(), "CSV, UTF-8, semicolons"),
        ('"a";"b"\r\n"1";"é"\r\n'.encode(), "CSV, UTF-8, semicolons"),
        (b"a,b\r1,\xc3\xa9\r", "CSV, UTF-8, commas"),
    ],
)
def test_encodings_delimiters_and_line_ends_are_found_out(tmp_path: Path, content: bytes, about: str):
    found = read(tmp_path, content)
    assert (cells(found), found[1], found[2]) == ([["a", "b"], ["1", "é"]], [], about)


def test_a_quoted_cell_may_hold_line_breaks_and_delimiters_and_rows_know_their_lines(tmp_path: Path):
    found = read(tmp_path, b'a,b\r\n"x\r\ny",1\r\n"p,q",2\r\n')
    assert found[0] == [(1, ["a", "b"]), (2, ["x\r\ny", "1"]), (4, ["p,q", "2"])]


@pytest.mark.parametrize(
    ("content", "kept", "lost"),
    [
        (b'a,b\n1,"x\n2,y\n3,"z"\n4,q\n', ["2", "3", "4"], 2),
        (b'a,b\n1,"x\n2,y\n3,z\n', ["2", "3"], 2),
        (b'a,b\n1,"x"y\n2,z\n', ["2"], 2),
        (b"a,b\n1," + b"x" * 10_000_000 + b"\n2,y\n", ["2"], 2),
        (b'a,b\n1,"' + b"x" * 10_000_000 + b'"\n2,y\n', ["2"], 2),
        (b"a,b\n1,x\0y\n2,z\n", ["2"], 2),
        ("a,b\n0,é\n1,".encode() + b"\xff\n2,z\n", ["0", "2"], 3),
    ],
)
def test_a_broken_row_is_told_and_the_others_are_read(tmp_path: Path, content: bytes, kept: list[str], lost: int):
    found = read(tmp_path, content)
    assert [row[0] for row in cells(found)[1:]] == kept
    assert [each.number for each in found[1]] == [lost]


def test_one_row_in_a_hundred_that_is_broken_costs_one_row_in_a_hundred(tmp_path: Path):
    lines = [b's%d,"open' % at if at % 100 == 0 else b's%d,"x"' % at for at in range(1, 3001)]
    found = read(tmp_path, b"id,r\n" + b"\n".join(lines) + b"\n")
    assert len(found[1]) == 30
    assert [row[0] for row in cells(found)[1:]] == [f"s{at}" for at in range(1, 3001) if at % 100]


def test_the_rows_after_a_broken_one_know_their_lines_too(tmp_path: Path):
    content = b"a,b\n" + b'"x\ny",1\n' * AT_ONCE + b'2,"z"q\n3,4\n'
    found = read(tmp_path, content)
    assert found[1][0].number == 2 + 2 * AT_ONCE
    assert found[0][-1] == (3 + 2 * AT_ONCE, ["3", "4"])


def test_an_empty_file_has_no_rows(tmp_path: Path):
    assert read(tmp_path, b"") == ([], [], "CSV, UTF-8, commas")


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(SourceError, match="can't be read"):
        open_table(tmp_path / "none.csv")


def test_the_digest_is_of_the_bytes(tmp_path: Path):
    first, other = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_bytes(b"a,b\n1,2\n")
    other.write_bytes(b"a,b\n1,2\n")
    assert open_table(first).digest == open_table(other).digest
    other.write_bytes(b"a,b\n1,3\n")
    assert open_table(first).digest != open_table(other).digest


def test_semicolons_win_where_commas_are_in_the_numbers():
    assert sniffed("id;r\n1;2,5\n2;3,25\n") == ";"


texts = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0\ufeff\ufffd"), max_size=12)


@given(st.lists(st.lists(texts, min_size=2, max_size=2), max_size=8), st.sampled_from([",", ";", "\t"]))
def test_what_csv_writes_reads_back_exactly(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], mark: str):
    text = io.StringIO()
    csv.writer(text, delimiter=mark).writerows([["student", "response"], *rows])
    found = read(tmp_path_factory.mktemp("t"), text.getvalue().encode())
    assert cells(found)[1:] == [[cell for cell in row] for row in rows]  # noqa: C416 - lists against lists
    assert not found[1]
