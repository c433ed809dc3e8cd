"""What columns hold is recognised by headings in several languages, or said by a mapping; what isn't clear is told."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest

from quizgen.batch.columns import Known, Layout, find_layout, layout, target
from quizgen.column_map import ColumnMap, parse_column_map
from quizgen.errors import SourceError
from quizgen.roster import folded
from quizgen.yaml_files import load
from tests.batch.graded_sets import mapping
from tests.made_packs import write

KNOWN = Known(3, frozenset({"S", "T_comm", "v"}))


def heads(text: str) -> list[str]:
    return text.split("|")


def shown(found: Layout) -> dict[str, int | str]:
    """Fields with their columns, and the columns of answers by what they answer."""
    return {**found.fields, **{str(named): at for at, named in found.answers}}


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("1.S", "1.S"), ("1.S: What speedup?", "1.S"), (" 1.S [ms]", "1.S"), ("2.T_comm", "2.T_comm"), ("1_S", "1.S"),
        ("2 s", "2.S"), ("Q1", "1"), ("Q1.S", "1.S"), ("Problem 2 part T_comm", "2.T_comm"), ("Response 3", "3"),
        ("Antwort 3", "3"), ("Réponse 1", "1"), ("Aufgabe 2: Wie lange?", "2"), ("#3", "3"), ("3)", "3"), ("1", "1"),
        ("1. What speedup is reached?", "1"), ("3 devices", "3"),
        ("4.S", ""), ("0.S", ""), ("1.X", ""), ("Right answer 1", ""), ("Q. 1 /2.86", ""), ("1.0", ""), ("12", ""),
        ("1.1: A (0.25 pts)", ""), ("Q1 (2 points)", ""), ("Grade/10.00", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_heading_names_a_part_or_a_problem_of_the_set_or_nothing(text: str, means: str):
    found = target(text, KNOWN)
    assert ("" if found is None else str(found)) == means


@pytest.mark.parametrize(
    ("given", "means"),
    [
        ("student|name|form|1.S|2.v", {"student": 0, "name": 1, "form": 2, "1.S": 3, "2.v": 4}),
        (
            "Last name|First name|Email address|Status|Started|Completed|Duration|Grade/10|Response 1|Right answer 1",
            {"last": 0, "first": 1, "email": 2, "time": 5, "1": 8},
        ),
        (
            "Vorname|Nachname|E-Mail-Adresse|Status|Begonnen am|Beendet|Antwort 1",
            {"first": 0, "last": 1, "email": 2, "time": 5, "1": 6},
        ),
        ("Nom|Prénom|Adresse de courriel|Terminé|Réponse 2", {"last": 0, "first": 1, "email": 2, "time": 3, "2": 4}),
        ("Apellido(s)|Nombre|Número de ID|Respuesta 1", {"last": 0, "first": 1, "student": 2, "1": 3}),
        ("Matrikelnummer|Zeitstempel|1.S", {"student": 0, "time": 1, "1.S": 2}),
        ("Timestamp|Email Address|1.S What speedup?", {"time": 0, "email": 1, "1.S": 2}),
        ("name|id|sis_id|section|submitted|attempt|1.S", {"name": 0, "student": 1, "time": 4, "attempt": 5, "1.S": 6}),
        ("student|Question 1|Response 1", {"student": 0, "1": 2}),
    ],
)  # fmt: skip
def test_wide_tables_of_other_systems_are_recognised(given: str, means: dict[str, int]):
    assert shown(layout(heads(given), KNOWN)) == means


@pytest.mark.parametrize(
    ("given", "part", "response"),
    [
        ("student|part|response", (-1, 1), 2),
        ("student|question|answer", (1, -1), 2),
        ("Student|Frage|Teil|Antwort", (1, 2), 3),
        ("email|problem|part|response|submitted", (1, 2), 3),
    ],
)
def test_tables_with_a_row_for_each_answer_are_recognised(given: str, part: tuple[int, int], response: int):
    found = layout(heads(given), KNOWN)
    assert (found.is_long, found.part, found.response) == (True, part, response)


def test_all_columns_that_may_hold_ids_are_kept_in_the_order_of_trust():
    assert layout(heads("sis_user_id|id|1.S"), KNOWN).ids == (1, 0)


def test_headings_that_mean_nothing_here_are_listed():
    assert layout(heads("student|1.S|Mood|"), KNOWN).ignored == ("Mood",)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ("a|b|1.S", "whose answers these are; the columns are: `a`, `b`, `1.S`"),
        ("student|name", "no column holds answers"),
        ("student|1.S|Q1.S", "two columns hold answers to 1.S: `1.S` and `Q1.S`"),
    ],
)
def test_what_is_not_clear_is_told_with_the_columns(given: str, what: str):
    with pytest.raises(SourceError, match=what) as told:
        layout(heads(given), KNOWN)
    assert told.value.mend


def test_rows_above_the_headings_are_passed_over():
    at, found = find_layout([["Export of quiz 1"], ["", ""], ["student", "1.S"], ["x", "2"]], KNOWN)
    assert (at, shown(found)) == (2, {"student": 0, "1.S": 1})


def test_an_empty_table_is_told():
    with pytest.raises(SourceError, match="empty"):
        find_layout([], KNOWN)


def test_a_heading_is_folded_to_its_letters():
    assert folded("  Número de ID ") == folded("numero_de_id") == "numerodeid"


# ---------------------------------------------------------------------------------------------------- mapping files
def test_a_mapping_says_what_headings_do_not():
    columns = mapping("student: Code\ntime: When\nanswers:\n  1.S: first one\n  2.v: 'Another: one'\n")
    found = layout(heads("When|Code|Another: one|first one|id"), KNOWN, columns)
    assert shown(found) == {"student": 1, "time": 0, "1.S": 3, "2.v": 2}
    assert found.ids == (1,)


def test_a_mapping_may_name_a_table_of_single_answers():
    found = layout(heads("Code|Item|Given"), KNOWN, mapping("student: Code\npart: Item\nresponse: Given\n"))
    assert (found.part, found.response) == ((-1, 1), 2)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("student: Nobody\n", "no column is headed `Nobody`"),
        ("student: Twice\n", "2 columns are headed `Twice`"),
        ("student: Code\nanswers: {9.S: Given}\n", "`9.S` is no part of this set"),
        ("student: Code\nanswers: {1.S: Nothing}\n", "no column is headed `Nothing`"),
    ],
)
def test_a_mapping_that_does_not_fit_is_told_with_its_place(text: str, what: str):
    with pytest.raises(SourceError, match=what) as told:
        layout(heads("Code|Twice|Twice|Given"), KNOWN, mapping(text))
    assert (told.value.file, told.value.line > 0, bool(told.value.mend)) == ("columns.yaml", True, True)


@pytest.mark.parametrize("text", ["studnet: Code\n", "decimal: dot\n", "zone: Berlin\n", "answers: [a]\n"])
def test_a_mapping_that_is_wrong_in_itself_is_refused(tmp_path: Path, text: str):
    file = write(tmp_path, "columns.yaml", text)
    with pytest.raises(SourceError) as told:
        parse_column_map(load(file)).offset(UTC)
    assert told.value.mend


def test_the_mapping_that_says_nothing_is_the_usual_one():
    assert mapping("blank: ['-']\n").canonical() == ColumnMap().canonical()
