"""Charts: series over two axes, drawn by Matplotlib as SVG, PDF or PNG."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ...core.faults import input_error
from ...core.files import replacement_of

# The forms of a line: a step keeps a value until the next point, or since the previous one.
Form: TypeAlias = Literal["step", "step-before", "line", "dots"]


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
        if self.zero is not None and math.isclose(value, self.zero, rel_tol=1e-9):
            return "0"
        text = f"{100 * value if self.percent else value:.4g}"
        text = text.replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
        return f"{text}%" if self.percent else text

    def set_ticks(self, ticks: Any, values: Sequence[float]) -> None:
        """Set label, scale, limits and ticks of an axis of Matplotlib on which the values lie."""
        from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

        least, most = min(values), max(values)
        ticks.set_label_text(_plain(self.label), wrap=True)
        if self.log and least > 0:
            ticks.axes.set(**{f"{ticks.axis_name}scale": "log"})
            if most < 100 * least:  # powers of ten alone would be too few
                ticks.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            ticks.set_minor_formatter(NullFormatter())
        elif self.whole:
            ticks.set_major_locator(MaxNLocator(integer=True))
            if most - least < 2:  # where the locator falls back to fractions
                ticks.axes.set(**{f"{ticks.axis_name}lim": (least - 1, most + 1)})
        if self.log or self.percent:
            ticks.set_major_formatter(FuncFormatter(lambda value, _: self.tick(value)))


@dataclass(frozen=True, repr=False)
class Chart:
    """Series over two axes, which notebooks show and `save` writes; an empty chart is false."""

    title: str
    series: Sequence[Series]
    x: Axis
    y: Axis

    def __bool__(self) -> bool:
        return any(len(line.x) for line in self.series)

    def __repr__(self) -> str:
        return f"<Chart {self.title}: {', '.join(line.name for line in self.series)}>"

    def _repr_html_(self) -> str:
        return self.svg

    @property
    def svg(self) -> str:
        """The chart as SVG for a page, with a legend of two or more series; "" if it is empty."""
        return self.markup(legend=True)

    def markup(self, *, legend: bool) -> str:
        """Return the chart as SVG for a page, in the page's colours and width."""
        if not self:
            return ""
        import matplotlib as mpl

        text = StringIO()
        salt = repr((self.title, self.series, self.x, self.y))  # of the names of clips and markers
        ink: dict[Any, Any] = dict.fromkeys(_INKED, INK)
        with mpl.rc_context(ink):
            axes = new_axes(SIZE)
            self.draw(axes, legend=legend)
            save_figure(axes.figure, text, "svg", salt)
        return _in_page(text.getvalue(), self.title)

    def save(self, path: str | Path) -> None:
        """Write the chart as SVG, PDF or PNG, by the suffix."""
        axes = new_axes(SIZE)
        self.draw(axes)
        write_figure(axes.figure, Path(path))

    def draw(self, axes: Any, names: Sequence[str] | None = None, *, legend: bool = True) -> None:
        """Draw the series on Matplotlib axes, each with the colour and marker of its number.

        By default the legend has the names of the series; ``names`` replaces them by series number.
        """
        labelled: set[str] = set()
        drawn = [line for line in self.series if len(line.x)]
        styles = {"step": "steps-post", "step-before": "steps-pre"}
        for line in drawn:
            label = line.name if names is None else names[line.number]
            axes.plot(
                line.x,
                line.y,
                color=PALETTE[line.number % COLOURS],
                drawstyle=styles.get(line.form, "default"),
                linestyle="none" if line.form == "dots" else "--" if line.dashed else "-",
                marker="" if line.dashed and len(line.x) > 1 else "osD^"[shape_of(line.number)],
                markersize=max(4.0, 6.5 - 0.5 * line.number),  # at one place they are rings
                linewidth=max(1.2, 2.4 - 0.3 * line.number),  # of lines at one place all are seen
                label="_" if label in labelled else _plain(label),
            )
            labelled.add(label)
        self.x.set_ticks(axes.xaxis, [value for line in drawn for value in line.x])
        self.y.set_ticks(axes.yaxis, [value for line in drawn for value in line.y])
        axes.autoscale_view()  # so that the lengths of lines are known
        for line, course in zip(drawn, axes.lines[-len(drawn) :], strict=True):
            course.set_markevery(_marks_of(line, course))
        style_axes(axes)
        if legend and (len(labelled) > 1 or names is not None):
            add_legend(axes, len(labelled))


# The first six colours are those of Okabe and Ito, which people with a colour vision deficiency can
# distinguish.
PALETTE = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    *("#57606a", "#7b4b2a", "#3d3fb8", "#7a8b00", "#c2417c", "#0f8b8d"),
)
COLOURS = len(PALETTE)


def shape_of(number: int) -> int:
    """Return the number of a method's marker: circle, square, diamond or triangle.

    Methods of one colour have different markers.
    """
    return (number + number // COLOURS) % 4


def _plain(words: str) -> str:
    """Return words that Matplotlib does not read as a formula."""
    return words.replace("$", r"\$")


def _marks_of(line: Series, course: Any) -> tuple[float, float] | list[int] | None:
    """Return Matplotlib's ``markevery``: the place of the first marker, and the spacing.

    Both are shares of the diagonal of the axes.  A line shorter than the spacing has one marker.
    """
    if line.form == "dots" or len(line.x) < 3:
        return None
    spacing = 0.12
    (left, low), (right, high) = course.axes.transAxes.inverted().transform(
        course.axes.transData.transform(course.get_xydata()[[0, -1]])
    )
    if max(abs(right - left), abs(high - low)) < spacing:
        return [-1]
    return (spacing * (line.number % 4) / 4, spacing)


SIZE = (6.4, 3.2)  # inches


def new_axes(size: tuple[float, float]) -> Any:
    """Return the axes of a new figure of a size in inches, which pyplot does not know."""
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout="constrained").add_subplot()


GRID = "#d9dee5"


def style_axes(axes: Any) -> None:
    """Add a light grid behind the chart, and remove the top and the right border."""
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def add_legend(axes: Any, names: int) -> None:
    """Add a legend: inside the axes if it is small and covers no line, else outside.

    It stands beside the axes, or below them in a figure narrower than four inches.
    """
    outside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.02)}
    figure = axes.get_figure(root=True)
    if figure.get_figwidth() < 4.0:
        from matplotlib.transforms import offset_copy

        height = axes.get_window_extent().y0 - axes.xaxis.get_tightbbox().y0  # of the labels
        place = offset_copy(axes.transAxes, axes.get_figure(), y=-height, units="dots")
        outside = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "bbox_transform": place}
        outside["ncols"] = 2
    if names <= 5:
        legend = axes.legend(fontsize="small", frameon=False, loc="best")
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


def write_figure(figure: Any, path: Path) -> None:
    """Write a Matplotlib figure as a whole file, in the format of its suffix."""
    suffixes = (".svg", ".pdf", ".png")
    if path.suffix.lower() not in suffixes:
        raise input_error(str(path), f"must end in {', '.join(suffixes)}")
    with replacement_of(path) as whole:
        save_figure(figure, whole, path.suffix.lower()[1:])


def save_figure(figure: Any, target: Path | StringIO, kind: str, salt: str = "optgap") -> None:
    """Save a Matplotlib figure as ``svg``, ``pdf`` or ``png``; equal figures give equal bytes.

    Text of SVG stays text.  ``salt`` enters the names of its clips and markers.
    """
    import matplotlib as mpl

    unsaid = {
        "pdf": ("CreationDate",),
        "svg": ("Creator", "Date", "Format", "Type"),
        "png": ("Software",),
    }
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        figure.savefig(target, format=kind, dpi=200, metadata=dict.fromkeys(unsaid[kind]))


INK = "#000000"
_INKED = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
# The colours of a page: its text's, and its variables where it has them.
_OF_PAGES = {
    INK: "currentColor",
    GRID: "var(--rule, rgb(128 128 128 / 0.3))",
    "#ffffff": "none",  # the figure's and the axes' background
    **{colour: f"var(--c{k}, {colour})" for k, colour in enumerate(PALETTE)},
}


def _in_page(svg: str, title: str) -> str:
    """Return Matplotlib's SVG as an element of a page: named, as wide as there is room."""
    unused = (  # a page has these once, or nobody refers to them
        r"<!--.*?-->",
        r"<defs>\s*<style.*?</style>\s*</defs>",
        r'(?<=<g) id="[^"]*"',
        r' transform="rotate\(-0 [^"]*\)"',
        r"font-family: [^;\"]*;? ?",
    )
    body = re.sub("|".join(unused), "", svg[svg.index("<svg") :], flags=re.DOTALL)
    body = re.sub(r"(?<=: )#[0-9a-f]{6}", lambda found: _OF_PAGES.get(found[0], found[0]), body)
    body = re.sub(r"\s*\n\s*", " ", body.split(">", 1)[1])
    width, height = (72 * side for side in SIZE)
    return (
        f'<svg class="chart" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" style="width: 100%; max-width: 44rem; '
        "font-family: system-ui, sans-serif; fill: currentColor; "
        f'stroke-linejoin: round; stroke-linecap: butt">{body}'
    ).rstrip()
