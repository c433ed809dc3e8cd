"""`quiz cards`: recall cards, asked until each was known, or printed."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quizgen.cli.options import AsJson, BankPaths, open_bank
from quizgen.cli.screen import INTERRUPTED, Screen, Stopped, guarded, screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizgen.bank import Bank
    from quizgen.cards import Card
    from quizgen.practice.deck import Deck
    from quizgen.result import Filled

TURN = "Enter: turn it over, :q quit > "
KNEW = "Did you know it? y/n, :q quit > "
YES, NO, QUIT = ("y", "yes"), ("n", "no"), (":q", ":quit", "q")


@guarded
def cards(
    skill: Annotated[str, typer.Option("--skill", help="Only cards that train this skill.")] = "",
    count: Annotated[int, typer.Option("--count", min=0, help="How many cards; 0 for all.")] = 0,
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="Any text; the same order again.")] = "",
    listed: Annotated[bool, typer.Option("--list", help="Print both sides of all cards, ask nothing.")] = False,
    as_json: AsJson = False,
    bank: BankPaths = None,
) -> None:
    """Recall cards: a question, then its answer.

    \b
      quiz cards                       all of them, in a drawn order
      quiz cards --skill speedup       one skill
      quiz cards --list                both sides, nothing asked

    A card that you didn't know comes again, until each was known.
    """
    from quizgen.cards import of_skills, shuffled

    found = all_cards(open_bank(bank))
    if skill:
        found = of_skills(found, [skill])
    if listed or as_json:
        kept = found[:count] if count else found
        typer.echo(_json(kept) if as_json else _printed(screen(), kept))
        return
    drawn = shuffled(found, seed or os.urandom(4).hex())
    raise typer.Exit(_asked(screen(), drawn[:count] if count else drawn))


def all_cards(packs: Bank) -> list[Card]:
    """The cards of all packs. Raises SourceError."""
    return [card for pack in packs.packs for card in packs.cards(pack.name)]


def show_card(on: Screen, card: Card) -> bool:
    """One card, front and then back; whether it was known. Raises Stopped."""
    on.say()
    _say(on, "", card.front, card)
    if _command(on, TURN) in QUIT:
        raise Stopped(0)
    _say(on, "  ", card.back, card)
    while True:
        answer = _command(on, KNEW)
        if answer in QUIT:
            raise Stopped(0)
        if answer in YES or answer in NO:
            return answer in YES
        on.say("Type y or n.", style="quiet")


def _command(on: Screen, prompt: str) -> str:
    return on.ask(prompt).casefold()


def _asked(on: Screen, drawn: Sequence[Card]) -> int:
    """The pile, card by card; the exit code: 0 at the end, of the input too, 130 after Ctrl-C."""
    from quizgen.practice.deck import answered, dealt

    deck, code = dealt(drawn), 0
    try:
        while deck.card is not None:
            deck = answered(deck, knew=show_card(on, deck.card))
    except Stopped as stopped:
        code = stopped.code
    except KeyboardInterrupt:
        on.say()
        code = INTERRUPTED
    _sum_up(on, deck)
    return code


def _sum_up(on: Screen, deck: Deck) -> None:
    from quizgen.cli.telling import counted

    on.say()
    left = f", {len(deck.pile)} still to learn" if deck.pile else ""
    on.say_wrapped(f"{counted(deck.known, 'card')} known, {deck.at_once} of them at once{left}.")


def _say(on: Screen, mark: str, side: Filled, card: Card) -> None:
    from quizgen.renderer import terminal

    on.say_after(mark, partial(terminal, side.prose, side.values, card.texts))


def _printed(on: Screen, found: Sequence[Card]) -> str:
    from quizgen.renderer import terminal

    blocks = []
    for card in found:
        front = terminal(card.front.prose, card.front.values, card.texts, on.width).strip()
        back = terminal(card.back.prose, card.back.values, card.texts, on.width - 2).strip()
        blocks.append(front + "\n  " + back.replace("\n", "\n  "))
    return "\n\n".join(blocks)


def _json(found: Sequence[Card]) -> str:
    from quizgen.page_api import filled

    records: list[dict[str, Any]] = []
    for card in found:
        front, back = (filled(side, card.texts).strip() for side in (card.front, card.back))
        records.append({"id": card.id, "front": front, "back": back, "skills": list(card.skills)})
    return json.dumps(records, ensure_ascii=False, indent=2)
