"""Which sources the page's engine is made of, and how they are packed."""

from __future__ import annotations

import zipfile
from pathlib import Path

from quizgen.site.archive import sources
from quizgen.site.packing import imports, needed, pack

FORBIDDEN = ("yaml", "sympy", "pint", "pydantic", "typer", "rich", "numpy", "flint", "math_core", "platformdirs")


def test_the_engine_has_the_calls_every_answer_type_and_every_figure():
    found = sources()
    assert "quizgen/page_calls/__init__.py" in found
    for room in ("answers", "drawing"):
        own = {f"quizgen/{room}/{path.name}" for path in Path(f"quizgen/{room}").glob("*.py")}
        assert own <= set(found)
    assert "quizgen/_data/templates/html/figure.html.jinja" in found


def test_the_engine_has_nothing_that_only_authors_need():
    tops = {name.partition("/")[0].removesuffix(".py") for name in sources()}
    assert not tops & set(FORBIDDEN)
    assert not any(name.startswith(("quizgen/cli", "quizgen/batch", "quizgen/solver")) for name in sources())


def test_the_same_sources_give_the_same_bytes(tmp_path):
    files = {"a/__init__.py": b"x = 1\n", "a/b.py": b'"""Doc."""\nassert x\n', "a/c.txt": b"text"}
    for out in ("one.zip", "two.zip"):
        pack(sorted(files, reverse=True), files.__getitem__, str(tmp_path / out))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as packed:
        assert packed.namelist() == ["a/__init__.pyc", "a/b.pyc", "a/c.txt"]
        assert b"Doc." not in packed.read("a/b.pyc")


def test_imports_are_found_wherever_they_are_run():
    source = (
        b"import a.b\nfrom . import c\nfrom ..d import e\ndef f():\n    import g\nif TYPE_CHECKING:\n    import h\n"
    )
    assert set(imports(source, "top.inner", deep=False)) == {"a.b", "top.inner", "top.inner.c", "top.d", "top.d.e"}
    assert "g" in set(imports(source, "top.inner", deep=True))
    assert "h" not in set(imports(source, "top.inner", deep=True))


def test_a_library_is_cut_down_to_what_is_imported():
    library = {"a/__init__.py": b"", "a/b.py": b"import c", "c.py": b"def f():\n    import d", "d.py": b"", "e.py": b""}
    assert needed(library, library.__getitem__, ["a.b.name"]) == {"a/__init__.py", "a/b.py", "c.py"}
