"""Figures of results for a paper: functions that take and return axes of Matplotlib."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from statistics import fmean, median
from typing import Any, Concatenate, ParamSpec, TypeAlias
from weakref import WeakKeyDictionary

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.files import write_text
from ...core.installed import is_installed
from ...core.pictures import PALETTE, SIZE, SUFFIXES, Axis, Chart, Series, save_figure, style_axes
from .report_page import (
    MOST_DETAILED,
    anytime,
    factor,
    front_charts,
    gap_profiles,
    group_instances,
    labels_of,
    matrix_row,
    percent,
    spread,
    time_profiles,
)
from .results import Result, latest, read_results
from .rows import plain_csv
from .scoring import best_objective, loss_of, primal_gap

Axes: TypeAlias = Any  # of Matplotlib, which is an extra
Source: TypeAlias = Any  # results, a comparison, or the path of a file of results
Instances: TypeAlias = list[dict[str, Any]]
P = ParamSpec("P")

_FONT = 9.0  # points
_WIDE = 30.0  # times as large as the least value, the largest is on a logarithmic axis
_LEAST_SECONDS = 1e-3
_HEAT = "#d55e00"

_ROWS: WeakKeyDictionary[Axes, list[dict[str, Any]]] = WeakKeyDictionary()


def figure_of(
    draw: Callable[Concatenate[Axes, Instances, P], list[dict[str, Any]]],
) -> Callable[Concatenate[Source, P], Axes]:
    """Return the function for users: results in, axes out, and the rows drawn are kept for CSV."""

    @wraps(draw)
    def drawn(
        results: Source,
        axes: Axes | None = None,
        *args: P.args,
        methods: Sequence[str] | None = None,
        problem: str | None = None,
        size: tuple[float, float] | None = None,
        font: float | str | None = None,
        **options: P.kwargs,
    ) -> Axes:
        refuse_without_matplotlib()
        import matplotlib as mpl

        instances = _instances(results, problem, methods)
        family = {"font.family": font} if isinstance(font, str) else {}
        points = _FONT if font is None or isinstance(font, str) else font
        with mpl.rc_context({"font.size": points, **family}):
            axes = _new_axes(size or _fitting(draw.__name__, instances)) if axes is None else axes
            _ROWS[axes] = draw(axes, instances, *args, **options)
        return axes

    return drawn


def refuse_without_matplotlib() -> None:
    """Say what is missing before any work."""
    if not is_installed("matplotlib"):
        raise input_error("figures", "need matplotlib: pip install 'optgap[figures]'")


def _new_axes(size: tuple[float, float]) -> Axes:
    from matplotlib import pyplot

    return pyplot.subplots(figsize=size, layout="constrained")[1]


def _fitting(figure: str, instances: Instances) -> tuple[float, float]:
    """Return the inches of a figure, so that the names of many methods and instances fit."""
    width, height = SIZE
    methods, rows = len(instances[0]["labels"]), min(len(instances), MOST_DETAILED)
    if figure == "bars":
        return width, 0.7 + 0.26 * max(methods, 3)
    if figure == "heat_map":
        return max(width, 1.8 + 0.52 * methods), 1.3 + 0.28 * max(rows, 4)
    return width, max(height, 0.5 + 0.18 * methods)


def _instances(source: Source, problem: str | None, methods: Sequence[str] | None) -> Instances:
    """Return the instances of one problem, with the rows of the chosen methods in that order."""
    results = read_results(Path(source)) if isinstance(source, (str, Path)) else source
    results = latest(list(getattr(results, "results", results)))
    groups = group_instances(results)
    if problem is None and len(groups) > 1:
        rule = f"must be given: these are results of {', '.join(groups)}"
        raise input_error("problem", rule)
    name = problem or next(iter(groups), "")
    if name not in groups:
        raise input_error("problem", f"has no results here {near_miss(name, groups)}", name)
    known = labels_of(groups[name])
    unknown = [label for label in methods or [] if label not in known]
    if unknown:
        rule = f"has no results here {near_miss(unknown[0], known)}"
        raise InputError("bad input", [Fault.of("methods", rule, unknown[0])])
    labels = list(methods or known)
    return [
        {
            **each,
            "labels": labels,
            "rows": _in_order(each["rows"], labels),
            "results": _in_order(each["results"], labels),
        }
        for each in groups[name]
    ]


def _in_order(runs: Sequence[dict[str, Any]], labels: Sequence[str]) -> list[dict[str, Any]]:
    """Return the runs of some methods, in the order of these."""
    chosen = [run for run in runs if run["label"] in labels]
    return sorted(chosen, key=lambda run: labels.index(run["label"]))


def _numbers(instances: Instances) -> dict[str, int]:
    """Return the number of each method, which gives its colour and its mark."""
    return {label: k for k, label in enumerate(instances[0]["labels"])}


def _rows_of(instances: Instances, label: str) -> list[dict[str, Any]]:
    return [row for each in instances for row in each["rows"] if row["label"] == label]


@figure_of
def bars(axes: Axes, instances: Instances, measure: str | None = None) -> list[dict[str, Any]]:
    """Draw a bar for each method: the ratio or the gap to the best bound.

    ``measure`` is ``ratio``, ``gap`` or ``seconds``; by default the ratio, and the gap where a
    ratio has no meaning.  Over several instances the bar is the median, and a line reaches from
    the least to the largest value.  The axis is logarithmic where values differ by a factor of 30.
    """
    values_of = {"ratio": lambda row: row["ratio"], "gap": loss_of, "seconds": _seconds_of}
    if measure is not None and measure not in values_of:
        rule = f"must be ratio, gap or seconds {near_miss(measure, values_of)}"
        raise input_error("measure", rule, measure)
    named = _numbers(instances)
    have_ratios = any(row["ratio"] is not None for each in instances for row in each["rows"])
    measure = measure or ("ratio" if have_ratios else "gap")
    words = {"gap": percent, "ratio": factor, "seconds": "{:.3g}".format}[measure]
    drawn = []
    for label in named:
        known = [values_of[measure](row) for row in _rows_of(instances, label)]
        values = [value for value in known if value is not None]
        middle = median(values) if values else None
        least, largest = (min(values), max(values)) if values else (None, None)
        drawn.append({"method": label, "instances": len(values), f"median {measure}": middle,
                      "least": least, "largest": largest})  # fmt: skip
    _draw_bars(axes, drawn, f"median {measure}", words, 1.0 if measure == "ratio" else 0.0)
    label = "seconds" if measure == "seconds" else f"{measure} to the best bound"
    range_words = "" if len(instances) == 1 else f"\nmedian and range of {len(instances)} instances"
    axes.set_xlabel(label + range_words)
    return drawn


def _seconds_of(row: Mapping[str, Any]) -> float:
    return max(float(row["seconds"]), _LEAST_SECONDS)


def _draw_bars(
    axes: Axes,
    drawn: Sequence[dict[str, Any]],
    column: str,
    words: Callable[[float], str],
    foot: float,
) -> None:
    values = [row["largest"] for row in drawn if row["largest"] is not None]
    positive = [value for row in drawn for value in (row["least"], row[column]) if value]
    log = bool(positive) and max(values) > _WIDE * min(positive)
    left = min(positive) / 2 if log and not foot else foot
    for place, row in enumerate(drawn):
        value = row[column]
        if value is not None:
            axes.barh(place, max(value - left, 0.0), left=left, height=0.62,
                      color=PALETTE[place % len(PALETTE)])  # fmt: skip
            if row["least"] < row["largest"]:
                span = [max(row["least"], left), row["largest"]]
                axes.plot(span, [place, place], color="#1c2430", linewidth=1)
        end = left if value is None else max(row["largest"], left)
        text = "no plan" if value is None else words(value)
        axes.annotate(text, (end, place), (4, 0), textcoords="offset points", va="center")
    if log:
        axes.set_xscale("log")
    axes.set_yticks(range(len(drawn)), [row["method"].replace("$", r"\$") for row in drawn])
    axes.invert_yaxis()
    axes.margins(x=0.14)
    axes.set_xlim(left=left)
    if column.endswith("gap"):
        axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    style_axes(axes)
    axes.grid(visible=False, axis="y")


@figure_of
def performance_profile(axes: Axes, instances: Instances) -> list[dict[str, Any]]:
    """Draw Dolan and Moré's profile: the share of runs solved within a factor of the fastest."""
    return _draw_profile(axes, instances, time_profiles(instances, _numbers(instances)))


@figure_of
def gap_profile(axes: Axes, instances: Instances) -> list[dict[str, Any]]:
    """Draw the share of runs that end within a gap to the best bound, for rising gaps."""
    return _draw_profile(axes, instances, gap_profiles(instances, _numbers(instances)))


def _draw_profile(axes: Axes, instances: Instances, chart: Chart) -> list[dict[str, Any]]:
    if not chart:
        raise input_error("figure", "has nothing to draw: no method has a result to measure")
    chart.draw(axes, instances[0]["labels"])
    axes.set_ylim(0.0, 1.02)
    return _rows_of_chart(chart)


def _rows_of_chart(chart: Chart) -> list[dict[str, Any]]:
    return [
        {"method": line.name, chart.x.label: x, chart.y.label: y}
        for line in chart.series
        for x, y in zip(line.x, line.y, strict=True)
    ]


@figure_of
def gap_over_time(
    axes: Axes, instances: Instances, instance: str | None = None
) -> list[dict[str, Any]]:
    """Draw the primal gap of each method over time, the mean over the instances.

    The gap is to the best known objective, and 1 before the first plan.  ``instance`` chooses one
    instance by its name.
    """
    names = [each["name"] for each in instances]
    if instance is not None and instance not in names:
        rule = f"has no results here {near_miss(instance, names)}"
        raise input_error("instance", rule, instance)
    chosen = [each for each in instances if instance in (None, each["name"])]
    courses: dict[str, list[Any]] = {label: [] for label in _numbers(instances)}
    for each in chosen:
        best = best_objective(each["rows"])
        for row in each["rows"] if best is not None else ():
            courses[row["label"]].append(_course(row, best))
    end = max((row["seconds"] for each in chosen for row in each["rows"]), default=0.0)
    series = []
    for label, number in _numbers(instances).items():
        times = sorted({time for course in courses[label] for time, _ in course} | {end})
        if courses[label]:
            gaps = [fmean(_gap_at(course, time) for course in courses[label]) for time in times]
            series.append(Series(label, number, times, gaps, "step"))
    words = "primal gap" if len(chosen) == 1 else f"primal gap, mean of {len(chosen)} instances"
    chart = Chart(words, series, Axis("seconds", log=True), Axis(words, percent=True))
    return _draw_profile(axes, instances, chart)


def _course(row: Mapping[str, Any], best: float) -> list[tuple[float, float]]:
    """Return times and gaps of one run, from nothing in hand on."""
    moments = [*row["trace"], (row["seconds"], row["objective"], None)]
    known = [(max(time, _LEAST_SECONDS), value) for time, value, *_ in moments if value is not None]
    return [(_LEAST_SECONDS, 1.0), *((time, primal_gap(value, best)) for time, value in known)]


def _gap_at(course: Iterable[tuple[float, float]], time: float) -> float:
    return [gap for moment, gap in course if moment <= time][-1]


@figure_of
def heat_map(axes: Axes, instances: Instances, most: int = MOST_DETAILED) -> list[dict[str, Any]]:
    """Draw the gap of each method on each instance, the instances with the largest gaps first.

    A cell is the worst gap over the seeds; a dash says that some run has no plan or no bound.
    ``most`` instances are drawn at most.
    """
    from matplotlib.colors import LinearSegmentedColormap

    labels = instances[0]["labels"]
    shown = sorted(instances, key=lambda each: -each["hardest"])[:most]
    cells = [matrix_row(each, labels)["cells"] for each in shown]
    known = [cell for row in cells for cell in row if cell is not None]
    shades = LinearSegmentedColormap.from_list("gaps", ["#ffffff", _HEAT])
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
    """Write the figure of some axes as PDF, PNG or SVG, and its numbers as CSV beside it."""
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        raise input_error(str(path), f"must end in {', '.join(SUFFIXES)}")
    save_figure(axes.figure, file)
    rows = _ROWS.get(axes)
    if not rows:
        return [file]
    write_text(file.with_suffix(".csv"), plain_csv(rows))
    return [file, file.with_suffix(".csv")]


# The figures of a problem, and on request those of each instance, as files.


OF_PROBLEMS = {
    "bars": bars,
    "performance-profile": performance_profile,
    "gap-profile": gap_profile,
    "gap-over-time": gap_over_time,
    "heat-map": heat_map,
}
OF_INSTANCES: dict[str, Callable[[dict[str, Any], dict[str, int]], list[Chart | None]]] = {
    "objective": lambda each, numbers: [anytime(each["rows"], numbers)],
    "front": lambda each, numbers: [*front_charts(each["rows"], numbers)],
    "loads": lambda each, numbers: [spread(each["results"], numbers)],
}
FIGURES = (*OF_PROBLEMS, *OF_INSTANCES)


def write_figures(
    results: Sequence[Result],
    folder: Path,
    kinds: Sequence[str] | None = None,
    *,
    methods: Sequence[str] | None = None,
    size: tuple[float, float] | None = None,
    font: float | str | None = None,
) -> list[Path]:
    """Write figures as PDF, each with its numbers as CSV; return the files.

    By default these are five for each problem.  The ``kinds`` ``objective``, ``front`` and
    ``loads`` have a figure for each instance.
    """
    refuse_without_matplotlib()
    unknown = [kind for kind in kinds or [] if kind not in FIGURES]
    if unknown:
        raise input_error("--figure", f"is no figure {near_miss(unknown[0], FIGURES)}", unknown[0])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error(str(folder), f"cannot be made: {error.strerror}") from None
    written: list[Path] = []
    for problem, chosen in _chosen_methods(results, methods).items():
        instances = _instances(results, problem, chosen)
        for kind in kinds or OF_PROBLEMS:
            if kind in OF_INSTANCES:
                written += _write_charts(instances, kind, problem, folder, size)
                continue
            draw = OF_PROBLEMS[kind]
            axes = _separate_axes(size or _fitting(draw.__name__, instances))
            try:
                draw(results, axes, problem=problem, methods=chosen, font=font)
            except InputError:
                if kinds:
                    raise
                continue  # a profile of gaps where there are fronts, as a default
            written += save(axes, folder / f"{_file_name(f'{problem}-{kind}')}.pdf")
    return written


def _chosen_methods(
    results: Sequence[Result], methods: Sequence[str] | None
) -> dict[str, list[str]]:
    """Return the methods of each problem that has some of the chosen ones, by default all."""
    known = {name: labels_of(instances) for name, instances in group_instances(results).items()}
    every = {label for labels in known.values() for label in labels}
    unknown = [label for label in methods or [] if label not in every]
    if unknown:
        rule = f"has no results here {near_miss(unknown[0], every)}"
        raise InputError("bad input", [Fault.of("--methods", rule, unknown[0])])
    chosen = {
        name: labels if methods is None else [label for label in methods if label in labels]
        for name, labels in known.items()
    }
    return {name: labels for name, labels in chosen.items() if labels}


def _write_charts(
    instances: Instances, kind: str, problem: str, folder: Path, size: tuple[float, float] | None
) -> list[Path]:
    """Write the charts of one kind, for each instance that has some."""
    numbers, written = _numbers(instances), list[Path]()
    for each in instances:
        charts = [chart for chart in OF_INSTANCES[kind](each, numbers) if chart]
        for k, chart in enumerate(charts):
            name = each["name"] if each["name"].startswith(problem) else f"{problem}-{each['name']}"
            place = f"{name}-{kind}" + (f"-{k + 1}" if len(charts) > 1 else "")
            axes = _separate_axes(size or _fitting(kind, instances))
            chart.draw(axes, each["labels"])
            _ROWS[axes] = _rows_of_chart(chart)
            written += save(axes, folder / f"{_file_name(place)}.pdf")
    return written


def _separate_axes(size: tuple[float, float]) -> Axes:
    """Return axes that no window shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def _file_name(words: str) -> str:
    return re.sub(r"[^\w.=-]+", "-", words.lower()).strip("-.")[:120]
