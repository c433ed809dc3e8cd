"""What tests of whole classes share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process loses nothing that it wrote; only a power cut would, and no test has one."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)
