"""Figures of results as PDF files with their numbers as CSV, per problem or per instance."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...core.faults import Fault, InputError, input_error, near_miss
from .charts import Chart, new_axes
from .figures import (
    Axes,
    Instances,
    bars,
    chosen_instances,
    fitting_size,
    gap_over_time,
    gap_profile,
    heat_map,
    keep_rows,
    method_numbers,
    performance_profile,
    rows_of_chart,
    save,
    text_of_size,
)
from .report_page import group_instances, labels_of
from .result_charts import anytime, front_charts, spread
from .results import Result

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

    By default each problem gets five figures.  The ``kinds`` ``objective``, ``front`` and ``loads``
    give a figure for each instance.
    """
    unknown = [kind for kind in kinds or [] if kind not in FIGURES]
    if unknown:
        raise input_error(
            "--figure", f"is not a figure {near_miss(unknown[0], FIGURES)}", unknown[0]
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error(str(folder), f"cannot be created: {error.strerror}") from None
    written: list[Path] = []
    for problem, chosen in _chosen_methods(results, methods).items():
        instances = chosen_instances(results, problem, chosen)
        for kind in kinds or OF_PROBLEMS:
            if kind in OF_INSTANCES:
                written += _write_charts(instances, kind, problem, folder, size, font)
                continue
            draw = OF_PROBLEMS[kind]
            axes = _separate_axes(size or fitting_size(draw.__name__, instances), font)
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
    """Return, by problem, its methods among the chosen ones; by default all its methods."""
    known = {name: labels_of(instances) for name, instances in group_instances(results).items()}
    every = {label for labels in known.values() for label in labels}
    unknown = [label for label in methods or [] if label not in every]
    if unknown:
        rule = f"is not in the results {near_miss(unknown[0], every)}"
        raise InputError("bad input", [Fault.of("--methods", rule, unknown[0])])
    chosen = {
        name: labels if methods is None else [label for label in methods if label in labels]
        for name, labels in known.items()
    }
    return {name: labels for name, labels in chosen.items() if labels}


def _write_charts(
    instances: Instances,
    kind: str,
    problem: str,
    folder: Path,
    size: tuple[float, float] | None,
    font: float | str | None,
) -> list[Path]:
    """Write the charts of one kind for every instance that has them; return the files."""
    numbers, written = method_numbers(instances), list[Path]()
    for each in instances:
        charts = [chart for chart in OF_INSTANCES[kind](each, numbers) if chart]
        for k, chart in enumerate(charts):
            name = each["name"] if each["name"].startswith(problem) else f"{problem}-{each['name']}"
            place = f"{name}-{kind}" + (f"-{k + 1}" if len(charts) > 1 else "")
            axes = _separate_axes(size or fitting_size(kind, instances), font)
            with text_of_size(font):
                chart.draw(axes, each["known"])
            keep_rows(axes, rows_of_chart(chart))
            written += save(axes, folder / f"{_file_name(place)}.pdf")
    return written


def _separate_axes(size: tuple[float, float], font: float | str | None) -> Axes:
    """Return new Matplotlib axes of a size in inches, with tick labels in the font."""
    with text_of_size(font):
        return new_axes(size)


def _file_name(words: str) -> str:
    return re.sub(r"[^\w.=-]+", "-", words.lower()).strip("-.")[:120]
