"""The house rules, run by the same command as every other test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIMIT = 400


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=600
    )


def test_ruff_finds_nothing():
    done = run("-m", "ruff", "check", "--no-cache", ".")
    assert done.returncode == 0, done.stdout


def test_ruff_would_format_nothing():
    done = run("-m", "ruff", "format", "--no-cache", "--check", ".")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_mypy_finds_nothing():
    done = run("-m", "mypy")
    assert done.returncode == 0, done.stdout


def test_import_contracts_hold():
    done = run("-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", sorted((ROOT / "quizgen").rglob("*.py")), ids=lambda file: file.name)
def test_a_module_is_a_chapter(file: Path):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LIMIT
