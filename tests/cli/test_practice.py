"""`quiz practice` in a pipe and on a terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.made_packs import write

ROOT = Path(__file__).parent.parent.parent
ONE = ("--id", "L2.3", "--count", "1", "--seed", "1")


def practice(typed: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "quizgen", "practice", *arguments], cwd=ROOT, input=typed.encode(), capture_output=True,
        check=False, timeout=120, env={**os.environ, **environment},
    )  # fmt: skip
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_question_goes_from_its_stem_to_its_summary():
    done = practice("0.001\n:h\n:s\n", *ONE)
    assert done.returncode == 0
    for words in ("1 of 1", "L2.3", "Forecast", "> 0.001", "Not right", "Hint 1", "Worked solution", "Summary"):
        assert words in done.stdout


def test_no_control_character_of_an_answer_is_echoed():
    done = practice("\x1b]0;pwn\x07\x9b2J\u202e1\n:q\n", *ONE)
    assert done.returncode == 0
    assert "]0;pwn" in done.stdout
    assert not set("\x1b\x07\x9b\u202e") & set(done.stdout)


def test_the_same_seed_poses_the_same_questions():
    first, second = (practice("", "--level", "2", "--seed", "abc").stdout for _ in range(2))
    assert first == second


def test_another_seed_poses_another_question():
    assert practice("", "--id", "L2.3", "--seed", "1").stdout != practice("", "--id", "L2.3", "--seed", "2").stdout


def test_every_level_can_be_asked_for():
    assert "level 3" in practice(":q\n", "--level", "3").stdout


def test_each_command_does_what_it_says():
    done = practice(":h\n:x\n:n\n", *ONE)
    assert "Hint 1 of" in done.stdout
    assert "There is no :x" in done.stdout
    assert "Worked solution" in done.stdout


def test_only_parts_that_were_asked_are_counted_and_the_seed_can_be_pasted():
    done = practice(":q\n", "--id", "L3.2", "--seed", "a b")
    assert "1 part of 1 problem" in done.stdout
    assert "--seed 'a b'" in done.stdout


def test_after_the_last_try_the_answer_of_the_part_is_told():
    said = practice("1 GB\n2 GB\n3 GB\n", "--id", "L3.2", "--seed", "1").stdout
    assert said.index("3 GB") < said.index("Answer: ") < said.index("Estimate the time")


@pytest.mark.parametrize("typed", ["q\n", ":q\n", ":Q\n", ""])
def test_leaving_at_the_first_prompt_ends_with_a_summary(typed: str):
    done = practice(typed, *ONE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Summary" in done.stdout
    assert "Not right" not in done.stdout


def test_q_is_an_answer_where_the_part_can_read_it():
    done = practice("q\n:q\n", "--id", "L1.3", "--seed", "1", "--count", "1")
    assert done.stdout.count("> ") > 1


def test_a_question_mark_asks_for_a_hint():
    assert "Hint 1 of" in practice("?\n", *ONE).stdout


def test_windows_line_ends_are_not_part_of_the_answer():
    plain, windows = practice("0.001\n:q\n", *ONE), practice("0.001\r\n:q\r\n", *ONE)
    assert windows.stdout == plain.stdout


def test_an_answer_that_cannot_be_read_is_shown_with_its_place():
    told = practice("2..5\n", *ONE).stdout
    assert "can't be read" in told
    assert "^" in told
    assert "left (" not in told


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quizgen", "practice", *arguments], cwd=ROOT, stdin=theirs, stdout=theirs,
            stderr=theirs, env={**os.environ, "TERM": "xterm", **environment}, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + 60
        while words not in self.seen:
            assert time.monotonic() < until, f"no {words!r} in {self.seen!r}"
            if select.select([self.ours], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    assert words in self.seen, self.seen

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.ours, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C once the prompt has had time to wait: Python loses a signal that falls between its last look for one
        and the system call that reads a line."""
        time.sleep(0.5)
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        code = self.process.wait(60)
        os.close(self.ours)
        return code


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    program = Terminal(*ONE, COLUMNS="80")
    yield program
    if program.process.poll() is None:
        program.process.kill()
        program.end()


def test_on_a_terminal_the_solution_comes_step_by_step(terminal: Terminal):
    terminal.wait_for("> ")
    terminal.type(":s\n")
    terminal.wait_for("Enter: next step")
    terminal.type("\n")
    terminal.wait_for("1. ")
    assert "2. " not in terminal.seen
    terminal.type(":a\n")
    terminal.wait_for("Summary")
    assert terminal.end() == 0


def test_control_c_at_the_prompt_ends_with_the_summary(terminal: Terminal):
    terminal.wait_for("> ")
    terminal.interrupt()
    terminal.wait_for("Summary")
    assert terminal.end() == 130


def test_control_c_in_the_solution_ends_with_the_summary(terminal: Terminal):
    terminal.wait_for("> ")
    terminal.type(":s\n")
    terminal.wait_for("Enter: next step")
    terminal.interrupt()
    terminal.wait_for("Summary")
    assert terminal.end() == 130


def test_control_d_at_the_prompt_ends_with_the_summary(terminal: Terminal):
    terminal.wait_for("> ")
    terminal.type("\x04")
    terminal.wait_for("Summary")
    assert terminal.end() == 0


def test_colours_show_on_a_terminal_unless_they_are_unwanted():
    seen = {}
    for unwanted in (False, True):
        program = Terminal(*ONE, **({"NO_COLOR": "1"} if unwanted else {}))
        program.wait_for("> ")
        program.type(":q\n")
        program.wait_for("Summary")
        seen[unwanted] = program.seen
        program.end()
    assert "\x1b[1m" in seen[False]
    assert "\x1b[1m" not in seen[True]


# ------------------------------------------------------------------------------------------------ open answers, cards
def test_an_open_answer_is_ticked_point_by_point():
    typed = ":n\n:n\n:n\nSynchronising stays the same.\ny\nperhaps\nn\ny\n"
    done = practice(typed, "--id", "L3.1", "--seed", "1", "--count", "1")
    assert done.returncode == 0
    assert done.stdout.count("Does your answer say so?") == 4
    assert "Partly right: as marked by hand; 2/3 of 1 point." in done.stdout
    assert "From the problem before: S" in done.stdout


def test_leaving_while_points_are_ticked_leaves_them_to_be_marked():
    done = practice(":n\n:n\n:n\nSo it is.\n:n\n", "--id", "L3.1", "--seed", "1", "--count", "1")
    assert "1 to be marked" in done.stdout
    assert "Summary" in practice(":n\n:n\n:n\nSo it is.\n:q\n", "--id", "L3.1", "--count", "1").stdout


def test_q_leaves_an_open_answer_too():
    done = practice(":n\n:n\n:n\nq\n", "--id", "L3.1", "--seed", "1", "--count", "1")
    assert "Point 1" not in done.stdout
    assert "Summary" in done.stdout


def test_the_solution_of_a_part_shows_a_key_that_no_step_gives():
    done = practice(":n\n:n\n:n\n:n\n:s\n", "--id", "B", "--seed", "1", "--count", "1")
    assert done.stdout.count("✓") >= 3


def test_a_recall_card_can_be_asked_for_after_a_problem():
    program = Terminal("--id", "L2.3", "--count", "2", "--seed", "1", COLUMNS="80")
    program.wait_for("> ")
    program.type(":s\n")
    program.wait_for(":c a recall card")
    program.type(":c\n")
    program.wait_for("turn it over")
    program.type("\n")
    program.wait_for("Did you know it?")
    program.type("y\n")
    program.wait_for("Enter: next step")
    program.type(":a\n")
    program.wait_for("Enter: next problem")
    program.type("\n")
    program.wait_for("2 of 2")
    program.type(":q\n")
    program.wait_for("Summary")
    assert program.end() == 0


LINES = """
id: lines
title: Formulas
level: 1
symbols: {x: {}}
params:
  a: {draw: [3, 5, 7]}
example: {a: 3}
steps:
  - {name: h, is: '1/(a*x)', do: Turn it, why: That was asked.}
  - {name: G, is: 'factor(a*x^2 + a*x)', do: Factor, why: That was asked.}
  - {name: m, is: '[[1, a], [0, 1]]', do: Write it down, why: That was asked.}
stem: Here is the number <<a>>, with $x$ and $f(x) = <<a*x^2 + a*x>>$.
parts:
  - {id: h, ask: One over it times x., answer: {expression: h, in: [x]}}
  - {id: G, ask: Factored., answer: {expression: G, in: [x], form: factored, show_counterexample: yes}}
  - {id: H, ask: Integrated., answer: {expression: 'a*x^2/2', in: [x], plus_constant: required}}
  - {id: m, ask: The matrix., answer: {matrix: m}}
"""


@pytest.fixture
def lines(tmp_path: Path) -> tuple[str, ...]:
    """Options that pose a question with formulas, with a = 3."""
    write(tmp_path / "small", "pack.yaml", "title: Lines\nversion: 1\n")
    write(tmp_path / "small", "level1/lines.yaml", LINES.replace("[3, 5, 7]", "[3]"))
    return ("--bank", str(tmp_path / "small"), "--count", "1", "--seed", "1")


def test_formulas_are_told_in_plain_words(lines: tuple[str, ...]):
    done = practice("1/3x\n1/(3x)\n3x^2+3x\n3x^2\n3x(1+x)\n3x^2/2\n3x^2/2 + C\n[[1,3],\n[0,1]]\n", *lines)
    assert done.returncode == 0
    for words in (
        "Asked back: did you mean (1/3)x or 1/(3x)?",
        "Not right: what was given, unchanged.",
        "yours is 12, and it should be 18.",
        "Not right: right but for the constant of integration.",
        "(on one line, row by row: [[1, 2], [3, 4]]; a vector as (1, 2))",
        "Read as [[1, 3], [0, 1]]",
    ):
        assert words in done.stdout, (words, done.stdout)
    assert done.stdout.count("2 tries left") == 2


def test_what_cannot_be_decided_is_said_and_costs_no_try(lines: tuple[str, ...]):
    done = practice("x + 9^(9^(9^9))*0\n1/(3*x)\n:q\n", *lines)
    assert "This couldn't be decided." in done.stdout
    assert "It isn't counted" in done.stdout
    assert "left (" not in done.stdout
    assert "1 right at once" in done.stdout


def test_the_refuting_point_stays_untold_where_the_author_does_not_allow_it(lines: tuple[str, ...]):
    done = practice("x\n2x\n5x\n:q\n", *lines)
    assert "Not right." in done.stdout
    assert "at x =" not in done.stdout
