"""The charts of a report, each from the results of one instance or one problem."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.charts import Axis, Form, Series, chart
from ...core.pictures import bound_steps
from .scoring import Profile

_LEAST_SECONDS = 1e-3  # where the logarithmic axes of time begin


def anytime(rows: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> str:
    """Draw objective (full) and bound (dashed) over time, both up to the end of each run."""
    series = []
    for row in rows:
        trace = [*row["trace"], (row["seconds"], row["objective"], row["bound"])]
        for column, dashed in ((1, False), (2, True)):
            points = [(max(p[0], _LEAST_SECONDS), p[column]) for p in trace]
            known = [(t, value) for t, value in points if value is not None]
            if known and not (dashed and row["objective"] == row["bound"] and len(known) < 3):
                times, values = zip(*known, strict=True)
                what = "bound" if dashed else "objective"
                name = f"{row['label']}, {what} after seconds"
                series.append(Series(name, numbers[row["label"]], times, values, "step", dashed))
    return chart("objective and bound over time", series, Axis("seconds", log=True), Axis("value"))


def fronts(rows: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> list[str]:
    """Draw the fronts, one chart for each pair of objectives; bounds are dashed below them."""
    held = [row for row in rows if row["front"]]
    if not held:
        return []
    names = list(held[0]["front"][0])
    form: Form = "step" if len(names) == 2 else "dots"
    charts = []
    for first, second in itertools.combinations(names, 2):
        series = []
        for row in held:
            points = sorted((point[first], point[second]) for point in row["front"])
            xs, ys = zip(*points, strict=True)
            below = bound_steps(row.get("bound_front"), (first, second), points)
            kind: Form = form if row["front_complete"] or below else "dots"
            number = numbers[row["label"]]
            series.append(Series(row["label"], number, xs, ys, kind))
            if below:
                name = f"{row['label']}, no plan is below"
                series.append(Series(name, number, *below, "step", dashed=True))
        charts.append(chart(f"{first} and {second}", series, Axis(first), Axis(second)))
    return charts


def spread(results: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> str:
    """Draw the loads of each decision, the fullest first."""
    held = [result for result in results if result["loads"] is not None]
    if not held:
        return ""
    series = [
        Series(
            result["label"],
            numbers[result["label"]],
            result["loads"]["rank"],
            result["loads"]["value"],
            "line",
        )
        for result in held
    ]
    title, unit = held[0]["loads"]["title"], held[0]["loads"]["unit"]
    return chart(title, series, Axis(f"{unit}, by falling load", whole=True), Axis(title))


def profiles(
    found: Mapping[str, Profile], numbers: Mapping[str, int], label: str, least: float
) -> str:
    """Draw the share of instances that each method solves within a factor or a gap."""
    widest = max([least * 2, *(p.factor[-1] for p in found.values() if p.factor)])
    series = []
    for name, profile in found.items():
        if profile.factor:
            xs = [least, *(max(x, least) for x in profile.factor), widest * 1.1]
            ys = [0.0, *profile.share, profile.share[-1]]
            series.append(Series(name, numbers[name], xs, ys, "step"))
    return chart(label, series, Axis(label, log=True), Axis("share of instances"))
