"""How speedup grows with the number of devices: S(k) = T / (T/k + c), with T computed and c communicated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.drawing import Drawing, FigureField, Given
from quizgen.drawing.given import count, equals, number, numbers, positive, truth, written
from quizgen.drawing.plot import Axis, Real, coordinate, path, rounded_up, step_of
from quizgen.drawing.text_plot import TextPlot
from quizgen.errors import TooMuchWork, Undefined

MOST_DEVICES = 100_000
MOST_POINTS = 4
DOTTED = 16
"""Up to so many devices each whole number of them gets a dot: there are none between."""
WIDTH, HEIGHT = 320, 222
LEFT, RIGHT, TOP, BOTTOM = 34, 308, 26, 182


class _Curve(NamedTuple):
    """What is to be drawn. `slowing` is c/T; `ceiling` is None where no line is asked for."""

    slowing: Real
    points: tuple[Real, ...]
    ceiling: Real | None
    ideal: bool
    across: tuple[Real, Real]
    up: tuple[Real, Real]

    @property
    def drawn(self) -> bool:
        """Whether there is a curve: a figure for a stem has none."""
        return bool(self.points) or self.ceiling is not None

    def speedup(self, devices: Any) -> Any:
        """S(k); one device has nothing to synchronise with."""
        return 1 if devices == 1 else devices / (1 + devices * self.slowing)


def _curve(given: Given) -> _Curve:
    slowing = Fraction(number(given, "comm")) / Fraction(positive(given, "compute"))
    if slowing < 0:
        raise Undefined("the figure's `comm` must not be below 0")
    points = numbers(given, "at", 1, MOST_POINTS)
    ceiling = positive(given, "ceiling") if "ceiling" in given else None
    upto = count(given, "upto", 2, MOST_DEVICES) if "upto" in given else _usual_end(points, ceiling)
    if max((upto, *points)) > MOST_DEVICES:
        raise TooMuchWork(f"the figure has room for up to {MOST_DEVICES} devices")
    end = -(-max((upto, *points)) // 1)
    across = end, step_of(end, 8, whole=True)
    ideal = truth(given, "ideal", otherwise=True)
    made = _Curve(slowing, points, ceiling, ideal, across, across)
    tallest = ceiling * Fraction(5, 4) if ceiling is not None else end if ideal else 0
    drawn = (made.speedup(end), *map(made.speedup, points)) if made.drawn else ()
    return made._replace(up=rounded_up(max(tallest, 1, *drawn), 6))


def _usual_end(points: tuple[Real, ...], ceiling: Real | None) -> Real:
    """Twice as far as the farthest point, and far enough to see the curve come near its ceiling."""
    last = max((8, *(2 * point for point in points if len(points) == 1), *(point * Fraction(4, 3) for point in points)))
    return max(last, 4 * ceiling) if ceiling is not None else last


class SpeedupCurve:
    """The saturating curve with the points and the ceiling that are asked for; without them, axes and the ideal."""

    name = "speedup-curve"
    means = "Speedup against the number of devices: the ideal, and the curve if a point or its ceiling is asked for."
    fields: Mapping[str, FigureField] = MappingProxyType({
        "compute": FigureField("the time of one iteration on one device", "quantity", required=True, usual="T_compute"),
        "comm": FigureField("the time for communication in an iteration", "quantity", required=True, usual="T_comm"),
        "at": FigureField("the number of devices at which the curve is marked, or a list of up to 4", "numbers"),
        "ceiling": FigureField("the speedup that the curve comes near, drawn as a line"),
        "upto": FigureField("the number of devices where the axis ends"),
        "ideal": FigureField("whether the line S = k is drawn; it is, unless this is false", "truth"),
    })  # fmt: skip
    layout: Path | None = None

    def drawing(self, given: Given) -> Drawing:
        """Axes, curve, dots, ideal, ceiling and points in the view."""
        curve = _curve(given)
        up = Axis(*curve.up, BOTTOM, TOP)
        across = Axis(*curve.across, up.margin(LEFT), RIGHT)
        parts: dict[str, Any] = {
            "left": across.low, "right": RIGHT, "end": RIGHT + 6, "top": TOP, "bottom": BOTTOM,
            "across": across.ticks(curve.points), "up": up.ticks(),
            "ideal": _ideal(curve, across, up) if curve.ideal else None,
            "curve": "", "dots": (), "points": [_point(curve, at, across, up) for at in curve.points], "ceiling": None,
        }  # fmt: skip
        if curve.drawn:
            parts["curve"] = path(across, up, _reckoned(curve), min(2, across.end), across.end)
            parts["dots"] = _dots(curve, across, up)
        if curve.ceiling is not None:
            parts["ceiling"] = {"y": coordinate(up.at(curve.ceiling)), "says": equals(curve.ceiling)}
        return Drawing(WIDTH, HEIGHT, parts)

    def description(self, given: Given) -> tuple[str, str]:
        """What the axes are and which lines there are, without a value of the curve."""
        curve = _curve(given)
        says = [
            f"The horizontal axis is the number of devices k, from 0 to {written(curve.across[0])};",
            f"the vertical axis is the speedup S, from 0 to {written(curve.up[0])}.",
        ]
        if curve.ideal:
            says.append("A straight dashed line shows the ideal, S = k.")
        if curve.drawn and curve.slowing:
            below = "stays below it and " if curve.ideal else ""
            says.append(f"A curve {below}rises ever more slowly.")
        if curve.ceiling is not None:
            says.append("A dotted horizontal line above the curve shows what it comes near.")
        if curve.points:
            says.append(f"The curve is marked at k = {' and k = '.join(map(written, curve.points))}.")
        return "Speedup against the number of devices", " ".join(says)

    def text(self, given: Given, width: int) -> list[str]:
        """The same on a grid of characters, and what the lines are."""
        curve = _curve(given)
        plot = TextPlot(curve.across, curve.up, width, 16)
        legend = []
        if curve.ceiling is not None:
            plot.level(curve.ceiling, "╌")
            legend.append(f"╌╌ ceiling, S {equals(curve.ceiling)}")
        if curve.ideal:
            plot.dots(lambda at: at, 0, curve.across[0], "·")
            legend.insert(0, "·· ideal, S = k")
        if curve.drawn:
            plot.line(_reckoned(curve), min(2, curve.across[0]), curve.across[0])
            legend.insert(0, "── speedup S")
        for at in curve.points:
            plot.put(plot.column(at), plot.row(curve.speedup(at)), "●")
            legend.append(f"● k = {written(at)}, S {equals(curve.speedup(at))}")
        return [*plot.lines("S", "k"), "", *_joined(legend, width)]


KIND = SpeedupCurve()


def _reckoned(curve: _Curve) -> Any:
    slowing = float(curve.slowing)
    return lambda at: at / (1 + at * slowing)


def _ideal(curve: _Curve, across: Axis, up: Axis) -> dict[str, str]:
    """The line S = k as far as the view goes, and where its label stands: above it, or right of a steep one."""
    end = min(curve.across[0], curve.up[0])
    x, y = across.at(end), up.at(end)
    steep = x < (across.low + RIGHT) / 2
    beside = end if steep else float(end) * 0.8
    return {
        "x1": coordinate(across.at(0)), "y1": coordinate(up.at(0)), "x2": coordinate(x), "y2": coordinate(y),
        "x": coordinate(across.at(beside) + (7 if steep else -6)),
        "y": coordinate(up.at(beside) + (9 if steep else -3)), "anchor": "start" if steep else "end",
    }  # fmt: skip


def _dots(curve: _Curve, across: Axis, up: Axis) -> list[tuple[str, str]]:
    if curve.across[0] > DOTTED:
        return []
    speedup = _reckoned(curve)
    found = ((at, speedup(at) if at > 1 else 1) for at in range(1, int(curve.across[0]) + 1) if at not in curve.points)
    return [(coordinate(across.at(at)), coordinate(up.at(height))) for at, height in found]


def _point(curve: _Curve, at: Real, across: Axis, up: Axis) -> dict[str, str]:
    speedup = curve.speedup(at)
    x, y = across.at(at), up.at(speedup)
    above = x > RIGHT - 76 or y > BOTTOM - 24
    return {
        "x": coordinate(x), "y": coordinate(y), "k": written(at), "says": equals(speedup),
        "label_x": coordinate(x - 4 if x > RIGHT - 76 else x + 8), "label_y": coordinate(y - 9 if above else y + 18),
        "anchor": "end" if x > RIGHT - 76 else "start",
    }  # fmt: skip


def _joined(items: list[str], width: int) -> list[str]:
    """Items side by side, as many as fit a line."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += "   " + item
        else:
            lines.append(item)
    return lines
