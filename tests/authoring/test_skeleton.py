"""A new template is a sound one from its first minute."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen import Bank
from quizgen.authoring.skeleton import pack_text, template_text
from quizgen.checker import check
from quizgen.errors import SourceError
from quizgen.pack import parse_pack
from quizgen.packs.pack_folders import find_banks
from quizgen.template import parse_template
from quizgen.yaml_files import loads
from tests.made_packs import write


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_skeleton_passes_every_check_without_a_remark(tmp_path: Path, level: int):
    pack = tmp_path / "market"
    write(pack, "pack.yaml", pack_text("market"))
    write(pack, f"level{level}/melons.yaml", template_text("melons", level))
    bank = Bank(find_banks([pack]), cache=None)
    report = check(bank.compiled(bank.find("melons")))
    assert report.exhaustive
    assert report.checked >= 50
    assert report.findings == ()


def test_a_skeleton_explains_every_section_that_it_has():
    lines = template_text("melons", 2).splitlines()
    sections = [
        at for at, line in enumerate(lines) if line in {"params:", "where:", "steps:", "verify:", "traps:", "parts:"}
    ]
    assert len(sections) == 6
    assert all(lines[at - 1].startswith("# ") for at in sections)


def test_title_and_id_are_those_that_are_wanted():
    template = parse_template(loads(template_text("melon-price", 3)))
    assert (template.id, template.level, template.title) == ("melon-price", 3, "Melon price")


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=250))
def test_any_title_comes_out_as_it_went_in_or_is_refused(title: str):
    try:
        text = template_text("a", 1, title)
    except SourceError:
        with pytest.raises(SourceError):
            pack_text("a", title)
    else:
        assert parse_template(loads(text)).title == (title.strip() or "A")
        assert parse_pack(loads(pack_text("a", title))).title == (title.strip() or "A")


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/etc/passwd",
        "a.b",
        "-a",
        "_a",
        "a b",
        "ä",
        "a\n",
        "x" * 61,
        "con",
        "LPT1",
    ],
)
def test_what_would_not_be_a_plain_file_name_is_no_id(name: str):
    with pytest.raises(SourceError) as refused:
        template_text(name, 2)
    assert refused.value.mend


@given(st.text(max_size=8))
def test_no_id_leads_out_of_its_folder(name: str):
    try:
        template_text(name, 2)
    except SourceError:
        return
    assert Path("folder", f"{name}.yaml").parent == Path("folder")
    assert not set(name) & set("/\\.:\0 ")


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_five_levels(level: int):
    with pytest.raises(SourceError, match="no level"):
        template_text("melons", level)


@pytest.mark.parametrize("folder", ["", "my pack", "..", "a.b", "x" * 61])
def test_a_folder_whose_name_is_no_pack_s_is_refused(folder: str):
    with pytest.raises(SourceError, match="can't be called"):
        pack_text(folder)
