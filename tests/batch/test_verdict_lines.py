"""A line of parts.jsonl leaves out what mostly is nothing, and says it again when it is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quizgen.batch.graded_folder import PARTS
from quizgen.batch.verdict_lines import LEFT_OUT, line_from_json, shortened
from tests.batch.graded_sets import graded, new_set, parts, right_answers


def test_a_right_answer_has_no_reason_and_reads_as_having_none(tmp_path: Path):
    folder = new_set(tmp_path)
    out = graded(folder, tmp_path / "graded", right_answers(folder, tmp_path / "a.csv")).folder
    line = next(iter((out / PARTS).read_text(encoding="utf-8").splitlines()))
    assert not json.loads(line).keys() & LEFT_OUT.keys()
    assert {name: parts(out, "001")["1.v"][name] for name in LEFT_OUT} == LEFT_OUT


def test_what_is_something_is_never_left_out():
    told = {"read": None, "points": "0", "reason": "trap", "traps": ["forgot"], "evidence": "", "notes": []}
    assert shortened(told) == {"read": None, "points": "0", "reason": "trap", "traps": ["forgot"]}
    assert line_from_json(json.dumps(shortened(told))) == {**told, "notes": ()}


def test_a_line_that_is_no_object_is_no_line():
    with pytest.raises(TypeError):
        line_from_json("[]")
