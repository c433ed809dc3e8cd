"""What has changed since a set was made: the engine, and templates of the bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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


def in_bank(bank: Bank, name: str) -> CompiledTemplate | None:
    """A template of the bank by its full id; None where it isn't there.

    Raises what `Bank.compiled` raises where it is there and isn't sound: who mends a template wants to know.
    """
    try:
        entry = bank.find(name)
    except NotFound:
        return None
    return bank.compiled(entry)


def warnings(folder: SetFolder, bank: Bank, replaced: Mapping[str, object]) -> Iterator[str]:
    """What a person should know before the set is graded with its own templates."""
    if drift := engine_drift(folder.head):
        yield drift
    for name, kept in folder.head.templates.items():
        if name not in replaced:
            yield from _warning(name, kept.digests, bank)


def _warning(name: str, digests: Sequence[str], bank: Bank) -> Iterator[str]:
    """Where the bank has a template in another form, or in none that can be used; one that it lacks is no news."""
    try:
        found = in_bank(bank, name)
    except QuizgenError as problem:
        yield f"{name} can't be used as it is in the bank; the set's own is used: {problem}"
        return
    if found is not None and found.digests != digests:
        words = [word for word, old, new in zip(WORDS, digests, found.digests, strict=True) if old != new]
        what = f"{name} has another {' and '.join(words)} in the bank than in this set"
        yield f"{what}; the set's own is used (`quiz regrade --bank` takes the bank's)"


__all__ = ["engine_drift", "in_bank", "warnings"]
