"""How fast the engine is, as ratios within one run. `python tests/bench/bench_engine.py` prints the table of the docs.

Times are CPU seconds of this process (or of a child, for start-up), so that a busy machine disturbs them less. Each
ratio compares two ways of doing the same work, taken in turns.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

NAIVE_STEPS = {"T_slice": "T_compute/k", "T_iter": "T_slice + T_comm", "S": "T_compute/T_iter"}
NAIVE_TEXTS = {
    "stem": "One iteration takes $T_{compute} = {{ T_compute }}$ ms on one device. Now it runs data-parallel on "
    "$k = {{ k }}$ devices, and synchronising the gradients costs $T_{comm} = {{ T_comm }}$ ms.",
    "forecast": "The ideal is ${{ k }}\\times$. Will most of it survive?",
    "ask": "What speedup $S$ is reached?",
}

READER_TEXTS = ("8/3", "2.667", "T_compute / k + T_comm", "(T_compute / k + T_comm) / (a * k) - 3.5 * T_comm ^ 2",
                "max(a, b, c) * (1 - p / 100)", "x + y * z - 3 / (4 + x) ^ 2")  # fmt: skip


class Row(NamedTuple):
    """One line of the table: what was measured, ours and the other way's, and what is promised."""

    what: str
    ours: str
    other: str
    ratio: str
    promise: str


def per_second(work: Callable[[int], object], seconds: float) -> float:
    """How often `work(i)` is done in a CPU second, measured over at least `seconds`; the best of three turns."""
    return max(_turn(work, seconds / 3) for _ in range(3))


def _turn(work: Callable[[int], object], seconds: float) -> float:
    done, batch, start = 0, 1, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for index in range(done, done + batch):
            work(index)
        done += batch
        batch = min(batch * 2, 4096)
    return done / spent


def start_up(arguments: Sequence[str], cache: str, typed: str = "", times: int = 15) -> float:
    """CPU seconds of a fresh Python with these arguments: the first quartile of several, after one to warm up.

    Compiled modules are kept in the folder `cache`, as an installed package has them.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    _child(arguments, typed, environment)
    spent = sorted(_child(arguments, typed, environment) for _ in range(times))
    return spent[len(spent) // 4]


def _child(arguments: Sequence[str], typed: str, environment: Mapping[str, str]) -> float:
    command = [sys.executable, *arguments]
    before = _children()
    subprocess.run(
        command, cwd=ROOT, env=environment, input=typed, encoding="utf-8", stdout=subprocess.DEVNULL, check=True
    )
    return _children() - before


def _children() -> float:
    """CPU seconds of all children so far."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows counts them coarsely
        times = os.times()
        return times.children_user + times.children_system
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def sheets(seconds: float) -> Row:
    """Draw, solve and render L2.3's sheet, against the naive way to make one."""
    from quizgen import Bank, instantiate, public
    from quizgen.renderer import sheet_html

    bank = Bank()
    compiled = bank.compiled(bank.find("L2.3"))
    # Ours first: the naive way loads sympy, and every later collection of garbage would walk over it.
    fast = per_second(lambda index: sheet_html(public(instantiate(compiled, f"bench {index}"))), seconds)
    slow = per_second(naive_sheet, seconds)
    return Row(
        "draw, solve, render a sheet", f"{fast:,.0f}/s", f"{slow:,.0f}/s", f"{fast / slow:.0f}×", "≥ 50×, ≥ 10,000/s"
    )


def naive_sheet(index: int) -> str:
    """The same sheet without hints, made the naive way.

    Each step by sympify, subs and evalf; a new Jinja environment for the texts and for the same layout; texts made HTML
    by markdown-it-py. Nothing is drawn and no LaTeX is converted.
    """
    import jinja2
    import sympy
    from markdown_it import MarkdownIt
    from markupsafe import Markup

    from quizgen import resources

    values: dict[str, Any] = {"T_compute": 240 + index % 4, "k": 2 + index % 7, "T_comm": 10 + index % 19}
    for name, formula in NAIVE_STEPS.items():
        values[name] = sympy.sympify(formula).subs(values).evalf()
    jinja = jinja2.Environment(autoescape=True, loader=jinja2.FileSystemLoader(resources.layouts()))
    texts = {name: jinja.from_string(text).render(values) for name, text in NAIVE_TEXTS.items()}
    html = {name: Markup(MarkdownIt().render(text)) for name, text in texts.items()}  # noqa: S704 - ours
    part = {"id": "S", "ask": html["ask"], "note": "to 3 significant figures"}
    return jinja.get_template("html/sheet.html.jinja").render(
        number=1, label="L2.3", title="Speedup from the formula", level=2, parts=[part], **html
    )


def grading(seconds: float) -> Row:
    """Numeric answers with a full Result."""
    from quizgen import Bank, from_params, grade
    from quizgen.generator import example

    bank = Bank()
    variant = example(bank.compiled(bank.find("L2.3")))
    assert from_params(variant.template, variant.params).id == variant.id
    responses = [{"S": text} for text in ("2.667", "2.67", "8/3", "2.7", "4", "3.56", "2.66", "3.1")]
    plain = [{"S": f"{2 + index % 1000 / 1000:.3f}"} for index in range(997)]
    right = per_second(lambda _: grade(variant.template, variant.params, {"S": "2.667"}), seconds)
    mixed = per_second(lambda index: grade(variant.template, variant.params, responses[index % 8]), seconds)
    wrong = per_second(lambda index: grade(variant.template, variant.params, plain[index % 997]), seconds)
    other = f"mixed {mixed:,.0f}/s, wrong {wrong:,.0f}/s"
    return Row("grade a right number", f"{right:,.0f}/s", other, "", "≥ 100,000/s")


def reading(seconds: float) -> Row:
    """The reader against `ast.parse` of the same text."""
    from quizgen.maths.reader import read

    def ours(_: int) -> None:
        for text in READER_TEXTS:
            read(text)

    texts = [text.replace("^", "**") for text in READER_TEXTS]

    def theirs(_: int) -> None:
        for text in texts:
            ast.parse(text, mode="eval")

    fast, slow = (per_second(work, seconds) * len(READER_TEXTS) for work in (ours, theirs))
    return Row("read a formula", f"{fast:,.0f}/s", f"ast.parse {slow:,.0f}/s", f"{slow / fast:.1f}×", "≤ 3×")


def starting(times: int) -> list[Row]:
    """`quiz --help` and the first question of `quiz practice` against a bare Python."""
    question = ["-m", "quizgen", "practice", "--id", "L2.3", "--seed", "1"]
    with TemporaryDirectory() as cache:
        bare = start_up(["-c", "pass"], cache, times=times)
        help_page = start_up(["-m", "quizgen", "--help"], cache, times=times)
        first = start_up(question, cache, ":q\n", times)
    return [
        Row(what, f"{ours * 1000:.0f} ms", f"bare {bare * 1000:.0f} ms", f"{ours / bare:.1f}×", promise)
        for what, ours, promise in (("quiz --help", help_page, "≤ 8×"), ("first question", first, "≤ 25×"))
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    heads = "| what | ours | against | ratio | promised |\n| --- | --- | --- | --- | --- |"
    return "\n".join([heads, *("| " + " | ".join(row) + " |" for row in rows)])


def main(seconds: float = 3.0, times: int = 15) -> None:
    """Measure everything and print the table."""
    print(table([sheets(seconds), grading(seconds), reading(seconds), *starting(times)]))


if __name__ == "__main__":
    main(*(float(text) for text in sys.argv[1:2]))
