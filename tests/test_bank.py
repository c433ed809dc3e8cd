"""Packs are found, templates looked up, and compiled ones kept, without ever failing for the keeping's sake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quizgen import bank as bank_module
from quizgen import resources
from quizgen.bank import Bank, find_banks, write_compiled
from quizgen.errors import NotFound, SourceError
from quizgen.packs import pack_folders
from quizgen.packs.store import read_json
from tests.made_packs import TEMPLATE, make_pack, template, write

ROOT = Path(__file__).parent.parent


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A pack with three templates."""
    folder = make_pack(tmp_path / "one", "first", "second")
    template(folder, "third", "cell C", level=3)
    return folder


def opened(*paths: Path, cache: Path | None = None) -> Bank:
    return Bank(find_banks(paths), cache=cache)


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compiling replaced by something quick whose result is its name; the list says what was compiled, and when."""
    done: list[str] = []

    def compiled(self: Bank, entry: bank_module.Entry) -> str:
        done.append(entry.id)
        return f"compiled {entry.id}"

    monkeypatch.setattr(Bank, "_compile", compiled)
    monkeypatch.setattr(bank_module, "_encoded", lambda compiled: {"text": compiled})
    monkeypatch.setattr(bank_module, "_decoded", lambda record: record.get("compiled", {}).get("text"))
    return done


# --- listing and looking up


def test_templates_are_listed_by_level_and_name(one):
    first, second, third = opened(one).templates()
    assert [each.id for each in (first, second, third)] == ["one/first", "one/second", "one/third"]
    assert third._replace(path=Path()) == bank_module.Entry(
        "one/third", "cell C", "A question", 3, "", ("asking",), "", Path()
    )
    assert third.path == one / "level3/third.yaml"
    assert (third.pack, third.name) == ("one", "third")


@pytest.mark.parametrize("key", ["one/third", "third", "THIRD", "cell C", "Cell c", "C", " c ", "one/cell C"])
def test_a_template_goes_by_id_label_or_cell_whatever_the_case(one, key):
    assert opened(one).find(key).id == "one/third"


@pytest.mark.parametrize(("key", "said"), [
    ("thrid", "did you mean third (cell C)?"),
    ("zzz", "`quiz bank` lists what there is"),
    ("", "`quiz bank` lists"),
    ("one/../first", "no template goes by"),
])  # fmt: skip
def test_what_is_not_there_names_what_is_near(one, key, said):
    with pytest.raises(NotFound) as caught:
        opened(one).find(key)
    assert said in str(caught.value)


def test_what_is_there_twice_names_the_candidates(one, tmp_path):
    bank = opened(one, make_pack(tmp_path / "two", "first", "other"))
    with pytest.raises(NotFound, match="more than one template: one/first, two/first"):
        bank.find("first")
    assert bank.find("two/first").pack == "two"
    assert bank.find("other").id == "two/other"


def test_an_exact_name_goes_before_one_in_another_case(one):
    template(one, "FIRST")
    assert opened(one).find("first").name == "first"
    assert opened(one).find("FIRST").name == "FIRST"


# --- sources that are wrong


@pytest.mark.parametrize(("name", "text", "what"), [
    ("level2/x.yaml", TEMPLATE.format(id="x", label="x", level=1), "level2/x.yaml:4:8: a template of level 1 lies in"),
    ("level1/x.yaml", TEMPLATE.format(id="first", label="x", level=1), "x.yaml:1:5: `first` is the id of another"),
    ("level1/x.yaml", TEMPLATE.format(id="x", label="cell C", level=1), "`cell C` is the label of another"),
    ("level1/x.yaml", "", "x.yaml:1:1: the file is empty"),
    ("pack.yaml", "title: A\n", "pack.yaml:1:1: `version` is missing"),
])  # fmt: skip
def test_a_file_that_is_wrong_is_named_with_its_place(one, name, text, what):
    write(one, name, text)
    with pytest.raises(SourceError) as caught:
        opened(one).templates()
    assert what in str(caught.value)
    assert [str(each) for each in opened(one).problems()] == [str(caught.value)]


def test_problems_are_those_of_every_file(one):
    assert opened(one).problems() == []
    write(one, "pack.yaml", "title: A\n")
    write(one, "level1/first.yaml", "")
    write(one, "level1/second.yaml", "a: [")
    files = [Path(each.file).name for each in opened(one).problems()]
    assert files == ["pack.yaml", "first.yaml", "second.yaml"]


def test_a_template_may_continue_others_but_not_in_a_circle(one):
    template(one, "fourth", more="continues: first\n")
    template(one, "fifth", more="continues: fourth\n")
    bank = opened(one)
    assert [each.name for each in bank.parents(bank.find("fifth"))] == ["first", "fourth"]
    assert bank.parents(bank.find("first")) == ()
    template(one, "first", more="continues: fifth\n")
    template(one, "second", more="continues: fisrt\n")
    bank = opened(one)
    with pytest.raises(SourceError, match="continues this template in turn"):
        bank.parents(bank.find("fifth"))
    with pytest.raises(SourceError, match=r"second\.yaml:17:12: there is no template `fisrt`") as caught:
        bank.parents(bank.find("second"))
    assert caught.value.mend == "did you mean `first`?"


def test_a_pack_that_is_not_there_is_named(one):
    with pytest.raises(NotFound, match="no pack goes by `two`; there are: one"):
        opened(one).pack("two")


# --- compiled templates


def test_a_template_is_compiled_once_and_then_taken_from_the_cache(one, tmp_path, compiling):
    cache = tmp_path / "cache"
    for _ in range(2):
        bank = opened(one, cache=cache)
        assert bank.compiled(bank.find("third")) == "compiled one/third"
    assert compiling == ["one/third"]


def test_a_change_of_template_parent_pack_or_engine_compiles_anew(one, tmp_path, compiling, monkeypatch):
    template(one, "child", more="continues: first\n")

    def compile_child() -> int:
        bank = opened(one, cache=tmp_path / "cache")
        bank.compiled(bank.find("child"))
        return len(compiling)

    assert compile_child() == 1
    template(one, "second", "other")
    assert compile_child() == 1
    template(one, "first", "changed")
    assert compile_child() == 2
    write(one, "pack.yaml", "title: Another\nversion: 1\n")
    assert compile_child() == 3
    template(one, "child", more="continues: first\nforecast: Hm?\n")
    assert compile_child() == 4
    monkeypatch.setattr(resources, "engine", lambda: "another")
    assert compile_child() == 5


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": 1}', b'{"format": 2}', b"[" * 100_000]
)
def test_a_damaged_cache_is_ignored_and_mended(one, tmp_path, compiling, damage):
    cache = tmp_path / "cache"
    opened(one, cache=cache).compiled(opened(one, cache=cache).find("third"))
    for file in cache.iterdir():
        file.write_bytes(damage)
    bank = opened(one, cache=cache)
    assert bank.compiled(bank.find("third")) == "compiled one/third"
    assert len(compiling) == 2
    assert all(read_json(file) for file in cache.iterdir())


def test_an_index_with_the_right_digest_but_the_wrong_shape_is_ignored(one, tmp_path):
    cache = tmp_path / "cache"
    opened(one, cache=cache).templates()
    (file,) = cache.iterdir()
    record = json.loads(file.read_text())
    for templates in ([], {"x": {}}, {"x": 3}, None):
        file.write_text(json.dumps({**record, "templates": templates}))
        assert len(opened(one, cache=cache).templates()) == 3


def test_a_cache_that_cannot_be_written_harms_nothing(one, tmp_path, compiling):
    blocked = write(tmp_path, "cache", "a file where the folder should be")
    bank = opened(one, cache=blocked)
    assert bank.compiled(bank.find("third")) == "compiled one/third"
    assert blocked.read_text() == "a file where the folder should be"


def test_without_a_cache_nothing_is_written(one, tmp_path, compiling):
    before = sorted(tmp_path.rglob("*"))
    bank = opened(one, cache=None)
    bank.compiled(bank.find("third"))
    assert sorted(tmp_path.rglob("*")) == before


def test_packs_of_one_name_in_two_folders_share_no_cache(tmp_path, compiling):
    folders = [make_pack(tmp_path / side / "same", "x") for side in "ab"]
    for _ in range(2):
        for folder in folders:
            bank = opened(folder, cache=tmp_path / "cache")
            bank.compiled(bank.find("x"))
    assert len(compiling) == 2


def test_a_cached_index_needs_neither_yaml_nor_pydantic(one, tmp_path):
    opened(one, cache=tmp_path / "cache").templates()
    code = f"""
import sys
from pathlib import Path
from quizgen.bank import Bank, find_banks
bank = Bank(find_banks([Path({str(one)!r})]), cache=Path({str(tmp_path / "cache")!r}))
assert bank.find("C").id == "one/third"
heavy = {{"yaml", "pydantic", "sympy", "pint", "platformdirs"}}
print(sorted({{name.partition(".")[0] for name in sys.modules}} & heavy))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"


# --- the wheel's store


@pytest.fixture
def installed(one, tmp_path, compiling, monkeypatch) -> Path:
    """The pack `one` as the embedded bank of a wheel, with its store."""
    store = tmp_path / "compiled"
    assert write_compiled(one.parent if one.parent.name == "bank" else one, store) == [store / "one.json"]
    compiling.clear()
    monkeypatch.setattr(resources, "compiled_store", lambda: store)
    monkeypatch.setattr(pack_folders, "embedded_bank", lambda: one)
    return store


def test_the_store_answers_before_any_source_is_read(installed, one, compiling):
    for file in one.rglob("*.yaml"):
        file.write_text("")
    bank = Bank(find_banks(None, {}), cache=None)
    assert [each.name for each in bank.templates()] == ["first", "second", "third"]
    assert bank.compiled(bank.find("C")) == "compiled one/third"
    assert compiling == []


def test_the_store_says_what_it_is(installed):
    record = json.loads((installed / "one.json").read_text())
    assert record["format"] == 1
    assert record["engine"] == bank_module.__version__
    assert record["pack"] == {"id": "one", "title": "A subject", "version": 1}
    assert record["templates"]["third"]["compiled"] == {"text": "compiled one/third"}
    assert record["templates"]["third"]["path"] == "level3/third.yaml"


def test_the_same_sources_make_the_same_store(installed, one, tmp_path):
    (again,) = write_compiled(one, tmp_path / "again")
    assert again.read_bytes() == (installed / "one.json").read_bytes()
    assert list(again.parent.iterdir()) == [again]


@pytest.mark.parametrize("damage", ["", '{"format": 1, "engine": "0.0.0", "templates": {}}', '{"format": 1}'])
def test_a_damaged_or_foreign_store_is_ignored(installed, compiling, damage):
    (installed / "one.json").write_text(damage)
    bank = Bank(find_banks(None, {}), cache=None)
    assert bank.compiled(bank.find("C")) == "compiled one/third"
    assert compiling == ["one/third"]


def test_the_shipped_bank_has_no_problems():
    assert Bank(find_banks([ROOT / "problem_bank"]), cache=None).problems() == []
