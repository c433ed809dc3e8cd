"""Texts as they are compared (POSITIONS 28)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.answers.folding import distance_one, fold, is_opposite, same, slip, visible, words

KNOWN = frozenset().union(*(fold(term) | words(term) for term in ("synchronous SGD", "asynchronous SGD")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kinetic energy", "Kinetic  energy"),
        ("kinetic\u00a0energy", " kinetic energy\u200b"),
        ("ATÚN", "atu\u0301n"),
        ("all-reduce", "all reduce"),
        ("all-reduce", "Allreduce."),
        ("all\u2011reduce", "all-reduce"),
        ("New York ", "NewYork"),
        ("data parallelism", "“Data parallelism”!"),
        ("ｓｔａｌｅ", "stale"),
        ("STRASSE", "straße"),
    ],
)
def test_spelling_that_does_not_matter(one: str, other: str):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("synchronous", "asynchronous"), ("a synchronous update", "asynchronous update"), ("frog", "frogs"), ("", "a")],
)
def test_texts_that_are_not_the_same(one: str, other: str):
    assert not same(one, other)


def test_capitals_count_where_the_part_says_so():
    assert not same("Frog", "frog", case=True)
    assert same("Frog.", "Frog", case=True)


@pytest.mark.parametrize("typed", ["asynchronus SGD", "asyncronous SGD", "asynchronouss SGD", "asinchronous-SGD"])
def test_one_slip_in_a_long_word_is_found(typed: str):
    assert slip(typed, "asynchronous SGD", KNOWN) == typed.replace("-", " ").split()[0]


@pytest.mark.parametrize(
    "typed",
    [
        "synchronous SGD",  # a prefix dropped, and a term of its own
        "asynchronous SDG",  # a short word
        "asynchrnus SGD",  # two slips
        "asynchronus SGB",  # two words
        "asynchronus",  # another number of words
    ],
)
def test_what_is_no_slip(typed: str):
    assert not slip(typed, "asynchronous SGD", KNOWN)


def test_a_word_that_means_something_itself_is_no_slip():
    known = fold("affected variable") | words("affected variable")
    assert not slip("affected variable", "effected variable", known)
    assert slip("affected variable", "effected variable", frozenset())


@pytest.mark.parametrize(
    "pair",
    [("synchronous", "asynchronous"), ("stable", "unstable"), ("unstable", "instable"), ("linear", "nonlinear"),
     ("encode", "deencode")],
)  # fmt: skip
def test_prefixes_make_opposites(pair: tuple[str, str]):
    assert is_opposite(*pair)
    assert is_opposite(*reversed(pair))


def test_a_slip_near_a_word_s_beginning_is_no_prefix():
    assert not is_opposite("inductance", "iductance")


@given(st.text("abc", min_size=1, max_size=6), st.integers(0, 6), st.sampled_from("xyz"))
def test_one_letter_added_is_distance_one_both_ways(word: str, place: int, letter: str):
    longer = word[:place] + letter + word[place:]
    assert distance_one(word, longer)
    assert distance_one(longer, word)
    assert not distance_one(word, word)


@given(st.text("ab", max_size=5), st.text("ab", max_size=5))
def test_distance_one_is_that_of_the_definition(one: str, other: str):
    changed = {one[:i] + c + one[i + 1 :] for i in range(len(one)) for c in "ab"}
    added = {one[:i] + c + one[i:] for i in range(len(one) + 1) for c in "ab"}
    dropped = {one[:i] + one[i + 1 :] for i in range(len(one))}
    assert distance_one(one, other) == (other != one and other in changed | added | dropped)


@given(st.text())
def test_any_text_folds_and_is_itself(raw: str):
    assert same(raw, raw)
    assert visible(visible(raw)) == visible(raw)
