"""Axes, and curves on the view and on a character grid."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.drawing.plot import Axis, coordinate, path, rounded_up, step_of
from quizgen.drawing.text_plot import TextPlot

ends = st.one_of(st.integers(1, 10**6), st.fractions(Fraction(1, 1000), 10**4, max_denominator=1000))


@given(ends, st.integers(2, 10))
def test_an_axis_holds_its_value_in_few_pieces_of_a_plain_step(value, most):
    end, step = rounded_up(value, most)
    assert value <= end < value + step
    assert (end / step).denominator == 1 if isinstance(end / step, Fraction) else end % step == 0
    assert end / step <= most
    mantissa = Fraction(step)
    while mantissa >= 10:
        mantissa /= 10
    while mantissa < 1:
        mantissa *= 10
    assert mantissa in (1, 2, 5)


@given(st.integers(1, 10**5))
def test_an_axis_of_devices_is_marked_at_whole_numbers(end):
    step = step_of(end, 8, whole=True)
    assert isinstance(step, int)
    assert end / step <= 8


@pytest.mark.parametrize(
    ("value", "text"), [(12, "12"), (0.125, "0.12"), (3.1, "3.1"), (-0.001, "0"), (2.999, "3"), (-1.5, "-1.5")]
)
def test_a_coordinate_has_at_most_two_decimals(value, text):
    assert coordinate(value) == text


def test_a_mark_gives_way_to_another_that_stands_close():
    axis = Axis(64, 10, 0, 640)
    assert [tick.says for tick in axis.ticks((24,))] == ["0", "10", "40", "50", "60"]


def test_a_curve_ends_where_it_leaves_the_view():
    points = path(Axis(10, 1, 0, 100), Axis(5, 1, 100, 0), lambda at: at, 0, 10).split()
    assert points[0] == "0,100"
    assert points[-1] == "50,0"


def test_a_rising_line_is_drawn_through():
    plot = TextPlot((8, 2), (4, 2), 24, 5)
    plot.line(lambda at: at / 2, 0, 8)
    text = plot.lines("y", "x")
    assert text == [
        "y",
        "4 ┤               ╭───",
        "  │           ╭───╯",
        "2 ┤      ╭────╯",
        "  │  ╭───╯",
        "0 ┤──╯",
        "  └┬────┬───┬────┬───┬ x",
        "   0    2   4    6   8",
    ]


def test_a_falling_line_is_drawn_through():
    plot = TextPlot((4, 2), (4, 2), 16, 3)
    plot.line(lambda at: 4 - at, 0, 4)
    assert plot.lines("y", "x")[1:4] == ["4 ┤──╮", "2 ┤  ╰────╮", "0 ┤       ╰───"]


def test_what_lies_above_the_grid_is_left_out():
    plot = TextPlot((4, 1), (4, 1), 30, 5)
    plot.dots(lambda at: 3 * at, 0, 4, "·")
    plot.put(0, -1, "x")
    drawn = plot.lines("y", "x")
    assert "x" not in "".join(drawn[:-2])
    assert drawn[1].count("·") <= 3
