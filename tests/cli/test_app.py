"""The program as a whole: help, errors, exit codes, pipes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from quizgen.cli import COMMANDS, help_page

ROOT = Path(__file__).parent.parent.parent
SEED = ("--seed", "1")


def quiz(*arguments: str, typed: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    given = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [sys.executable, "-m", "quizgen", *arguments], cwd=ROOT, input=given, capture_output=True, check=False,
        timeout=120, env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_comes_on_stdout(arguments: tuple[str, ...]):
    done = quiz(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, help_page(), "")


def test_the_help_page_fits_sixty_columns():
    assert max(map(len, help_page().splitlines())) <= 60


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_page_says_what_the_command_itself_says(name: str):
    function = "try_" if name == "try" else name
    command = getattr(import_module(f"quizgen.cli.{function}"), function)
    assert command.__doc__.splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_teaches_by_examples(name: str):
    done = quiz(name, "--help", COLUMNS="80")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) < 80
    assert done.stdout.count(f"quiz {name} ") >= 3


def test_the_version_is_the_package_s():
    import quizgen

    assert quiz("--version").stdout == f"quizgen {quizgen.__version__}\n"


def test_a_mistyped_command_is_a_usage_error_that_names_the_right_one():
    done = quiz("practce")
    assert (done.returncode, done.stdout) == (2, "")
    assert "practice" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "L9.9"), "L9.9"),
        (("show", "L2.3", "--seed", "1", "--example"), "exclude"),
        (("show", "L2.3", "--out", "no/such/folder/a.html"), "can't be written"),
        (("show", "L2.3", "--bank", "no-such-folder"), "no-such-folder"),
        (("try", "L5.1", "1"), "--part"),
        (("try", "L2.3", "1", "--part", "T"), "no part T"),
        (("try", "L5.1", "1", "--part", "S", "--earlier", "T_comm"), "PART=ANSWER"),
        (("practice", "--level", "7"), "--level"),
        (("practice", "--skill", "juggling"), "juggling"),
        (("practice", "--cell", "Z"), "Z"),
        (("check", "no-such-folder"), "no-such-folder"),
    ],
)
def test_a_wrong_call_gets_one_message_on_stderr_and_exit_code_2(arguments: tuple[str, ...], message: str):
    done = quiz(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_show_writes_json_that_tells_no_answer():
    shown = json.loads(quiz("show", "L2.3", "--format", "json").stdout)
    assert shown["parts"][0]["id"] == "S"
    assert not {"keys", "solution", "params"} & set(shown)


def test_show_with_the_solution_writes_the_keys():
    assert json.loads(quiz("show", "L2.3", "--format", "json", "--solution").stdout)["keys"] == {"S": "2.667"}


def test_show_gives_the_closed_forms():
    assert "S = T_compute/(T_compute/k + T_comm)" in quiz("show", "L2.3", "--symbolic").stdout


@pytest.mark.parametrize("form", ["text", "md", "html", "json"])
def test_show_writes_to_a_file_what_it_would_print(form: str, tmp_path: Path):
    out = tmp_path / "sheet"
    quiz("show", "L2.3", *SEED, "--solution", "--format", form, "--out", str(out))
    assert out.read_text(encoding="utf-8") == quiz("show", "L2.3", *SEED, "--solution", "--format", form).stdout


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!doctype html>"), ("a.md", "#"), ("a.json", "{"), ("a", "1.")]
)
def test_a_file_is_written_as_its_name_ends(name: str, begins: str, tmp_path: Path):
    quiz("show", "L2.3", "--out", str(tmp_path / name))
    assert (tmp_path / name).read_text("utf-8").startswith(begins)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize(
    "arguments", [("show", "L2.3", "--solution"), ("show", "L5.1", "--solution"), ("bank",), ("try", "L2.3", "2.7")]
)
def test_nothing_is_wider_than_the_terminal(arguments: tuple[str, ...], columns: int):
    done = quiz(*arguments, COLUMNS=str(columns))
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= columns


@pytest.mark.parametrize("arguments", [("bank",), ("show", "L2.3", "--solution"), ("try", "L2.3", "4")])
def test_a_pipe_gets_no_colour(arguments: tuple[str, ...]):
    assert "\x1b" not in quiz(*arguments, TERM="xterm-256color", FORCE_COLOR="1").stdout


def test_try_tells_reading_verdict_and_reason():
    told = quiz("try", "L2.3", "2.7", "--part", "S").stdout
    assert re.search(r"reading +2\.7\n", told)
    assert re.search(r"verdict +partly, reason precision\n", told)


def test_try_writes_the_same_as_json():
    judged = json.loads(quiz("try", "L2.3", "4", "--json").stdout)
    assert (judged["outcome"], judged["reason"], judged["traps"]) == ("incorrect", "trap", ["ideal-speedup"])


def test_try_takes_earlier_answers_into_account():
    judged = json.loads(quiz("try", "L5.1", "1.714", "--part", "S", "--earlier", "T_comm=500 ms", "--json").stdout)
    assert (judged["outcome"], judged["reason"]) == ("correct", "carried")


def test_try_names_the_earlier_answer_that_a_carried_one_is_right_for():
    earlier = ("--earlier", "T_comm=500 ms", "--earlier", "S=1.71")
    judged = json.loads(quiz("try", "L5.1", "0.286", "--part", "E", *earlier, "--json").stdout)
    assert (judged["reason"], judged["evidence"]) == ("carried", "right for T_comm = 500\u00a0ms")


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        (("T_comm=5 qq",), "can't be read"),
        (("T_comm=",), "nothing was answered"),
        (("S=1",), "is the part that is judged"),
        (("E=1",), "comes after part S"),
        (("T_comm=1 ms", "T_comm=2 ms"), "already"),
    ],
)
def test_try_refuses_an_earlier_answer_that_would_not_count(earlier: tuple[str, ...], said: str):
    done = quiz("try", "L5.1", "1.714", "--part", "S", *(word for each in earlier for word in ("--earlier", each)))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


HOSTILE = "\x1b[31mred\x1b]0;pwn\x07\x9b2J\u202eab\r"


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_try_prints_no_control_characters_of_a_learner(more: tuple[str, ...]):
    done = quiz("try", "L1.3", HOSTILE, "--part", "mode", *more)
    assert done.returncode == 0
    assert "red" in done.stdout
    assert not set("\x1b\x07\x9b\u202e\r") & set(done.stdout)


@pytest.mark.parametrize("answer", ["é" * 2001, "½" * 500, "−" * 2001])
def test_try_survives_a_long_answer(answer: str):
    done = quiz("try", "L2.3", answer)
    assert (done.returncode, done.stderr) == (0, "")
    assert "too long: at most 2000 characters" in done.stdout


def test_bank_lists_every_template_for_people_and_for_programs():
    rows = json.loads(quiz("bank", "--json").stdout)
    table = quiz("bank", COLUMNS="200").stdout
    assert len(rows) >= 9
    assert [row["id"] for row in rows if row["id"].partition("/")[2] not in table] == []


def test_an_unprintable_byte_in_the_input_is_no_crash():
    done = quiz("practice", "--id", "L2.3", *SEED, typed=b"\xff\xfe\n:q\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_another_encoding_of_the_pipe_is_no_crash(encoding: str):
    done = subprocess.run(
        [sys.executable, "-m", "quizgen", "show", "L2.3", "--solution"], cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""


# ------------------------------------------------------------------------------------------------ several problems
def test_several_problems_are_numbered_and_their_keys_come_last():
    done = quiz("show", "L2.1", "L2.3", "--ledger")
    assert done.returncode == 0
    places = [done.stdout.index(words) for words in ("1. Effective", "2. Speedup", "All keys", "2. L2.3  S ≈ 2.667")]
    assert places == sorted(places)
    assert "All keys" not in quiz("show", "L2.1", "L2.3").stdout


@pytest.mark.parametrize("form", ["html", "md"])
def test_keys_open_last_on_a_page(form: str):
    page = quiz("show", "L2.1", "L2.3", "--solution", "--ledger", "--format", form).stdout
    assert page.count("<summary>Solution</summary>") == 2
    assert page.rindex("<summary>Solution</summary>") < page.index("<summary>All keys</summary>")


def test_one_problem_is_one_record_and_several_are_a_list():
    assert isinstance(json.loads(quiz("show", "L2.1", "--format", "json").stdout), dict)
    both = json.loads(quiz("show", "L2.1", "L4.2", "--ledger", "--format", "json").stdout)
    assert [record["label"] for record in both] == ["L2.1", "L4.2"]
    assert both[1]["keys"]["plan"] == "b=1 k=4 a=8"
    assert both[1]["parts"][0]["boxes"].keys() == {"b", "k", "a"}
    assert [line["mark"] for line in both[1]["told"]["sequence"]] == both[1]["keys"]["sequence"].split()


def test_an_earlier_result_is_told_only_where_its_problem_is_not():
    assert "From the problem before: S ≈ 2.667" in quiz("show", "L3.1").stdout
    assert "From the problem before" not in quiz("show", "L2.3", "L3.1").stdout


def test_a_bank_shows_what_it_covers_and_what_is_missing():
    done = quiz("bank", "--coverage", COLUMNS="120")
    assert done.returncode == 0
    assert "Nothing is missing." in done.stdout
    found = json.loads(quiz("bank", "--coverage", "--json").stdout)["distributed_training"]
    assert [cell["cell"] for cell in found["cells"]] == list("ABCDEFGHI")
    assert found["missing"] == []


def test_an_open_answer_is_shown_with_what_was_found_in_it():
    done = quiz("try", "L3.1", "Synchronising stays the same.", "--part", "why")
    assert "verdict   pending" in done.stdout
    assert "found: “Synchronising stays the same.”" in done.stdout
    assert done.stdout.count("•") == 3


@pytest.mark.parametrize("part", ["s", "3", "1.3"])
def test_a_part_goes_by_its_id_in_any_case_or_its_number(part: str):
    assert "part S" in quiz("try", "L3.2", "3.81", "--part", part, "--example").stdout


def test_formulas_are_told_branch_by_branch_and_without_a_solution():
    assert 'k_X = k_few where first = "few"' in quiz("show", "I", "--symbolic").stdout
    assert quiz("show", "I", "--symbolic", "--solution").returncode == 2
    assert "<math" in quiz("show", "L2.3", "--symbolic", "--format", "html").stdout


def test_templates_are_listed_by_level_then_number():
    listed = [line.split()[0] for line in quiz("bank", COLUMNS="100").stdout.splitlines() if "L2." in line]
    assert listed == ["L2.1", "L2.2", "L2.3", "L2.3b"]
