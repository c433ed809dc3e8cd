"""What loads what, and what is public."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import quizgen

ROOT = Path(__file__).parent.parent
HEAVY = {"sympy", "pint", "numpy"}
SOURCES = sorted((ROOT / "quizgen").rglob("*.py"))


def loaded(code: str, *arguments: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded at the end of `code`."""
    code += "\nimport json, sys\nprint('\\n' + json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_quizgen_loads_nothing_heavy():
    assert not loaded("import quizgen") & (HEAVY | {"pydantic", "yaml", "typer", "rich", "jinja2", "mpmath"})


def test_help_loads_nothing_heavy():
    code = "import quizgen.cli\ntry:\n    quizgen.cli.main()\nexcept SystemExit as end:\n    assert not end.code"
    assert not loaded(code, "--help") & (HEAVY | {"pydantic", "yaml", "rich", "jinja2", "mpmath"})


def test_posing_and_grading_a_shipped_template_loads_nothing_heavy(shipped: Path):
    code = f"""
import sys
sys.path.insert(0, {str(shipped)!r})
from quizgen import Bank, grade, instantiate
bank = Bank()
compiled = bank.compiled(bank.find("L2.3"))
variant = instantiate(compiled, "a seed")
grade(compiled, variant.params, {{"S": "2.667"}})
"""
    assert not loaded(code) & (HEAVY | {"pydantic", "yaml"})


def test_a_first_question_of_practice_loads_nothing_heavy(shipped: Path):
    code = f"""
import io, sys
sys.path.insert(0, {str(shipped)!r})
sys.stdin = io.StringIO(":q\\n")
from quizgen.cli import main
try:
    main(["practice", "--id", "L2.3"])
except SystemExit as end:
    assert not end.code
"""
    assert not loaded(code) & (HEAVY | {"pydantic", "yaml", "rich"})


@pytest.mark.parametrize("name", quizgen.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str):
    assert getattr(quizgen, name).__doc__


def test_public_names_are_these():
    assert dir(quizgen) == sorted([
        "Bank", "CompiledTemplate", "KindError", "Malformed", "MathsError", "NotFound", "OutputError", "PartResult",
        "Policy", "PublicVariant", "QuizgenError", "Reading", "ReadingError", "Result", "SourceError", "SpaceError",
        "TooMuchWork", "Undecided", "Undefined", "Variant", "Verdict", "__version__", "compile_template",
        "from_params", "grade", "instantiate", "public",
    ])  # fmt: skip


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="nothing_such"):
        quizgen.nothing_such  # noqa: B018 - asking is the act


def test_the_architecture_page_names_every_file():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = {"answers", "batch", "cli", "drawing", "exporters", "practice"}  # open lists, and thin ones
    names = {file.name for file in SOURCES if file.parent.name not in folders and not file.name.startswith("__")}
    assert sorted(name for name in names if name not in page) == []


def calls(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_no_text_is_run_and_no_hash_depends_on_the_process(file: Path):
    assert not calls(file) & {"eval", "exec", "compile", "hash", "__import__"}
