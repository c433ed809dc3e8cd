"""The build hook: a wheel carries the shipped templates compiled; a first question needs neither YAML nor sympy.

An editable install gets nothing of this: there the files of the checkout are read, so no copy can go stale.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface[Any]):
    """Puts `quizgen/_data/compiled/*.json` into a wheel; nothing is written into the tree that it is built from."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every template of the embedded bank into a folder of its own and have it packed."""
        self.made = Path(tempfile.mkdtemp(prefix="quizgen-compiled-"))
        if version == "editable":
            return
        for file in compile_bank(Path(self.root), self.made):
            build_data["force_include"][str(file)] = f"quizgen/_data/compiled/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatch's
        """Remove that folder."""
        shutil.rmtree(self.made, ignore_errors=True)


def compile_bank(root: Path, into: Path) -> list[Path]:
    """Compile the templates of `root/problem_bank` into JSON files, whose names `bank.stored_name` gives."""
    sys.path.insert(0, str(root))
    from quizgen.bank import write_compiled

    return write_compiled(root / "problem_bank", into)
