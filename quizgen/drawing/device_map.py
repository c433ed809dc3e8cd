"""Where the layers of a network live: whole layers on each device, or a block of every layer's matrix on each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.drawing import Drawing, FigureField, Given
from quizgen.drawing.given import count, text
from quizgen.drawing.plot import coordinate
from quizgen.errors import KindError, Undefined
from quizgen.maths.arithmetic import describe

MOST_DEVICES, MOST_LAYERS = 16, 1_000
VIEW = 320
CHARACTER = 7
"""The width that a label's character takes at most, on the average."""
BAR, PITCH, PAD = 7, 11, 7
"""A layer's bar, the distance to the next, and the room around them in a device's band."""
SHOWN = 3
"""So many layers of a band are drawn; where there are more, dots stand before the last."""
ROW, ROW_PITCH, ROWS = 20, 27, 6
BARS_TOP, MATRIX_TOP = 26, 30
_CUTS = {"layers": False, "matrix": True, "matrices": True}


class _Map(NamedTuple):
    devices: int
    layers: int
    through: bool
    noun: str
    labelled: int

    def held(self, device: int) -> range:
        """The layers that live whole on a device; the first devices take what doesn't divide."""
        each, more = divmod(self.layers, self.devices)
        first = device * each + min(device, more)
        return range(first, first + each + (device < more))

    def says(self, device: int) -> str:
        """The label of a device's band."""
        held = self.held(device)
        if device >= self.labelled:
            return _counted(len(held), "layer")
        return f"layer {held[0]}" if len(held) == 1 else f"layers {held[0]}–{held[-1]}"

    def rows(self) -> tuple[int | None, ...]:
        """The layers that are drawn where each is cut; None where some are left out."""
        if self.layers <= ROWS:
            return tuple(range(self.layers))
        return (0, 1, 2, None, self.layers - 1)


def _map(given: Given) -> _Map:
    cut = given.get("cut")
    if not isinstance(cut, str) or cut not in _CUTS:
        raise KindError(f'the figure\'s `cut` must be "layers" or "matrix", not {describe(cut)}')
    devices = count(given, "devices", 1, MOST_DEVICES)
    layers = count(given, "layers", 1, MOST_LAYERS)
    if layers < devices and not _CUTS[cut]:
        raise Undefined(f"{layers} layers don't go round {devices} devices, each of which holds at least one whole")
    labelled = count(given, "labelled", 0, MOST_LAYERS) if "labelled" in given else devices
    return _Map(devices, layers, _CUTS[cut], text(given, "noun", "device"), labelled)


class DeviceMap:
    """Bands of whole layers, one a device, or rows of layers that are cut into one block a device."""

    name = "device-map"
    means = "Where layers live: whole ones, a band for each device, or a block of each layer's matrix on each device."
    fields: Mapping[str, FigureField] = MappingProxyType({
        "devices": FigureField(f"the number of devices, up to {MOST_DEVICES}", required=True),
        "layers": FigureField("the number of layers in all", required=True),
        "cut": FigureField('"layers" if each device holds whole layers, "matrix" if each holds a block of every layer',
                           "text", required=True),
        "noun": FigureField('what a device is called, such as "GPU"; "device" if it is left out', "text"),
        "labelled": FigureField("how many devices, from the first, show which layers they hold; all if left out"),
    })  # fmt: skip
    layout: Path | None = None

    def drawing(self, given: Given) -> Drawing:
        """Bands with bars, or rows cut into blocks."""
        shown = _map(given)
        height, parts = _matrices(shown) if shown.through else _bands(shown)
        return Drawing(VIEW, height, {"through": shown.through, "noun": shown.noun, **parts})

    def description(self, given: Given) -> tuple[str, str]:
        """What lies where, in the words of the picture."""
        shown = _map(given)
        noun, last = shown.noun, shown.devices - 1
        title = f"Where {_counted(shown.layers, 'layer')} live on {_counted(shown.devices, noun)}"
        more = f", and so on to {noun} {last}" if last > 1 else ""
        if not last:
            return title, f"All layers, each of them whole, live on {noun} 0."
        if shown.through:
            return title, (
                f"Layers, numbered from 0, are rows, one below the other. Each row is cut into {shown.devices} blocks "
                f"side by side: the first of each row lives on {noun} 0, the second on {noun} 1{more}."
            )
        first, second = (f"{noun} {device} holds {_told(shown.held(device))}" for device in (0, 1))
        says = f"Bands lie one below the other, one for each {noun}: {first}, {second}{more}. Each layer is whole."
        return title, says

    def text(self, given: Given, width: int) -> list[str]:
        """Boxes with the labels in them."""
        shown = _map(given)
        return _matrices_text(shown, width) if shown.through else _bands_text(shown)


KIND = DeviceMap()


def _counted(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _told(held: range) -> str:
    return f"layer {held[0]}" if len(held) == 1 else f"layers {held[0]} to {held[-1]}"


# ------------------------------------------------------------------------------------------------ whole layers
def _bands(shown: _Map) -> tuple[int, dict[str, Any]]:
    left = 10 + CHARACTER * len(f"{shown.noun} {shown.devices - 1}")
    right = VIEW - 6 - CHARACTER * max(len(shown.says(device)) for device in range(shown.devices))
    most = max(len(shown.held(device)) for device in range(shown.devices))
    band = min(most, SHOWN + 1) * PITCH - (PITCH - BAR) + 2 * PAD
    bands = []
    for device in range(shown.devices):
        top = BARS_TOP + device * (band + 6)
        bars, dots = _bars(top + band / 2, len(shown.held(device)))
        bands.append({
            "top": top, "name": f"{shown.noun} {device}", "says": shown.says(device),
            "line": coordinate(top + band / 2 + 4.5), "bars": bars, "dots": dots,
        })  # fmt: skip
    bottom = BARS_TOP + shown.devices * (band + 6) - 6
    parts = {
        "bands": bands, "left": left, "width": right - left, "band": band, "bar": BAR, "bar_left": left + PAD,
        "bar_width": right - left - 2 * PAD, "middle": coordinate((left + right) / 2), "right": right + 6,
        "bottom": bottom,
    }  # fmt: skip
    return bottom + 46, parts


def _bars(middle: float, count: int) -> tuple[list[str], list[str]]:
    """Where the bars of a band lie around its middle, and the dots before the last where there are more."""
    room = min(count, SHOWN + 1)
    tops = [middle + index * PITCH - (room * PITCH - (PITCH - BAR)) / 2 for index in range(room)]
    left_out = tops.pop(SHOWN - 1) if count > room else None
    dots = [] if left_out is None else [left_out + BAR / 2 + step for step in (-3.5, 0, 3.5)]
    return list(map(coordinate, tops)), list(map(coordinate, dots))


def _bands_text(shown: _Map) -> list[str]:
    names = [f"{shown.noun} {device}" for device in range(shown.devices)]
    says = [shown.says(device) for device in range(shown.devices)]
    left, inside = max(map(len, names)) + 2, max(18, *map(len, says))
    indent, rule = " " * left, "─" * (inside + 2)
    lines = [f"{indent}  input ↓", f"{indent}┌{rule}┐"]
    for device, (name, said) in enumerate(zip(names, says, strict=True)):
        if device:
            lines.append(f"{indent}├{rule}┤")
        lines.append(f"{name:<{left}}│ {said:<{inside}} │")
    return [*lines, f"{indent}└{rule}┘", f"{indent}  output ↓", "", "Each box holds whole layers."]


# -------------------------------------------------------------------------------- a block of each layer's matrix
def _matrices(shown: _Map) -> tuple[int, dict[str, Any]]:
    rows = shown.rows()
    left = max(10 + CHARACTER * len(f"layer {shown.layers - 1}"), 8 + CHARACTER * len(shown.noun))
    block = (VIEW - 2 - left) / shown.devices
    named = CHARACTER * len(f"{shown.noun} {shown.devices - 1}") <= block
    columns = [
        {
            "x": coordinate(left + device * block + 2), "middle": coordinate(left + (device + 0.5) * block),
            "name": f"{shown.noun} {device}" if named else str(device),
        }
        for device in range(shown.devices)
    ]  # fmt: skip
    placed = [(MATRIX_TOP + index * ROW_PITCH, layer) for index, layer in enumerate(rows)]
    bottom = MATRIX_TOP + len(rows) * ROW_PITCH - (ROW_PITCH - ROW)
    parts = {
        "columns": columns, "block": coordinate(block - 4), "row": ROW, "left": left, "names_apart": not named,
        "rows": [{"top": top, "line": top + 14.5, "name": f"layer {n}"} for top, n in placed if n is not None],
        "dots": [[top + 4, top + 10, top + 16] for top, n in placed if n is None], "bottom": bottom,
    }  # fmt: skip
    return bottom + 30, parts


def _matrices_text(shown: _Map, width: int) -> list[str]:
    left = max(len(f"layer {shown.layers - 1}"), len(shown.noun)) + 1
    longest = len(f"{shown.noun} {shown.devices - 1}")
    block = min(longest + 2, (width - left - 1) // shown.devices - 1)
    named = block >= longest
    each: list[int | None] = list(range(shown.devices))
    if block < len(str(shown.devices - 1)):
        block, each[2:-1] = 4, [None]
    heads = ["…" if device is None else f"{shown.noun} {device}" if named else str(device) for device in each]
    indent = " " * left

    def rule(start: str, between: str, end: str) -> str:
        return indent + start + between.join(["─" * block] * len(each)) + end

    lines = [f"{'' if named else shown.noun:<{left}} " + " ".join(f"{head:^{block}}" for head in heads).rstrip()]
    for index, layer in enumerate(shown.rows()):
        lines.append(rule("├", "┼", "┤") if index else rule("┌", "┬", "┐"))
        cells = ["⋮" if layer is None else "…" if device is None else "" for device in each]
        name = "" if layer is None else f"layer {layer}"
        lines.append(f"{name:<{left}}│{'│'.join(f'{cell:^{block}}' for cell in cells)}│")
    return [*lines, rule("└", "┴", "┘"), "", "Each row is the matrix of one layer."]
