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


class Given(NamedTuple):
    """An answer as it was handed in."""

    raw: str
    manner: Manner


class Submission(NamedTuple):
    """Answers by part (`1.S`), when they came (ISO form, "" if that isn't recorded), and where they stand."""

    when: str
    answers: Mapping[str, Given]
    place: str = ""
    kept: Fraction | int = 1
    """The share of its points that it keeps, by when it came."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was answered."""
        return not any(given.raw.strip() for given in self.answers.values())


class _Draft(NamedTuple):
    """A submission in the making."""

    when: str
    turn: int
    file: int
    row: int
    answers: dict[str, Given]

    @property
    def order(self) -> tuple[datetime, int, int, int]:
        when = datetime.fromisoformat(self.when) if self.when else _EARLIEST
        return when, self.turn, self.file, self.row


def submissions(entries: Sequence[Entry], sources: Sequence[Source], handout: Handout, tell: Tell) -> list[Submission]:
    """What these entries make up, in the order in which they came; blank ones are left out."""
    parts = [key for each in handout.problems for key in each.keys]
    reader = _Reader(sources, handout, parts, tell)
    drafts = list(reader.drafts(entries))
    if len(drafts) > 1:
        drafts = _distinct(sorted(_completed(sorted(drafts, key=lambda each: each.order)), key=lambda each: each.order))
    found = (Submission(each.when, each.answers, f"{sources[each.file].name}, row {each.row}") for each in drafts)
    return [each for each in found if not each.is_blank]


class _Reader:
    def __init__(self, sources: Sequence[Source], handout: Handout, parts: list[str], tell: Tell) -> None:
        self.sources, self.handout, self.tell = sources, handout, tell
        self.parts = dict.fromkeys(parts)

    def drafts(self, entries: Iterable[Entry]) -> Iterator[_Draft]:
        """Each row that is a submission of its own, and those that rows of single answers make up."""
        rows: dict[tuple[int, str, int], _Draft] = {}
        times: dict[tuple[int, str, str], int] = {}
        for entry in entries:
            source = self.sources[entry.file]
            pairs = self._pairs(entry, source)
            if source.layout is None or not source.layout.is_long:
                turn = int(entry.turn or 0)
                yield _Draft(entry.when, turn, entry.file, entry.row, dict(self._read(pairs, entry, source)))
                continue
            for key, given in self._read(pairs, entry, source):
                # The second row for a part belongs to the second submission.
                seen = times[entry.file, entry.turn, key] = times.get((entry.file, entry.turn, key), -1) + 1
                place = (entry.file, entry.turn, seen)
                draft = rows.get(place) or _Draft("", int(entry.turn or 0), entry.file, entry.row, {})
                draft.answers[key] = given
                rows[place] = draft._replace(when=_later(draft.when, entry.when))
        yield from rows.values()

    def _pairs(self, entry: Entry, source: Source) -> Iterable[tuple[str, str]]:
        if source.targets:
            return zip(source.targets, entry.cells, strict=False)
        return zip(entry.cells[::2], entry.cells[1::2], strict=True)

    def _read(self, pairs: Iterable[tuple[str, str]], entry: Entry, source: Source) -> Iterator[tuple[str, Given]]:
        for key, cell in pairs:
            raw = restored(cell) if source.manner.cell and cell[:1] == "'" else cell
            if key in self.parts:
                yield key, Given(raw, source.manner)
            elif raw.strip():
                yield from self._whole(key, raw, entry, source)

    def _whole(self, key: str, raw: str, entry: Entry, source: Source) -> Iterator[tuple[str, Given]]:
        """An answer to a whole problem: to its only part, or to each of them in turn."""
        own = [each for each in self.parts if each.partition(".")[0] == key]
        pieces = _PIECE.split(raw)
        if len(own) == 1:
            yield own[0], Given(raw, source.manner)
        elif own and not pieces[0].strip() and all(int(each) <= len(own) for each in pieces[1::2]):
            for number, text in zip(pieces[1::2], pieces[2::2], strict=True):
                yield own[int(number) - 1], Given(text.strip().removesuffix(";").strip(), source.manner)
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
    return {key: given.raw for key, given in draft.answers.items() if given.raw.strip()}


# ---------------------------------------------------------------------------------------------------- what counts
Score = Callable[[Submission], Fraction | int]


def counted(
    found: Sequence[Submission], handout: Handout, policy: SetPolicy, score: Score, tell: Tell
) -> Submission | None:
    """The submission that counts by the policy, with the share that it keeps; None for none.

    Where one sheet may be handed in more than once (`attempts`), only so many count, the earliest; where it may not,
    a later one corrects an earlier one. Of those that count, `counts` says which does; what came after the set was
    closed only does if nothing else did.
    """
    if not found:
        return None
    kept = [each._replace(kept=share_kept(each.when, handout.deadline, policy)) for each in found]
    if len(kept) == 1:
        return kept[0]
    if policy.attempts > 1 and len(kept) > policy.attempts:
        what = f"handed in {len(kept)} times; the set allows {policy.attempts}, so only the first of them count"
        tell(Note(what, f"the next is in {kept[policy.attempts].place}", student=handout.student))
        kept = kept[: policy.attempts]
    open_ones = [each for each in kept if each.kept]
    if open_ones and len(open_ones) < len(kept):
        what = f"what came after the set was closed doesn't count ({kept[-1].place})"
        tell(Note(what, "give the student an own deadline in the roster", student=handout.student))
    chosen = _chosen(open_ones or kept, policy.counts, score)
    if len(kept) > 1:
        what = f"handed in {len(kept)} times; by the set's rules the {policy.counts} counts ({chosen.place})"
        tell(Note(what, student=handout.student, kind="note"))
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


__all__ = ["Given", "Submission", "counted", "share_kept", "submissions"]
