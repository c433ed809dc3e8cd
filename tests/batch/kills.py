"""Runs of the program that are watched, and killed, stopped or starved when their folder is ripe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.batch.small_bank import bank_folder

ROOT = Path(__file__).parent.parent.parent
LIMITED = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from quizgen.cli import main
main(sys.argv[2:])
"""
"""A program whose files can't grow beyond its first argument."""
PATIENCE = 240
"""Seconds."""
Ripe = Callable[[Path], bool]


def started(arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(bank_folder().parent / "user"),
        "QUIZGEN_BANK": str(bank_folder()),
    }  # fmt: skip
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=folder, env=environment, encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip


def finished(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    run = started(arguments, folder)
    out, err = run.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(arguments, run.returncode, out, err)


def stopped(arguments: list[str], folder: Path, watched: Path, ripe: Ripe, how: signal.Signals) -> tuple[int, str]:
    """The exit code and the errors of a run that is sent a signal once the folder `watched` is ripe."""
    run = started(arguments, folder)
    while run.poll() is None and not ripe(watched):
        time.sleep(0.0005)
    run.send_signal(how)
    _, err = run.communicate(timeout=PATIENCE)
    return run.returncode, err


def there(pattern: str) -> Ripe:
    return lambda folder: any(folder.glob(pattern))


def pages(pattern: str, number: int) -> Ripe:
    """Whether there are so many files of a pattern."""
    return lambda folder: folder.is_dir() and len(list(folder.glob(pattern))) >= number


def whole_pages(folder: Path, pattern: str) -> bool:
    """Whether every page under its final name is whole."""
    return all(file.read_text(encoding="utf-8").rstrip().endswith("</html>") for file in folder.glob(pattern))
