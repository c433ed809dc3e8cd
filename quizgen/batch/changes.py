"""What a regrading changes: each verdict that is another one now, from what to what, and why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from quizgen.batch.cells import csv_line, points_text
from quizgen.batch.judging import WORDS, Judged
from quizgen.batch.notes import BOM
from quizgen.batch.records import Handout, Posed
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.verdict_lines import shortened, told_by
from quizgen.errors import NotFound
from quizgen.problem_set import exact

HEADS = ("student", "form", "part", "from", "to", "points_from", "points_to", "why", "response")
"""Of changes.csv."""
_HEAD = ("student", "form", "attempt", "when", "number")
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Change(NamedTuple):
    """A verdict that is another one now."""

    student: str
    form: str
    key: str
    before: str
    after: str
    points: tuple[Fraction | int, Fraction | int]
    why: str
    raw: str

    def line(self) -> str:
        """A line of changes.csv."""
        points = map(points_text, self.points)
        cells = [self.student, self.form, self.key, self.before, self.after, *points, self.why, self.raw]
        return csv_line(cells, plain=(0,))


def head_line() -> str:
    """The first line of changes.csv."""
    return BOM + csv_line(HEADS)


def change(handout: Handout, key: str, before: Mapping[str, Any], now: Judged) -> Change | None:
    """How a verdict differs from its old line of parts.jsonl; None if it doesn't."""
    old, told = judged_of(before), told_by(now.line)
    shown = _shown(before), _shown(told)
    if shown[0] == shown[1] and old.points == now.points:
        return None
    return Change(handout.student, handout.form, key, *shown, (old.points, now.points), _why(before, told), now.raw)


def judged_of(line: Mapping[str, Any]) -> Judged:
    """A verdict from its line of parts.jsonl."""
    rest = shortened({name: value for name, value in line.items() if name not in _HEAD})
    return Judged(
        line["part"], line["raw"], line["outcome"], line["reason"], exact(line["points"]), exact(line["of"]),
        _json(rest)[1:] + "\n", ruled="void" in line or "mark" in line,
    )  # fmt: skip


def _shown(line: Mapping[str, Any]) -> str:
    """A verdict in a few words."""
    words = WORDS.get(line["reason"], line["reason"]) if line["reason"] else ""
    traps = f": {', '.join(line['traps'])}" if line["traps"] else ""
    ruled = ", void" if "void" in line else ", marked" if "mark" in line else ""
    outcome: str = line["outcome"]
    return outcome + (f" ({words}{traps})" if words else "") + ruled


def _why(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What has changed that may have changed the verdict."""
    found = []
    if before.get("void") != now.get("void"):
        found.append(f"declared void, {now['void']}" if now.get("void") else "no longer void")
    if before.get("mark") != now.get("mark"):
        found.append(_marked(now["mark"]) if now.get("mark") else "no longer marked")
    changed = [
        word
        for word, old, new in zip(("draw", "key", "text"), before["digests"], now["digests"], strict=True)
        if old != new
    ]
    if changed:
        found.append(f"the template's {' and '.join(changed)} changed")
    if before["engine"] != now["engine"]:
        found.append(f"quizgen {before['engine']} → {now['engine']}")
    return "; ".join(found) or "the set's rules"


class Chooser:
    """What a regrading is narrowed down to, by templates, problems, parts, students or forms; () narrows nothing."""

    def __init__(self, only: Sequence[str], folder: SetFolder) -> None:
        templates = folder.templates().values() if only else ()
        self._ids = {name: each.id for each in templates for name in (each.id, each.label, each.id.rpartition("/")[2])}
        self._only = {self._ids.get(each, each): each for each in only}
        self._used: set[str] = set()

    def takes(self, template: str) -> bool:
        """Whether another form of a template is to be used: not where only other templates are named."""
        named = {word.partition(".")[0] for word in self._only if word in self._ids.values() or "/" in word}
        return not named or template in named

    def chooses(self, handout: Handout, posed: Posed, key: str) -> bool:
        """Whether a part of a sheet is to be graded again."""
        if not self._only:
            return True
        part = key.partition(".")[2]
        words = (
            posed.template, str(posed.number), key, f"{posed.template}.{part}", handout.student, handout.form,
        )  # fmt: skip
        found = [word for word in words if word in self._only]
        self._used.update(found)
        return bool(found)

    def refuse_unused(self) -> None:
        """Raise NotFound for what was named and never met."""
        if unused := [given for word, given in self._only.items() if word not in self._used]:
            what = f"nothing that was handed in goes by `{unused[0]}`"
            raise NotFound(f"{what}; name a template, a problem (3), a part (3.S), a student or a form")


def _marked(mark: Mapping[str, Any]) -> str:
    """What a person said of their mark."""
    points = f"points {', '.join(map(str, mark['found'])) or 'none'}" if "found" in mark else ""
    said = "; ".join(each for each in (points, mark.get("why", "")) if each)
    return "marked by a person" + (f": {said}" if said else "")


__all__ = ["HEADS", "Change", "Chooser", "change", "head_line", "judged_of"]
