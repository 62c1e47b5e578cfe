"""Pictures of one outcome, as SVG that stands alone: in a notebook, a page or a file."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from .faults import input_error

# Charts as SVG text for a page that needs no script: colours are classes of the style sheet.


Form: TypeAlias = Literal["step", "line", "dots"]

SUFFIXES = (".svg", ".pdf", ".png")
# The colours of the methods, the classes c0 to c11 of the style sheet.
PALETTE = (
    *("#1f6fb4", "#d4572a", "#2a8a5b", "#8552a8", "#b8860b", "#c2417c"),
    *("#0f8b8d", "#57606a", "#7b4b2a", "#3d3fb8", "#7a8b00", "#0097c4"),
)
COLOURS = len(PALETTE)
_MARKS = "osD^"  # of matplotlib: circle, square, diamond, triangle
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


@dataclass(frozen=True)
class Chart:
    """Some series over two axes: a page shows it as SVG, a paper as PDF; false if it is empty."""

    title: str
    series: Sequence[Series]
    x: Axis
    y: Axis

    def __bool__(self) -> bool:
        return any(len(line.x) for line in self.series)

    @property
    def svg(self) -> str:
        """The chart as an SVG element; with nothing to draw, an empty text."""
        drawn = [line for line in self.series if len(line.x)]
        if not drawn:
            return ""
        across = _Scale([v for s in drawn for v in s.x], self.x, _LEFT, _WIDTH - _RIGHT)
        up = _Scale([v for s in drawn for v in s.y], self.y, _HEIGHT - _BOTTOM, _TOP)
        parts = [
            f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
            f'aria-label="{escape(self.title)}">',
            *_grid(across, up),
            f'<text class="label" x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 8}" '
            f'text-anchor="middle">{escape(self.x.label)}</text>',
            f'<text class="label" transform="translate(14 {(_TOP + _HEIGHT - _BOTTOM) / 2}) '
            f'rotate(-90)" text-anchor="middle">{escape(self.y.label)}</text>',
        ]
        for line in drawn:
            parts += _draw(line, across, up)
        return "".join([*parts, "</svg>"])

    def write(self, path: Path, names: Sequence[str] | None = None) -> None:
        """Write PDF or PNG, as the suffix says, with a legend of these names, else of the series.

        The names stand for the numbers 0, 1, … of series; those of no series are left out.
        """
        try:
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            from matplotlib.figure import Figure
        except ImportError:
            rule = (
                "needs matplotlib: pip install 'optgap[figures]', or choose a name ending in .svg"
            )
            raise input_error(str(path), rule) from None
        figure = Figure(figsize=(_WIDTH / 100, _HEIGHT / 100), layout="constrained")
        FigureCanvasAgg(figure)
        self.draw(figure.add_subplot(), names)
        kind = path.suffix.lower()[1:]
        stable = {"CreationDate": None} if kind == "pdf" else {"Software": None}
        figure.savefig(path, format=kind, dpi=200, metadata=stable)

    def draw(self, axes: Any, names: Sequence[str] | None = None) -> None:
        """Draw the series on axes of matplotlib, each with the colour and mark of its number."""
        from matplotlib.ticker import MaxNLocator

        labelled: set[str] = set()
        for line in (line for line in self.series if len(line.x)):
            label = line.name if names is None else names[line.number]
            marked = line.form == "dots" or (len(line.x) <= _MOST_DOTS and not line.dashed)
            axes.plot(
                line.x,
                line.y,
                color=PALETTE[line.number % COLOURS],
                drawstyle="steps-post" if line.form == "step" else "default",
                linestyle="none" if line.form == "dots" else "--" if line.dashed else "-",
                marker=_MARKS[_shape(line.number)] if marked else "",
                label="_" if label in labelled else label.replace("$", r"\$"),
            )
            labelled.add(label)
        for axis, scale, values in (
            (self.x, "x", [v for line in self.series for v in line.x]),
            (self.y, "y", [v for line in self.series for v in line.y]),
        ):
            axes.set(**{f"{scale}label": axis.label.replace("$", r"\$")})
            if axis.log and min(values) > 0:
                axes.set(**{f"{scale}scale": "log"})
            elif axis.whole:
                getattr(axes, f"{scale}axis").set_major_locator(MaxNLocator(integer=True))
        axes.grid(color="#d9dee5", linewidth=0.6)
        axes.set_axisbelow(True)
        if len(labelled) > 1 or names is not None:
            axes.legend(fontsize="small", frameon=False)


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
    shape, r = _shape(number), max(2.8, 5.2 - 0.4 * number)
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


def _shape(number: int) -> int:
    """Return the number of a method's mark: methods of one colour have different marks."""
    return (number + number // COLOURS) % 4


def _short(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


_STYLE = "\n".join([
    "<style>",
    ".chart { font: 12px system-ui, sans-serif; background: #fff; max-width: 44rem; }",
    ".grid { stroke: #d9dee5; } .tick, .label { fill: #5a6675; }",
    ".line { fill: none; stroke-width: 2; stroke-linejoin: round; }",
    ".dashed { stroke-dasharray: 5 4; }",
    *(f".line.c{k} {{ stroke: {c}; }} .mark.c{k} {{ fill: {c}; }}" for k, c in enumerate(PALETTE)),
    "</style>",
])  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook shows and `save` writes."""

    chart: Chart

    @property
    def svg(self) -> str:
        """The picture as SVG that stands alone."""
        head, rest = self.chart.svg.split(">", 1)
        return f'{head} xmlns="http://www.w3.org/2000/svg">{_STYLE}{rest}'

    def _repr_html_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture as SVG, PDF or PNG, as the suffix says; PDF and PNG by matplotlib."""
        suffix = Path(path).suffix.lower()
        if suffix not in SUFFIXES:
            raise input_error(str(path), f"must end in {', '.join(SUFFIXES)}")
        if suffix != ".svg":
            self.chart.write(Path(path))
            return
        Path(path).write_text(self.svg, encoding="utf-8")


class DrawnOutcome(Protocol):
    """What of an outcome is drawn."""

    @property
    def method(self) -> str: ...
    @property
    def instance(self) -> Any: ...
    @property
    def front(self) -> Sequence[Any] | None: ...
    @property
    def front_complete(self) -> bool | None: ...
    @property
    def bound_front(self) -> Sequence[Mapping[str, float | None]] | None: ...
    @property
    def trace(self) -> Sequence[Any]: ...
    @property
    def seconds(self) -> float: ...
    @property
    def objective(self) -> float | None: ...
    @property
    def bound(self) -> float | None: ...


class DrawnFront(Protocol):
    """What of a model's front is drawn."""

    @property
    def points(self) -> Sequence[Any]: ...
    @property
    def objectives(self) -> Mapping[str, str]: ...
    @property
    def bound_front(self) -> Sequence[Mapping[str, float]] | None: ...


def picture_of(outcome: DrawnOutcome) -> Picture:
    """Draw the front of two objectives, else objective and bound over time."""
    drawn = _front(outcome) if outcome.front else _course(outcome)
    if not drawn:
        raise ValueError(f"{outcome.method} on {outcome.instance.name}: there is nothing to draw")
    return Picture(drawn)


def _front(outcome: DrawnOutcome) -> Chart:
    assert outcome.front is not None
    first, second = list(outcome.front[0].objectives)[:2]
    points = sorted((p.objectives[first], p.objectives[second]) for p in outcome.front)
    form: Form = "step" if outcome.front_complete or outcome.bound_front else "dots"
    xs, ys = zip(*points, strict=True)
    drawn = [Series(outcome.method, 0, xs, ys, form)]
    below = bound_steps(outcome.bound_front, (first, second), points)
    if below:
        drawn.append(Series("bound: no plan is below", 1, *below, "step", dashed=True))
    return Chart(f"front of {outcome.method}", drawn, Axis(first), Axis(second))


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


def picture_of_front(front: DrawnFront) -> Picture:
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
    return Picture(Chart("front", drawn, Axis(first), Axis(second)))


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
    return Picture(Chart(title, series, Axis(field), Axis("objective")))


def _course(outcome: DrawnOutcome) -> Chart:
    end = (outcome.seconds, outcome.objective, outcome.bound)
    trace = [*outcome.trace, end]
    series = []
    for number, (name, column) in enumerate((("objective", 1), ("bound", 2))):
        known = [(row[0], row[column]) for row in trace if row[column] is not None]
        if known:
            times, values = zip(*known, strict=True)
            series.append(Series(name, number, times, values, "step", dashed=column == 2))
    return Chart("objective and bound over time", series, Axis("seconds"), Axis("value"))
