"""Whose a row is: by code, id, address or name in this order, and never by a guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch.generate import resit
from quizgen.batch.records import Records
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.who import AHEAD, SEVERAL, Claim, Coming, Directory, Index, Stranger
from tests.batch.graded_sets import new_set, of

ROSTER = """\
id,name,email
001,Ana O'Neil,ana@x.org
02,Zoë Ångström,zoe@x.org
s3,Li Wang,li@x.org
S4,Max Same,max@x.org
s5,Same Max,sam@x.org
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> SetFolder:
    return new_set(tmp_path_factory.mktemp("who"), roster=ROSTER)


@pytest.fixture(scope="module")
def directory(folder: SetFolder) -> Directory:
    return Directory(Records(folder))


@pytest.mark.parametrize(
    ("claim", "position"),
    [
        (Claim(ids=("001",)), 0), (Claim(ids=(" 001 ",)), 0), (Claim(ids=("s4",)), 3), (Claim(ids=("Ｓ３",)), 2),
        (Claim(ids=("999", "s3")), 2), (Claim(email="ZOE@x.org"), 1), (Claim(ids=("zoe@x.org",)), 1),
        (Claim(name="Zoe Angstrom"), 1), (Claim(name="Wang, Li"), 2), (Claim(ids=("-",), email="li@x.org"), 2),
    ],
)  # fmt: skip
def test_a_claim_finds_its_record(directory: Directory, claim: Claim, position: int):
    assert directory.find(claim) == position


def test_a_form_code_is_trusted_most(directory: Directory, folder: SetFolder):
    code = of(folder, "s3").form
    assert directory.find(Claim(form=code.lower())) == 2
    assert directory.find(Claim(form=code, ids=("mistyped",))) == 2


def test_a_form_and_another_student_are_refused(directory: Directory, folder: SetFolder):
    found = directory.find(Claim(form=of(folder, "s3").form, ids=("001",)))
    assert isinstance(found, Stranger)
    assert "is s3's, and the row is of 001" in found.what


@pytest.mark.parametrize(
    ("claim", "what"),
    [
        (Claim(ids=("zz",)), "no student has the id `zz`"),
        (Claim(ids=("1",)), "taken zeros away from `001`"),
        (Claim(ids=("1.2E+05",)), "shortened a number"),
        (Claim(form="AAAA"), "no form of this set has the code `AAAA`"),
        (Claim(email="no@x.org"), "nobody has the address"),
        (Claim(name="Nobody"), "nobody is called"),
        (Claim(name="Max Same"), "2 students go by this: S4, s5"),
        (Claim(), "doesn't say whose it is"),
    ],
)
def test_a_claim_that_is_nobody_s_is_told_why(directory: Directory, claim: Claim, what: str):
    found = directory.find(claim)
    assert isinstance(found, Stranger)
    assert what in found.what


def test_zeros_are_restored_where_a_mapping_says_so(folder: SetFolder):
    directory = Directory(Records(folder), restore=True)
    assert directory.find(Claim(ids=("1",))) == 0
    assert directory.find(Claim(ids=("2",))) == 1
    assert isinstance(directory.find(Claim(ids=("3",))), Stranger)


def test_of_several_sheets_the_attempt_or_the_form_says_which(tmp_path: Path):
    folder = new_set(tmp_path, roster="id\na\nb\n")
    resit(folder, {"a": ""})
    directory = Directory(Records(folder))
    first, second = (record for record in folder.records() if record.student == "a")
    assert directory.find(Claim(ids=("a",), attempt="1")) == 0
    assert directory.find(Claim(ids=("a",), attempt="2")) == 2
    assert directory.find(Claim(form=second.form, ids=("a",))) == 2
    assert first.form != second.form
    assert "has 2 sheets" in directory.find(Claim(ids=("a",))).what
    assert "no sheet 3" in directory.find(Claim(ids=("a",), attempt="3")).what


def test_where_someone_has_two_sheets_the_order_of_rows_decides_nothing(tmp_path: Path):
    folder = new_set(tmp_path, roster="id\na\nb\n")
    assert Coming(Records(folder)).at("a") == 0
    resit(folder, {"a": ""})
    assert Coming(Records(folder)).at("a") == -1


@given(st.lists(st.integers(0, 30), min_size=1))
def test_ids_that_come_in_order_are_found_without_an_index_and_others_are_not_mistaken(places: list[int]):
    class Some:
        single = True

        def students(self) -> list[str]:
            return [f"s{at}" for at in range(30)]

    coming, passed = Coming(Some()), -1
    for place in places:
        found = coming.at(f"s{place}")
        if found >= 0:
            assert found == place > passed
            passed = place
        else:
            assert place >= 30 or place <= passed or place > passed + AHEAD


@given(st.lists(st.text(max_size=5), max_size=300))
def test_an_index_knows_every_word_and_which_stand_for_several(words: list[str]):
    index = Index(lambda: words, len(words))
    for at, word in enumerate(words):
        if word:
            assert index.get(word) == (at if words.count(word) == 1 else SEVERAL)
            assert at in index.all(word)
    assert index.get("a word that is there never") == -1
