"""Finding packs: which folders hold templates, in which order they count, and what such a folder must look like."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quizgen.errors import SourceError
from quizgen.resources import embedded_bank

PACK_FILE = "pack.yaml"
VARIABLE = "QUIZGEN_BANK"
ENTRY_POINTS = "quizgen.banks"

_LEVEL = re.compile(r"level([1-5])")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")


class PackFolder(NamedTuple):
    """A pack that was found; its id is its folder's name.

    `origin` is what named it: `--bank`, `QUIZGEN_BANK`, `quizgen.banks` or `embedded`.
    """

    name: str
    folder: Path
    origin: str


class TemplateFile(NamedTuple):
    """A file of a pack's level folder."""

    path: Path
    level: int


def find_banks(paths: Sequence[Path] | None = None, environ: Mapping[str, str] | None = None) -> list[PackFolder]:
    """The packs to use: those that `paths` name and no others.

    Without paths, those of QUIZGEN_BANK, then the installed ones, then the embedded ones; an earlier pack hides a later
    one of its name.

    A path is a pack or a folder of packs. Raises SourceError for a path without packs, and where two packs of one
    origin have one name.
    """
    if paths:
        return _packs(paths, "--bank")
    variable = (os.environ if environ is None else environ).get(VARIABLE, "")
    named = [Path(each) for each in variable.split(os.pathsep) if each.strip()]
    found: dict[str, PackFolder] = {}
    for origin, places in ((VARIABLE, named), (ENTRY_POINTS, _installed()), ("embedded", [embedded_bank()])):
        for pack in _packs(places, origin):
            found.setdefault(pack.name, pack)
    return list(found.values())


def template_files(pack: PackFolder) -> list[TemplateFile]:
    """The template files of a pack, by level and name. Raises SourceError for YAML that would never be read."""
    found: list[TemplateFile] = []
    for path in _visible(pack.folder):
        level = _LEVEL.fullmatch(path.name)
        if level and path.is_dir():
            found += (TemplateFile(file, int(level[1])) for file in _visible(path) if _is_template(file))
        elif path.name != PACK_FILE:
            _refuse_unread(path)
    return found


def _packs(places: Iterable[Path], origin: str) -> list[PackFolder]:
    found: dict[str, PackFolder] = {}
    for place in places:
        for folder in _folders(place.expanduser()):
            other = found.setdefault(folder.name, PackFolder(folder.name, folder, origin))
            if other.folder != folder:
                what = f"two packs are called `{folder.name}`: this one and {other.folder}"
                raise SourceError(what, file=str(folder), mend="rename one of the folders, or name only one of them")
    return list(found.values())


def _folders(place: Path) -> Iterator[Path]:
    """The pack that a path is, or the packs inside it."""
    if not place.exists():
        raise SourceError("there is no such folder", file=str(place), mend="name a pack, or a folder of packs")
    if not place.is_dir():
        raise SourceError("a pack is a folder, and this is a file", file=str(place), mend="name the pack's folder")
    place = place.resolve()
    if _is_pack(place):
        yield place
        return
    folders = [each for each in _visible(place) if each.is_dir() and _is_pack(each)]
    if not folders:
        raise SourceError(
            "there is no pack in this folder", file=str(place), mend=f"a pack is a folder with {PACK_FILE}"
        )
    yield from folders


def _is_pack(folder: Path) -> bool:
    """Whether a folder is a pack; raises SourceError if it looks like one but can't be."""
    has_levels = any(_LEVEL.fullmatch(each.name) and each.is_dir() for each in _visible(folder))
    if not (folder / PACK_FILE).exists():
        if has_levels:
            what = f"this folder has templates but no {PACK_FILE}"
            raise SourceError(what, file=str(folder), mend=f"add {PACK_FILE} with `title:` and `version:`")
        return False
    if not _ID.fullmatch(folder.name):
        what = f"a pack can't be called `{folder.name}`"
        raise SourceError(what, file=str(folder), mend="name its folder with letters, digits, `_` and `-`")
    return True


def _visible(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in folder.iterdir() if not each.name.startswith((".", "__")))
    except OSError as problem:
        what = f"the folder can't be read: {problem.strerror}"
        raise SourceError(what, file=str(folder), mend="check its permissions") from None


def _is_template(file: Path) -> bool:
    if file.suffix == ".yml":
        raise SourceError("a template's file ends in .yaml", file=str(file), mend="rename it")
    return file.suffix == ".yaml"


def _refuse_unread(path: Path) -> None:
    """A YAML file beside pack.yaml, or in a folder that is nearly a level, is a slip that would go unnoticed."""
    near_level = path.name.casefold().startswith("level") and path.is_dir()
    for file in _visible(path) if near_level else [path]:
        if file.suffix in {".yaml", ".yml"}:
            mend = f"templates go into level1 … level5, all else into {PACK_FILE}"
            raise SourceError("nothing reads this file", file=str(file), mend=mend)


def _installed() -> list[Path]:
    """The folders that installed packages offer: an entry point gives a path, or a module whose folder is meant."""
    if not _any_offer():
        return []
    from importlib.metadata import entry_points

    return [_offered(each.load(), each.value) for each in entry_points(group=ENTRY_POINTS)]


def _any_offer() -> bool:
    """Whether any installed package names the group: a look that spares nearly every start importlib.metadata."""
    group = f"[{ENTRY_POINTS}]".encode()
    files = (file for place in sys.path for file in Path(place).glob("*-info/entry_points.txt"))
    return any(group in _bytes(file) for file in files)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _offered(offer: object, value: str) -> Path:
    if isinstance(offer, str | os.PathLike):
        return Path(offer)
    file = getattr(offer, "__file__", None)
    if not isinstance(file, str):
        mend = f"an entry point of `{ENTRY_POINTS}` is a path, or a module beside the packs"
        raise SourceError(f"the installed bank `{value}` gives no folder", mend=mend)
    return Path(file).parent
