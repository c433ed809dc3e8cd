"""Small packs on disk, for the tests that need some."""

from __future__ import annotations

from pathlib import Path

TEMPLATE = """\
id: {id}
label: {label}
title: A question
level: {level}
skills: [asking]
params:
  k: {{draw: [2, 4, 8]}}
steps:
  - name: v
    is: 2 * k
    do: Double it
stem: Think of <<k>>.
parts:
  - id: v
    ask: What is twice that?
    answer: {{number: v}}
"""


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def template(folder: Path, name: str, label: str = "", level: int = 1, more: str = "") -> Path:
    text = TEMPLATE.format(id=name, label=label or name, level=level) + more
    return write(folder, f"level{level}/{name}.yaml", text)


def make_pack(folder: Path, *names: str) -> Path:
    write(folder, "pack.yaml", "title: A subject\nversion: 1\n")
    for name in names:
        template(folder, name)
    return folder
