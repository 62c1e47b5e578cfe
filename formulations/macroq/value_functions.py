"""What the rates of streams are worth: value functions, stretch by stretch."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, FloatArray
from ...core.decimals import steps
from ...instances.macroq import MacroQ
from ..algebra import Indices, Linear, Relation, Variables, dot, family, total
from .curves import is_concave


class _Stretches(NamedTuple):
    """Value functions row by row: widths, slopes, where there is one, and where one is bent."""

    width: FloatArray
    slope: FloatArray
    there: BoolArray
    bent: BoolArray
    start: FloatArray


def add_values(model: pyo.ConcreteModel, instance: MacroQ) -> Linear:
    """Add the value functions of rates, stretch by stretch; return what the rates are worth."""
    streams = instance.graph.streams
    valued = [s for s, stream in enumerate(streams) if stream.rate is not None and stream.weight]
    if not valued:
        return total()
    given = _stretches([_from_zero(streams[s].rate, streams[s].value) for s in valued])
    model.VALUED = pyo.Set(initialize=[streams[s].name for s in valued])
    model.PIECES = pyo.RangeSet(0, given.width.shape[1] - 1)
    model.piece = Variables(
        model.VALUED,
        model.PIECES,
        where=given.there,
        lower=0,
        upper=given.width,
        doc="rate in a stretch",
    )
    owner = np.array([streams[s].alternative for s in valued])

    @model.Constraint(model.VALUED)
    def pieces_within_rate(model: pyo.ConcreteModel, s: str) -> Relation:
        """The stretches together are no more than the rate."""
        return total(model.piece[s]) <= model.r[s]

    @family(model, model.piece)
    def piece_needs_template(v: Indices, k: Indices) -> Relation:
        """A stretch counts only if its template is chosen: tighter than by the rate alone."""
        return model.piece[v, k] <= given.width[v, k] * model.y[owner[v]]

    _add_order(model, given)
    worth: Linear = dot(given.slope, model.piece) + dot(given.start, model.y[owner])
    return worth


def _stretches(curves: list[tuple[FloatArray, FloatArray]]) -> _Stretches:
    shape = (len(curves), max(1, *(len(rate) - 1 for rate, _ in curves)))
    width, slope, there = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=np.bool_)
    bent = there.copy()
    for row, (rate, value) in enumerate(curves):
        count = len(rate) - 1
        width[row, :count], there[row, :count] = steps(rate), True
        slope[row, :count] = steps(value) / steps(rate)
        bent[row, 1:count] = not is_concave(rate, value)
    start = np.array([value[0] for _, value in curves])
    return _Stretches(width, slope, there, bent, start)


def _add_order(model: pyo.ConcreteModel, given: _Stretches) -> None:
    width = given.width
    model.over = Variables(
        model.VALUED,
        model.PIECES,
        where=given.bent,
        domain=pyo.Binary,
        doc="1 beyond a breakpoint",
    )

    @family(model, model.over)
    def piece_before_full(v: Indices, k: Indices) -> Relation:
        """Beyond a breakpoint the stretch before is full."""
        return model.piece[v, k - 1] >= width[v, k - 1] * model.over[v, k]

    @family(model, model.over)
    def piece_not_begun(v: Indices, k: Indices) -> Relation:
        """A stretch counts only beyond its first breakpoint."""
        return model.piece[v, k] <= width[v, k] * model.over[v, k]


def _from_zero(rate: FloatArray | None, value: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return the breakpoints of a value function from rate 0 on."""
    assert rate is not None
    assert value is not None
    if rate[0] == 0:
        return rate, value
    return np.concatenate([[0.0], rate]), np.concatenate([value[:1], value])
