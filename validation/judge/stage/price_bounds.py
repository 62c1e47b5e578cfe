"""What prices prove: sums over all instances, computed anew and rounded safely.

For a threshold T and prices π >= 0 of what machines have, every plan with a latency <= T costs at
least  Σ_i min (c_ikj + π_j·D_k) - Σ_j π_j·R_j,  the least over the choices of instance i that are
no slower than T.  If  Σ_i min π_j·D_k > Σ_j π_j·R_j,  there is no such plan at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written
from ....instances.stage import Stage, WorkLatency
from .plan import fits_alone, holds, takes
from .price_document import FrontPrices
from .price_sums import least_of_table, least_of_work, next_latencies

MOST_WORK = 6e10  # choices times thresholds that a check looks at
_CELLS = 1 << 22  # instances times thresholds that are held at once


@dataclass(frozen=True, eq=False)
class ProvenCosts:
    """What a certificate proves.

    ``none`` says whether no plan has a latency up to the first threshold; ``cost`` bounds the cost
    of plans up to each further threshold (infinite: there is none).
    """

    none: bool
    cost: FloatArray


def work_of(instance: Stage, prices: FrontPrices) -> float:
    """Return how many choices times thresholds a check has to look at."""
    instances, configurations, machines = instance.shape
    if isinstance(instance.latency, WorkLatency):
        machines = len(_kinds(instance, prices.group)[0])
    return float(instances) * configurations * machines * (len(prices.thresholds) + 1)


def proven(instance: Stage, prices: FrontPrices) -> ProvenCosts:
    """Return what prices prove, with all rounding on the safe side."""
    demand = np.zeros((len(instance.configurations), len(prices.rows)))
    room = np.zeros((instance.machines, len(prices.rows)))
    for r, row in enumerate(prices.rows):
        resource, unit = row
        taken, has = takes(instance, resource), holds(instance, resource)
        demand[:, r] = taken if unit is None else _whole(taken, unit)
        room[:, r] = has if unit is None else _whole(has, unit)
    tables = np.concatenate([prices.none_price[None], prices.price])
    thresholds = np.append([prices.none_up_to], prices.thresholds)
    # what a configuration pays on each group: groups x configurations x thresholds
    tax = np.ascontiguousarray(np.einsum("sgr,kr->gks", tables, demand))
    sums = _sums(instance, prices.group, tax, thresholds)
    owed = [math.fsum((table[prices.group] * room).ravel()) for table in tables]
    share = (2 * (instance.available.shape[1] + len(prices.rows)) + 8) * 2.0**-53
    low = np.array([_safely(s, t, share) for s, t in zip(sums, owed, strict=True)])
    return ProvenCosts(bool(low[0] > 0), low[1:])


def _safely(gained: float, owed: float, share: float) -> float:
    """Return a number that is surely no larger than the exact difference."""
    if gained == math.inf:
        return math.inf
    low = gained * (1 - share) - owed * (1 + share)
    return low - abs(low) * 2.0**-52


def _whole(amounts: FloatArray, unit: float) -> FloatArray:
    """Return how often a unit goes into each amount, as decimals."""
    each = as_written(unit)
    values, back = np.unique(amounts, return_inverse=True)
    whole = [float(math.floor(Fraction(as_written(value)) / each)) for value in values.tolist()]
    return np.array(whole)[back.reshape(-1)]


def _kinds(instance: Stage, group: IntArray) -> tuple[FloatArray, FloatArray, IntArray, BoolArray]:
    """Return the distinct machines: time per work, fixed time, group, configurations that fit.

    Machines that differ in room only are one kind: a choice counts if it fits on any of them.
    """
    assert isinstance(instance.latency, WorkLatency)
    terms = instance.latency.linear
    columns = np.column_stack([terms.per_work, terms.fixed, group])
    kinds, kind = np.unique(columns, axis=0, return_inverse=True)
    fits = np.zeros((len(kinds), len(instance.configurations)), dtype=np.bool_)
    np.logical_or.at(fits, kind.reshape(-1), fits_alone(instance).T)
    return kinds[:, 0].copy(), kinds[:, 1].copy(), kinds[:, 2].astype(np.int64), fits


def _sums(instance: Stage, group: IntArray, tax: FloatArray, thresholds: FloatArray) -> list[float]:
    """Return, for each threshold, the exact sum of the least costs."""
    rate = instance.configurations @ instance.weights
    count, steps = instance.instances, len(thresholds)
    parts: list[list[float]] = [[] for _ in range(steps)]
    kinds = _kinds(instance, group) if isinstance(instance.latency, WorkLatency) else None
    fits = fits_alone(instance)
    size = max(1, _CELLS // steps)
    for begin in range(0, count, size):
        rows = slice(begin, min(begin + size, count))
        least = np.full((rows.stop - begin, steps), np.inf)
        if isinstance(instance.latency, WorkLatency):
            assert kinds is not None
            work = instance.latency.linear.work[rows]
            least_of_work(work, *kinds, rate, tax, thresholds, least)
        else:
            table = instance.latency[rows]
            least_of_table(table, group, fits, rate, tax, thresholds, least)
        for s in range(steps):
            parts[s].append(math.fsum(least[:, s]) if np.isfinite(least[:, s]).all() else math.inf)
    return [math.inf if math.inf in part else math.fsum(part) for part in parts]


def next_above(instance: Stage, limits: FloatArray) -> FloatArray:
    """Return the least latency of a choice above each limit; infinite if there is none."""
    if isinstance(instance.latency, WorkLatency):
        nothing = np.zeros(instance.machines, dtype=np.int64)
        per_work, fixed, _, fits = _kinds(instance, nothing)
        work = np.sort(instance.latency.linear.work, axis=0)
        return next_latencies(work, per_work, fixed, fits, limits)
    fits = fits_alone(instance)
    above = np.full(len(limits), np.inf)
    for table in instance.latency:
        values = np.sort(table[fits & ~np.isnan(table)])
        place = np.searchsorted(values, limits, side="right")
        inside = place < len(values)
        above[inside] = np.minimum(above[inside], values[place[inside]])
    return above
