"""Everything that quizgen raises on purpose.

QuizgenError
├── SourceError        an author's or teacher's file is wrong: file, line, column, what, mend
├── MathsError         a formula is wrong, at a place inside its text
│   ├── ReadingError   it can't be read
│   ├── KindError      it can be read, but mixes things that don't go together (units, texts, rows)
│   ├── Undefined      it has no value here (division by zero, root of a negative number)
│   ├── Undecided      its precision can't decide a comparison or a rounding
│   └── TooMuchWork    it passes a limit of size or work
├── SpaceError         a template has no variant, or too few
├── NotFound           nothing goes by that id, or more than one thing does
└── OutputError        something couldn't be written

A learner's answer that can't be read is no exception: it is a value, `quizgen.verdict.Malformed`.
"""

from __future__ import annotations


class QuizgenError(Exception):
    """Base of every error that quizgen raises on purpose; its text is fit for a person to read."""


class SourceError(QuizgenError):
    """A file that an author or a teacher wrote can't be used as it stands.

    `line` and `column` count from 1; 0 means that the place isn't known. `mend` says what to do.
    """

    def __init__(self, what: str, *, file: str = "", line: int = 0, column: int = 0, mend: str = "") -> None:
        self.what, self.file, self.line, self.column, self.mend = what, file, line, column, mend
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ":".join([self.file or "input", *(str(n) for n in (self.line, self.column) if n)])
        return f"{place}: {self.what}" + (f"\n  mend: {self.mend}" if self.mend else "")


class MathsError(QuizgenError):
    """A formula is wrong. `start` and `end` are offsets into its text, -1 where the place isn't known."""

    def __init__(self, what: str, *, start: int = -1, end: int = -1, mend: str = "") -> None:
        self.what, self.start, self.end, self.mend = what, start, end, mend
        super().__init__(what + (f" ({mend})" if mend else ""))


class ReadingError(MathsError):
    """The text isn't a formula of the maths language."""


class KindError(MathsError):
    """The formula mixes things that don't go together: units of other dimensions, texts and numbers."""


class Undefined(MathsError):  # noqa: N818 - the field's word, as ZeroDivisionError's cause
    """The formula has no value at these numbers."""


class Undecided(MathsError):  # noqa: N818 - a verdict's word
    """The known digits can't decide a comparison or a rounding."""


class TooMuchWork(MathsError):  # noqa: N818 - says what happened
    """The formula passes a limit of size or work; it is refused before the work is done."""


class SpaceError(QuizgenError):
    """No variant, or too few, satisfies the template's `where`."""


class NotFound(QuizgenError):  # noqa: N818 - reads as what happened
    """Nothing goes by that id, or more than one thing does."""


class OutputError(QuizgenError):
    """A file or folder couldn't be written; nothing half-written is left."""
