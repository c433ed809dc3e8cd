"""What students get back: their answer as read, the verdict and why, and as much more as the set allows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quizgen.batch import feedback
from quizgen.batch.set_folder import SetFolder
from tests.batch.graded_sets import errors, form, graded, keys, new_set, of, param, save, scores
from tests.batch.small_bank import records

ALL = "id: week1\ntitle: Sums\nsections:\n  - ids: [few, ways]\n"


def page(folder: SetFolder, tmp_path: Path, answers: dict[str, str], kind: str = "html") -> str:
    record = of(folder, "001")
    save(tmp_path / "forms/a.json", form(folder, record, answers))
    graded(folder, tmp_path / "graded", tmp_path / "forms", feedback=("html", "md"))
    return (tmp_path / "graded/feedback" / f"{record.form}.{kind}").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["html", "md"])
def test_an_answer_is_shown_as_read_with_verdict_why_key_and_solution(tmp_path: Path, kind: str):
    folder = new_set(tmp_path, ALL)
    record = of(folder, "001")
    k = param(record, "k")
    wide = k.translate({ord("0") + digit: ord("０") + digit for digit in range(10)})
    told = page(folder, tmp_path, {"1.v": wide, "2.type": "1.2.3", "2.words": "One is added."}, kind)
    for text in (
        "read as", "Not right: a known mistake", "That is the number itself.", "Double it", f"{2 * int(k)}", "This can",
        "Still to be marked by a person", "0 of 8 points, 1 to be marked", "Think of",
    ):  # fmt: skip
        assert text in told, text


@pytest.mark.parametrize("kind", ["html", "md"])
def test_an_answer_stands_where_it_was_asked_for_and_nothing_is_left_to_fill_in(tmp_path: Path, kind: str):
    folder = new_set(tmp_path, ALL)
    told = page(folder, tmp_path, keys(of(folder, "001")) | {"2.pick": "no"}, kind)
    assert not re.search(r"_{4}|class=.blank|Answer: |class=.lines", told.replace("Your answer", ""))
    places = [told.index(text) for text in ("What is twice that?", "Your answer", "What is the next number?")]
    assert places == sorted(places)
    assert told.count("Your answer") == 8


def test_a_key_is_told_only_where_the_answer_is_not_it(tmp_path: Path):
    folder = new_set(tmp_path, ALL)
    own = keys(of(folder, "001"))
    told = page(folder, tmp_path, own | {"1.v": "0"}, "md")
    assert re.findall(r"Key: (.*)", told) == [own["1.v"]]


def test_what_the_set_does_not_give_back_is_not_there(tmp_path: Path):
    folder = new_set(tmp_path, ALL + "afterwards: [score]\n")
    told = page(folder, tmp_path, {"1.v": "0"})
    assert "0 of 8 points" in told
    for text in ("Not right", "Double it", "Key:", "Your answer"):
        assert text not in told


def test_without_a_score_no_points_are_told(tmp_path: Path):
    folder = new_set(tmp_path, ALL + "afterwards: [verdicts]\n")
    told = page(folder, tmp_path, {"1.v": "0"})
    assert "Not right" in told
    assert " of 8" not in told


@pytest.mark.parametrize("kind", ["html", "md"])
def test_what_a_student_typed_stays_text(tmp_path: Path, kind: str):
    folder = new_set(tmp_path, ALL)
    told = page(folder, tmp_path, {"1.v": "<script>alert(1)</script> **b** [x](javascript:y) <img src=z>"}, kind)
    assert "<script" not in told
    assert "<img" not in told
    assert kind == "html" or "\\[x\\](" in told


def test_lateness_is_told(tmp_path: Path):
    folder = new_set(tmp_path, ALL + "deadline: 2026-10-01 18:00 +02:00\nlate: {off: 10%}\n")
    told = page(folder, tmp_path, {"1.v": keys(of(folder, "001"))["1.v"]})
    assert "Handed in late: 60 % of 1 points count." in told


def test_a_page_loads_nothing_and_bears_no_name_in_its_file(tmp_path: Path):
    folder = new_set(tmp_path, ALL)
    told = page(folder, tmp_path, {"1.v": "4"})
    assert "default-src 'none'" in told
    assert "http" not in told.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert {file.stem for file in (tmp_path / "graded/feedback").iterdir()} <= {
        each.form for each in records(folder.folder)
    }


def test_a_page_that_cannot_be_made_is_told_and_costs_no_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = new_set(tmp_path, ALL)
    monkeypatch.setattr(feedback, "feedback_html", lambda *_: 1 / 0)
    save(tmp_path / "forms/a.json", form(folder, of(folder, "001"), {"1.v": keys(of(folder, "001"))["1.v"]}))
    graded(folder, tmp_path / "graded", tmp_path / "forms", feedback=("html",))
    assert scores(tmp_path / "graded")["001"] == "1"
    assert "its feedback can't be made: ZeroDivisionError" in errors(tmp_path / "graded", "note")[0]["what"]


def test_points_are_written_as_the_sheet_writes_them(tmp_path: Path):
    folder = new_set(tmp_path, "id: week1\nsections:\n  - {ids: [many], points: 2}\n", formats=("md",))
    record = of(folder, "001")
    told = page(folder, tmp_path, keys(record), "md")
    sheet = (folder.folder / f"students/{record.form}.md").read_text(encoding="utf-8")
    for text in ("1 1/3", "2/3"):
        assert f"{text} points" in sheet, text
        assert f"({text} of {text})" in told, text
    assert "2 of 2 points" in told
