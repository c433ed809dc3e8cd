"""The rows of one table on their way into the pile, each found its sheet or told why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, Protocol

from quizgen.batch.columns import Layout
from quizgen.batch.notes import Note, Tell
from quizgen.batch.sources import Account, Source
from quizgen.batch.tables import BadRow, Row
from quizgen.batch.who import Claim, Stranger
from quizgen.escaping import visible

_SUMMARIES = frozenset({
    "overall average", "average", "mean", "total", "points possible", "gesamtdurchschnitt", "durchschnitt", "moyenne",
    "moyenne globale", "promedio", "promedio general", "media", "media complessiva", "manual posting", "student, test",
    "count",
})  # fmt: skip
"""What stands at the beginning of a row that is nobody's, in the files that learning platforms give."""


LONGEST_RUN = 500
"""Rows that become one entry."""
MOST_NAMES = 10_000
"""Names of parts that are remembered."""


class Takes(Protocol):
    """Takes entries of a pile."""

    def add(self, entry: Sequence[object]) -> None:
        """Take an entry: sheet, file, row, when and turn, then its cells one by one."""
        ...


class Desk(NamedTuple):
    """Where rows are handed in.

    `locate` says whose a claim is, `target` which part the cells for problem and part name ("" for none), `moment` what
    time a cell records (told of file, row and student where that can't be read). `blank` are cells that mean no answer.
    """

    locate: Callable[[Claim], int | Stranger]
    target: Callable[[str, str], str]
    moment: Callable[[str, str, int, str], str]
    tell: Tell
    pile: Takes
    blank: frozenset[str]


class RowReader:
    """Takes the rows of one table."""

    def __init__(self, to: Desk, source: Source, number: int, bad: list[BadRow]) -> None:
        assert source.layout is not None, "a table has a layout"  # noqa: S101 - a slip of ours, never input
        self.to, self.source, self.number, self.layout, self._bad = to, source, number, source.layout, bad
        self.rows = self.taken = self.blank = self.refused = 0
        self._locate = lru_cache(maxsize=4096)(self._found)
        self._claims = _picker(_claim_columns(self.layout))
        self._width = source.layout.width

    def all(self, first: Iterable[Row], rest: Iterable[Row]) -> Account:
        """Take all rows, those first that were looked at already."""
        take = self._long if self.layout.is_long else self._wide
        take(chain(first, rest))
        self._tell_bad()
        return Account(self.source, self.rows, self.taken, self.blank, self.refused)

    def _wide(self, rows: Iterable[Row]) -> None:
        """Each row is a submission."""
        pick, blank, width = _picker([at for at, _ in self.layout.answers], least=1), self.to.blank, self._width
        for number, cells in rows:
            if self._bad:
                self._tell_bad()
            self.rows += 1
            fitted = self._fitted(number, cells) if len(cells) != width else cells
            if fitted is None:
                continue
            answers = pick(fitted)
            if blank.issuperset(answers):
                self.blank += 1
                continue
            sheet = self._sheet(number, fitted)
            if sheet >= 0:
                self.taken += 1
                cleaned = answers if blank.isdisjoint(answers) else ["" if cell in blank else cell for cell in answers]
                self.to.pile.add((sheet, self.number, number, *self._moment(number, fitted), *cleaned))

    def _long(self, rows: Iterable[Row]) -> None:
        """Each row is an answer. Rows that only differ in part and answer, one after another, become one entry."""
        run = _Run(self.layout)
        width, blank, response, same, named = self._width, self.to.blank, self.layout.response, run.same, run.named
        keys: dict[tuple[str, ...], str] = {}
        for number, cells in rows:
            if len(cells) == width and run.left:
                raw, key = cells[response], keys.get(named(cells))
                if key and raw not in blank and same(cells) == run.of:
                    run.pairs += (key, raw)
                    run.left -= 1
                    continue
            self._begin(run, number, cells, keys)
        self._end(run)

    def _begin(self, run: _Run, number: int, cells: list[str], keys: dict[tuple[str, ...], str]) -> None:
        """A row that the one before doesn't explain: perhaps the first of a run."""
        self._end(run)
        if self._bad:
            self._tell_bad()
        self.rows += 1
        fitted = self._fitted(number, cells) if len(cells) != self._width else cells
        if fitted is None:
            return
        raw = fitted[self.layout.response]
        if raw in self.to.blank:
            self.blank += 1
            return
        sheet = self._sheet(number, fitted)
        if sheet < 0:
            return
        name = run.named(fitted)
        key = keys.get(name) or self.to.target(*name)
        if not key:
            shown = " ".join(visible(each)[:40] for each in name if each)
            self._refuse(number, f"`{shown}` is no part of this set", "write it as 1.S", fitted)
            return
        if len(keys) < MOST_NAMES:
            keys[name] = key
        run.of, run.left, run.pairs = run.same(fitted), LONGEST_RUN, [key, raw]
        run.place = (sheet, self.number, number, *self._moment(number, fitted))

    def _end(self, run: _Run) -> None:
        """Hand in what the run has."""
        if run.left:
            count = len(run.pairs) // 2
            self.rows += count - 1
            self.taken += count
            self.to.pile.add((*run.place, *run.pairs))
            run.left = 0

    def _moment(self, number: int, cells: list[str]) -> tuple[str, str]:
        """When a row was handed in, and its number as an attempt."""
        fields = self.layout.fields
        at, turn = fields.get("time", -1), fields.get("attempt", -1)
        when = self.to.moment(cells[at], self.source.name, number, _first(cells)) if at >= 0 else ""
        return when, cells[turn].strip() if turn >= 0 and cells[turn].strip().isdecimal() else ""

    def _sheet(self, number: int, cells: list[str]) -> int:
        """Whose row it is; -1 if that isn't known, which is told unless it is a summary."""
        found = self._locate(self._claims(cells))
        if isinstance(found, int):
            return found
        if _is_summary(cells):
            self.rows -= 1
        else:
            self._refuse(number, found.what, found.mend, cells)
        return -1

    def _found(self, words: tuple[str, ...]) -> int | Stranger:
        form, attempt, email, name, first, last, *ids = words
        return self.to.locate(Claim(form, tuple(ids), email, name or f"{first} {last}".strip(), attempt))

    def _fitted(self, number: int, cells: list[str]) -> list[str] | None:
        """A row with too many or too few cells: told, and filled up where nothing has moved; None for none."""
        if not any(map(str.strip, cells)):
            self.rows -= 1
            return None
        width = self._width
        if len(cells) > width:
            if any(map(str.strip, cells[width:])):
                what = f"the row has {len(cells)} cells, and there are {width} columns"
                self._refuse(number, what, "put cells that hold a delimiter into quotes", cells)
                return None
            return cells[:width]
        if not _is_summary(cells):
            what = f"the row ends after {len(cells)} of {width} cells; the others count as blank"
            self.to.tell(Note(what, "is the file cut off?", self.source.name, number, _first(cells), kind="note"))
        return [*cells, *([""] * (width - len(cells)))]

    def _refuse(self, number: int, what: str, mend: str, cells: Sequence[str] = ()) -> None:
        self.refused += 1
        self.to.tell(Note(what, mend, self.source.name, number, _first(cells)))

    def _tell_bad(self) -> None:
        for each in self._bad:
            self.rows += 1
            self._refuse(each.number, each.what, each.mend)
        self._bad.clear()


class _Run:
    """Rows of one student, one after another: `of` is what they have in common, `left` how many more it may take.

    `same` picks what rows of a run have in common, `named` what names their part; `left` 0 means that there is none.
    """

    def __init__(self, layout: Layout) -> None:
        fields = layout.fields
        self.same = _picker([*sorted({*layout.ids, *fields.values()})], least=1)
        self.named = _picker(layout.part)
        self.of: tuple[str, ...] = ()
        self.left = 0
        self.pairs: list[str] = []
        self.place: tuple[object, ...] = ()


def _claim_columns(layout: Layout) -> list[int]:
    fields = ("form", "attempt", "email", "name", "first", "last")
    return [*(layout.fields.get(field, -1) for field in fields), *layout.ids]


def _picker(columns: Sequence[int], least: int = 2) -> Callable[[list[str]], tuple[str, ...]]:
    """What gives these cells of a row as a tuple, "" for a column of -1."""
    if len(columns) == 1 == least:
        only = columns[0]
        return lambda cells: (cells[only],)
    if len(columns) > 1 and min(columns) >= 0:
        return itemgetter(*columns)
    if all(at < 0 for at in columns[:-1]):
        blank, last = ("",) * (len(columns) - 1), columns[-1]
        return lambda cells: (*blank, cells[last])
    return lambda cells: tuple([cells[at] if at >= 0 else "" for at in columns])


def _is_summary(cells: Sequence[str]) -> bool:
    return _first(cells).casefold() in _SUMMARIES


def _first(cells: Sequence[str]) -> str:
    """What stands first in a row, to find it by."""
    return next((visible(cell.strip())[:60] for cell in cells if cell.strip()), "")


__all__ = ["Desk", "RowReader", "Takes"]
