"""What a learner's events say: where they stand on the ladder, and what is due again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quizgen.page_calls import events, fields
from quizgen.page_calls.events import Event, moment
from quizgen.page_calls.fields import Request
from quizgen.page_calls.packs import PagePack

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

Json = dict[str, Any]
RUN = 2
"""How many finished variants of a template, one after another, must be right for it to be mastered."""
RETENTION = 0.9
"""A problem is due when the chance to solve it still has fallen to this."""


def ladder(loaded: Mapping[str, PagePack], request: Request) -> Json:
    """For each pack its levels and cells: how each template stands, from `events`, and each rung from its templates."""
    last = _last_runs(events.given(request))
    return {"packs": {name: _rungs(pack, last) for name, pack in sorted(loaded.items())}}


def standing(run: Sequence[bool] | None) -> str:
    """`new`, `learning` or `mastered`, from whether each finished variant, in order of time, was right unaided."""
    if run is None:
        return "new"
    return "mastered" if len(run) >= RUN and all(run[-RUN:]) else "learning"


def _last_runs(given: Iterable[Event]) -> dict[str, list[bool]]:
    """By template, the last finished variants, each once; [] for a template that was tried and not finished."""
    runs: dict[str, list[bool]] = {}
    seen: set[tuple[str, str]] = set()
    for event in given:
        name = event.get("template", "")
        run = runs.setdefault(name, [])
        if event["kind"] != "done":
            continue
        # A variant that comes again may be remembered: it can take mastery away, and doesn't give it.
        variant = (name, str(sorted(event.get("params", {}).items())))
        if variant not in seen or not _unaided(event):
            run.append(_unaided(event))
        seen.add(variant)
    return runs


def _unaided(event: Event) -> bool:
    return bool(event["right"]) and not event.get("helped", False)


def _rungs(pack: PagePack, last: Mapping[str, Sequence[bool]]) -> Json:
    templates = [
        {**{name: record[name] for name in ("id", "label", "title", "level", "cell")},
         "standing": standing(last.get(record["id"])), "finished": len(last.get(record["id"], ()))}
        for record in pack.bundle["templates"].values()
    ]  # fmt: skip
    rungs: dict[tuple[int, str], list[str]] = {}
    for each in templates:
        rungs.setdefault((each["level"], each["cell"]), []).append(each["standing"])
    found = [
        {"level": level, "cell": cell, "standing": _together(all_)} for (level, cell), all_ in sorted(rungs.items())
    ]
    return {"templates": templates, "rungs": found}


def _together(standings: Sequence[str]) -> str:
    return standings[0] if len(set(standings)) == 1 else "learning"


# ---------------------------------------------------------------------------------------------------- what is due
def due(_: Any, request: Request) -> Json:
    """What was practised, that which is due first: by `events`, at the moment `now`.

    `memory` is the scheduler's state of each item as JSON; given back with only the events that came later, it saves
    going through the old ones again.
    """
    now, known = moment(fields.text(request, "now")), fields.mapping(request, "memory", events.MOST_EVENTS)
    scheduler, cards = _scheduler(), _remembered(known)
    for event in events.given(request):
        if event["kind"] in ("done", "card"):
            name = event.get("template") or event["card"]
            card, _log = scheduler.review_card(cards.get(name) or _new_card(event), _rating(event), moment(event["at"]))
            cards[name] = card
    items = [
        {"item": name, "due": _written(card.due), "overdue": card.due <= now, "days": card.stability,
         "chance": round(scheduler.get_card_retrievability(card, now), 4)}
        for name, card in cards.items()
    ]  # fmt: skip
    items.sort(key=lambda item: (item["due"], item["item"]))
    return {"items": items, "memory": {name: card.to_dict() for name, card in sorted(cards.items())}}


def _scheduler() -> Scheduler:
    """Without chance: the same events give the same days. No steps within a day: a set is one sitting."""
    from fsrs import Scheduler

    return Scheduler(desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def _remembered(known: Mapping[str, Any]) -> dict[str, Card]:
    from fsrs import Card

    cards = {}
    for name, state in known.items():
        try:
            cards[name] = Card.from_dict(state)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise fields.RequestError(f"the memory of `{name[:40]}` is damaged", "leave it out") from error
    return cards


def _new_card(event: Event) -> Card:
    from fsrs import Card

    return Card(card_id=1, due=moment(event["at"]))


def _rating(event: Event) -> Rating:
    """How well it was known: a problem is good when right unaided, hard when right with help or partly right."""
    from fsrs import Rating

    if event["kind"] == "card":
        return {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good, "easy": Rating.Easy}[event["rating"]]
    if _unaided(event):
        return Rating.Good
    return Rating.Hard if event["right"] else Rating.Again


def _written(at: Any) -> str:
    text: str = at.isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
