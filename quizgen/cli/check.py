"""`quiz check`: is every variant sound."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quizgen.cli.options import AsJson, BankPaths, open_bank
from quizgen.cli.screen import Screen, guarded, screen, told
from quizgen.errors import NotFound, QuizgenError, SourceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quizgen.bank import Bank
    from quizgen.checking.findings import Finding, Report
    from quizgen.compiled import CompiledTemplate
    from quizgen.packs.pack_entries import Entry

HEADS = ["template", "space", "checked", "accepted", "errors", "warnings", "seconds"]
SHORT = ["template", "space", "checked", "errors", "warnings"]
ROOMY = 76
"""From so many columns on there is room for all of them."""


@guarded
def check(
    what: Annotated[str, typer.Argument(metavar="[PATH|ID]", help="A pack, a template's file, or an ID.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Only some variants of each template.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="How many processes.")] = 1,
    as_json: AsJson = False,
    bank: BankPaths = None,
) -> None:
    """Check that all variants of a template are sound.

    \b
      quiz check                         the whole bank
      quiz check L2.3                    one template
      quiz check my_pack --quick         a pack of your own, in short
      quiz check my_pack --jobs 4 --json

    Key and printed key must grade right, every trap as its trap; every verify must hold; texts must render and tell no
    answer. Exit code 0: sound; 1: something was found; 2: the call is wrong.
    """
    compiled, broken = _found(what, bank)
    from quizgen.checker import check_many

    reports = check_many(compiled, quick, jobs, time.perf_counter)
    if as_json:
        records = {"templates": [_record(report) for report in reports], "files": [_problem(each) for each in broken]}
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        _tell(screen(), reports, broken)
    if broken or not all(report.sound for report in reports):
        raise typer.Exit(1)


def _found(what: str, bank: list[Path] | None) -> tuple[list[CompiledTemplate], list[QuizgenError]]:
    """The templates to check and what can't be; a fault of a pack's folder is the author's too."""
    try:
        return _compiled(*_packs(what, bank))
    except SourceError as error:
        if not Path(error.file).exists() or error.what.startswith("there is no pack"):
            raise  # there is nothing that an author wrote: the call is wrong
        return [], [error]


def _packs(what: str, bank: list[Path] | None) -> tuple[Bank, str]:
    """The packs to look in and the template to look at, "" for all of them."""
    path = Path(what)
    if not what or not (path.exists() or "/" in what or what.endswith((".yaml", ".yml"))):
        return open_bank(bank), what
    if path.is_file() and path.suffix in (".yaml", ".yml") and path.name != "pack.yaml":
        return open_bank([path.resolve().parent.parent]), str(path.resolve())
    if not path.exists() and not _is_id(what, bank):
        raise NotFound(f"{what}: there is no such file or folder")
    if path.exists():
        return open_bank([path.parent if path.is_file() else path]), ""
    return open_bank(bank), what


def _is_id(what: str, bank: list[Path] | None) -> bool:
    try:
        open_bank(bank).find(what)
    except (NotFound, SourceError):
        return False
    return True


def _compiled(packs: Bank, wanted: str) -> tuple[list[CompiledTemplate], list[QuizgenError]]:
    """The templates, and what is wrong with those that can't be compiled."""
    broken: list[QuizgenError] = _problems(packs, wanted)
    compiled: list[CompiledTemplate] = []
    try:
        entries = () if wanted and broken else _entries(packs, wanted)
    except SourceError as error:  # the file that is named is broken
        return [], [error]
    for entry in entries:
        try:
            compiled.append(packs.compiled(entry))
        except QuizgenError as error:
            if str(error) not in map(str, broken):  # what is wrong with a pack is wrong in each of its templates
                broken.append(error)
    return compiled, broken


def _problems(packs: Bank, wanted: str) -> list[QuizgenError]:
    """What is wrong with the files that are looked at: all of them, or the one that is named."""
    problems = packs.problems()
    return [each for each in problems if not wanted or str(Path(each.file).resolve()) == wanted]


def _entries(packs: Bank, wanted: str) -> Sequence[Entry]:
    if not wanted:
        found = packs.sound()
        if not found and not packs.problems():
            names = ", ".join(pack.name for pack in packs.packs)
            raise NotFound(f"there are no templates in {names}; they go into its folders level1 … level5")
        return found
    at = [entry for entry in packs.sound() if str(entry.path.resolve()) == wanted]
    return at or [packs.find(wanted)]


def _tell(on: Screen, reports: Sequence[Report], broken: Sequence[QuizgenError]) -> None:
    from quizgen.cli.table import print_table
    from quizgen.cli.telling import counted

    if reports:
        heads = HEADS if on.columns >= ROOMY else SHORT
        rows = [dict(zip(HEADS, _row(report), strict=True)) for report in reports]
        print_table(heads, [[row[head] for head in heads] for row in rows], right=heads[1:])
    for report in reports:
        for finding in report.findings:
            _tell_finding(on, finding)
    for error in broken:
        on.say()
        on.say(f"error  {told(error)}", style="bad")
    errors = len(broken) + sum(report.count("error") for report in reports)
    warnings = sum(report.count("warning") for report in reports)
    on.say()
    counts = [counted(errors, "error"), counted(warnings, "warning")]
    on.say_wrapped(f"{counted(len(reports), 'template')} checked: {', '.join(counts)}.")


def _row(report: Report) -> list[str]:
    space = "" if report.space is None else f"{report.space:,}"
    accepted = "" if report.acceptance is None else f"{float(report.acceptance):.0%}"
    return [
        report.label, space, f"{report.checked:,}" + ("" if report.exhaustive else " drawn"), accepted,
        str(report.count("error")), str(report.count("warning")), f"{report.seconds:.2f}",
    ]  # fmt: skip


def _tell_finding(on: Screen, finding: Finding) -> None:
    from quizgen.cli.telling import counted

    on.say()
    times = f" ({counted(finding.count, 'variant')})" if finding.count else ""
    style = {"error": "bad", "note": "quiet"}.get(finding.severity, "")
    on.say_wrapped(f"{finding.severity}  {finding.template}: {finding.what}{times}", style=style)
    if finding.variant is not None:
        on.say_wrapped("first in " + _params(finding.variant), indent="  ")
    for line in (finding.detail, finding.mend and f"mend: {finding.mend}"):
        if line:
            on.say_wrapped(line, indent="  ")


def _params(params: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in params.items())


def _record(report: Report) -> dict[str, Any]:
    return {
        "template": report.template,
        "label": report.label,
        "space": report.space,
        "checked": report.checked,
        "exhaustive": report.exhaustive,
        "acceptance": None if report.acceptance is None else float(report.acceptance),
        "seconds": round(report.seconds, 3),
        "sound": report.sound,
        "findings": [_finding(finding) for finding in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    from quizgen.generator import params_to_json

    variant = None if finding.variant is None else params_to_json(finding.variant)
    return {
        "severity": finding.severity, "what": finding.what, "detail": finding.detail, "variant": variant,
        "count": finding.count, "mend": finding.mend,
    }  # fmt: skip


def _problem(error: QuizgenError) -> dict[str, Any]:
    if isinstance(error, SourceError):
        return {"file": error.file, "line": error.line, "column": error.column, "what": error.what, "mend": error.mend}
    return {"file": "", "line": 0, "column": 0, "what": str(error), "mend": ""}
