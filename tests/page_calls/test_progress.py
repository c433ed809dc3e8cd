"""Events of a learner: read with limits, merged by id, and what they say."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quizgen.page_calls import Desk, progress
from quizgen.page_calls.events import LONGEST_LINE, merged
from quizgen.page_calls.packs import PagePack


def done(number: int, name: str = "subject/asked", *, right: bool = True, day: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "id": f"event-{number:04}", "at": f"2026-11-{day:02}T10:00:00.000Z", "kind": "done", "template": name,
        "seed": "1", "params": {"k": number}, "credit": 1 if right else 0, "right": right, **more,
    }  # fmt: skip


def imported(*lines: Any) -> dict[str, Any]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    answer = json.loads(Desk().call(json.dumps({"do": "check_import", "text": text})))
    assert answer["ok"], answer
    return answer["value"]


def test_events_come_back_once_each_in_order_of_time():
    found = imported(done(2, day=3), done(1, day=2), "", done(2, day=3))
    assert [event["id"] for event in found["events"]] == ["event-0001", "event-0002"]
    assert found["refused"] == []


def test_what_is_exported_is_imported_unchanged():
    events = imported(done(1), done(2, day=2, seconds=3.5, helped=True))["events"]
    assert imported(*events)["events"] == events


def test_a_line_that_is_no_event_is_refused_with_its_number_and_the_others_are_kept():
    wrong = [
        "{", "3", json.dumps("x" * LONGEST_LINE), {**done(5), "kind": "run"}, {**done(5), "at": "2026-13-01T00:00:00Z"},
        {**done(5), "id": "<b>"}, {**done(5), "credit": "3/2"}, {**done(5), "credit": True}, {**done(5), "right": 1},
        {**done(5), "params": {"k": {"$": "Kind"}}}, {**done(5), "seconds": -1}, {**done(5), "template": "x" * 999},
    ]  # fmt: skip
    found = imported(*wrong, done(1))
    assert [each["line"] for each in found["refused"]] == list(range(1, len(wrong) + 1))
    assert all(each["why"] for each in found["refused"])
    assert [event["id"] for event in found["events"]] == ["event-0001"]


def test_fields_that_no_event_has_are_left_out():
    (event,) = imported({**done(1), "__proto__": {"x": 1}, "html": "<b>"})["events"]
    assert set(event) == set(done(1))


@given(st.lists(st.builds(done, st.integers(1, 20), day=st.integers(1, 28)), max_size=8), st.randoms())
def test_merging_is_the_same_in_any_order_for_events_that_have_one_meaning(events, random):
    by_id = {event["id"]: event for event in events}
    shuffled = [*by_id.values(), *by_id.values()]
    random.shuffle(shuffled)
    assert merged(shuffled) == merged(by_id.values())


def rungs(*events: dict[str, Any]) -> list[dict[str, Any]]:
    records = {
        name: {"id": f"subject/{name}", "label": name, "title": name, "level": 1, "cell": cell}
        for name, cell in (("asked", "A"), ("other", "A"), ("third", "B"))
    }
    pack = PagePack({"templates": records}, {})
    return progress.ladder({"subject": pack}, {"events": list(events)})["packs"]["subject"]


def standing_of(name: str, *events: dict[str, Any]) -> str:
    return next(each["standing"] for each in rungs(*events)["templates"] if each["label"] == name)


def test_a_template_is_mastered_after_two_different_variants_right_unaided():
    assert standing_of("asked") == "new"
    assert standing_of("asked", done(1)) == "learning"
    assert standing_of("asked", done(1), done(2, day=2)) == "mastered"
    assert standing_of("asked", done(1), done(2, day=2, helped=True)) == "learning"
    assert standing_of("asked", done(1), done(2, day=2), done(3, day=3, right=False)) == "learning"


def test_the_same_variant_twice_is_no_mastery():
    again = {**done(2, day=2), "params": done(1)["params"]}
    assert standing_of("asked", done(1), again) == "learning"


def test_a_rung_is_what_all_its_templates_are():
    found = {(each["level"], each["cell"]): each["standing"] for each in rungs(done(1), done(2, day=2))["rungs"]}
    assert found == {(1, "A"): "learning", (1, "B"): "new"}


def due(events: list[dict[str, Any]], now: str = "2026-12-01T00:00:00.000Z", **more: Any) -> dict[str, Any]:
    answer = json.loads(Desk().call(json.dumps({"do": "due", "events": events, "now": now, **more})))
    assert answer["ok"], answer
    return answer["value"]


def test_what_went_wrong_is_due_before_what_went_right():
    items = due([done(1, "subject/right"), done(2, "subject/wrong", right=False)])["items"]
    assert [each["item"] for each in items] == ["subject/wrong", "subject/right"]


def test_the_same_events_give_the_same_days_and_memory_continues_them():
    events = [done(1), done(2, day=5), done(3, day=9, right=False)]
    whole = due(events)
    assert due(events) == whole
    assert due(events[2:], memory=due(events[:2])["memory"]) == whole


def test_a_card_that_is_known_comes_later_than_one_that_is_not():
    cards = [
        {"id": f"card-{rating:>6}".replace(" ", "-"), "at": "2026-11-01T10:00:00Z", "kind": "card",
         "card": f"subject/{rating}", "rating": rating}
        for rating in ("easy", "again")
    ]  # fmt: skip
    assert [each["item"] for each in due(cards)["items"]] == ["subject/again", "subject/easy"]
