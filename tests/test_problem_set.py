"""The nouns of a set: what its secret derives, and records that come back from their lines."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import SourceError
from quizgen.problem_set import (
    CODE_LETTERS,
    Head,
    Problem,
    SectionPlan,
    SetPolicy,
    Snapshot,
    StudentRecord,
    form_code,
    head_from_json,
    head_to_json,
    problem_seed,
    record_from_line,
    record_to_line,
    seal,
    student_seed,
    token,
)
from quizgen.sets.deadlines import Late

SECRET = bytes(range(16))
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
RECORDS = st.builds(
    StudentRecord, WORDS, st.just("BCDFGHJK"), st.integers(1, 9), st.sampled_from(["", "2026-10-05T18:00:00+02:00"]),
    st.lists(
        st.builds(
            Problem, st.integers(1, 9), st.just("1.1"), WORDS, st.just("00ff00ff00ff00ff"),
            st.dictionaries(WORDS, st.integers() | WORDS | st.lists(WORDS), max_size=3),
            st.dictionaries(WORDS, st.fractions(0, 5).map(lambda f: int(f) if f.denominator == 1 else f), max_size=3),
            st.dictionaries(WORDS, WORDS, max_size=3), st.integers(0, 3), st.lists(WORDS, max_size=2).map(tuple),
        ),
        max_size=3,
    ).map(tuple),
    WORDS, WORDS, WORDS, st.dictionaries(WORDS, WORDS, max_size=2),
)  # fmt: skip
HEAD = Head(
    "week1", "Week 1", "0.1.0", "", "fixed", "warn", True, SetPolicy("", Late(off=Fraction(1, 3))),
    (SectionPlan("", 2, ("p/a", "p/b"), ("p/a",), points=Fraction(3, 2)), SectionPlan("", 1, ("p/b",))),
    {"p/a": Snapshot(("1", "2", "3"), "snapshot/x.json", "ff")}, ("html",), True, {"roster": "00"}, "5ea1",
)  # fmt: skip


@given(RECORDS)
def test_a_record_comes_back_from_its_line(record: StudentRecord):
    line = record_to_line(record, "week1")
    assert "\n" not in line
    assert record_from_line(line, "week1") == record


@given(RECORDS, st.data())
def test_a_flipped_byte_of_a_record_is_noticed(record: StudentRecord, data: st.DataObject):
    line = record_to_line(record, "week1").encode()
    at, bit = data.draw(st.integers(0, len(line) - 1)), data.draw(st.integers(0, 7))
    flipped = line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]
    with pytest.raises(SourceError, match="damaged"):
        record_from_line(flipped.decode("utf-8", "replace"), "week1", "students.jsonl", 3)


def test_a_record_of_another_set_is_refused_with_its_line():
    record = StudentRecord("1", "BCDFGHJK", 1, "", ())
    with pytest.raises(SourceError, match="another set") as refused:
        record_from_line(record_to_line(record, "week1"), "week2", "students.jsonl", 3)
    assert (refused.value.file, refused.value.line) == ("students.jsonl", 3)


def test_a_head_comes_back_from_its_json():
    assert head_from_json(json.loads(json.dumps(head_to_json(HEAD)))) == HEAD


def test_a_newer_format_is_refused_with_what_to_do():
    with pytest.raises(SourceError, match="format 2") as refused:
        head_from_json(head_to_json(HEAD) | {"format": 2})
    assert refused.value.mend == "update quizgen"


@pytest.mark.parametrize("change", [{"title": "Week 2"}, {"check": "0"}, {"set": "week2"}, {"more": 1}])
def test_a_manifest_that_was_edited_is_refused(change: dict):
    with pytest.raises(SourceError, match="was changed"):
        head_from_json(head_to_json(HEAD) | change)


@pytest.mark.parametrize("data", [None, [], {}, {"format": "1"}, "text"])
def test_what_is_no_manifest_is_refused(data: object):
    with pytest.raises(SourceError, match="no manifest"):
        head_from_json(data)


@pytest.mark.parametrize("key", ["set", "policy", "sections", "templates", "check"])
def test_a_manifest_with_something_missing_is_refused(key: str):
    data = head_to_json(HEAD)
    del data[key]
    with pytest.raises(SourceError, match=r"damaged|changed"):
        head_from_json(data)


def test_seeds_depend_on_the_secret_the_set_the_student_and_the_attempt():
    seeds = {
        student_seed(SECRET, "a", "x"), student_seed(SECRET, "a", "y"), student_seed(SECRET, "b", "x"),
        student_seed(SECRET, "a", "x", 2), student_seed(b"other secret 123", "a", "x"),
    }  # fmt: skip
    assert len(seeds) == 5
    assert len({problem_seed(seed, slot, draw) for seed in seeds for slot in ("1.1", "1.2") for draw in (0, 1)}) == 20


@given(WORDS, st.integers(1, 3), st.integers(0, 3))
def test_form_codes_are_eight_letters_without_vowels(student: str, attempt: int, turn: int):
    code = form_code(SECRET, "a", student, attempt, turn)
    assert len(code) == 8
    assert set(code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("AEIOUYQW0125")


def test_a_token_changes_with_the_student_the_form_and_each_variant():
    one = StudentRecord("1", "BCDFGHJK", 1, "", (Problem(1, "1.1", "p/a", "0f", {}, {}, {}),))
    other = one._replace(problems=(one.problems[0]._replace(variant="f0"),))
    made = [token(SECRET, "a", each) for each in (one, other, one._replace(student="2"), one._replace(form="X"))]
    assert len(set(made)) == 4
    assert all(len(each) == 32 for each in made)


def test_the_seal_tells_secrets_apart_and_not_what_they_are():
    assert seal(SECRET, "a") != seal(b"other secret 123", "a")
    assert seal(SECRET, "a") not in SECRET.hex()
