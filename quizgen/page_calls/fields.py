"""The fields of a request, each read as what it must be: a request may come from anywhere, and is only ever data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizgen.errors import QuizgenError

LONGEST_NAME = 200
"""Characters of an id, a seed or a name."""
LONGEST_RESPONSE = 20_000
"""Characters of a response; what an answer type takes is shorter."""
LONGEST_NUMBER = 60
"""Digits of a param."""
MOST_ITEMS = 200
DEEPEST = 4

Request = Mapping[str, Any]


class RequestError(QuizgenError):
    """A request that isn't one; `mend` says what belongs there."""

    def __init__(self, what: str, mend: str = "") -> None:
        self.what, self.mend = what, mend
        super().__init__(what)


def text(request: Request, name: str, usual: str | None = None, longest: int = LONGEST_NAME) -> str:
    """A text of the request; `usual` stands for one that is missing. Raises RequestError."""
    value = request.get(name, usual)
    if not isinstance(value, str):
        raise RequestError(f"`{name}` isn't a text")
    if len(value) > longest:
        raise RequestError(f"`{name}` has {len(value)} characters; {longest} are allowed")
    return value


def count(request: Request, name: str, usual: int = 0, most: int = 1_000_000) -> int:
    """A whole number from 0 to `most`. Raises RequestError."""
    value = request.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise RequestError(f"`{name}` isn't a whole number from 0 to {most}")
    return value


def mapping(request: Request, name: str, most: int = MOST_ITEMS) -> dict[str, Any]:
    """An object of the request, {} where it is missing. Raises RequestError."""
    value = request.get(name) or {}
    if not isinstance(value, dict) or len(value) > most:
        raise RequestError(f"`{name}` isn't an object of at most {most} fields")
    return value


def items(request: Request, name: str, most: int = MOST_ITEMS) -> list[Any]:
    """A list of the request, [] where it is missing. Raises RequestError."""
    value = request.get(name) or []
    if not isinstance(value, list) or len(value) > most:
        raise RequestError(f"`{name}` isn't a list of at most {most} items")
    return value


def texts(request: Request, name: str, longest: int = LONGEST_RESPONSE) -> dict[str, str]:
    """An object of texts. Raises RequestError."""
    given = mapping(request, name)
    return {key: text(given, key, longest=longest) for key in given}


def params(request: Request) -> dict[str, Any]:
    """Params as `params_to_json` wrote them, none of them long. Raises RequestError."""
    return {name: _param(value, name) for name, value in mapping(request, "params").items()}


def _param(value: Any, name: str, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < DEEPEST and len(value) <= MOST_ITEMS:
        return [_param(item, name, depth + 1) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**LONGEST_NUMBER:
        return value
    if isinstance(value, str) and len(value) <= LONGEST_RESPONSE:
        return value
    raise RequestError(f"the param `{name}` isn't a number, a text or a list of these")
