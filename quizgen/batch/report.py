"""The report of a graded set as one page with pictures, made of its summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from quizgen.batch.files import write_whole
from quizgen.batch.graded_folder import REPORT, GradedFolder
from quizgen.batch.graded_sheets import graded_sheets, set_of
from quizgen.batch.judging import WORDS
from quizgen.batch.records import Records
from quizgen.batch.summary import summary
from quizgen.pages.layouts import layout

WIDTH, HEIGHT = 520, 140
"""Of the histogram, in the units of its picture."""
FEW = 5
"""Under so many answers a facility says little, and is shown faintly."""


class Bar(NamedTuple):
    """A bar of a picture: where it stands, its size, and what is written beside it."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: str
    faint: bool = False


def report(folder: Path, of: Path | None = None) -> dict[str, Any]:
    """The summary of a graded set; `of` says where its set is, if it was moved. Raises NotFound, SourceError."""
    graded = GradedFolder(folder)
    its_set = set_of(graded, of)
    return summary(its_set, graded_sheets(graded, Records(its_set)))


def write_report(folder: Path, found: Mapping[str, Any]) -> Path:
    """Write report.html and report.json beside the result. Raises OutputError."""
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    write_whole(folder / "report.json", text, private=True)
    write_whole(folder / REPORT, report_html(found), private=True)
    return folder / REPORT


def report_html(found: Mapping[str, Any]) -> str:
    """A document of its own: nothing is loaded, no script runs."""
    return layout("html/report.html.jinja").render(
        title=found["title"], lines=_lines(found), width=WIDTH, height=HEIGHT,
        histogram=_histogram(found["scores"]["distribution"]), problems=[_problem(each) for each in found["problems"]],
    )  # fmt: skip


def _lines(found: Mapping[str, Any]) -> list[str]:
    scores, waiting = found["scores"], found["to_be_marked"]
    lines = [f"{found['handed_in']:,} of {found['sheets']:,} sheets were handed in."]
    if scores["mean"] is not None:
        lines.append(f"Mean {_percent(scores['mean'])}, median {_percent(scores['median'])} of the points.")
    if waiting["answers"]:
        lines.append(f"{waiting['answers']:,} answers, worth {waiting['points']:g} points, are still to be marked.")
    return lines


def _histogram(bins: Sequence[Mapping[str, Any]]) -> list[Bar]:
    most = max((each["sheets"] for each in bins), default=0) or 1
    step = WIDTH / len(bins)
    bars = []
    for at, each in enumerate(bins):
        height = round((HEIGHT - 20) * each["sheets"] / most, 1)
        label = f"{each['from'] * 100:.0f}–{each['to'] * 100:.0f} %"
        count = f"{each['sheets']:,}"
        bars.append(Bar(round(at * step + 1, 1), round(HEIGHT - height, 1), round(step - 2, 1), height, label, count))
    return bars


def _problem(found: Mapping[str, Any]) -> dict[str, Any]:
    numbers = ", ".join(map(str, found["numbers"]))
    return {**found, "numbers": numbers, "parts": [_part(each) for each in found["parts"]]}


def _part(found: Mapping[str, Any]) -> dict[str, Any]:
    reasons = {
        WORDS.get(name, name): count for name, count in found["reasons"].items() if name not in ("value", "trap")
    }
    return {
        **found,
        "facility_text": _percent(found["facility"]), "malformed_text": _percent(found["malformed"]),
        "blank_text": _percent(found["blank"]), "traps": _counted(found["traps"]), "reasons": reasons,
        "params": [
            {**each, "bars": _by_value(each["values"])} for each in found["params"] if _tells(each["values"])
        ],
    }  # fmt: skip


def _tells(values: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a picture would tell anything: bars of one height don't."""
    return len({each["facility"] for each in values}) > 1


def _counted(counts: Mapping[str, int]) -> list[Bar]:
    """Bars that lie, the longest as long as the picture."""
    most = max(counts.values(), default=1)
    return [
        Bar(0, 22 * at, round(200 * count / most, 1), 14, name, f"{count:,}")
        for at, (name, count) in enumerate(counts.items())
    ]


def _by_value(values: Sequence[Mapping[str, Any]]) -> list[Bar]:
    """Bars that stand, from 0 to 100 %."""
    step = 300 / max(len(values), 1)
    bars = []
    for at, each in enumerate(values):
        height = round(60 * (each["facility"] or 0), 1)
        value = f"{_percent(each['facility'])} of {each['answers']:,}"
        bars.append(Bar(
            round(at * step + 2, 1), round(60 - height, 1), round(step - 4, 1), height, each["value"], value,
            each["answers"] < FEW,
        ))  # fmt: skip
    return bars


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


__all__ = ["report", "report_html", "write_report"]
