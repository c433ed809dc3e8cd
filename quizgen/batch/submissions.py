"""What a student handed in for one sheet, made of the rows and forms that came for it; and which of it counts.

A table's row or a form is one submission; rows that hold one answer each make up a submission, in which each part
stands once. Files that answer different parts complete each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from quizgen.batch.cells import restored
from quizgen.batch.notes import Note, Tell
from quizgen.batch.pile import Entry
from quizgen.batch.records import Handout
from quizgen.batch.sources import Manner, Source
from quizgen.problem_set import SetPolicy

_PIECE = re.compile(r"part (\d+): ", re.IGNORECASE)
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Submission(NamedTuple):
    """Answers by part (`1.S`), when they came (ISO form, "" if that isn't recorded).

    `manner` is how they came; `manners` how those came that came in another way.
    """

    when: str
    answers: Mapping[str, str]
    place: tuple[int, int] = (-1, 0)
    """The number of the file, and the row."""
    kept: Fraction | int = 1
    """The share of its points that it keeps, by when it came."""
    manner: Manner = Manner()
    manners: Mapping[str, Manner] = {}

    def manner_of(self, key: str) -> Manner:
        """How the answer to one part came."""
        return self.manners.get(key, self.manner)


class _Draft(NamedTuple):
    """A submission in the making."""

    when: str
    turn: int
    file: int
    row: int
    answers: dict[str, str]
    manner: Manner
    manners: dict[str, Manner]

    @property
    def order(self) -> tuple[datetime, int, int, int]:
        when = datetime.fromisoformat(self.when) if self.when else _EARLIEST
        return when, self.turn, self.file, self.row


def submissions(entries: Sequence[Entry], sources: Sequence[Source], handout: Handout, tell: Tell) -> list[Submission]:
    """What these entries make up, in the order in which they came; blank ones are left out."""
    reader = _Reader(sources, handout, tell)
    whole = reader.whole(entries)
    if whole is not None:
        return [whole] if any(map(str.strip, whole.answers.values())) else []
    drafts = list(reader.drafts(entries))
    if len(drafts) > 1:
        drafts = _distinct(sorted(_completed(sorted(drafts, key=lambda each: each.order)), key=lambda each: each.order))
    return [
        Submission(each.when, each.answers, (each.file, each.row), 1, each.manner, each.manners)
        for each in drafts
        if "".join(each.answers.values()).strip()
    ]


class _Reader:
    def __init__(self, sources: Sequence[Source], handout: Handout, tell: Tell) -> None:
        self.sources, self.handout, self.tell = sources, handout, tell
        self.parts = handout.keys

    def drafts(self, entries: Sequence[Entry]) -> Iterator[_Draft]:
        """Each row that is a submission of its own, and those that rows of single answers make up."""
        rows: dict[tuple[int, str, int], _Draft] = {}
        times: dict[tuple[int, str, str], int] = {}
        for entry in entries:
            source = self.sources[entry.file]
            for key, raw in self._read(self._pairs(entry, source), entry, source):
                # The second row for a part belongs to the second submission.
                seen = times[entry.file, entry.turn, key] = times.get((entry.file, entry.turn, key), -1) + 1
                place = (entry.file, entry.turn, seen if source.is_long else -1 - entry.row)
                draft = rows.get(place)
                if draft is None:
                    draft = _Draft("", int(entry.turn or 0), entry.file, entry.row, {}, source.manner, {})
                draft.answers[key] = raw
                rows[place] = draft._replace(when=_later(draft.when, entry.when))
        yield from rows.values()

    def whole(self, entries: Sequence[Entry]) -> Submission | None:
        """The one submission that these entries are, where that is plain to see; it nearly always is."""
        first, source = entries[0], self.sources[entries[0].file]
        answers, when = self._answers(first, source), first.when
        if answers is None or (len(entries) > 1 and not source.is_long):
            return None
        for entry in entries[1:]:
            more = self._answers(entry, source)
            if (entry.file, entry.turn) != (first.file, first.turn) or more is None or more.keys() & answers.keys():
                return None
            answers.update(more)
            when = _later(when, entry.when)
        if source.marked and "'" in "".join(answers.values()):
            answers = {key: restored(raw) for key, raw in answers.items()}
        return Submission(when, answers, (first.file, first.row), 1, source.manner)

    def _answers(self, entry: Entry, source: Source) -> dict[str, str] | None:
        """The answers of an entry where each cell is to one part of the sheet, and no part has two."""
        cells = entry.cells
        if targets := source.targets_of(entry.shape):
            answers = dict(zip(targets, cells, strict=False))
            return answers if answers.keys() <= self.parts.keys() else None
        answers = dict(zip(cells[::2], cells[1::2], strict=True))
        return answers if 2 * len(answers) == len(cells) and answers.keys() <= self.parts.keys() else None

    def _pairs(self, entry: Entry, source: Source) -> Iterable[tuple[str, str]]:
        if targets := source.targets_of(entry.shape):
            return zip(targets, entry.cells, strict=False)
        return zip(entry.cells[::2], entry.cells[1::2], strict=True)

    def _read(self, pairs: Iterable[tuple[str, str]], entry: Entry, source: Source) -> Iterator[tuple[str, str]]:
        for key, cell in pairs:
            raw = restored(cell) if source.marked else cell
            if key in self.parts:
                yield key, raw
            elif raw.strip():
                yield from self._whole(key, raw, entry, source)

    def _whole(self, key: str, raw: str, entry: Entry, source: Source) -> Iterator[tuple[str, str]]:
        """An answer to a whole problem: to its only part, or to each of them in turn."""
        own = [each for each in self.parts if each.partition(".")[0] == key]
        pieces = _PIECE.split(raw)
        if len(own) == 1:
            yield own[0], raw
        elif own and not pieces[0].strip() and all(0 < int(each) <= len(own) for each in pieces[1::2]):
            for number, text in zip(pieces[1::2], pieces[2::2], strict=True):
                yield own[int(number) - 1], text.strip().removesuffix(";").strip()
        else:
            has = ", ".join(self.parts if "." in key or not own else own)
            what = f"an answer to {key}, and this student's sheet has {has}"
            mend = "name the part; is it another student's answer?"
            self.tell(Note(what, mend, source.name, entry.row, self.handout.student, key))


def _later(one: str, other: str) -> str:
    if not (one and other):
        return one or other
    return max(one, other, key=datetime.fromisoformat)


def _completed(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Drafts of different files that answer different parts, put together; the k-th of one with the k-th of another."""
    found: list[_Draft] = []
    files: list[set[int]] = []
    for draft in drafts:
        for at, other in enumerate(found):
            if draft.file not in files[at] and not draft.answers.keys() & other.answers.keys():
                other.answers.update(draft.answers)
                other.manners.update(dict.fromkeys(draft.answers, draft.manner) | draft.manners)
                found[at] = other._replace(when=_later(other.when, draft.when))
                files[at].add(draft.file)
                break
        else:
            found.append(draft)
            files.append({draft.file})
    return found


def _distinct(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Without those that say again what the one before said at the same time, or at none that is known."""
    found: list[_Draft] = []
    for draft in drafts:
        before = found[-1] if found else None
        again = before is not None and _filled(before) == _filled(draft)
        if before is None or not again or (draft.when and before.when and draft.when != before.when):
            found.append(draft)
        elif draft.when and not before.when:
            found[-1] = before._replace(when=draft.when)
    return found


def _filled(draft: _Draft) -> dict[str, str]:
    return {key: raw for key, raw in draft.answers.items() if raw.strip()}


# ---------------------------------------------------------------------------------------------------- what counts
Score = Callable[[Submission], Fraction | int]


class Rules(NamedTuple):
    """The set's policy, and the files that places are in."""

    policy: SetPolicy
    sources: Sequence[Source]

    def place(self, given: Submission) -> str:
        """Where a submission stands, in words."""
        return f"{self.sources[given.place[0]].name}, row {given.place[1]}"


def counted(found: Sequence[Submission], handout: Handout, rules: Rules, score: Score, tell: Tell) -> Submission | None:
    """The submission that counts by the policy, with the share that it keeps; None for none.

    Where one sheet may be handed in more than once (`attempts`), only so many count, the earliest; where it may not,
    a later one corrects an earlier one. Of those that count, `counts` says which does; what came after the set was
    closed only does if nothing else did.
    """
    if not found:
        return None
    kept = [_dated(each, handout.deadline, rules.policy) for each in found]
    return kept[0] if len(kept) == 1 else _of_several(kept, handout, rules, score, tell)


def _dated(given: Submission, deadline: str, policy: SetPolicy) -> Submission:
    kept = share_kept(given.when, deadline, policy)
    return given if kept == given.kept else given._replace(kept=kept)


def _of_several(kept: list[Submission], handout: Handout, rules: Rules, score: Score, tell: Tell) -> Submission:
    policy, student = rules.policy, handout.student
    if policy.attempts > 1 and len(kept) > policy.attempts:
        what = f"handed in {len(kept)} times; the set allows {policy.attempts}, so only the first of them count"
        tell(Note(what, f"the next is in {rules.place(kept[policy.attempts])}", student=student))
        kept = kept[: policy.attempts]
    open_ones = [each for each in kept if each.kept]
    if open_ones and len(open_ones) < len(kept):
        what = f"what came after the set was closed doesn't count ({rules.place(kept[-1])})"
        tell(Note(what, "give the student an own deadline in the roster", student=student))
    chosen = _chosen(open_ones or kept, policy.counts, score)
    what = f"handed in {len(kept)} times; by the set's rules the {policy.counts} counts ({rules.place(chosen)})"
    tell(Note(what, student=student, kind="note"))
    return chosen


def _chosen(found: Sequence[Submission], counts: str, score: Score) -> Submission:
    if counts == "first":
        return found[0]
    if counts == "best" and len(found) > 1:
        # Of equally good ones the last: that is what the student stands by.
        return max(reversed(found), key=lambda each: score(each) * each.kept)
    return found[-1]


def share_kept(when: str, deadline: str, policy: SetPolicy) -> Fraction | int:
    """The share that lateness leaves; all of it where the time or the deadline isn't known."""
    if not (when and deadline):
        return 1
    return policy.late.kept(datetime.fromisoformat(when) - datetime.fromisoformat(deadline))


__all__ = ["Rules", "Submission", "counted", "share_kept", "submissions"]
