"""Pictures of results: a front, an objective over time, a model's front, or a sweep."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from .faults import input_error
from .pictures import Axis, Chart, Form, Picture, Series


class DrawnOutcome(Protocol):
    """The fields of an outcome that are drawn."""

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
    """The fields of a model's front that are drawn."""

    @property
    def points(self) -> Sequence[Any]: ...
    @property
    def objectives(self) -> Mapping[str, str]: ...
    @property
    def bound_front(self) -> Sequence[Mapping[str, float]] | None: ...


def picture_of(outcome: DrawnOutcome) -> Picture:
    """Draw a front of two objectives, or else the objective and the bound over time."""
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
        drawn.append(Series("bound: no plan lies below this line", 1, *below, "step", dashed=True))
    return Chart(f"front of {outcome.method}", drawn, Axis(first), Axis(second))


def bound_steps(
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


def picture_of_front(front: DrawnFront) -> Picture:
    """Draw two objectives of a model's front, and the corners of its bound set if it has one."""
    if not front.points:
        raise ValueError("the front has no point to draw")
    first, second = list(front.objectives)[:2]
    points = sorted((p.objectives[first], p.objectives[second]) for p in front.points)
    xs, ys = zip(*points, strict=True)
    drawn = [Series("points", 0, xs, ys, "dots")]
    if front.bound_front:
        corners = sorted((corner[first], corner[second]) for corner in front.bound_front)
        xs, ys = zip(*corners, strict=True)
        drawn.append(Series("each plan is weakly dominated by a corner", 1, xs, ys, "dots"))
    return Picture(Chart("front", drawn, Axis(first), Axis(second)))


def picture_of_sweep(
    field: str, rows: Sequence[Mapping[str, float | None]], title: str, *, loosens: bool = False
) -> Picture:
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
    return Picture(Chart(title, series, Axis(field, whole=whole[field]), up))


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
