"""The calls of the practice page: JSON in, JSON out, nothing raised, whatever comes in.

`Desk` is what the page's worker holds. It needs neither YAML nor sympy, pint or pydantic.

>>> desk = Desk()
>>> desk.call('{"do": "pose", "template": "no/such", "seed": "1"}')
'{"ok": false, "error": {"code": "missing", "what": "this page has no problem `no/such`", "mend": ""}}'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from quizgen import __version__
from quizgen.errors import MathsError, NotFound, QuizgenError
from quizgen.page_calls import events, packs, progress, questions
from quizgen.page_calls.fields import Request, RequestError

__all__ = ["Desk"]

LONGEST_REQUEST = 24_000_000
"""Characters; a whole history of a learner is one."""
LONGEST_BUNDLE = 60_000_000

Packs = dict[str, packs.PagePack]


class Desk:
    """Packs that were loaded, and the calls about them. No method raises; what went wrong is in the answer.

    An answer is `{"ok": true, "value": …}` or `{"ok": false, "error": {"code", "what", "mend"}}`, where `code` is
    request (the call is wrong), missing (there is no such thing), maths (no such variant) or fault (ours).
    """

    def __init__(self) -> None:
        self._packs: Packs = {}

    def load(self, bundle: str) -> str:
        """Take in a pack as it was bundled; its contents without the templates themselves."""
        return _answered(lambda: self._load(_parsed(bundle, LONGEST_BUNDLE)))

    def call(self, request: str) -> str:
        """Carry out one call: an object whose `do` is one of `CALLS`."""
        return _answered(lambda: self._call(_parsed(request, LONGEST_REQUEST)))

    def _load(self, data: Any) -> Any:
        pack = packs.opened(data)
        name = pack.bundle["pack"]["id"]
        self._packs[name] = pack
        return {"pack": name, "templates": sorted(pack.bundle["templates"])}

    def _call(self, request: Any) -> Any:
        if not isinstance(request, dict) or not isinstance(request.get("do"), str):
            raise RequestError("a request is an object with `do`")
        if request["do"] not in CALLS:
            raise RequestError(f"there is no call `{request['do'][:40]}`", f"there are {', '.join(CALLS)}")
        return CALLS[request["do"]](self._packs, request)


def _about(loaded: Packs, request: Request) -> Any:  # noqa: ARG001 - the calls are alike
    return {"engine": __version__, "packs": sorted(loaded), "calls": list(CALLS)}


CALLS: dict[str, Callable[[Packs, Request], Any]] = {
    "about": _about,
    "pose": questions.pose,
    "read": questions.read,
    "judge": questions.judge,
    "hint": questions.hint,
    "solution": questions.solution,
    "ledger": questions.self_check,
    "check_import": events.check_import,
    "due": progress.due,
    "ladder": progress.ladder,
}
"""What a request may ask for."""


def _parsed(text: str, longest: int) -> Any:
    if len(text) > longest:
        raise RequestError(f"a request is a text of at most {longest} characters")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError("the request isn't JSON") from error


def _answered(act: Callable[[], Any]) -> str:
    try:
        return json.dumps({"ok": True, "value": act()}, ensure_ascii=False)
    except RequestError as error:
        return _refused("request", error.what, error.mend)
    except NotFound as error:
        return _refused("missing", str(error))
    except MathsError as error:
        return _refused("maths", error.what, error.mend)
    except QuizgenError as error:
        return _refused("maths", str(error))
    except Exception as error:  # noqa: BLE001 - the page shows it, and goes on
        return _refused("fault", f"{type(error).__name__}: {error}"[:500])


def _refused(code: str, what: str, mend: str = "") -> str:
    return json.dumps({"ok": False, "error": {"code": code, "what": what, "mend": mend}}, ensure_ascii=False)
