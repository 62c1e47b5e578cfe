"""Decisions of macroq: read from a solved program, or set as a warm start."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray, power_near
from ...core.decimals import as_written
from ...core.outcome import Decision
from ...instances.macroq import MacroQ
from ..algebra import chosen, set_values, values
from .model import terms_of
from .value_functions import Stretches, curves_of

_DIGITS = 10  # decimal places, relative to the power of two near the MIPS of the system


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    instance: MacroQ = model.instance
    graph = instance.graph
    mips, curves = values(model.g), curves_of(instance)
    ways = dict(zip(curves, values(model.way), strict=True)) if curves else {}
    picked: dict[str, tuple[str, Any]] = {}
    for a in np.flatnonzero(chosen(model.y)).tolist():
        alternative = graph.alternatives[a]
        job = instance.jobs[alternative.job].name
        if alternative.template.is_curve:
            picked[job] = (alternative.name, _mips_on_curve(instance, curves[a], ways[a]))
        else:
            names = [pe.name for pe in alternative.template.pes or ()]
            own = [_mips(model, p, float(mips[p])) for p in alternative.pes]
            picked[job] = (alternative.name, dict(zip(names, own, strict=True)))
    return instance.decision(picked)


def _mips(model: pyo.ConcreteModel, p: int, value: float) -> float:
    """Return the MIPS of a PE: rounded to the grid, or clipped to its range if there is no grid."""
    instance: MacroQ = model.instance
    if instance.granularity is not None:
        units = round(model.units[p].value)
        return float(as_written(instance.granularity) * units)
    pe = instance.graph.pes[p]
    return min(max(_round_down(value, instance.mips), pe.least), pe.most)


def _round_down(value: float, most: float) -> float:
    unit = power_near(most) * 2.0**-40
    return max(0.0, round(value / unit) * unit)


def _mips_on_curve(instance: MacroQ, stretches: Stretches, way: FloatArray) -> float:
    way = way[: len(stretches.mips) - 1]
    if stretches.whole:
        return float(stretches.mips[int((way > 0.5).sum())])
    value = float(stretches.mips[0] + np.diff(stretches.mips) @ way)
    nearest = float(stretches.mips[np.abs(stretches.mips - value).argmin()])
    if abs(nearest - value) <= 1e-9 * float(stretches.mips[-1]):
        return nearest
    low, high = float(stretches.mips[0]), float(stretches.mips[-1])
    return min(max(_round_down(value, instance.mips), low), high)


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to a decision's templates, MIPS and rates, as a warm start."""
    instance: MacroQ = model.instance
    graph = instance.graph
    jobs = decision["jobs"]
    mips, picked = np.zeros(len(graph.pes)), np.zeros(len(graph.alternatives))
    curves = curves_of(instance)
    ways = {a: np.zeros(len(model.STRETCHES)) for a in curves}
    for a, alternative in enumerate(graph.alternatives):
        given = jobs.get(instance.jobs[alternative.job].name)
        if given is None or given["template"] != alternative.name:
            continue
        picked[a] = 1.0
        if alternative.template.is_curve:
            ways[a] = _shares(curves[a], given["mips"], len(ways[a]))
        for p, pe in zip(alternative.pes, alternative.template.pes or (), strict=False):
            mips[p] = given["mips"][pe.name]
    if curves:
        set_values(model.way, np.array(list(ways.values())))
    set_values(model.y, picked)
    set_values(model.g, mips)
    set_values(model.r, graph.rates(mips, np.flatnonzero(picked).tolist()))
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
        set_values(model.units, [float(Fraction(as_written(x)) // unit) for x in mips.tolist()])


def _shares(stretches: Stretches, mips: float, count: int) -> FloatArray:
    """Return the used share (0 to 1) of each of ``count`` segments at a number of MIPS."""
    shares = np.zeros(count)
    low, high = stretches.mips[:-1], stretches.mips[1:]
    shares[: len(low)] = np.clip((mips - low) / (high - low), 0.0, 1.0)
    return shares


_PRICES_DIGITS = 9


def prices_of(model: pyo.ConcreteModel, duals: Mapping[Any, float]) -> dict[str, Any]:
    """Return ``{"mips": λ, "rates": {"job/stream": {"job/template/pe": π}}}``.

    λ is the price of MIPS, and π is the price that a PE pays for the rate of a stream it reads.
    ``duals`` contains, per constraint, the increase of importance per unit of its right-hand side.
    """
    instance: MacroQ = model.instance
    graph = instance.graph
    rates: dict[str, dict[str, float]] = {}
    for term, (s, limit) in terms_of(instance).items():
        dual = max(0.0, duals.get(model.resource[term], 0.0))
        reader = graph.pes[graph.streams[s].pe].name
        labels: dict[str, float] = {}
        for source, coefficient in limit.inputs:
            job, _, stream = graph.streams[source].name.split("/")
            labels[f"{job}/{stream}"] = dual * coefficient
        for label, price in labels.items():
            if price > 0:
                paid = rates.setdefault(label, {})
                paid[reader] = paid.get(reader, 0.0) + price
    rounded = {
        label: {reader: _round_price(price) for reader, price in paid.items()}
        for label, paid in rates.items()
    }
    return {"mips": _round_price(max(0.0, duals.get(model.mips, 0.0))), "rates": rounded}


def _round_price(price: float) -> float:
    return float(f"{price:.{_PRICES_DIGITS}g}")
