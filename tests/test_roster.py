"""Students, and how rows of any roster are read."""

from __future__ import annotations

import unicodedata
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import SourceError
from quizgen.roster import Student, columns, numbered, same_id, student, student_id


def row(heads: str, cells: str) -> Student:
    return student(cells.split("|"), columns(heads.split("|")))


@pytest.mark.parametrize(
    ("heads", "cells"),
    [
        ("id|name|email|section", "0042|Ada Byron|ada@x.org|A"),
        ("Section|E-Mail|Name|ID", "A|ada@x.org|Ada Byron|0042"),
        ("Last name|First name|ID number|Email address|Group", "Byron|Ada|0042|ada@x.org|A"),
        ("Nachname|Vorname|Matrikelnummer|E-Mail-Adresse|Gruppe", "Byron|Ada|0042|ada@x.org|A"),
        ("STUDENT_ID| full name |mail|class", "0042|Ada Byron|ada@x.org|A"),
    ],
)
def test_columns_are_known_in_any_order_case_and_common_name(heads: str, cells: str):
    assert row(heads, cells) == Student("0042", "Ada Byron", "ada@x.org", "A")


def test_columns_that_mean_nothing_here_are_kept():
    assert row("id|Tutor|name|Seat", "7|Bo|Ada|").extra == {"Tutor": "Bo"}


def test_of_two_columns_with_ids_the_more_trusted_one_counts_and_the_other_is_kept():
    assert row("username|id number", "ada|0042") == Student("0042", extra={"username": "ada"})


def test_without_ids_the_e_mail_address_is_the_id():
    assert row("name|email", "Ada|ada@x.org") == Student("ada@x.org", "Ada", "ada@x.org")


def test_a_table_without_a_column_of_ids_is_refused_and_the_nearest_heading_named():
    with pytest.raises(SourceError, match="no column holds ids") as refused:
        columns(["studnet id", "name"])
    assert "studnet id" in refused.value.mend


def test_own_deadlines_and_extra_time_are_read():
    heads = columns(["id", "deadline", "extra time"])
    own = student(["1", "2026-10-06 18:00 +02:00", ""], heads)
    more = student(["2", "", "30 min"], heads)
    assert own.due("2026-10-05T18:00:00+02:00") == "2026-10-06T18:00:00+02:00"
    assert more.due("2026-10-05T18:00:00+02:00") == "2026-10-05T18:30:00+02:00"
    assert more.due("") == ""


def test_an_own_deadline_without_an_offset_takes_the_set_s():
    zone = timezone(timedelta(hours=2))
    assert student(["1", "2026-10-06 18:00"], columns(["id", "deadline"]), zone).deadline == "2026-10-06T18:00:00+02:00"


@pytest.mark.parametrize("text", ["007", "0042", "CON", "../x", "<script>", "ÅÄÖ", "a b", "-12", "+49", "#0042", "1E5"])
def test_ids_are_kept_as_they_are(text: str):
    assert student_id(f" {text} ") == text


@pytest.mark.parametrize(
    "text", ["", "   ", "=cmd()", "@SUM(1)", "-2+3", "+cmd", "a\u202eb", "a\x00b", "a\nb", "x" * 300, "\uff1dcmd"]
)
def test_ids_that_a_table_can_t_hold_are_refused(text: str):
    with pytest.raises(SourceError):
        student_id(text)


def test_ids_in_other_normal_forms_widths_and_cases_are_the_same():
    composed = "José"
    assert student_id(unicodedata.normalize("NFD", composed)) == composed
    assert same_id(unicodedata.normalize("NFD", composed)) == same_id("ＪＯＳÉ")


def test_names_are_kept_on_one_line_without_hidden_characters():
    assert row("id|name", "1|A\u202eda\t=cmd()\u200b").name == "Ada =cmd()"


@given(st.text(max_size=40))
def test_any_name_is_read_and_can_be_read_again(text: str):
    name = student(["1", text], columns(["id", "name"])).name
    assert student(["1", name], columns(["id", "name"])).name == name


def test_students_without_names_have_ids_that_no_spreadsheet_changes():
    assert [each.id for each in numbered(10)][:2] == ["s01", "s02"]


@pytest.mark.parametrize(
    "heads", ["Matrikelnr|Name", "Matrikel|Nachname", "Identifiant|Prénom", "Número de identificación|Nombre"]
)
def test_the_headings_that_answer_files_may_have_are_known_too_accents_or_not(heads: str):
    found = columns(heads.split("|"))
    assert found.fields["id"] == 0
    assert not found.extra


def test_a_heading_that_means_something_else_is_never_said_to_be_the_one_with_ids():
    with pytest.raises(SourceError) as refused:
        columns(["Name", "Email adress", "Vorname"])
    assert refused.value.mend == "name the column with the ids `id`"


@pytest.mark.parametrize(("field", "cell"), [("deadline", "soon"), ("extra time", "a lot")])
def test_a_cell_that_can_t_be_read_names_its_column(field: str, cell: str):
    with pytest.raises(SourceError, match=f"the {field}: `{cell}`"):
        student(["1", cell], columns(["id", field]))
