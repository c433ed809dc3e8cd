"""A graded set graded again: a pure function of the stored params, the raw answers and the templates, with a diff.

What is changed is known before anything is written, and the old result is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Self

from quizgen import __version__
from quizgen.batch import graded_folder as names
from quizgen.batch.bundles import GRADING_POLICY, Tally, tally_of
from quizgen.batch.changes import Change, Chooser, change, judged_of
from quizgen.batch.changes import head_line as change_head
from quizgen.batch.feedback import FeedbackWriter
from quizgen.batch.files import WholeFile
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.graded_sheets import graded_sheets
from quizgen.batch.judging import Judge, Judged, manner_of, summed
from quizgen.batch.notes import Tell
from quizgen.batch.records import Handout, Posed, Records
from quizgen.batch.replaced import keep, templates_of
from quizgen.batch.review import head_line as review_head
from quizgen.batch.review import review_lines, reviewed
from quizgen.batch.rulings import Mark, Rulings, marks_text, read_marks, read_voids
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.sheet_grading import GradedSheet, SheetGrader, score_heads
from quizgen.batch.still_drawn import misfit
from quizgen.batch.submissions import Submission, share_kept
from quizgen.compiled import CompiledTemplate
from quizgen.errors import SourceError

POLICIES = ("as-is", "never-lower")
"""Whether every new verdict stands, or one that would cost points doesn't.

Without a policy only those verdicts go on standing which an earlier `never-lower` kept: it was a promise to students.
"""
HELD = 1_000
"""Changes in memory; changes.csv has all."""
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Wish(NamedTuple):
    """How to grade again: with which templates in place of their namesakes, by which policy, only what, which marks.

    `policy` is one of POLICIES, or "". `only` holds ids or labels of templates, numbers of problems, parts (`3.S`),
    students or form codes; () means all.
    """

    templates: tuple[CompiledTemplate, ...] = ()
    policy: str = ""
    only: tuple[str, ...] = ()
    reviewed: tuple[Path, ...] = ()


class Regrading:
    """A new result beside the old one, until `publish` puts it in its place or the `with` block ends.

    Within it `changes` tells all differences. Raises SourceError where a draw was changed, with the list, or where the
    graded set doesn't fit its set; NotFound for what `only` names and isn't there; OutputError.
    """

    def __init__(self, graded: GradedFolder, folder: SetFolder, wish: Wish, tell: Tell) -> None:
        self.graded, self.folder, self.wish, self._tell = graded, folder, wish, tell
        self.grading = graded.grading()
        if self.grading.get("set") != folder.head.set:
            what = f"this was graded for another set ({self.grading.get('set')})"
            raise SourceError(what, file=str(graded.folder), mend="name its own set with --set")
        self.count = 0
        self.tally = Tally()
        self._problems = sum(section.problems for section in folder.head.sections)
        self._before = templates_of(folder, graded)
        self._chooser = Chooser(wish.only, folder)
        self._new = {
            each.id: each
            for each in wish.templates
            if self._chooser.takes(each.id) and each.digests != self._before(each.id).digests
        }
        self._files: dict[str, WholeFile] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        try:
            self._rulings = self._ruled()
            self._refuse_changed_draws()
            for name in (names.SCORES, names.PARTS, names.REVIEW, names.CHANGES):
                self._open(name)
            self._regrade()
        except BaseException:  # Ctrl-C too leaves no half file
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _open(self, name: str) -> WholeFile:
        file = self._files[name] = WholeFile(self.graded.folder / name, private=True)
        self._stack.callback(file.drop)
        return file.open()

    @property
    def replaces(self) -> bool:
        """Whether templates take the place of others."""
        return bool(self._new)

    def changes(self, most: int) -> list[Change]:
        """The first so many changes."""
        return self._changes[:most]

    # ------------------------------------------------------------------------------------------------ before
    def _ruled(self) -> Rulings:
        marks = read_marks(self.graded.folder / names.MARKS)
        for file in self.wish.reviewed:
            marks.update(reviewed(file, self._tell))
        return Rulings(read_voids(self.folder), marks)

    def template(self, name: str) -> CompiledTemplate:
        """A template as it is to be graded with."""
        return self._new.get(name) or self._before(name)

    def sheets(self) -> Iterator[tuple[Handout, list[dict[str, Any]]]]:
        """Each record with its graded lines (see `graded_sheets`)."""
        return graded_sheets(self.graded, Records(self.folder))

    def _refuse_changed_draws(self) -> None:
        """Refuse what nobody had: sheets drawn anew since, and params that the new templates wouldn't draw."""
        found: list[str] = []
        known: dict[str, str] = {}
        for handout, lines in self.sheets():
            graded = {line["number"]: line["variant"] for line in lines}
            for posed in handout.problems if lines else ():
                why = self._refusal(posed, graded.get(posed.number, ""), known)
                if why:
                    found.append(f"{handout.student}, form {handout.form}, problem {posed.number}: {why}")
        if found:
            listed = "\n  ".join([*found[:20], *([f"and {len(found) - 20} more"] if len(found) > 20 else [])])
            mend = (
                "a changed draw can't be regraded; change key or text only, or declare the problem void (`quiz void`)"
            )
            raise SourceError(
                f"{len(found)} problems aren't what these students had:\n  {listed}",
                file=str(self.graded.folder), mend=mend,
            )  # fmt: skip

    def _refusal(self, posed: Posed, variant: str, known: dict[str, str]) -> str:
        if variant and variant != posed.variant:
            return "it was drawn anew since; grade the answer files again"
        new = self._new.get(posed.template)
        if new is None:
            return ""
        if posed.variant not in known:
            known[posed.variant] = _misfit(self.folder.template(posed.template), new, posed)
        return known[posed.variant]

    # ------------------------------------------------------------------------------------------------ again
    def _regrade(self) -> None:
        policy = self.folder.head.policy
        self._judge = Judge(self.template, GRADING_POLICY._replace(carry=policy.carry), self.folder.template)
        self._grader = SheetGrader(self._judge, policy, self._rulings, ())
        self._changes: list[Change] = []
        self._write(names.SCORES, score_heads(self._problems))
        self._write(names.REVIEW, review_head())
        self._write(names.CHANGES, change_head())
        for handout, lines in self.sheets():
            sheet = self._sheet(handout, lines)
            self._write(names.SCORES, sheet.score_line(self._problems))
            self._write(names.PARTS, sheet.part_lines())
            self._write(names.REVIEW, "".join(review_lines(sheet, self._rulings)))
            self.tally = self.tally.plus(tally_of([sheet]))
            for note in self._rulings.unused(handout.student, handout.form, sheet.problems):
                self._tell(note)
        self._chooser.refuse_unused()

    def _write(self, name: str, text: str) -> None:
        self._files[name].write(text)

    def _sheet(self, handout: Handout, lines: Sequence[Mapping[str, Any]]) -> GradedSheet:
        if not lines:
            return self._grader.absent(handout)
        when = str(lines[0].get("when", ""))
        old = {f"{line['number']}.{line['part']}": line for line in lines}
        answers = {key: line["raw"] for key, line in old.items()}
        manners = {key: manner_of(line.get("as", "")) for key, line in old.items()}
        kept = share_kept(when, handout.deadline, self.folder.head.policy)
        fresh = self._grader.graded(handout, Submission(when, answers, kept=kept, manners=manners))
        return self._merged(fresh, old)

    def _merged(self, fresh: GradedSheet, old: Mapping[str, Mapping[str, Any]]) -> GradedSheet:
        """The new sheet, with old verdicts where these stand; what differs is noted."""
        problems = []
        for problem in fresh.problems:
            parts = []
            for key, new in zip(problem.posed.keys, problem.parts, strict=True):
                now = new
                if key in old:
                    chosen = self._chooser.chooses(fresh.handout, problem.posed, key)
                    now = self._standing(new, old[key], (fresh.handout.form, problem.posed, key), chosen=chosen)
                    self._compare(fresh.handout, key, old[key], now)
                parts.append(now)
            problems.append(summed(problem.posed, problem.manner, tuple(parts)))
        return self._grader.summed(fresh.handout, fresh.submission, tuple(problems))

    def _standing(
        self, new: Judged, before: Mapping[str, Any], place: tuple[str, Posed, str], *, chosen: bool
    ) -> Judged:
        """The verdict that stands: the old one where only others are graded again, or where the new one would cost."""
        old = judged_of(before)
        if not chosen and not before.get("void"):
            return self._rulings.applied(*place, old)
        keeps = self.wish.policy == "never-lower" or (not self.wish.policy and "stands" in before)
        if keeps and new.points < old.points and not new.ruled and not old.ruled:
            stands = json.loads("{" + old.line) | {"stands": True}
            return old._replace(line=_json(stands)[1:] + "\n")
        return new

    def _compare(self, handout: Handout, key: str, before: Mapping[str, Any], now: Judged) -> None:
        found = change(handout, key, before, now)
        if found is not None:
            self.count += 1
            self._write(names.CHANGES, found.line())
            if len(self._changes) < HELD:
                self._changes.append(found)

    # ------------------------------------------------------------------------------------------------ after
    def publish(self) -> None:
        """Put the new result in place of the old one, which is kept, and write the feedback anew."""
        grading = self.grading
        replaced = keep(self.graded, self._new.values(), grading.get("replaced", {}))
        templates = {name: list(self.template(name).digests) for name in self.folder.head.templates}
        tally = self.tally._asdict() | {"score": str(self.tally.score), "of": str(self.tally.of)}
        policy = self.wish.policy or grading.get("regraded", {}).get("policy", POLICIES[0])
        regraded = {
            "policy": policy, "only": list(self.wish.only), "changes": self.count, "templates": sorted(self._new),
        }  # fmt: skip
        data = {
            **grading, **tally, "errors": grading.get("errors", 0), "notes": grading.get("notes", 0),
            "engine": __version__, "templates": templates, "voids": dict(self._rulings.voids), "regraded": regraded,
            **({"replaced": replaced} if replaced else {}),
        }  # fmt: skip
        self._open(names.MARKS).write(marks_text(self._marks()))
        self._open(names.GRADING).write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        self.graded.exchange(self._files)
        self._feedback(tuple(grading.get("feedback", ())))

    def _marks(self) -> Sequence[Mark]:
        return tuple(self._rulings.marks.values())

    def _feedback(self, formats: tuple[str, ...]) -> None:
        if not formats:
            return
        with FeedbackWriter(self.graded.folder, self._judge, self.folder.head, formats) as writer:
            for handout, lines in self.sheets():
                if lines:
                    writer.write(self._as_graded(handout, lines), self._tell)

    def _as_graded(self, handout: Handout, lines: Sequence[Mapping[str, Any]]) -> GradedSheet:
        """A sheet as its lines say."""
        when = str(lines[0].get("when", ""))
        by_key = {f"{line['number']}.{line['part']}": line for line in lines}
        problems = tuple(
            summed(
                posed,
                manner_of(by_key[posed.keys[0]].get("as", "")),
                tuple(judged_of(by_key[key]) for key in posed.keys),
            )
            for posed in handout.problems
        )
        kept = share_kept(when, handout.deadline, self.folder.head.policy)
        return self._grader.summed(handout, Submission(when, {}, kept=kept), problems)


def _misfit(old: CompiledTemplate, new: CompiledTemplate, posed: Posed) -> str:
    gone = [part for part, _ in posed.points if part not in [each.id for each in new.parts]]
    return f"part {', '.join(gone)} is gone" if gone else misfit(old, new, posed.params)


__all__ = ["POLICIES", "Change", "Regrading", "Wish"]
