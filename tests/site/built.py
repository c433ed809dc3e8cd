"""The page's engine as `site/build` made it, run by Node.js: the same Python in WebAssembly as in a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
RUNTIME = ROOT / "site/dist/quizgen_page"
DRIVER = Path(__file__).parent / "driver.mjs"


def missing() -> str:
    """Why tests of the built page can't run here, "" if they can."""
    if shutil.which("node") is None:
        return "there is no Node.js: install it (apt-get install nodejs npm)"
    if not (RUNTIME / "about.json").is_file():
        return "the browser's part isn't built: run site/build (it needs npm)"
    return ""


def answers(bundles: Sequence[bytes], requests: Sequence[Any], folder: Path) -> list[str]:
    """What the built engine answers, as the texts that it gives."""
    why = missing()
    assert not why, f"{why}, or run the tests that aren't marked `built`"
    packs = []
    for number, bundle in enumerate(bundles):
        packs.append(folder / f"pack{number}.json")
        packs[-1].write_bytes(bundle)
    asked, told = folder / "requests.json", folder / "answers.json"
    asked.write_text(json.dumps([json.dumps(each) for each in requests]), encoding="utf-8")
    command = ["node", str(DRIVER), str(RUNTIME / "engine"), str(asked), str(told), *map(str, packs)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=900)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    found: list[str] = json.loads(told.read_text(encoding="utf-8"))
    return found
