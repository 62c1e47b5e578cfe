"""Charts of series over two axes: as stand-alone SVG, or drawn on Matplotlib axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeAlias

from .faults import input_error
from .files import replacement_of

# Charts as SVG text for a page that needs no script: colours are classes of the style sheet.


# The forms of a line: a step keeps a value until the next point, or since the previous one.
Form: TypeAlias = Literal["step", "step-before", "line", "dots"]

SUFFIXES = (".svg", ".pdf", ".png")
# The colours of the methods, the classes c0 to c11 of the style sheet.  The first six are those of
# Okabe and Ito, which people with a colour vision deficiency can distinguish.
PALETTE = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    *("#57606a", "#7b4b2a", "#3d3fb8", "#7a8b00", "#c2417c", "#0f8b8d"),
)
COLOURS = len(PALETTE)
_MARKS = "osD^"  # of matplotlib: circle, square, diamond, triangle
_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 16, 12, 46
_APART = 14.0  # pixels between two marks of a line
_LETTER, _ROW = 7.0, 20  # of a legend: the width of a letter, the height of a row
_MOST_INSIDE = 5  # names of a legend that stand inside the axes of Matplotlib
_SPREAD = 0.12  # of the diagonal of these axes between two marks of a line
_DRAWSTYLES = {"step": "steps-post", "step-before": "steps-pre"}


@dataclass(frozen=True)
class Series:
    """One method's data in a chart; ``number`` determines its colour and marker."""

    name: str
    number: int
    x: Sequence[float]
    y: Sequence[float]
    form: Form = "line"
    dashed: bool = False


@dataclass(frozen=True)
class Axis:
    """An axis: a label, and flags for logarithmic, integral or percentage ticks.

    ``zero`` is the position of zeros on a logarithmic scale; its tick is labelled 0.
    """

    label: str
    log: bool = False
    whole: bool = False
    percent: bool = False
    zero: float | None = None

    def tick(self, value: float) -> str:
        """Return the text of a tick."""
        at_zero = self.zero is not None and math.isclose(value, self.zero, rel_tol=1e-9)
        if at_zero:
            return "0"
        return f"{_short(100 * value)}%" if self.percent else _short(value)


class _Scale:
    """A mapping from values to pixels, with the positions of ticks."""

    def __init__(self, values: Sequence[float], axis: Axis, start: float, end: float) -> None:
        self.log = axis.log and min(values) > 0
        self._least_step = 1.0 if axis.whole else 0.0
        low, high = min(values), max(values)
        if axis.whole and high - low < 2:
            low, high = low - 1, high + 1
        elif low == high:
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
        """Return round values within the range: powers of ten, or four to eight other values."""
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
        halves = () if self._least_step else (2.5,)  # no integer where the power is 1
        step = next(k * power for k in sorted((1, 2, *halves, 5, 10)) if k * power >= rough)
        first, last = math.ceil(low / step), math.floor(high / step)
        return [k * step for k in range(first, last + 1)]


def _half(value: float) -> float:
    return abs(value) / 2 or 0.5


@dataclass(frozen=True)
class Chart:
    """Series over two axes, drawn as SVG for pages or PDF for papers; an empty chart is false."""

    title: str
    series: Sequence[Series]
    x: Axis
    y: Axis

    def __bool__(self) -> bool:
        return any(len(line.x) for line in self.series)

    @property
    def svg(self) -> str:
        """The chart as an SVG element; "" for an empty chart."""
        drawn = [line for line in self.series if len(line.x)]
        if not drawn:
            return ""
        across = _Scale([v for s in drawn for v in s.x], self.x, _LEFT, _WIDTH - _RIGHT)
        up = _Scale([v for s in drawn for v in s.y], self.y, _HEIGHT - _BOTTOM, _TOP)
        parts = [
            f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
            f'aria-label="{escape(self.title)}">',
            *_grid(across, up, self),
            f'<text class="label" x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 8}" '
            f'text-anchor="middle">{escape(self.x.label)}</text>',
            f'<text class="label" transform="translate(14 {(_TOP + _HEIGHT - _BOTTOM) / 2}) '
            f'rotate(-90)" text-anchor="middle">{escape(self.y.label)}</text>',
        ]
        for line in drawn:
            parts += _draw(line, across, up)
        return "".join([*parts, "</svg>"])

    def write(self, path: Path, names: Sequence[str] | None = None) -> None:
        """Write the chart with its legend as PDF or PNG, by the suffix.

        By default the legend has the names of the series; ``names`` replaces them by series number.
        """
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasAgg(figure)
        self.draw(figure.add_subplot(), names)
        save_figure(figure, path)

    def draw(self, axes: Any, names: Sequence[str] | None = None) -> None:
        """Draw the series on Matplotlib axes, each with the colour and marker of its number."""
        from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

        labelled: set[str] = set()
        drawn = [line for line in self.series if len(line.x)]
        for line in drawn:
            label = line.name if names is None else names[line.number]
            axes.plot(
                line.x,
                line.y,
                color=PALETTE[line.number % COLOURS],
                drawstyle=_DRAWSTYLES.get(line.form, "default"),
                linestyle="none" if line.form == "dots" else "--" if line.dashed else "-",
                marker="" if line.dashed else _MARKS[_shape(line.number)],
                markersize=4.5,
                markevery=_marks_of(line),
                linewidth=max(1.2, 2.4 - 0.3 * line.number),  # of lines at one place all are seen
                label="_" if label in labelled else label.replace("$", r"\$"),
            )
            labelled.add(label)
        for axis, scale, values in (
            (self.x, "x", [v for line in drawn for v in line.x]),
            (self.y, "y", [v for line in drawn for v in line.y]),
        ):
            axes.set(**{f"{scale}label": axis.label.replace("$", r"\$")})
            ticks = getattr(axes, f"{scale}axis")
            if axis.log and min(values) > 0:
                axes.set(**{f"{scale}scale": "log"})
                if max(values) < 100 * min(values):  # powers of ten alone would be too few
                    ticks.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
                ticks.set_minor_formatter(NullFormatter())
            elif axis.whole:
                ticks.set_major_locator(MaxNLocator(integer=True))
                if max(values) - min(values) < 2:  # where the locator falls back to fractions
                    axes.set(**{f"{scale}lim": (min(values) - 1, max(values) + 1)})
            if axis.log or axis.percent:
                ticks.set_major_formatter(FuncFormatter(lambda v, _, axis=axis: axis.tick(v)))
        style_axes(axes)
        if len(labelled) > 1 or names is not None:
            add_legend(axes, len(labelled))


def _marks_of(line: Series) -> tuple[float, float] | None:
    """Return Matplotlib's ``markevery``: the place of the first marker, and the spacing."""
    if line.form == "dots" or len(line.x) < 3:
        return None
    return (_SPREAD * (line.number % 4) / 4, _SPREAD)


# Parts of every Matplotlib figure: its size, grid and legend, and the function that saves it.


SIZE = (_WIDTH / 100, _HEIGHT / 100)  # inches


_NARROW = 4.0  # inches


def style_axes(axes: Any) -> None:
    """Add a light grid behind the chart, and remove the top and the right border."""
    axes.grid(color="#d9dee5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def add_legend(axes: Any, names: int) -> None:
    """Add a legend: inside the axes if it is small and covers no line, else outside.

    It stands beside the axes, or below them in a narrow figure.
    """
    outside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.02)}
    if axes.get_figure(root=True).get_figwidth() < _NARROW:
        from matplotlib.transforms import offset_copy

        height = axes.get_window_extent().y0 - axes.xaxis.get_tightbbox().y0  # of the labels
        place = offset_copy(axes.transAxes, axes.get_figure(), y=-height, units="dots")
        outside = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "bbox_transform": place}
        outside["ncols"] = 2
    if names <= _MOST_INSIDE:
        legend = axes.legend(fontsize="small", frameon=False, loc="best")
        figure = axes.get_figure(root=True)
        if figure.get_layout_engine() is None:  # nothing would make room at the right
            return
        figure.draw_without_rendering()
        if not _is_on_a_line(axes, legend.get_window_extent()):
            return
    axes.legend(fontsize="small", frameon=False, **outside)


def _is_on_a_line(axes: Any, box: Any) -> bool:
    """Return whether a line of the axes crosses a box in screen coordinates."""
    from matplotlib.cbook import STEP_LOOKUP_MAP
    from matplotlib.path import Path as Course

    for line in axes.lines:
        steps = STEP_LOOKUP_MAP[line.get_drawstyle()](*line.get_data())
        points = axes.transData.transform([*zip(*steps, strict=True)])
        if Course(points).intersects_bbox(box, filled=False):
            return True
    return False


def save_figure(figure: Any, path: Path) -> None:
    """Write a Matplotlib figure in the format of the suffix; equal figures give equal bytes."""
    kind = path.suffix.lower()[1:]
    stable = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}
    figure.savefig(path, format=kind, dpi=200, metadata=stable[kind])


def _grid(across: _Scale, up: _Scale, chart: Chart) -> list[str]:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    parts = []
    for value in up.ticks():
        at = up(value)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{at}" y2="{at}"/>')
        parts.append(
            f'<text class="tick" x="{_LEFT - 6}" y="{at + 4}" text-anchor="end">'
            f"{chart.y.tick(value)}</text>"
        )
    for value in across.ticks():
        at = across(value)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(
            f'<text class="tick" x="{at}" y="{bottom + 16}" text-anchor="middle">'
            f"{chart.x.tick(value)}</text>"
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
    for k in _marked(points, series):
        words = f"{series.name}: {_short(series.x[k], 6)}, {_short(series.y[k], 6)}"
        parts.append(
            f'<g class="mark {colour}"><title>{escape(words)}</title>'
            f"{mark(series.number, *points[k])}</g>"
        )
    return parts


def _marked(points: Sequence[tuple[float, float]], series: Series) -> list[int]:
    """Return the indices of the points that get a marker; markers are spaced along the line."""
    if series.form == "dots":
        return list(range(len(points)))
    last = len(points) - 1
    marked: list[int] = []
    for k in range(0 if series.dashed else last, -1, -1):
        if not marked or math.dist(points[k], points[marked[-1]]) >= _APART:
            marked.append(k)
    return [last] if series.dashed else marked[::-1]


def _path(points: Sequence[tuple[float, float]], form: Form) -> str:
    steps = [f"M{points[0][0]} {points[0][1]}"]
    words = {"step": "H{x}V{y}", "step-before": "V{y}H{x}"}.get(form, "L{x} {y}")
    steps += [words.format(x=x, y=y) for x, y in points[1:]]
    return "".join(steps)


def mark(number: int, x: float, y: float) -> str:
    """Return a method's marker as SVG: circle, square, diamond or triangle.

    The first methods have larger markers, so that markers at one place appear as rings.
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
    """Return the number of a method's marker shape; methods of one colour have different shapes."""
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


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing that notebooks show and `save` writes."""

    chart: Chart

    @property
    def svg(self) -> str:
        """The picture as stand-alone SVG, with a legend for two or more series."""
        legend, height = _legend([line for line in self.chart.series if len(line.x)])
        head, rest = self.chart.svg.split(">", 1)
        head = head.replace(f"{_WIDTH} {_HEIGHT}", f"{_WIDTH} {_HEIGHT + height}")
        body = rest.removesuffix("</svg>")
        return f'{head} xmlns="http://www.w3.org/2000/svg">{_STYLE}{body}{legend}</svg>'

    def __repr__(self) -> str:
        names = ", ".join(line.name for line in self.chart.series)
        return f"<Picture {self.chart.title}: {names}>"

    def _repr_html_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture as SVG, PDF or PNG, by the suffix; PDF and PNG need matplotlib."""
        suffix = Path(path).suffix.lower()
        if suffix not in SUFFIXES:
            raise input_error(str(path), f"must end in {', '.join(SUFFIXES)}")
        with replacement_of(Path(path)) as whole:
            if suffix == ".svg":
                whole.write_text(self.svg, encoding="utf-8")
            else:
                self.chart.write(whole)


def _legend(series: Sequence[Series]) -> tuple[str, int]:
    """Return the legend as SVG, with line, marker and name of each series, and its height."""
    if len(series) < 2:
        return "", 0
    parts, x, row = [], float(_LEFT), 0
    for line in series:
        width = 38 + _LETTER * len(line.name)
        if x + width > _WIDTH and x > _LEFT:
            x, row = float(_LEFT), row + 1
        y = _HEIGHT + 8 + _ROW * row
        colour, dash = f"c{line.number % COLOURS}", " dashed" if line.dashed else ""
        if line.form != "dots":
            parts.append(f'<path class="line {colour}{dash}" d="M{x} {y}h24"/>')
        if not line.dashed:
            parts.append(f'<g class="mark {colour}">{mark(line.number, x + 12, y)}</g>')
        parts.append(f'<text class="label" x="{x + 30}" y="{y + 4}">{escape(line.name)}</text>')
        x += width + 10
    return "".join(parts), _ROW * (row + 1)
