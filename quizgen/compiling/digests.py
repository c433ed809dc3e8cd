"""Digests of a template: of what decides its draw, its keys and its texts.

They are taken of what the author wrote, as it was understood, so neither its layout nor sympy's version moves them.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from quizgen.codec import to_json
from quizgen.compiled import CompiledTemplate
from quizgen.maths.printing import plain

_DRAW = ("params", "groups", "tables", "log")
_NOT_TEXT = frozenset({*_DRAW, "where", "verify", "derived", "digests", "engine", "letters", "constants", "units"}) - {
    "tables"
}


def digests(compiled: CompiledTemplate) -> tuple[str, str, str]:
    """Of the draw, the keys and the texts: sixteen hex digits each."""
    data = to_json(compiled)
    draw = {key: data[key] for key in _DRAW}
    draw["where"] = [condition.source for condition in compiled.where]
    key = {
        "written": [[each.name, plain(each.written)] for each in compiled.derived],
        "verify": [condition.source for condition in compiled.verify],
        "traps": data["traps"],
        "parts": [{name: part[name] for name in part.keys() & _JUDGED} for part in data["parts"]],
    }
    text = {name: value for name, value in data.items() if name not in _NOT_TEXT}
    return _digest(draw), _digest(key), _digest(text)


_JUDGED = frozenset({"id", "answer", "spec", "points", "carry", "carried_credit"})


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
