"""A pack as the page carries it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quizgen.bank import Bank
from quizgen.errors import NotFound
from quizgen.packs.pack_folders import find_banks
from quizgen.page_calls import Desk
from quizgen.site import bundle
from quizgen.site.bundle import FIRSTS, STORED, Bundle, bundles
from tests.made_packs import make_pack, write

PACK = """\
title: A subject
version: 1
tables:
  things:
    columns: {means: text}
    rows:
      one: {means: "first & <last>"}
cards:
  - {id: "means-<<it.id>>", each: things, front: "What is <<it.id>>?", back: "<<it.means>>", skills: [asking]}
"""


def made(folder: Path, *names: str) -> list[Bundle]:
    bank = Bank(find_banks([make_pack(folder / "subject", "asked", "other")]), cache=None)
    return bundles(bank, names)


def test_the_same_pack_gives_the_same_bytes(tmp_path):
    (one,), (two,) = made(tmp_path / "one"), made(tmp_path / "two")
    assert one == two


def test_first_questions_are_those_that_the_page_poses_itself(tmp_path):
    (pack,) = made(tmp_path)
    desk = Desk()
    desk.load(pack.data.decode())
    for name, posed in json.loads(pack.firsts)["questions"].items():
        again = [json.loads(desk.call(json.dumps({"do": "pose", "template": name, "seed": seed}))) for seed in FIRSTS]
        assert posed == [each["value"] for each in again]


def test_what_templates_have_in_common_is_written_once(tmp_path):
    (pack,) = made(tmp_path)
    data = json.loads(pack.data)
    units = {json.dumps(record["compiled"]["units"]) for record in data["templates"].values()}
    assert len(units) == 1
    assert "common" in json.loads(units.pop())


def test_a_pack_that_isnt_there_is_named_with_those_that_are(tmp_path):
    with pytest.raises(NotFound, match="no pack goes by `nope`; there are: subject"):
        made(tmp_path, "nope")


def test_cards_are_html_with_every_value_escaped(tmp_path):
    folder = make_pack(tmp_path / "subject", "asked")
    write(folder, "pack.yaml", PACK)
    (pack,) = bundles(Bank(find_banks([folder]), cache=None))
    (card,) = json.loads(pack.firsts)["cards"]
    assert card == {
        "id": "subject/means-one", "front": "What is one?", "back": "first &amp; &lt;last&gt;", "skills": ["asking"],
    }  # fmt: skip


def test_a_template_that_needs_sympy_for_each_variant_offers_those_made_with_the_site(tmp_path, monkeypatch):
    bank = Bank(find_banks([make_pack(tmp_path / "subject", "asked")]), cache=None)
    really = bundle.instantiate

    def needs_sympy(template, seed):
        if any(isinstance(finder, bundle._Refusing) for finder in __import__("sys").meta_path):
            raise ModuleNotFoundError("sympy", name="sympy")
        return really(template, seed)

    monkeypatch.setattr(bundle, "instantiate", needs_sympy)
    (pack,) = bundles(bank)
    stored = json.loads(pack.data)["templates"]["asked"]["stored"]
    assert 0 < len(stored) <= STORED
    assert all(set(params) == {"k"} for params in stored)
    first = json.loads(pack.firsts)["questions"]["subject/asked"]
    assert all(posed["params"] in stored for posed in first)
