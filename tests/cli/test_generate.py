"""`quiz generate` and `quiz status` as a teacher types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch.small_bank import SECRET, bank_folder, records, small_bank
from tests.made_packs import write

ROOT = Path(__file__).parent.parent.parent
ROSTER = "id,name\n0042,Ada\n0043,Bo\n"
PLAN = "title: Week 1\ndeadline: 2026-10-05 18:00 +02:00\nsections: [{ids: [few, many]}]\n"


def quiz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    small_bank()
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "QUIZGEN_BANK": str(bank_folder()), "COLUMNS": "100",
        "XDG_CACHE_HOME": str(bank_folder().parent / "user"),
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "quizgen", *arguments], cwd=folder, env=environment, capture_output=True, check=False,
        encoding="utf-8", timeout=120,
    )  # fmt: skip


@pytest.fixture
def week1(tmp_path: Path) -> Path:
    """A folder with the set `week1` for two students."""
    write(tmp_path, "students.csv", ROSTER)
    write(tmp_path, "week1.yaml", PLAN)
    done = quiz(tmp_path, "generate", "--roster", "students.csv", "--blueprint", "week1.yaml", "--out", "week1",
                "--secret", SECRET.hex())  # fmt: skip
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_set_is_made_and_it_says_where_everything_is(tmp_path: Path):
    done = quiz(tmp_path, "generate", "--students", "3", "--level", "1", "--count", "2", "--out", "week1",
                "--format", "md,html")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "week1: 3 sheets; 3 sheets in the set." in done.stdout
    assert "week1/students; all.html prints them all" in done.stdout
    assert "week1/teacher; its README.txt says what to keep safe" in done.stdout
    assert (tmp_path / "week1/students/all.md").is_file()


def test_bad_rows_are_told_with_their_lines_and_the_rest_is_made(tmp_path: Path):
    write(tmp_path, "students.csv", ROSTER + "0042,Again\n=cmd(),Eve\n")
    done = quiz(tmp_path, "generate", "--roster", "students.csv", "--level", "1", "--count", "1", "--out", "week1")
    assert done.returncode == 1
    assert "line 4: the id 0042 is in the roster already, on line 2" in done.stdout
    assert "line 5: the id `=cmd()` begins like a formula" in done.stdout
    assert [each.student for each in records(tmp_path / "week1")] == ["0042", "0043"]


def test_a_set_is_extended_mended_and_sat_again(week1: Path):
    write(week1, "late.csv", "id,name\n0042,Ada\n0050,Cy\n")
    for arguments in (("--add", "late.csv"), ("--reroll", "0043", "2"), ("--resit", "0042", "--deadline",
                                                                        "2026-11-01 18:00 +01:00")):  # fmt: skip
        done = quiz(week1, "generate", "week1", *arguments)
        assert (done.returncode, done.stderr) == (0, ""), arguments
    found = records(week1 / "week1")
    assert [(each.student, each.attempt) for each in found] == [("0042", 1), ("0043", 1), ("0050", 1), ("0042", 2)]
    assert found[1].problems[1].earlier
    assert found[3].deadline == "2026-11-01T18:00:00+01:00"


def test_students_of_a_resit_can_come_from_a_roster(week1: Path):
    write(week1, "again.csv", "id\n0042\n0043\n")
    assert quiz(week1, "generate", "week1", "--resit", "again.csv").returncode == 0
    assert [each.attempt for each in records(week1 / "week1")] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "--out"),
        (("--out", "x"), "for whom"),
        (("--out", "x", "--students", "3", "--roster", "students.csv"), "for whom"),
        (("--out", "x", "--students", "3", "--blueprint", "week1.yaml", "--level", "2"), "--blueprint says"),
        (("--out", "x", "--students", "3", "--format", "pdf"), "--format pdf"),
        (("--out", "x", "--students", "3", "--secret", "00"), "32 to 128 hex digits"),
        (("--out", "x", "--students", "3", "--blueprint", "nothing.yaml"), "nothing.yaml"),
        (("--out", "x", "--roster", "nothing.csv"), "nothing.csv"),
        (("week1",), "--add, --reroll and --resit"),
        (("week1", "--out", "x", "--add", "students.csv"), "no --out"),
        (("nothing", "--add", "students.csv"), "holds no problem set"),
        (("week1", "--reroll", "0099", "1"), "no student goes by `0099`"),
        (("week1", "--reroll", "0042", "7"), "no problem 7"),
        (("week1", "--resit", "0042", "--deadline", "soon"), "no moment"),
    ],
)
def test_a_call_that_can_t_be_meant_is_told_and_does_nothing(week1: Path, arguments: tuple[str, ...], what: str):
    done = quiz(week1, "generate", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert what in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (week1 / "x").exists()


def test_a_mistake_in_a_blueprint_is_told_with_its_place_and_a_mend(tmp_path: Path):
    write(tmp_path, "week1.yaml", "sections:\n  - count: 2\n    levels: [2, 6]\n")
    done = quiz(tmp_path, "generate", "--students", "3", "--blueprint", "week1.yaml", "--out", "week1")
    assert done.returncode == 2
    assert "week1.yaml:3:17: there is no level 6\n  mend: levels go from 1 to 5" in done.stderr


def test_a_set_that_the_bank_can_t_fill_is_refused_with_what_is_missing(tmp_path: Path):
    write(tmp_path, "week1.yaml", "repeats: never\nsections: [{ids: [few]}]\n")
    done = quiz(tmp_path, "generate", "--students", "30", "--blueprint", "week1.yaml", "--out", "week1")
    assert done.returncode == 2
    assert "section 1: 30 variants of few are wanted, 4 are there: 26 short" in done.stderr
    assert not (tmp_path / "week1").exists()


# ---------------------------------------------------------------------------------------------------- status
def answers(week1: Path, number: int, text: str) -> dict[str, object]:
    record = records(week1 / "week1")[number]
    page = (week1 / f"week1/students/{record.form}-form.html").read_text(encoding="utf-8")
    data = json.loads(page.partition('id="form-data">')[2].partition("</script>")[0])
    given = {field["key"]: text for field in data.pop("fields")}
    return {**data, "saved": "2026-10-05T15:00:00.000Z", "answers": given}


def missing(week1: Path, *arguments: str) -> list[str]:
    done = quiz(week1, "status", "week1", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return [each["student"] for each in json.loads(done.stdout)["missing"]]


def test_it_says_who_hasn_t_handed_in_a_form(week1: Path):
    assert missing(week1) == ["0042", "0043"]
    write(week1, "week1/answers/answers-1.json", json.dumps(answers(week1, 1, "7")))
    write(week1, "week1/answers/answers-2.json", json.dumps(answers(week1, 0, "  ")))
    assert missing(week1) == ["0042"]
    assert missing(week1, "week1/answers") == ["0042"]


def test_a_table_that_was_filled_in_counts(week1: Path):
    file = week1 / "week1/teacher/answers.csv"
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    file.write_text("\n".join([lines[0], lines[1].replace(",,", ",8,", 1), *lines[2:]]), encoding="utf-8")
    assert missing(week1) == ["0043"]


def test_what_was_graded_counts_wherever_it_lies_beside_the_set(week1: Path):
    write(week1, "answers.json", json.dumps(answers(week1, 0, "7")))
    assert quiz(week1, "grade", "week1", "answers.json", "--out", "graded").returncode == 0
    assert missing(week1) == ["0043"]
    assert missing(week1, "graded") == ["0043"]


def test_the_status_is_told_in_a_table(week1: Path):
    done = quiz(week1, "status", "week1")
    assert done.returncode == 0
    assert "0 of 2 handed in, 2 still missing." in done.stdout
    assert "Ada" in done.stdout


def test_the_status_of_nothing_is_refused(week1: Path):
    assert quiz(week1, "status", "nothing").returncode == 2


def test_who_gets_another_sheet_is_told_with_its_form(week1: Path):
    form = records(week1 / "week1")[0].form
    assert f"0042: form {form}" in quiz(week1, "generate", "week1", "--reroll", "0042", "2").stdout
    done = quiz(week1, "generate", "week1", "--resit", "0042")
    assert f"0042: form {records(week1 / 'week1')[2].form}" in done.stdout
    assert form not in done.stdout


def test_the_deadline_of_a_resit_is_in_the_zone_of_the_set_and_a_wrong_one_is_named(week1: Path):
    assert quiz(week1, "generate", "week1", "--resit", "0042", "--deadline", "2026-11-01 18:00").returncode == 0
    assert records(week1 / "week1")[-1].deadline == "2026-11-01T18:00:00+02:00"
    assert "--deadline: `soon`" in quiz(week1, "generate", "week1", "--resit", "0042", "--deadline", "soon").stderr


def test_a_mistake_in_a_call_without_a_blueprint_names_its_options(tmp_path: Path):
    done = quiz(tmp_path, "generate", "--students", "2", "--level", "1", "--count", "101", "--out", "week1")
    assert done.stderr.startswith("quiz: --level, --skill and --count: a sheet has at most 100 problems")
