"""Templates that a regrading put in place of a set's own: kept with the graded set, by their content.

What is graded into that folder afterwards is graded with them too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from quizgen.batch.files import content_digest, make_folder, write_whole
from quizgen.batch.graded_folder import TEMPLATES, GradedFolder
from quizgen.batch.judging import Templates
from quizgen.batch.set_folder import BACKUP, SetFolder
from quizgen.codec import DamagedError, from_json, to_json
from quizgen.compiled import CompiledTemplate
from quizgen.errors import SourceError


def templates_of(folder: SetFolder, graded: GradedFolder) -> Templates:
    """What gives the templates of a graded set: those that replaced the set's own, and the set's own."""
    named = graded.grading().get("replaced", {}) if graded.is_graded else {}
    made: dict[str, CompiledTemplate] = {}

    def template(name: str) -> CompiledTemplate:
        if name not in named:
            return folder.template(name)
        if name not in made:
            made[name] = _read(graded.folder / TEMPLATES / f"{named[name]}.json", named[name])
        return made[name]

    return template


def keep(graded: GradedFolder, templates: Iterable[CompiledTemplate], earlier: Mapping[str, str]) -> dict[str, str]:
    """Write templates beside the graded set; gives id -> digest of the content, with those that were kept earlier."""
    named = dict(earlier)
    for template in templates:
        text = json.dumps(to_json(template), ensure_ascii=False, separators=(",", ":"))
        named[template.id] = content_digest(text)
        place = make_folder(graded.folder / TEMPLATES, private=True)
        write_whole(place / f"{named[template.id]}.json", text, private=True)
    return named


def _read(file: Path, digest: str) -> CompiledTemplate:
    try:
        text = file.read_bytes().decode()
        if content_digest(text) == digest:
            data: Any = json.loads(text)
            return from_json(data)
    except (OSError, ValueError, DamagedError) as error:
        raise SourceError(f"this template can't be read: {error}", file=str(file), mend=BACKUP) from error
    raise SourceError("this template was changed", file=str(file), mend=BACKUP)


__all__ = ["keep", "templates_of"]
