"""Templates that are curves: importance over mips, stretch by stretch."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.decimals import as_written, steps
from ...instances.macroq import MacroQ, Template
from ..algebra import Indices, Relation, Variables, dot, family

_ROUNDING = 1e-12  # relative


class Stretches(NamedTuple):
    """The breakpoints of a curve that may be chosen, and what lies between them."""

    mips: FloatArray
    importance: FloatArray
    whole: bool  # only breakpoints may be chosen
    bent: bool  # a stretch may be used only where those before are used up


def stretches_of(instance: MacroQ, template: Template) -> Stretches:
    """Return the stretches of a curve; on a grid its breakpoints are multiples of the unit."""
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


def add_curves(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    """Add the ways along all curves, and what they are worth."""
    alternatives = instance.graph.alternatives
    numbers = [a for a, each in enumerate(alternatives) if each.template.is_curve]
    if not numbers:
        return
    model.stretches = {a: stretches_of(instance, alternatives[a].template) for a in numbers}
    model.curve_rows = numbers
    longest = max(len(each.mips) for each in model.stretches.values()) - 1
    shape = (len(numbers), max(1, longest))
    width, gain, there = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=np.bool_)
    binary, ordered = there.copy(), there.copy()
    for row, a in enumerate(numbers):
        given, count = model.stretches[a], len(model.stretches[a].mips) - 1
        width[row, :count], gain[row, :count] = steps(given.mips), steps(given.importance)
        there[row, :count] = True
        binary[row, :count] = given.whole
        ordered[row, 1:count] = given.whole or given.bent
    names = list(model.ALTERNATIVES)
    model.CURVES = pyo.Set(initialize=[names[a] for a in numbers])
    model.STRETCHES = pyo.RangeSet(0, shape[1] - 1)
    model.way = Variables(
        model.CURVES, model.STRETCHES, where=there, lower=0, upper=1, doc="share of a stretch used"
    )
    for (row, k), variable in zip(np.argwhere(there).tolist(), model.way.variables, strict=True):
        if binary[row, k]:
            variable.domain = pyo.Binary
    owner = np.array(numbers)
    start = np.array([[each.mips[0], each.importance[0]] for each in model.stretches.values()])
    model.used.append(dot(start[:, 0], model.y[owner]) + dot(width, model.way))
    model.worth.append(dot(start[:, 1], model.y[owner]) + dot(gain, model.way))

    @family(model, model.way)
    def along(c: Indices, k: Indices) -> Relation:
        """A stretch of a curve is used only if its template is chosen."""
        return model.way[c, k] <= model.y[owner[c]]

    _add_order(model, ordered & ~binary, ordered & binary)


def _add_order(model: pyo.ConcreteModel, bent: np.ndarray, whole: np.ndarray) -> None:
    model.past = Variables(
        model.CURVES, model.STRETCHES, where=bent, domain=pyo.Binary, doc="1 beyond a breakpoint"
    )

    @family(model, model.past)
    def used_up(c: Indices, k: Indices) -> Relation:
        """Beyond a breakpoint the stretch before is used up."""
        return model.way[c, k - 1] >= model.past[c, k]

    @family(model, model.past)
    def not_yet(c: Indices, k: Indices) -> Relation:
        """A stretch is used only beyond its first breakpoint."""
        return model.way[c, k] <= model.past[c, k]

    @family(model, model.CURVES, model.STRETCHES, where=whole)
    def in_order(c: Indices, k: Indices) -> Relation:
        """Points of a curve are passed one after the other."""
        return model.way[c, k] <= model.way[c, k - 1]


def is_concave(rate: FloatArray, value: FloatArray) -> bool:
    """Return whether a value function is concave, its constant ends included."""
    points = [(0.0, float(value[0]))] if rate[0] > 0 else []
    points += list(zip(rate.tolist(), value.tolist(), strict=True))
    x, y = np.array(points).T
    slopes = (steps(y) / steps(x)).tolist()
    return all(after <= before for before, after in pairwise(slopes))
