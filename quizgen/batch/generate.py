"""Sheets for a whole class: a set begun or gone on with, latecomers, resits, and other problems for one student."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quizgen import __version__
from quizgen.assembler import Assembler, problem_of, record_of, slot_of
from quizgen.bank import Bank
from quizgen.batch.files import content_digest, locked, make_folder, write_whole
from quizgen.batch.planning import Planned, planned, proved
from quizgen.batch.roster_files import Roster
from quizgen.batch.run import Made, Pending, Run, Tell, next_table
from quizgen.batch.set_folder import MANIFEST, SECRET, SNAPSHOT, STUDENTS, TEACHER, SetFolder, secret_of
from quizgen.blueprint import Blueprint
from quizgen.codec import to_json
from quizgen.errors import NotFound, OutputError, SourceError
from quizgen.filling import Offers
from quizgen.problem_set import Head, Problem, SetPolicy, Snapshot, StudentRecord, head_to_json, seal
from quizgen.roster import Student, same_id

FORMATS = ("html", "md")


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
    """What a run did. `made` sheets (of `sheets` in the set), `gone_on` of them by an earlier run; notes to tell."""

    folder: Path
    made: int
    sheets: int
    gone_on: int = 0
    notes: tuple[str, ...] = ()


class Newcomer(NamedTuple):
    """Who gets a sheet, for which attempt, and without which variants."""

    student: Student
    attempt: int = 1
    apart_from: tuple[str, ...] = ()


def silent(_done: int, _of: int) -> None:
    """Tells nobody how far it is."""


def generate(out: Path, wish: Wish, bank: Bank, tell: Tell = silent) -> Outcome:
    """Make a set in a folder, or go on with one that the same inputs began; a finished one stays as it is.

    Raises SourceError or SpaceError before anything is written, OutputError where it can't be, or where the folder
    holds something else or is written by another run.
    """
    if not (out / TEACHER / MANIFEST).is_file():
        _refuse_others(out)
        secret = wish.secret or _left_secret(out) or os.urandom(16)
        plan = planned(wish.blueprint, bank, wish.roster.count, secret)
        make_folder(out)
        with locked(make_folder(out / TEACHER, private=True)):
            if not (out / TEACHER / MANIFEST).is_file():
                _begin(out, wish, plan)
            return _fill(SetFolder(out), wish, plan.repeats, tell)
    with locked(out / TEACHER):
        return _fill(SetFolder(out), wish, (), tell)


def add(folder: SetFolder, roster: Roster, tell: Tell = silent) -> Outcome:
    """Sheets for students who aren't in the set yet; nobody else's changes. Raises as `generate` does."""
    with locked(folder.teacher):
        run = _opened(folder, tell)
        before = _before(run)
        missing = [Newcomer(student) for student in roster if same_id(student.id) not in before.known]
        notes = [f"{roster.count - len(missing)} of the roster are in the set already"] * (len(missing) < roster.count)
        return _extended(run, before, f"add {roster.digest}", missing, notes)
