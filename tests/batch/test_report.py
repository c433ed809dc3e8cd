"""How a graded set went: facility, traps, what couldn't be read, what waits; as numbers and as one page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quizgen.batch.report import report, report_html, write_report
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.summary import BINS, SHOWN_VALUES
from tests.batch.graded_sets import form, graded, keys, mapping, new_set, of, param, right_answers, save, write_table
from tests.batch.small_bank import records


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    """001 and s3 are right, 002 forgot to double, 4 can't be read, and one more handed in nothing."""
    made = new_set(tmp_path, roster="id\n001\n002\ns3\n4\nnone\n")
    slips = {"1.v": param(of(made, "002"), "k")}
    answers = right_answers(made, tmp_path / "a.csv", _002=slips, _4={"1.v": "1.2.3"})
    lines = answers.read_text(encoding="utf-8").splitlines()
    answers.write_text("\n".join(line for line in lines if not line.startswith("none")) + "\n", encoding="utf-8")
    graded(made, tmp_path / "graded", answers)
    return made


def test_facility_traps_and_what_cannot_be_read_are_counted_by_part(folder: SetFolder, tmp_path: Path):
    found = report(tmp_path / "graded")
    assert (found["sheets"], found["handed_in"]) == (5, 4)
    few, many = found["problems"]
    part = few["parts"][0]
    assert (few["template"], part["answers"], part["facility"]) == ("small/few", 4, 0.5)
    assert (part["malformed"], part["blank"], part["traps"]) == (0.25, 0.0, {"forgot": 1})
    assert [(each["part"], each["facility"]) for each in many["parts"]] == [("s", 1.0), ("d", 1.0)]


def test_scores_have_mean_median_and_a_distribution(folder: SetFolder, tmp_path: Path):
    scores = report(tmp_path / "graded")["scores"]
    assert (scores["sheets"], scores["mean"], scores["median"]) == (4, 0.875, 0.875)
    assert [each["sheets"] for each in scores["distribution"]] == [0] * (BINS - 3) + [2, 0, 2]


def test_facility_by_the_value_of_a_param_tells_which_numbers_are_hard(folder: SetFolder, tmp_path: Path):
    params = {
        each["param"]: each["values"] for each in report(tmp_path / "graded")["problems"][0]["parts"][0]["params"]
    }
    drawn = {record.student: record.problems[0].params["k"] for record in records(folder.folder)}
    right = {str(drawn[who]) for who in ("001", "s3")}
    for value in params["k"]:
        wrong = [who for who in ("002", "4") if str(drawn[who]) == value["value"]]
        assert value["facility"] == (0 if wrong and value["value"] not in right else pytest.approx(value["facility"]))
    assert sum(value["answers"] for value in params["k"]) == 4


def test_many_values_are_grouped_by_their_order(tmp_path: Path):
    made = new_set(tmp_path, "sections:\n  - ids: [many]\n", "id\n" + "".join(f"s{at}\n" for at in range(60)))
    graded(made, tmp_path / "graded", right_answers(made, tmp_path / "a.csv"))
    params = report(tmp_path / "graded")["problems"][0]["parts"][0]["params"]
    groups = next(each["values"] for each in params if each["param"] == "a")
    assert len(groups) <= SHOWN_VALUES
    starts = [int(re.match(r"\d+", group["value"])[0]) for group in groups]
    assert starts == sorted(starts)
    assert sum(group["answers"] for group in groups) == 60


def test_what_waits_for_a_person_is_told_apart_and_counts_in_no_facility(tmp_path: Path):
    made = new_set(tmp_path, "sections:\n  - ids: [ways]\n")
    save(tmp_path / "f/a.json", form(made, of(made, "001"), {"1.words": "One is added."}))
    graded(made, tmp_path / "graded", tmp_path / "f")
    found = report(tmp_path / "graded")
    words = next(part for part in found["problems"][0]["parts"] if part["part"] == "words")
    assert (words["to_be_marked"], words["facility"]) == (1, None)
    assert found["to_be_marked"] == {"answers": 1, "points": 1.0}


class Page(HTMLParser):
    """Elements, and whether every one that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_pictures_runs_nothing_and_loads_nothing(folder: SetFolder, tmp_path: Path):
    file = write_report(tmp_path / "graded", report(tmp_path / "graded"))
    page = Page(file.read_text(encoding="utf-8"))
    assert page.open == []
    assert page.found.count("svg") >= 3
    assert not {"script", "img", "link", "iframe"} & set(page.found)
    assert json.loads((tmp_path / "graded/report.json").read_bytes())["handed_in"] == 4


def test_the_page_escapes_what_it_shows(folder: SetFolder, tmp_path: Path):
    found = report(tmp_path / "graded") | {"title": "<script>alert(1)</script>"}
    assert "<script" not in report_html(found)


def test_nothing_handed_in_is_a_report_too(tmp_path: Path):
    made = new_set(tmp_path)
    graded(
        made,
        tmp_path / "graded",
        write_table(tmp_path / "a.csv", ["student", "1.v"], []),
        mapping=mapping("blank: ['-']\n"),
    )
    found = report(tmp_path / "graded")
    assert (found["handed_in"], found["scores"]["mean"], found["problems"]) == (0, None, [])
    assert "0 of 4 sheets" in report_html(found)


def test_keys_of_students_are_in_no_report(folder: SetFolder, tmp_path: Path):
    page = report_html(report(tmp_path / "graded"))
    assert not any(record.form in page for record in records(folder.folder))
    assert keys(of(folder, "001"))["2.s"] not in re.findall(r">([^<]+)<", page)


def test_a_picture_is_drawn_only_where_numbers_make_a_difference(tmp_path: Path):
    values = [{"value": "1", "answers": 9, "facility": 0.5}, {"value": "2", "answers": 9, "facility": 0.5}]
    made = new_set(tmp_path)
    graded(made, tmp_path / "graded", right_answers(made, tmp_path / "a.csv"))
    found = report(tmp_path / "graded")
    part = found["problems"][0]["parts"][0]
    part["params"] = [{"param": "k", "means": "a number", "values": values}]
    assert "by k" not in report_html(found)
    values[1]["facility"] = 0.75
    assert "by k" in report_html(found)
