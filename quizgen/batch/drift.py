"""What has changed since a set was made: the engine, and templates of the bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quizgen import __version__
from quizgen.bank import Bank
from quizgen.batch.set_folder import SetFolder
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound, QuizgenError
from quizgen.problem_set import Head

WORDS = ("draw", "key", "text")
"""What the three digests of a template are of."""


def engine_drift(head: Head) -> str:
    """A warning where another version of quizgen made the set, "" if it was this one."""
    if head.engine == __version__:
        return ""
    return f"the set was made by quizgen {head.engine}, this is {__version__}: compare verdicts before you publish them"


def changed(folder: SetFolder, bank: Bank) -> Iterator[tuple[CompiledTemplate, tuple[str, ...]]]:
    """Each template of the set that the bank has in another form, and which of its digests differ.

    Those that the bank doesn't have, or can't compile any more, are left out.
    """
    for name, kept in folder.head.templates.items():
        found = in_bank(bank, name)
        if found is not None and found.digests != kept.digests:
            pairs = zip(WORDS, kept.digests, found.digests, strict=True)
            yield found, tuple(word for word, old, new in pairs if old != new)


def in_bank(bank: Bank, name: str) -> CompiledTemplate | None:
    """A template of the bank by its full id; None where it isn't there, or isn't sound enough to be compiled."""
    try:
        return bank.compiled(bank.find(name))
    except (NotFound, QuizgenError):
        return None


def warnings(folder: SetFolder, bank: Bank, replaced: Mapping[str, object]) -> Iterator[str]:
    """What a person should know before the set is graded with its own templates."""
    if drift := engine_drift(folder.head):
        yield drift
    for template, words in changed(folder, bank):
        if template.id not in replaced:
            what = f"{template.id} has another {' and '.join(words)} in the bank than in this set"
            yield f"{what}; the set's own is used (`quiz regrade --bank` takes the bank's)"


__all__ = ["changed", "engine_drift", "in_bank", "warnings"]
