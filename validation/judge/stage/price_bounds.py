"""Lower bounds that prices prove for stage: sums over all instances, rounded safely.

For a threshold T and prices π >= 0 of the machines' resources, each plan with a latency <= T costs
at least  Σ_i min (c_ikj + π_j·D_k) - Σ_j π_j·R_j,  the minimum over the choices (k, j) of instance
i that are no slower than T.  If  Σ_i min π_j·D_k > Σ_j π_j·R_j,  no such plan exists.

Bounds of an incomplete front are ``[{"latency": T or null, "cost": B}, …]`` with increasing T. An
entry claims that each plan with a latency up to T costs at least B; null means all plans.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written
from ....core.kernels import kernel
from ....instances.stage import Stage, WorkLatency
from ..judging import read_certificate
from ..proofs.claims import UnprovenError
from ..verdict import TOO_LARGE, Violation, unproven_claim
from .plan import PriceTables, demand_and_room, fits_alone


# The loops over all choices find each instance's minimum priced cost within each threshold.
@kernel
def lower_by_choices(
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    thresholds: FloatArray,
    least: FloatArray,
) -> None:
    """Lower ``least`` (instances x thresholds) to the minimum priced cost over all choices.

    Latencies are fixed + per_work * work, NaN where impossible.  ``fixed``, ``per_work`` and
    ``group`` are per machine, ``rate`` is the cost per second of each configuration, and ``tax``
    the priced resources of a choice (groups x configurations x thresholds).
    """
    fastest = np.empty((tax.shape[0], tax.shape[1]))
    for i in range(len(work)):
        fastest[:] = np.inf
        for k in range(len(rate)):
            for j in np.flatnonzero(fits[k]):  # machines of a group pay the same tax
                seconds = fixed[j] + per_work[j] * work[i, k, j]
                if seconds < fastest[group[j], k]:  # never of NaN
                    fastest[group[j], k] = seconds
        _lower(least[i], fastest, rate, tax, thresholds)


@kernel(inner=True)
def _lower(
    least: FloatArray,
    fastest: FloatArray,
    rate: FloatArray,
    tax: FloatArray,
    thresholds: FloatArray,
) -> None:
    """Lower an instance's minimum priced costs to those on the fastest machine of each group.

    ``fastest`` is its latency by group and configuration.  This machine is also the cheapest one of
    its group, and meets each threshold that another one meets; thresholds increase.  The first
    threshold is the one that no plan meets, for which only the tax counts.
    """
    for g in range(fastest.shape[0]):
        for k in range(fastest.shape[1]):
            kept = np.searchsorted(thresholds, fastest[g, k])
            if kept == 0:
                least[0] = min(least[0], tax[g, k, 0])
            for s in range(max(1, kept), len(thresholds)):
                least[s] = min(least[s], fastest[g, k] * rate[k] + tax[g, k, s])


MOST_WORK = 6e10  # choices times thresholds that a check looks at
_LARGEST = 1e200  # of a price of all units; an infinite sum would say that there is no plan
_CELLS = 1 << 22  # instances times thresholds that are held at once


def check_bound_front(
    instance: Stage, certificate: dict[str, Any], bound_front: Sequence[Mapping[str, float | None]]
) -> list[Violation]:
    """Re-check that prices prove each bound, and that no plan is faster than claimed."""
    form, faults = read_certificate((PriceTables,), instance, certificate)
    if not isinstance(form, PriceTables):
        return faults
    work = float(math.prod(_choices(instance, form.group).work.shape)) * len(form.thresholds)
    if work > MOST_WORK:
        words = f"takes {work:.0e} steps to check, but at most {MOST_WORK:.0e} are allowed"
        return [Violation(TOO_LARGE, "certificate", None, words)]
    try:
        found = least_costs(instance, form)
    except (ArithmeticError, ValueError) as error:
        return [unproven_claim(f"proves nothing: {error}")]
    (first, none), *known_costs = zip(form.thresholds.tolist(), found, strict=True)
    known, wrong = dict(known_costs), list[str]()
    if first > -math.inf and none <= 0:
        wrong.append(f"the prices do not exclude plans with a latency up to {first!r}")
    for s, entry in enumerate(bound_front):
        if set(entry) != {"latency", "cost"}:
            wrong.append(f"bound_front[{s}]: must name latency and cost")
            continue
        limit = math.inf if entry["latency"] is None else entry["latency"]
        claimed, low = entry["cost"], known.get(limit)
        if low is None:
            wrong.append(f"bound_front[{s}]: the certificate has no prices for {limit!r}")
        elif claimed is None or not claimed <= max(low, 0.0):
            wrong.append(f"bound_front[{s}]: claims {claimed!r}, but the prices prove {low!r}")
    return [unproven_claim(words) for words in wrong]


def least_costs(instance: Stage, prices: PriceTables) -> list[float]:
    """Return a lower bound on the cost of plans within each threshold; infinite without plans.

    All rounding is on the safe side.  A positive value at the first threshold proves that no plan
    has such a latency.
    """
    amounts = np.concatenate(demand_and_room(instance))
    columns = [
        amounts[:, resource] if unit is None else _whole(amounts[:, resource], unit)
        for resource, unit in prices.rows
    ]
    priced = np.array(columns).reshape(len(prices.rows), len(amounts)).T
    price = prices.price
    if not float(price.max(initial=0.0)) * float(priced.max(initial=0.0)) <= _LARGEST:
        raise UnprovenError("its prices are too large to be added up")
    demand, room = np.split(priced, [len(instance.configurations)])
    # the price of a configuration's resources: groups x configurations x thresholds
    tax = np.ascontiguousarray(np.einsum("sgr,kr->gks", price, demand))
    sums = _sums(instance, prices.group, tax, prices.thresholds)
    owed = [math.fsum((table[prices.group] * room).ravel()) for table in price]
    share = (2 * (instance.available.shape[1] + len(prices.rows)) + 8) * 2.0**-53
    return [_safely(s, t, share) for s, t in zip(sums, owed, strict=True)]


def _safely(gained: float, owed: float, share: float) -> float:
    """Return a number that is at most the exact difference ``gained`` - ``owed``."""
    if gained == math.inf:
        return math.inf
    low = gained * (1 - share) - owed * (1 + share)
    return low - abs(low) * 2.0**-52


def _whole(amounts: FloatArray, unit: float) -> FloatArray:
    """Return each amount, read as a decimal, divided by the unit and rounded down."""
    each = as_written(unit)
    values, back = np.unique(amounts, return_inverse=True)
    whole = [float(math.floor(Fraction(as_written(value)) / each)) for value in values.tolist()]
    return np.array(whole)[back.reshape(-1)]


class _Choices(NamedTuple):
    """All choices, with ``fixed[j] + per_work[j] * work[i, k, j]`` seconds if ``fits[k, j]``."""

    work: FloatArray
    per_work: FloatArray
    fixed: FloatArray
    group: IntArray
    fits: BoolArray


def _choices(instance: Stage, group: IntArray) -> _Choices:
    """Return all choices; for a table of latencies the work of a choice is its latency.

    Machines that differ only in capacity are merged: a choice counts if it fits on one of them.
    """
    fits = fits_alone(instance)
    if not isinstance(instance.latency, WorkLatency):
        once = np.ones(instance.machines)
        return _Choices(instance.latency, once, np.zeros_like(once), group, fits)
    terms = instance.latency.linear
    columns = np.column_stack([terms.per_work, terms.fixed, group])
    kinds, kind = np.unique(columns, axis=0, return_inverse=True)
    on_any = np.zeros((len(fits), len(kinds)), dtype=np.bool_)
    np.logical_or.at(on_any.T, kind.reshape(-1), fits.T)
    work = np.broadcast_to(terms.work[:, :, None], (*terms.work.shape, len(kinds)))
    per_work, fixed, groups = np.ascontiguousarray(kinds.T)
    return _Choices(work, per_work, fixed, groups.astype(np.int64), on_any)


def _sums(instance: Stage, group: IntArray, tax: FloatArray, thresholds: FloatArray) -> list[float]:
    """Return, for each threshold, an accurate sum of the instances' minimum priced costs."""
    rate = instance.configurations @ instance.weights
    choices = _choices(instance, group)
    parts: list[list[float]] = [[] for _ in thresholds]
    size = max(1, _CELLS // len(thresholds))
    for begin in range(0, len(choices.work), size):
        rows = choices.work[begin : begin + size]
        least = np.full((len(rows), len(thresholds)), np.inf)
        lower_by_choices(rows, *choices[1:], rate, tax, thresholds, least)
        for part, column in zip(parts, least.T, strict=True):
            part.append(math.fsum(column) if np.isfinite(column).all() else math.inf)
    return [math.inf if math.inf in part else math.fsum(part) for part in parts]


def least_above(
    instance: Stage, name: str, limits: Sequence[float], certificate: dict[str, Any] | None
) -> list[float]:
    """Return, for each limit, a lower bound on the objective ``name`` of plans above the limit.

    For the latency it is the least latency of a choice that is above the limit and above the
    latency that the certificate excludes.  For the cost it is the limit, but at least 0.
    """
    if name != "latency":
        return [max(0.0, limit) for limit in limits]
    none = (certificate or {}).get("none_up_to") or {}
    floor = none.get("latency", -math.inf)
    above = _next_above(instance, np.array([max(limit, floor) for limit in limits]))
    return [float(value) for value in above]


def _next_above(instance: Stage, limits: FloatArray) -> FloatArray:
    """Return, for each limit, the next larger latency of a choice; infinite if there is none."""
    above = np.full(len(limits), np.inf)
    if not isinstance(instance.latency, WorkLatency):
        fits = fits_alone(instance)
        for table in instance.latency:
            values = np.sort(table[fits & ~np.isnan(table)])
            places = np.searchsorted(values, limits, side="right")
            above = np.minimum(above, np.append(values, np.inf)[places])
        return above
    choices = _choices(instance, np.zeros(instance.machines, dtype=np.int64))
    work = np.sort(instance.latency.linear.work, axis=0)
    configurations, count = np.arange(work.shape[1])[:, None], len(work)

    def seconds(place: IntArray) -> FloatArray:
        return choices.fixed + choices.per_work * work[place, configurations]

    for s, limit in enumerate(limits):
        place = np.zeros(choices.fits.shape, dtype=np.int64)  # of the first that is above
        for bit in reversed(range(count.bit_length())):
            ahead = np.minimum(place + (1 << bit), count)
            place = np.where(seconds(ahead - 1) > limit, place, ahead)
        later = choices.fits & (place < count)
        above[s] = seconds(np.minimum(place, count - 1))[later].min(initial=np.inf)
    return above
