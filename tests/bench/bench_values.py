"""How long one evaluation takes: run by hand, prints microseconds. The formulas of L2.3 come first."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from timeit import repeat

sys.path.insert(0, str(Path(__file__).parents[2]))

from quizgen.maths.reader import read
from quizgen.maths.units import read_unit, unit_table
from quizgen.maths.values import compile_formula

MS = Fraction(1, 1000)
ENV = {"T_compute": 400 * MS, "k": 4, "T_comm": 50 * MS, "x": Fraction(22, 7), "times": (90 * MS, 95 * MS, 300 * MS)}
SPEEDUP = {"T_slice": "T_compute / k", "T_iter": "T_slice + T_comm", "S": "T_compute / T_iter"}
OTHERS = (
    "x^3", "if(x > 3, x, 3)", "max(times)", "sum(1 / t, t in times)", "round(x, 2 dp)", "sqrt(x)", "exp(x)",
    "mean(1..64) = mean(mean(c), c in chunks(1..64, 2))",
)  # fmt: skip


def speedup() -> object:
    """L2.3 as a variant solves it: one `where`, three steps, a fresh Env."""
    env: dict[str, object] = dict(ENV)
    return WHERE(env) and [env.update({name: evaluate(env)}) for name, evaluate in STEPS.items()]


WHERE = compile_formula(read("T_comm < T_compute / 2"))
STEPS = {name: compile_formula(read(text)) for name, text in SPEEDUP.items()}

if __name__ == "__main__":
    units = unit_table()
    timed = {"L2.3: where and three steps": speedup, "read_unit J/(mol K)": lambda: read_unit("J/(mol K)", units)}
    timed |= {text: partial(compile_formula(read(text)), ENV) for text in OTHERS}
    for name, run in timed.items():
        run()
        print(f"{min(repeat(run, number=500, repeat=5)) / 500 * 1e6:9.2f} µs  {name}")
