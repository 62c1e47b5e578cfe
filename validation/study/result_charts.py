"""Charts of results: of runs on an instance, of profiles, of an outcome, and of a sweep."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.faults import input_error
from ...core.fronts import ModelFront
from ...core.outcome import Outcome
from .charts import Axis, Chart, Form, Series
from .scoring import Profile

LEAST_SECONDS = 1e-3  # where the logarithmic axes of time begin


def anytime(rows: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> Chart:
    """Return the chart of objectives (solid) and bounds (dashed) over time, for each run."""
    series = []
    for row in rows:
        trace = [*row["trace"], (row["seconds"], row["objective"], row["bound"])]
        for column, what in ((1, "objective"), (2, "bound")):
            points = [(max(p[0], LEAST_SECONDS), p[column]) for p in trace]
            known = [(t, value) for t, value in points if value is not None]
            if known:
                times, values = zip(*known, strict=True)
                name = f"{row['label']}, {what} over time"
                number = numbers[row["label"]]
                series.append(Series(name, number, times, values, "step", dashed=column == 2))
    return Chart("objective and bound over time", series, Axis("seconds", log=True), Axis("value"))


def front_charts(rows: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> list[Chart]:
    """Return charts of the fronts, one per pair of objectives; bounds are dashed."""
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
            below = _bound_steps(row.get("bound_front"), (first, second), points)
            kind: Form = form if row["front_complete"] or below else "dots"
            number = numbers[row["label"]]
            series.append(Series(row["label"], number, xs, ys, kind))
            if below:
                name = f"{row['label']}: no plan lies below"
                series.append(Series(name, number, *below, "step", dashed=True))
        charts.append(Chart(f"{first} and {second}", series, Axis(first), Axis(second)))
    return charts


def _bound_steps(
    bound_front: Sequence[Mapping[str, float | None]] | None,
    names: tuple[str, str],
    points: Sequence[tuple[float, float]],
) -> tuple[list[float], list[float]] | None:
    """Return x and y of the steps below which no plan exists, for two objectives only.

    The steps cover the range of the points.  An entry of ``bound_front`` gives y up to the entry's
    x.
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


def chart_of_outcome(outcome: Outcome) -> Chart:
    """Draw a front, of its first two objectives, or else the objective and the bound over time."""
    front = [point.objectives for point in outcome.front or ()]
    run = {"label": outcome.method, **dict(outcome), "front": front}
    numbers = {outcome.method: 0}
    charts = front_charts([run], numbers) or [anytime([run], numbers)]
    if not charts[0]:
        raise ValueError(f"{outcome.method} on {outcome.instance.name}: there is nothing to draw")
    return charts[0]


def chart_of_front(front: ModelFront) -> Chart:
    """Draw two objectives of a model's front, and the corners of its bound set if it has one."""
    if not front.points:
        raise ValueError("the front has no point to draw")
    first, second = list(front.objectives)[:2]
    named = {"points": [point.objectives for point in front.points]}
    if front.bound_front:
        named["each plan is weakly dominated by a corner"] = list(front.bound_front)
    series = []
    for number, (name, corners) in enumerate(named.items()):
        places = sorted((corner[first], corner[second]) for corner in corners)
        xs, ys = [x for x, _ in places], [y for _, y in places]
        series.append(Series(name, number, xs, ys, "dots"))
    return Chart("front", series, Axis(first), Axis(second))


def chart_of_sweep(
    field: str, rows: Sequence[Mapping[str, float | None]], title: str, *, loosens: bool = False
) -> Chart:
    """Draw a sweep: the bound, dashed, and the objective of every method.

    If larger values only allow more plans (``loosens``), the lines are steps: a plan remains
    feasible at larger values, and a bound remains valid at smaller ones.
    """
    names = [name for name in rows[0] if name != field] if rows else []
    whole = {
        name: all(float(row[name] or 0).is_integer() for row in rows if row.get(name) is not None)
        for name in (field, *names)
    }
    bound_form: Form = "step" if whole[field] else "step-before"
    series = []
    for number, name in enumerate(sorted(names, key=lambda name: name == "bound")):
        known = [(row[field], value) for row in rows if (value := row.get(name)) is not None]
        if known:
            xs, ys = zip(*known, strict=True)
            stairs: Form = bound_form if name == "bound" else "step"
            form: Form = stairs if loosens else "line"
            series.append(Series(name, number, xs, ys, form, dashed=name == "bound"))
    if not series:
        raise input_error("plot", "has nothing to draw: no method has a plan for any value")
    fronts = all(name.endswith("hypervolume") for name in names)
    up = Axis("hypervolume" if fronts else "objective", whole=all(whole[name] for name in names))
    return Chart(title, series, Axis(field, whole=whole[field]), up)


def spread(results: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> Chart | None:
    """Return the chart of the loads of each decision in decreasing order; None without loads."""
    held = [result for result in results if result["loads"] is not None]
    if not held:
        return None
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
    return Chart(title, series, Axis(f"{unit}, by decreasing load", whole=True), Axis(title))


def profiles(
    found: Mapping[str, Profile], numbers: Mapping[str, int], axis: Axis, least: float
) -> Chart:
    """Return the chart of profiles: the share of instances within a factor or gap, by method."""
    widest = max([least * 2, *(p.factor[-1] for p in found.values() if p.factor)])
    series = []
    for name, profile in found.items() if any(p.factor for p in found.values()) else ():
        xs = [least, *(max(x, least) for x in profile.factor), widest * 1.1]
        ys = [0.0, *profile.share, profile.share[-1] if profile.share else 0.0]
        series.append(Series(name, numbers[name], xs, ys, "step"))
    return Chart(axis.label, series, axis, Axis("share of instances", percent=True))
