"""`quiz generate`: a problem set for a class, and sheets for those who come late or sit it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import BankPaths, open_bank
from quizgen.cli.progress import progress
from quizgen.cli.screen import guarded, screen

if TYPE_CHECKING:
    from quizgen.batch.generate import Outcome
    from quizgen.batch.roster_files import Roster
    from quizgen.blueprint import Blueprint

SHOWN_ROWS = 20
"""How many bad rows of a roster are told one by one."""


@guarded
def generate(
    folder: Annotated[Path | None, typer.Argument(metavar="[SET]", help="A set, with --add or the like.")] = None,
    roster: Annotated[Path | None, typer.Option("--roster", metavar="FILE", help="Who: a table with ids.")] = None,
    students: Annotated[
        int, typer.Option("--students", min=0, metavar="N", help="So many, without names.", show_default=False)
    ] = 0,
    plan: Annotated[Path | None, typer.Option("--blueprint", metavar="FILE", help="What: a YAML file.")] = None,
    level: Annotated[list[int] | None, typer.Option("--level", min=1, max=5, help="Without a blueprint.")] = None,
    skill: Annotated[str, typer.Option("--skill", help="Without a blueprint.")] = "",
    count: Annotated[int, typer.Option("--count", min=1, help="How many problems, without a blueprint.")] = 5,
    out: Annotated[Path | None, typer.Option("--out", metavar="SET", help="The folder of a new set.")] = None,
    formats: Annotated[str, typer.Option("--format", metavar="html,md", help="What the sheets are.")] = "html",
    forms: Annotated[bool, typer.Option("--forms/--no-forms", help="With pages to answer on.")] = True,
    secret: Annotated[str, typer.Option("--secret", metavar="HEX", help="To make the same set again.")] = "",
    late: Annotated[Path | None, typer.Option("--add", metavar="FILE", help="A roster of those who came late.")] = None,
    reroll: Annotated[
        tuple[str, int] | None, typer.Option("--reroll", metavar="STUDENT PROBLEM", help="Another variant for one.")
    ] = None,
    resit: Annotated[
        list[str] | None, typer.Option("--resit", metavar="STUDENT", help="A new sheet; or a roster of students.")
    ] = None,
    deadline: Annotated[str, typer.Option("--deadline", metavar="TIME", help="Of a resit.")] = "",
    bank: BankPaths = None,
) -> None:
    """Make a problem set for a class.

    \b
      quiz generate --roster students.csv --blueprint week1.yaml --out week1
      quiz generate --students 30 --level 2 --count 5 --out week1
      quiz generate week1 --add late.csv
      quiz generate week1 --reroll 0042 3
      quiz generate week1 --resit 0042 --deadline '2026-11-01 18:00 +01:00'

    Students get the files of SET/students; SET/teacher holds the keys and is for you alone. A run that was stopped goes
    on where it was when the same command is given again. Exit code 0: done; 1: done, but rows of the roster were left
    out; 2: nothing was done.
    """
    if folder is not None:
        if out is not None or sum(map(bool, (late, reroll, resit))) != 1:
            raise typer.BadParameter("with a set that there is, say one of --add, --reroll and --resit, and no --out")
        outcome, who = _changed(folder, late, reroll, resit or [], deadline)
    else:
        if out is None:
            raise typer.BadParameter("name the new set's folder with --out, or a set that there is")
        blueprint = _blueprint(plan, tuple(level or ()), count, skill)
        who = _who(roster, students, blueprint.due())
        outcome = _made(out, blueprint, who, formats, secret, bank, forms=forms)
    _tell(outcome, who)


def _blueprint(file: Path | None, levels: tuple[int, ...], count: int, skill: str) -> Blueprint:
    from quizgen.blueprint import parse_blueprint, simple_blueprint

    if file is None:
        return simple_blueprint(levels, count, skill)
    if levels or skill:
        raise typer.BadParameter("--blueprint says what is picked; leave --level and --skill away")
    from quizgen.yaml_files import load

    return parse_blueprint(load(file))


def _who(file: Path | None, students: int, deadline: str) -> Roster:
    from quizgen.batch.roster_files import numbered_roster, read_roster

    if (file is None) == (not students):
        raise typer.BadParameter("say for whom: with --roster, or with --students")
    return read_roster(file, deadline) if file is not None else numbered_roster(students)


def _made(
    out: Path, blueprint: Blueprint, who: Roster, formats: str, secret: str, bank: list[Path] | None, *, forms: bool
) -> Outcome:
    from quizgen.batch.generate import FORMATS, Wish, generate
    from quizgen.batch.set_folder import secret_of

    wanted = tuple(each for each in FORMATS if each in formats.split(","))
    if not wanted or set(formats.split(",")) - set(FORMATS):
        raise typer.BadParameter(f"--format {formats}: write one or more of {', '.join(FORMATS)}, with commas between")
    wish = Wish(blueprint, who, wanted, forms, secret_of(secret, "--secret") if secret else None)
    with progress("sheets") as tell:
        return generate(out, wish, open_bank(bank), tell)


def _changed(
    folder: Path, late: Path | None, reroll: tuple[str, int] | None, resits: list[str], deadline: str
) -> tuple[Outcome, Roster | None]:
    from quizgen.batch import generate as making
    from quizgen.batch.roster_files import read_roster
    from quizgen.batch.set_folder import SetFolder

    of = SetFolder(folder)
    sitting = _resits(resits, deadline, of.head.policy.deadline)
    with progress("sheets") as tell:
        if late is not None:
            roster = read_roster(late, of.head.policy.deadline)
            return making.add(of, roster, tell), roster
        if reroll is not None:
            return making.reroll(of, *reroll, tell), None
        return making.resit(of, sitting, tell), None


def _resits(given: list[str], deadline: str, of_set: str) -> dict[str, str]:
    """Student -> deadline in ISO form; rows of a roster may have their own. A time without a zone is in the set's."""
    from quizgen.batch.roster_files import read_roster, zone_of
    from quizgen.errors import SourceError
    from quizgen.sets.deadlines import moment

    try:
        until = moment(deadline, zone_of(of_set)).isoformat() if deadline else ""
    except SourceError as problem:
        raise SourceError(problem.what, file="--deadline", mend=problem.mend) from None
    found = {}
    for each in given:
        if Path(each).is_file():
            found.update({student.id: student.due(until) for student in read_roster(Path(each), until or of_set)})
        else:
            found[each] = until
    return found


def _tell(outcome: Outcome, who: Roster | None) -> None:
    from quizgen.cli.telling import counted

    on = screen()
    bad = who.bad if who is not None else ()
    made = counted(outcome.made, "sheet") if outcome.made else "nothing new"
    gone_on = f" ({outcome.gone_on:,} of them by the run before)" if outcome.gone_on else ""
    on.say_wrapped(f"{outcome.folder}: {made}{gone_on}; {counted(outcome.sheets, 'sheet')} in the set.")
    for note in outcome.notes:
        on.say_wrapped(note, indent="  ")
    for student, form in outcome.forms:
        on.say_wrapped(f"{student}: form {form}", indent="  ")
    if outcome.made:
        on.say_wrapped(f"For students: {outcome.folder / 'students'}; all.html prints them all.")
        on.say_wrapped(f"For you alone: {outcome.folder / 'teacher'}; its README.txt says what to keep safe.")
    for row in bad[:SHOWN_ROWS]:
        on.say_wrapped(f"line {row.number}: {row.what}" + (f"; {row.mend}" if row.mend else ""), style="bad")
    if bad:
        rest = f"; {len(bad) - SHOWN_ROWS} more aren't shown" if len(bad) > SHOWN_ROWS else ""
        on.say_wrapped(f"{counted(len(bad), 'row')} of the roster left out{rest}. Mend them and --add the roster.")
        raise typer.Exit(1)
