"""The conformance command on the facts of nine graders' suites, and on what it can't know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.around import unknown
from tests.conformance.cases import Case, load
from tests.conformance.deviations import deviation, deviations
from tests.conformance.run import ROOT, Outcome, main, meets, outcome, report, run

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.jsonl"))
FLOOR = 97
"""Per cent that every suite reaches."""
FLOOR_OF_ALL = 99


@pytest.fixture(scope="module")
def found() -> list[Outcome]:
    return run(FILES)


@pytest.mark.parametrize("file", [path.stem for path in FILES])
def test_every_suite_comes_out_as_it_says_but_for_a_few(found: list[Outcome], file: str):
    counted = [each for each in found if each.case.file == file and each.aside is None]
    assert 100 * sum(each.right for each in counted) >= FLOOR * len(counted)


def test_all_suites_together_come_out_as_they_say(found: list[Outcome]):
    counted = [each for each in found if each.aside is None]
    assert 100 * sum(each.right for each in counted) >= FLOOR_OF_ALL * len(counted)


def test_no_case_of_the_pool_has_an_option_without_a_row(found: list[Outcome]):
    assert not [unknown(each.case) for each in found if each.aside is None and unknown(each.case)]


def test_no_case_makes_the_product_fail(found: list[Outcome]):
    assert not [each.got for each in found if each.got.startswith(("FAULT", "can't be posed", "no key"))]


def test_at_most_three_per_cent_are_set_aside_and_each_rule_names_its_position(found: list[Outcome]):
    assert 100 * sum(each.aside is not None for each in found) <= 3 * len(found)
    assert all(rule.position.isdecimal() and rule.why and (rule.kinds or rule.options) for rule in deviations())


def test_every_rule_is_about_kinds_and_options_that_the_suites_have(found: list[Outcome]):
    for rule in deviations():
        bare = rule._replace(expected="", response="", verdict="")
        assert any(deviation(each.case, [bare]) for each in found)


def test_the_report_ends_with_the_total_and_tells_what_failed():
    cases = [Case("a", "numeric_abs", "1", "1", {}, verdict=True), Case("b", "numeric_abs", "1", "2", {}, verdict=True)]
    lines = report([outcome(case, ()) for case in cases])
    assert lines[-1] == "TOTAL 1/2"
    assert any("b numeric_abs: '2' for '1': true, got incorrect (value), read as 2" in line for line in lines)


def test_an_option_that_is_not_known_is_named_and_the_case_still_judged():
    options = {"abs_tol": 0.5, "moon": "full", "relative_to": "response"}
    case = Case("a", "numeric_abs", "1", "1", options, verdict=True)
    lines = report([outcome(case, ())])
    assert lines[-1] == "TOTAL 1/1"
    assert "option moon='full' isn't known (1 cases)" in lines
    assert "option relative_to='response' isn't known (1 cases)" in lines


KINDS = ["numeric_abs", "units", "symbolic_equiv", "matrix", "string", "parse_valid", "no such kind"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "response",
    ["", "\0", "(" * 3000, "9^9^9^9", "\\frac{", "\ud800", "{[(", "a20_i", "x=1e9995*x", None, ["1", "2"], 3.5],
)
def test_odd_inputs_come_out_as_a_line_of_the_report(tmp_path: Path, kind: str, response: object):
    options = {"abs_tol": "much", "symbols": 3, "units": None, "sigfigs": [], "form": {}, "at": "x"}
    path = tmp_path / "odd.jsonl"
    rows = [
        {"id": "a", "kind": kind, "expected": expected, "response": response, "options": given, "verdict": "invalid"}
        for expected in ("1", None, response)
        for given in ({}, None, options)
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert not [each.got for each in run([path]) if each.got.startswith("FAULT")]


def test_a_line_that_is_no_case_is_one_that_fails(tmp_path: Path):
    path = tmp_path / "odd.jsonl"
    path.write_text('not json\n\n[1]\n{"kind": "numeric_abs"}\n', encoding="utf-8")
    assert [case.kind for case in load(path)] == ["unreadable", "unreadable", "numeric_abs"]
    assert report(run([path]))[-1].startswith("TOTAL 0/3")


def test_the_command_prints_the_total_last(tmp_path: Path):
    path = tmp_path / "one.jsonl"
    row = {"id": "a", "kind": "units", "expected": "1 m", "response": "100 cm", "options": {}, "verdict": True}
    path.write_text(json.dumps(row), encoding="utf-8")
    command = [sys.executable, str(HERE / "run.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "TOTAL 1/1"


def test_the_command_says_what_it_wants(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([]) == main([str(tmp_path / "none.jsonl")]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "key", "response", "options", "verdict"),
    [
        ("numeric_abs", "123", "123", {"notation": ["scientific", "plain"]}, True),
        ("numeric_abs", "123", "123", {"notation": "scientific"}, False),
        ("sigfigs", "2", "2", {"sigfigs": 2, "trailing_zeros_required": False}, True),
        ("sigfigs", "2", "2", {"sigfigs": 2, "trailing_zeros_required": True}, False),
        ("sigfigs", "12345", "12350", {"sigfigs": 3, "check": "value_after_rounding"}, False),
        ("numeric_rel", "sin(30)", "0.5", {"rel_tol": 0.001, "angle_unit": "degrees"}, True),
        ("parse_value", "1.5", "1,5", {"decimal_separator": ","}, True),
        ("symbolic_form", "3/2", "1 1/2", {"required_form": "mixed"}, True),
        ("symbolic_form", "3/2", "3/2", {"required_form": "any"}, True),
        ("parse_valid", None, "3/2", {"input": "numerical", "must_be": "integer"}, "invalid"),
        ("units", "3 m", "3", {"unit_policy": "optional"}, True),
    ],
)
def test_an_option_has_a_row_for_each_value_that_it_may_have(
    kind: str, key: str | None, response: str, options: dict[str, object], verdict: object
):
    case = Case("a", kind, key, response, options, verdict)
    assert outcome(case, ()).right, outcome(case, ()).got
    assert not unknown(case)


def test_a_partial_credit_is_met_by_just_that_credit():
    case = Case("a", "numeric_abs", "1/3", "2/6", {"must_be_reduced": True, "not_reduced_credit": 0.5}, 0.5)
    assert outcome(case, ()).right
    assert not outcome(case._replace(verdict=0.25), ()).right
    assert not outcome(case._replace(verdict="odd"), ()).right
    assert meets.__doc__
    assert ROOT.joinpath("pyproject.toml").is_file()
