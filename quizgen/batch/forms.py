"""The offline answer form: one HTML file that works from disk, tells what is empty and saves `answers-….json`.

It is the student's sheet with a script of ours that puts in the boxes; what it knows of the problems is public.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quizgen import resources
from quizgen.answers import PublicAnswer, PublicOption
from quizgen.pages.layouts import layout
from quizgen.pages.terminal_text import terminal_line
from quizgen.problem_set import FORMAT, Head, StudentRecord
from quizgen.variant import PublicVariant

_HERE = "-/form/-"
"""Stands for what differs between forms while the layout is rendered; nothing in the layout reads so."""
_SCRIPTS = ("form-fields.js", "form.js")
"""How each way to answer is given, and what is done with the answers; one script in the page."""
LONGEST_CHOICE = 80
"""Characters of an option in a list to choose from; beyond them it is cut, as it stands in full beside it."""


def form_html(record: StudentRecord, shown: Sequence[PublicVariant], sheet: str, head: Head, token: str) -> str:
    """The form's document around the sheet's fragment. `token` is the student's (`problem_set.token`)."""
    title = html.escape(f"{head.title}: answers of form {record.form}")
    data = _for_script(form_data(record, shown, head.set, token))
    inserted = (title, sheet, record.form, record.form, data, "")
    return "".join(pair for at in zip(_document(), inserted, strict=True) for pair in at)


@lru_cache(maxsize=1)
def _document() -> list[str]:
    """What stands before the title, the sheet, the form's code (twice) and the data, and after them."""
    files = [resources.layouts() / "html" / name for name in _SCRIPTS]
    script = "\n".join(file.read_text(encoding="utf-8").replace("\r\n", "\n") for file in files)
    text = layout("html/form.html.jinja").render(
        title=_HERE, form=_HERE, sheet=_HERE, data=_HERE, script=script, script_hash=_hash(script)
    )
    return text.split(_HERE)


def form_data(record: StudentRecord, shown: Sequence[PublicVariant], set_id: str, token: str) -> dict[str, Any]:
    """What the script must know: whose form it is, and each field with its key, its label and its place."""
    return {
        "format": FORMAT, "set": set_id, "form": record.form, "student": record.student, "token": token,
        "variants": {str(problem.number): problem.variant for problem in record.problems},
        "fields": [field for number, each in enumerate(shown, 1) for field in _fields(number, each)],
    }  # fmt: skip


def _fields(number: int, shown: PublicVariant) -> list[dict[str, Any]]:
    found = []
    for index, part in enumerate(shown.parts, 1):
        field: dict[str, Any] = {
            "key": f"{number}.{part.id}",
            "label": f"{number}.{index}" if len(shown.parts) > 1 else str(number),
            "place": f"problem-{number}-{part.id}",
            "way": part.shows.way,
        }
        found.append(field | {name: marks for name, marks in _marks(part.shows, shown).items() if marks})
    return found


def _marks(shows: PublicAnswer, of: PublicVariant) -> dict[str, Any]:
    return {
        "options": [option.letter for option in shows.options],
        "says": [_said(option, of) for option in shows.options] if shows.way == "match" else [],
        "items": [item.letter for item in shows.items],
        "boxes": [box.name for box in shows.boxes],
        "lines": shows.lines,
    }


def _said(option: PublicOption, of: PublicVariant) -> str:
    """An option as plain text, for a list to choose from. Raises MathsError as prose does."""
    text = terminal_line(option.say, {**of.values, **option.values}, of.texts)
    return text if len(text) <= LONGEST_CHOICE else text[: LONGEST_CHOICE - 1].rstrip() + "…"


def _for_script(data: dict[str, Any]) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _hash(script: str) -> str:
    """The script's name in the page's security policy: no other script runs there."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
