"""`quiz try --key`: any answer against any key, without a template: how it is read, the verdict, what decided it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from quizgen.answers.echoes import with_brackets
from quizgen.cli.screen import Screen, escaped, screen
from quizgen.cli.telling import tell_malformed
from quizgen.columns import columns
from quizgen.errors import MathsError, SourceError

if TYPE_CHECKING:
    from quizgen.answers import AnswerType, Asked
    from quizgen.answers.trial import Trial
    from quizgen.maths.same import Sameness
    from quizgen.maths.vocabulary import Vocabulary
    from quizgen.verdict import Reading, Verdict

Json = dict[str, Any]
_WITHIN = {"expression": "coefficients within"}
"""The field that `--within` sets, where it isn't `within`."""


class Options(NamedTuple):
    """What is said of the key and of how it is asked; texts as typed, "" for none."""

    answer: str = ""
    domain: Sequence[str] = ()
    fields: Sequence[str] = ()
    form: str = ""
    within: str = ""
    decimal: str = ""
    log: str = ""

    def named(self) -> dict[str, object]:
        """What was given, by the names of the options."""
        return {{"answer": "as", "fields": "field"}.get(name, name): value for name, value in self._asdict().items()}


def try_key(key: str, answers: Sequence[str], options: Options, *, as_json: bool) -> None:
    """Print what becomes of the answers: one in full, several as a line each. Raises QuizgenError."""
    from quizgen.answers.trial import tried

    try:
        kind, asked = _posed(key, options)
        trials = [(answer, tried(kind, asked, answer)) for answer in answers]
    except MathsError as error:
        raise SourceError(error.what, mend=error.mend) from error
    if as_json:
        told = [_json(key, kind, answer, trial) for answer, trial in trials]
        typer.echo(escaped(json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False, indent=2)))
    elif len(trials) == 1:
        _tell(screen(), kind, asked, trials[0][1])
    else:
        _table(screen(), trials)


def _posed(key: str, options: Options) -> tuple[AnswerType, Asked]:
    from quizgen.answers.domain_texts import letters_from
    from quizgen.answers.free import pose, type_of

    letters, words = letters_from(options.domain), _words(options)
    known = words._replace(
        complex=any(each.complex for each in letters.values()),
        functions={name: name for name, each in letters.items() if each.of},
    )
    name = options.answer or type_of(key, known)
    if name == "number" and not options.answer and (options.domain or "form=" in "".join(options.fields)):
        name = "expression"
    fields = dict(_field(each) for each in options.fields)
    fields |= {"form": options.form} if options.form else {}
    fields |= {_WITHIN.get(name, "within"): options.within} if options.within else {}
    return pose(name, key, fields, letters, words)


def _words(options: Options) -> Vocabulary:
    from quizgen.maths.vocabulary import Vocabulary

    for value, known in ((options.decimal, ("point", "comma")), (options.log, ("natural", "10"))):
        if value and value not in known:
            raise typer.BadParameter(f"{value} isn't one of {', '.join(known)}")
    return Vocabulary(decimal=options.decimal or "point", log=options.log or "natural")


def _field(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"--field {text}: write it as NAME=VALUE")
    return name.strip(), value.strip()


# ---------------------------------------------------------------------------------------------------- one answer
def _tell(on: Screen, kind: AnswerType, asked: Asked, trial: Trial) -> None:
    from quizgen.verdict import REASONS, Malformed, Reading

    verdict, reading = trial.verdict, trial.reading
    on.say(f"as        {kind.name}" + (f", {rule}" if (rule := kind.public(asked).rule) else ""), style="quiet")
    if isinstance(reading, Reading):
        _tell_reading(on, reading)
    on.say(f"verdict   {_outcome(verdict)}", style="good" if verdict.outcome == "correct" else "bad")
    if isinstance(reading, Malformed):
        tell_malformed(on, reading)
    for each, would in trial.readings:
        on.say(f"as {with_brackets(each)}: {_outcome(would)}")
    if verdict.reason not in ("", "value", "work"):
        _line(on, "because", REASONS.get(verdict.reason, verdict.reason))
    for name, line in (*_decided(trial), *(("note", each) for each in dict.fromkeys(verdict.notes))):
        _line(on, name, line)


def _tell_reading(on: Screen, reading: Reading) -> None:
    """As it was read, with the brackets that may be in question, and in LaTeX."""
    echo, brackets = " ".join(reading.echo.split("\n")), with_brackets(reading)
    on.say(f"reading   {echo}" + (f"   that is {brackets}" if brackets != echo else ""))
    if reading.latex and reading.latex != echo:
        on.say(f"latex     {reading.latex}")


def _outcome(verdict: Verdict) -> str:
    return verdict.outcome + (f", reason {verdict.reason}" if verdict.reason else "")


def _line(on: Screen, name: str, text: str) -> None:
    """A line of the verdict; what goes on below it is set in."""
    on.say_after(f"{name:<10}", lambda width: "\n".join(textwrap.wrap(text, width)))


def _decided(trial: Trial) -> Sequence[tuple[str, str]]:
    """What decided it: how the trees compare and where they differ; else what the answer type says."""
    verdict, found = trial.verdict, trial.found
    if found is None:
        return [("evidence", verdict.evidence)] if verdict.evidence else []
    lines = [("decided", found.by + (f": {said}" if (said := _without_point(found)) else ""))]
    if where := _where(found):
        lines.append(("point", where))
    elif verdict.evidence and verdict.evidence != found.evidence:
        lines.append(("evidence", verdict.evidence))
    return lines


def _without_point(found: Sameness) -> str:
    """The evidence; where the point is told besides, without it."""
    if not (found.point and found.values):
        return found.evidence
    what, colon, _ = found.evidence.partition(":")
    return what if colon else ""


def _where(found: Sameness) -> str:
    if not (found.point and found.values):
        return ""
    at = ", ".join(f"{name} = {value}" for name, value in found.point.items())
    return f"{at}: the key is {found.values[0]}, the answer {found.values[1]}"


# ---------------------------------------------------------------------------------------------------- several
def _table(on: Screen, trials: Sequence[tuple[str, Trial]]) -> None:
    """A line an answer: what was typed, the outcome, and how it was read or what is wrong."""
    rows = [
        (" ".join(answer.split()), _outcome(trial.verdict).replace("reason ", ""), _in_short(answer, trial))
        for answer, trial in trials
    ]
    first, second = (max(columns(row[at]) for row in rows) for at in (0, 1))
    for answer, outcome, short in rows:
        gap = " " * (first - columns(answer))
        on.say(f"{answer}{gap}  {outcome:<{second}}  {short}".rstrip())


def _in_short(answer: str, trial: Trial) -> str:
    from quizgen.verdict import Malformed, Reading

    reading, found = trial.reading, trial.found
    if isinstance(reading, Malformed):
        return reading.what
    if trial.verdict.reason == "value" and found is not None and (where := _where(found)):
        return where
    if trial.verdict.outcome in ("incorrect", "undecided", "partly") and trial.verdict.evidence:
        return "; ".join(dict.fromkeys((trial.verdict.evidence, *trial.verdict.notes)))
    if trial.verdict.notes:
        return "; ".join(dict.fromkeys(trial.verdict.notes))
    return with_brackets(reading) if isinstance(reading, Reading) and with_brackets(reading) != answer.strip() else ""


# ---------------------------------------------------------------------------------------------------- JSON
def _json(key: str, kind: AnswerType, answer: str, trial: Trial) -> Json:
    from quizgen.verdict import Malformed, Reading

    verdict, reading = trial.verdict, trial.reading
    return {
        "key": key,
        "as": kind.name,
        "answer": answer,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "credit": str(verdict.credit),
        "reading": _reading(reading) if isinstance(reading, Reading) else None,
        "malformed": {**reading._asdict(), "asks": list(reading.asks)} if isinstance(reading, Malformed) else None,
        "readings": [{**_reading(each), "outcome": would.outcome} for each, would in trial.readings],
        "decided": None if trial.found is None else _comparison(trial.found),
        "evidence": verdict.evidence,
        "notes": list(verdict.notes),
    }


def _reading(reading: Reading) -> Json:
    return {"echo": reading.echo, "brackets": with_brackets(reading), "latex": reading.latex, "unit": reading.unit}


def _comparison(found: Sameness) -> Json:
    point: Mapping[str, str] | None = found.point
    values = None if found.values is None else {"key": found.values[0], "answer": found.values[1]}
    return {
        "same": found.same, "by": found.by, "evidence": found.evidence,
        "point": None if point is None else dict(point), "values": values,
    }  # fmt: skip
