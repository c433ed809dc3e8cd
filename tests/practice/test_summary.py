"""What a session came to."""

from __future__ import annotations

from fractions import Fraction

from quizgen import Bank
from quizgen.generator import example
from quizgen.practice.session import answer, ask, finish, hint
from quizgen.practice.summary import summarise

BANK = Bank()
SPEEDUP = ask(example(BANK.compiled(BANK.find("L2.3"))))


def test_nothing_posed_comes_to_nothing():
    assert summarise([])[:7] == (0, 0, 0, 0, 0, 0, 0)


def test_right_at_once_and_right_later_are_told_apart():
    once = answer(SPEEDUP, "2.667").sitting
    later = answer(answer(SPEEDUP, "4").sitting, "2.667").sitting
    hinted = answer(hint(SPEEDUP).sitting, "2.667").sitting
    summary = summarise([once, later, hinted])
    assert (summary.right_at_once, summary.right_later, summary.hints, summary.points) == (1, 2, 1, 3)
    assert summary.again == ()


def test_points_are_those_of_the_last_answer():
    summary = summarise([finish(answer(SPEEDUP, "2.7").sitting)])
    assert (summary.points, summary.of) == (Fraction(1, 2), 1)


def test_what_did_not_end_right_is_worth_another_try():
    assert summarise([finish(SPEEDUP), finish(SPEEDUP)]).again == ("L2.3",)
