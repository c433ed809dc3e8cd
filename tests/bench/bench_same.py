"""How fast and how right verdicts of sameness are, in one run with naive sympy and with Math-Verify.

`python tests/bench/bench_same.py [--without-peers]` prints one table. Times are of the thread (other programs' turns
don't count), in microseconds a pair of `symbolic_pairs`:

- cold: both texts read, the key prepared, the answer judged (all keys of a set share its salt);
- prepared: the key stands ready, the answer is read and judged;
- repeated: the key stands ready and has met the text before;
- naive sympy: `parse_expr` of both and `simplify(a - b) == 0`, with real or positive symbols, its cache emptied
  before each round;
- Math-Verify, where it is installed: `verify(parse(ref), parse(ans))` of the LaTeX that quizgen prints for the pair
  (which isn't timed).
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import json

from quizgen.maths.expr import Expr
from quizgen.maths.printing import latex
from quizgen.maths.reader import Read, Vocabulary, read, read_answer
from quizgen.maths.same import REAL, Domain, Letter, Prepared
from tests.maths.pairs import DATA, pairs

ROUNDS = 15
PEERS_ROUNDS = 3
Judge = Callable[[int], bool | None]
SALTS = 100
LETTERS = "xyznktsp"
VOCABULARY = Vocabulary(names={letter: letter for letter in LETTERS})
POSITIVE = Domain({letter: Letter("positive") for letter in LETTERS})


class Row(NamedTuple):
    """A pair as texts."""

    ref: str
    ans: str
    domain: str
    same: bool


class Times(NamedTuple):
    """Microseconds a pair, each in its best round: the mean, and the 99th of 100. `right`: in every round."""

    mean: float
    p99: float
    right: int


ROWS = [
    Row(row["ref"], row["ans"], row["domain"], row["eq"])
    for row in map(json.loads, (DATA / "symbolic_pairs.jsonl").read_text(encoding="utf-8").splitlines())
]


def timed(judge: Judge, rounds: int = ROUNDS, rows: int = len(ROWS), before: Callable[[], None] = gc.freeze) -> Times:
    """All pairs, a few rounds; `judge` gets a pair's number, `before` is done before each round."""
    best, right = [1e9] * rows, rows
    for _ in range(rounds):
        before()
        correct = 0
        for i, row in enumerate(ROWS[:rows]):
            start = thread_time()
            found = judge(i)
            best[i] = min(best[i], (thread_time() - start) * 1e6)
            correct += found is row.same
        right = min(right, correct)
    return Times(sum(best) / rows, sorted(best)[rows * 99 // 100 - 1], right)


def domain_of(row: Row) -> Domain:
    """The letters' domain of a pair."""
    return POSITIVE if row.domain == "pos" else REAL


def answer(text: str) -> Expr | None:
    """A learner's text as a tree."""
    found = read_answer(text, VOCABULARY)
    return found.expr if isinstance(found, Read) else None


def cold(route: str) -> Judge:
    """Everything from the texts."""

    def judge(i: int) -> bool | None:
        row = ROWS[i]
        tree = answer(row.ans)
        return None if tree is None else Prepared(read(row.ref), domain_of(row), "set", route=route).judge(tree).same

    return judge


def prepared(route: str) -> Judge:
    """The keys stand ready and have met one answer."""
    keys = [Prepared(read(row.ref), domain_of(row), "key", route=route) for row in ROWS]
    for key, row in zip(keys, ROWS, strict=True):
        key.judge(read(f"{row.ans} + 1"))

    def judge(i: int) -> bool | None:
        tree = answer(ROWS[i].ans)
        return None if tree is None else keys[i].judge(tree).same

    return judge


def repeated() -> Judge:
    """The keys have met the texts."""
    keys = [Prepared(read(row.ref), domain_of(row), "key") for row in ROWS]
    for key, row in zip(keys, ROWS, strict=True):
        key.of_text(row.ans, answer)

    def judge(i: int) -> bool | None:
        found = keys[i].of_text(ROWS[i].ans, answer)
        return found and found.same

    return judge


def naive() -> Judge:
    """What most programs do."""
    from sympy import Symbol, simplify
    from sympy.parsing.sympy_parser import parse_expr

    names = {
        "pos": {letter: Symbol(letter, positive=True) for letter in LETTERS},
        "real": {letter: Symbol(letter, real=True) for letter in LETTERS},
    }

    def judge(i: int) -> bool | None:
        row = ROWS[i]
        known = names["pos" if row.domain == "pos" else "real"]
        a, b = (parse_expr(text.replace("^", "**"), local_dict=dict(known)) for text in (row.ref, row.ans))
        return bool(simplify(a - b) == 0)

    judge(0)
    return judge


def math_verify() -> Judge:
    """Math-Verify without its time-out, which would only add to its times."""
    from math_verify import parse, verify

    written: list[tuple[str, str]] = [(f"${latex(read(row.ref))}$", f"${latex(read(row.ans))}$") for row in ROWS]

    def judge(i: int) -> bool | None:
        gold, given = (parse(text, parsing_timeout=None) for text in written[i])
        found: Any = verify(gold, given, timeout_seconds=None)
        return bool(found)

    judge(0)
    return judge


def edges(route: str) -> int:
    """How many of the edge pairs are judged right with every one of a hundred salts."""
    found = pairs("edge_pairs")
    return sum(
        all(Prepared(pair.a, pair.domain, str(n), route=route).judge(pair.b).same is pair.same for n in range(SALTS))
        for pair in found
    )


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--without-peers", action="store_true", help="leave sympy and Math-Verify out")
    options = asked.parse_args()
    found = {
        "cold": timed(cold("")), "prepared": timed(prepared("")), "repeated": timed(repeated()),
        "cold, without python-flint": timed(cold("intervals")),
        "prepared, without python-flint": timed(prepared("intervals")),
    }  # fmt: skip
    if not options.without_peers:
        from sympy.core.cache import clear_cache

        found["naive sympy"] = timed(naive(), PEERS_ROUNDS, before=clear_cache)
        if find_spec("math_verify"):
            found["Math-Verify"] = timed(math_verify(), PEERS_ROUNDS, before=clear_cache)
    print(f"{'':32} {'mean µs':>10} {'p99 µs':>10} {'right':>9} {'x naive':>8} {'x Math-Verify':>14}")
    for name, times in found.items():
        against = [found[peer].mean / times.mean if peer in found else 0 for peer in ("naive sympy", "Math-Verify")]
        print(
            f"{name:32} {times.mean:10.1f} {times.p99:10.1f} {times.right:5}/{len(ROWS)}"
            f" {against[0]:8.0f} {against[1]:14.0f}"
        )
    total = len(pairs("edge_pairs"))
    print(
        f"edge pairs right over {SALTS} salts: {edges('')}/{total}, without python-flint {edges('intervals')}/{total}"
    )


if __name__ == "__main__":
    main()
