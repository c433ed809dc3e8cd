"""The fuzzer of answers finds nothing in 20,000 inputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("fuzz_answers.py")


def seen(*arguments: str) -> str:
    command = [sys.executable, "-B", str(FILE), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=600)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    return done.stdout


@pytest.mark.slow
def test_twenty_thousand_inputs_make_no_exception_no_hang_and_no_growth():
    assert "20,000 inputs" in seen("20000")


def test_where_there_is_no_guided_fuzzer_chance_drives_the_same_target():
    assert " inputs by Hypothesis" in seen("300", "--hypothesis")
