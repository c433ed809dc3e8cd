"""Recall cards of a pack."""

from __future__ import annotations

import pytest

from quizgen import Bank
from quizgen.cards import Card, cards, of_skills, shuffled
from quizgen.errors import NotFound, SourceError
from quizgen.pack import parse_pack
from quizgen.prose import markdown
from quizgen.result import Filled
from quizgen.yaml_files import loads

PACK = r"""
title: Animals
version: 1
tables:
  animals:
    columns: {name: text, says: text}
    rows:
      cow: {name: cow, says: 'the sound $m$'}
      cat: {name: cat, says: miaow}
cards:
  - {id: legs, front: 'How many legs?', back: '$4$', skills: [counting]}
  - id: sound-<<it.id>>
    each: animals
    front: What does a <<it.name>> say?
    back: It says <<it.says>>.
    skills: [sounds, Counting]
"""


def made(text: str = PACK) -> tuple[Card, ...]:
    return cards(parse_pack(loads(text), "animals"))


def told(side: Filled, card: Card) -> str:
    return markdown(side.prose, side.values, card.texts)


def test_a_card_with_each_is_one_for_every_row():
    found = made()
    assert [card.id for card in found] == ["animals/legs", "animals/sound-cow", "animals/sound-cat"]
    assert [told(card.front, card) for card in found[1:]] == ["What does a cow say?", "What does a cat say?"]
    assert told(found[1].back, found[1]) == "It says the sound $m$."


def test_cards_are_chosen_by_skill_whatever_the_case():
    assert [card.id for card in of_skills(made(), ["counting"])] == [card.id for card in made()]
    assert len(of_skills(made(), ["sounds", "other"])) == 2
    with pytest.raises(NotFound, match="Counting, counting, sounds"):
        of_skills(made(), ["flying"])


def test_the_seed_decides_the_order_and_a_new_card_moves_no_other_two():
    more = made(PACK + "  - {id: eyes, front: 'How many eyes?', back: '$2$'}\n")
    orders = {tuple(card.id for card in shuffled(made(), str(seed))) for seed in range(40)}
    assert len(orders) == 6
    for seed in ("1", "2", "3"):
        kept = [card.id for card in shuffled(more, seed) if card.id != "animals/eyes"]
        assert kept == [card.id for card in shuffled(made(), seed)]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("back: '$4$'", "back: '<<4'", "closed"),
        ("<<it.says>>", "<<it.sings>>", "sings"),
        ("sound-<<it.id>>", "sound", "tell the cards"),
        ("id: legs", "id: 'legs-<<it.id>>'", "is no id"),
        ("id: legs", "id: 'legs-<<k>>'", "is no id"),
        ("How many legs?", "How many <<it.name>>?", "it isn.t a name"),
    ],
)
def test_what_is_wrong_with_a_card_is_said_with_its_place(old: str, new: str, what: str):
    assert old in PACK
    with pytest.raises(SourceError, match=what) as wrong:
        made(PACK.replace(old, new, 1))
    assert wrong.value.line > 8


def test_the_shipped_cards_all_read_and_train_skills_of_the_templates():
    bank = Bank()
    skills = {skill for entry in bank.templates() for skill in entry.skills}
    found = bank.cards("distributed_training")
    assert len(found) >= 30
    assert len({card.id for card in found}) == len(found)
    for card in found:
        assert told(card.front, card)
        assert told(card.back, card)
        assert set(card.skills) <= skills, card.id
