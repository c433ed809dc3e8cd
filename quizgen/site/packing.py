"""Python sources compiled and packed as the page carries them: run by the very Python that will load them.

`site/compile.mjs` runs this file inside the browser's Python, so it stands on the standard library alone. The same
sources give the same bytes: files are sorted, have one date, and are checked against no source's.
"""

from __future__ import annotations

import ast
import gzip
import py_compile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

DATE = (1980, 1, 1, 0, 0, 0)
DOCUMENTED = ("_pyodide/", "pyodide/")
"""Packages that read their own docstrings when they start; elsewhere docstrings are left out."""
ALWAYS = (
    *(f"encodings.{name}" for name in (
        "ascii", "charmap", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape", "utf_16",
        "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "utf_8", "utf_8_sig",
    )),
    "zoneinfo", "_strptime", "_pydecimal",
)  # fmt: skip
"""Modules that the interpreter itself imports by name."""
UNUSED = ("argparse", "asyncio.proactor_events", "asyncio.windows_events", "doctest", "pdb", "unittest", "pydoc", "xml")
"""Modules that are imported only where the page never comes."""
Read = Callable[[str], bytes]


def pack(names: Iterable[str], read: Read, out: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    """Write a zip of the named files; those that end in `.py` are compiled, without asserts and docstrings."""
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(names):
            if name.endswith(".py"):
                _put(archive, f"{name}c", _compiled(name, read(name)), method)
            else:
                _put(archive, name, read(name), method)


def needed(library: Iterable[str], read: Read, wanted: Iterable[str]) -> set[str]:
    """Which files of a library the wanted modules stand on, through what each imports when it is loaded."""
    files = {_module(name): name for name in library if name.endswith(".py")}
    found: set[str] = set()
    waiting = [*wanted, *ALWAYS]
    while waiting:
        module = _known(waiting.pop(), files)
        if not module or module in found or f"{module}.".startswith(tuple(f"{unused}." for unused in UNUSED)):
            continue
        found.add(module)
        waiting += [
            module.rpartition(".")[0],
            *imports(read(files[module]), _package(module, files[module]), deep=False),
        ]
    return {files[module] for module in found}


def imports(source: bytes, package: str, *, deep: bool) -> Iterator[str]:
    """The modules that a source imports, and names in them; inside functions too where `deep`."""
    yield from _imports(ast.parse(source), package, deep=deep)


def _imports(tree: ast.AST, package: str, *, deep: bool) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))
        elif _runs(node, deep=deep):
            yield from _imports(node, package, deep=deep)


def _runs(node: ast.AST, *, deep: bool) -> bool:
    """Whether what stands in a node is run when its module is loaded, or, where `deep`, ever."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return deep
    return not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))


def _known(name: str, files: dict[str, str]) -> str:
    """The module that a name is, or is in; "" if the library has none."""
    while name and name not in files:
        name = name.rpartition(".")[0]
    return name


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _package(module: str, file: str) -> str:
    return module if file.endswith("__init__.py") else module.rpartition(".")[0]


def _compiled(name: str, source: bytes) -> bytes:
    Path("/tmp/made.py").write_bytes(source)  # noqa: S108 - the folder is the browser's own, in memory
    py_compile.compile(
        "/tmp/made.py", cfile="/tmp/made.pyc", dfile=name, doraise=True,  # noqa: S108 - of the file system inside WebAssembly
        optimize=0 if name.startswith(DOCUMENTED) else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )  # fmt: skip
    return Path("/tmp/made.pyc").read_bytes()  # noqa: S108 - as above


def _put(archive: zipfile.ZipFile, name: str, data: bytes, method: int) -> None:
    about = zipfile.ZipInfo(name, DATE)
    about.compress_type, about.external_attr, about.create_system = method, 0o644 << 16, 3
    archive.writestr(about, data, compresslevel=9)


def pack_both(engine: str, library: str, loaded: Iterable[str]) -> None:
    """From a folder of the engine's sources and the whole library's zip: `/engine.bin` and `/library.zip`.

    The engine's files are pressed together, which the browser undoes by itself; the interpreter reads its library as
    it is. `loaded` are modules that are there before the engine is: the interpreter's own start needs them.
    """
    root = Path(engine)
    sources = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    pack(sources, lambda name: sources[name].read_bytes(), "/engine.zip", zipfile.ZIP_STORED)
    Path("/engine.bin").write_bytes(gzip.compress(Path("/engine.zip").read_bytes(), mtime=0))
    wanted = [*loaded]
    for name, path in sources.items():
        if name.endswith(".py"):
            wanted += imports(path.read_bytes(), "", deep=True)
    with zipfile.ZipFile(library) as whole:
        pack(needed(whole.namelist(), whole.read, wanted), whole.read, "/library.zip")


__all__ = ["imports", "needed", "pack", "pack_both"]
