"""Recall cards: what a pack's `cards` say, one for each row of a table where `each` names one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from quizgen.compiling.scope import TemplateScope, at, pack_scope
from quizgen.errors import MathsError, NotFound, ReadingError
from quizgen.maths.kinds import Kind
from quizgen.pack import Card as AuthoredCard
from quizgen.pack import Pack
from quizgen.prose import Prose
from quizgen.result import Filled

ROW_ID = "<<it.id>>"
"""What stands for the row's id in the id of a card that there is for each row."""
_MARKS = ("$", "`", "*", "_", "\\", "<<")


class Card(NamedTuple):
    """A question to answer from memory. `id` is `pack/id`; `texts` are those that an insertion may bring in."""

    id: str
    front: Filled
    back: Filled
    skills: tuple[str, ...]
    texts: Mapping[str, Prose]


def cards(pack: Pack) -> tuple[Card, ...]:
    """The cards of a pack, in its order. Raises SourceError for one that can't be read."""
    scope = TemplateScope(pack_scope(pack), shown=pack.defaults.shown or "4 sf", log=pack.log)
    made = [card for index, each in enumerate(pack.cards) for card in _cards(pack, index, each, scope)]
    return tuple(made)


def of_skills(given: Sequence[Card], skills: Iterable[str]) -> list[Card]:
    """The cards that train one of these skills. Raises NotFound, which says what there is, if none does."""
    wanted = {skill.casefold() for skill in skills}
    found = [card for card in given if wanted & {skill.casefold() for skill in card.skills}]
    if not found:
        there = ", ".join(sorted({skill for card in given for skill in card.skills})) or "none"
        raise NotFound(f"no card trains {' or '.join(sorted(skills))}; the skills of the cards are: {there}")
    return found


def shuffled(given: Sequence[Card], seed: str) -> list[Card]:
    """The cards in an order that the seed decides: an added card moves no other two."""
    return sorted(given, key=lambda card: blake2b(f"cards:{seed}:{card.id}".encode(), digest_size=16).digest())


def _cards(pack: Pack, index: int, authored: AuthoredCard, scope: TemplateScope) -> Iterator[Card]:
    bound = {"it": Kind("row", table=authored.each)} if authored.each else {}
    sides = {}
    for side in ("front", "back"):
        with at(pack, "cards", index, side):
            sides[side] = scope.prose(getattr(authored, side), public=True, **bound)
    values: dict[str, Any] = dict(scope.pack.tables)
    rows = scope.pack.tables[authored.each].values() if authored.each else (None,)
    with at(pack, "cards", index, "id"):
        names = [_id(authored, getattr(row, "id", "")) for row in rows]
    texts = _texts(scope) if authored.each else {}
    for row, name in zip(rows, names, strict=True):
        known = values if row is None else {**values, "it": row}
        front, back = (Filled(sides[side], known) for side in ("front", "back"))
        yield Card(f"{pack.id}/{name}", front, back, authored.skills, texts)


def _id(authored: AuthoredCard, row: str) -> str:
    if "<<" in authored.id.replace(ROW_ID, "") or bool(row) != (ROW_ID in authored.id):
        apart = f"doesn't tell the cards of `{authored.each}` apart"
        mend = f"write `name-{ROW_ID}` for a card with `each`, plain letters for another one"
        raise ReadingError(f"`{authored.id}` {apart if row else 'is no id'}", mend=mend)
    return authored.id.replace(ROW_ID, row)


def _texts(scope: TemplateScope) -> dict[str, Prose]:
    """Cells that hold more than plain words."""
    cells = (cell for rows in scope.pack.tables.values() for row in rows.values() for cell in row.cells.values())
    texts = {}
    for cell in cells:
        if isinstance(cell, str) and any(mark in cell for mark in _MARKS):
            try:
                texts[cell] = scope.prose(cell)
            except MathsError:
                continue  # it names params of a template, so no card shows it
    return texts
