"""`quiz schema` prints what an editor can use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parent.parent.parent


def quiz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quizgen", "schema", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8",
        check=False, timeout=120, env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "required"), [("template", "stem"), ("pack", "version"), ("blueprint", "sections")])
def test_each_kind_prints_its_schema(kind: str, required: str):
    printed = json.loads(quiz(kind).stdout)
    Draft202012Validator.check_schema(printed)
    assert required in printed["required"]


def test_without_a_word_it_is_that_of_a_template():
    assert quiz().stdout == quiz("template").stdout


def test_another_kind_is_a_usage_error():
    done = quiz("quiz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "template, pack, blueprint" in done.stderr
