"""A picture as PDF or PNG: the SVG of our own charts, drawn again by matplotlib.

matplotlib comes with the extra ``optgap[figures]``, and is imported when a picture is written.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from .faults import input_error

SUFFIXES = (".svg", ".pdf", ".png")
# The colours of the methods, c0 to c11, as on the page of a report.
_COLOURS = (
    *("#1f6fb4", "#d4572a", "#2a8a5b", "#8552a8", "#b8860b", "#c2417c"),
    *("#0f8b8d", "#57606a", "#7b4b2a", "#3d3fb8", "#7a8b00", "#0097c4"),
)
_GRID, _INK = "#d9dee5", "#5a6675"
_DOTS_PER_INCH = 100  # so that 640 units of a chart are 6.4 inches
_LINE = 22  # units of a line of the legend
_STEP = re.compile(r"([MHVLlhz])([^MHVLlhz]*)")
_NUMBER = re.compile(r"-?\d+\.?\d*")


def write_picture(svg: str, path: Path, legend: Sequence[tuple[str, int]] = ()) -> None:
    """Write a chart as PDF or PNG, as the suffix says, with a legend of names and colours."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        rule = "needs matplotlib: pip install 'optgap[figures]', or choose a name ending in .svg"
        raise input_error(str(path), rule) from None
    root = ElementTree.fromstring(re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL))
    _, _, width, height = map(float, root.get("viewBox", "0 0 640 320").split())
    depth = _LINE * len(legend)
    figure = Figure(figsize=(width / _DOTS_PER_INCH, (height + depth) / _DOTS_PER_INCH))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height + depth, 0))
    axes.set_axis_off()
    for part in root:
        _draw(axes, part, part)
    for k, (name, number) in enumerate(legend):
        y = height + _LINE * (k + 0.5)
        colour = _COLOURS[number % len(_COLOURS)]
        axes.plot([72, 96], [y, y], color=colour, linewidth=2)
        axes.text(104, y, _plain(name), va="center", fontsize=8.5, color=_INK)
    stable = {"CreationDate": None} if path.suffix.lower() == ".pdf" else {"Software": None}
    figure.savefig(path, format=path.suffix.lower()[1:], dpi=2 * _DOTS_PER_INCH, metadata=stable)


def _draw(axes: Any, part: ElementTree.Element, styled: ElementTree.Element) -> None:
    """Draw one element; those in a group have the group's style."""
    kind, style = part.tag.rpartition("}")[2], styled.get("class", "")
    if kind == "g":
        for inner in part:
            _draw(axes, inner, part)
    elif kind == "text":
        _write(axes, part)
    elif kind == "line":
        across, up = _pair(part, "x1", "x2"), _pair(part, "y1", "y2")
        axes.plot(across, up, color=_GRID, linewidth=0.8, zorder=0)
    elif kind == "circle":
        x, y = _pair(part, "cx", "cy")
        axes.add_patch(_patches().Circle((x, y), _number(part, "r"), **_fill_style(style)))
    elif kind == "rect":
        sides = _number(part, "width"), _number(part, "height")
        axes.add_patch(_patches().Rectangle(_pair(part, "x", "y"), *sides, **_fill_style(style)))
    elif kind == "path":
        _draw_path(axes, part.get("d", ""), style)


def _draw_path(axes: Any, steps: str, style: str) -> None:
    """Draw a line, or the outline of a mark, which is closed."""
    points = _points(steps)
    if "line" in style.split():
        dashes = "--" if "dashed" in style else "-"
        xs, ys = zip(*points, strict=True)
        axes.plot(xs, ys, color=_colour(style), linewidth=1.6, linestyle=dashes)
    else:
        axes.add_patch(_patches().Polygon(points, closed=True, **_fill_style(style)))


def _points(steps: str) -> list[tuple[float, float]]:
    """Return the corners of a path of the commands that our charts use."""
    x = y = 0.0
    points: list[tuple[float, float]] = []
    for command, text in _STEP.findall(steps):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        if command in "ML":
            x, y = numbers
        elif command == "H":
            x = numbers[0]
        elif command == "V":
            y = numbers[0]
        elif command == "h":
            x += numbers[0]
        elif command == "l":
            for k in range(0, len(numbers) - 1, 2):
                x, y = x + numbers[k], y + numbers[k + 1]
                points.append((x, y))
            continue
        if command != "z":
            points.append((x, y))
    return points


def _write(axes: Any, part: ElementTree.Element) -> None:
    place = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", part.get("transform", ""))
    x, y = map(float, place.groups()) if place else _pair(part, "x", "y")
    where = {"middle": "center", "end": "right"}.get(part.get("text-anchor", ""), "left")
    style: dict[str, Any] = {"rotation": 90, "va": "center"} if place else {"va": "baseline"}
    axes.text(x, y, _plain(part.text or ""), ha=where, fontsize=8.5, color=_INK, **style)


def _plain(text: str) -> str:
    return text.replace("$", r"\$")  # which would begin a formula


def _fill_style(style: str) -> dict[str, Any]:
    return {"facecolor": _colour(style), "edgecolor": "white", "linewidth": 0.6, "zorder": 3}


def _colour(style: str) -> str:
    number = re.search(r"\bc(\d+)\b", style)
    return _COLOURS[int(number.group(1)) % len(_COLOURS)] if number else _INK


def _pair(part: ElementTree.Element, first: str, second: str) -> tuple[float, float]:
    return _number(part, first), _number(part, second)


def _number(part: ElementTree.Element, key: str) -> float:
    return float(part.get(key, "0"))


def _patches() -> Any:
    from matplotlib import patches

    return patches
