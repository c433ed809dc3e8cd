"""Facts of other graders' own test suites, one JSON object a line, as `run.py` takes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Case(NamedTuple):
    """What a suite says of one response.

    `expected` is None where a case has no key. `verdict` is True, False, "invalid", "rejected" or a partial credit.
    `source` is the suite, `file` the name of the file that it came in.
    """

    id: str
    kind: str
    expected: str | None
    response: str
    options: Mapping[str, Any]
    verdict: Any
    why: str = ""
    source: str = ""
    file: str = ""


def load(path: Path) -> Iterator[Case]:
    """The cases of a file; a line that is no case becomes one of kind "unreadable", which nothing poses."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _case(line, path.stem, number)


def _case(line: str, file: str, number: int) -> Case:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        return Case(f"{file} line {number}", "unreadable", None, "", {}, None, source=file, file=file)
    options = data.get("options")
    expected = data.get("expected")
    return Case(
        str(data.get("id") or f"{file} line {number}"), str(data.get("kind") or ""),
        _text(expected) or None, _text(data.get("response")),
        options if isinstance(options, dict) else {}, data.get("verdict"), _text(data.get("why")),
        _text(data.get("source")) or file, file,
    )  # fmt: skip


def _text(given: Any) -> str:
    """A response that is no text (a list of cells, a number) as it would be typed."""
    if given is None:
        return ""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
