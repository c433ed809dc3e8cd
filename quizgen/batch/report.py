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

WIDTH, HEIGHT, LABEL = 520, 150, 24
"""Of the histogram, in the units of its picture, and the height of a line of its labels."""
FEW = 5
"""Under so many answers a facility says little, and is shown faintly."""


class Column(NamedTuple):
    """A column of the histogram: where it stands, its size, and how many sheets it counts."""

    x: float
    y: float
    width: float
    height: float
    text: str


class Row(NamedTuple):
    """A row with a bar that lies, as long as the per cent of its field."""

    label: str
    length: float
    value: str
    answers: str = ""
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
        title=found["title"], lines=_lines(found), width=WIDTH, height=HEIGHT, label=LABEL,
        histogram=_histogram(found["scores"]["distribution"]), in_words=_in_words(found["scores"]["distribution"]),
        problems=[_problem(each) for each in found["problems"]],
    )  # fmt: skip


def _lines(found: Mapping[str, Any]) -> list[str]:
    scores, waiting = found["scores"], found["to_be_marked"]
    lines = [f"{found['handed_in']:,} of {found['sheets']:,} sheets were handed in."]
    if scores["mean"] is not None:
        lines.append(f"Mean {_percent(scores['mean'])}, median {_percent(scores['median'])} of the points.")
    if waiting["answers"]:
        lines.append(f"{waiting['answers']:,} answers, worth {waiting['points']:g} points, are still to be marked.")
    return lines


def _histogram(bins: Sequence[Mapping[str, Any]]) -> list[Column]:
    most = max((each["sheets"] for each in bins), default=0) or 1
    step = WIDTH / len(bins)
    columns = []
    for at, each in enumerate(bins):
        height = round((HEIGHT - LABEL) * each["sheets"] / most, 1)
        place = round(at * step + 1, 1), round(HEIGHT - height, 1)
        columns.append(Column(*place, round(step - 2, 1), height, f"{each['sheets']:,}" if each["sheets"] else ""))
    return columns


def _in_words(bins: Sequence[Mapping[str, Any]]) -> str:
    """The histogram for whoever doesn't see it."""
    filled = [
        f"{each['from'] * 100:.0f} to {each['to'] * 100:.0f} %: {each['sheets']:,}" for each in bins if each["sheets"]
    ]
    return "Sheets by their share of the points. " + ("; ".join(filled) if filled else "There are none") + "."


def _problem(found: Mapping[str, Any]) -> dict[str, Any]:
    parts = [_part(each) for each in found["parts"]]
    more = [each for each in parts if each["traps"] or each["reasons"] or each["params"] or each["void"]]
    return {**found, "numbers": ", ".join(map(str, found["numbers"])), "parts": parts, "more": more}


def _part(found: Mapping[str, Any]) -> dict[str, Any]:
    reasons = {
        WORDS.get(name, name): count for name, count in found["reasons"].items() if name not in ("value", "trap")
    }
    return {
        **found,
        "facility_text": _percent(found["facility"]), "malformed_text": _percent(found["malformed"]),
        "blank_text": _percent(found["blank"]), "traps": _counted(found["traps"]), "reasons": reasons,
        "params": [
            {**each, "rows": _by_value(each["values"])} for each in found["params"] if _tells(each["values"])
        ],
    }  # fmt: skip


def _tells(values: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a picture would tell anything: bars of one height don't."""
    return len({each["facility"] for each in values}) > 1


def _counted(counts: Mapping[str, int]) -> list[Row]:
    """The longest bar is as long as its field."""
    most = max(counts.values(), default=1)
    return [Row(name, round(100 * count / most, 1), f"{count:,}") for name, count in counts.items()]


def _by_value(values: Sequence[Mapping[str, Any]]) -> list[Row]:
    return [
        Row(
            each["value"], round(100 * (each["facility"] or 0), 1), _percent(each["facility"]),
            f"{each['answers']:,}", each["answers"] < FEW,
        )
        for each in values
    ]  # fmt: skip


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


__all__ = ["report", "report_html", "write_report"]
