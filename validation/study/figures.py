"""Figures of results for a paper: functions that take and return axes of Matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from inspect import Parameter
from numbers import Real
from pathlib import Path
from statistics import fmean, median
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.files import write_text
from ...core.signatures import keyword, parameters_of, with_signature
from .charts import PALETTE, SIZE, Axis, Chart, Series, style_axes, write_figure
from .report_page import (
    MOST_DETAILED,
    factor,
    gap_profiles,
    group_instances,
    labels_of,
    matrix_row,
    percent,
    time_profiles,
)
from .result_charts import LEAST_SECONDS
from .results import latest, read_results
from .rows import plain_csv
from .scoring import SAME, best_objective, loss_of, primal_gap

Axes: TypeAlias = Any  # of Matplotlib
Source: TypeAlias = Any  # results, a comparison, or the path of a file of results
Instances: TypeAlias = list[dict[str, Any]]

_ROWS: WeakKeyDictionary[Axes, list[dict[str, Any]]] = WeakKeyDictionary()


def keep_rows(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Attach to axes the rows of numbers behind their figure, which `save` writes as CSV."""
    _ROWS[axes] = rows


def figure_of(draw: Callable[..., list[dict[str, Any]]]) -> Callable[..., Axes]:
    """Return the public function of a figure, which draws results on axes and returns the axes."""

    given = Parameter.POSITIONAL_OR_KEYWORD
    first = [Parameter("results", given), Parameter("axes", given, default=None)]
    looks = {
        "methods": "Sequence[str] | None",
        "problem": "str | None",
        "size": "tuple[float, float] | None",
        "font": "float | str | None",
    }
    named = [keyword(name, kind) for name, kind in looks.items()]

    @with_signature(draw, [*first, *parameters_of(draw)[2:], *named], "Axes")
    def draw_figure(
        results: Source,
        axes: Axes | None = None,
        *args: Any,
        methods: Sequence[str] | None = None,
        problem: str | None = None,
        size: tuple[float, float] | None = None,
        font: float | str | None = None,
        **options: Any,
    ) -> Axes:
        _refuse_look(size, font)
        instances = chosen_instances(results, problem, methods)
        figure = None
        if isinstance(axes, (str, Path)):
            raise input_error(
                "axes", "must be axes of Matplotlib; write files with optgap.figures.save", axes
            )
        if axes is None:
            figure = _new_figure(size or fitting_size(draw.__name__, instances))
        with text_of_size(font):
            axes = axes if figure is None else figure.add_subplot()
            keep_rows(axes, draw(axes, instances, *args, **options))
        return axes

    return draw_figure


def _refuse_look(size: Any, font: Any) -> None:
    """Raise an error for an invalid figure size or font."""
    sides = size if isinstance(size, (tuple, list)) else ()
    fits = len(sides) == 2 and all(isinstance(s, Real) and 1 <= float(s) <= 40 for s in sides)
    if size is not None and not fits:
        raise input_error("size", "must be (width, height), each from 1 to 40 inches", size)
    fits = isinstance(font, str) or (isinstance(font, Real) and 4 <= float(font) <= 40)
    if font is not None and not fits:
        raise input_error("font", "must be from 4 to 40 points, or the name of a family", font)


def text_of_size(font: float | str | None) -> AbstractContextManager[None]:
    """Return a context manager that sets the font of text: a size in points, or a family."""
    import matplotlib as mpl

    look: dict[Any, Any] = {"font.family": font} if isinstance(font, str) else {}
    look["font.size"] = 9.0 if font is None or isinstance(font, str) else font
    context: AbstractContextManager[None] = mpl.rc_context(look)
    return context


def _new_figure(size: tuple[float, float]) -> Any:
    """Return a new pyplot figure of a size in inches, with constrained layout."""
    from matplotlib import pyplot

    return pyplot.figure(figsize=size, layout="constrained")


def fitting_size(figure: str, instances: Instances) -> tuple[float, float]:
    """Return (width, height) in inches that fit the names of methods and instances."""
    width, height = SIZE
    methods, rows = len(instances[0]["labels"]), min(len(instances), MOST_DETAILED)
    if figure == "bars":
        return width, 0.7 + 0.26 * max(methods, 3)
    if figure == "heat_map":
        return max(width, 1.8 + 0.52 * methods), 1.3 + 0.28 * max(rows, 4)
    return width, max(height, 0.5 + 0.18 * methods)


def chosen_instances(
    source: Source, problem: str | None, methods: Sequence[str] | str | None
) -> Instances:
    """Return a problem's instances, each with the rows of the chosen methods in order."""
    read = read_results(Path(source)) if isinstance(source, (str, Path)) else source
    listed = getattr(read, "results", read)
    if not isinstance(listed, (list, tuple)) or not listed:
        raise input_error("results", "must be a comparison, or results in a list or a file", source)
    groups = group_instances(latest(list(listed)))
    methods = [methods] if isinstance(methods, str) else methods
    if problem is None and len(groups) > 1:
        rule = f"must be given, because these are results of several problems: {', '.join(groups)}"
        raise input_error("problem", rule)
    name = problem or next(iter(groups), "")
    if name not in groups:
        raise input_error("problem", f"is not in the results {near_miss(name, groups)}", name)
    known = labels_of(groups[name])
    unknown = [label for label in methods or [] if label not in known]
    if unknown:
        rule = f"is not in the results {near_miss(unknown[0], known)}"
        raise InputError("bad input", [Fault.of("methods", rule, unknown[0])])
    labels = list(methods or known)
    return [
        {
            **each,
            "labels": labels,
            "known": known,
            "rows": _in_order(each["rows"], labels),
            "results": _in_order(each["results"], labels),
        }
        for each in groups[name]
    ]


def _in_order(runs: Sequence[dict[str, Any]], labels: Sequence[str]) -> list[dict[str, Any]]:
    """Return the runs of the labelled methods, in the order of the labels."""
    chosen = [run for run in runs if run["label"] in labels]
    return sorted(chosen, key=lambda run: labels.index(run["label"]))


def method_numbers(instances: Instances) -> dict[str, int]:
    """Return, for each method label, the number that determines its colour and marker."""
    return {label: instances[0]["known"].index(label) for label in instances[0]["labels"]}


@figure_of
def bars(axes: Axes, instances: Instances, measure: str | None = None) -> list[dict[str, Any]]:
    """Draw a bar for each method: its ratio or gap to the best bound, or its seconds.

    For several instances the bar is the median, with a line from the minimum to
    the maximum.  The axis is logarithmic if values differ by a factor of 30.

    Parameters
    ----------
    results : Comparison, str or Path
        A comparison, or the ``.jsonl`` file of `optgap.bench`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.
    measure : {'ratio', 'gap', 'seconds'}, optional
        What is drawn; by default the ratio, or the gap where a ratio has no meaning.
    methods : sequence of str, optional
        The methods to draw, in this order; by default all.
    problem : str, optional
        The problem to draw if the results are of several.
    size : tuple of float, optional
        Width and height in inches.
    font : float or str, optional
        The size of the font in points, or the name of a font family.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; `save` writes them with their numbers.

    Raises
    ------
    InputError
        If a method or problem is unknown, or the results do not suit the figure.
    """
    values_of: dict[str, Callable[[dict[str, Any]], float | None]] = {
        "ratio": lambda row: row["ratio"],
        "gap": loss_of,
        "seconds": lambda row: max(row["seconds"], LEAST_SECONDS),
    }
    if measure is not None and measure not in values_of:
        rule = f"must be ratio, gap or seconds {near_miss(measure, values_of)}"
        raise input_error("measure", rule, measure)
    named = method_numbers(instances)
    planned = [row for each in instances for row in each["rows"] if row["objective"] is not None]
    has_ratios = bool(planned) and all(row["ratio"] is not None for row in planned)
    measure = measure or ("ratio" if has_ratios else "gap")
    words = {"gap": percent, "ratio": factor, "seconds": "{:.3g}".format}[measure]
    drawn = []
    for label in named:
        rows = [row for each in instances for row in each["rows"] if row["label"] == label]
        known = [value for row in rows if (value := values_of[measure](row)) is not None]
        drawn.append({
            "method": label,
            "instances": len(known),
            f"median {measure}": median(known) if known else None,
            "least": min(known, default=None),
            "largest": max(known, default=None),
        })  # fmt: skip
    foot = 1.0 if measure == "ratio" else 0.0
    _draw_bars(axes, drawn, f"median {measure}", words, foot, list(named.values()))
    label = "seconds" if measure == "seconds" else f"{measure} to the best bound"
    if measure == "gap" and any(row["front"] for each in instances for row in each["rows"]):
        label = "lost share of the hypervolume"
    range_words = "" if len(instances) == 1 else f"\nmedian and range of {len(instances)} instances"
    axes.set_xlabel(label + range_words)
    return drawn


def _draw_bars(
    axes: Axes,
    drawn: Sequence[dict[str, Any]],
    column: str,
    words: Callable[[float], str],
    foot: float,
    numbers: Sequence[int],
) -> None:
    values = [row["largest"] for row in drawn if row["largest"] is not None]
    positive = [value for row in drawn for value in (row["least"], row[column]) if value]
    log = bool(positive) and max(values) > 30.0 * min(positive)
    left = min(positive) / 2 if log and not foot else foot
    for place, row in enumerate(drawn):
        value = row[column]
        if value is not None:
            colour = PALETTE[numbers[place] % len(PALETTE)]
            axes.barh(place, max(value - left, 0.0), left=left, height=0.62, color=colour)
            if row["largest"] - row["least"] > SAME * abs(row["largest"]):
                span = [max(row["least"], left), row["largest"]]
                axes.plot(span, [place, place], color="#1c2430", linewidth=1)
        end = left if value is None else max(row["largest"], left)
        text = "no value" if value is None else words(value)
        axes.annotate(text, (end, place), (4, 0), textcoords="offset points", va="center")
    axes.set_xscale("log" if log else "linear")
    axes.set_yticks(range(len(drawn)), [row["method"].replace("$", r"\$") for row in drawn])
    axes.invert_yaxis()
    axes.margins(x=0.14)
    least_end = left * 1.5 if log else left + 0.01  # rounding errors have no length
    axes.set_xlim(left, max(axes.get_xlim()[1], least_end))
    if column.endswith("gap"):
        axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    style_axes(axes)
    axes.grid(visible=False, axis="y")


@figure_of
def performance_profile(axes: Axes, instances: Instances) -> list[dict[str, Any]]:
    """Draw Dolan and Moré's profile: the share of runs solved within a factor of the fastest.

    Parameters
    ----------
    results : Comparison, str or Path
        A comparison, or the ``.jsonl`` file of `optgap.bench`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.
    methods : sequence of str, optional
        The methods to draw, in this order; by default all.
    problem : str, optional
        The problem to draw if the results are of several.
    size : tuple of float, optional
        Width and height in inches.
    font : float or str, optional
        The size of the font in points, or the name of a font family.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; `save` writes them with their numbers.

    Raises
    ------
    InputError
        If a method or problem is unknown, or the results do not suit the figure.
    """
    return _draw_profile(axes, instances, time_profiles(instances, method_numbers(instances)))


@figure_of
def gap_profile(axes: Axes, instances: Instances) -> list[dict[str, Any]]:
    """Draw the share of runs that end within a gap to the best bound, as a function of the gap.

    Parameters
    ----------
    results : Comparison, str or Path
        A comparison, or the ``.jsonl`` file of `optgap.bench`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.
    methods : sequence of str, optional
        The methods to draw, in this order; by default all.
    problem : str, optional
        The problem to draw if the results are of several.
    size : tuple of float, optional
        Width and height in inches.
    font : float or str, optional
        The size of the font in points, or the name of a font family.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; `save` writes them with their numbers.

    Raises
    ------
    InputError
        If a method or problem is unknown, or the results do not suit the figure.
    """
    return _draw_profile(axes, instances, gap_profiles(instances, method_numbers(instances)))


def _draw_profile(axes: Axes, instances: Instances, chart: Chart) -> list[dict[str, Any]]:
    if not chart:
        raise input_error("figure", "has nothing to draw: no method has a result to measure")
    chart.draw(axes, instances[0]["known"])
    axes.set_ylim(0.0, 1.02)
    return rows_of_chart(chart)


def rows_of_chart(chart: Chart) -> list[dict[str, Any]]:
    """Return the numbers of a chart as rows, one for each point."""
    return [
        {"method": line.name, chart.x.label: x, chart.y.label: y}
        for line in chart.series
        for x, y in zip(line.x, line.y, strict=True)
    ]


@figure_of
def gap_over_time(
    axes: Axes, instances: Instances, instance: str | None = None
) -> list[dict[str, Any]]:
    """Draw the primal gap of each method over time, averaged over the instances.

    The gap is relative to the best known objective, and 1 before the first plan.

    Parameters
    ----------
    results : Comparison, str or Path
        A comparison, or the ``.jsonl`` file of `optgap.bench`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.
    instance : str, optional
        The name of one instance; by default all are averaged.
    methods : sequence of str, optional
        The methods to draw, in this order; by default all.
    problem : str, optional
        The problem to draw if the results are of several.
    size : tuple of float, optional
        Width and height in inches.
    font : float or str, optional
        The size of the font in points, or the name of a font family.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; `save` writes them with their numbers.

    Raises
    ------
    InputError
        If a method or problem is unknown, or the results do not suit the figure.
    """
    names = [each["name"] for each in instances]
    if instance is not None and instance not in names:
        rule = f"is not in the results {near_miss(instance, names)}"
        raise input_error("instance", rule, instance)
    chosen = [each for each in instances if instance in (None, each["name"])]
    courses: dict[str, list[Any]] = {label: [] for label in method_numbers(instances)}
    for each in chosen:
        best = best_objective(each["rows"])
        if best is not None:
            for row in each["rows"]:
                courses[row["label"]].append(_course(row, best))
    end = max((row["seconds"] for each in chosen for row in each["rows"]), default=0.0)
    series = []
    for label, number in method_numbers(instances).items():
        times = sorted({time for course in courses[label] for time, _ in course} | {end})
        if courses[label]:
            gaps = [
                fmean([gap for at, gap in course if at <= time][-1] for course in courses[label])
                for time in times
            ]
            series.append(Series(label, number, times, gaps, "step"))
    words = "primal gap" if len(chosen) == 1 else f"primal gap, mean of {len(chosen)} instances"
    chart = Chart(words, series, Axis("seconds", log=True), Axis(words, percent=True))
    return _draw_profile(axes, instances, chart)


def _course(row: Mapping[str, Any], best: float) -> list[tuple[float, float]]:
    """Return the (time, primal gap) points of a run; before its first plan the gap is 1."""
    moments = [*row["trace"], (row["seconds"], row["objective"], None)]
    known = [(max(time, LEAST_SECONDS), value) for time, value, *_ in moments if value is not None]
    return [(LEAST_SECONDS, 1.0), *((time, primal_gap(value, best)) for time, value in known)]


@figure_of
def heat_map(axes: Axes, instances: Instances, most: int = MOST_DETAILED) -> list[dict[str, Any]]:
    """Draw the gap of each method on each instance, the instances with the largest gaps first.

    A cell is the largest gap over the seeds; a dash means that a run has no plan or no bound.

    Parameters
    ----------
    results : Comparison, str or Path
        A comparison, or the ``.jsonl`` file of `optgap.bench`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.
    most : int, default 40
        The largest number of instances that are drawn.
    methods : sequence of str, optional
        The methods to draw, in this order; by default all.
    problem : str, optional
        The problem to draw if the results are of several.
    size : tuple of float, optional
        Width and height in inches.
    font : float or str, optional
        The size of the font in points, or the name of a font family.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; `save` writes them with their numbers.

    Raises
    ------
    InputError
        If a method or problem is unknown, or the results do not suit the figure.
    """
    from matplotlib.colors import LinearSegmentedColormap

    if most < 1:
        raise input_error("most", "must be at least 1", most)
    labels = instances[0]["labels"]
    shown = sorted(instances, key=lambda each: -each["hardest"])[:most]
    cells = [matrix_row(each, labels)["cells"] for each in shown]
    known = [cell for row in cells for cell in row if cell is not None]
    shades = LinearSegmentedColormap.from_list("gaps", ["#ffffff", PALETTE[1]])
    heat = [[float("nan") if cell is None else cell for cell in row] for row in cells]
    axes.imshow(heat, cmap=shades, vmin=0.0, vmax=max([1e-9, *known]) * 1.3, aspect="auto")
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            axes.text(j, i, percent(cell), ha="center", va="center", fontsize="small")
    axes.set_xticks(range(len(labels)), labels, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(shown)), [each["name"] for each in shown])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return [
        {"instance": each["name"], **dict(zip(labels, row, strict=True))}
        for each, row in zip(shown, cells, strict=True)
    ]


def save(axes: Axes, path: str | Path) -> list[Path]:
    """Write the figure of the axes, and its numbers as a CSV file beside it.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Axes that a function of this module returned.
    path : str or Path
        The file: ``.pdf``, ``.png`` or ``.svg``.

    Returns
    -------
    list of Path
        The written files.

    Raises
    ------
    InputError
        If the suffix is unknown or the path cannot be written.
    """
    file = Path(path)
    write_figure(axes.figure, file)
    rows = _ROWS.get(axes)
    if not rows:
        return [file]
    write_text(file.with_suffix(".csv"), plain_csv(rows))
    return [file, file.with_suffix(".csv")]
