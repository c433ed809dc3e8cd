"""Bundles graded by several processes that may be killed: one that dies costs one retry, and then one sheet.

Each worker says in shared memory which sheet it is at. Dies it twice at the same one, that sheet is left out and told.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple, Self

from quizgen.batch.bundles import KINDS, BundleGrader, Setup, Tally, seldom_collected
from quizgen.batch.files import PRIVATE_FILE, told
from quizgen.batch.pile import Bundle
from quizgen.errors import OutputError, QuizgenError

NOWHERE = -1
"""What a worker is at before its first sheet."""
MOST_DEATHS = 3
"""Deaths at no sheet, as when a worker can't even start; then the run gives up."""


class Piece(NamedTuple):
    """What a worker wrote for a bundle."""

    bundle: Bundle
    tally: Tally
    files: dict[str, Path]


class Worker:
    """A process with the pipe to it and what it is at."""

    def __init__(self, setup: Setup, target: Callable[..., None]) -> None:
        context = get_context("spawn")
        self.position = context.RawValue("q", NOWHERE)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=target, args=(setup, theirs, self.position), daemon=True)
        self.process.start()
        theirs.close()
        self.bundle: Bundle | None = None

    def give(self, bundle: Bundle, skip: frozenset[int]) -> None:
        """Let it grade a bundle. A worker that has died is noticed when it is waited for."""
        self.bundle = bundle
        with suppress(OSError):
            self.pipe.send((bundle, skip))

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Crew:
    """So many workers; what they can't finish is given out again."""

    def __init__(self, setup: Setup, jobs: int, target: Callable[..., None] | None = None) -> None:
        self._setup, self._jobs, self._target = setup, jobs, target or work
        self._workers: list[Worker] = []
        self._waiting: deque[Bundle] = deque()
        self._strikes: Counter[int] = Counter()
        self._skip: dict[int, frozenset[int]] = {}
        self._deaths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def grade(self, bundles: Sequence[Bundle]) -> Iterator[Piece]:
        """Each bundle's piece, in the order of the bundles. Raises OutputError, and what the workers raise."""
        self._waiting.extend(bundles)
        done: dict[int, Piece] = {}
        for bundle in bundles:
            while bundle.number not in done:
                self._keep_busy()
                for piece in self._next():
                    done[piece.bundle.number] = piece
            yield done.pop(bundle.number)

    def _keep_busy(self) -> None:
        while self._waiting:
            idle = next((each for each in self._workers if each.bundle is None), None)
            if idle is None and len(self._workers) < self._jobs:
                idle = Worker(self._setup, self._target)
                self._workers.append(idle)
            if idle is None:
                return
            bundle = self._waiting.popleft()
            idle.give(bundle, self._skip.get(bundle.number, frozenset()))

    def _next(self) -> Iterator[Piece]:
        """What is done by now; waits until something is, or until a worker has died."""
        ready = wait([each.pipe for each in self._workers])
        for worker in [each for each in self._workers if each.pipe in ready]:
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._died(worker)
                continue
            if isinstance(answer, Exception):
                raise answer
            worker.bundle = None
            yield answer

    def _died(self, worker: Worker) -> None:
        self._workers.remove(worker)
        at, bundle = int(worker.position.value), worker.bundle
        worker.end()
        if at == NOWHERE:
            self._deaths += 1
            if self._deaths >= MOST_DEATHS:
                raise OutputError("the processes that should grade die at once\n  mend: grade with --jobs 1")
        if bundle is None:
            return
        if at != NOWHERE:
            self._strikes[at] += 1
            if self._strikes[at] > 1:
                self._skip[bundle.number] = self._skip.get(bundle.number, frozenset()) | {at}
        self._waiting.appendleft(bundle)


def work(setup: Setup, pipe: Connection, position: Any) -> None:
    """What a worker does: grade the bundles that it is given, until there is nobody to give it any."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()

    def at(sheet: int) -> None:
        if os.getppid() != parent:
            os._exit(1)  # whoever wanted the work is gone, and someone else may be at it by now
        position.value = sheet

    try:
        grader = BundleGrader(setup)
        with seldom_collected():
            while True:
                bundle, skip = pipe.recv()
                pipe.send(_graded(grader, setup, bundle, skip, at))
                position.value = NOWHERE
    except EOFError:
        return
    except QuizgenError as error:
        pipe.send(OutputError(str(error)))


def _graded(
    grader: BundleGrader, setup: Setup, bundle: Bundle, skip: frozenset[int], at: Callable[[int], None]
) -> Piece:
    files = {kind: setup.out / f".piece-{os.getppid()}-{bundle.number}-{kind}.tmp" for kind in KINDS}
    with ExitStack() as stack:
        streams = {kind: stack.enter_context(_open(file)) for kind, file in files.items()}
        with told(setup.out):
            tally = grader.grade(bundle, streams, at, skip)
    return Piece(bundle, tally, files)


def _open(file: Path) -> Any:
    with told(file):
        with suppress(FileNotFoundError):
            file.unlink()
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        return os.fdopen(handle, "w", encoding="utf-8", newline="")


__all__ = ["Crew", "Piece", "work"]
