"""Records are read as they were written, whatever stands in them; who shares problems shares an object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quizgen.batch.records import Handout, Posed, Records
from quizgen.batch.set_folder import RECORDS, SetFolder
from quizgen.errors import SourceError
from quizgen.problem_set import Problem, StudentRecord, record_to_line
from tests.batch.graded_sets import new_set
from tests.batch.small_bank import records

HOSTILE = (
    {},
    {"slot": 'a "slot",\\'},
    {"params": {"k": 'x"},{"number":2,"slot":"'}},
    {"params": {"k": [{"number": 1}, {"number": 2}]}},
    {"params": {"k": '"}],"'}},
    {"earlier": ("v1", "v2"), "draw": 2},
)


def written(folder: SetFolder, made: list[StudentRecord]) -> list[Handout]:
    lines = [record_to_line(record, folder.head.set) + "\n" for record in made]
    (folder.teacher / RECORDS).write_text("".join(lines), encoding="utf-8", newline="\n")
    return list(Records(folder).read(0, len(made)))


def told(each: Posed | Problem) -> tuple[Any, ...]:
    return each.number, each.template, each.variant, each.params, tuple(dict(each.points)), each.earlier


@pytest.mark.parametrize("change", HOSTILE)
@pytest.mark.parametrize("more", [{}, {"name": 'Ann "}],"', "email": "a@x.org"}, {"student": 'a"\\b'}])
def test_a_record_is_read_as_it_was_written(tmp_path: Path, change: dict[str, Any], more: dict[str, Any]):
    folder = new_set(tmp_path)
    first = next(iter(records(folder.folder)))
    changed = first._replace(problems=tuple(each._replace(**change) for each in first.problems), **more)
    for found in written(folder, [changed, changed]):
        assert (found.student, found.name, found.email) == (changed.student, changed.name, changed.email)
        assert list(map(told, found.problems)) == list(map(told, changed.problems))


def test_who_has_the_problems_of_another_shares_them(tmp_path: Path):
    folder = new_set(tmp_path)
    one, other, *_ = records(folder.folder)
    again = one._replace(student="s9", form="F9")
    found = written(folder, [one, other, again])
    assert [each.shared for each in found] == [False, False, True]
    assert found[2].problems is found[0].problems


def test_any_byte_that_is_flipped_in_a_record_is_noticed(tmp_path: Path):
    folder = new_set(tmp_path)
    written(folder, list(records(folder.folder)))
    file = folder.teacher / RECORDS
    whole = file.read_bytes()
    end = whole.index(b"\n")
    for at in range(end):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(SourceError):
            list(Records(folder).read(0, 1))
