"""Answer files of a set graded into a folder: read, arranged by sheet, judged and written in little memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from quizgen import __version__
from quizgen.batch import graded_folder as names
from quizgen.batch.answer_files import AnswerFiles
from quizgen.batch.bundles import KINDS, BundleGrader, Setup, Tally, seldom_collected
from quizgen.batch.files import WholeFile, file_digest, told
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.notes import Counted, head_line
from quizgen.batch.pile import Bundle, Pile
from quizgen.batch.records import Records
from quizgen.batch.replaced import templates_of
from quizgen.batch.review import head_line as review_head
from quizgen.batch.review import reviewed
from quizgen.batch.rulings import Rulings, marks_text, read_marks, read_voids
from quizgen.batch.set_folder import MANIFEST, SetFolder
from quizgen.batch.sheet_grading import score_heads
from quizgen.batch.sources import Account
from quizgen.column_map import PLAIN, ColumnMap
from quizgen.errors import OutputError
from quizgen.problem_set import FORMAT

FILES = {"scores": names.SCORES, "parts": names.PARTS, "review": names.REVIEW, "errors": names.ERRORS}
"""The file of each stream."""
FEEDBACK_FORMATS = ("html", "md")
Progress = Callable[[int, int], None]


class Wish(NamedTuple):
    """How a set is to be graded: which files, with what mapping, which marks taken in, with what feedback."""

    files: tuple[Path, ...]
    mapping: ColumnMap = PLAIN
    reviewed: tuple[Path, ...] = ()
    feedback: tuple[str, ...] = ("html",)
    jobs: int = 1


class Graded(NamedTuple):
    """What a grading came to."""

    folder: Path
    sheets: int
    tally: Tally
    accounts: tuple[Account, ...]
    marks: int = 0

    @property
    def waiting(self) -> int:
        """How many answers a person has still to mark."""
        return self.tally.waiting


def silent(_done: int, _of: int) -> None:
    """Tells nobody how far it is."""


def grade(folder: SetFolder, out: Path, wish: Wish, tell: Progress = silent) -> Graded:
    """Grade answer files of a set into a folder. What was graded there before is kept, and so are marks by hand.

    Raises SourceError where set, mapping or a file can't be understood, OutputError where the folder can't be used;
    whatever is wrong with single rows stands in errors.csv.
    """
    with GradedFolder(out).held(new=True) as graded, seldom_collected():
        _refuse_other_set(graded, folder)
        records = Records(folder)
        with ExitStack() as stack:
            whole = {each: WholeFile(out / FILES[each], private=True) for each in KINDS}
            for each in whole.values():
                stack.callback(each.drop)
                each.open()
            return _Run(folder, graded, records, whole, wish).all(tell)


def _refuse_other_set(graded: GradedFolder, folder: SetFolder) -> None:
    if graded.is_graded and (other := graded.grading().get("set")) != folder.head.set:
        what = f"{graded.folder} holds answers to another set ({other})"
        raise OutputError(f"{what}\n  mend: choose another folder with --out")


class _Run:
    def __init__(
        self, folder: SetFolder, graded: GradedFolder, records: Records, whole: Mapping[str, WholeFile], wish: Wish
    ) -> None:
        self.folder, self.graded, self.records, self.whole, self.wish = folder, graded, records, whole, wish
        self.problems = sum(section.problems for section in folder.head.sections)
        self.tell = Counted(lambda note: whole["errors"].write(note.line()))

    def all(self, tell: Progress) -> Graded:
        """Read, grade, and put the new result in place of the old one."""
        whole, out = self.whole, self.graded.folder
        whole["scores"].write(score_heads(self.problems))
        whole["review"].write(review_head())
        whole["errors"].write(head_line())
        rulings = self._rulings()
        pile = Pile(len(self.records), out)
        with pile:
            return self._all(pile, rulings, tell)

    def _all(self, pile: Pile, rulings: Rulings, tell: Progress) -> Graded:
        out = self.graded.folder
        files = AnswerFiles(self.folder, self.records, pile, self.tell, self.wish.mapping)
        files.read(self.wish.files)
        sources = tuple(each.source for each in files.accounts)
        setup = Setup(self.folder.folder, out, rulings, sources, self.problems, self.wish.feedback)
        tally = Tally(errors=self.tell.errors, notes=self.tell.notes)
        bundles = list(pile.bundles())
        for done, part in self._graded(setup, bundles):
            tally = tally.plus(part)
            tell(done, len(self.records))
        graded = Graded(out, len(self.records), tally, tuple(files.accounts), len(rulings.marks))
        self._publish(graded, rulings)
        return graded

    def _rulings(self) -> Rulings:
        marks = read_marks(self.graded.folder / names.MARKS)
        for file in self.wish.reviewed:
            marks.update(reviewed(file, self.tell))
        return Rulings(read_voids(self.folder), marks)

    def _graded(self, setup: Setup, bundles: Sequence[Bundle]) -> Iterator[tuple[int, Tally]]:
        """How many sheets are done after each bundle, and what came of it."""
        if self.wish.jobs > 1 and len(bundles) > 1:
            yield from self._by_crew(setup, bundles)
            return
        grader = BundleGrader(setup, self.records)
        for bundle in bundles:
            yield bundle.last, grader.grade(bundle, self.whole, lambda _: None)

    def _by_crew(self, setup: Setup, bundles: Sequence[Bundle]) -> Iterator[tuple[int, Tally]]:
        from quizgen.batch.workers import Crew

        with Crew(setup, min(self.wish.jobs, len(bundles))) as crew:
            for piece in crew.grade(bundles):
                for kind, file in piece.files.items():
                    self._append(kind, file)
                yield piece.bundle.last, piece.tally

    def _append(self, kind: str, file: Path) -> None:
        with told(file), file.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                self.whole[kind].write(chunk)
        with told(file):
            file.unlink()

    def _publish(self, graded: Graded, rulings: Rulings) -> None:
        out = self.graded.folder
        whole = {FILES[kind]: each for kind, each in self.whole.items()}
        texts = {
            names.MARKS: marks_text(rulings.marks.values()),
            names.GRADING: grading_text(self.folder, graded, rulings, self.wish),
        }
        with ExitStack() as stack:
            for name, text in texts.items():
                whole[name] = WholeFile(out / name, private=True)
                stack.callback(whole[name].drop)
                whole[name].open().write(text)
            self.graded.exchange(whole)


def grading_text(folder: SetFolder, graded: Graded, rulings: Rulings, wish: Wish) -> str:
    """What grading.json says."""
    old = GradedFolder(graded.folder)
    tally, template, before = graded.tally, templates_of(folder, old), old.grading() if old.is_graded else {}
    data: dict[str, Any] = {
        "format": FORMAT,
        "set": folder.head.set,
        "title": folder.head.title,
        "teacher": str(folder.teacher.resolve()),
        "manifest": file_digest(folder.teacher / MANIFEST),
        "engine": __version__,
        "templates": {name: list(template(name).digests) for name in folder.head.templates},
        **({"replaced": replaced} if (replaced := before.get("replaced")) else {}),
        "mapping": json.loads(wish.mapping.canonical()),
        "feedback": list(wish.feedback),
        "inputs": [_input(account) for account in graded.accounts],
        "voids": dict(rulings.voids),
        "sheets": graded.sheets,
        **tally._asdict() | {"score": str(tally.score), "of": str(tally.of)},
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _input(account: Account) -> dict[str, Any]:
    source = account.source
    counts = {name: getattr(account, name) for name in ("rows", "taken", "blank", "refused")}
    return {"file": source.name, "digest": source.digest, "about": source.about, **counts}


__all__ = ["FEEDBACK_FORMATS", "FILES", "Graded", "Wish", "grade", "grading_text", "silent"]
