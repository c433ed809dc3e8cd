"""What a teacher writes, and what is said where it can't be meant."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from quizgen.blueprint import parse_blueprint, share, simple_blueprint
from quizgen.errors import SourceError
from quizgen.yaml_files import loads

WHOLE = """\
id: week1
title: Week 1
instructions: Answer **all**, with $S = 2$.
sections:
  - title: Warm-up
    count: 2
    levels: [1, 2]
    skills: [speedup]
    cells: [B]
    points: 3/2
    pick: each
    order: shuffled
  - ids: [L2.3, speedup]
    variants: shared
order: shuffled
repeats: never
deadline: 2026-10-05 18:00 +02:00
late: {grace: 10 min, off: 10%, closes: 3 days}
attempts: 2
counts: best
afterwards: [score, verdicts]
hints: no
carry: no
"""


def test_everything_that_a_blueprint_says_is_read():
    plan = parse_blueprint(loads(WHOLE))
    first, second = plan.sections
    assert (plan.id, plan.title, plan.order, plan.repeats, plan.attempts, plan.counts) == (
        "week1", "Week 1", "shuffled", "never", 2, "best",
    )  # fmt: skip
    assert (first.problems, first.levels, first.skills, first.cells, first.points) == (
        2, (1, 2), ("speedup",), ("B",), Fraction(3, 2),
    )  # fmt: skip
    assert (first.pick, first.order, second.ids, second.variants) == ("each", "shuffled", ("L2.3", "speedup"), "shared")
    assert (plan.problems, plan.hints, plan.carry, plan.afterwards) == (4, False, False, ("score", "verdicts"))
    assert plan.due() == "2026-10-05T18:00:00+02:00"
    assert plan.lateness() == (timedelta(minutes=10), Fraction(1, 10), timedelta(days=3))


def test_what_isn_t_said_has_a_mild_default():
    plan = parse_blueprint(loads("sections: [{count: 3}]\n"))
    assert (plan.repeats, plan.order, plan.attempts, plan.counts, plan.due()) == ("warn", "fixed", 1, "last", "")
    assert plan.lateness() == (timedelta(0), 0, None)
    assert set(plan.afterwards) == {"score", "verdicts", "feedback", "keys", "solutions"}


def test_late_submissions_that_aren_t_accepted_earn_nothing_after_the_grace():
    late = parse_blueprint(loads("sections: [{count: 3}]\nlate: {accept: no, grace: 5 min}\n")).lateness()
    assert [late.kept(timedelta(minutes=minutes)) for minutes in (5, 6)] == [1, 0]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("sections: []\n", (1, 11), "1 to 50 sections"),
        ("title: A\n", (1, 1), "sections"),
        ("sections:\n  - levels: [2]\n", (2, 5), "how many problems"),
        ("sections:\n  - count: 0\n", (2, 12), "at least one"),
        ("sections:\n  - count: two\n", (2, 12), "number"),
        ("sections:\n  - {count: 1, levels: [7]}\n", (2, 25), "no level 7"),
        ("sections:\n  - {count: 1, points: 0}\n", (2, 24), "more than 0"),
        ("sections:\n  - {count: 1, pick: each, variants: shared}\n", (2, 22), "share the variants"),
        ("sections:\n  - {count: 1, picks: each}\n", (2, 16), "picks"),
        ("sections: [{count: 1}]\ndeadline: 5.10.2026\n", (2, 11), "no moment"),
        ("sections: [{count: 1}]\ndeadline: 2026-10-05 18:00\n", (2, 11), "time zone"),
        ("sections: [{count: 1}]\nlate: {off: 10}\n", (2, 7), "no share"),
        ("sections: [{count: 1}]\nlate: {grace: soon}\n", (2, 7), "no span"),
        ("sections: [{count: 1}]\nattempts: 0\n", (2, 11), "at least one attempt"),
        ("sections: [{count: 1}]\nrepeats: always\n", (2, 10), "'never' or 'warn'"),
        ("sections: [{count: 1}]\nafterwards: [everything]\n", (2, 14), "is wanted here"),
        ("sections: [{count: 1}]\ninstructions: Use <<k>>.\n", (2, 15), "put in"),
        ("sections: [{count: 60}, {count: 60}]\n", (1, 11), "at most 100"),
    ],
)
def test_what_can_t_be_meant_is_refused_at_its_place(text: str, place: tuple[int, int], what: str):
    with pytest.raises(SourceError, match=what) as refused:
        parse_blueprint(loads(text, "week1.yaml"))
    assert ((refused.value.line, refused.value.column), refused.value.file) == (place, "week1.yaml")


def test_every_refusal_says_how_to_mend_it():
    with pytest.raises(SourceError) as refused:
        parse_blueprint(loads("sections:\n  - levels: [2]\n"))
    assert refused.value.mend == "add `count: 3`"


@pytest.mark.parametrize(
    ("text", "expected"), [("10%", Fraction(1, 10)), ("0.25", Fraction(1, 4)), ("1/3", Fraction(1, 3)), ("0", 0)]
)
def test_a_share_is_read_in_any_common_way(text: str, expected: Fraction):
    assert share(text) == expected


def test_the_blueprint_of_a_call_names_levels_count_and_skill():
    plan = simple_blueprint((2, 3), 5, "speedup")
    assert [(each.problems, each.levels, each.skills) for each in plan.sections] == [(5, (2, 3), ("speedup",))]


def test_order_of_keys_and_quoting_don_t_change_the_canonical_form():
    one, other = (
        "title: A\nsections: [{count: 1, levels: [2]}]\n",
        "sections:\n  - levels: ['2']\n    count: 1\ntitle: A\n",
    )
    assert parse_blueprint(loads(one)).canonical() == parse_blueprint(loads(other)).canonical()
