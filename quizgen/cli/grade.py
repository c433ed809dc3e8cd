"""`quiz grade`: answer files of a set, graded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import BankPaths, open_bank
from quizgen.cli.progress import progress
from quizgen.cli.screen import Screen, guarded, screen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quizgen.batch.grade import Graded
    from quizgen.batch.set_folder import SetFolder
    from quizgen.column_map import ColumnMap

SHOWN = 10
"""Notes that are told one by one."""

MappingFile = Annotated[
    Path | None, typer.Option("--map", metavar="FILE", help="A YAML file that says which column holds what.")
]
Reviewed = Annotated[
    list[Path] | None, typer.Option("--reviewed", metavar="FILE", help="A review.csv with credit filled in.")
]


@guarded
def grade(
    of: Annotated[Path, typer.Argument(metavar="SET", help="The folder that `quiz generate` made.")],
    answers: Annotated[list[Path], typer.Argument(metavar="ANSWERS...", help="Files, and folders of files.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Where the result goes.")] = None,
    mapping: MappingFile = None,
    reviewed: Reviewed = None,
    feedback: Annotated[str, typer.Option("--feedback", metavar="html,md,none", help="What students get.")] = "html",
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="How many processes.")] = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what is understood, and write nothing.")] = False,
    bank: BankPaths = None,
) -> None:
    """Grade answer files of a set.

    \b
      quiz grade week1/teacher answers.csv --out graded
      quiz grade week1/teacher export.xlsx forms/ --out graded
      quiz grade week1/teacher export.csv --map columns.yaml --dry-run
      quiz grade week1/teacher answers.csv --out graded --reviewed review.csv

    Takes CSV and TSV of any kind, JSON Lines, folders of what answer forms saved, XLSX and Parquet. FOLDER gets
    scores.csv, parts.jsonl, feedback, review.csv (answers that a person has to mark) and errors.csv (rows that couldn't
    be taken). Exit code 0: all is graded; 1: it is, but for rows in errors.csv; 2: nothing was done.
    """
    from quizgen.batch.set_folder import SetFolder

    folder, columns = SetFolder(of), _mapping(mapping)
    if dry_run:
        _look(folder, answers, columns)
        return
    if out is None:
        raise typer.BadParameter("name the folder for the result with --out")
    from quizgen.batch.grade import Wish
    from quizgen.batch.grade import grade as graded_by

    _warn(folder, out, bank)
    wish = Wish(tuple(answers), columns, tuple(reviewed or ()), _formats(feedback), jobs)
    with progress("sheets") as tell:
        result = graded_by(folder, out, wish, tell)
    tell_graded(screen(), result)
    if result.tally.errors:
        raise typer.Exit(1)


def _mapping(file: Path | None) -> ColumnMap:
    from quizgen.column_map import PLAIN, parse_column_map
    from quizgen.yaml_files import load

    return PLAIN if file is None else parse_column_map(load(file))


def _formats(given: str) -> tuple[str, ...]:
    from quizgen.batch.grade import FEEDBACK_FORMATS

    wanted = set(given.split(","))
    if wanted == {"none"}:
        return ()
    if not wanted or wanted - set(FEEDBACK_FORMATS):
        known = ", ".join((*FEEDBACK_FORMATS, "none"))
        raise typer.BadParameter(f"--feedback {given}: write one or more of {known}, with commas between")
    return tuple(each for each in FEEDBACK_FORMATS if each in wanted)


def _warn(folder: SetFolder, out: Path, bank: list[Path] | None) -> None:
    """What has changed since the set was made, on stderr."""
    from quizgen.batch.drift import warnings
    from quizgen.batch.graded_folder import GradedFolder
    from quizgen.errors import QuizgenError

    graded = GradedFolder(out)
    replaced = graded.grading().get("replaced", {}) if graded.is_graded else {}
    try:
        found = list(warnings(folder, open_bank(bank), replaced))
    except QuizgenError as error:
        found = [f"the bank can't be compared with the set: {error}"]
    if graded.is_graded and graded.grading().get("regraded", {}).get("policy") == "never-lower":
        found.append("what `--policy never-lower` kept is judged anew; the result before is kept in `earlier`")
    warn(found)


def warn(found: Iterable[str]) -> None:
    """Tell warnings on stderr."""
    for each in found:
        typer.echo(f"quiz: warning: {each}", err=True)


def _look(folder: SetFolder, answers: list[Path], columns: ColumnMap) -> None:
    from quizgen.batch.looking import look, understood
    from quizgen.batch.sources import summed

    on, looked = screen(), look(folder, answers, columns)
    for account in summed(looked.accounts):
        for line in understood(account):
            on.say(line)
    on.say(f"{looked.sheets:,} of {looked.of:,} sheets have answers.")
    errors = [note for note in looked.notes if note.kind == "error"]
    for note in looked.notes[:SHOWN]:
        on.say_wrapped(note.told(), style="bad")
    if len(looked.notes) > SHOWN:
        on.say(f"{len(looked.notes) - SHOWN:,} more notes aren't shown.")
    if errors:
        raise typer.Exit(1)


def tell_graded(on: Screen, result: Graded) -> None:
    """Print what a grading came to."""
    from quizgen.batch.sources import summed
    from quizgen.cli.telling import counted

    tally, folder = result.tally, result.folder
    statuses = ", ".join(f"{count:,} {status}" for status, count in sorted(tally.statuses.items()))
    on.say_wrapped(f"{folder}: {counted(result.sheets, 'sheet')}: {statuses}.")
    for account in summed(result.accounts):
        rows = counted(account.rows, "row")
        counts = f"{rows}, {account.taken:,} taken, {account.blank:,} blank, {account.refused:,} refused"
        on.say_wrapped(f"{account.source.name}: {account.source.about}; {counts}", indent="  ")
    if result.waiting:
        on.say_wrapped(
            f"{counted(result.waiting, 'answer')} to be marked: fill in `credit` or `points` in "
            f"{folder / 'review.csv'}, and give it back with --reviewed."
        )
    if unread := tally.outcomes.get("malformed", 0):
        on.say_wrapped(f"{counted(unread, 'answer')} can't be read and got no points: see {folder / 'parts.jsonl'}.")
    told = [counted(count, what) for count, what in ((tally.errors, "error"), (tally.notes, "note")) if count]
    if told:
        on.say_wrapped(f"{' and '.join(told)}: see {folder / 'errors.csv'}.", style="bad" if tally.errors else "")
