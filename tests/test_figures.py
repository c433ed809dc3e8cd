"""Figures as SVG, as text and in words."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from quizgen import figures
from quizgen.columns import columns
from quizgen.drawing import kinds
from quizgen.errors import KindError, MathsError, TooMuchWork, Undefined
from quizgen.generator import example, public
from quizgen.maths.reader import read
from quizgen.renderer import (
    page_html,
    sheet_html,
    sheet_markdown,
    sheet_text,
    solution_html,
    solution_markdown,
    solution_text,
)
from tests.hand_made import SPEEDUP, compiled

SVG = "{http://www.w3.org/2000/svg}"
ANSWERS = re.compile(r"parallel|tensor|pipeline|bubble|straggler|async", re.IGNORECASE)


def figure(kind, **fields):
    return {"kind": kind, **{name: read(formula) for name, formula in fields.items()}}


VALUES = {"T": Fraction(2, 5), "c": Fraction(1, 20), "k": 4, "p": 4, "m": 8, "x": '"><script>&\u202e'}
SAMPLES = {
    "speedup-curve": figure("speedup-curve", compute="T", comm="c", at="k"),
    "speedup-curve-points": figure("speedup-curve", compute="T", comm="c", at="[k, 2 * k]"),
    "speedup-curve-ceiling": figure("speedup-curve", compute="T", comm="c", ceiling="T / c"),
    "speedup-curve-stem": figure("speedup-curve", compute="T", comm="c", upto="12"),
    "cost-curves": figure("cost-curves"),
    "cost-curves-unit": figure("cost-curves", upto="32", cost="5/2", unit='"ms"', at="24"),
    "stage-grid-stem": figure("stage-grid", stages="p", columns="6"),
    "stage-grid-one": figure("stage-grid", stages="p", columns="p", work="1"),
    "stage-grid": figure("stage-grid", stages="p", work="m", noun='"device"'),
    "stage-grid-wide": figure("stage-grid", stages="16", columns="31", work="16"),
    "device-map-layers": figure("device-map", devices="4", layers="48", cut='"layers"', noun='"GPU"'),
    "device-map-matrix": figure("device-map", devices="8", layers="24", cut='"matrix"', noun='"GPU"'),
}
samples = pytest.mark.parametrize("name", SAMPLES)


def drawn(made, values=VALUES, **how):
    return ET.fromstring(figures.svg(made, values, **how))  # noqa: S314 - our own text


# ------------------------------------------------------------------------------------------------ what they look like
@samples
@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_text_is_the_golden_one(name, width, golden):
    golden(f"figures/{name}.{width}.txt", figures.text(SAMPLES[name], VALUES, width) + "\n")


@pytest.mark.parametrize("name", ["speedup-curve", "cost-curves", "stage-grid-one", "device-map-layers"])
def test_the_svg_is_the_golden_one(name, golden):
    golden(f"figures/{name}.svg", figures.svg(SAMPLES[name], VALUES) + "\n")


@samples
@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(name, width):
    lines = figures.text(SAMPLES[name], VALUES, width).split("\n")
    assert max(map(columns, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


@samples
def test_an_svg_is_named_and_described(name):
    root = drawn(SAMPLES[name], prefix="problem-3-figure")
    title, says = figures.description(SAMPLES[name], VALUES)
    assert root.get("role") == "img"
    assert [(each.get("id"), each.text) for each in root[:2]] == [
        ("problem-3-figure-title", title),
        ("problem-3-figure-description", says),
    ]
    assert root.get("aria-labelledby") == "problem-3-figure-title problem-3-figure-description"


@samples
def test_ids_start_with_the_prefix_and_are_used_once(name):
    text = figures.svg(SAMPLES[name], VALUES, prefix="first")
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert all(each.startswith("first-") for each in ids)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)


@samples
def test_an_svg_loads_and_runs_nothing(name):
    text = figures.svg(SAMPLES[name], VALUES)
    tags = {each.tag.removeprefix(SVG) for each in drawn(SAMPLES[name]).iter()}
    assert tags <= {
        "svg", "title", "desc", "g", "path", "polyline", "circle", "rect", "text", "tspan", "defs", "pattern",
    }  # fmt: skip
    assert not re.search(r"href|\bon\w+=|\sstyle=|http(?!://www\.w3\.org/2000/svg)|font-family", text)


@samples
def test_colours_are_variables_of_the_page(name):
    paints = re.findall(r'(?:fill|stroke)="([^"]*)"', figures.svg(SAMPLES[name], VALUES))
    allowed = re.compile(r"none|currentColor|url\(#.*\)|var\(--figure-\w+, (?:currentColor|transparent|white|none)\)")
    assert [paint for paint in paints if not allowed.fullmatch(paint)] == []


@samples
def test_neither_name_nor_description_nor_drawing_names_what_a_problem_may_ask(name):
    told = (*figures.description(SAMPLES[name], VALUES), figures.text(SAMPLES[name], VALUES), SAMPLES[name]["kind"])
    assert not any(ANSWERS.search(text) for text in told)
    assert not ANSWERS.search(figures.svg(SAMPLES[name], VALUES))


def test_the_description_of_a_curve_tells_no_value_of_it():
    for name in ("speedup-curve", "speedup-curve-ceiling"):
        _, says = figures.description(SAMPLES[name], VALUES)
        numbers = set(re.findall(r"\d+(?:\.\d+)?", says))
        assert numbers <= {"0", "8", "4", "10", "32"}  # the ends of the axes, and k


@samples
def test_the_same_figure_has_the_same_bytes(name):
    assert figures.svg(SAMPLES[name], VALUES) == figures.svg(dict(SAMPLES[name]), dict(VALUES))


@samples
def test_numbers_have_at_most_two_decimals(name):
    assert not re.search(r"\d\.\d{3}", re.sub(r">[^<]*<", "><", figures.svg(SAMPLES[name], VALUES)))


# ------------------------------------------------------------------------------------------------------ what they say
def test_the_marked_point_lies_where_the_formula_says():
    root = drawn(SAMPLES["speedup-curve"])
    labels = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    assert "S ≈ 2.667" in labels
    point = next(each for each in root.iter(f"{SVG}circle") if each.get("r") == "4.5")
    assert (float(point.get("cx")), float(point.get("cy"))) == (171, 130)


def test_a_stem_shows_axes_and_ideal_without_the_curve():
    root = drawn(SAMPLES["speedup-curve-stem"])
    assert not list(root.iter(f"{SVG}polyline"))
    assert not list(root.iter(f"{SVG}circle"))
    text = figures.text(SAMPLES["speedup-curve-stem"], VALUES)
    assert "ideal" in text
    assert "─ speedup" not in text


def test_one_device_has_nothing_to_synchronise_with():
    assert "k = 1, S = 1" in figures.text(figure("speedup-curve", compute="T", comm="c", at="1"), VALUES)


def test_without_communication_the_curve_is_the_ideal():
    assert "S = 6" in figures.text(figure("speedup-curve", compute="T", comm="0", at="6"), VALUES)


def test_three_costs_are_the_same_with_two_devices_and_part_from_there():
    text = figures.text(SAMPLES["cost-curves"], VALUES)
    bars = re.findall(r"(ring|tree|constant) +█*\S* (\d+)$", text, re.MULTILINE)
    assert bars == [
        (name, cost)
        for costs in (("1", "1", "1"), ("3", "2", "1"), ("7", "3", "1"), ("15", "4", "1"))
        for name, cost in zip(("ring", "tree", "constant"), costs, strict=True)
    ]


def test_a_cost_between_powers_of_two_is_said_to_be_rounded():
    text = figures.text(SAMPLES["cost-curves-unit"], VALUES)
    assert "≈ 11.46 ms" in text
    assert text.count("≈") == 1


@given(st.integers(1, 16), st.integers(1, 16))
@settings(max_examples=30)
def test_each_stage_works_on_each_batch_once_and_one_column_after_the_stage_before(stages, work):
    root = drawn(figure("stage-grid", stages="p", columns="m + p - 1", work="m"), {"p": stages, "m": work})
    busy = root.findall(f"{SVG}g")[0].findall(f"{SVG}rect")
    numbers = [each.text for each in root.findall(f"{SVG}g")[1].findall(f"{SVG}text")]
    assert numbers == [str(batch) for _ in range(stages) for batch in range(1, work + 1)]
    rows = sorted({float(each.get("y")) for each in busy})
    starts = [min(float(each.get("x")) for each in busy if float(each.get("y")) == row) for row in rows]
    assert len(rows) == stages
    steps = {round(after - before, 1) for before, after in pairwise(starts)}
    assert not steps or max(steps) - min(steps) <= 0.11
    assert all(step >= 22 for step in steps)


def test_an_empty_grid_tells_nothing_of_the_work():
    svg = figures.svg(SAMPLES["stage-grid-stem"], VALUES)
    assert "idle" not in svg
    assert "micro" not in svg
    assert "░" not in figures.text(SAMPLES["stage-grid-stem"], VALUES)


def test_the_grid_takes_as_many_columns_as_the_work_unless_it_is_told():
    assert "11 columns" in figures.description(SAMPLES["stage-grid"], VALUES)[1]


def test_a_wide_grid_scrolls_and_can_be_reached_by_keyboard():
    wide, narrow = (figures.html(SAMPLES[name], VALUES) for name in ("stage-grid-wide", "stage-grid"))
    assert 'class="figure figure-wide" tabindex="0" role="group" aria-label="' in wide
    assert 'class="figure">' in narrow
    assert 'width="100%"' in narrow


def test_layers_that_do_not_divide_go_to_the_first_devices():
    text = figures.text(figure("device-map", devices="3", layers="10", cut='"layers"'), {})
    assert re.findall(r"layers \d–\d", text) == ["layers 0–3", "layers 4–6", "layers 7–9"]


def test_labels_can_be_left_off_the_later_devices():
    made = figure("device-map", devices="3", layers="12", cut='"layers"', labelled="1")
    assert "layers 0–3" in figures.text(made, {})
    assert figures.text(made, {}).count("4 layers") == 2
    assert "8–11" not in figures.svg(made, {})


def test_a_description_lets_the_last_device_be_worked_out():
    title, says = figures.description(SAMPLES["device-map-layers"], VALUES)
    assert title == "Where 48 layers live on 4 GPUs"
    assert "GPU 1 holds layers 12 to 23, and so on to GPU 3" in says
    assert "36" not in says


# ------------------------------------------------------------------------------------------------- what can't be drawn
@pytest.mark.parametrize(
    ("made", "error", "says"),
    [
        (figure("stage-grid", stages="0", columns="4"), Undefined, "`stages` must be a whole number from 1"),
        (figure("stage-grid", stages="3/2", columns="4"), Undefined, "whole number"),
        (figure("stage-grid", stages="4"), Undefined, "`columns` has no value"),
        (figure("stage-grid", stages="1000", columns="4"), TooMuchWork, "room for `stages` up to 24"),
        (figure("stage-grid", stages="24", work="40"), TooMuchWork, "takes 63"),
        (figure("stage-grid", stages="nowhere", columns="4"), Undefined, "nowhere has no value"),
        (figure("stage-grid", stages="x", columns="4"), KindError, "must be a number, not the text"),
        (figure("stage-grid", stages="4", columns="4", noun='"an endless name"'), TooMuchWork, "12 characters"),
        (figure("device-map", devices="4", layers="8", cut="x"), KindError, "`cut` must be"),
        (figure("device-map", devices="4", layers="3", cut='"layers"'), Undefined, "don't go round"),
        (figure("speedup-curve", compute="0", comm="1"), Undefined, "more than 0"),
        (figure("speedup-curve", compute="1", comm="0 - 1"), Undefined, "must not be below 0"),
        (figure("speedup-curve", compute="1", comm="1", at="1/2"), Undefined, "at least 1"),
        (figure("speedup-curve", compute="1", comm="1", at="10^9"), TooMuchWork, "100000 devices"),
        (figure("speedup-curve", compute="1", comm="1", at="[1, 2, 3, 4, 5]"), TooMuchWork, "up to 4 points"),
        (figure("speedup-curve", compute="1", comm="1", ideal="1"), KindError, "true or false"),
        (figure("cost-curves", upto="3"), Undefined, "from 4 on"),
        (figure("cost-curves", cost="0"), Undefined, "more than 0"),
        (figure("pie"), KindError, "no figure of kind `pie`"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_field(made, error, says):
    with pytest.raises(error, match=says):
        figures.svg(made, VALUES)


def test_texts_of_a_template_stay_texts():
    made = figure("device-map", devices="2", layers="4", cut='"layers"', noun="x")
    svg = figures.svg(made, VALUES)
    assert "<script" not in svg
    assert "\u202e" not in svg
    assert "\u202e" not in figures.text(made, VALUES)
    assert "&lt;script&gt;&amp; 0" in svg


whole = st.integers(1, 40)
fields = st.fixed_dictionaries(
    {"a": st.fractions(Fraction(1, 100), 10**6), "b": st.fractions(0, 10**6), "n": whole, "d": whole},
)


@given(fields, st.sampled_from([40, 60, 80, 200]))
@settings(max_examples=60)
def test_whatever_the_values_a_figure_is_drawn_within_its_view_or_refused(values, width):
    for made in (
        figure("speedup-curve", compute="a", comm="b", at="n"),
        figure("speedup-curve", compute="a", comm="b", ceiling="a", upto="n + 1"),
        figure("cost-curves", upto="n + 3", cost="a"),
        figure("stage-grid", stages="n", columns="d", work="n"),
        figure("device-map", devices="n", layers="n * d", cut='"layers"', noun='"accelerator"'),
        figure("device-map", devices="n", layers="d", cut='"matrix"', noun='"accelerator"'),
    ):
        try:
            root = drawn(made, values)
        except MathsError:
            continue
        _, _, wide, high = map(float, root.get("viewBox").split())
        for each in root.iter():
            for name, most in (("x", wide), ("cx", wide), ("y", high), ("cy", high)):
                assert 0 <= float(each.get(name, 0)) <= most
        lines = figures.text(made, values, width).split("\n")
        assert max(map(columns, lines)) <= width


# --------------------------------------------------------------------------------------------------- where they stand
STEM = SPEEDUP + "figure: {kind: device-map, devices: k, layers: 12, cut: '\"layers\"'}\n"
SOLVED = SPEEDUP + "solution_figure: {kind: speedup-curve, at: k}\n"


def test_a_template_without_figures_renders_none():
    assert figures.html({}, {}) == Markup()
    assert figures.text({}, {}) == ""
    assert "<svg" not in sheet_html(public(example(compiled(SPEEDUP))))


def test_the_figure_of_a_stem_stands_on_the_sheet_in_every_format():
    shown = public(example(compiled(STEM)))
    assert 'id="problem-7-figure-title"' in sheet_html(shown, 7)
    assert "layers 0–2" in sheet_html(shown)
    assert "```text\n" in sheet_markdown(shown)
    assert "│ layers 0–2 " in sheet_markdown(shown)
    assert "│ layers 0–2 " in sheet_text(shown)


def test_the_figure_of_a_solution_stands_in_the_solution_alone():
    variant = example(compiled(SOLVED))
    assert "<svg" not in sheet_html(public(variant))
    assert "┤" not in sheet_text(public(variant)) + sheet_markdown(public(variant))
    assert f'id="solution-{variant.id}-figure-title"' in solution_html(variant)
    assert "● k = 4, S ≈ 2.667" in solution_markdown(variant)
    assert "● k = 4, S ≈ 2.667" in solution_text(variant)


def test_a_page_gives_its_figures_their_colours_in_both_schemes_and_in_print():
    page = page_html("A page", [])
    used = {name for made in SAMPLES.values() for name in re.findall(r"--figure-\w+", figures.svg(made, VALUES))}
    css = page.partition("</style>")[0]
    assert used
    assert all(f"{name}:" in css for name in used)
    assert "prefers-color-scheme: dark" in css[css.index("--figure") :]
    assert "@media print" in css[css.index("--figure") :]


def test_every_kind_is_among_the_samples():
    assert {made["kind"] for made in SAMPLES.values()} == set(kinds())
