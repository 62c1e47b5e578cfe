"""Pictures of one outcome, as SVG that stands alone: in a notebook, a page or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .charts import Axis, Series, chart

if TYPE_CHECKING:
    from .outcome import Outcome

_STYLE = """<style>
.chart { font: 12px system-ui, sans-serif; background: #fff; max-width: 44rem; }
.grid { stroke: #d9dee5; } .tick, .label { fill: #5a6675; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .dashed { stroke-dasharray: 5 4; }
.line.c0 { stroke: #1f6fb4; } .mark.c0 { fill: #1f6fb4; }
.line.c1 { stroke: #d4572a; } .mark.c1 { fill: #d4572a; }
</style>"""


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook shows and `save` writes."""

    svg: str

    def _repr_html_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture to a file ending in ``.svg``."""
        Path(path).write_text(self.svg, encoding="utf-8")


def picture_of(outcome: Outcome) -> Picture:
    """Draw the front of two objectives, else objective and bound over time."""
    drawn = _front(outcome) if outcome.front else _course(outcome)
    if not drawn:
        raise ValueError(f"{outcome.method} on {outcome.instance.name}: there is nothing to draw")
    head, rest = drawn.split(">", 1)
    return Picture(f'{head} xmlns="http://www.w3.org/2000/svg">{_STYLE}{rest}')


def _front(outcome: Outcome) -> str:
    assert outcome.front is not None
    first, second = list(outcome.front[0].objectives)[:2]
    points = sorted((p.objectives[first], p.objectives[second]) for p in outcome.front)
    xs, ys = zip(*points, strict=True)
    form = "step" if outcome.front_complete else "dots"
    series = Series(outcome.method, 0, xs, ys, "step" if form == "step" else "dots")
    return chart(f"front of {outcome.method}", [series], Axis(first), Axis(second))


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
