"""`quiz try --key`: any answer against any key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quizgen.cli.app import run


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]):
    """What a call prints, with its exit code."""

    def called(*arguments: str) -> tuple[int, str]:
        code = run(["try", *arguments])
        out, err = capsys.readouterr()
        return code, out + err

    return called


def as_json(tell: Any, *arguments: str) -> Any:
    code, told = tell(*arguments, "--json")
    assert code == 0
    return json.loads(told)


def test_reading_verdict_and_what_decided_are_told(tell: Any):
    code, told = tell("--key", "x^2 - 1", "(x-1)(x+1)")
    assert code == 0
    for words in ("reading   (x − 1)·(x + 1)", "latex     \\left(x - 1\\right)", "verdict   correct", "rational"):
        assert words in told


def test_the_refuting_point_is_told_with_both_values(tell: Any):
    _, told = tell("--key", "sqrt(x^2)", "x")
    assert "point     x = -3: the key is 3, the answer -3" in told
    found = as_json(tell, "--key", "sqrt(x^2)", "x")["decided"]
    assert (found["by"], found["point"], found["values"]) == ("points", {"x": "-3"}, {"key": "3", "answer": "-3"})


@pytest.mark.parametrize(("said", "outcome"), [("x>0", "correct"), ("x integer", "incorrect"), ("x<0", "incorrect")])
def test_the_domain_decides(tell: Any, said: str, outcome: str):
    assert as_json(tell, "--key", "sqrt(x^2)", "x", "--domain", said)["outcome"] == outcome


def test_brackets_are_told_as_they_were_read(tell: Any):
    assert "1/2·x   that is (1/2)·x" in tell("--key", "x/2", "1/2x")[1]


def test_two_readings_are_told_with_what_either_would_get(tell: Any):
    _, told = tell("--key", "1/(2*x)", "1/2x")
    for words in ("did you mean (1/2)x or 1/(2x)?", "as (1/2)·x: incorrect", "as 1/(2x): correct"):
        assert words in told
    assert [each["outcome"] for each in as_json(tell, "--key", "1/(2*x)", "1/2x")["readings"]] == [
        "incorrect",
        "correct",
    ]


def test_a_malformed_answer_shows_its_place_and_mend(tell: Any):
    _, told = tell("--key", "8/3", "1,5")
    assert "  1,5\n  ^^^" in told
    found = as_json(tell, "--key", "8/3", "1,5")["malformed"]
    assert (found["raw"], found["start"], found["end"]) == ("1,5", 0, 3)
    assert found["mend"]
    assert found["mend"] in told


def test_several_answers_get_a_line_each(tell: Any):
    _, told = tell("--key", "2x", "x+x", "3x", "2y")
    lines = told.splitlines()
    assert [line.split()[1].rstrip(",") for line in lines] == ["correct", "incorrect", "malformed"]
    assert len(as_json(tell, "--key", "2x", "x+x", "3x")) == 2


@pytest.mark.parametrize(
    ("options", "answer", "outcome", "reason"),
    [
        (("--key", "(0, 1]", "--as", "interval"), "0 < x <= 1", "correct", ""),
        (("--key", "x^2 - 1", "--form", "factored"), "x^2 - 1", "incorrect", "form"),
        (("--key", "lg(x)", "--log", "10"), "log x", "correct", ""),
        (("--key", "1.5", "--decimal", "comma"), "1,5", "correct", ""),
        (("--key", "x/3", "--within", "2 %"), "0.33x", "correct", ""),
        (("--key", "45.8", "--within", "0.2"), "46.0", "correct", ""),
        (("--key", "x^2", "--field", "plus_constant=required"), "x^2", "incorrect", "constant"),
        (("--key", "2x"), "", "blank", ""),
    ],
)
def test_options_are_fields_of_the_part(tell: Any, options: tuple[str, ...], answer: str, outcome: str, reason: str):
    found = as_json(tell, *options, answer)
    assert (found["outcome"], found["reason"]) == (outcome, reason)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--key", "2 +* x", "x"), "can't be read"),
        (("--key", "2x", "x", "--as", "choice"), "choice needs a template"),
        (("--key", "2x", "x", "--domain", "x y z"), "write x>0"),
        (("--key", "2x", "x", "--form", "fctored"), "did you mean `factored`"),
        (("--key", "2x", "x", "--field", "form"), "NAME=VALUE"),
        (("--key", "2x", "x", "--part", "S"), "without --key"),
        (("--key", "2x", "x", "--decimal", "dot"), "point, comma"),
        (("L2.3", "2.7", "--as", "number"), "with --key"),
        (("L2.3",), "the answer is missing"),
        (("L2.3", "2", "7"), "3 words"),
    ],
)
def test_a_wrong_call_is_told_with_exit_code_2(tell: Any, arguments: tuple[str, ...], said: str):
    code, told = tell(*arguments)
    assert code == 2
    assert said in told


def test_no_control_character_of_an_answer_is_printed(tell: Any):
    for more in ((), ("--json",), ("3x",)):
        _, told = tell("--key", "2x", "\x1b]0;pwn\x07\x9b2J\u202e1", *more)
        assert not set("\x1b\x07\x9b\u202e") & set(told)
