"""Public fault reports of other graders, each input judged as its report or a named position says."""

from __future__ import annotations

import pytest

from tests.conformance.reports import entries, facts, outcome, reports

MEANT = {"refused": ("incorrect", "malformed", "blank"), "no credit": ("incorrect", "malformed", "blank", "undecided")}
POSED = [
    (report, text, wanted)
    for report in reports()
    for text, wanted in zip(report.inputs, report.outcomes, strict=True)
]  # fmt: skip


@pytest.mark.parametrize(
    ("report", "text", "wanted"), POSED, ids=[f"{each[0].id}-{place}" for place, each in enumerate(POSED)]
)
def test_an_input_of_a_fault_report_is_judged_as_the_report_or_a_position_says(report, text, wanted):
    assert outcome(report, text) in MEANT.get(wanted, (wanted,))


def test_every_report_of_the_grader_s_areas_is_posed_or_says_where_it_is_tested():
    assert set(facts()) == set(entries())
    assert all("answer" in entry or entry.get("elsewhere") for entry in entries().values())


def test_a_report_that_is_decided_otherwise_names_the_position():
    assert all(entry.get("why") for entry in entries().values() if "position" in entry)
