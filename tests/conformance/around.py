"""What a case says of a part beside its key, by the table: answer type, fields, letters, how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.conformance.cases import Case
from tests.conformance.table import ANY, KINDS, OPTIONS, TAKEN, Change

RULES = frozenset({"exact", "within", "precision"})
"""Fields of which a number has one."""
_ODD = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What a row of the table may raise for a value that it doesn't know."""


class UnposedError(Exception):
    """The product has no answer like this one; the text says what is missing."""


@dataclass(frozen=True)
class Around:
    """What a case says of a part beside its key: the answer type and its fields, the letters, how it is written.

    `names` are declared letters with their other spellings; `declared` means that there are no others. `sign` is that
    of all letters, `signs` those of some. `imaginary` are the spellings of i, None where the case doesn't say.
    `one_of` poses a unit as one of it. `summed` are two tolerances that add up. `values` put numbers for letters.
    `single_letters` takes undeclared words apart (POSITIONS 3). `counted` asks to how many figures or places a number
    is written. A form is one in the letter `variable`.
    """

    answer: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, list[str]] = field(default_factory=dict)
    declared: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)
    sign: str = ""
    functions: tuple[str, ...] = ()
    imaginary: tuple[str, ...] | None = None
    single_letters: bool = True
    decimal: str = "point"
    units: tuple[str, ...] = ()
    one_of: bool = False
    summed: tuple[str, str] = ("", "")
    values: Mapping[str, Any] = field(default_factory=dict)
    counted: str = ""
    log: str = "natural"
    variable: str = ""

    def changed(self, change: Change) -> Around:
        """With what an option adds; a number has one rule."""
        kept = self.fields
        if not RULES.isdisjoint(change.fields):
            kept = {name: value for name, value in self.fields.items() if name not in RULES}
        return replace(self, **change.around, fields={**kept, **change.fields})


def around(case: Case) -> Around:
    """What the table makes of a case's kind and options. Raises UnposedError for a kind that isn't in it."""
    if case.kind not in KINDS:
        raise UnposedError(f"kind {case.kind!r} isn't known")
    row = KINDS[case.kind]
    made = Around(row.answer, dict(row.fields))
    for name, changes in OPTIONS.items():
        if name in case.options:
            try:
                made = made.changed(changes(case.options[name], case.options))
            except _ODD:
                continue  # `unknown` tells it
    return replace(made, answer=row.declared) if row.declared and made.declared and not made.answer else made


def unknown(case: Case) -> tuple[str, ...]:
    """The options of a case that the table doesn't know, or has no row for their value."""
    return tuple(f"{name}={value!r}" for name, value in case.options.items() if not _is_known(name, value, case))


def _is_known(name: str, value: Any, case: Case) -> bool:
    if name in TAKEN and any(each is ANY or each == value for each in TAKEN[name]):
        return True
    if name not in OPTIONS:
        return False
    try:
        OPTIONS[name](value, case.options)
    except _ODD:
        return False
    return True
