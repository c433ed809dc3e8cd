"""The kinds of figures, and what is told to an author who calls one wrongly."""

from __future__ import annotations

import pytest

from quizgen.drawing import check, check_values, complete, figure_kind, kinds
from quizgen.errors import KindError
from quizgen.maths.dimensions import NUMBER, TEXT, TRUTH, Kind

TIME = Kind("number", (("time", 1),))
WORDS = {"number", "numbers", "quantity", "text", "truth"}


def test_every_file_of_a_kind_is_found_under_its_name():
    assert list(kinds()) == ["cost-curves", "device-map", "speedup-curve", "stage-grid"]
    assert all(figure_kind(name) is kind for name, kind in kinds().items())


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_each_field_says_what_it_means_and_is_of_a_known_sort(kind):
    assert kind.means.endswith(".")
    for field in kind.fields.values():
        assert field.means
        assert field.what in WORDS


def test_an_unknown_kind_is_refused_with_the_nearest_one():
    with pytest.raises(KindError, match="no figure of kind `stagegrid`") as refused:
        check("stagegrid", ())
    assert refused.value.mend == "did you mean `stage-grid`?"


def test_a_kind_is_not_a_way_into_the_files():
    for name in ("given", "__init__", "..answers.number", "plot", ""):
        with pytest.raises(KindError, match="no figure of kind"):
            figure_kind(name)


def test_an_unknown_field_is_refused_with_the_nearest_one():
    with pytest.raises(KindError, match="stage-grid has no field `stage`") as refused:
        check("stage-grid", ("stage", "columns"))
    assert refused.value.mend == "did you mean `stages`?"


def test_a_field_that_is_like_none_is_refused_with_all_there_are():
    with pytest.raises(KindError) as refused:
        check("stage-grid", ("stages", "batches"))
    assert refused.value.mend == "there are `stages`, `work`, `columns`, `noun`"


def test_a_missing_field_is_asked_for_with_its_meaning():
    with pytest.raises(KindError, match="device-map needs `layers`") as refused:
        check("device-map", ("devices", "cut"))
    assert refused.value.mend == "add `layers: …`, the number of layers in all"


def test_a_required_field_may_be_left_out_where_its_usual_name_exists():
    assert complete("speedup-curve", {"at": "k"}, {"k", "T_compute", "T_comm"}) == {
        "at": "k",
        "compute": "T_compute",
        "comm": "T_comm",
    }


def test_what_is_given_stands_before_the_usual_name():
    found = complete("speedup-curve", {"comm": "2 * c"}, {"T_compute", "T_comm"})
    assert found == {"comm": "2 * c", "compute": "T_compute"}


def test_the_usual_name_is_not_taken_where_the_template_lacks_it():
    with pytest.raises(KindError, match="speedup-curve needs `comm`"):
        complete("speedup-curve", {"at": "k"}, {"k", "T_compute"})


def test_a_list_that_yaml_has_read_is_refused_with_a_mend():
    with pytest.raises(KindError, match="`at` of speedup-curve must be one formula") as refused:
        complete("speedup-curve", {"at": ["4", "8"]}, {"T_compute", "T_comm"})
    assert "quotes" in refused.value.mend


def test_values_of_the_right_sort_pass():
    check_values("speedup-curve", {"compute": TIME, "comm": TIME, "at": Kind("list", of=NUMBER), "ideal": TRUTH})
    check_values("device-map", {"devices": NUMBER, "layers": NUMBER, "cut": TEXT})


@pytest.mark.parametrize(
    ("kind", "field", "value", "says"),
    [
        ("stage-grid", "stages", TEXT, "`stages` of stage-grid is a pure number, not a text"),
        ("stage-grid", "columns", TIME, "`columns` of stage-grid is a pure number, not a time"),
        ("device-map", "cut", NUMBER, "`cut` of device-map is a text, not a pure number"),
        ("speedup-curve", "at", TIME, "`at` of speedup-curve is a pure number or a list of them, not a time"),
        ("speedup-curve", "ideal", NUMBER, "`ideal` of speedup-curve is a truth"),
        ("speedup-curve", "comm", TEXT, "`comm` of speedup-curve is a number, with or without a unit, not a text"),
    ],
)
def test_a_value_of_another_sort_is_refused(kind, field, value, says):
    with pytest.raises(KindError) as refused:
        check_values(kind, {field: value})
    assert refused.value.what.startswith(says)


def test_two_quantities_of_a_figure_are_measured_alike():
    with pytest.raises(KindError, match="`compute` is a time, and `comm` is a pure number"):
        check_values("speedup-curve", {"compute": TIME, "comm": NUMBER})
