"""Packs are found where they are named, in a fixed order, and a folder that is none is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizgen.errors import SourceError
from quizgen.packs.pack_folders import find_banks, template_files
from tests.made_packs import TEMPLATE, make_pack, template, write


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A pack with three templates."""
    folder = make_pack(tmp_path / "one", "first", "second")
    template(folder, "third", "cell C", level=3)
    return folder


def test_a_path_is_a_pack_or_a_folder_of_packs(tmp_path):
    first, second = make_pack(tmp_path / "bank/a", "x"), make_pack(tmp_path / "bank/b", "x")
    (tmp_path / "bank/docs").mkdir()
    assert [pack.folder for pack in find_banks([tmp_path / "bank"])] == [first, second]
    assert [pack.name for pack in find_banks([second, first])] == ["b", "a"]
    assert [pack.name for pack in find_banks([first, first, tmp_path / "bank"])] == ["a", "b"]


def test_paths_replace_all_other_packs(one):
    assert [pack.name for pack in find_banks([one], {"QUIZGEN_BANK": "/nowhere"})] == ["one"]


def test_without_paths_the_variable_comes_first_and_the_embedded_bank_last(one):
    found = find_banks(None, {"QUIZGEN_BANK": str(one)})
    assert (found[0].name, found[0].origin) == ("one", "QUIZGEN_BANK")
    assert (found[-1].name, found[-1].origin) == ("distributed_training", "embedded")
    assert [(pack.name, pack.origin) for pack in find_banks(None, {})] == [
        ("calculus", "embedded"),
        ("distributed_training", "embedded"),
    ]


def test_an_earlier_pack_hides_a_later_one_of_its_name(tmp_path):
    own = make_pack(tmp_path / "distributed_training", "x")
    found = find_banks(None, {"QUIZGEN_BANK": str(own)})
    assert [pack.folder for pack in found if pack.name == "distributed_training"] == [own]


def test_installed_packages_offer_banks_by_path_or_by_module(monkeypatch, tmp_path):
    by_path, by_module = make_pack(tmp_path / "a/one", "x"), make_pack(tmp_path / "b/two", "x")
    write(tmp_path, "some_bank.py", f"PLACE = {str(by_path)!r}\nWRONG = 42\n")
    write(tmp_path, "b/__init__.py", "")
    offers = "[quizgen.banks]\nfirst = some_bank:PLACE\nsecond = b\n"
    write(tmp_path, "some_bank-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: some-bank\nVersion: 1\n")
    write(tmp_path, "some_bank-1.dist-info/entry_points.txt", offers)
    monkeypatch.syspath_prepend(tmp_path)
    assert {pack.folder for pack in find_banks(None, {}) if pack.origin == "quizgen.banks"} == {by_path, by_module}
    write(tmp_path, "some_bank-1.dist-info/entry_points.txt", offers + "third = some_bank:WRONG\n")
    with pytest.raises(SourceError, match="the installed bank `some_bank:WRONG` gives no folder"):
        find_banks(None, {})


def test_two_packs_of_one_name_are_refused(tmp_path):
    make_pack(tmp_path / "a/same", "x")
    make_pack(tmp_path / "b/same", "x")
    with pytest.raises(SourceError, match="two packs are called `same`") as caught:
        find_banks([tmp_path / "a", tmp_path / "b"])
    assert str(tmp_path / "a/same") in caught.value.what
    assert caught.value.file == str(tmp_path / "b/same")
    assert caught.value.mend


def test_a_folder_that_is_no_pack_is_refused(tmp_path):
    file = write(tmp_path, "some.yaml", "a: b")
    template(tmp_path / "bare", "x")
    make_pack(tmp_path / "odd name", "x")
    (tmp_path / "empty").mkdir()
    for path, what in [
        (tmp_path / "none", "there is no such folder"),
        (file, "this is a file"),
        (tmp_path / "empty", "there is no pack in this folder"),
        (tmp_path / "bare", "this folder has templates but no pack.yaml"),
        (tmp_path, "no pack.yaml"),
        (tmp_path / "odd name", "can't be called `odd name`"),
    ]:
        with pytest.raises(SourceError, match=what) as caught:
            find_banks([path])
        assert caught.value.mend


@pytest.mark.parametrize("name", ["stray.yaml", "level1/x.yml", "level6/x.yaml", "Level1/x.yaml"])
def test_yaml_that_nothing_reads_is_refused(one, name):
    write(one, name, TEMPLATE.format(id="x", label="x", level=1))
    with pytest.raises(SourceError, match=r"nothing reads this file|ends in \.yaml") as caught:
        template_files(find_banks([one])[0])
    assert caught.value.file.endswith(name)


def test_other_files_of_a_pack_are_left_alone(one):
    write(one, "README.md", "words")
    write(one, ".git/x.yaml", "a: b")
    write(one, "level1/.draft.yaml", "a: [")
    write(one, "level1/notes.txt", "words")
    assert [each.path.stem for each in template_files(find_banks([one])[0])] == ["first", "second", "third"]
