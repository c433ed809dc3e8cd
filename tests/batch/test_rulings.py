"""What a teacher declares void is found by any of its names, kept with the set, and undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizgen.batch.rulings import VOIDS, read_voids, voidable, write_voids
from quizgen.batch.set_folder import SetFolder
from quizgen.errors import NotFound, SourceError
from tests.batch.graded_sets import new_set


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> SetFolder:
    return new_set(tmp_path_factory.mktemp("void"))


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("1", "1"), ("2.s", "2.s"), ("few", "small/few"), ("small/few", "small/few"), ("many.d", "small/many.d"),
        ("small/many.d", "small/many.d"),
    ],
)  # fmt: skip
def test_a_problem_goes_by_its_number_its_template_or_a_part_of_either(folder: SetFolder, named: str, name: str):
    assert voidable(folder, named) == name


@pytest.mark.parametrize("named", ["3", "0", "1.x", "nothing", "few.x", "", "first"])
def test_what_the_set_does_not_have_is_refused(folder: SetFolder, named: str):
    with pytest.raises(NotFound):
        voidable(folder, named)


def test_a_number_that_is_another_problem_for_everyone_is_refused(tmp_path: Path):
    made = new_set(tmp_path, "order: shuffled\nsections:\n  - ids: [few, many]\n")
    with pytest.raises(NotFound, match="isn't the same for everyone; name one of: small/few, small/many"):
        voidable(made, "1")


def test_voids_are_kept_with_the_set(tmp_path: Path):
    made = new_set(tmp_path)
    assert read_voids(made) == {}
    write_voids(made, {"small/few": "full"})
    assert read_voids(made) == {"small/few": "full"}


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"format": 2, "set": "week1", "voids": {}}', '{"format": 1, "set": "week2", "voids": {}}',
     '{"format": 1, "set": "week1", "voids": {"1": "half"}}'],
)  # fmt: skip
def test_a_damaged_list_is_refused(tmp_path: Path, text: str):
    made = new_set(tmp_path)
    (made.teacher / VOIDS).write_text(text, encoding="utf-8")
    with pytest.raises(SourceError):
        read_voids(made)
