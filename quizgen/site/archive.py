"""Which Python sources the page's engine is made of: what `page_calls` imports, and nothing that a browser can't use.

`python -m quizgen.site.archive SOURCES RUNTIME` copies them into one folder and writes into the other what they are;
`site/build` has them compiled by the Python that will run them. Imports inside functions count. Modules of APART are
left out: they are doors to what only an author's machine has.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from quizgen import resources
from quizgen.site.packing import imports
from quizgen.site.runtime import ABOUT, described

ROOTS = ("quizgen.page_calls", "quizgen.figures", "fsrs", "markdown_it.presets.commonmark")
OPEN_LISTS = ("quizgen.answers", "quizgen.drawing")
"""Packages whose files are found when they are asked for."""
DISTRIBUTIONS = ("quizgen", "mpmath", "markdown_it", "mdurl", "markupsafe", "jinja2", "fsrs", "typing_extensions")
APART = (
    "quizgen.solver", "quizgen.yaml_files", "quizgen.template", "quizgen.pack", "quizgen.authoring", "quizgen.bank",
    "quizgen.site", "quizgen.cards", "quizgen.compiling", "markdown_it.cli", "fsrs.optimizer", "mpmath.tests",
)  # fmt: skip
LAYOUTS = ("figures/*.jinja", "html/figure.html.jinja")
TEMPLATES = "quizgen/_data/templates"
"""Where the layouts of figures stand, as in a wheel."""

HELP = ("mpmath/function_docs.py",)
"""Files that hold nothing but texts of help pages, 280 kB of them: in the archive every such text is empty."""
NO_HELP = b"def __getattr__(name):\n    return ''\n"


def sources() -> dict[str, Path]:
    """Each file of the archive (its path in it, with `/`) and where it is read from, sorted."""
    found: dict[str, Path] = {}
    waiting = [*ROOTS, *(name for package in OPEN_LISTS for name in _files_of(package))]
    while waiting:
        name = waiting.pop()
        path = _source(name)
        if path is None:
            continue
        place = f"{name.replace('.', '/')}{'/__init__' if path.name == '__init__.py' else ''}.py"
        if place not in found:
            found[place] = path
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            waiting += [name.rpartition(".")[0], *imports(path.read_bytes(), package, deep=True)]
    home = resources.layouts()
    for pattern in LAYOUTS:
        found |= {f"{TEMPLATES}/{path.relative_to(home).as_posix()}": path for path in home.glob(pattern)}
    return dict(sorted(found.items()))


def gather(into: Path) -> dict[str, Path]:
    """Copy the sources into a folder, which is emptied first; they are given back."""
    shutil.rmtree(into, ignore_errors=True)
    found = sources()
    for place, path in found.items():
        target = into / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(NO_HELP if place in HELP else path.read_bytes())
    return found


def _source(name: str) -> Path | None:
    """The file of a module that belongs into the archive; None for any other, and for a name inside a module."""
    if name.partition(".")[0] not in DISTRIBUTIONS or any(f"{name}.".startswith(f"{apart}.") for apart in APART):
        return None
    try:
        spec = find_spec(name)
    except (ModuleNotFoundError, AttributeError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


def _files_of(package: str) -> Iterator[str]:
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        yield from (f"{package}.{path.stem}" for path in sorted(Path(folder).glob("*.py")) if path.stem != "__init__")


if __name__ == "__main__":
    gathered, made = map(Path, sys.argv[1:3])
    (made / ABOUT).write_bytes(described(gather(gathered)))
