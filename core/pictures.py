"""Pictures of one outcome, as SVG that stands alone: in a notebook, a page or a file."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .charts import Axis, Form, Series, chart
from .faults import input_error
from .picture_files import SUFFIXES, write_picture

if TYPE_CHECKING:
    from .front_result import ModelFront
    from .outcome import Outcome

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
