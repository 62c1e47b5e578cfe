"""Heuristics of cluster_ratio: marginal gains (for all allocations), and proportional shares.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019.  The paper has no greedy method for the cluster level; its DP is in `solvers`.
"""

import heapq
from typing import Annotated

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.cluster_ratio import ClusterRatio
from ..solvers.allocation import dual_value, fill, nearest_float
from ..solvers.cluster_ratio import curves_of, impossible


def greedy(
    instance: ClusterRatio,
    run: Run,
    *,
    lookahead: Annotated[
        bool,
        Field(
            description="compare groups by their best saving per container for any container count"
        ),
    ] = False,
) -> Answer:
    """Allocate containers one by one to the group whose latency falls most.

    This ends when no container lowers a latency.  It is optimal if every curve is convex; then the
    bound, which a price per container proves, equals the objective.  With ``lookahead`` a group is
    judged by its best saving per container over any number of containers.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    along_hulls = fill(curves, instance.extra)
    if lookahead:
        extra = along_hulls.amounts
    else:
        extra = one_by_one(curves.start, curves.cost, instance.extra, False)
    bound = nearest_float(dual_value(curves, instance.extra, along_hulls.price))
    decision = instance.decision(extra)
    run.report(curves.total(extra), bound, decision)
    return Answer(
        decision=decision,
        bound=bound,
        bound_kind="certified",
        certificate={"kind": "multiplier", "price": along_hulls.price},
    )


def proportional(instance: ClusterRatio, run: Run) -> Answer:
    """Divide the containers in proportion to the groups' upper bounds, within their bounds."""
    if instance.extra < 0:
        return impossible(instance)
    extra = _proportional_extra(instance)
    curves = curves_of(instance)
    decision = instance.decision(extra)
    run.report(curves.total(extra), None, decision)
    return Answer(decision=decision)


def _proportional_extra(instance: ClusterRatio) -> IntArray:
    """Return each group's containers beyond its lower bound.

    Each group gets the same fraction of its upper bound, rounded down, but at least its lower
    bound. The fraction is the largest that fits; the remaining containers go to the largest
    remainders.
    """
    lower, upper, supply = instance.lower, instance.upper, instance.containers
    if upper.sum() <= supply:
        return upper - lower
    low, high = 0.0, 1.0
    for _ in range(60):
        ratio = (low + high) / 2
        fits = np.maximum(lower, np.floor(ratio * upper)).sum() <= supply
        low, high = (ratio, high) if fits else (low, ratio)
    shares = np.maximum(lower, np.floor(low * upper)).astype(np.int64)
    left = supply - int(shares.sum())
    remainder = np.where(shares < upper, low * upper - shares, -np.inf)
    shares[np.argsort(-remainder, kind="stable")[:left]] += 1
    return np.asarray(np.minimum(shares, upper) - lower)


__all__ = ["one_by_one"]


@kernel
def one_by_one(start: IntArray, cost: FloatArray, room: int, spend: bool) -> IntArray:
    """Return the units of each party; each unit goes to the party whose cost falls most by it.

    Party i has the costs ``cost[start[i]:start[i + 1]]`` for 0, 1, … units. Ties go to the party
    with fewer units, then to the earlier one. At most ``room`` units are allocated.  The allocation
    ends before a unit that raises the cost, or, without ``spend``, leaves it unchanged.
    """
    parties = len(start) - 1
    amounts = np.zeros(parties, dtype=np.int64)
    # heap: change of cost by the next unit, units so far, party
    heap = [(cost[0], np.int64(0), np.int64(0)) for _ in range(0)]
    for i in range(parties):
        if start[i] + 1 < start[i + 1]:
            change = cost[start[i] + 1] - cost[start[i]]
            heap.append((change, np.int64(0), np.int64(i)))
    heapq.heapify(heap)
    for _ in range(room):
        if len(heap) == 0 or heap[0][0] > 0 or (not spend and heap[0][0] == 0):
            break
        _, units, party = heapq.heappop(heap)
        amounts[party] += 1
        at = start[party] + units + 1
        if at + 1 < start[party + 1]:
            heapq.heappush(heap, (cost[at + 1] - cost[at], np.int64(units + 1), party))
    return amounts
