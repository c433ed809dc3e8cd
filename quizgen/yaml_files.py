"""The only reader of YAML: every scalar stays text, every value keeps its place, every refusal says how to mend it.

YAML is read as far as its events and no further: nothing is constructed, so no file can make an object, share a node
or turn `no` into false. Formulas may stand unquoted, as FORMAT ("YAML, read safely") describes.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from quizgen.authoring import yaml_mistakes as mistakes
from quizgen.errors import SourceError
from quizgen.located import Located, Spot
from quizgen.located import Path as Place

MAX_BYTES = 1_000_000
"""A longer file is refused before it is read."""
MAX_DEPTH = 20
"""A value inside more mappings and lists than that is refused; templates need eight."""
MAX_KEY = 100

_TRAP = (("gives",), ("picks",), ("when",), ("instead", "*"))
_ANSWER = (
    *((name,) for name in ("number", "quantity", "expression", "equation", "inequality", "interval", "set", "list")),
    *((name,) for name in ("matrix", "text", "choice")),
    ("or", "*"), ("or", "*", "is"), ("options", "*", "right"), ("options", "right"), ("options", "each"),
    ("such_that", "*", "that"), ("sample", "*"),
)  # fmt: skip
FORMULA_PLACES: tuple[tuple[str, ...], ...] = (
    ("where", "*"), ("let", "*"), ("let", "*", "is"), ("steps", "*", "is"), ("steps", "*", "when"),
    ("verify", "*", "that"), ("figure", "*"), ("solution_figure", "*"), ("formulas", "*", "is"), ("constants", "*"),
    ("constants", "*", "is"),
    *(("traps", "*", *rest) for rest in _TRAP),
    *(("parts", "*", "traps", "*", *rest) for rest in _TRAP),
    *(("parts", "*", "answer", *rest) for rest in _ANSWER),
)  # fmt: skip
"""Where a formula stands (`*` is any key or position): there, in block style, `[a, b]` and `{1, 2}` are its text."""

_PROSE = frozenset({
    "title", "stem", "forecast", "ask", "say", "else", "do", "why", "otherwise", "point", "front", "back", "means",
    "special", "hints", "glossary",
})  # fmt: skip
_COMMENT = re.compile(r"[ \t]+#")
_HEAD = re.compile(r"[|>][-+\d]{0,2}(?: +#.*| *)$", re.MULTILINE)
_FORMULA_HEAD = re.compile(r"[|>][-+]?(?: +#.*| *)$", re.MULTILINE)
_COLON = re.compile(r"\s*:")
_NO_ENTRIES = re.compile(r"\{[^:,}]*[,}]")


def load(path: Path) -> Located:
    """Read a file; raises SourceError with place and mend for whatever isn't plain, unambiguous YAML in UTF-8."""
    return loads(_decoded(_content(path), str(path)), str(path))


def loads(text: str, file: str = "") -> Located:
    """Read a text as if it stood in `file`; the same refusals as `load`."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_BYTES:
        raise _too_long(file)
    if (mistake := mistakes.before_reading(text)) is not None:
        raise _source_error(mistake, text, file)
    try:
        return _Reader(text, file, getattr(yaml, "CSafeLoader", yaml.SafeLoader)).read()
    except yaml.YAMLError as problem:
        raise _source_error(_explained(problem, text, file), text, file) from None


def _explained(problem: yaml.YAMLError, text: str, file: str) -> mistakes.Mistake:
    """What is wrong in a text that libyaml can't parse: the pure loader's problems say more, so it reads again."""
    try:
        _Reader(text, file, yaml.SafeLoader).read()
    except yaml.MarkedYAMLError as better:
        problem = better
    if not isinstance(problem, yaml.MarkedYAMLError) or problem.problem_mark is None:
        return mistakes.Mistake(0, "this isn't YAML", "write `key: value` lines")
    context = problem.context_mark.index if problem.context_mark else -1
    return mistakes.explain(mistakes.Problem(problem.problem or "", problem.problem_mark.index, context), text)


def _content(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise SourceError("this is a folder, not a file", file=str(path), mend="name a .yaml file inside it")
        if not stat.S_ISREG(mode):
            raise SourceError("this isn't an ordinary file", file=str(path), mend="name a .yaml file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise SourceError("there is no such file", file=str(path), mend="check the path") from None
    except OSError as problem:
        what = f"the file can't be read: {problem.strerror}"
        raise SourceError(what, file=str(path), mend="check its permissions") from None
    if len(content) > MAX_BYTES:
        raise _too_long(str(path))
    return content


def _too_long(file: str) -> SourceError:
    return SourceError("the file is longer than 1 MB", file=file, mend="split it; a template is a few kB")


def _decoded(content: bytes, file: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SourceError("the file is UTF-16, not UTF-8", file=file, line=1, column=1, mend="save it as UTF-8")
    if (nul := content.find(b"\0")) >= 0:
        what = f"this is a binary file (a zero byte at offset {nul})"
        raise SourceError(what, file=file, mend="give a text file in UTF-8")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = content[: problem.start].decode("utf-8")
        line, column = mistakes.position(before, len(before))
        what = f"the file isn't UTF-8: byte 0x{content[problem.start]:02X} at offset {problem.start}"
        raise SourceError(what, file=file, line=line, column=column, mend="save it as UTF-8") from None


def _source_error(mistake: mistakes.Mistake, text: str, file: str) -> SourceError:
    line, column = mistakes.position(text, mistake.at)
    return SourceError(mistake.what, file=file, line=line, column=column, mend=mistake.mend)


def _is_formula(path: Place) -> bool:
    return any(
        len(path) == len(pattern) and all(want in {"*", key} for want, key in zip(pattern, path, strict=True))
        for pattern in FORMULA_PLACES
    )


def _is_told(path: Place) -> bool:
    """Whether a formula or prose stands there, so that ` #` may have been meant."""
    return _is_formula(path) or path[-1:] == ("draw",) or any(key in _PROSE for key in path[-2:])


class _Event(NamedTuple):
    """What the loader saw: a scalar, an alias, the start of a map or list, or an end; offsets into the text."""

    kind: str
    start: int
    end: int
    value: str = ""
    style: str = ""
    flow: bool = False
    sharing: tuple[str, str] = ("", "")
    """Its anchor and its tag."""


_KINDS: dict[type[yaml.Event], str] = {
    yaml.ScalarEvent: "scalar",
    yaml.MappingStartEvent: "map",
    yaml.SequenceStartEvent: "list",
    yaml.MappingEndEvent: "end",
    yaml.SequenceEndEvent: "end",
    yaml.AliasEvent: "alias",
}


def _events(text: str, loader: Any) -> Iterator[_Event]:
    event: Any
    for event in yaml.parse(text, Loader=loader):
        kind = _KINDS.get(type(event), "")
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "scalar":
            sharing = (event.anchor or "", event.tag or "")
            yield _Event(kind, start, end, event.value, event.style or "", sharing=sharing)
        elif kind in {"map", "list"}:
            yield _Event(kind, start, end, flow=bool(event.flow_style), sharing=(event.anchor or "", event.tag or ""))
        elif kind:
            yield _Event(kind, start, end, sharing=(getattr(event, "anchor", ""), ""))


class _Reader:
    """One pass over the events of one text."""

    def __init__(self, text: str, file: str, loader: Any) -> None:
        self.text, self.file = text, file
        self.events = _events(text, loader)
        self.spots: dict[Place, Spot] = {}

    def read(self) -> Located:
        """The one document of the text."""
        data = None
        for event in self.events:
            if self.spots:
                self._refuse(event.start, mistakes.SECOND_DOCUMENT)
            data = self._node(event, (), event.start, flow=False)
        if not self.spots:
            self._refuse(0, mistakes.EMPTY)
        return Located(data, self.file, self.text, self.spots)

    def _refuse(self, index: int, words: tuple[str, str], **filled: object) -> NoReturn:
        what, mend = (each.format(**filled) for each in words)
        raise _source_error(mistakes.Mistake(index, what, mend), self.text, self.file)

    def _node(self, event: _Event, path: Place, key: int, *, flow: bool) -> Any:
        self._refuse_sharing(event)
        if len(path) > MAX_DEPTH:
            self._refuse(event.start, mistakes.TOO_DEEP, limit=MAX_DEPTH)
        self.spots[path] = Spot(key, event.start, event.end)
        if event.kind == "scalar":
            return self._scalar(event, path, flow=flow)
        if event.flow and not flow and self._is_raw(event, path):
            value, end = self._raw(event.start)
        else:
            value, end = (self._mapping if event.kind == "map" else self._sequence)(path, flow=event.flow)
        self.spots[path] = Spot(key, event.start, end)
        return value

    def _is_raw(self, event: _Event, path: Place) -> bool:
        """Whether a bracket opens a formula: a list or a set, not a mapping such as `{is: a, unit: ms}`."""
        return _is_formula(path) and (event.kind == "list" or bool(_NO_ENTRIES.match(self.text, event.start)))

    def _raw(self, start: int) -> tuple[Any, int]:
        """The text of a bracket as it stands, lines joined; whatever YAML makes of its inside doesn't matter."""
        depth, end = 1, start
        while depth:
            event = next(self.events)
            depth += (event.kind in {"map", "list"}) - (event.kind == "end")
            end = event.end
        self._refuse_comment(end, self.text[start:end])
        return self.text[start:end].replace("\n", " "), end

    def _mapping(self, path: Place, *, flow: bool) -> tuple[Any, int]:
        data: dict[str, Any] = {}
        while (event := next(self.events)).kind != "end":
            key = self._key(event)
            if key in data:
                line, _ = mistakes.position(self.text, self.spots[*path, key].key)
                self._refuse(event.start, mistakes.DUPLICATE, key=key, line=line)
            value = next(self.events)
            if flow and not _COLON.match(self.text, event.end):
                self._refuse_cut_entry(event)
            data[key] = self._node(value, (*path, key), event.start, flow=flow)
        return data, event.end

    def _sequence(self, path: Place, *, flow: bool) -> tuple[Any, int]:
        data: list[Any] = []
        while (event := next(self.events)).kind != "end":
            if flow and event.kind == "map" and self.text[event.start] != "{":
                self._refuse(event.start, mistakes.COLON, quoted=self._whole(event.start))
            data.append(self._node(event, (*path, len(data)), event.start, flow=flow))
        return data, event.end

    def _key(self, event: _Event) -> str:
        self._refuse_sharing(event)
        if event.kind != "scalar":
            self._refuse(event.start, mistakes.KEY_NOT_TEXT)
        if not event.style and event.value == "<<":
            self._refuse(event.start, mistakes.MERGE)
        self._refuse_backslash(event)
        if not event.value or len(event.value) > MAX_KEY:
            self._refuse(event.start, mistakes.KEY_LENGTH, limit=MAX_KEY)
        return event.value

    def _scalar(self, event: _Event, path: Place, *, flow: bool) -> str:
        value, start, end = event.value, event.start, event.end
        if event.style in {"|", ">"} and not (_FORMULA_HEAD if _is_formula(path) else _HEAD).match(self.text, start):
            quoted = mistakes.quoted(self.text[start:].partition("\n")[0])
            self._refuse(start, mistakes.BLOCK_SIGN, sign=event.style, quoted=quoted)
        self._refuse_backslash(event)
        if event.style:
            return value
        if not value:
            words = mistakes.ONLY_COMMENT if _COMMENT.match(self.text, end) else mistakes.NO_VALUE
            name = path[-1] if path and isinstance(path[-1], str) else "-"
            self._refuse(self.spots[path].key, words, name=name)
        if flow:
            self._refuse_cut_text(value, start)
        if _COMMENT.match(self.text, end) and (" " in value or _is_told(path)):
            self._refuse_comment(end, self.text[start:end])
        return value

    def _whole(self, start: int) -> str:
        return mistakes.quoted(mistakes.whole(self.text, start))

    def _refuse_sharing(self, event: _Event) -> None:
        anchor, tag = event.sharing
        if event.kind == "alias":
            self._refuse(event.start, mistakes.ALIAS, name=anchor)
        if anchor:
            self._refuse(event.start, mistakes.ANCHOR, name=anchor)
        if tag:
            self._refuse(event.start, mistakes.TAG)

    def _refuse_backslash(self, event: _Event) -> None:
        if event.style == '"' and (found := self.text.find("\\", event.start, event.end)) >= 0:
            self._refuse(found, mistakes.BACKSLASH)

    def _refuse_comment(self, end: int, written: str) -> None:
        if _COMMENT.match(self.text, end):
            cut = self.text[end:].partition("\n")[0]
            quoted = mistakes.quoted(written.partition("\n")[0] + cut)
            self._refuse(end + cut.index("#"), mistakes.COMMENT, quoted=quoted)

    def _refuse_cut_text(self, value: str, start: int) -> None:
        """In `{…}` and `[…]`, YAML ends a plain text at a comma; one that leaves a bracket open was cut."""
        if mistakes.is_cut(value):
            self._refuse(start, mistakes.CUT, quoted=self._whole(start))
        if "?" in value:
            self._refuse(start, mistakes.QUESTION, quoted=self._whole(start))

    def _refuse_cut_entry(self, key: _Event) -> None:
        """An entry of `{…}` without a value: the rest of a text that has a comma, or a colon without its space."""
        name, colon, value = key.value.partition(":")
        if colon and value and not key.style:
            self._refuse(key.start + len(name), mistakes.NO_SPACE, name=name, value=value)
        self._refuse(key.start, mistakes.LONE_ENTRY, name=key.value)
