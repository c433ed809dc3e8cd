"""A graded set is graded again from what is stored: a diff first, the old result kept, a changed draw refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quizgen.batch.changes import Change
from quizgen.batch.generate import reroll
from quizgen.batch.graded_folder import GradedFolder
from quizgen.batch.graded_sheets import set_of
from quizgen.batch.notes import Note
from quizgen.batch.regrade import Regrading, Wish
from quizgen.batch.rulings import write_voids
from quizgen.batch.set_folder import SetFolder
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound, SourceError
from tests.batch.graded_sets import graded, keys, new_set, of, param, parts, right_answers, scores, table, write_table
from tests.batch.other_banks import changed, few, many
from tests.batch.small_bank import tree

THREE = ("is: 2 * k", "is: 3 * k")
"""Another key."""


@pytest.fixture
def folder(tmp_path: Path) -> SetFolder:
    """A set whose students all answered rightly, but for 4, who forgot to double."""
    made = new_set(tmp_path)
    slips = {"1.v": param(of(made, "4"), "k")}
    graded(made, tmp_path / "graded", right_answers(made, tmp_path / "a.csv", _4=slips), feedback=("html",))
    return made


def again(
    tmp_path: Path, *templates: CompiledTemplate, publish: bool = True, **wish: Any
) -> tuple[list[Change], list[Note]]:
    notes: list[Note] = []
    wanted = Wish(templates, **wish)
    with GradedFolder(tmp_path / "graded").held() as held, Regrading(held, set_of(held), wanted, notes.append) as new:
        changes = new.changes(100)
        if publish:
            new.publish()
    return changes, notes


def test_with_nothing_changed_nothing_changes(folder: SetFolder, tmp_path: Path):
    before = {name: content for name, content in tree(tmp_path / "graded").items() if name != "grading.json"}
    assert again(tmp_path) == ([], [])
    after = tree(tmp_path / "graded")
    assert {name: after[name] for name in before} == before
    assert not any(name.startswith("earlier") for name in after)


def test_a_changed_key_changes_verdicts_and_says_who_what_and_why(folder: SetFolder, tmp_path: Path):
    changes, _ = again(tmp_path, *changed(tmp_path / "fixed", few=few(THREE)))
    assert {(each.student, each.key, each.before, each.after, each.points) for each in changes} == {
        (who, "1.v", "correct", "incorrect (another value)", (1, 0)) for who in ("001", "002", "s3")
    }
    assert {each.why for each in changes} == {"the template's key changed"}
    assert scores(tmp_path / "graded") == {"001": "3", "002": "3", "s3": "3", "4": "3"}


def test_the_diff_comes_before_anything_is_written(folder: SetFolder, tmp_path: Path):
    before = tree(tmp_path / "graded")
    changes, _ = again(tmp_path, *changed(tmp_path / "fixed", few=few(THREE)), publish=False)
    assert len(changes) == 3
    assert tree(tmp_path / "graded") == before


def test_the_old_result_is_kept_and_the_diff_is_a_table(folder: SetFolder, tmp_path: Path):
    old = {name: (tmp_path / "graded" / name).read_bytes() for name in ("scores.csv", "parts.jsonl", "grading.json")}
    again(tmp_path, *changed(tmp_path / "fixed", few=few(THREE)))
    assert {name: (tmp_path / "graded/earlier/0001" / name).read_bytes() for name in old} == old
    rows = table(tmp_path / "graded/changes.csv")
    assert (rows[0]["student"], rows[0]["from"], rows[0]["points_to"]) == ("001", "correct", "0")


def test_a_better_key_gives_points_back(folder: SetFolder, tmp_path: Path):
    changes, _ = again(
        tmp_path,
        *changed(tmp_path / "fixed", few=few(("is: 2 * k", "is: k"), ("instead: {v: k}", "instead: {v: 2 * k}"))),
        only=("4",),
    )
    assert [(each.student, each.points) for each in changes] == [("4", (0, 1))]
    assert scores(tmp_path / "graded") == {"001": "4", "002": "4", "s3": "4", "4": "4"}


def test_never_lower_keeps_what_would_cost_points_and_gives_what_does_not(folder: SetFolder, tmp_path: Path):
    swapped = few(("is: 2 * k", "is: k"), ("instead: {v: k}", "instead: {v: 2 * k}"))
    changes, _ = again(tmp_path, *changed(tmp_path / "fixed", few=swapped), policy="never-lower")
    assert [(each.student, each.points) for each in changes] == [("4", (0, 1))]
    assert scores(tmp_path / "graded") == {"001": "4", "002": "4", "s3": "4", "4": "4"}
    assert parts(tmp_path / "graded", "001")["1.v"]["stands"] is True


def test_what_never_lower_kept_goes_on_standing_until_a_person_asks_for_verdicts_as_they_are(
    folder: SetFolder, tmp_path: Path
):
    again(tmp_path, *changed(tmp_path / "fixed", few=few(THREE)), policy="never-lower")
    assert again(tmp_path) == ([], [])
    assert again(tmp_path, only=("001",)) == ([], [])
    assert scores(tmp_path / "graded")["001"] == "4"
    changes, _ = again(tmp_path, policy="as-is")
    assert {each.points for each in changes} == {(1, 0)}
    assert again(tmp_path) == ([], [])


@pytest.mark.parametrize(
    ("only", "students"),
    [(("few",), 3), (("small/few",), 3), (("1",), 3), (("1.v",), 3), (("001",), 1), (("2",), 0), (("many",), 0)],
)
def test_only_what_is_named_is_graded_again(folder: SetFolder, tmp_path: Path, only: tuple[str, ...], students: int):
    fixed = changed(tmp_path / "fixed", few=few(THREE))
    assert len(again(tmp_path, *fixed, only=only)[0]) == students


def test_a_form_code_names_a_student_too(folder: SetFolder, tmp_path: Path):
    fixed = changed(tmp_path / "fixed", few=few(THREE))
    changes, _ = again(tmp_path, *fixed, only=(of(folder, "s3").form,))
    assert [each.student for each in changes] == ["s3"]


def test_what_is_named_and_never_met_is_refused(folder: SetFolder, tmp_path: Path):
    with pytest.raises(NotFound, match="goes by `nobody`"):
        again(tmp_path, only=("few", "nobody"))


def test_a_template_that_took_a_set_s_own_place_stays_there(folder: SetFolder, tmp_path: Path):
    again(tmp_path, *changed(tmp_path / "fixed", few=few(THREE)))
    assert again(tmp_path)[0] == []
    graded(folder, tmp_path / "graded", tmp_path / "a.csv")
    assert scores(tmp_path / "graded")["001"] == "3"


def test_only_narrows_down_which_templates_are_replaced(folder: SetFolder, tmp_path: Path):
    fixed = changed(tmp_path / "fixed", few=few(THREE), many=many(("is: a + b", "is: a * b")))
    again(tmp_path, *fixed, only=("few",))
    assert list(json.loads((tmp_path / "graded/grading.json").read_bytes())["replaced"]) == ["small/few"]


def test_a_changed_text_is_regraded_without_a_change_and_told_to_students(folder: SetFolder, tmp_path: Path):
    fixed = changed(tmp_path / "fixed", few=few(("Double it", "Take it twice")))
    assert again(tmp_path, *fixed)[0] == []
    page = (tmp_path / "graded/feedback" / f"{of(folder, '001').form}.html").read_text(encoding="utf-8")
    assert "Take it twice" in page


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (few(("[2, 4, 8, 16]", "[3, 5]")), "isn't drawn any more"),
        (few(("[2, 4, 8, 16]", "[2, 4, 8, 16]}\n  extra: {draw: [1, 2]")), "param extra is new"),
        (
            few(("steps:", "where:\n  - k > 100\nsteps:"), ("[2, 4, 8, 16]", "[2, 4, 8, 16, 200]")),
            "`where k > 100` doesn't hold",
        ),
        (few(("id: v\n", "id: w\n")), "part v is gone"),
    ],
)
def test_a_changed_draw_is_refused_with_the_list_and_nothing_is_written(
    folder: SetFolder, tmp_path: Path, text: str, why: str
):
    fixed, before = changed(tmp_path / "fixed", few=text), tree(tmp_path / "graded")
    with pytest.raises(SourceError, match="4 problems aren't what these students had") as told:
        again(tmp_path, *fixed)
    assert f"001, form {of(folder, '001').form}, problem 1: " in told.value.what
    assert why in told.value.what
    assert tree(tmp_path / "graded") == before


def test_a_wider_draw_that_still_gives_these_params_is_no_changed_draw(folder: SetFolder, tmp_path: Path):
    fixed = changed(tmp_path / "fixed", few=few(("[2, 4, 8, 16]", "[1, 2, 4, 8, 16, 32]")))
    assert again(tmp_path, *fixed)[0] == []


def test_a_problem_that_was_drawn_anew_since_is_refused(folder: SetFolder, tmp_path: Path):
    reroll(folder, "001", 2)
    with pytest.raises(SourceError, match=r"001, .* problem 2: it was drawn anew since"):
        again(tmp_path)


def test_what_is_declared_void_later_takes_effect_and_can_be_taken_back(folder: SetFolder, tmp_path: Path):
    write_voids(folder, {"small/few": "full"})
    changes, _ = again(tmp_path)
    assert {each.why for each in changes} == {"declared void, full"}
    assert scores(tmp_path / "graded")["4"] == "4"
    write_voids(folder, {"small/few": "drop"})
    again(tmp_path)
    assert (scores(tmp_path / "graded")["4"], scores(tmp_path / "graded", "of")["4"]) == ("3", "3")
    write_voids(folder, {})
    changes, _ = again(tmp_path, only=("many",))
    assert {each.why for each in changes} == {"no longer void"}
    assert (scores(tmp_path / "graded")["4"], scores(tmp_path / "graded", "of")["4"]) == ("3", "4")


def test_lateness_is_judged_again_by_the_stored_time(tmp_path: Path):
    plan = "id: week1\ndeadline: 2026-10-05 18:00 +02:00\nlate: {off: 10%}\nsections:\n  - ids: [few]\n"
    made = new_set(tmp_path, plan)
    key = keys(of(made, "001"))["1.v"]
    rows = [["001", key, "2026-10-05 19:00"]]
    graded(made, tmp_path / "graded", write_table(tmp_path / "a.csv", ["student", "1.v", "time"], rows))
    before = (tmp_path / "graded/scores.csv").read_bytes()
    assert again(tmp_path)[0] == []
    assert (tmp_path / "graded/scores.csv").read_bytes() == before
    assert scores(tmp_path / "graded")["001"] == "0.9"


def test_how_an_answer_came_is_kept_so_it_is_read_the_same_again(folder: SetFolder, tmp_path: Path):
    rows = [["001", "02-Jan", "'=1+1", ""]]
    (tmp_path / "graded").rename(tmp_path / "first")
    graded(folder, tmp_path / "graded", write_table(tmp_path / "b.csv", ["student", "1.v", "2.s", "2.d"], rows))
    before = (tmp_path / "graded/parts.jsonl").read_bytes()
    assert again(tmp_path)[0] == []
    assert (tmp_path / "graded/parts.jsonl").read_bytes() == before


def test_a_set_that_was_moved_is_told_and_may_be_named(folder: SetFolder, tmp_path: Path):
    folder.folder.rename(tmp_path / "elsewhere")
    graded_folder = GradedFolder(tmp_path / "graded")
    with pytest.raises(NotFound, match="say where it is with --set"):
        set_of(graded_folder)
    assert set_of(graded_folder, tmp_path / "elsewhere").head.set == "week1"


def test_another_set_is_refused(folder: SetFolder, tmp_path: Path):
    (tmp_path / "b").mkdir()
    other = new_set(tmp_path / "b", "id: week2\nsections:\n  - ids: [few, many]\n")
    with GradedFolder(tmp_path / "graded").held() as held, pytest.raises(SourceError, match="another set"):
        Regrading(held, other, Wish(), lambda _: None)


def test_a_damaged_line_is_told_with_its_place(folder: SetFolder, tmp_path: Path):
    file = tmp_path / "graded/parts.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], lines[1][:-9], *lines[2:]]) + "\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"parts\.jsonl:2: this line is damaged"):
        again(tmp_path)


def test_a_record_of_a_newer_format_is_refused(folder: SetFolder, tmp_path: Path):
    file = tmp_path / "graded/grading.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(SourceError, match="format 2; this version reads 1"):
        again(tmp_path)


def test_a_folder_that_nothing_was_graded_into_is_refused(tmp_path: Path):
    with pytest.raises(NotFound, match="no graded set"), GradedFolder(tmp_path).held():
        pass
