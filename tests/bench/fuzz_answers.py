"""Texts without end against a part of every answer type: no exception, no hang, no growth.

    python tests/bench/fuzz_answers.py [RUNS]              200,000 by default
    python tests/bench/fuzz_answers.py [RUNS] --hypothesis

Atheris chooses them by the code that they reach; where it isn't installed, Hypothesis does. Prints a line with what was
seen, and fails with the input otherwise.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from collections import Counter
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from time import thread_time
from typing import Any

ROOT = Path(__file__).parents[2]
RUNS = 200_000
LONGEST = 24
"""Bytes of an input: each is a piece of text, or a byte of it."""
GUIDED = find_spec("atheris") is not None and "--hypothesis" not in sys.argv
SECONDS = 0.25 if GUIDED else 0.05
"""Of one answer: code that counts what it reaches is about five times slower."""
BYTES = 80_000_000
"""Growth after the first tenth of the runs, with what the fuzzer itself keeps."""
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


def _imported() -> Any:
    """What is fuzzed, its code instrumented where atheris is there."""
    if GUIDED and __name__ == "__main__":
        import atheris

        return atheris.instrument_imports(include=["quizgen"])
    return nullcontext()


with _imported():
    from quizgen.verdict import Malformed, Reading
    from tests.answers.every_part import PARTS
    from tests.hostile import KINDS, PIECES

POSED = [(name, kind, asked, kind.key(asked)) for name, (kind, asked) in PARTS.items()]


def text_of(data: bytes) -> str:
    """A text from bytes: by pieces, or (where the first byte is odd) as UTF-8 with lone surrogates for what is none."""
    if data[:1] and data[0] % 2:
        return data[1:].decode("utf-8", errors="surrogateescape")
    return "".join(PIECES[each % len(PIECES)] for each in data[1:])


def judged(data: bytes) -> str:
    """What becomes of the text against the part that the first two bytes choose: a standing, malformed or blank."""
    name, kind, asked, key = POSED[(data[0] // 2 if data else 0) % len(POSED)]
    raw = text_of(data)
    found = kind.read(raw, asked)
    if found is None:
        return "blank"
    if isinstance(found, Malformed):
        assert found.raw == raw
        assert -1 <= found.start <= found.end <= len(raw), (name, raw)
        return "malformed"
    assert isinstance(found, Reading)
    match = kind.judge(found, key, asked)
    assert 0 <= match.credit <= 1
    assert kind.judge(found, key, asked) == match
    if found.other is not None:
        kind.judge(found.other, key, asked)
    kind.it(found, asked)
    kind.own(found, asked)
    return match.standing


class Target:
    """The function that is fuzzed: counts outcomes, and measures time and memory."""

    def __init__(self, runs: int) -> None:
        self.runs, self.done, self.slowest, self.first = runs, 0, 0.0, 0
        self.seen: Counter[str] = Counter()

    def __call__(self, data: bytes) -> None:
        seconds, standing = self._timed(data)
        if seconds > SECONDS:  # another program may have had its turn
            seconds = min(seconds, *(self._timed(data)[0] for _ in range(3)))
        assert seconds < SECONDS, f"{seconds:.3f} s for {text_of(data)!r} in {data!r}"
        self.slowest = max(self.slowest, seconds)
        self.seen[standing] += 1
        self.done += 1
        if self.done == self.runs // 10:
            self.first = memory()
        if self.runs >= 100_000 and self.done % 10_000 == 0:
            print(f"{self.done:,} inputs so far: slowest {self.slowest * 1000:.0f} ms", flush=True)
        if self.done == self.runs:
            self.report()

    def _timed(self, data: bytes) -> tuple[float, str]:
        start = thread_time()
        standing = judged(data)
        return thread_time() - start, standing

    def report(self) -> None:
        """The line at the end."""
        grown = memory() - self.first
        assert grown < BYTES, f"grew by {grown:,} bytes"
        seen = ", ".join(f"{name} {count:,}" for name, count in self.seen.most_common())
        by = "atheris" if GUIDED else "Hypothesis"
        print(
            f"{self.done:,} inputs by {by}: slowest {self.slowest * 1000:.0f} ms, "
            f"grown by {grown / 1e6:.1f} MB; {seen}",
            flush=True,
        )


def memory() -> int:
    """Bytes that this process holds; 0 where the system doesn't tell."""
    gc.collect()
    status = Path("/proc/self/statm")
    return int(status.read_text(encoding="ascii").split()[1]) * 4096 if status.exists() else 0


def seeds() -> list[bytes]:
    """The hostile answers that fit, each for a part of its own."""
    texts = [text for kind in KINDS.values() for text in kind.values()]
    fitting = [text.encode("utf-8", "surrogatepass") for text in texts if 0 < len(text) < LONGEST]
    return [bytes([(2 * place + 1) % 256]) + text for place, text in enumerate(fitting)]


def by_atheris(target: Target) -> None:
    """Runs until all inputs are done; ends the process."""
    import atheris

    folder = Path(tempfile.mkdtemp())
    for place, seed in enumerate(seeds()):
        (folder / str(place)).write_bytes(seed)
    options = [
        f"-runs={target.runs}",
        f"-max_len={LONGEST}",
        "-timeout=120",
        "-rss_limit_mb=0",
        "-verbosity=0",
        "-seed=1",
    ]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(folder)], target)
    atheris.Fuzz()


def by_hypothesis(target: Target) -> None:
    """The same by chance."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    checks = list(HealthCheck)

    @settings(max_examples=target.runs, deadline=None, database=None, derandomize=True, suppress_health_check=checks)
    @given(st.binary(max_size=LONGEST))
    def run(data: bytes) -> None:
        target(data)

    run()
    if target.done != target.runs:
        target.report()


def main(arguments: list[str]) -> None:
    """See above."""
    numbers = [int(each) for each in arguments if each.isdigit()]
    target = Target(numbers[0] if numbers else RUNS)
    for name, _ in enumerate(POSED):
        judged(bytes([2 * name, 3, 5]))  # what is imported at the first need is no growth
    (by_atheris if GUIDED else by_hypothesis)(target)


if __name__ == "__main__":
    main(sys.argv[1:])
