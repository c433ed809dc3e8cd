"""A pile of recall cards as a state machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.cards import Card
from quizgen.practice.deck import Deck, answered, dealt
from quizgen.prose import Prose
from quizgen.result import Filled

SIDE = Filled(Prose(("x",)), {})
CARDS = tuple(Card(name, SIDE, SIDE, (), {}) for name in ("one", "two", "three"))


def test_a_card_that_was_known_is_put_away_and_another_one_comes_again():
    deck = answered(dealt(CARDS), knew=False)
    assert [card.id for card in deck.pile] == ["two", "three", "one"]
    deck = answered(deck, knew=True)
    assert [card.id for card in deck.pile] == ["three", "one"]
    assert (deck.known, deck.at_once) == (1, 1)


def test_a_card_that_was_known_later_was_not_known_at_once():
    deck = dealt(CARDS[:1])
    for knew in (False, True):
        deck = answered(deck, knew=knew)
    assert (deck.card, deck.known, deck.at_once) == (None, 1, 0)


def test_an_empty_pile_has_nothing_to_answer():
    with pytest.raises(ValueError, match="known"):
        answered(Deck(()), knew=True)


@given(st.lists(st.booleans(), max_size=30))
def test_no_card_is_lost(answers: list[bool]):
    deck = dealt(CARDS)
    for knew in answers:
        if deck.card is not None:
            deck = answered(deck, knew=knew)
    assert len(deck.pile) + deck.known == len(CARDS)
    assert deck.at_once + len(deck.missed) <= len(CARDS)
