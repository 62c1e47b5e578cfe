"""Value functions of streams and importance curves of templates, modelled by segments."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, FloatArray
from ...core.decimals import as_written, steps
from ...instances.macroq import MacroQ, Template
from ..algebra import Indices, Linear, Relation, Variables, dot, family, total

_ROUNDING = 1e-12  # relative


class Stretches(NamedTuple):
    """The admissible breakpoints of a curve, and the segments between them."""

    mips: FloatArray
    importance: FloatArray
    whole: bool  # only breakpoints may be chosen
    bent: bool  # a segment may be used only after all previous ones are used up


def stretches_of(instance: MacroQ, template: Template) -> Stretches:
    """Return breakpoints and segments of a curve; on a grid, breakpoints are multiples of it."""
    mips, worth = template.mips, template.importance
    assert mips is not None
    assert worth is not None
    whole = instance.curves == "points"
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
        if whole:
            keep = [as_written(value) % unit == 0 for value in mips.tolist()]
            mips, worth = mips[keep], worth[keep]
        else:
            low, high = (
                -int(-as_written(float(mips[0])) // unit),
                as_written(float(mips[-1])) // unit,
            )
            places = [float(k * unit) for k in range(low, int(high) + 1)]
            mips, worth = np.array(places), np.interp(places, mips, worth)
            whole = True
    slopes = steps(worth) / steps(mips)
    return Stretches(
        mips, worth, whole, bool((np.diff(slopes) > _ROUNDING * slopes.max(initial=0.0)).any())
    )


def curves_of(instance: MacroQ) -> dict[int, Stretches]:
    """Return the segments of every curve, by the number of its alternative (job and template)."""
    return {
        a: stretches_of(instance, alternative.template)
        for a, alternative in enumerate(instance.graph.alternatives)
        if alternative.template.is_curve
    }


class _Arrays(NamedTuple):
    """Arrays (curves x segments): widths, gains, existence, and whether the order needs rows."""

    width: FloatArray
    gain: FloatArray
    there: BoolArray
    ordered: BoolArray


def add_curves(model: pyo.ConcreteModel, instance: MacroQ) -> tuple[Linear, Linear]:
    """Add variables for the segments of all curves; return expressions for MIPS and importance."""
    curves = curves_of(instance)
    if not curves:
        return total(), total()
    names, owner = list(model.ALTERNATIVES), np.array(list(curves))
    arrays = _arrays(list(curves.values()))
    whole = instance.curves == "points" or instance.granularity is not None
    model.CURVES = pyo.Set(initialize=[names[a] for a in curves])
    model.STRETCHES = pyo.RangeSet(0, arrays.width.shape[1] - 1)
    model.way = Variables(
        model.CURVES,
        model.STRETCHES,
        where=arrays.there,
        lower=0,
        upper=1,
        domain=pyo.Binary if whole else pyo.Reals,
        doc="used share of a stretch",
    )

    @family(model, model.way, where=~arrays.ordered if whole else None)
    def curve_needs_template(c: Indices, k: Indices) -> Relation:
        """A segment of a curve is used only if its template is chosen."""
        return model.way[c, k] <= model.y[owner[c]]

    nowhere = np.zeros_like(arrays.ordered)
    bent, at_points = (nowhere, arrays.ordered) if whole else (arrays.ordered, nowhere)
    _add_order_of_curves(model, bent, at_points)
    first = np.array([[each.mips[0], each.importance[0]] for each in curves.values()])
    mips = dot(first[:, 0], model.y[owner]) + dot(arrays.width, model.way)
    return mips, dot(first[:, 1], model.y[owner]) + dot(arrays.gain, model.way)


def _arrays(curves: Sequence[Stretches]) -> _Arrays:
    shape = (len(curves), max(1, *(len(curve.mips) - 1 for curve in curves)))
    width, gain, there = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=np.bool_)
    ordered = there.copy()
    for row, curve in enumerate(curves):
        count = len(curve.mips) - 1
        width[row, :count], gain[row, :count] = steps(curve.mips), steps(curve.importance)
        there[row, :count] = True
        ordered[row, 1:count] = curve.whole or curve.bent
    return _Arrays(width, gain, there, ordered)


def _add_order_of_curves(model: pyo.ConcreteModel, bent: BoolArray, whole: BoolArray) -> None:
    model.past = Variables(
        model.CURVES, model.STRETCHES, where=bent, domain=pyo.Binary, doc="1 beyond a breakpoint"
    )

    @family(model, model.past)
    def stretch_before_used_up(c: Indices, k: Indices) -> Relation:
        """The previous segment is used completely if the binary of a segment is 1."""
        return model.way[c, k - 1] >= model.past[c, k]

    @family(model, model.past)
    def stretch_not_begun(c: Indices, k: Indices) -> Relation:
        """A segment is used only if its binary is 1."""
        return model.way[c, k] <= model.past[c, k]

    @family(model, model.CURVES, model.STRETCHES, where=whole)
    def points_in_order(c: Indices, k: Indices) -> Relation:
        """A point of a curve is passed only if the previous point is passed."""
        return model.way[c, k] <= model.way[c, k - 1]


def is_concave(rate: FloatArray, value: FloatArray) -> bool:
    """Return whether a value function is concave; it is constant outside its breakpoints."""
    points = [(0.0, float(value[0]))] if rate[0] > 0 else []
    points += list(zip(rate.tolist(), value.tolist(), strict=True))
    x, y = np.array(points).T
    slopes = (steps(y) / steps(x)).tolist()
    return all(after <= before for before, after in pairwise(slopes))


class _Stretches(NamedTuple):
    """Arrays (streams x segments): widths, slopes, existence, nonconcavity; values at rate 0."""

    width: FloatArray
    slope: FloatArray
    there: BoolArray
    bent: BoolArray
    start: FloatArray


def add_values(model: pyo.ConcreteModel, instance: MacroQ) -> Linear:
    """Add variables for the segments of value functions; return the expression for the value."""
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
        """The used parts of all segments sum to at most the rate of the stream."""
        return total(model.piece[s]) <= model.r[s]

    @family(model, model.piece)
    def piece_needs_template(v: Indices, k: Indices) -> Relation:
        """A segment counts only if its template is chosen; this tightens the relaxation."""
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
        """The previous segment is full if the binary of a segment is 1."""
        return model.piece[v, k - 1] >= width[v, k - 1] * model.over[v, k]

    @family(model, model.over)
    def piece_not_begun(v: Indices, k: Indices) -> Relation:
        """A segment counts only if its binary is 1."""
        return model.piece[v, k] <= width[v, k] * model.over[v, k]


def _from_zero(rate: FloatArray | None, value: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return rates and values of a value function's breakpoints; add one at rate 0 if absent."""
    assert rate is not None
    assert value is not None
    if rate[0] == 0:
        return rate, value
    return np.concatenate([[0.0], rate]), np.concatenate([value[:1], value])
