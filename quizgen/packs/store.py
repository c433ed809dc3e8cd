"""JSON records on disk that may be missing, damaged or read-only without anything failing, and digests of files."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

FORMAT = 1
"""Of every record; one of another format counts as missing."""


def digest_of(context: str, folder: Path, files: Iterable[Path]) -> str:
    """Hex digits that change with `context` and with the name or content of any file; missing files count as empty."""
    digest = blake2b(context.encode(), digest_size=16)
    for file in files:
        name, content = os.path.relpath(file, folder).encode(errors="surrogateescape"), b""
        with suppress(OSError):
            content = file.read_bytes()
        digest.update(b"%d %s %d\n" % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def read_json(file: Path | None) -> dict[str, Any] | None:
    """The record that a file holds; None if there is no file, or it holds no record of this format."""
    if file is None:
        return None
    try:
        record = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and record.get("format") == FORMAT else None


def write_json(file: Path | None, record: dict[str, Any]) -> bool:
    """Write a record in one go: a reader sees the old one or the new one. False if it couldn't be written.

    The order of keys is kept: that of names and rows means something.
    """
    if file is None:
        return False
    written = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, encoding="utf-8", newline="\n")
        written.replace(file)
    except OSError:
        with suppress(OSError):
            written.unlink()
        return False
    return True
