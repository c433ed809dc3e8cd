"""Events of a learner's progress: JSON Lines, only ever added to, merged by id; the same lines on every front end.

An event is an object with `id`, `at` (UTC, `2026-12-01T08:30:00.000Z`), `kind` and the fields of its kind:

- `answer`: one judged answer to a part, with what the verdict was;
- `hint`, `reveal`: help that was taken; `forecast`: what was expected before the first answer;
- `done`: a question that was finished, with its credit from 0 to 1 and whether it was right at the first try;
- `card`: a recall card, and how well it was known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from quizgen.page_calls import fields
from quizgen.page_calls.fields import LONGEST_NAME, Request, RequestError

Event = dict[str, Any]

MOST_EVENTS = 50_000
LONGEST_LINE = 40_000
LONGEST_IMPORT = 20_000_000
MOST_REFUSED = 20
"""Refused lines that are told; the others are only counted."""
OUTCOMES = ("correct", "partly", "incorrect", "undecided", "pending")
RATINGS = ("again", "hard", "good", "easy")

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z")
_ID = re.compile(r"[\w.:-]{8,64}", re.ASCII)
_CREDIT = re.compile(r"0|1|[1-9]\d{0,8}/[1-9]\d{0,8}")
_QUESTION = {"template": "id", "seed": "name", "params": "params"}
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "answer": {
        **_QUESTION, "part": "name", "response": "response", "outcome": "outcome", "credit": "credit", "reason": "name",
        "traps": "names", "evidence": "response", "seconds": "number", "engine": "name",
    },
    "hint": {**_QUESTION, "part": "name", "number": "number"},
    "reveal": {**_QUESTION, "part": "name"},
    "forecast": {**_QUESTION, "response": "response"},
    "done": {
        **_QUESTION, "credit": "credit", "right": "truth", "helped": "truth", "seconds": "number", "engine": "name",
    },
    "card": {"card": "id", "rating": "rating", "seconds": "number"},
}  # fmt: skip
_NEEDED = {
    "answer": ("template", "part", "response", "outcome", "credit"), "hint": ("template", "part"),
    "reveal": ("template",), "forecast": ("template", "response"), "done": ("template", "credit", "right"),
    "card": ("card", "rating"),
}  # fmt: skip


def check_import(_: Any, request: Request) -> dict[str, Any]:
    """Read `text` (JSON Lines); its sound events in order of time, and of the other lines which they are and why."""
    text = fields.text(request, "text", longest=LONGEST_IMPORT)
    found: dict[str, Event] = {}
    refused: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            event = _read(line)
        except RequestError as error:
            refused.append({"line": number, "why": error.what})
            continue
        if len(found) < MOST_EVENTS:
            found.setdefault(event["id"], event)
        else:
            refused.append({"line": number, "why": f"there are more than {MOST_EVENTS} events"})
    return {"events": merged(found.values()), "refused": refused[:MOST_REFUSED], "refused_count": len(refused)}


def given(request: Request) -> list[Event]:
    """The sound `events` of a request, merged; others are left out. Raises RequestError if they are too many."""
    sound = []
    for each in fields.items(request, "events", MOST_EVENTS):
        try:
            sound.append(checked(each))
        except RequestError:
            continue
    return merged(sound)


def merged(events: Iterable[Event]) -> list[Event]:
    """Each event once, by its id, in order of time."""
    by_id: dict[str, Event] = {}
    for event in events:
        by_id.setdefault(event["id"], event)
    return sorted(by_id.values(), key=lambda event: (moment(event["at"]), event["id"]))


def moment(at: str) -> datetime:
    """A time as it stands in an event, with its zone. Raises RequestError."""
    try:
        if _AT.fullmatch(at):
            return datetime.fromisoformat(at)
    except ValueError:
        pass
    raise RequestError(f"`{at[:40]}` is no time", "write it as 2026-12-01T08:30:00.000Z")


def checked(data: Any) -> Event:
    """An event with the fields of its kind and no others. Raises RequestError."""
    if not isinstance(data, dict):
        raise RequestError("an event is an object")
    kind = fields.text(data, "kind")
    if kind not in _FIELDS:
        raise RequestError(f"there is no kind of event `{kind[:40]}`")
    if not _ID.fullmatch(fields.text(data, "id")):
        raise RequestError("`id` isn't 8 to 64 letters, digits, dots, colons or dashes")
    moment(fields.text(data, "at"))
    missing = [name for name in _NEEDED[kind] if name not in data]
    if missing:
        raise RequestError(f"`{missing[0]}` is missing")
    own = {name: _checked(data, name, what) for name, what in _FIELDS[kind].items() if name in data}
    return {"id": data["id"], "at": data["at"], "kind": kind, **own}


def _read(line: str) -> Event:
    if len(line) > LONGEST_LINE:
        raise RequestError(f"the line has {len(line)} characters; {LONGEST_LINE} are allowed")
    try:
        return checked(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise RequestError("the line isn't JSON") from error


def _checked(data: Request, name: str, what: str) -> Any:
    if what == "params":
        return fields.params(data)
    if what == "truth":
        if not isinstance(data[name], bool):
            raise RequestError(f"`{name}` is true or false")
        return data[name]
    if what == "number":
        return _number(data[name], name)
    if what == "names":
        return [fields.text({"it": each}, "it") for each in fields.items(data, name, 50)]
    if what == "credit":
        return credit(data[name])
    value = fields.text(data, name, longest=fields.LONGEST_RESPONSE if what == "response" else LONGEST_NAME)
    allowed = {"outcome": OUTCOMES, "rating": RATINGS}.get(what)
    if allowed and value not in allowed:
        raise RequestError(f"`{name}` is one of {', '.join(allowed)}")
    return value


def credit(value: Any) -> int | str:
    """A credit from 0 to 1 as a verdict has it: 0, 1, or a text such as "1/2". Raises RequestError."""
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not _CREDIT.fullmatch(text) or Fraction(text) > 1:
        raise RequestError("`credit` is 0, 1 or a fraction between, such as 1/2")
    return int(text) if text in ("0", "1") else text


def _number(value: Any, name: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e7:
        raise RequestError(f"`{name}` isn't a number from 0 to 10,000,000")
    return value
