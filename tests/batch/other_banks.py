"""The small bank with one of its templates changed."""

from __future__ import annotations

from pathlib import Path

from quizgen import Bank
from quizgen.compiled import CompiledTemplate
from quizgen.packs.pack_folders import find_banks
from tests.batch.small_bank import FEW, MANY
from tests.made_packs import write


def changed_folder(folder: Path, **texts: str) -> Path:
    """A folder with the pack `small`, of only these templates."""
    pack = folder / "small"
    write(pack, "pack.yaml", "title: Small sums\nversion: 1\n")
    for name, text in texts.items():
        write(pack, f"level1/{name}.yaml", text)
    return pack


def changed(folder: Path, **texts: str) -> tuple[CompiledTemplate, ...]:
    bank = Bank(find_banks([changed_folder(folder, **texts)], {}), cache=None)
    return tuple(bank.compiled(entry) for entry in bank.templates())


def few(*replacements: tuple[str, str]) -> str:
    return _replaced(FEW, replacements)


def many(*replacements: tuple[str, str]) -> str:
    return _replaced(MANY, replacements)


def _replaced(text: str, replacements: tuple[tuple[str, str], ...]) -> str:
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return text
