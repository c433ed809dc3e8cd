"""The rows of one table on their way into the pile, each found its sheet or told why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from quizgen.batch.blocks import Block, Columns
from quizgen.batch.columns import Layout
from quizgen.batch.notes import Note, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Records
from quizgen.batch.sources import Account, Source
from quizgen.batch.tables import BadRow, Row
from quizgen.batch.who import Claim, Coming, Stranger
from quizgen.escaping import visible

_SUMMARIES = frozenset({
    "overall average", "average", "mean", "total", "points possible", "gesamtdurchschnitt", "durchschnitt", "moyenne",
    "moyenne globale", "promedio", "promedio general", "media", "media complessiva", "manual posting", "student, test",
    "count",
})  # fmt: skip
"""What stands at the beginning of a row that is nobody's, in the files that learning platforms give."""


_WHO = ("form", "attempt", "email", "name", "first", "last")
MOST_NAMES, MOST_SHAPES = 10_000, 200
"""Names of parts that are remembered, and runs of them that students have answered."""
_UNNUMBERED, _NONE = -1, -2


class Takes(Protocol):
    """Takes entries of a pile."""

    def add(self, sheet: int, entry: Entry) -> None:
        """Take an entry for a sheet."""
        ...


class Desk(NamedTuple):
    """Where rows are handed in.

    `locate` says whose a claim is among `records`, `target` which part the cells for problem and part name ("" for
    none), `moment` what time a cell records (told of file, row and student where that can't be read). `blank` are cells
    that mean no answer.
    """

    locate: Callable[[Claim], int | Stranger]
    records: Records
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
        fields = self.layout.fields
        self._said = sorted({*self.layout.ids, *(fields[each] for each in _WHO if each in fields)})
        self._claims = itemgetter(*self._said)
        self._coming = Coming(to.records).at
        only_ids = self._said == list(self.layout.ids)
        self._only_id = self._said[0] if only_ids and len(self._said) == 1 else -1
        self._came = fields.get("time", -1), fields.get("attempt", -1)
        self._same = sorted({*self.layout.ids, *fields.values()})
        self._usual = 1
        self._kept = Block((), [])
        self._answers = _picked([at for at, _ in self.layout.answers])
        self._target = lru_cache(maxsize=4096)(to.target)
        self._keys: dict[str, str] = {}
        self._named = _named(self.layout)
        self._shapes: dict[tuple[str, ...], int] = {}
        self._last_shape: tuple[Sequence[str], int] = ((), _NONE)
        self._width = self.layout.width

    def all(self, first: Sequence[Row], rest: Iterable[Block]) -> Account:
        """Take all rows, those first that were looked at already."""
        take = self._long if self.layout.is_long else self._wide
        for block in chain([Block([number for number, _ in first], [cells for _, cells in first])], rest):
            if self._bad:
                self._take_kept()
                self._tell_bad()
            take(block)
        self._take_kept()
        self._tell_bad()
        shapes = tuple(tuple([self._keys[name] for name in names]) for names in self._shapes)
        return Account(self.source._replace(shapes=shapes), self.rows, self.taken, self.blank, self.refused)

    def _wide(self, block: Block) -> None:
        """Each row is a submission."""
        numbers, rows = block.numbers, block.rows
        pick, blank, width = self._answers, self.to.blank, self._width
        self.rows += len(rows)
        for number, cells in zip(numbers, rows, strict=True):
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
                cleaned = ["" if cell in blank else cell for cell in answers]
                self.to.pile.add(sheet, Entry(self.number, number, *self._moment(number, fitted), cleaned))

    def _long(self, block: Block) -> None:
        """Each row is an answer. Rows that only differ in part and answer, one after another, become one entry.

        The last of these is kept: its next rows may come with the next block.
        """
        columns = block.columns(self._width) if self._named >= 0 else ()
        if not columns:
            self._take_kept()
            for number, cells in zip(block.numbers, block.rows, strict=True):
                self._row(number, cells)
            return
        kept = self._kept
        if kept.numbers:
            columns = [[*old, *new] for old, new in zip(kept.columns(self._width), columns, strict=True)]
        numbers = _joined(kept.numbers, block.numbers)
        last = self._take_runs(numbers, columns)
        self._kept = Block(numbers[last:], None, [column[last:] for column in columns])
        if not last:
            self._take_kept()

    def _take_runs(self, numbers: Sequence[int], columns: Columns) -> int:
        """Take all runs of rows of one student but the last; where that begins."""
        same = [columns[at] for at in self._same]
        who = same[0] if len(same) == 1 else list(zip(*same, strict=True))
        start, count = 0, len(numbers)
        while True:
            end = self._end_of_run(who, start)
            if end >= count:
                return start
            self._take(numbers, columns, start, end)
            start = end

    def _end_of_run(self, who: Sequence[Any], start: int) -> int:
        """Where those that equal the one at `start` end; mostly they are as many as those before."""
        one, end = who[start], start + self._usual
        if end < len(who) and who[end] != one and who[start:end].count(one) == end - start:
            return end
        end = start + 1
        while end < len(who) and who[end] == one:
            end += 1
        self._usual = end - start
        return end

    def _take_kept(self) -> None:
        """Take the rows that were kept: none of theirs come any more."""
        kept = self._kept
        self._kept = Block((), [])
        if kept.numbers:
            self._take(kept.numbers, kept.columns(self._width), 0, len(kept.numbers))

    def _take(self, numbers: Sequence[int], columns: Columns, start: int, end: int) -> None:
        """Take neighbouring rows of one student, one by one where one of them wants a closer look."""
        first = [column[start] for column in columns]
        names, raws = columns[self._named][start:end], columns[self.layout.response][start:end]
        if not self._run(numbers[start], first, names, raws):
            rows = zip(*(column[start:end] for column in columns), strict=True)
            for number, cells in zip(numbers[start:end], rows, strict=True):
                self._row(number, list(cells))

    def _run(self, number: int, first: list[str], given: Sequence[str], raws: Sequence[str]) -> bool:
        """Take rows together; False where they can't be."""
        shape = self._shape(given)
        if shape == _NONE or any(map(raws.__contains__, self.to.blank)):
            return False
        sheet = self._located(first)
        if not isinstance(sheet, int):
            return False
        self.rows += len(raws)
        self.taken += len(raws)
        cells = raws
        if shape == _UNNUMBERED:
            keys = map(self._keys.__getitem__, given)
            cells = tuple(chain.from_iterable(zip(keys, raws, strict=True)))
        self.to.pile.add(sheet, Entry(self.number, number, *self._moment(number, first), cells, shape))
        return True

    def _shape(self, names: Sequence[str]) -> int:
        """The number of a run of names; _UNNUMBERED if there are too many, _NONE if they aren't different parts."""
        last, shape = self._last_shape
        if names == last:
            return shape
        key = tuple(names)
        shape = self._shapes.get(key, _UNNUMBERED)
        if shape == _UNNUMBERED:
            if not self._are_parts(key):
                return _NONE
            if len(self._shapes) < MOST_SHAPES:
                shape = self._shapes[key] = len(self._shapes)
        self._last_shape = names, shape
        return shape

    def _are_parts(self, names: tuple[str, ...]) -> bool:
        """Whether these are known names of different parts."""
        return self._keys.keys() >= set(names) and len({self._keys[name] for name in names}) == len(names)

    def _row(self, number: int, cells: list[str]) -> None:
        """One answer."""
        self.rows += 1
        fitted = self._fitted(number, cells) if len(cells) != self._width else cells
        if fitted is None:
            return
        raw = fitted[self.layout.response]
        if raw in self.to.blank:
            self.blank += 1
            return
        sheet = self._sheet(number, fitted)
        key = self._key(number, fitted) if sheet >= 0 else ""
        if key:
            self.taken += 1
            self.to.pile.add(sheet, Entry(self.number, number, *self._moment(number, fitted), [key, raw]))

    def _key(self, number: int, cells: list[str]) -> str:
        """The part that a row answers; "" where there is none such, which is told."""
        words = [cells[at] if at >= 0 else "" for at in self.layout.part]
        key = self._target(*words)
        if not key:
            shown = " ".join(visible(each)[:40] for each in words if each)
            self._refuse(number, f"`{shown}` is no part of this set", "write it as 1.S", cells)
        elif self._named >= 0 and len(self._keys) < MOST_NAMES:
            name = "".join(words)
            self._keys[name] = key
        return key

    def _moment(self, number: int, cells: list[str]) -> tuple[str, str]:
        """When a row was handed in, and its number as an attempt."""
        at, turn = self._came
        when = self.to.moment(cells[at], self.source.name, number, _first(cells)) if at >= 0 else ""
        return when, cells[turn].strip() if turn >= 0 and cells[turn].strip().isdecimal() else ""

    def _sheet(self, number: int, cells: list[str]) -> int:
        """Whose row it is; -1 if that isn't known, which is told unless it is a summary."""
        found = self._located(cells)
        if isinstance(found, int):
            return found
        if _is_summary(cells):
            self.rows -= 1
        else:
            self._refuse(number, found.what, found.mend, cells)
        return -1

    def _located(self, cells: list[str]) -> int | Stranger:
        """Whose a row is."""
        if self._only_id >= 0 and (at := self._coming(cells[self._only_id])) >= 0:
            return at
        return self._locate(self._claims(cells))

    def _found(self, words: Any) -> int | Stranger:
        fields = dict(zip(self._said, words if isinstance(words, tuple) else (words,), strict=True))
        form, attempt, email, name, first, last = (fields.get(self.layout.fields.get(each, -1), "") for each in _WHO)
        ids = tuple([fields[at] for at in self.layout.ids])
        return self.to.locate(Claim(form, ids, email, name or f"{first} {last}".strip(), attempt))

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


def _joined(numbers: Sequence[int], more: Sequence[int]) -> Sequence[int]:
    """Both together: mostly a range of lines and the next one."""
    if isinstance(numbers, range) and isinstance(more, range) and numbers.stop == more.start:
        return range(numbers.start, more.stop)
    return [*numbers, *more]


def _named(layout: Layout) -> int:
    """The column that names the part of a row; -1 where the part takes two cells, or rows aren't answers."""
    parts = [at for at in layout.part if at >= 0]
    return parts[0] if layout.is_long and len(parts) == 1 else -1


def _picked(columns: Sequence[int]) -> Callable[[list[str]], tuple[str, ...]]:
    """What gives these cells of a row as a tuple."""
    if not columns:
        return lambda _: ()
    if len(columns) == 1:
        only = columns[0]
        return lambda cells: (cells[only],)
    return itemgetter(*columns)


def _is_summary(cells: Sequence[str]) -> bool:
    return _first(cells).casefold() in _SUMMARIES


def _first(cells: Sequence[str]) -> str:
    """What stands first in a row, to find it by."""
    return next((visible(cell.strip())[:60] for cell in cells if cell.strip()), "")


__all__ = ["Desk", "RowReader", "Takes"]
