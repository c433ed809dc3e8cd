"""The page as a static folder: named by content, listed for offline use, written in one step."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quizgen.errors import OutputError
from quizgen.site import runtime as runtimes
from quizgen.site.bundle import Bundle
from quizgen.site.folder import MARK, POLICY, files, write
from quizgen.site.runtime import NoRuntimeError, Runtime, described, runtime

PACK = Bundle("subject", b'{"a": 1}', {"id": "subject", "title": "</script><b>"}, b"{}")
INDEX = """<!doctype html>
<html><head><meta charset="utf-8">
<link href="page/app.css"><script type="module" src="page/app.js"></script><script src='katex/katex.min.js'></script>
</head><body></body></html>
"""


@pytest.fixture
def parts(tmp_path: Path) -> Runtime:
    made = {
        "page/index.html": INDEX, "page/sw.js": 'const BUILD = "BUILD"; const FILES = ["FILES"];',
        "page/app.js": "app", "page/app.css": "css", "page/manifest.webmanifest": '{"icon": "page/icon.svg"}',
        "engine/pyodide.mjs": "py", "katex/katex.min.js": "tex",
    }  # fmt: skip
    for name, text in made.items():
        (tmp_path / "parts" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "parts" / name).write_text(text)
    return Runtime(tmp_path / "parts", tmp_path / "parts/page", "")


def test_the_same_inputs_give_the_same_bytes(parts):
    assert files(parts, [PACK]) == files(parts, [PACK])


def test_every_address_of_the_index_is_a_file_of_the_folder(parts):
    made = files(parts, [PACK])
    index = made["index.html"].decode()
    addresses = re.findall(r"""(?:href|src)=["']([^"']+)""", index)
    assert len(addresses) == 4
    assert set(addresses) <= set(made)
    assert not any(address.startswith(("/", "http")) for address in addresses)


def test_a_changed_file_changes_its_address_the_list_and_nothing_elses_address(parts):
    before = files(parts, [PACK])
    (parts.page / "app.js").write_text("new")
    after = files(parts, [PACK])
    gone, new = set(before) - set(after), set(after) - set(before)
    assert {name.split("/")[0] for name in gone | new} == {"page"}
    assert before["sw.js"] != after["sw.js"]


def test_the_service_worker_lists_every_file_but_itself_and_the_mark(parts):
    made = files(parts, [PACK])
    listed = json.loads(made["sw.js"].decode().partition("FILES = ")[2].rstrip(";"))
    assert sorted(listed) == sorted(["./", *set(made) - {"sw.js", "index.html", MARK}])


def test_what_a_pack_says_cant_end_the_script_that_holds_it(parts):
    index = files(parts, [PACK])["index.html"].decode()
    data = re.search(r'<script type="application/json" id="site">(.*?)</script>', index)[1]
    assert json.loads(data)["packs"][0]["title"] == "</script><b>"
    assert POLICY in index


def test_a_site_is_replaced_as_a_whole_and_any_other_folder_is_left_alone(parts, tmp_path):
    made, out = files(parts, [PACK]), tmp_path / "out"
    write(made, out)
    (out / "left").write_text("over")
    write(made, out)
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == set(made)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "parts"]
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match="is no site of quizgen's"):
        write(made, theirs)
    assert [path.name for path in theirs.iterdir()] == ["thesis.txt"]


def test_a_site_that_cant_be_written_leaves_the_old_one(parts, tmp_path, monkeypatch):
    out = tmp_path / "out"
    write({MARK: b"old"}, out)
    monkeypatch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OutputError, match="No space left"):
        write(files(parts, [PACK]), out)
    assert (out / MARK).read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "parts"]


def test_without_the_browsers_part_one_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setattr(runtimes, "_folder", lambda: None)
    with pytest.raises(NoRuntimeError, match=r"pip install 'quizgen\[page\]'"):
        runtime()


def test_a_browsers_part_of_another_version_is_refused_with_the_mend(parts, monkeypatch):
    about = json.loads(described([]))
    (parts.folder / "about.json").write_text(json.dumps({**about, "quizgen": "9.9.9"}))
    monkeypatch.setattr(runtimes, "_folder", lambda: parts.folder)
    with pytest.raises(NoRuntimeError, match=r"quizgen-page 9\.9\.9 is installed, and this is quizgen"):
        runtime()


def test_a_browsers_part_of_other_sources_is_used_and_told(parts, monkeypatch):
    monkeypatch.setattr(runtimes, "_folder", lambda: parts.folder)
    (parts.folder / "about.json").write_bytes(described(["quizgen/prose.py"]))
    assert runtime().stale == ""
    about = json.loads(described(["quizgen/prose.py"]))
    (parts.folder / "about.json").write_text(json.dumps({**about, "state": "0"}))
    assert "site/build" in runtime().stale
