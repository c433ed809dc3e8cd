"""How the cost of communication grows with the number of devices: in a ring, in a tree, and if it didn't grow at all.

A ring hands its parts on k − 1 times, a tree has log₂ k levels; so all three cost the same with two devices, and that
cost is the unit in which they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import log2
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.columns import columns, wrapped
from quizgen.drawing import Drawing, FigureField, Given
from quizgen.drawing.given import count, positive, text, written
from quizgen.drawing.plot import Axis, Real, coordinate, path, rounded_up, step_of
from quizgen.maths.values import whole

USUAL_END = 16
MOST_DEVICES = 1024
WIDTH, HEIGHT = 320, 222
LEFT, RIGHT, TOP, BOTTOM = 34, 232, 26, 182
APART = 15
"""How far apart the names at the ends of the curves stand."""
LONGEST_BAR = 48


class Growth(NamedTuple):
    """A way to communicate: its name, the order of its cost, its cost in multiples of that of two devices, its line."""

    name: str
    order: str
    times: Callable[[float], float]
    dashes: str

    def costing(self, unit: float) -> Callable[[float], float]:
        """The cost by the number of devices, where two devices cost `unit`."""
        return lambda devices: unit * self.times(devices)


GROWTHS = (
    Growth("ring", "O(k)", lambda k: k - 1, "none"),
    Growth("tree", "O(log k)", log2, "7 4"),
    Growth("constant", "O(1)", lambda _: 1, "1.5 4"),
)


class _Costs(NamedTuple):
    cost: Real
    unit: str
    upto: int
    at: int | None


def _costs(given: Given) -> _Costs:
    upto = count(given, "upto", 4, MOST_DEVICES) if "upto" in given else USUAL_END
    return _Costs(
        positive(given, "cost") if "cost" in given else 1, text(given, "unit"), upto,
        count(given, "at", 2, upto) if "at" in given else None,
    )  # fmt: skip


class CostCurves:
    """Three curves that start together at two devices."""

    name = "cost-curves"
    means = "The cost of communication against the number of devices, for a ring, for a tree, and for a constant cost."
    fields: Mapping[str, FigureField] = MappingProxyType({
        "upto": FigureField(f"the number of devices where the curves end, {USUAL_END} if it is left out"),
        "cost": FigureField("the cost with two devices, where all three are the same; 1 if it is left out"),
        "unit": FigureField("the unit of the cost, as a text that stands beside the axis", "text"),
        "at": FigureField("a number of devices that is marked by a line"),
    })  # fmt: skip
    layout: Path | None = None

    def drawing(self, given: Given) -> Drawing:
        """Axes, curves with their names, and the line."""
        costs = _costs(given)
        up = Axis(*rounded_up(costs.cost * (costs.upto - 1), 5), BOTTOM, TOP)
        left = up.margin(LEFT)
        across = Axis(costs.upto, step_of(costs.upto, 8, whole=True), left, RIGHT)
        ends = [up.at(float(costs.cost) * growth.times(costs.upto)) for growth in GROWTHS]
        curves = [
            {
                "points": path(across, up, growth.costing(float(costs.cost)), 2, costs.upto),
                "name": growth.name, "order": growth.order, "dashes": growth.dashes, "y": coordinate(y + 4),
            }
            for growth, y in zip(GROWTHS, _spread(ends), strict=True)
        ]  # fmt: skip
        parts: dict[str, Any] = {
            "left": left, "right": RIGHT, "end": RIGHT, "top": TOP, "bottom": BOTTOM, "unit": costs.unit,
            "curves": curves, "across": across.ticks((costs.at,) if costs.at is not None else ()), "up": up.ticks(),
            "names_at": RIGHT + 8,
            "at": None if costs.at is None else {"x": coordinate(across.at(costs.at)), "k": written(costs.at)},
        }  # fmt: skip
        return Drawing(WIDTH, HEIGHT, parts)

    def description(self, given: Given) -> tuple[str, str]:
        """Which curves there are and how they run."""
        costs = _costs(given)
        says = [
            f"The horizontal axis is the number of devices k, up to {costs.upto}; the vertical axis is the cost.",
            "All three curves start at the same cost with 2 devices.",
            "That of the ring is a straight line that rises with k; that of the tree rises ever more slowly, as the",
            "logarithm of k; the third is level.",
        ]
        if costs.at is not None:
            says.append(f"A line marks k = {costs.at}.")
        return "Communication cost against the number of devices", " ".join(says)

    def text(self, given: Given, width: int) -> list[str]:
        """Bars for 2, 4, 8 … devices: there the levels of a tree are whole numbers."""
        costs = _costs(given)
        unit = f" {costs.unit}" if costs.unit else ""
        head = f"Communication cost, {written(costs.cost)}{unit} with 2 devices"
        counts = sorted({2**n for n in range(1, costs.upto.bit_length())} | ({costs.at} if costs.at else set()))
        label = max(len(growth.name) for growth in GROWTHS)
        left = len(f"k = {counts[-1]}")
        most = costs.cost * (counts[-1] - 1)
        room = min(width - left - label - 6 - columns(written(most) + unit), LONGEST_BAR)
        lines = wrapped(head if costs.cost != 1 or unit else "Communication cost (that with 2 devices is 1)", width)
        for k in counts:
            lines.append("")
            for index, growth in enumerate(GROWTHS):
                times = Fraction(growth.times(k))
                value = costs.cost * times
                start = f"k = {k}" if index == 0 else ""
                bar = _bar(float(value / most) * room)
                about = "" if times.denominator == 1 else "≈ "
                lines.append(f"{start:<{left}}  {growth.name:<{label}}  {bar} {about}{written(whole(value))}{unit}")
        orders = "; ".join(f"{growth.name}: {growth.order}" for growth in GROWTHS)
        return [*lines, "", *wrapped(orders, width)]


KIND = CostCurves()


def _spread(places: list[float]) -> list[float]:
    """Places that grow downwards, moved up where they would stand too close."""
    found: list[float] = []
    for place in reversed(places):
        found.append(min(place, found[-1] - APART) if found else place)
    return found[::-1]


def _bar(length: float) -> str:
    """A bar to an eighth of a column, never nothing."""
    eighths = max(int(length * 8 + 0.5), 1)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
