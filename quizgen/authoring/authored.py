"""What every authored noun is made of: strict models over text scalars, and errors that point into the file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, NoReturn, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    PrivateAttr,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from quizgen.errors import SourceError
from quizgen.located import Located, Path, nearest

MAX_TEXT = 20_000
MAX_FORMULA = 2_000
RESERVED = frozenset({"and", "or", "not", "true", "false", "for", "in", "if", "it"})
"""Words of the maths language, and `it`, which feedback gives its own meaning; nothing can be named so."""

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?(?:/\d+)?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_SWITCH = {"yes": True, "true": True, "no": False, "false": False}


def refuse(what: str, mend: str = "", path: Path = (), *, key: bool = False) -> NoReturn:
    """Refuse what is being validated: at `path` inside it, or at the key there."""
    context = {"what": what, "mend": mend, "path": path, "key": key}
    raise PydanticCustomError("authored", "{what}", context)


def number(text: str) -> int | Fraction | None:
    """An author's number literal (`3`, `0.05`, `20e9`, `-3/2`) as an exact number; None if the text is none."""
    if len(text) > 100 or not _NUMBER.fullmatch(text):
        return None
    over, _, under = text.partition("/")
    if under and not int(under):
        return None
    value = Fraction(over) / int(under or 1)
    return value.numerator if value.denominator == 1 else value


def _one_text(value: object) -> str:
    if not isinstance(value, str):
        kind = "a list" if isinstance(value, list) else "a mapping"
        refuse(f"a text is wanted here, not {kind}", "quote it: brackets, or a colon and a space, mean more to YAML")
    if len(value) > MAX_TEXT:
        refuse(f"the text is longer than {MAX_TEXT:,} characters", "cut it")
    return value


def _one_formula(value: object) -> str:
    if not isinstance(value, str):
        refuse("a formula is wanted here", "put it in single quotes if it has brackets, or a colon and a space")
    if not value.strip():
        refuse("a formula is wanted here, and there is none", "write one, or take the key away")
    if len(value) > MAX_FORMULA:
        refuse(f"the formula is longer than {MAX_FORMULA:,} characters", "split it into steps")
    return value


def _filled(value: str) -> str:
    if not value.strip():
        refuse("a text is wanted here, and there is none", "write one, or take the key away")
    return value


def _short(value: str) -> str:
    if len(value) > 200 or "\n" in value.strip():
        refuse("this must be one line of at most 200 characters", "shorten it")
    return _filled(value).strip()


def _word(value: str) -> str:
    if not _NAME.fullmatch(value) or len(value) > 40:
        refuse(f"`{value[:60]}` is no name", "a name is a letter, then letters, digits and `_`, 40 at most")
    return value


def _name(value: str) -> str:
    if _word(value) in RESERVED:
        refuse(f"`{value}` is a word of the maths language", "choose another name")
    return value


def is_id(text: str) -> bool:
    """Whether a text can be the id of a template, a part or a pack: at most 60 letters, digits, `_` and `-`."""
    return len(text) <= 60 and _ID.fullmatch(text) is not None


def _id(value: str) -> str:
    if not is_id(value):
        refuse(f"`{value[:80]}` is no id", "an id is a letter or digit, then letters, digits, `_` and `-`, 60 at most")
    return value


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value not in _SWITCH:
        refuse("yes or no is wanted here", "write `yes` or `no`")
    return _SWITCH[value]


def _exact(value: object) -> int | Fraction:
    if isinstance(value, int | Fraction):
        return value
    found = number(value) if isinstance(value, str) else None
    if found is None:
        refuse("a number is wanted here", "write it as `3`, `0.05`, `20e9` or `3/2`")
    return found


def _spelled(value: int | Fraction) -> str:
    return str(value)


def _count(value: object) -> int:
    found = _exact(value)
    if not isinstance(found, int):
        refuse("a whole number is wanted here", "write it with digits only")
    return found


def _many(value: object) -> object:
    if isinstance(value, str):
        refuse(
            "a list is wanted here, not a text", f"write [{value.strip()[:40]}], or items on lines that begin with `- `"
        )
    if isinstance(value, Mapping):
        refuse("a list is wanted here, not a mapping", "begin each item with `- `")
    return value


def _two(value: object) -> object:
    if not isinstance(value, list | tuple) or len(value) != 2:
        refuse("two texts are wanted here", "write [one, other]")
    return value


def _mapping(value: object) -> object:
    if not isinstance(value, Mapping):
        refuse("a mapping is wanted here", "write `name: value` lines, indented")
    return value


def _shape(name: str) -> WithJsonSchema:
    """Names what an editor lets stand there: `schema.SHAPES` says what that is."""
    return WithJsonSchema({"type": "string", "shape": name})


Text = Annotated[str, BeforeValidator(_one_text), _shape("text")]
"""Any text, the empty one too."""
Prose = Annotated[str, BeforeValidator(_one_text), AfterValidator(_filled), _shape("prose")]
"""Text with insertions; parsed later."""
Line = Annotated[str, BeforeValidator(_one_text), AfterValidator(_short), _shape("line")]
"""One line of text."""
Formula = Annotated[str, BeforeValidator(_one_formula), _shape("formula")]
"""A formula as the author wrote it; read later."""
Name = Annotated[str, BeforeValidator(_one_text), AfterValidator(_name), _shape("name")]
"""What a formula can call something."""
Word = Annotated[str, BeforeValidator(_one_text), AfterValidator(_word), _shape("word")]
"""What a formula calls a column or a row, after a dot."""
Id = Annotated[str, BeforeValidator(_one_text), AfterValidator(_id), _shape("id")]
"""What a person, a file or a command line calls something; safe in a path."""
Switch = Annotated[bool, BeforeValidator(_switch), _shape("switch")]
Count = Annotated[int, BeforeValidator(_count), _shape("count")]
Exact = Annotated[int | Fraction, BeforeValidator(_exact), PlainSerializer(_spelled), _shape("exact")]
"""An exact number; never a float."""
MANY = BeforeValidator(_many)
"""Marks a tuple field: a YAML list, and nothing that merely looks like one."""
TWO = BeforeValidator(_two)
"""Marks a field of two texts."""
MAPPING = BeforeValidator(_mapping)
"""Marks a dict field."""


class Authored(BaseModel):
    """A mapping that an author writes: frozen, with no key that it doesn't know.

    `LATER` names keys of the format that this version can't honour yet, `HINTS` the mend for a key
    that other formats have.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, populate_by_name=False)
    LATER: ClassVar[frozenset[str]] = frozenset()
    HINTS: ClassVar[Mapping[str, str]] = {}

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            refuse("a mapping is wanted here", _colon_hint(data))
        fields = {field.alias or name: field for name, field in cls.model_fields.items()}
        for key in data:
            if key in cls.LATER:
                refuse(f"`{key}` isn't supported yet", "take it away for now", (key,), key=True)
            if key not in fields:
                mend = cls.HINTS.get(key) or _meant(nearest(key, fields), fields)
                refuse(f"`{key}` is no key here", mend, (key,), key=True)
        for key, field in fields.items():
            if field.is_required() and key not in data:
                refuse(f"`{key}` is missing", f"add `{key}: …`")
        return data


def _meant(near: str, fields: Mapping[str, object]) -> str:
    return f"did you mean `{near}`?" if near else "it takes " + ", ".join(f"`{each}`" for each in fields)


def _colon_hint(data: object) -> str:
    glued = re.match(r"([\w-]+):\S", data) if isinstance(data, str) else None
    return f"put a space after the colon of `{glued[1]}:`" if glued else "write `key: value` lines"


class Document(Authored):
    """A whole file. It keeps its source, so that any later stage can point into it."""

    _source: Located = PrivateAttr(default_factory=lambda: Located({}, "", "", {}))

    @classmethod
    def read(cls, source: Located) -> Self:
        """The model of a file's data; raises SourceError for the first thing that is wrong in it."""
        try:
            document = cls.model_validate(source.data)
        except ValidationError as problem:
            raise _first(problem, source) from None
        document._source = source  # noqa: SLF001 - its own
        return document

    @property
    def file(self) -> str:
        """The file that it was read from, "" if there was none."""
        return self._source.file

    def place(self, path: Path = (), offset: int = -1) -> tuple[int, int]:
        """Line and column of a value, or of a character of its text (see `Located.place`)."""
        return self._source.place(path, offset)

    def error(self, what: str, path: Path = (), *, offset: int = -1, mend: str = "") -> SourceError:
        """An error that points at a value of the file, or at a character of its text."""
        return self._source.error(what, path, offset=offset, mend=mend)

    def canonical(self) -> str:
        """The same text for the same content, whatever the order of keys, the comments and the quoting."""
        plain = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _first(problem: ValidationError, source: Located) -> SourceError:
    """Of all that is wrong, what stands first in the file."""
    found = [_located(error, source) for error in problem.errors(include_url=False)]
    return min(found, key=lambda error: (error.line, error.column))


_PYDANTIC = {
    "too_long": ("there are more than {max_length}", "split the file"),
    "too_short": ("at least {min_length} must stand here", "add one, or take the key away"),
    "literal_error": ("{expected} is wanted here", "choose one of them"),
}
"""Pydantic's own errors that can still arise, in our words."""


def _located(error: Any, source: Located) -> SourceError:
    context = error.get("ctx", {})
    path = _path(error["loc"], source.data) + tuple(context.get("path", ()))
    what, mend = context.get("what", ""), context.get("mend", "")
    if not what:
        what, mend = (each.format(**context) for each in _PYDANTIC.get(error["type"], (error["msg"], "")))
    return source.error(what, path, mend=mend, key=context.get("key", False) or "[key]" in error["loc"])


def _path(loc: tuple[str | int, ...], data: Any) -> Path:
    """Where in the file an error of pydantic is: its location without the names that only the model knows."""
    path: list[str | int] = []
    for step in loc:
        known = isinstance(data, dict) and step in data
        if known or (isinstance(data, list) and isinstance(step, int) and step < len(data)):
            path.append(step)
            data = data[step]
    return tuple(path)
