"""Whatever a learner types: judged or refused at once, in little memory, with nothing changed and nothing run."""

from __future__ import annotations

import ast
import gc
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizgen.answers import AnswerType, Asked
from quizgen.verdict import Malformed
from tests.answers.every_part import PARTS
from tests.hostile import KINDS, PIECES
from tests.maths.pairs import DATA

ROOT = Path(__file__).parent.parent
SECONDS, BYTES = 0.05, 20_000_000
STANDINGS = {
    "blank", "malformed", "right", "precision", "truncated", "form", "unit", "dimension", "some", "condition",
    "constant", "given", "pending", "undecided", "value",
}  # fmt: skip
KEYS = {name: kind.key(asked) for name, (kind, asked) in PARTS.items()}
ANSWERS = {
    **{f"{kind}: {name}": text for kind, texts in KINDS.items() for name, text in texts.items()},
    **{
        f"bench: {row['name']}": row["response"]
        for row in map(json.loads, (DATA / "hostile_expressions.jsonl").read_text(encoding="utf-8").splitlines())
    },
}


MAIN = (
    "number, arithmetic", "quantity", "text", "choice, several", "order", "match", "plan", "explain", "expression",
    "expression, antiderivative", "equation", "equation, solved", "inequality", "interval", "set", "list", "matrix",
)  # fmt: skip
"""The parts that meet every hostile answer; the others meet one in nine."""


def standing(kind: AnswerType, asked: Asked, key: Any, raw: str) -> str:
    """How a response stands, after everything that a grader asks of it."""
    found = kind.read(raw, asked)
    if found is None:
        return "blank"
    if isinstance(found, Malformed):
        return "malformed"
    match = kind.judge(found, key, asked)
    kind.it(found, asked)
    kind.own(found, asked)
    return match.standing


def quickest(run, times: int = 3) -> float:
    """The least CPU time of a few runs, so that another program's turn isn't counted."""
    found = []
    for _ in range(times):
        start = thread_time()
        run()
        found.append(thread_time() - start)
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTS)
def test_a_hostile_answer_is_dealt_with_at_once(name: str):
    kind, asked = PARTS[name]
    slow = {}
    for said, raw in list(ANSWERS.items())[:: 1 if name in MAIN else 9]:
        start = thread_time()
        assert standing(kind, asked, KEYS[name], raw) in STANDINGS, said
        seconds = thread_time() - start
        if seconds > SECONDS:
            seconds = quickest(lambda raw=raw: standing(kind, asked, KEYS[name], raw))
        if seconds > SECONDS:
            slow[said] = round(seconds, 3)
    assert not slow


@pytest.mark.slow
@pytest.mark.parametrize("name", MAIN)
def test_a_hostile_answer_takes_little_memory(name: str):
    kind, asked = PARTS[name]
    for said, raw in list(ANSWERS.items())[::17]:
        tracemalloc.start()
        try:
            standing(kind, asked, KEYS[name], raw)
            assert tracemalloc.get_traced_memory()[1] < BYTES, said
        finally:
            tracemalloc.stop()


@given(st.sampled_from(sorted(PARTS)), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@settings(max_examples=400)
def test_any_text_of_pieces_is_judged_and_judged_alike_again(name: str, raw: str):
    kind, asked = PARTS[name]
    found = standing(kind, asked, KEYS[name], raw)
    assert found in STANDINGS
    assert standing(kind, asked, KEYS[name], raw) == found


@given(st.sampled_from(sorted(PARTS)), st.text(st.characters(), max_size=60))
def test_any_text_at_all_is_judged(name: str, raw: str):
    kind, asked = PARTS[name]
    assert standing(kind, asked, KEYS[name], raw) in STANDINGS


def test_what_is_inserted_is_neither_worked_out_nor_marked_up():
    kind, asked = PARTS["text"]
    for raw in ("<<t>>", "<<k>>", "$x$", "<b>Frog</b>", "{{7*7}}", "\x1b[31mFrog"):
        found = kind.read(raw, asked)
        assert found is not None
        assert standing(kind, asked, KEYS["text"], raw) != "right"


# ---------------------------------------------------------------------------------------------------- nothing is run
_RUNNING = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "execfile",
    "sympify",
    "parse_expr",
    "literal_eval",
    "getattr_static",
}


def test_nothing_in_the_package_runs_text():
    found = []
    for file in (ROOT / "quizgen").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            name = (
                called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
            )
            if name in _RUNNING and not (name == "compile" and isinstance(called, ast.Attribute)):
                found.append(f"{file.name}:{node.lineno} {name}")
            if isinstance(node, ast.ImportFrom | ast.Import) and any(
                each.name in {"parse_expr", "sympify", "code", "codeop", "pickle", "marshal"} for each in node.names
            ):
                found.append(f"{file.name}:{node.lineno} import")
    assert not found


TRACED = """
import gc, sys
from tests.answers.every_part import PARTS
from tests.hostile import KINDS
from quizgen.verdict import Malformed

keys = {name: kind.key(asked) for name, (kind, asked) in PARTS.items()}

def judge_all(texts):
    for name, (kind, asked) in PARTS.items():
        for raw in texts:
            found = kind.read(raw, asked)
            if found is not None and not isinstance(found, Malformed):
                kind.judge(found, keys[name], asked)

judge_all(["1", "x", "x = 1", "sin(x) + sqrt(2)", "{1, sqrt(2)}", "(1, 2)", "5 ms", "pi^2", "1,5"])
for name in [each for each in sys.modules if each.partition(".")[0] == "sympy"]:
    raise SystemExit("sympy was loaded")
seen, hearing = [], True
KNOWN = sys.stdlib_module_names | {"quizgen", "flint", "mpmath"}

def hear(event, arguments):
    if hearing and event in {"compile", "exec", "os.system", "subprocess.Popen", "open", "socket.connect", "import"}:
        if event != "import" or arguments[0].partition(".")[0] not in KNOWN:
            seen.append((event, str(arguments)[:80]))

sys.addaudithook(hear)
modules = {
    name: {key: id(value) for key, value in vars(module).items()}
    for name, module in sys.modules.items() if name.startswith("quizgen")
}
judge_all([*KINDS["code"].values()][::2])
judge_all([*KINDS["unicode"].values()][::5])
hearing = False
changed = [
    (name, key) for name, before in modules.items() for key, value in vars(sys.modules[name]).items()
    if key in before and before[key] != id(value)
]
print(seen[:5], changed[:5], [each for each in sys.modules if each.partition(".")[0] in {"sympy", "numpy"}])
"""


@pytest.mark.slow
def test_no_answer_compiles_runs_opens_or_changes_anything_and_sympy_is_never_loaded():
    command = [sys.executable, "-B", "-c", TRACED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[] [] []"


@pytest.mark.slow
def test_what_is_kept_of_answers_is_bounded():
    kind, asked = PARTS["expression"]
    texts = [f"{'x+' * 250}{n}" for n in range(1_500)]
    for raw in texts[:1_100]:
        standing(kind, asked, KEYS["expression"], raw)
    gc.collect()
    tracemalloc.start()
    try:
        for raw in texts[1_100:]:
            standing(kind, asked, KEYS["expression"], raw)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < BYTES * 2
    finally:
        tracemalloc.stop()
