"""Where the browser's part of the page is: the folder that `site/build` makes, from a checkout or a data wheel."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import quizgen
from quizgen import __version__, resources
from quizgen.errors import QuizgenError, SourceError

ABOUT = "about.json"
PACKAGE = "quizgen_page"
"""The data wheel `quizgen-page` holds this folder."""
STALE = "the page's engine was built from other sources than this quizgen's; run site/build again"
ROOMS = ("engine", "katex")


class Runtime(NamedTuple):
    """`folder` has the rooms `engine` and `katex`; `page` the page's own code. `stale` says why it may be another's."""

    folder: Path
    page: Path
    stale: str


class NoRuntimeError(QuizgenError):
    """The browser's part isn't installed, or is of another version; the text says how to mend it."""


def runtime() -> Runtime:
    """The browser's part that fits this quizgen. Raises NoRuntimeError."""
    folder = _folder()
    if folder is None:
        raise NoRuntimeError(
            "the practice page needs the browser's part of quizgen, which isn't installed\n"
            "  mend: pip install 'quizgen[page]'; in a checkout, run site/build (it needs npm)"
        )
    about = _about(folder)
    if about.get("quizgen") != __version__:
        raise NoRuntimeError(
            f"quizgen-page {about.get('quizgen')} is installed, and this is quizgen {__version__}\n"
            f"  mend: pip install 'quizgen-page=={__version__}'; in a checkout, run site/build again"
        )
    stale = "" if about.get("state") == state(about.get("files", ())) else STALE
    page = _checkout() / "page"
    return Runtime(folder, page if page.is_dir() else folder / "page", stale)


def state(files: Iterable[str]) -> str:
    """A digest of these files of quizgen, by their paths in the engine; one that isn't there counts as empty."""
    digest = blake2b(digest_size=16)
    package = Path(quizgen.__file__).parent
    for name in sorted(files):
        path = package / name.removeprefix("quizgen/")
        source = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else b""
        digest.update(f"{name}\0{len(source)}\0".encode() + source)
    return digest.hexdigest()


def described(sources: Iterable[str]) -> bytes:
    """What stands in `about.json` beside an engine made of these files: which quizgen it is."""
    own = sorted(name for name in sources if name.startswith("quizgen/") and name.endswith(".py"))
    about = {"quizgen": __version__, "state": state(own), "files": own}
    return json.dumps(about, indent=1).encode() + b"\n"


def _checkout() -> Path:
    return resources.layouts().parent / "site"


def _folder() -> Path | None:
    built = _checkout() / "dist" / PACKAGE
    if (built / ABOUT).is_file():
        return built
    spec = find_spec(PACKAGE)
    places = [Path(place) for place in spec.submodule_search_locations or ()] if spec else []
    return next((place for place in places if (place / ABOUT).is_file()), None)


def _about(folder: Path) -> dict[str, Any]:
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        missing = [room for room in ROOMS if not (folder / room).is_dir()]
    except (OSError, ValueError) as problem:
        raise SourceError(
            "the browser's part is damaged", file=str(folder / ABOUT), mend="install it again"
        ) from problem
    if missing or not isinstance(about, dict):
        raise SourceError(f"the browser's part has no {missing[0]}", file=str(folder), mend="install it again")
    return about
