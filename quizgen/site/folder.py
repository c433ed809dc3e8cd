"""The page as a static folder for any host: files named by their content, a list for offline use, written at once.

Everything is addressed relatively, so the folder may stand anywhere. The same inputs give the same bytes.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from quizgen import __version__, resources
from quizgen.errors import OutputError
from quizgen.site.bundle import Bundle, encoded
from quizgen.site.runtime import Runtime

Files = dict[str, bytes]
"""Path in the folder, with `/`, and content."""
INDEX, WORKER, MARK = "index.html", "sw.js", "site.json"
AT_ROOT = (INDEX, WORKER, "manifest.webmanifest")
"""Files of the page's code whose names must not change: the browser asks for them again."""
STYLES = "figures.css"
"""The colours of figures, which sheets and the page share."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: nothing from elsewhere, and WebAssembly. A header adds `frame-ancestors`, a tag can't."""


def files(runtime: Runtime, packs: Sequence[Bundle]) -> Files:
    """Every file of the site."""
    page = _read(runtime.page)
    styles = (resources.layouts() / "figures" / STYLES).read_bytes()
    rooms = {
        "page": {STYLES: styles, **{name: data for name, data in page.items() if name not in AT_ROOT}},
        **{room: _read(runtime.folder / room) for room in ("engine", "katex")},
    }
    made: Files = {}
    homes: dict[str, str] = {}
    for room, inside in rooms.items():
        homes[room] = f"{room}/{_digest(inside.items())}/"
        made |= {homes[room] + name: data for name, data in inside.items()}
    listed = [_packed(each, made) for each in packs]
    site = {"quizgen": __version__, "rooms": homes, "packs": listed}
    made["manifest.webmanifest"] = _moved(page.get("manifest.webmanifest", b"{}"), homes)
    made[INDEX] = _index(_moved(page[INDEX], homes), site)
    build = _digest(made.items())
    made[MARK] = encoded({"build": build, **site}) + b"\n"
    made[WORKER] = _worker(page[WORKER], build, made)
    return dict(sorted(made.items()))


def write(made: Files, out: Path) -> None:
    """Write the site as this folder, in one step; one that was written before is replaced, any other is refused.

    Raises OutputError, and then `out` is as it was.
    """
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / MARK).is_file())):
        raise OutputError(
            f"{out} is there already and is no site of quizgen's\n  mend: name another folder, or empty it"
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as problem:
        raise OutputError(f"{out} can't be written: {problem.strerror}") from problem
    try:
        for name, data in made.items():
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        fresh.chmod(0o755)
        _swapped(fresh, out)
    except OSError as problem:
        raise OutputError(f"{out} can't be written: {problem.strerror}") from problem
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _swapped(fresh: Path, out: Path) -> None:
    """Put the fresh folder where the old one stands; back again if that fails."""
    if not out.exists():
        fresh.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent)) / "site"
    out.rename(old)
    try:
        fresh.rename(out)
    except OSError:
        with suppress(OSError):
            old.rename(out)
        raise
    finally:
        shutil.rmtree(old.parent, ignore_errors=True)


def _packed(pack: Bundle, made: Files) -> dict[str, Any]:
    """A pack's files, put to the others, and what the page is told of it."""
    bundle = f"packs/{pack.name}.{_hash(pack.data)}.json"
    firsts = f"packs/{pack.name}.first.{_hash(pack.firsts)}.json"
    made[bundle], made[firsts] = pack.data, pack.firsts
    return {**pack.listed, "file": bundle, "firsts": firsts}


def _moved(text: bytes, homes: Mapping[str, str]) -> bytes:
    """A file of the page in which `"page/…"` and the other rooms are where they are now."""
    moved = text.decode()
    for room, home in homes.items():
        moved = re.sub(rf'(["\']){room}/', rf"\g<1>{home}", moved)
    return moved.encode()


def _index(page: bytes, site: Mapping[str, Any]) -> bytes:
    """The page with the policy, with what it must know at once as data, and with the first questions on their way."""
    data = encoded(site).decode().replace("<", "\\u003c")
    preloads = "".join(
        f'<link rel="preload" href="{pack["firsts"]}" as="fetch" crossorigin>\n' for pack in site["packs"]
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n{preloads}'
    block = f'<script type="application/json" id="site">{data}</script>\n'
    text = page.decode()
    text = text.replace("<head>", f"<head>\n{head}" if "<meta charset" not in text else "<head>", 1)
    text = re.sub(r"(<meta charset[^>]*>\n?)", lambda found: found.group() + head, text, count=1)
    return text.replace("</head>", f"{block}</head>", 1).encode()


def _worker(source: bytes, build: str, made: Files) -> bytes:
    """The service worker with the list of what it keeps; the folder itself stands for its index."""
    kept = json.dumps(["./", *(name for name in sorted(made) if name not in (INDEX, MARK))], indent=1)
    text = source.decode()
    return text.replace('"BUILD"', json.dumps(build), 1).replace('["FILES"]', kept, 1).encode()


def _read(folder: Path) -> Files:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _digest(files: Iterable[tuple[str, bytes]]) -> str:
    digest = blake2b(digest_size=6)
    for name, data in sorted(files):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=6).hexdigest()
