"""Where the files that come with quizgen are: in an installed wheel, or in the checkout of an editable install."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from quizgen import __version__

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "_data"
_SOURCES = (".py", ".txt")


def layouts() -> Path:
    """The folder of the Jinja layouts."""
    return _root() / "templates"


def layout_text(name: str) -> str:
    """The text of a layout, by its path in `templates/`; quizgen may stand in an archive. Raises OSError."""
    loader: Any = __spec__.loader
    for root in (_DATA, _PACKAGE.parent):
        with suppress(OSError):
            return str(loader.get_data(str(root / "templates" / name)), "utf-8")
    raise FileNotFoundError(name)


def embedded_bank() -> Path:
    """The folder of the packs that come with quizgen."""
    return _root() / "problem_bank"


def compiled_store() -> Path | None:
    """The folder of the embedded packs' CompiledTemplates; None in a checkout, where the sources may change."""
    return _DATA / "compiled" if (_DATA / "compiled").is_dir() else None


@lru_cache(maxsize=1)
def engine() -> str:
    """What a cached CompiledTemplate depends on besides its sources: the version; in a checkout, the code."""
    return __version__ if _DATA.is_dir() else f"{__version__}+{_state(_PACKAGE)}"


def _root() -> Path:
    return _DATA if _DATA.is_dir() else _PACKAGE.parent


def _state(folder: Path) -> str:
    digest = blake2b(digest_size=8)
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(_SOURCES):
                found = Path(place, name).stat()
                digest.update(f"{place}/{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
