"""What a teacher writes for a problem set: sections, points, what may repeat, deadlines, and what students get back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Annotated, Literal, NoReturn

from quizgen.authoring.authored import MANY, Authored, Count, Document, Exact, Id, Line, Switch, Text, number
from quizgen.errors import MathsError, ReadingError, SourceError
from quizgen.located import Located, Path
from quizgen.prose import Prose, parse
from quizgen.sets.deadlines import Late, moment, span

MAX_SECTIONS = 50
MAX_PROBLEMS = 100
"""Of one sheet."""
MAX_INSTRUCTIONS = 5_000
CALL = "--level, --skill and --count"
"""Where a blueprint stands that has no file."""
AFTERWARDS = ("score", "verdicts", "feedback", "keys", "solutions")

Afterwards = Literal["score", "verdicts", "feedback", "keys", "solutions"]
Order = Literal["fixed", "shuffled"]


class Section(Authored):
    """Some problems of a sheet: how many, and from which templates.

    A template fits that has one of the levels, one of the skills, one of the cells, and is among the ids; what isn't
    given doesn't matter. `pick: same` gives all students the same templates, `each` gives each their own choice;
    `variants: shared` gives all the same numbers too. `points` is what each problem is worth; its parts keep their
    proportions.
    """

    title: Line = ""
    count: Count | None = None
    levels: Annotated[tuple[Count, ...], MANY] = ()
    skills: Annotated[tuple[Line, ...], MANY] = ()
    cells: Annotated[tuple[Line, ...], MANY] = ()
    ids: Annotated[tuple[Line, ...], MANY] = ()
    points: Exact | None = None
    pick: Literal["same", "each"] = "same"
    variants: Literal["fresh", "shared"] = "fresh"
    order: Order = "fixed"

    @property
    def problems(self) -> int:
        """How many problems it puts on a sheet: `count`, or one for each id."""
        return len(self.ids) if self.count is None else self.count


class LateRules(Authored):
    """What happens to late submissions. `off` is a share of the points reached, lost for each day begun (`10%`)."""

    accept: Switch = True
    grace: Line = ""
    off: Line = ""
    closes: Line = ""


class Blueprint(Document):
    """A problem set as its teacher plans it. `id` names the set; without one its secret does."""

    id: Id | None = None
    title: Line = "Problem set"
    instructions: Text = ""
    sections: Annotated[tuple[Section, ...], MANY]
    order: Order = "fixed"
    repeats: Literal["never", "warn"] = "warn"
    deadline: Line = ""
    late: LateRules = LateRules()
    attempts: Count = 1
    counts: Literal["first", "last", "best"] = "last"
    afterwards: Annotated[tuple[Afterwards, ...], MANY] = AFTERWARDS  # type: ignore[assignment]  # the same words
    hints: Switch = True
    carry: Switch = True

    def words(self) -> Prose:
        """The instructions as prose."""
        return parse(self.instructions, _no_insertion)

    @property
    def problems(self) -> int:
        """How many problems a sheet has."""
        return sum(section.problems for section in self.sections)

    def due(self) -> str:
        """The deadline in ISO form with its offset, "" if there is none. Raises SourceError."""
        return moment(self.deadline).isoformat() if self.deadline else ""

    def lateness(self) -> Late:
        """What lateness costs. Raises SourceError."""
        rules = self.late
        closes = span(rules.closes) if rules.closes else None
        grace = span(rules.grace) if rules.grace else timedelta(0)
        return Late(grace, share(rules.off) if rules.off else Fraction(0), closes if rules.accept else grace)


def parse_blueprint(source: Located) -> Blueprint:
    """The blueprint that a file holds. Raises SourceError, with the place of the first thing that is wrong."""
    blueprint = Blueprint.read(source)
    for path, problem in _problems(blueprint):
        raise blueprint.error(problem.what, path, mend=problem.mend)
    return blueprint


def simple_blueprint(levels: tuple[int, ...], count: int, skill: str = "") -> Blueprint:
    """The blueprint of `quiz generate --level 2 --count 5`. Raises SourceError."""
    section = {"count": str(count), **({"levels": [str(level) for level in levels]} if levels else {})}
    data = {"sections": [section | ({"skills": [skill]} if skill else {})]}
    try:
        return parse_blueprint(Located(data, CALL, "", {}))
    except SourceError as problem:
        raise SourceError(problem.what, file=CALL, mend=problem.mend) from None


def share(text: str) -> Fraction:
    """A share from 0 to 1, written as `10%`, `0.1` or `1/10`. Raises SourceError."""
    bare = text.strip()
    value = number(bare.removesuffix("%").strip())
    if value is not None:
        value = Fraction(value) / (100 if bare.endswith("%") else 1)
    if value is None or not 0 <= value <= 1:
        raise SourceError(f"`{bare}` is no share", mend="write it as `10%`")
    return Fraction(value)


def _problems(blueprint: Blueprint) -> Iterator[tuple[Path, SourceError]]:
    """Everything that only shows when values are read, each with its place."""
    for key, check in (("deadline", blueprint.due), ("late", blueprint.lateness)):
        try:
            check()
        except SourceError as wrong:
            yield (key,), wrong
    try:
        blueprint.words()
    except MathsError as wrong:
        yield ("instructions",), SourceError(wrong.what, mend=wrong.mend)
    yield from _counts(blueprint)
    for index, section in enumerate(blueprint.sections):
        for path, problem in _section_problems(section):
            yield ("sections", index, *path), problem
    if blueprint.problems > MAX_PROBLEMS:
        yield ("sections",), SourceError(f"a sheet has at most {MAX_PROBLEMS} problems", mend="make two sets")


def _no_insertion(_source: str, _display: str, _in_maths: bool, offset: int) -> NoReturn:  # noqa: FBT001 - as prose calls it
    raise ReadingError("instructions are the same for all: nothing can be put in", start=offset, mend="write no `<<`")


def _counts(blueprint: Blueprint) -> Iterator[tuple[Path, SourceError]]:
    if not 1 <= len(blueprint.sections) <= MAX_SECTIONS:
        yield ("sections",), SourceError(f"a set has 1 to {MAX_SECTIONS} sections", mend="write `- count: 5`")
    if not 1 <= blueprint.attempts <= 1000:
        yield ("attempts",), SourceError("at least one attempt must be allowed", mend="write `attempts: 1`")
    if len(blueprint.instructions) > MAX_INSTRUCTIONS:
        mend = f"{MAX_INSTRUCTIONS:,} characters at most"
        yield ("instructions",), SourceError("the instructions are too long", mend=mend)


def _section_problems(section: Section) -> Iterator[tuple[Path, SourceError]]:
    if section.count is None and not section.ids:
        yield (), SourceError("this section doesn't say how many problems it has", mend="add `count: 3`")
    elif section.problems < 1:
        yield ("count",), SourceError("a section has at least one problem", mend="write `count: 1`, or take it away")
    for index, level in enumerate(section.levels):
        if not 1 <= level <= 5:
            yield ("levels", index), SourceError(f"there is no level {level}", mend="levels go from 1 to 5")
    if section.pick == "each" and section.variants == "shared":
        mend = "take `pick` away, or `variants`"
        yield ("pick",), SourceError("all students share the variants, so all have the same templates", mend=mend)
    if section.points is not None and section.points <= 0:
        yield ("points",), SourceError("a problem is worth more than 0 points", mend="write `points: 1`")
