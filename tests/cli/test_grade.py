"""`quiz grade`, `regrade`, `report` and `void`: what they print, and what their exit codes say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quizgen.batch.set_folder import SetFolder
from tests.batch.graded_sets import new_set, param, right_answers, scores, table, write_table
from tests.batch.graded_sets import of as record_of
from tests.batch.other_banks import changed_folder, few
from tests.batch.small_bank import bank_folder, tree
from tests.made_packs import write

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    made = new_set(tmp_path)
    right_answers(made, tmp_path / "a.csv", _4={"1.v": param(record_of(made, "4"), "k")})
    return made


def quiz(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "QUIZGEN_BANK": str(bank_folder()),
        "XDG_CACHE_HOME": str(bank_folder().parent / "user"),
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "quizgen", *arguments], cwd=place, env=environment, capture_output=True,
        encoding="utf-8", check=False, timeout=240,
    )  # fmt: skip


def graded(place: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return quiz(place, "grade", "week1/teacher", "a.csv", "--out", "graded", *more)


def test_grading_says_what_came_of_it(folder: SetFolder, tmp_path: Path):
    done = graded(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "graded: 4 sheets: 4 graded." in done.stdout
    assert "a.csv: CSV, UTF-8, commas; 4 rows, 4 taken, 0 blank, 0 refused" in done.stdout
    assert scores(tmp_path / "graded")["4"] == "3"
    assert (tmp_path / "graded/feedback" / f"{record_of(folder, '001').form}.html").is_file()


def test_the_set_may_be_named_by_its_folder_or_its_teacher_s(folder: SetFolder, tmp_path: Path):
    assert quiz(tmp_path, "grade", "week1", "a.csv", "--out", "graded", "--feedback", "none").returncode == 0
    assert not (tmp_path / "graded/feedback").exists()


def test_refused_rows_are_exit_code_one_and_waiting_answers_are_none(folder: SetFolder, tmp_path: Path):
    write_table(tmp_path / "a.csv", ["student", "1.v"], [["001", "02-Jan"]])
    done = graded(tmp_path)
    assert (done.returncode, "1 answer to be marked" in done.stdout) == (0, True)
    write_table(tmp_path / "a.csv", ["student", "1.v"], [["zz", "4"]])
    done = graded(tmp_path)
    assert (done.returncode, "1 error: see graded/errors.csv" in done.stdout) == (1, True)


def test_a_dry_run_says_what_it_understood_and_writes_nothing(folder: SetFolder, tmp_path: Path):
    write(tmp_path, "b.csv", "Matrikelnummer;Antwort 1;Laune\n001;4;gut\nzz;5;\n")
    before = tree(tmp_path)
    done = quiz(tmp_path, "grade", "week1", "b.csv", "--dry-run")
    assert done.returncode == 1
    for line in (
        "b.csv: CSV, UTF-8, semicolons", "a row for each submission", "student: `Matrikelnummer`",
        "answers: 1 in `Antwort 1`", "not used: `Laune`", "2 rows: 1 taken, 0 blank, 1 refused",
        "1 of 4 sheets have answers.", "no student has the id `zz`",
    ):  # fmt: skip
        assert line in done.stdout
    assert tree(tmp_path) == before


def test_a_mapping_file_says_which_column_is_which(folder: SetFolder, tmp_path: Path):
    write(tmp_path, "b.csv", "who;what\n001;4\n")
    write(tmp_path, "columns.yaml", "student: who\nanswers:\n  1.v: what\n")
    done = quiz(tmp_path, "grade", "week1", "b.csv", "--map", "columns.yaml", "--dry-run")
    assert (done.returncode, "1.v in `what`" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("grade", "week1", "a.csv"), "--out"),
        (("grade", "nowhere", "a.csv", "--out", "graded"), "holds no problem set"),
        (("grade", "week1", "none.csv", "--out", "graded"), "can't be read"),
        (("grade", "week1", "a.csv", "--out", "graded", "--feedback", "pdf"), "--feedback pdf"),
        (("regrade", "week1"), "holds no graded set"),
        (("regrade", "week1", "--policy", "higher"), "--policy higher"),
        (("report", "week1"), "holds no graded set"),
        (("void", "week1", "9", "--credit", "full"), "no sheet of this set has a problem `9`"),
        (("void", "week1", "1"), "--credit full"),
        (("void", "week1", "1", "--credit", "half"), "--credit full"),
        (("void", "week1", "1", "--undo"), "isn't void"),
    ],
)
def test_a_call_that_cannot_be_done_is_a_message_and_exit_code_two(
    folder: SetFolder, tmp_path: Path, arguments: tuple[str, ...], what: str
):
    done = quiz(tmp_path, *arguments)
    assert done.returncode == 2
    assert what in done.stderr
    assert "Traceback" not in done.stderr


def test_a_warning_tells_which_templates_and_what_engine_are_others_by_now(folder: SetFolder, tmp_path: Path):
    fixed = changed_folder(tmp_path / "fixed", few=few(("is: 2 * k", "is: 3 * k")))
    done = graded(tmp_path, "--bank", str(fixed))
    assert done.returncode == 0
    assert "small/few has another key in the bank than in this set" in done.stderr


def test_a_warning_tells_of_another_engine(folder: SetFolder, tmp_path: Path):
    from quizgen.batch.drift import engine_drift

    assert engine_drift(folder.head) == ""
    assert "made by quizgen 0.0.1" in engine_drift(folder.head._replace(engine="0.0.1"))


def test_regrading_shows_the_diff_and_then_writes(folder: SetFolder, tmp_path: Path):
    graded(tmp_path)
    fixed = changed_folder(tmp_path / "fixed", few=few(("is: 2 * k", "is: 3 * k")))
    looked = quiz(tmp_path, "regrade", "graded", "--bank", str(fixed), "--dry-run")
    assert (looked.returncode, scores(tmp_path / "graded")["001"]) == (0, "4")
    done = quiz(tmp_path, "regrade", "graded", "--bank", str(fixed))
    assert (done.returncode, scores(tmp_path / "graded")["001"]) == (0, "3")
    for text in ("001", "1.v", "correct: 1", "incorrect (another value): 0", "key changed", "3 verdicts changed."):
        assert text in done.stdout
    assert "graded/earlier" in done.stdout
    assert "No verdict changes." in quiz(tmp_path, "regrade", "graded").stdout


def test_a_changed_draw_is_refused_with_the_list(folder: SetFolder, tmp_path: Path):
    graded(tmp_path)
    fixed = changed_folder(tmp_path / "fixed", few=few(("[2, 4, 8, 16]", "[3, 5]")))
    done = quiz(tmp_path, "regrade", "graded", "--bank", str(fixed))
    assert done.returncode == 2
    assert done.stderr.count("isn't drawn any more") == 4


def test_a_bank_without_the_set_s_templates_is_refused(folder: SetFolder, tmp_path: Path):
    graded(tmp_path)
    write(tmp_path / "other", "pack.yaml", "title: Other\nversion: 1\n")
    done = quiz(tmp_path, "regrade", "graded", "--bank", "other")
    assert (done.returncode, "none of the set's templates" in done.stderr) == (2, True)


def test_marks_are_taken_in_by_grade_and_regrade(folder: SetFolder, tmp_path: Path):
    write_table(tmp_path / "a.csv", ["student", "1.v"], [["001", "02-Jan"]])
    graded(tmp_path)
    rows = [dict(row, credit="1") for row in table(tmp_path / "graded/review.csv")]
    write_table(tmp_path / "review.csv", rows[0], [row.values() for row in rows])
    done = quiz(tmp_path, "regrade", "graded", "--reviewed", "review.csv")
    assert (done.returncode, scores(tmp_path / "graded")["001"]) == (0, "1")
    assert graded(tmp_path).returncode == 0
    assert scores(tmp_path / "graded")["001"] == "1"


def test_a_void_problem_takes_effect_with_the_next_grading_and_is_undone(folder: SetFolder, tmp_path: Path):
    done = quiz(tmp_path, "void", "week1", "few", "--credit", "full")
    assert (done.returncode, "small/few: all its points go to everyone" in done.stdout) == (0, True)
    graded(tmp_path)
    assert scores(tmp_path / "graded")["4"] == "4"
    quiz(tmp_path, "void", "week1", "few", "--undo")
    assert "no longer void" in quiz(tmp_path, "regrade", "graded").stdout
    assert scores(tmp_path / "graded")["4"] == "3"


def test_the_report_is_a_page_and_json(folder: SetFolder, tmp_path: Path):
    graded(tmp_path)
    done = quiz(tmp_path, "report", "graded")
    assert done.returncode == 0
    assert "4 of 4 sheets handed in." in done.stdout
    assert "forgot: 1" in done.stdout
    page = (tmp_path / "graded/report.html").read_text(encoding="utf-8")
    assert page.count("<svg") > 1
    printed = json.loads(quiz(tmp_path, "report", "graded", "--json").stdout)
    assert printed == json.loads((tmp_path / "graded/report.json").read_bytes())


@pytest.mark.parametrize("broken", [("is: 2 * k", "is: 2 * nobody"), ("is: 2 * k", "is: [2 *")])
def test_a_mended_template_that_is_not_sound_is_told_and_never_passed_over(
    folder: SetFolder, tmp_path: Path, broken: tuple[str, str]
):
    graded(tmp_path)
    before = tree(tmp_path)
    changed_folder(tmp_path.parent / f"{tmp_path.name}-fixed", few=few(broken))
    bank = str(tmp_path.parent / f"{tmp_path.name}-fixed/small")
    done = quiz(tmp_path, "regrade", "graded", "--bank", bank)
    assert (done.returncode, "few.yaml" in done.stderr) == (2, True), done.stderr
    assert tree(tmp_path) == before
    assert "few can't be used as it is in the bank" in graded(tmp_path, "--bank", bank).stderr


def test_answers_that_can_t_be_read_and_decimal_commas_are_told(folder: SetFolder, tmp_path: Path):
    rows = [[who, "0,5", "1,25", "2,5"] for who in ("001", "002")]
    write_table(tmp_path / "a.csv", ["student", "1.v", "2.s", "2.d"], rows, delimiter=";")
    done = graded(tmp_path)
    assert (done.returncode, "6 answers can't be read and got no points" in done.stdout) == (0, True)
    assert "1 note: see graded/errors.csv" in done.stdout
    assert "decimal commas" in table(tmp_path / "graded/errors.csv")[0]["what"]
    dry = quiz(tmp_path, "grade", "week1", "a.csv", "--dry-run").stdout
    assert "say `decimal: comma`" in dry


def test_a_dry_run_tells_what_does_not_fit_a_student_s_own_sheet(folder: SetFolder, tmp_path: Path):
    write(tmp_path, "b.csv", "student,Antwort 2\n001,4\n")
    done = quiz(tmp_path, "grade", "week1", "b.csv", "--dry-run")
    assert (done.returncode, "this student's sheet has 2.s, 2.d" in done.stdout) == (1, True)


def test_a_credit_that_can_t_be_read_is_exit_code_one_and_the_others_count(folder: SetFolder, tmp_path: Path):
    write_table(tmp_path / "a.csv", ["student", "1.v"], [["001", "02-Jan"], ["002", "02-Jan"]])
    graded(tmp_path)
    first, second = table(tmp_path / "graded/review.csv")
    rows = [list({**first, "credit": "1"}.values()), list({**second, "credit": "2"}.values())]
    write_table(tmp_path / "r.csv", first, rows)
    done = quiz(tmp_path, "regrade", "graded", "--reviewed", "r.csv")
    assert (done.returncode, "r.csv, row 3: `2` is no credit" in done.stdout) == (1, True)
    assert scores(tmp_path / "graded")["001"] == "1"


def test_nothing_is_said_to_be_written_where_nothing_changes(folder: SetFolder, tmp_path: Path):
    graded(tmp_path)
    assert quiz(tmp_path, "regrade", "graded").stdout == "No verdict changes.\n"
