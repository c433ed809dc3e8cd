"""What a case declares, as an answer type asks a template for it; keys are read by the product's own reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from quizgen.answers.amounts import Amount, read_amount
from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import KindError, ReadingError
from quizgen.maths.expr import CONSTANTS, Call, Expr, Text, names
from quizgen.maths.kinds import NUMBER, PURE, TEXT, Kind, fold
from quizgen.maths.reader import Read, Vocabulary, read_answer
from quizgen.maths.units import Unit, read_unit, unit_table
from quizgen.prose import Display, Prose
from quizgen.verdict import Malformed

NO_UNIT = Unit("", 1, PURE)


@cache
def all_units() -> Mapping[str, Unit]:
    """Every unit that quizgen knows."""
    return unit_table()


@dataclass(frozen=True)
class CaseScope:
    """The part's vocabulary, and nothing else: a case has neither params nor tables."""

    vocabulary: Vocabulary
    text: bool = False
    """Whether keys are texts."""
    letters: Mapping[str, OpenLetter] = field(default_factory=dict)
    asked: str = "3 sf"
    terms: Sequence[str] = ()

    def formula(self, text: str, **_: Kind) -> tuple[Expr, Kind]:
        """A key as an answer is read, with its unit in base units."""
        if self.text:
            return Text(text), TEXT
        amount = self.amount(text)
        if amount is not None:
            return amount.folded, Kind("number", amount.unit.dimension)
        read = self.read(text)
        if read.unit is None and self.shown.unit:
            read = read._replace(unit=self.unit(self.shown.unit), unit_text=self.shown.unit)
        if read.unit is None:
            letters = tuple(sorted(names(read.expr) - CONSTANTS))
            return read.expr, NUMBER if not letters else Kind("expression", letters=letters)
        expr = Call("unit", (read.expr, Text(read.unit_text)))
        units = {**all_units(), **self.vocabulary.units}
        return fold(expr, units), Kind("number", read.unit.dimension)

    def amount(self, text: str) -> Amount | None:
        """A key that is arithmetic of quantities."""
        if not self.vocabulary.units or not isinstance(read_answer(text, self.vocabulary), Malformed):
            return None
        found = read_amount(text, self.vocabulary)
        return None if isinstance(found, Malformed) else found

    def read(self, text: str) -> Read:
        """The key read, or a complaint. Raises ReadingError."""
        read = read_answer(text, self.vocabulary)
        if isinstance(read, Malformed):
            raise ReadingError(f"the key can't be read: {read.what}", start=read.start, end=read.end, mend=read.mend)
        return read

    def written(self, name: str) -> Expr | None:
        """Nothing is written by verbs."""
        return None

    def prose(self, text: str, **_: Any) -> Prose:
        """A text without insertions."""
        return Prose((text,) if text else ())

    def unit(self, text: str) -> Unit:
        """A unit by any spelling."""
        return read_unit(text, {**all_units(), **self.vocabulary.units})

    def display(self, expr: Expr) -> Display:
        """Shown as it is, in the unit of the key."""
        return self.shown

    @property
    def shown(self) -> Display:
        """Bare numbers."""
        return Display("sf", 4)

    def table(self, name: str) -> Mapping[str, Any]:
        """There are none."""
        raise KindError(f"there is no table `{name}`")


@dataclass(frozen=True)
class UnitScope(CaseScope):
    """The same where the key has a unit, in which it is asked."""

    of: Unit = NO_UNIT

    @property
    def shown(self) -> Display:
        """In the key's unit."""
        return Display("sf", 4, self.of.symbol, self.of.factor, offset=self.of.offset)
