"""The forms in which an author says which values a param may take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from quizgen.authoring.authored import MANY, Authored, Count, Exact, Formula, Line, Name, Prose, Switch, number, refuse

MAX_ITEMS = 1_000
"""Of one list that an author writes."""
LARGEST_SHAPE = 6
"""Rows and columns of a drawn matrix."""


def _listed(data: object) -> object:
    return {"values": data} if isinstance(data, list) else data


def _sizes(data: object) -> object:
    return [data] if isinstance(data, str) else data


class DrawList(Authored):
    """Literals, all numbers or all texts, in the author's order; repeats weigh."""

    values: Annotated[tuple[Prose, ...], MANY, Field(min_length=1, max_length=MAX_ITEMS)]
    _shape = model_validator(mode="before")(_listed)

    @property
    def numbers(self) -> tuple[int | Fraction, ...] | None:
        """The values as exact numbers; None if any of them is none."""
        found = tuple(number(each) for each in self.values)
        return None if None in found else found  # type: ignore[return-value]  # None is ruled out


class DrawFormula(Authored):
    """The name of a table (one of its rows is drawn), or a formula of earlier params that gives a list."""

    formula: Formula

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, data: object) -> object:
        return {"formula": data} if isinstance(data, str) else data


class _Modified(Authored):
    LATER: ClassVar[frozenset[str]] = frozenset({
        "normal", "uniform", "binomial", "poisson", "exponential", "round",
    })  # fmt: skip
    except_: Annotated[tuple[Line, ...], MANY] = Field((), alias="except")
    apart_from: Annotated[
        tuple[Name, ...], BeforeValidator(lambda data: [data] if isinstance(data, str) else data)
    ] = ()
    shape: Annotated[tuple[Count, ...], BeforeValidator(_sizes)] = ()

    @model_validator(mode="after")
    def _is_a_matrix(self) -> Self:
        if self.shape and not (len(self.shape) <= 2 and all(1 <= size <= LARGEST_SHAPE for size in self.shape)):
            refuse(f"a matrix has 1 to {LARGEST_SHAPE} rows and columns", "write `shape: [2, 3]`", ("shape",))
        return self


class DrawRange(_Modified):
    """`from`, `from + step`, … up to `to`, or `from`, `from · times`, … up to `to`; `step` is 1 if neither is given."""

    from_: Exact = Field(alias="from")
    to: Exact
    step: Exact | None = None
    times: Exact | None = None

    @model_validator(mode="after")
    def _runs_up(self) -> Self:
        if self.step is not None and self.times is not None:
            refuse("a range has a step or a factor, not both", "keep `step` or `times`")
        if self.step is not None and self.step <= 0:
            refuse("the step must be positive", "write the smaller end as `from`", ("step",))
        if self.times is not None and (self.times <= 1 or self.from_ <= 0):
            refuse("a range by factors starts above 0 and has a factor above 1", "", ("times",))
        if self.to < self.from_:
            refuse("the range ends before it starts", "write the smaller end as `from`", ("to",))
        return self


class DrawFrom(_Modified):
    """One value of another draw, without those that `except` or `apart_from` rules out."""

    of: Draw


class DrawPick(_Modified):
    """`pick` distinct values of another draw, in drawn, rising or falling order."""

    pick: Count
    of: Draw
    order: Literal["drawn", "rising", "falling"] = "drawn"
    distinct: Switch = True
    sorted: Switch = False

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if not 1 <= self.pick <= 100:
            refuse("1 to 100 values can be picked", "", ("pick",))
        if not self.distinct:
            refuse("`distinct: no` isn't supported yet", "draw one param for each value", ("distinct",))
        if self.sorted and self.order == "falling":
            refuse("`sorted: yes` means a rising order", "keep `order: falling`", ("sorted",))
        return self

    @property
    def arrangement(self) -> str:
        """drawn, rising or falling."""
        return "rising" if self.sorted else self.order


class DrawShuffle(Authored):
    """All values of a list, of a table or of a formula, in a drawn order."""

    shuffle: Draw


def _which_form(data: object) -> str:
    """The tag of a draw's form: `<…>`, so that it can't be taken for a key."""
    if isinstance(data, Authored):
        return f"<{type(data).__name__}>"
    if not isinstance(data, Mapping):
        return "<DrawList>" if isinstance(data, list) else "<DrawFormula>"
    for key, tag in (("pick", "<DrawPick>"), ("shuffle", "<DrawShuffle>"), ("of", "<DrawFrom>")):
        if key in data:
            return tag
    return "<DrawRange>"


Draw = Annotated[
    Annotated[DrawList, Tag("<DrawList>")]
    | Annotated[DrawFormula, Tag("<DrawFormula>")]
    | Annotated[DrawRange, Tag("<DrawRange>")]
    | Annotated[DrawFrom, Tag("<DrawFrom>")]
    | Annotated[DrawPick, Tag("<DrawPick>")]
    | Annotated[DrawShuffle, Tag("<DrawShuffle>")],
    Discriminator(_which_form),
]
"""How the value of a param is chosen."""


def literals(draw: Any, path: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every list of literals inside a draw, with its place."""
    if isinstance(draw, DrawList):
        yield path, draw.values
    if isinstance(draw, DrawPick | DrawFrom):
        yield from literals(draw.of, (*path, "of"))
    if isinstance(draw, DrawShuffle):
        yield from literals(draw.shuffle, (*path, "shuffle"))
