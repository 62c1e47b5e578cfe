"""Pictures of one outcome, as SVG that stands alone: in a notebook, a page or a file."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from .faults import input_error
from .picture_files import SUFFIXES, write_picture

if TYPE_CHECKING:
    from .fronts import ModelFront
    from .outcome import Outcome

# Charts as SVG text for a page that needs no script: colours are classes of the style sheet.


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


_STYLE = """<style>
.chart { font: 12px system-ui, sans-serif; background: #fff; max-width: 44rem; }
.grid { stroke: #d9dee5; } .tick, .label { fill: #5a6675; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .dashed { stroke-dasharray: 5 4; }
.line.c0 { stroke: #1f6fb4; } .mark.c0 { fill: #1f6fb4; }
.line.c1 { stroke: #d4572a; } .mark.c1 { fill: #d4572a; }
.line.c2 { stroke: #2d8a4e; } .mark.c2 { fill: #2d8a4e; }
.line.c3 { stroke: #8a5cb0; } .mark.c3 { fill: #8a5cb0; }
.line.c4 { stroke: #b8860b; } .mark.c4 { fill: #b8860b; }
.line.c5 { stroke: #5a6675; } .mark.c5 { fill: #5a6675; }
</style>"""


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook shows and `save` writes."""

    svg: str

    def _repr_html_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture as SVG, PDF or PNG, as the suffix says; PDF and PNG by matplotlib."""
        suffix = Path(path).suffix.lower()
        if suffix not in SUFFIXES:
            raise input_error(str(path), f"must end in {', '.join(SUFFIXES)}")
        if suffix != ".svg":
            write_picture(self.svg, Path(path))
            return
        Path(path).write_text(self.svg, encoding="utf-8")


def picture_of(outcome: Outcome) -> Picture:
    """Draw the front of two objectives, else objective and bound over time."""
    drawn = _front(outcome) if outcome.front else _course(outcome)
    if not drawn:
        raise ValueError(f"{outcome.method} on {outcome.instance.name}: there is nothing to draw")
    return _standing_alone(drawn)


def _front(outcome: Outcome) -> str:
    assert outcome.front is not None
    first, second = list(outcome.front[0].objectives)[:2]
    points = sorted((p.objectives[first], p.objectives[second]) for p in outcome.front)
    form: Form = "step" if outcome.front_complete or outcome.bound_front else "dots"
    xs, ys = zip(*points, strict=True)
    drawn = [Series(outcome.method, 0, xs, ys, form)]
    below = bound_steps(outcome.bound_front, (first, second), points)
    if below:
        drawn.append(Series("bound: no plan is below", 1, *below, "step", dashed=True))
    return chart(f"front of {outcome.method}", drawn, Axis(first), Axis(second))


def bound_steps(
    bound_front: Sequence[Mapping[str, float | None]] | None,
    names: tuple[str, str],
    points: Sequence[tuple[float, float]],
) -> tuple[list[float], list[float]] | None:
    """Return the line below which no plan is, as far as the points reach; two objectives only.

    From a limit on, the bound of the next entry holds.
    """
    if not bound_front or len(bound_front[0]) != 2:
        return None
    first, second = names
    xs, ys = [points[0][0]], [bound_front[0][second]]
    for before, after in itertools.pairwise(bound_front):
        limit = before[first]
        if limit is not None and limit > xs[-1]:
            xs.append(limit)
            ys.append(after[second])
        else:
            ys[-1] = after[second]
    xs.append(max(points[-1][0], xs[-1]))
    ys.append(ys[-1])
    return xs, [0.0 if y is None else y for y in ys]


def picture_of_front(front: ModelFront) -> Picture:
    """Draw two objectives of a model's front, and the corners that bound it where it is open."""
    if not front.points:
        raise ValueError("there is no point to draw")
    first, second = list(front.objectives)[:2]
    points = sorted((p.objectives[first], p.objectives[second]) for p in front.points)
    xs, ys = zip(*points, strict=True)
    drawn = [Series("points", 0, xs, ys, "dots")]
    if front.bound_front:
        corners = sorted((corner[first], corner[second]) for corner in front.bound_front)
        xs, ys = zip(*corners, strict=True)
        drawn.append(Series("corners: every plan is no better than one", 1, xs, ys, "dots"))
    return _standing_alone(chart("front", drawn, Axis(first), Axis(second)))


def picture_of_sweep(field: str, rows: Sequence[Mapping[str, float | None]], title: str) -> Picture:
    """Draw what a sweep found: the bound, dashed, and the objective of every method."""
    names = [name for name in rows[0] if name != field] if rows else []
    series = []
    for number, name in enumerate(sorted(names, key=lambda name: name == "bound")):
        known = [(row[field], value) for row in rows if (value := row.get(name)) is not None]
        if known:
            xs, ys = zip(*known, strict=True)
            series.append(Series(name, number, xs, ys, "line", dashed=name == "bound"))
    if not series:
        raise input_error("plot", "has nothing to draw: no method has a plan for any value")
    return _standing_alone(chart(title, series, Axis(field), Axis("objective")))


def _standing_alone(drawn: str) -> Picture:
    head, rest = drawn.split(">", 1)
    return Picture(f'{head} xmlns="http://www.w3.org/2000/svg">{_STYLE}{rest}')


def _course(outcome: Outcome) -> str:
    end = (outcome.seconds, outcome.objective, outcome.bound)
    trace = [*outcome.trace, end]
    series = []
    for number, (name, column) in enumerate((("objective", 1), ("bound", 2))):
        known = [(row[0], row[column]) for row in trace if row[column] is not None]
        if known:
            times, values = zip(*known, strict=True)
            series.append(Series(name, number, times, values, "step", dashed=column == 2))
    return chart("objective and bound over time", series, Axis("seconds"), Axis("value"))
