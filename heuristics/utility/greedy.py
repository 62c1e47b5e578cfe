"""SLAQ's and ReLAQS's allocations of cores, a vectorised form for large clusters, and fair shares.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), 3.3.3 and 4.3.7.
"""

import heapq

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.utility import Utility
from ...solvers.allocation import Curves, dual_value, fill, nearest_float
from ...solvers.utility import counting, curves_of, impossible, lowest_level
from ..allocation import one_by_one


def greedy(instance: Utility, run: Run) -> Answer:
    """Give one core after the other to the job that gains most by it (Algorithms 4 and 5).

    For max-sum a price proves a bound; if all gains are concave it equals the objective.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    return _answer(instance, run, one_by_one(curves.start, curves.cost, instance.extra, True))


def threshold(instance: Utility, run: Run) -> Answer:
    """Sort all gains at once instead of one by one; for max-min find the level by counting.

    Stretches of cores count as a whole, by their gain per core, so that steps are seen through.
    """
    if instance.extra < 0:
        return impossible(instance)
    if instance.objective == "max-min":
        return lowest_level(instance, run)
    curves = curves_of(instance)
    along_hulls = fill(curves, instance.extra)
    return _answer(instance, run, along_hulls.amounts, (curves, along_hulls.price))


def max_min_greedy(instance: Utility, run: Run) -> Answer:
    """Give one core after the other to the job that is worst off (3.3.3, with arg max).

    Optimal for max-min where losses fall with every core, and then proven by counting.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    return _answer(instance, run, _fill_costliest_job(curves, instance.extra))


def fair(instance: Utility, run: Run) -> Answer:
    """Share the cores equally, as far as each job's least and most allow."""
    if instance.extra < 0:
        return impossible(instance)
    return _answer(instance, run, equal_shares(instance.least, instance.most, instance.cores))


def equal_shares(least: IntArray, most: IntArray, cores: int) -> IntArray:
    """Return equal shares within the bounds, less the least cores; the rest goes in order."""
    supply = min(cores, int(most.sum()))
    low, high = 0, int(most.max())
    while low < high:
        middle = (low + high + 1) // 2
        fits = int(np.clip(middle, least, most).sum()) <= supply
        low, high = (middle, high) if fits else (low, middle - 1)
    shares = np.clip(low, least, most)
    could_take = np.flatnonzero((shares < most) & (shares == low))
    shares[could_take[: supply - int(shares.sum())]] += 1
    return np.asarray(shares - least)


def _fill_costliest_job(curves: Curves, room: int) -> IntArray:
    """Give units to the job of the largest cost until it has all it can take."""
    amounts = np.zeros(curves.parties, dtype=np.int64)
    cost, start = curves.cost.tolist(), curves.start.tolist()
    heap = [(-cost[start[i]], i) for i in range(curves.parties)]
    heapq.heapify(heap)
    while room > 0 and heap:
        _, i = heapq.heappop(heap)
        if start[i] + amounts[i] + 1 < start[i + 1]:
            amounts[i] += 1
            room -= 1
            heapq.heappush(heap, (-cost[start[i] + amounts[i]], i))
    return amounts


def _answer(
    instance: Utility, run: Run, extra: IntArray, priced: tuple[Curves, float] | None = None
) -> Answer:
    """Return the answer for cores beyond the least, with the bound that a quick proof gives."""
    decision = instance.decision(instance.least + extra)
    if instance.objective == "max-min":
        return _claim_level(instance, run, extra, decision)
    curves, price = priced or _curves_and_price(instance)
    bound = -nearest_float(dual_value(curves, instance.extra, price))
    run.report(-curves.total(extra), bound, decision)
    return Answer(
        decision=decision,
        bound=bound,
        bound_kind="certified",
        certificate={"kind": "multiplier", "price": price},
    )


def _curves_and_price(instance: Utility) -> tuple[Curves, float]:
    curves = curves_of(instance)
    return curves, fill(curves, instance.extra).price


def _claim_level(
    instance: Utility, run: Run, extra: IntArray, decision: dict[str, dict[str, int]]
) -> Answer:
    """Claim the level reached as a bound where the cores do not suffice to get below it."""
    curves = curves_of(instance)
    level = float(curves.cost[curves.start[:-1] + extra].max())
    below = np.where(curves.cost < level, curves.units, np.inf)
    needed = float(np.minimum.reduceat(below, curves.start[:-1]).sum())
    if needed <= instance.extra:
        run.report(level, None, decision)
        return Answer(decision=decision)
    run.report(level, level, decision)
    return Answer(
        decision=decision, bound=level, bound_kind="certified", certificate=counting(level)
    )
