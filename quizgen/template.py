"""What an author writes for one problem: FORMAT's keys as frozen models, nothing read into them yet.

Formulas and texts stay as they were written; the solver reads them and points at `place(path)` where one is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from quizgen.answers import answer_type, answer_types
from quizgen.authoring.authored import (
    MANY,
    MAPPING,
    TWO,
    Authored,
    Count,
    Document,
    Exact,
    Formula,
    Id,
    Line,
    Name,
    Prose,
    Switch,
    Text,
    number,
    refuse,
)
from quizgen.authoring.draw_forms import (
    MAX_ITEMS,
    Draw,
    DrawFormula,
    DrawFrom,
    DrawList,
    DrawPick,
    DrawRange,
    DrawShuffle,
    literals,
)
from quizgen.located import Located, nearest

LEVELS = (1, 2, 3, 4, 5)
KINDS = ("number", "text", "symbol", "record", "expression")
LINKS = ("glossary", "topic", "skill", "template")
FORMAT_ANSWERS = frozenset({
    "number", "quantity", "expression", "equation", "inequality", "interval", "set", "list", "matrix", "text",
    "choice", "order", "match", "plan", "explain", "date", "table", "tuple",
})  # fmt: skip
"""The answer types of the format; those without a file in `answers/` aren't supported yet."""
MAX_PARAMS = 60
MAX_STEPS = 100
MAX_PARTS = 30

Noun = Annotated[tuple[Line, Line], TWO]
"""One and many: `[device, devices]`."""


class Quantity(Authored):
    """What params, lets and steps share: how their values are named and shown."""

    unit: Line | None = None
    symbol: Line | None = None
    aliases: Annotated[tuple[Line, ...], MANY] = ()
    noun: Noun | None = None
    means: Text = ""


class Param(Quantity):
    """A random quantity. `as` says what its values are, or how they are shown (`billion`)."""

    draw: Draw
    as_: Line = Field("", alias="as")
    hidden: Switch = False

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if self.as_ in {"symbol", "record"}:
            refuse(f"`as: {self.as_}` isn't supported yet", "draw numbers, texts, expressions or rows", ("as",))
        for path, values in literals(self.draw, ("draw",)):
            numeric = sum(number(each) is not None for each in values)
            if self.kind in ("text", "expression") or numeric in {0, len(values)}:
                continue
            odd = next(
                index for index, each in enumerate(values) if (number(each) is None) == (2 * numeric >= len(values))
            )
            mend = "draw all numbers, or add `as: text` to the param"
            refuse(f"numbers and texts are mixed: `{values[odd]}`", mend, (*path, odd))
        return self

    @property
    def kind(self) -> str:
        """What the author said that the values are: number, text or expression; "" if nothing."""
        return self.as_ if self.as_ in KINDS else ""

    @property
    def display(self) -> str:
        """How the author wants it shown, "" if the default will do."""
        return "" if self.as_ in KINDS else self.as_


class Let(Quantity):
    """A given quantity derived from params: usable everywhere, not explained."""

    is_: Formula = Field(alias="is")
    hidden: Switch = False

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"is": data} if isinstance(data, str) else data


class Symbol(Quantity):
    """A free letter, a real number of either sign unless it is declared otherwise."""

    HINTS: ClassVar[Mapping[str, str]] = {"latex": "write `symbol`"}
    positive: Switch = False
    integer: Switch = False
    complex_: Switch = Field(default=False, alias="complex")
    range_: Line = Field("", alias="range")
    constant: Switch = False
    function_of: Line = Field("", alias="function of")


class Step(Quantity):
    """A quantity that the solution derives, with its reason.

    Without `is` it is only words, without `do` bookkeeping. `show` is `no` (not told) or a display such as `percent`.
    """

    HINTS: ClassVar[Mapping[str, str]] = {"as": "write `show`"}
    name: Name | None = None
    is_: Formula | None = Field(None, alias="is")
    do: Prose | None = None
    why: Text = ""
    show: Line = "yes"
    when: Formula | None = None

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if self.is_ is not None and self.name is None:
            refuse("a step with `is` needs a name", "add `name: …`")
        if self.is_ is None and self.name is not None:
            refuse("a step with a name needs a formula", "add `is: …`, or take the name away", ("name",))
        if self.is_ is None and self.do is None:
            refuse("a step needs `is` or `do`", "add a formula, or words")
        return self

    @property
    def told(self) -> bool:
        """Whether the worked solution tells it."""
        return self.do is not None and self.show != "no"

    @property
    def display(self) -> str:
        """How the author wants its value shown, "" if the default will do."""
        return "" if self.show in {"yes", "no"} else self.show


class Verify(Authored):
    """What holds for every variant, exactly."""

    that: Formula
    say: Prose


class Trap(Authored):
    """A named wrong procedure: it replaces steps (`instead`), gives a value for its part, or picks options.

    Without `say` the words are those of the pack's trap of that name.
    """

    name: Id
    instead: Annotated[dict[Name, Formula], MAPPING] = {}
    gives: Formula | None = None
    picks: Formula | None = None
    when: Formula | None = None
    credit: Exact = 0
    say: Prose | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [bool(self.instead), self.gives is not None, self.picks is not None]
        if sum(ways) != 1:
            refuse("a trap has exactly one of `instead`, `gives` and `picks`", "keep the one that says what goes wrong")
        return self._checked_credit()

    def _checked_credit(self) -> Self:
        if not 0 <= self.credit < 1:
            refuse("a trap's credit is from 0 to below 1", "", ("credit",))
        return self


def _one_type(answer: dict[str, Any]) -> dict[str, Any]:
    known = set(answer_types())
    types = sorted(set(answer) & known)
    if later := sorted(set(answer) & FORMAT_ANSWERS - known):
        refuse(f"the answer type `{later[0]}` isn't supported yet", f"there are {_names(known)}", (later[0],), key=True)
    if len(types) > 1:
        refuse(f"an answer has one type, and here are {_names(types)}", "keep one", (types[1],), key=True)
    if not types:
        fields = frozenset().union(*(answer_type(name).keys for name in known))
        near = next((key for key in answer if key not in fields and nearest(key, known)), "")
        mend = f"did you mean `{nearest(near, known)}`?" if near else f"one key names it: {_names(known)}"
        refuse("the answer has no type", mend, (near,) if near else (), key=bool(near))
    return answer


def _names(words: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in sorted(words))


class Part(Authored):
    """An answerable piece. `answer` has one key that names its type; the type itself checks the others."""

    HINTS: ClassVar[Mapping[str, str]] = {
        "question": "write `ask`", "worth": "write `points`", "after": "write `otherwise`", "key": "write `answer`",
    }  # fmt: skip
    id: Id
    ask: Prose
    answer: Annotated[dict[str, Any], MAPPING, AfterValidator(_one_type)]
    traps: Annotated[tuple[Trap, ...], MANY, Field(max_length=MAX_ITEMS)] = ()
    hints: Annotated[tuple[Prose, ...], MANY, Field(max_length=20)] = ()
    points: Exact = 1
    otherwise: Text = ""
    reveals: Annotated[tuple[Name, ...], MANY] = ()
    carry: Switch = True
    carried_credit: Exact = 1
    constant_key: Switch = False

    @property
    def type(self) -> str:
        """The key of `answer` that names its type."""
        return next(key for key in self.answer if key in answer_types())

    @model_validator(mode="after")
    def _in_range(self) -> Self:
        if not 0 < self.points <= 1000:
            refuse("a part has more than 0 and at most 1000 points", "", ("points",))
        if not 0 <= self.carried_credit <= 1:
            refuse("credit is from 0 to 1", "", ("carried_credit",))
        return self


class Defaults(Authored):
    """The precision that is asked for, and how values are shown, unless something nearer says otherwise."""

    asked: Line | None = None
    shown: Line | None = None


Log = Literal["natural", "10", "2"]
Decimal = Literal["point", "comma"]


def _link(value: str) -> str:
    kind, colon, name = value.partition(":")
    if not colon or not name.strip():
        refuse(f"`{value}` is no link", "write `glossary:efficiency` or `topic:optimisers`")
    if kind not in LINKS:
        refuse(f"there is no link of the kind `{kind}`", f"the kinds are {_names(LINKS)}")
    return value


class Template(Document):
    """One problem, as authored."""

    LATER: ClassVar[frozenset[str]] = frozenset({"tables", "texts"})
    HINTS: ClassVar[Mapping[str, str]] = {"name": "write `id`", "question": "write `stem`"}
    id: Id
    title: Line
    level: Count
    label: Line = ""
    cell: Line = ""
    skills: Annotated[tuple[Line, ...], MANY] = ()
    links: Annotated[tuple[Annotated[Line, AfterValidator(_link)], ...], MANY] = ()
    continues: Id | None = None
    constant_key: Switch = False
    log: Log | None = None
    decimal: Decimal | None = None
    defaults: Defaults = Defaults()
    marks: Annotated[tuple[Line, Line], TWO] = ("<<", ">>")
    params: Annotated[dict[Name, Param], MAPPING, Field(max_length=MAX_PARAMS)] = {}
    let: Annotated[dict[Name, Let], MAPPING, Field(max_length=MAX_PARAMS)] = {}
    symbols: Annotated[dict[Name, Symbol], MAPPING, Field(max_length=MAX_PARAMS)] = {}
    where: Annotated[tuple[Formula, ...], MANY, Field(max_length=MAX_STEPS)] = ()
    example: Annotated[dict[Name, Line | Annotated[tuple[Line, ...], MANY]], MAPPING] = {}
    steps: Annotated[tuple[Step, ...], MANY, Field(max_length=MAX_STEPS)] = ()
    verify: Annotated[tuple[Verify, ...], MANY, Field(max_length=MAX_STEPS)] = ()
    traps: Annotated[tuple[Trap, ...], MANY, Field(max_length=MAX_STEPS)] = ()
    stem: Prose
    forecast: Text = ""
    figure: Annotated[dict[str, Any], MAPPING] = {}
    solution_figure: Annotated[dict[str, Any], MAPPING] = {}
    parts: Annotated[tuple[Part, ...], MANY, Field(min_length=1, max_length=MAX_PARTS)]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.level not in LEVELS:
            refuse("a level is 1, 2, 3, 4 or 5", "", ("level",))
        for index, trap in enumerate(self.traps):
            if not trap.instead:
                refuse("a template's trap replaces steps", "use `instead`, or move it into a part", ("traps", index))
        for name, figure in (("figure", self.figure), ("solution_figure", self.solution_figure)):
            if figure and not isinstance(figure.get("kind"), str):
                refuse("a figure needs its kind", "add `kind: …`", (name,))
        _refuse_repeats(self)
        if self.continues is None:
            _refuse_unknown_names(self)
        return self


def _refuse_repeats(template: Template) -> None:
    """No two params, lets, steps or symbols, no two parts and no two traps of one part go by one name."""
    steps = [(step.name, ("steps", index, "name")) for index, step in enumerate(template.steps) if step.name]
    names = [(name, (key, name)) for key in ("params", "let", "symbols") for name in getattr(template, key)]
    _once([*names, *steps], "stands for two things")
    _once([(part.id, ("parts", index, "id")) for index, part in enumerate(template.parts)], "is the id of two parts")
    _once([(trap.name, ("traps", index, "name")) for index, trap in enumerate(template.traps)], "names two traps")
    for at, part in enumerate(template.parts):
        traps = [(trap.name, ("parts", at, "traps", index, "name")) for index, trap in enumerate(part.traps)]
        _once(traps, "names two traps of this part")


def _refuse_unknown_names(template: Template) -> None:
    """The example pins params; traps replace steps, and parts reveal them."""
    for name in template.example:
        _known(name, template.params, "param", ("example", name))
    steps = {step.name: step for step in template.steps if step.name}
    for index, trap in enumerate(template.traps):
        for name in trap.instead:
            _known(name, steps, "step", ("traps", index, "instead", name))
    for at, part in enumerate(template.parts):
        for index, name in enumerate(part.reveals):
            _known(name, steps, "step", ("parts", at, "reveals", index))
        for index, trap in enumerate(part.traps):
            for name in trap.instead:
                _known(name, steps, "step", ("parts", at, "traps", index, "instead", name))


def _known(name: str, names: Mapping[str, object], what: str, path: tuple[str | int, ...]) -> None:
    if name not in names:
        near = nearest(name, names)
        refuse(
            f"`{name}` is no {what}",
            f"did you mean `{near}`?" if near else f"there are {_names(names)}",
            path,
            key=path[-1] == name,
        )


def _once(named: Sequence[tuple[str, tuple[str | int, ...]]], what: str) -> None:
    counts = Counter(name for name, _ in named)
    for name, path in reversed(named):
        if counts[name] > 1:
            refuse(f"`{name}` {what}", "rename one of them", path, key=path[-1] == name)


def parse_template(source: Located) -> Template:
    """The template that a file holds; raises SourceError with place and mend for the first thing that is wrong."""
    return Template.read(source)


__all__ = [
    "Defaults", "Draw", "DrawFormula", "DrawFrom", "DrawList", "DrawPick", "DrawRange", "DrawShuffle",
    "Let", "Param", "Part", "Quantity", "Step", "Symbol", "Template", "Trap", "Verify", "parse_template",
]  # fmt: skip
