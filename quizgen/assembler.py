"""A plan and students make problem sets: the same secret, the same sheets, and nobody moves for those who come late.

What a student gets depends on the secret, the set, the student and the attempt; on the students before only where a
variant that one of them has is drawn anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple

from quizgen import sampler
from quizgen.answers import answer_type
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound, SpaceError
from quizgen.generator import Params, asked, from_params, params_from_json, params_to_json, variant_id
from quizgen.problem_set import Problem, StudentRecord, form_code, keyed, problem_seed, student_seed
from quizgen.roster import Student
from quizgen.sampling.space import variants
from quizgen.sets.set_plan import Offer, Reserve, SetPlan, Slot, families
from quizgen.sets.used import Marks
from quizgen.variant import Variant

REDRAWS = 8
"""How often a variant that someone else has is drawn anew, before those that are left are dealt one by one."""
DECK = 100_000
"""Up to so many variants are dealt in an order that the secret decides; more would take too much memory."""
NOTHING = Offer(0, exact=False)


class Drawn(NamedTuple):
    """A slot with its variant. `draw` counts the draws before it."""

    slot: Slot
    variant: Variant
    draw: int


class Sheet(NamedTuple):
    """What one student gets, problems in the order of their numbers."""

    student: Student
    attempt: int
    form: str
    drawn: tuple[Drawn, ...]


class Assembler:
    """Makes `students` sheets one after another, and remembers which variants and form codes are used.

    `offers` says how many variants each template has.
    """

    def __init__(self, plan: SetPlan) -> None:
        self.plan = plan
        self.offers: Mapping[str, Offer] = {}
        self.students = 0
        """How many sheets are still to be made; with `repeats: never` enough is kept for them."""
        self.used: Counter[str] = Counter()
        """How many variants of each template are used."""
        self.repeated: Counter[str] = Counter()
        """How often a template gave a variant that another student has too."""
        self._marks, self._codes = Marks(), Marks()
        self._rest: dict[str, Iterator[dict[str, Any]]] = {}
        self._shared: dict[int, dict[str, Drawn]] = {}

    def shares(self, attempt: int) -> bool:
        """Whether what all students of an attempt share is drawn."""
        return attempt in self._shared

    def take(self, record: StudentRecord) -> None:
        """Remember a sheet that is made already."""
        self._codes.add(_number_of(record.form))
        for problem in record.problems:
            slot = slot_of(problem)
            if self.plan.sections[slot.section].variants == "shared":
                drawn = self._shared.setdefault(record.attempt, {})
                if slot.name in drawn:
                    continue
                drawn[slot.name] = self._restored(slot, problem)
            for variant in (*problem.earlier, problem.variant):
                self._mark(problem.template, variant)

    def sheet(self, student: Student, attempt: int = 1, apart_from: Collection[str] = ()) -> Sheet:
        """The next sheet; `apart_from` are variants that it mustn't have. Raises SpaceError where none is left."""
        plan, own = self.plan, set(apart_from)
        shared = self._shared_of(attempt, own)
        slots = plan.slots(student.id, attempt, self._reserve().take)
        seed = student_seed(plan.secret, plan.set, student.id, attempt)
        drawn = {slot: shared[slot.name] for slot in slots if slot.name in shared}
        own.update(each.variant.id for each in drawn.values())
        for family in families([slot for slot in slots if slot.name not in shared], plan.templates):
            drawn.update({each.slot: each for each in self._draw(family, seed, own)})
        self.students -= 1
        code = self._code(student.id, attempt)
        return Sheet(student, attempt, code, tuple(drawn[slot] for slot in self._ordered(slots, seed)))

    def again(self, record: StudentRecord, number: int) -> list[Drawn]:
        """Other variants for one problem of a sheet, and for those of its family. Raises NotFound, SpaceError."""
        plan, by_slot = self.plan, {problem.slot: problem for problem in record.problems}
        wanted = next((slot_of(problem) for problem in record.problems if problem.number == number), None)
        if wanted is None:
            raise NotFound(f"{record.student} has no problem {number}; there are 1 to {len(record.problems)}")
        if plan.sections[wanted.section].variants == "shared":
            raise NotFound(f"problem {number} is the same for all students, so nobody gets another one")
        slots = sorted((slot_of(problem) for problem in record.problems), key=_place)
        fresh = [slot for slot in slots if plan.sections[slot.section].variants == "fresh"]
        family = next(each for each in families(fresh, plan.templates) if wanted in each)
        own = {variant for each in record.problems for variant in (each.variant, *each.earlier)}
        seed = student_seed(plan.secret, plan.set, record.student, record.attempt)
        return self._draw(family, seed, own, by_slot[family[0].name].draw + 1)

    # ------------------------------------------------------------------------------------------------ drawing
    def _draw(self, family: Sequence[Slot], seed: str, own: set[str], first: int = 0) -> list[Drawn]:
        """Variants for slots that are drawn together, none of them in `own`, new to the set while there are such."""
        templates = [self.plan.templates[slot.template] for slot in family]
        new = self.plan.repeats == "never" or all(self._left(each.id) > 0 for each in templates)
        draw, last = first, first + self._turns(templates, new=new)
        while draw < last:
            of = problem_seed(seed, family[0].name, draw)
            found: list[Params] = [sampler.draw(template, of) for template in templates]
            ids = list(map(variant_id, templates, found))
            if self._is_free(ids, own, new=new):
                return self._taken(family, found, ids, own, draw)
            draw += 1
        found = self._next_free(templates, own, new=new)
        return self._taken(family, found, list(map(variant_id, templates, found)), own, draw)

    def _turns(self, templates: Sequence[CompiledTemplate], *, new: bool) -> int:
        """How often to draw: once where most variants are used, so that most further draws would be in vain."""
        if len(templates) > 1:
            return 20 * REDRAWS
        offer = self.offers.get(templates[0].id, NOTHING)
        return 1 if new and offer.exact and 2 * self._left(templates[0].id) < offer.count else REDRAWS

    def _is_free(self, ids: Iterable[str], own: Collection[str], *, new: bool) -> bool:
        return not any(each in own or (new and int(each, 16) in self._marks) for each in ids)

    def _next_free(self, templates: Sequence[CompiledTemplate], own: Collection[str], *, new: bool) -> list[Params]:
        """The first variants of the space that are free.

        Where they must be new, those passed over stay used, so the search goes on from where it stopped.
        """
        widest = max(templates, key=lambda template: len(template.params))
        alone = new and len(templates) == 1
        if alone and widest.id not in self._rest:
            self._rest[widest.id] = self._dealt(widest)
        for params in self._rest[widest.id] if alone else variants(widest):
            found = [_those_of(template, params) for template in templates]
            if self._is_free(map(variant_id, templates, found), own, new=new):
                return found
        raise SpaceError(f"{widest.id}: no variant is left that isn't used")

    def _dealt(self, template: CompiledTemplate) -> Iterator[dict[str, Any]]:
        """All variants of a template; if they are few, in an order that the secret decides."""
        every = variants(template)
        some = list(islice(every, DECK))
        if len(some) < DECK:
            key = bytes.fromhex(keyed(self.plan.secret, "deal", self.plan.set, template.id))
            some.sort(key=lambda params: keyed(key, variant_id(template, params)))
        return chain(some, every)

    def _taken(
        self, family: Sequence[Slot], found: Sequence[Params], ids: Sequence[str], own: set[str], draw: int
    ) -> list[Drawn]:
        taken = []
        for slot, params, name in zip(family, found, ids, strict=True):
            own.add(name)
            self._mark(slot.template, name)
            variant = self.plan.variants.get(name, partial(from_params, self.plan.templates[slot.template], params))
            taken.append(Drawn(slot, variant, draw))
        return taken

    def _mark(self, template: str, variant: str) -> None:
        counts = self.used if self._marks.add(int(variant, 16)) else self.repeated
        counts[template] += 1

    def _left(self, name: str) -> int:
        return self.offers.get(name, NOTHING).count - self.used[name]

    def _shared_of(self, attempt: int, own: Collection[str]) -> Mapping[str, Drawn]:
        """What all students of an attempt share: drawn with its first sheet, unless a record has it."""
        plan = self.plan
        if attempt not in self._shared:
            # "" is no student's id, so these draws are nobody's own.
            slots = plan.slots("", attempt, lambda _, __: True)
            wanted = [slot for slot in slots if plan.sections[slot.section].variants == "shared"]
            seed, taken = student_seed(plan.secret, plan.set, "", attempt), set(own)
            found = [each for family in families(wanted, plan.templates) for each in self._draw(family, seed, taken)]
            self._shared[attempt] = {each.slot.name: each for each in found}
        return self._shared[attempt]

    def _restored(self, slot: Slot, problem: Problem) -> Drawn:
        template = self.plan.templates[problem.template]
        return Drawn(slot, from_params(template, params_from_json(template, problem.params)), problem.draw)

    # ------------------------------------------------------------------------------------------------ arranging
    def _reserve(self) -> Reserve:
        """What this sheet may take: with `repeats: never` later ones must have enough, else only new is better."""
        left = {name: self._left(name) for name in self.plan.templates}
        if self.plan.repeats != "never":
            return Reserve(left, (), ())
        return Reserve(left, self.plan.demands(1), self.plan.demands(self.students - 1))

    def _ordered(self, slots: Sequence[Slot], seed: str) -> list[Slot]:
        """The slots as the sheet shows them: shuffled where that is wanted, what continues a problem after it."""
        plan, key = self.plan, bytes.fromhex(seed)
        ordered = list(slots)
        for index, section in enumerate(plan.sections):
            if section.order == "shuffled":
                _shuffle(ordered, [slot for slot in slots if slot.section == index], key)
        if plan.order == "shuffled":
            _shuffle(ordered, slots, key)
        for family in families(slots, plan.templates):
            _arrange(ordered, family, sorted(family, key=self._depth))
        return ordered

    def _depth(self, slot: Slot) -> tuple[bool, int]:
        template = self.plan.templates[slot.template]
        return bool(template.continues), len(template.params)

    def _code(self, student: str, attempt: int) -> str:
        turn, plan = 0, self.plan
        while not self._codes.add(_number_of(code := form_code(plan.secret, plan.set, student, attempt, turn))):
            turn += 1
        return code


def assemble(plan: SetPlan, students: Sequence[Student], offers: Mapping[str, Offer]) -> Iterator[Sheet]:
    """A sheet for each student, in their order."""
    assembler = Assembler(plan)
    assembler.offers, assembler.students = offers, len(students)
    return (assembler.sheet(student) for student in students)


def record_of(sheet: Sheet, plan: SetPlan, deadline: str = "") -> StudentRecord:
    """A sheet as the manifest keeps it; `deadline` is that of the set."""
    student = sheet.student
    problems = tuple(problem_of(number, each, plan) for number, each in enumerate(sheet.drawn, 1))
    return StudentRecord(
        student.id, sheet.form, sheet.attempt, student.due(deadline), problems, student.name, student.email,
        student.section, student.extra,
    )  # fmt: skip


def problem_of(number: int, drawn: Drawn, plan: SetPlan, earlier: tuple[str, ...] = ()) -> Problem:
    """One problem as the manifest keeps it, with its keys."""
    variant = drawn.variant
    keys = plan.keys.get(variant.id, partial(_keys, variant))
    return Problem(
        number, drawn.slot.name, variant.template.id, variant.id, params_to_json(variant.params),
        plan.points(drawn.slot.section, variant.template.id), keys, drawn.draw, earlier,
    )  # fmt: skip


def _keys(variant: Variant) -> dict[str, str]:
    """For each part a response that is right."""
    keys = {}
    for part in variant.template.parts:
        kind, question = answer_type(part.answer), asked(variant, part)
        keys[part.id] = kind.show(kind.key(question), question)
    return keys


def slot_of(problem: Problem) -> Slot:
    """The place in the blueprint that a problem fills."""
    return Slot(int(problem.slot.partition(".")[0]) - 1, problem.slot, problem.template)


def _place(slot: Slot) -> tuple[int, int]:
    return slot.section, int(slot.name.partition(".")[2])


def _number_of(code: str) -> int:
    return int.from_bytes(code.encode()[:8], "big")


def _those_of(template: CompiledTemplate, params: Params) -> Params:
    return {param.name: params[param.name] for param in template.params}


def _shuffle(ordered: list[Slot], some: Iterable[Slot], key: bytes) -> None:
    some = list(some)
    _arrange(ordered, some, sorted(some, key=lambda slot: keyed(key, "order", slot.name)))


def _arrange(ordered: list[Slot], some: Sequence[Slot], wanted: Sequence[Slot]) -> None:
    """Put some of the slots, on the places that they have together, into the order that is wanted."""
    places = sorted(ordered.index(slot) for slot in some)
    for place, slot in zip(places, wanted, strict=True):
        ordered[place] = slot
