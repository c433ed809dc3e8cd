"""Sheets for a whole class: a set begun or gone on with, latecomers, resits, and other problems for one student."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from quizgen import __version__
from quizgen.assembler import Assembler, problem_of, record_of
from quizgen.bank import Bank
from quizgen.batch.files import Together, content_digest, locked, make_folder, write_whole
from quizgen.batch.planning import Enough, planned, proved
from quizgen.batch.roster_files import Roster, mark_of
from quizgen.batch.run import Made, New, Pending, Run, Tell, next_table
from quizgen.batch.set_folder import MANIFEST, SECRET, SNAPSHOT, STUDENTS, TEACHER, SetFolder, secret_of
from quizgen.blueprint import Blueprint
from quizgen.codec import to_json
from quizgen.errors import OutputError, SourceError
from quizgen.problem_set import Head, SetPolicy, Snapshot, StudentRecord, head_to_json, seal
from quizgen.roster import Student, same_id
from quizgen.sets.filling import Offers
from quizgen.sets.set_plan import Offer, SetPlan
from quizgen.sets.used import Marks

FORMATS = ("html", "md")
FEW = 20
"""So many further sheets are told one by one."""
_LEFT = frozenset({".lock", SECRET, SNAPSHOT})
"""What a run that was killed before its manifest leaves in `teacher`."""


class Wish(NamedTuple):
    """What a new set is made from. `secret` None means: make one."""

    blueprint: Blueprint
    roster: Roster
    formats: tuple[str, ...] = ("html",)
    forms: bool = True
    secret: bytes | None = None

    def inputs(self) -> dict[str, str]:
        """Digests of what decides the sheets beside the secret and the bank."""
        return {"roster": self.roster.digest, "blueprint": content_digest(self.blueprint.canonical())}


class Outcome(NamedTuple):
    """What a run did: `made` sheets, of which an earlier run had made `gone_on`; `sheets` are in the set now.

    `forms` are the codes of the sheets made, with their students, where they are few.
    """

    folder: Path
    made: int
    sheets: int
    gone_on: int = 0
    notes: tuple[str, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()


class Newcomer(NamedTuple):
    """Who gets a sheet, for which attempt, and without which variants."""

    student: Student
    attempt: int = 1
    apart_from: tuple[str, ...] = ()


class Newcomers(NamedTuple):
    """Everyone who gets a sheet in one run: `each` goes through them anew each time, `count` of them."""

    each: Callable[[], Iterator[Newcomer]]
    count: int  # type: ignore[assignment]  # hides tuple.count, which no record needs


def silent(_done: int, _of: int) -> None:
    """Tells nobody how far it is."""


# ---------------------------------------------------------------------------------------------------- a new set
def generate(out: Path, wish: Wish, bank: Bank, tell: Tell = silent) -> Outcome:
    """Make a set in a folder, or go on with one that the same inputs began; a finished one stays as it is.

    Raises SourceError or SpaceError before anything is written, OutputError where it can't be, or where the folder
    holds something else or another run writes into it.
    """
    if (out / TEACHER / MANIFEST).is_file():
        with locked(out / TEACHER):
            return _filled(SetFolder(out), wish, None, tell)
    _refuse_others(out)
    secret = wish.secret or _left_secret(out) or os.urandom(16)
    plan, enough = planned(wish.blueprint, bank, wish.roster.count, secret)
    make_folder(out)
    with locked(make_folder(out / TEACHER, private=True)):
        if not (out / TEACHER / MANIFEST).is_file():
            _begin(out, wish, plan)
            return _filled(SetFolder(out), wish, enough, tell)
        return _filled(SetFolder(out), wish, None, tell)


def _begin(out: Path, wish: Wish, plan: SetPlan) -> None:
    """Secret, snapshot and manifest: from now on the set is what they say, whatever becomes of bank and blueprint."""
    teacher = out / TEACHER
    write_whole(teacher / SECRET, plan.secret.hex() + "\n", private=True)
    make_folder(out / STUDENTS)
    make_folder(teacher / SNAPSHOT, private=True)
    kept = {}
    with Together() as together:
        for name, template in plan.templates.items():
            text = json.dumps(to_json(template), ensure_ascii=False, separators=(",", ":"))
            digest = content_digest(text)
            kept[name] = Snapshot(template.digests, f"{SNAPSHOT}/{digest}.json", digest)
            together.write(teacher / kept[name].file, text, private=True)
    text = json.dumps(head_to_json(_head(wish, plan, kept)), ensure_ascii=False, indent=1)
    write_whole(teacher / MANIFEST, text + "\n", private=True)


def _head(wish: Wish, plan: SetPlan, kept: Mapping[str, Snapshot]) -> Head:
    blueprint = wish.blueprint
    policy = SetPolicy(
        blueprint.due(), blueprint.lateness(), blueprint.attempts, blueprint.counts, blueprint.afterwards,
        blueprint.carry,
    )  # fmt: skip
    return Head(
        plan.set, blueprint.title, __version__, blueprint.instructions, plan.order, plan.repeats, blueprint.hints,
        policy, plan.sections, kept, wish.formats, wish.forms, wish.inputs(), seal(plan.secret, plan.set),
        json.loads(blueprint.canonical()),
    )  # fmt: skip


def _filled(folder: SetFolder, wish: Wish, enough: Enough | None, tell: Tell) -> Outcome:
    """The set with a record for each student of the roster."""
    _refuse_other_inputs(folder, wish)
    run = Run(folder, tell)
    _finished(run)
    if folder.complete:
        repaired = run.repair()
        notes = (f"{repaired} sheets were missing and were made again",) if repaired else ()
        return Outcome(folder.folder, 0, sum(1 for _ in run.records()), 0, notes)
    if enough is None:
        enough = proved(run.plan, wish.roster.count, Offers(run.plan.templates), {}, shared=True)
    newcomers = Newcomers(lambda: (Newcomer(student) for student in wish.roster), wish.roster.count)
    return _extended(run, Pending("generate", (), "answers.csv"), newcomers, enough)


def _refuse_others(out: Path) -> None:
    """Refuse a folder whose `students` or `teacher` are somebody else's."""
    mend = "choose another folder"
    try:
        there = [
            file.name for place in (TEACHER, STUDENTS) if (out / place).exists() for file in (out / place).iterdir()
        ]
    except OSError as error:
        raise OutputError(f"{out} can't be used: {error.strerror or error}\n  mend: {mend}") from error
    if others := sorted(name for name in there if name not in _LEFT and not name.endswith(".tmp")):
        raise OutputError(f"{out} holds no set, but files of its own, as {others[0]}\n  mend: {mend}")


def _left_secret(out: Path) -> bytes | None:
    """The secret that a run wrote which was killed before its manifest."""
    file = out / TEACHER / SECRET
    return secret_of(file.read_text(encoding="utf-8").strip(), str(file)) if file.is_file() else None


def _refuse_other_inputs(folder: SetFolder, wish: Wish) -> None:
    head, inputs = folder.head, wish.inputs()
    changed = [name for name, digest in inputs.items() if head.inputs.get(name) != digest]
    changed += ["formats"] if (head.formats, head.forms) != (wish.formats, wish.forms) else []
    changed += ["secret"] if wish.secret not in (None, folder.secret) else []
    if changed:
        what = f"{folder.folder} holds a set that was made from another {' and '.join(changed)}"
        raise OutputError(f"{what}\n  mend: choose another folder; students who came late are taken in by --add")
    if not folder.complete and head.engine != __version__:
        mend = f"finish it with quizgen {head.engine}, or remove the folder and begin anew"
        raise OutputError(f"{folder.folder} was begun by quizgen {head.engine}, this is {__version__}\n  mend: {mend}")


# ---------------------------------------------------------------------------------------------------- more sheets
def add(folder: SetFolder, roster: Roster, tell: Tell = silent) -> Outcome:
    """Sheets for those of a roster who aren't in the set yet; nobody else's changes. Raises as `generate` does."""
    with locked(folder.teacher):
        run, command = _opened(folder, tell), f"add {roster.digest}"
        if _finished(run) == command:
            return _done(run)
        known = Marks()
        for record in run.records():
            known.add(mark_of(record.student))

        def missing() -> Iterator[Newcomer]:
            return (Newcomer(student) for student in roster if mark_of(student.id) not in known)

        count = sum(1 for _ in missing())
        notes = (f"{roster.count - count} of the roster are in the set already",) if count < roster.count else ()
        return _more(run, command, Newcomers(missing, count), notes)


def resit(folder: SetFolder, students: Mapping[str, str], tell: Tell = silent) -> Outcome:
    """Another sheet for each of some students (id or form -> deadline in ISO form, "" for that of their last sheet).

    It has no variant that the student had before. Raises NotFound for a student that isn't in the set, and as
    `generate` does.
    """
    with locked(folder.teacher):
        run, command = _opened(folder, tell), "resit " + "\0".join(sorted(students))
        if _finished(run) == command:
            return _done(run)
        newcomers = [_again(folder.find(name), deadline) for name, deadline in students.items()]
        unique = list({newcomer.student.id: newcomer for newcomer in newcomers}.values())
        return _more(run, command, Newcomers(lambda: iter(unique), len(unique)), ())


def reroll(folder: SetFolder, student: str, number: int, tell: Tell = silent) -> Outcome:
    """Another variant of one problem on a student's last sheet (and of those that it continues, or that continue it).

    Raises NotFound for a student or a problem that isn't there, and as `generate` does.
    """
    with locked(folder.teacher):
        run, command = _opened(folder, tell), f"reroll {same_id(student)}\0{number}"
        if _finished(run) == command:
            return _done(run)
        record, assembler = folder.find(student)[-1], _surveyed(run)
        offers = Offers(run.plan.templates)
        assembler.offers = {
            each: Offer(offers.upto(each, assembler.used[each] + 1), exact=False) for each in run.plan.templates
        }
        changed = _rerolled(run, assembler, record, number)
        run.keep_only(pending := Pending(command, (record.form,), "", sum(1 for _ in run.records())))
        nobody = New(0, lambda _: iter(()))
        run.write(pending, Assembler(run.plan), lambda each: changed if each.form == record.form else each, nobody)
        run.finish(pending)
        return Outcome(folder.folder, 1, pending.since, forms=((record.student, record.form),))


def _rerolled(run: Run, assembler: Assembler, record: StudentRecord, number: int) -> StudentRecord:
    drawn = {each.slot.name: each for each in assembler.again(record, number)}
    problems = tuple(
        problem_of(each.number, drawn[each.slot], run.plan, (*each.earlier, each.variant))
        if each.slot in drawn
        else each
        for each in record.problems
    )
    return record._replace(problems=problems)


def _opened(folder: SetFolder, tell: Tell) -> Run:
    """A run into a set that is complete."""
    if not folder.complete:
        mend = "run the `quiz generate` again that began it"
        raise SourceError("the set isn't finished", file=str(folder.folder), mend=mend)
    return Run(folder, tell)


def _finished(run: Run) -> str:
    """Finish what a killed run left to be done; its command, "" if there was none."""
    left = run.pending()
    if left is not None:
        run.finish(left)
    return left.command if left is not None else ""


def _done(run: Run) -> Outcome:
    return Outcome(
        run.folder.folder, 0, sum(1 for _ in run.records()), 0, ("an earlier run had all but finished this",)
    )


def _more(run: Run, command: str, newcomers: Newcomers, notes: tuple[str, ...]) -> Outcome:
    """Further sheets after those there are, if there are enough variants for them."""
    count = sum(1 for _ in run.records())
    if not newcomers.count:
        return Outcome(run.folder.folder, 0, count, 0, notes)
    surveyed = _surveyed(run)
    shared = not all(surveyed.shares(attempt) for attempt in {each.attempt for each in newcomers.each()})
    enough = proved(run.plan, newcomers.count, Offers(run.plan.templates), surveyed.used, shared=shared)
    pending = Pending(command, (), next_table(run.folder.teacher), count)
    return _extended(run, pending, newcomers, enough, notes)


def _extended(run: Run, pending: Pending, newcomers: Newcomers, enough: Enough, notes: Collection[str] = ()) -> Outcome:
    assembler = Assembler(run.plan)
    assembler.offers = enough.offers
    deadline = run.head.policy.deadline

    def made(done: int) -> Iterator[Made]:
        assembler.students = newcomers.count - done
        for number, (student, attempt, apart_from) in enumerate(newcomers.each()):
            if number >= done:
                sheet = assembler.sheet(student, attempt, apart_from)
                yield record_of(sheet, run.plan, deadline), [each.variant for each in sheet.drawn]

    run.keep_only(pending)
    gone_on = run.write(pending, assembler, lambda record: record, New(newcomers.count, made))
    run.finish(pending)
    told = [*notes, *enough.repeats, *_repeated(assembler)]
    count = pending.since + newcomers.count
    forms: tuple[tuple[str, str], ...] = ()
    if pending.since and newcomers.count <= FEW:
        forms = tuple((record.student, record.form) for record in islice(run.records(), pending.since, None))
    return Outcome(run.folder.folder, newcomers.count, count, gone_on, tuple(told), forms)


def _repeated(assembler: Assembler) -> list[str]:
    labels = {name: template.label for name, template in assembler.plan.templates.items()}
    return [
        f"{labels[name]}: {count:,} times a variant that another student has"
        for name, count in assembler.repeated.items()
    ]


def _surveyed(run: Run) -> Assembler:
    """An assembler that has taken all records."""
    assembler = Assembler(run.plan)
    for record in run.records():
        assembler.take(record)
    return assembler


def _again(records: list[StudentRecord], deadline: str) -> Newcomer:
    last = records[-1]
    had = tuple(v for record in records for each in record.problems for v in (each.variant, *each.earlier))
    student = Student(last.student, last.name, last.email, last.section, deadline or last.deadline, 0, last.extra)
    return Newcomer(student, last.attempt + 1, had)
