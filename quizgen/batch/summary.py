"""How a graded set went, in numbers: one pass over its sheets, in memory that doesn't grow with them.

A measure takes one sheet after another and gives JSON values in the end; `MEASURES` is the list of them, so further
ones (item analysis) are added there and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from quizgen.batch.judging import TO_MARK
from quizgen.batch.records import Handout, Posed
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.submissions import share_kept
from quizgen.compiled import CompiledTemplate

BINS = 10
"""Of the distribution of scores."""
MOST_VALUES = 500
"""Values of a param that are told apart; one that has more isn't told of."""
SHOWN_VALUES = 8
"""Values of a param that are shown one by one; numbers of more are shown in so many groups."""
Line = Mapping[str, Any]
Json = dict[str, Any]


class Measure(Protocol):
    """Takes the sheets that were handed in, one after another."""

    def add(self, handout: Handout, lines: Sequence[Line]) -> None:
        """Take a sheet with its lines of parts.jsonl."""
        ...

    def result(self) -> Json:
        """What it comes to, as JSON values under names of its own."""
        ...


class Scores:
    """How many points sheets got: their distribution, mean and median, as shares of what could be got."""

    def __init__(self, folder: SetFolder) -> None:
        self._policy = folder.head.policy
        self._counts: Counter[Fraction] = Counter()
        self._total = Fraction(0)
        self._waiting = 0
        self._to_mark = Fraction(0)

    def add(self, handout: Handout, lines: Sequence[Line]) -> None:
        """Take a sheet."""
        points = sum((Fraction(line["points"]) for line in lines), Fraction(0))
        of = sum((Fraction(line["of"]) for line in lines), Fraction(0))
        waiting = [line for line in lines if waits(line)]
        self._waiting += len(waiting)
        self._to_mark += sum((Fraction(line["of"]) for line in waiting), Fraction(0))
        if of:
            share = points * share_kept(str(lines[0].get("when", "")), handout.deadline, self._policy) / of
            self._total += share
            # Rounded to a tenth of a per cent, so that there are never more than a thousand different ones.
            self._counts[Fraction(round(share * 1000), 1000)] += 1

    def result(self) -> Json:
        """Mean, median and distribution as shares from 0 to 1, and what is still to be marked."""
        count = self._counts.total()
        bins = [0] * BINS
        for share, times in self._counts.items():
            bins[min(BINS - 1, int(share * BINS))] += times
        return {
            "scores": {
                "sheets": count, "mean": _share(self._total, count), "median": _median(self._counts),
                "distribution": [
                    {"from": at / BINS, "to": (at + 1) / BINS, "sheets": times} for at, times in enumerate(bins)
                ],
            },
            "to_be_marked": {"answers": self._waiting, "points": float(self._to_mark)},
        }  # fmt: skip


class Cell(NamedTuple):
    """Credits of some answers: how many there are, and their sum."""

    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which no record needs
    credit: Fraction = Fraction(0)

    def plus(self, credit: Fraction) -> Cell:
        """With one more answer."""
        return Cell(self.count + 1, self.credit + credit)


@dataclass
class _PartCounts:
    """What is counted of one part of one template."""

    judged: Cell = field(default_factory=Cell)
    waiting: int = 0
    void: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    traps: Counter[str] = field(default_factory=Counter)
    params: dict[str, dict[Any, Cell] | None] = field(default_factory=dict)

    def add(self, line: Line, posed: Posed) -> None:
        self.outcomes[line["outcome"]] += 1
        if line["reason"]:
            self.reasons[line["reason"]] += 1
        self.traps.update(line["traps"])
        if line.get("void"):
            self.void += 1
        elif waits(line):
            self.waiting += 1
        else:
            credit = credit_of(line)
            self.judged = self.judged.plus(credit)
            for name, value in posed.params.items():
                self._by_value(name, tuple(value) if isinstance(value, list) else value, credit)

    def _by_value(self, name: str, value: Any, credit: Fraction) -> None:
        cells = self.params.setdefault(name, {})
        if cells is not None:
            cells[value] = cells.get(value, Cell()).plus(credit)
            if len(cells) > MOST_VALUES:
                self.params[name] = None


class Problems:
    """For each template and part: facility (the mean credit), traps met, what couldn't be read, facility by param."""

    def __init__(self, folder: SetFolder) -> None:
        self._folder = folder
        self._parts: dict[str, dict[str, _PartCounts]] = {}
        self._numbers: dict[str, set[int]] = {}

    def add(self, handout: Handout, lines: Sequence[Line]) -> None:
        """Take a sheet."""
        posed = {each.number: each for each in handout.problems}
        for line in lines:
            problem = posed[line["number"]]
            parts = self._parts.setdefault(problem.template, {})
            parts.setdefault(line["part"], _PartCounts()).add(line, problem)
            self._numbers.setdefault(problem.template, set()).add(problem.number)

    def result(self) -> Json:
        """The templates in the order of the numbers that they have on sheets."""
        order = sorted(self._parts, key=lambda name: (min(self._numbers[name]), name))
        return {"problems": [self._problem(name) for name in order]}

    def _problem(self, name: str) -> Json:
        template = self._folder.template(name)
        parts = [_part(part, counts, template) for part, counts in self._parts[name].items()]
        return {
            "template": name, "label": template.label, "title": template.title, "level": template.level,
            "numbers": sorted(self._numbers[name]), "parts": parts,
        }  # fmt: skip


MEASURES: tuple[Callable[[SetFolder], Measure], ...] = (Scores, Problems)
"""What a report measures; each is made for a set."""


def summary(folder: SetFolder, sheets: Iterable[tuple[Handout, Sequence[Line]]]) -> Json:
    """The whole report as JSON values."""
    measures = [make(folder) for make in MEASURES]
    handed_in = there = 0
    for handout, lines in sheets:
        there += 1
        if lines:
            handed_in += 1
            for measure in measures:
                measure.add(handout, lines)
    found: Json = {
        "format": 1, "set": folder.head.set, "title": folder.head.title, "sheets": there, "handed_in": handed_in,
    }  # fmt: skip
    for measure in measures:
        found.update(measure.result())
    return found


def waits(line: Line) -> bool:
    """Whether an answer waits for a person."""
    return line["outcome"] in TO_MARK and "mark" not in line and "void" not in line


def credit_of(line: Line) -> Fraction:
    """The credit that an answer got, marks by hand included."""
    return Fraction(line["mark"]["credit"] if "mark" in line else line["credit"])


def _part(name: str, counts: _PartCounts, template: CompiledTemplate) -> Json:
    total, facility = counts.outcomes.total(), _share(counts.judged.credit, counts.judged.count)
    params = [
        {"param": param, "values": _values(cells), "means": template.names[param].means}
        for param, cells in counts.params.items()
        if cells is not None and len(cells) > 1 and param in template.names
    ]
    return {
        "part": name, "answers": total,
        # While most wait for a person, the others are blanks and what can't be read.
        "facility": facility if counts.waiting <= counts.judged.count else None,
        "judged": counts.judged.count, "to_be_marked": counts.waiting, "void": counts.void,
        "blank": _share(Fraction(counts.outcomes["blank"]), total),
        "malformed": _share(Fraction(counts.outcomes["malformed"]), total),
        "outcomes": dict(counts.outcomes.most_common()), "reasons": dict(counts.reasons.most_common()),
        "traps": dict(counts.traps.most_common()), "params": params,
    }  # fmt: skip


def _values(cells: Mapping[Any, Cell]) -> list[Json]:
    """Facility by value; numbers of many different values in groups of neighbours."""
    numbers = {_number(value): cell for value, cell in cells.items()}
    if None in numbers or len(cells) <= SHOWN_VALUES:
        ordered = sorted(cells, key=_place)
        return [_group(_text(value), [cells[value]]) for value in ordered[: 2 * SHOWN_VALUES]]
    ordered_numbers = sorted(number for number in numbers if number is not None)
    size = -(-len(ordered_numbers) // SHOWN_VALUES)
    groups = [ordered_numbers[at : at + size] for at in range(0, len(ordered_numbers), size)]
    return [_group(_span(group), [numbers[number] for number in group]) for group in groups]


def _group(name: str, cells: Sequence[Cell]) -> Json:
    count = sum(cell.count for cell in cells)
    return {
        "value": name, "answers": count,
        "facility": _share(sum((cell.credit for cell in cells), Fraction(0)), count),
    }  # fmt: skip


def _number(value: Any) -> Fraction | None:
    """A stored value as a number; None for a text, a row or a list."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return Fraction(value)
    except ValueError:
        return None


def _place(value: Any) -> tuple[bool, Fraction, str]:
    number = _number(value)
    return number is None, number or Fraction(0), str(value)


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _span(group: Sequence[Fraction]) -> str:
    first, last = (str(each) for each in (group[0], group[-1]))
    return first if first == last else f"{first}–{last}"


def _share(total: Fraction, count: int) -> float | None:
    return round(float(total / count), 4) if count else None


def _median(counts: Mapping[Fraction, int]) -> float | None:
    """The middle one of counted values; of an even number the mean of the two in the middle."""
    total = sum(counts.values())
    if not total:
        return None
    ordered = sorted(counts.items())
    return float(sum(_nth(ordered, place) for place in ((total - 1) // 2, total // 2)) / 2)


def _nth(ordered: Sequence[tuple[Fraction, int]], place: int) -> Fraction:
    passed = 0
    for value, count in ordered:
        passed += count
        if place < passed:
            return value
    return ordered[-1][0]


__all__ = ["MEASURES", "Measure", "summary"]
