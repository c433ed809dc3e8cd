"""Which questions come, and in which order."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen import NotFound
from quizgen.practice.choosing import Wanted, fitting, fresh, order, question_seed


class Entry(NamedTuple):
    id: str
    level: int = 1
    cell: str = ""
    skills: tuple[str, ...] = ()


ENTRIES = [Entry("a", 1, "A", ("speedup",)), Entry("b", 2, "B"), Entry("c", 2, "", ("units", "speedup"))]
IDS = st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=1, max_size=8, unique=True)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (Wanted(), "abc"),
        (Wanted(level=2), "bc"),
        (Wanted(cell="b"), "b"),
        (Wanted(skill="Speedup"), "ac"),
        (Wanted(level=2, skill="speedup"), "c"),
    ],
)
def test_what_is_wanted_is_found_without_regard_to_case(wanted: Wanted, ids: str):
    assert [entry.id for entry in fitting(ENTRIES, wanted)] == list(ids)


def test_when_nothing_fits_the_message_says_what_there_is():
    with pytest.raises(NotFound, match=r"level 5.*levels 1, 2; cells A, B; skills speedup, units"):
        fitting(ENTRIES, Wanted(level=5))


@given(IDS, st.text(max_size=5))
def test_every_template_comes_once_before_any_comes_again(ids: list[str], seed: str):
    entries = [Entry(each) for each in ids]
    first = [entry.id for entry in islice(order(entries, seed), len(ids))]
    assert sorted(first) == sorted(ids)


@given(IDS, st.text(max_size=5))
def test_the_order_depends_on_the_seed_and_not_on_the_order_of_files(ids: list[str], seed: str):
    entries = [Entry(each) for each in ids]
    assert list(islice(order(entries, seed), 20)) == list(islice(order(entries[::-1], seed), 20))


def test_practice_has_seeds_of_its_own():
    assert question_seed("7", 1) != "7"
    assert len({question_seed("7", 1), question_seed("7", 2), question_seed("7", 1, 1)}) == 3


class Drawn(NamedTuple):
    id: str


def test_a_variant_that_was_posed_is_drawn_anew():
    drawn = iter(["x", "x", "y"])
    assert fresh(lambda _: Drawn(next(drawn)), "7", 2, frozenset("x")).id == "y"


def test_a_space_with_one_variant_repeats_it():
    assert fresh(lambda _: Drawn("x"), "7", 2, frozenset("x")).id == "x"
