"""`quiz cards` in a pipe."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_app import quiz

ONE = ("cards", "--skill", "batch", "--seed", "1")


def test_a_card_is_turned_over_and_put_away_when_it_was_known():
    done = quiz(*ONE, typed="\ny\n")
    assert done.returncode == 0
    assert done.stdout.index("Which batch size") < done.stdout.index("B = b·k·a")
    assert done.stdout.endswith("1 card known, 1 of them at once.\n")


def test_a_card_that_was_not_known_comes_again():
    done = quiz(*ONE, typed="\nn\n\nperhaps\nyes\n")
    assert done.stdout.count("Which batch size") == 2
    assert "Type y or n." in done.stdout
    assert done.stdout.endswith("1 card known, 0 of them at once.\n")


@pytest.mark.parametrize("typed", ["", ":q\n", "\n:q\n"])
def test_whoever_leaves_early_is_told_what_is_left(typed: str):
    done = quiz(*ONE, typed=typed)
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith("1 still to learn.")


def test_all_cards_can_be_printed_and_nothing_is_asked():
    done = quiz("cards", "--list", "--skill", "strategies", "--count", "2")
    assert len(done.stdout.strip().split("\n\n")) == 2
    assert ">" not in done.stdout


def test_cards_are_data_for_programs():
    records = json.loads(quiz("cards", "--json", "--count", "3").stdout)
    assert [set(record) for record in records] == [{"id", "front", "back", "skills"}] * 3


def test_a_skill_that_no_card_trains_is_refused_with_those_there_are():
    done = quiz("cards", "--skill", "flying")
    assert done.returncode == 2
    assert "speedup" in done.stderr


def test_the_same_seed_deals_the_same_pile():
    first, second, other = (quiz("cards", "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert first == second != other
