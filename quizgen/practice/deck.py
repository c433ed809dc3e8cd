"""A pile of recall cards as a pure state machine: what was known is put away, what wasn't comes again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizgen.cards import Card


@dataclass(frozen=True, slots=True)
class Deck:
    """Where the pile stands.

    `pile` is what is still to be asked, the first card now; `known` counts cards that were put away, `at_once` those of
    them that were known the first time; `missed` are the ids of those that weren't.
    """

    pile: tuple[Card, ...]
    known: int = 0
    at_once: int = 0
    missed: frozenset[str] = frozenset()

    @property
    def card(self) -> Card | None:
        """The card to answer now, None when all are known."""
        return self.pile[0] if self.pile else None


def dealt(cards: Sequence[Card]) -> Deck:
    """A pile that nobody has answered yet."""
    return Deck(tuple(cards))


def answered(deck: Deck, *, knew: bool) -> Deck:
    """The pile after the first card; one that wasn't known goes to its end. Raises ValueError for an empty pile."""
    if deck.card is None:
        raise ValueError("all cards are known")
    first, rest = deck.pile[0], deck.pile[1:]
    if not knew:
        return replace(deck, pile=(*rest, first), missed=deck.missed | {first.id})
    return replace(deck, pile=rest, known=deck.known + 1, at_once=deck.at_once + (first.id not in deck.missed))
