"""Charts as SVG text for a page that needs no script: colours are classes of the style sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["step", "line", "dots"]

COLOURS = 12  # classes c0 to c11 of the style sheet
_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 16, 12, 46
_MOST_DOTS = 60  # a line of more points shows no marks


@dataclass(frozen=True)
class Series:
    """A method's part of a chart; ``number`` gives its colour and its mark."""

    name: str
    number: int
    x: Sequence[float]
    y: Sequence[float]
    form: Form = "line"
    dashed: bool = False


@dataclass(frozen=True)
class Axis:
    """A label, and two flags: the scale is logarithmic; only whole values have a meaning."""

    label: str
    log: bool = False
    whole: bool = False


class _Scale:
    """Maps values to pixels and knows where ticks stand."""

    def __init__(self, values: Sequence[float], axis: Axis, start: float, end: float) -> None:
        self.log = axis.log and min(values) > 0
        self._least_step = 1.0 if axis.whole else 0.0
        low, high = min(values), max(values)
        if low == high:
            low, high = (low / 2, high * 2) if self.log else (low - _half(low), high + _half(high))
        elif not self.log:
            margin = 0.04 * (high - low)
            low, high = low - margin, high + margin
        self._low, self._high = self._of(low), self._of(high)
        self._start, self._end = start, end

    def _of(self, value: float) -> float:
        return math.log10(value) if self.log else value

    def __call__(self, value: float) -> float:
        share = (self._of(value) - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)

    def ticks(self) -> list[float]:
        """Return four to eight round values within the range."""
        if self.log:
            decades = range(math.ceil(self._low - 1e-9), math.floor(self._high + 1e-9) + 1)
            if len(decades) >= 2:
                every = max(1, len(decades) // 6)
                return [10.0**k for k in decades[::every]]
            return self._round_ticks(10**self._low, 10**self._high)
        return self._round_ticks(self._low, self._high)

    def _round_ticks(self, low: float, high: float) -> list[float]:
        rough = max((high - low) / 5, self._least_step)
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(k * power for k in (1, 2, 2.5, 5, 10) if k * power >= rough)
        first, last = math.ceil(low / step), math.floor(high / step)
        return [k * step for k in range(first, last + 1)]


def _half(value: float) -> float:
    return abs(value) / 2 or 0.5


def chart(title: str, series: Sequence[Series], x: Axis, y: Axis) -> str:
    """Return a chart as an SVG element; with nothing to draw, as an empty text."""
    drawn = [line for line in series if line.x]
    if not drawn:
        return ""
    across = _Scale([v for s in drawn for v in s.x], x, _LEFT, _WIDTH - _RIGHT)
    up = _Scale([v for s in drawn for v in s.y], y, _HEIGHT - _BOTTOM, _TOP)
    parts = [
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        *_grid(across, up),
        f'<text class="label" x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 8}" '
        f'text-anchor="middle">{escape(x.label)}</text>',
        f'<text class="label" transform="translate(14 {(_TOP + _HEIGHT - _BOTTOM) / 2}) '
        f'rotate(-90)" text-anchor="middle">{escape(y.label)}</text>',
    ]
    for line in drawn:
        parts += _draw(line, across, up)
    return "".join([*parts, "</svg>"])


def _grid(across: _Scale, up: _Scale) -> list[str]:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    parts = []
    for value in up.ticks():
        at = up(value)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{at}" y2="{at}"/>')
        parts.append(
            f'<text class="tick" x="{_LEFT - 6}" y="{at + 4}" text-anchor="end">{_short(value)}'
            "</text>"
        )
    for value in across.ticks():
        at = across(value)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(
            f'<text class="tick" x="{at}" y="{bottom + 16}" text-anchor="middle">{_short(value)}'
            "</text>"
        )
    return parts


def _draw(series: Series, across: _Scale, up: _Scale) -> list[str]:
    colour = f"c{series.number % COLOURS}"
    points = [(across(x), up(y)) for x, y in zip(series.x, series.y, strict=True)]
    parts = []
    if series.form != "dots" and len(points) > 1:
        dash = " dashed" if series.dashed else ""
        path = _path(points, series.form)
        parts.append(f'<path class="line {colour}{dash}" d="{path}"/>')
    all_marked = series.form == "dots" or (len(points) <= _MOST_DOTS and not series.dashed)
    marked = range(len(points)) if all_marked else [len(points) - 1]
    for k in marked:
        words = f"{series.name}: {_short(series.x[k], 6)}, {_short(series.y[k], 6)}"
        parts.append(
            f'<g class="mark {colour}"><title>{escape(words)}</title>'
            f"{mark(series.number, *points[k])}</g>"
        )
    return parts


def _path(points: Sequence[tuple[float, float]], form: Form) -> str:
    steps = [f"M{points[0][0]} {points[0][1]}"]
    for x, y in points[1:]:
        steps.append(f"H{x}V{y}" if form == "step" else f"L{x} {y}")
    return "".join(steps)


def mark(number: int, x: float, y: float) -> str:
    """Return the mark of a method: circle, square, diamond or triangle.

    The first methods have the larger marks, so that marks at one place are seen as rings.
    """
    shape, r = (number + number // COLOURS) % 4, max(2.8, 5.2 - 0.4 * number)
    if shape == 0:
        return f'<circle cx="{x}" cy="{y}" r="{r:.1f}"/>'
    if shape == 1:
        side = 1.8 * r
        corner = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}"'
        return f'<rect {corner} width="{side:.1f}" height="{side:.1f}"/>'
    if shape == 2:
        d = f"{1.25 * r:.1f}"
        return f'<path d="M{x} {y - 1.25 * r:.1f}l{d} {d}-{d} {d}-{d}-{d}z"/>'
    return f'<path d="M{x} {y - 1.2 * r:.1f}l{1.2 * r:.1f} {2 * r:.1f}h-{2.4 * r:.1f}z"/>'


def _short(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
