"""What all sheets of a set have in common, which templates fill which place, and the proof that there are enough.

Choices are keyed by the set's secret: the templates that a section gives to all students by the set, those that it
chooses for each by the student.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from quizgen.compiled import CompiledTemplate
from quizgen.maths.values import whole
from quizgen.problem_set import SectionPlan, keyed, student_seed
from quizgen.sets.filling import Demand, Offers, fits, met
from quizgen.sets.kept import Kept
from quizgen.variant import Variant

SAME = 2_000
"""How many variants are kept with what was made of them; small spaces have fewer."""


class Slot(NamedTuple):
    """A place in the blueprint that a sheet fills: its section (from 0), its name there, and the template chosen."""

    section: int
    name: str
    template: str


class Shortage(NamedTuple):
    """What a section (from 0) lacks: so many variants of these templates are wanted, so many are there for it."""

    section: int
    templates: tuple[str, ...]
    wanted: int
    there: int


@dataclass(frozen=True)
class SetPlan:
    """The set's secret, id and sections, and its templates by id. `repeats` is never or warn."""

    secret: bytes
    set: str
    sections: tuple[SectionPlan, ...]
    templates: Mapping[str, CompiledTemplate]
    order: str = "fixed"
    repeats: str = "warn"

    def demands(self, students: int, *, shared: bool = False) -> list[Demand]:
        """What so many fresh sheets take, section by section; what they all share only if that is still to be drawn."""
        found = []
        for index, section in enumerate(self.sections):
            sheets = students if section.variants == "fresh" else int(shared)
            if not section.picked:
                found.append(Demand(index, section.templates, section.problems * sheets))
            for name, times in Counter(section.picked).items():
                found.append(Demand(index, (name,), times * sheets))
        return [demand for demand in found if demand.amount]

    def points(self, section: int, name: str) -> dict[str, Fraction | int]:
        """The points of each part of a template in a section."""
        return self._points.get((section, name), lambda: points_of(self.templates[name], self.sections[section].points))

    @cached_property
    def _points(self) -> Kept[dict[str, Fraction | int]]:
        return Kept(10_000)

    @cached_property
    def variants(self) -> Kept[Variant]:
        """Variants by id: where a space is small, students share them."""
        return Kept(SAME)

    @cached_property
    def keys(self) -> Kept[dict[str, str]]:
        """Keys as responses, by the variant's id."""
        return Kept(SAME)

    def slots(self, student: str, attempt: int, take: Callable[[int, str], bool]) -> list[Slot]:
        """The slots of a student's sheet, section by section; `take` says whether a section may take a template."""
        key = bytes.fromhex(student_seed(self.secret, self.set, student, attempt))
        uses = Counter(name for section in self.sections for name in section.picked)
        given: dict[int, Sequence[str]] = {index: section.picked for index, section in enumerate(self.sections)}
        for index in _by_choice(self, [index for index, names in given.items() if not names]):
            templates = self.sections[index].templates
            rank = {name: keyed(key, "template", name) for name in templates}
            given[index] = sorted(_chosen(self, index, rank, uses, take), key=templates.index)
        return [
            Slot(index, f"{index + 1}.{place}", name)
            for index, names in given.items()
            for place, name in enumerate(names, 1)
        ]


def picking(plan: SetPlan, for_all: Collection[int], students: int, offers: Offers) -> SetPlan:
    """The plan with the templates picked that the sections of `for_all` give to all students.

    Of those that stand on the sheet least often, those that have a variant for every student are preferred.
    """
    planned: Counter[str] = Counter()
    uses = Counter(name for section in plan.sections for name in section.picked)

    def take(index: int, name: str) -> bool:
        wanted = planned[name] + (1 if plan.sections[index].variants == "shared" else students)
        enough = offers.upto(name, wanted) >= wanted
        if enough:
            planned[name] = wanted
        return enough

    sections = list(plan.sections)
    rank = {name: keyed(plan.secret, "pick", plan.set, name) for name in plan.templates}
    for index in _by_choice(plan, for_all):
        picked = _chosen(plan, index, rank, uses, take)
        ordered = tuple(sorted(picked, key=sections[index].templates.index))
        sections[index] = sections[index]._replace(picked=ordered)
    return replace(plan, sections=tuple(sections))


class Offer(NamedTuple):
    """How many variants a template has: just so many if `exact`, else at least so many."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which no record needs
    exact: bool


class Proof(NamedTuple):
    """Whether there are variants enough: what is missing, and what each template offers."""

    missing: list[Shortage]
    offers: dict[str, Offer]


def prove(plan: SetPlan, students: int, offers: Offers, used: Mapping[str, int], *, shared: bool) -> Proof:
    """Whether so many more sheets can be made without a variant that anyone has; `used` are those used so far.

    What it finds is the same however far `offers` has counted before.
    """
    demands = plan.demands(students, shared=shared)
    names = sorted({name for demand in demands for name in demand.templates})
    most = sum(demand.amount for demand in demands)
    enough = dict.fromkeys(names, min(most, students))
    for demand in demands:
        if len(demand.templates) == 1:
            enough[demand.templates[0]] = max(enough[demand.templates[0]], demand.amount)
    while True:
        there = {name: min(offers.upto(name, used.get(name, 0) + wanted) - used.get(name, 0), wanted)
                 for name, wanted in enough.items()}  # fmt: skip
        given = met(demands, there)
        more = [name for name in names if there[name] >= enough[name] < most]
        if not more or given == [demand.amount for demand in demands]:
            known = {
                name: Offer(used.get(name, 0) + count, exact=count < enough[name]) for name, count in there.items()
            }
            return Proof(_missing(demands, given), known)
        enough.update({name: min(most, 2 * enough[name]) for name in more})


def _missing(demands: Sequence[Demand], given: Sequence[int]) -> list[Shortage]:
    pairs = zip(demands, given, strict=True)
    return [Shortage(each.section, each.templates, each.amount, got) for each, got in pairs if got < each.amount]


def _by_choice(plan: SetPlan, some: Iterable[int]) -> list[int]:
    """Sections, those with the least choice first, so that the others leave them what they need."""
    sections = plan.sections
    return sorted(some, key=lambda index: (len(sections[index].templates) - sections[index].problems, index))


def _chosen(
    plan: SetPlan, index: int, rank: Mapping[str, str], uses: Counter[str], take: Callable[[int, str], bool]
) -> list[str]:
    """As many templates as a section wants: those that stand on the sheet least often, of these the first by rank.

    `uses` counts on. One that may not be taken is passed over, but where variants may repeat never for one that stands
    on the sheet more often. If nothing may be taken the first is; what comes of that is for the caller to say.
    """
    section, chosen = plan.sections[index], []
    for _ in range(section.problems):
        ordered = sorted(section.templates, key=lambda name: (uses[name], rank[name]))
        least = uses[ordered[0]]
        some = [name for name in ordered if uses[name] == least] if plan.repeats == "warn" else ordered
        name = next((name for name in some if take(index, name)), ordered[0])
        uses[name] += 1
        chosen.append(name)
    return chosen


class Reserve:
    """What one sheet may still take of each template, so that every later sheet can be filled too."""

    def __init__(self, left: Mapping[str, int], now: Sequence[Demand], later: Sequence[Demand]) -> None:
        self._left, self._now, self._later = dict(left), list(now), list(later)

    def take(self, index: int, name: str) -> bool:
        """Whether a section may take a variant of a template; if so, it is taken."""
        left = {**self._left, name: self._left.get(name, 0) - 1}
        now = [each._replace(amount=each.amount - (each.section == index)) for each in self._now]
        if left[name] < 0 or not fits([*now, *self._later], left):
            return False
        self._left, self._now = left, now
        return True


def points_of(template: CompiledTemplate, points: Fraction | int | None) -> dict[str, Fraction | int]:
    """The points of each part; `points` together, in the template's proportions, unless that is None."""
    total = sum((Fraction(part.points) for part in template.parts), Fraction(0))
    if points is None or not total:
        return {part.id: part.points for part in template.parts}
    return {part.id: whole(Fraction(part.points) * points / total) for part in template.parts}


def families(slots: Sequence[Slot], templates: Mapping[str, CompiledTemplate]) -> Iterator[list[Slot]]:
    """The slots that are drawn together: a template and those that continue it have the same numbers on one sheet."""
    found: list[tuple[str, list[Slot]]] = []
    for slot in slots:
        root = templates[slot.template].continues or slot.template
        fitting = (family for other, family in found if other == root and slot.template not in _templates(family))
        family = next(fitting, None)
        if family is None:
            found.append((root, family := []))
        family.append(slot)
    return (family for _, family in found)


def _templates(family: Sequence[Slot]) -> list[str]:
    return [slot.template for slot in family]
