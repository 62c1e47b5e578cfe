"""Exact curves for microQ: the importance of each weak component as a function of its MIPS.

Without products and with concave values, the plans of a fixed list are a linear program, so the
importance of a component (PEs connected by streams) is concave and piecewise linear in its MIPS.  A
program at the slope of a chord finds a point above the chord, or proves that the chord is a segment
of the curve.  Between breakpoints the interpolated MIPS of PEs are feasible, and their importance
is that of the curve.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...core.arrays import FloatArray
from ...core.groups import groups_of
from ...core.run import Run
from ...instances.macroq import MacroQ
from ..engines import FormBuilder, engine_named, solve_form
from .nsdp import label_table
from .waterlines import Grid, grid_of

_TOLERANCE = 1e-9  # tolerance relative to the greatest importance
_UNITS = 60  # units of the grid for a component that is not concave


@dataclass(frozen=True, eq=False)
class ComponentCurve:
    """The curve of a weak component: each breakpoint's MIPS, importance, and MIPS of every PE.

    ``exact`` is false if only points of a grid are known, because values are not concave or rates
    are products of MIPS and rates.
    """

    pes: tuple[int, ...]
    mips: FloatArray
    importance: FloatArray
    pacing: FloatArray
    exact: bool

    def thin(self, segments: int) -> ComponentCurve:
        """Return the curve reduced to ``segments`` segments, at evenly spaced breakpoints."""
        if len(self.mips) <= segments + 1:
            return self
        keep = np.unique(np.round(np.linspace(0, len(self.mips) - 1, segments + 1)).astype(int))
        return ComponentCurve(
            self.pes, self.mips[keep], self.importance[keep], self.pacing[keep], False
        )


def component_curves(instance: MacroQ, chosen: list[int], run: Run) -> list[ComponentCurve]:
    """Return the curves of a list's weak components, except those that need no MIPS."""
    pes = {p for a in chosen for p in instance.graph.alternatives[a].pes}
    edges = (edge for edge in instance.graph.edges if pes.issuperset(edge))
    found = [_curve(instance, tuple(group), run) for group in groups_of(sorted(pes), edges)]
    return [curve for curve in found if curve.mips[-1] > 0]


def _curve(instance: MacroQ, pes: tuple[int, ...], run: Run) -> ComponentCurve:
    graph = instance.graph
    members = set(pes)
    streams = [s for s, stream in enumerate(graph.streams) if stream.pe in members]
    concave = all(_is_concave(graph.streams[s].rate, graph.streams[s].value) for s in streams)
    if not concave or any(limit.product for s in streams for limit in graph.streams[s].limits):
        return _on_grid(instance, pes, run)
    least = np.array([graph.pes[p].least for p in pes])
    most = np.array([graph.pes[p].most for p in pes])
    program = _Program(instance, pes, streams)
    first, last = program.point(least), program.point(most)
    points = [first, *_breakpoints_between(program, first, last, run), last]
    points = _without_flat_end(points, _TOLERANCE * max(1e-300, last.importance))
    return _curve_of(pes, points, exact=True)


@dataclass(frozen=True, eq=False)
class _Point:
    given: FloatArray
    importance: float

    @property
    def mips(self) -> float:
        return float(self.given.sum())


def _breakpoints_between(program: _Program, a: _Point, b: _Point, run: Run) -> list[_Point]:
    """Return the breakpoints of the curve between two of its points, found recursively."""
    if b.mips - a.mips <= _TOLERANCE * max(1.0, b.mips):
        return []
    slope = (b.importance - a.importance) / (b.mips - a.mips)
    top = program.best(slope, run)
    if top is None:
        return []
    above = (top.importance - slope * top.mips) - (a.importance - slope * a.mips)
    inside = a.mips < top.mips < b.mips
    if not inside or above <= _TOLERANCE * max(abs(a.importance), abs(b.importance)):
        return []
    return [
        *_breakpoints_between(program, a, top, run),
        top,
        *_breakpoints_between(program, top, b, run),
    ]


def _without_flat_end(points: list[_Point], tolerance: float) -> list[_Point]:
    """Return the points (by rising MIPS) up to the first with maximum importance."""
    top = points[-1].importance
    kept: list[_Point] = []
    for point in points:
        if not kept or point.mips > kept[-1].mips:
            kept.append(point)
        if point.importance >= top - tolerance:
            break
    return kept


def _curve_of(pes: tuple[int, ...], points: list[_Point], *, exact: bool) -> ComponentCurve:
    """Return the curve through points; (0, 0) is put before a single point, as microQ needs two."""
    given = [point.given for point in points]
    worth = [point.importance for point in points]
    if len(points) == 1 and points[0].mips > 0:
        given.insert(0, np.zeros(len(pes)))
        worth.insert(0, 0.0)
    pacing = np.array(given)
    return ComponentCurve(pes, pacing.sum(axis=1), np.array(worth), pacing, exact)


class _Program:
    """The linear program of a component: maximise importance minus slope times MIPS."""

    def __init__(self, instance: MacroQ, pes: tuple[int, ...], streams: list[int]) -> None:
        graph = instance.graph
        self.graph, self.pes = graph, pes
        self.streams = sorted(streams, key=graph.place.__getitem__)
        self.form = form = FormBuilder("maximize")
        self.engine = engine_named("highs")
        at = {p: form.column(graph.pes[p].least, graph.pes[p].most) for p in pes}
        rate = {s: form.column(0.0, float(graph.bound[s])) for s in streams}
        for s in streams:
            stream = graph.streams[s]
            for limit in stream.limits:
                terms = [(rate[s], 1.0), (at[stream.pe], -limit.mips)]
                terms += [(rate[i], -c) for i, c in limit.inputs if i in rate]
                form.row(terms, upper=limit.primal)
            if stream.rate is None or stream.value is None:
                form.cost[rate[s]] = stream.weight
            else:
                self._add_pieces(rate[s], stream.rate, stream.value)

    def _add_pieces(self, rate: int, x: FloatArray, y: FloatArray) -> None:
        steps = zip(pairwise(x.tolist()), pairwise(y.tolist()), strict=True)
        own = [self.form.column(0.0, b - a, (d - c) / (b - a)) for (a, b), (c, d) in steps]
        self.form.row([(rate, -1.0), *((column, 1.0) for column in own)], upper=0.0)

    def best(self, slope: float, run: Run) -> _Point | None:
        """Return the optimal point if a MIPS costs ``slope``; ``None`` if the time is up."""
        for k in range(len(self.pes)):
            self.form.cost[k] = -slope
        inner = run.inner(gap=0.0, sense="maximize")
        result = solve_form(self.form.form(), self.engine, inner)
        return None if result.x is None else self.point(result.x[: len(self.pes)])

    def point(self, given: FloatArray) -> _Point:
        """Return the point of given MIPS of PEs; its importance follows from the streams' rates."""
        mips = np.zeros(len(self.graph.pes))
        mips[list(self.pes)] = given
        rates = np.zeros(len(self.graph.streams))
        for s in self.streams:
            stream = self.graph.streams[s]
            rates[s] = min(limit.at(mips[stream.pe], rates) for limit in stream.limits)
        worth = sum(self.graph.streams[s].worth(float(rates[s])) for s in self.streams)
        return _Point(np.asarray(given, dtype=np.float64), worth)


def _is_concave(rate: FloatArray | None, value: FloatArray | None) -> bool:
    if rate is None or value is None:
        return True
    if rate[0] > 0 and len(rate) > 1 and value[1] > value[0]:
        return False
    slopes = np.diff(value) / np.diff(rate)
    return bool((np.diff(slopes) <= 1e-12 * np.abs(slopes).max(initial=1.0)).all())


def _on_grid(instance: MacroQ, pes: tuple[int, ...], run: Run) -> ComponentCurve:
    """Return the curve through points of a grid, for a component that is not concave."""
    graph = instance.graph
    homes = sorted({graph.pes[p].alternative for p in pes})
    span = sum(graph.pes[p].most for p in pes)
    unit = None if instance.granularity is not None else span / _UNITS
    grid: Grid = grid_of(instance, unit)
    table = label_table(graph, homes, grid, run)
    if table is None:
        raise TimeoutError
    points: list[_Point] = []
    for units in range(len(table.worth)):
        worth = float(table.worth[units])
        if np.isfinite(worth) and (not points or worth > points[-1].importance):
            given = table.units(units)
            mips = np.array([grid.mips(graph.pes[p], given[p]) for p in pes])
            points.append(_Point(mips, worth))
    return _curve_of(pes, points, exact=False)
