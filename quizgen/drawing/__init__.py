"""The kinds of figures: one file each, found here; the contract that all of them keep.

A kind says which fields it takes, and makes of their values the numbers for its layout, a text for a terminal and a
description. To add one, add a file with a class that satisfies `FigureKind` and a module constant `KIND` that holds
one; the file is named as the kind, with `_` for `-`, and its layout is `templates/figures/<kind>.svg.jinja`. An
installed package adds one as an entry point of the group `quizgen.figures` and brings its own layout.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from quizgen.errors import KindError
from quizgen.maths.dimensions import PURE, Kind, kind_text
from quizgen.maths.spelling import nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Given = Mapping[str, Any]
"""The values of a figure's fields, in base units; an optional field that isn't given is missing."""


class FigureField(NamedTuple):
    """A field of a kind of figure.

    `what` is number (a pure one), numbers (one, or a list of them), quantity (of any unit, the same for all of the
    figure's quantities), text or truth. A field that isn't `required` may be left out. `usual` is the name that stands
    for a required field that is left out, where the template has such a name.
    """

    means: str
    what: str = "number"
    required: bool = False
    usual: str = ""


class Drawing(NamedTuple):
    """What a layout draws: the size of its view, and whatever else it reads, already rounded and turned into text.

    `shown` is 0 for a figure that takes the width it is given, up to a column of text. A wide one, whose letters would
    be too small on a narrow screen, is shown so many pixels wide: the screen scrolls instead.
    """

    width: int
    height: int
    parts: Mapping[str, Any]
    shown: int = 0


class FigureKind(Protocol):
    """What every kind of figure does. All methods are pure, and raise MathsError where a value can't be drawn.

    A figure in a stem is seen before the answer, so neither the kind's name nor anything that it writes names the
    answer; what a description says is what there is to see.
    """

    name: str
    means: str
    """What it shows, in one sentence for authors."""
    fields: Mapping[str, FigureField]
    layout: Path | None
    """The file of its layout; None for one of ours."""

    def drawing(self, given: Given) -> Drawing:
        """What its layout draws."""
        ...

    def description(self, given: Given) -> tuple[str, str]:
        """A title, and a description for those who don't see the figure, which names no result."""
        ...

    def text(self, given: Given, width: int) -> list[str]:
        """The figure in lines of at most `width` columns (at least 40)."""
        ...


def check(kind: str, fields: Collection[str]) -> None:
    """Raise KindError, with the nearest right name, unless there is such a kind and it takes just these fields."""
    known = figure_kind(kind).fields
    for name in fields:
        if name not in known:
            raise KindError(f"{kind} has no field `{name}`", mend=_meant(name, known))
    for name, field in known.items():
        if field.required and name not in fields:
            raise KindError(f"{kind} needs `{name}`", mend=f"add `{name}: …`, {field.means}")


def complete(kind: str, fields: Mapping[str, Any], names: Collection[str]) -> dict[str, str]:
    """The fields (formulas as text) and, where required ones are left out, the usual names. Raises as `check`.

    `names` are those that the template has: `{kind: speedup-curve, at: k}` takes its `T_compute` and `T_comm`.
    """
    found = dict(fields)
    for name, formula in fields.items():
        if not isinstance(formula, str):
            raise KindError(f"`{name}` of {kind} must be one formula", mend="inside braces, put a list between quotes")
    for name, field in figure_kind(kind).fields.items():
        if field.required and name not in found and field.usual in names:
            found[name] = field.usual
    check(kind, found)
    return found


def check_values(kind: str, found: Mapping[str, Kind]) -> None:
    """Raise KindError unless the fields' formulas give what the kind of figure draws."""
    known = figure_kind(kind).fields
    quantities: dict[str, Kind] = {}
    for name, value in found.items():
        what = known[name].what
        if not _fits(what, value):
            raise KindError(f"`{name}` of {kind} is {_WHATS[what]}, not {kind_text(value)}", mend=known[name].means)
        if what == "quantity":
            quantities[name] = value
    first = next(iter(quantities), "")
    for name, value in quantities.items():
        if value.dimension != quantities[first].dimension:
            raise KindError(f"`{first}` is {kind_text(quantities[first])}, and `{name}` is {kind_text(value)}")


_WHATS = {
    "number": "a pure number", "numbers": "a pure number or a list of them", "text": "a text", "truth": "a truth",
    "quantity": "a number, with or without a unit",
}  # fmt: skip


def _fits(what: str, value: Kind) -> bool:
    if what == "numbers":
        value = value.of if value.what == "list" and value.of is not None else value
    if what in ("number", "numbers"):
        return value.what == "number" and value.dimension == PURE
    return value.what == ("number" if what == "quantity" else what)


def _meant(word: str, known: Collection[str]) -> str:
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else f"there are {', '.join(f'`{name}`' for name in known)}"


@lru_cache(maxsize=64)
def figure_kind(name: str) -> FigureKind:
    """The kind of that name; its file is imported when it is first asked for. Raises KindError with the nearest."""
    found = _own(name)
    if found is None:
        found = next((each.load() for each in _installed() if each.name == name), None)
    if found is None:
        raise KindError(f"there is no figure of kind `{name}`", mend=_meant(name, tuple(kinds())))
    return cast("FigureKind", found)


@lru_cache(maxsize=1)
def kinds() -> Mapping[str, FigureKind]:
    """Every kind by its name, sorted. Imports every one."""
    from pkgutil import iter_modules

    own = (_own(each.name.replace("_", "-")) for each in iter_modules(__path__))
    found = {kind.name: kind for kind in own if kind is not None}
    found |= {each.name: each.load() for each in _installed() if each.name not in found}
    return MappingProxyType(dict(sorted(found.items())))


def _own(name: str) -> Any:
    """The kind that the file of that name holds; None if there is no such file, or it holds none."""
    file = name.replace("-", "_")
    if not file.isidentifier():
        return None
    try:
        return getattr(import_module(f"{__name__}.{file}"), "KIND", None)
    except ModuleNotFoundError as missing:
        if missing.name != f"{__name__}.{file}":
            raise
        return None


def _installed() -> Sequence[EntryPoint]:
    from importlib.metadata import entry_points

    return tuple(entry_points(group="quizgen.figures"))
