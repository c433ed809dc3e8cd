"""Run cases of other graders' test suites on quizgen: `python tests/conformance/run.py FILE...`.

Prints for each source and kind how many are right, every case that isn't with what was expected and what came out, the
cases that POSITIONS decide otherwise (`deviations.yaml`), wrong answers that were accepted, and a last line
`TOTAL right/total`. Needs no network and nothing outside the repository but the files.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from quizgen.errors import QuizgenError
from quizgen.result import PartResult
from quizgen.verdict import Malformed
from tests.conformance.around import UnposedError, unknown
from tests.conformance.cases import Case, load
from tests.conformance.deviations import Deviation, deviation, deviations
from tests.conformance.posing import judged


class Outcome(NamedTuple):
    """A case with what came out: whether that is what its suite says, or a deviation that sets it aside."""

    case: Case
    right: bool
    got: str
    credit: Fraction | int = 0
    aside: Deviation | None = None


def outcome(case: Case, rules: Sequence[Deviation]) -> Outcome:
    """Judge one case; never raises."""
    aside = deviation(case, rules)
    try:
        result = judged(case)
    except UnposedError as error:
        return Outcome(case, right=False, got=f"can't be posed: {error}", aside=aside)
    except QuizgenError as error:
        return Outcome(case, right=False, got=f"no key: {error}", aside=aside)
    except Exception as error:  # noqa: BLE001 - a fault of the product is a line of the report, not the end of it
        return Outcome(case, right=False, got=f"FAULT {type(error).__name__}: {error}", aside=aside)
    return Outcome(case, meets(result, case), _said(result), result.verdict.credit, aside)


def meets(result: PartResult, case: Case) -> bool:
    """Whether a result is what the case's suite says."""
    verdict = result.verdict
    if case.verdict is True:
        return verdict.credit == 1
    if case.verdict is False:
        return verdict.credit == 0
    if case.verdict in ("invalid", "rejected"):
        refused = verdict.outcome in ("malformed", "blank") or verdict.reason == "form"
        return refused or (verdict.outcome == "incorrect" and "both fine" in case.why)
    try:
        return verdict.credit == Fraction(str(case.verdict))
    except ValueError:
        return False


def _said(result: PartResult) -> str:
    verdict, reading = result.verdict, result.reading
    if isinstance(reading, Malformed):
        return f"malformed: {reading.what}"
    reason = f" ({verdict.reason})" if verdict.reason else ""
    read = f", read as {reading.echo}" if reading is not None else ""
    credit = f" {verdict.credit}" if verdict.outcome == "partly" else ""
    return " ".join(f"{verdict.outcome}{credit}{reason}{read}".split())


def run(paths: Iterable[Path]) -> list[Outcome]:
    """All cases of the files, in order."""
    rules = deviations()
    return [outcome(case, rules) for path in paths for case in load(path)]


def report(found: Sequence[Outcome]) -> list[str]:
    """The lines that the command prints."""
    lines: list[str] = []
    counted = [each for each in found if each.aside is None]
    for source in dict.fromkeys(each.case.source for each in found):
        lines += _table(source, [each for each in counted if each.case.source == source])
    for file in dict.fromkeys(each.case.file for each in found):
        lines.append(_line(f"{file}.jsonl", "file", [each for each in counted if each.case.file == file]))
    lines += _block("not as expected", [each for each in counted if not each.right])
    lines += _block("accepted false", [each for each in counted if _is_accepted_false(each)])
    lines += _set_aside(found)
    strange = Counter(option for each in counted for option in unknown(each.case))
    lines += [f"option {name} isn't known ({count} cases)" for name, count in sorted(strange.items())]
    lines.append(f"TOTAL {sum(each.right for each in counted)}/{len(counted)}")
    return lines


def _is_accepted_false(each: Outcome) -> bool:
    return each.case.verdict is False and each.credit == 1


def _table(source: str, found: Sequence[Outcome]) -> list[str]:
    """Right and total of each kind of one suite, and of all."""
    by_kind = {kind: [each for each in found if each.case.kind == kind] for kind in sorted(_kinds(found))}
    return [_line(source, kind, of_kind) for kind, of_kind in (*by_kind.items(), ("all", found))]


def _kinds(found: Sequence[Outcome]) -> set[str]:
    return {each.case.kind for each in found}


def _line(name: str, kind: str, found: Sequence[Outcome]) -> str:
    right = sum(each.right for each in found)
    return f"{name:34} {kind:16} {right:5}/{len(found)} {100 * right / len(found) if found else 100:.1f} %"


def _block(title: str, found: Sequence[Outcome]) -> list[str]:
    return [f"{title}: {len(found)}", *(f"  {_told(each)}" for each in found)]


def _told(each: Outcome) -> str:
    case = each.case
    options = f" {dict(case.options)}" if case.options else ""
    asked = f"{case.id} {case.kind}{options}: {case.response!r} for {case.expected!r}"
    return f"{asked}: {_verdict(case.verdict)}, got {each.got}"


def _verdict(verdict: Any) -> str:
    return {True: "true", False: "false"}.get(verdict, str(verdict)) if isinstance(verdict, bool) else str(verdict)


def _set_aside(found: Sequence[Outcome]) -> list[str]:
    aside = [each for each in found if each.aside is not None]
    lines = [f"set aside by POSITIONS: {len(aside)} of {len(found)}"]
    for rule in dict.fromkeys(each.aside for each in aside if each.aside is not None):
        of_rule = [each for each in aside if each.aside == rule]
        lines.append(f"  position {rule.position}: {rule.why} ({len(of_rule)})")
        lines += [f"    {_told(each)}" for each in of_rule]
    return lines


def main(arguments: Sequence[str]) -> int:
    """Print the report; 0 unless a file can't be read."""
    if not arguments:
        sys.stderr.write("usage: python tests/conformance/run.py FILE...\n")
        return 2
    missing = [name for name in arguments if not Path(name).is_file()]
    if missing:
        sys.stderr.write(f"no such file: {', '.join(missing)}\n")
        return 2
    text = "\n".join(report(run(map(Path, arguments)))) + "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
