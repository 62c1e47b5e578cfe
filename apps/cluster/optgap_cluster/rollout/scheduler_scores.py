"""The scores of kube-scheduler 1.34 with its default profile, in compiled code.

Each function adds one score, times its weight, to the totals of the feasible nodes of a pod.  All
scores are integers from 0 to 100, rounded as in the scheduler.  Some are relative to the other
feasible nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from optgap.problem import IntArray
from optgap.running import kernel

if TYPE_CHECKING:
    from .scheduler_arrays import SchedulerArrays, SchedulerState

# the weights of NodeResourcesFit, NodeResourcesBalancedAllocation and ImageLocality are 1
SPREAD_WEIGHT, NEAR_WEIGHT, TAINT_WEIGHT, NODE_WEIGHT = 2, 2, 3, 2
_NOTHING = 2**62


@kernel(arrays=False)
def free_score(held: IntArray, asks: IntArray, capacity: IntArray, packs: bool) -> int:
    """Return LeastAllocated, or MostAllocated with ``packs``: the mean over the resources."""
    count, total = 0, 0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            count += 1
            requested = held[r] + asks[r]
            if requested <= capacity[r]:
                amount = requested if packs else capacity[r] - requested
                total += amount * 100 // capacity[r]
    return int(total // count) if count else 0


@kernel(arrays=False)
def balance_score(held: IntArray, asks: IntArray, capacity: IntArray) -> int:
    """Return NodeResourcesBalancedAllocation: 100 times 1 less the deviation of the shares.

    A pod without any request has the same score, 0, on all nodes.
    """
    count, mean, requests = 0, 0.0, 0
    for r in range(len(capacity)):
        requests += asks[r]
        if capacity[r] > 0:
            count += 1
            mean += min(1.0, (held[r] + asks[r]) / capacity[r])
    if count == 0 or requests == 0:
        return 100 if requests else 0
    mean /= count
    spread, last, first = 0.0, 0.0, -1.0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            last = min(1.0, (held[r] + asks[r]) / capacity[r])
            first = last if first < 0 else first
            spread += (last - mean) ** 2
    deviation = abs(first - last) / 2 if count == 2 else np.sqrt(spread / count)
    return int((1 - deviation) * 100)


@kernel(arrays=False)
def add_taints(arrays: SchedulerArrays, state: SchedulerState, i: int, found: int) -> None:
    """Add TaintToleration: the fewer taints PreferNoSchedule that the pod does not tolerate."""
    terms = arrays.terms.nodes
    row, most = terms.taints_of[i], 0
    for k in range(found):
        most = max(most, terms.taints[row, state.feasible[k]])
    for k in range(found):
        count = terms.taints[row, state.feasible[k]]
        state.total[k] += TAINT_WEIGHT * (100 if most == 0 else 100 - 100 * count // most)


@kernel(arrays=False)
def add_preferences(arrays: SchedulerArrays, state: SchedulerState, i: int, found: int) -> None:
    """Add NodeAffinity: the weights of the preferred terms that a node meets."""
    terms = arrays.terms.nodes
    row, most = terms.prefers_of[i], 0
    for k in range(found):
        most = max(most, terms.prefers[row, state.feasible[k]])
    for k in range(found):
        if most > 0:
            weight = terms.prefers[row, state.feasible[k]]
            state.total[k] += NODE_WEIGHT * (100 * weight // most)


@kernel(arrays=False)
def add_neighbours(arrays: SchedulerArrays, state: SchedulerState, i: int, found: int) -> None:
    """Add InterPodAffinity: the weights of terms of the pod, and of others' terms that match it."""
    terms = arrays.terms
    begin, end = terms.near.start[i], terms.near.start[i + 1]
    least, most = _NOTHING, -_NOTHING
    for k in range(found):
        j, value = state.feasible[k], 0
        for at in range(begin, end, 2):
            counter = terms.near.value[at]
            d = terms.label[terms.key[counter], j]
            if d >= 0:
                value += terms.near.value[at + 1] * state.matching[terms.offset[counter] + d]
        state.raw[k] = value
        least, most = min(least, value), max(most, value)
    for k in range(found):
        if most > least:
            state.total[k] += NEAR_WEIGHT * int(100.0 * ((state.raw[k] - least) / (most - least)))


@kernel(arrays=False)
def count_by_domain(
    arrays: SchedulerArrays, state: SchedulerState, i: int, row: int, pin: int
) -> None:
    """Count a spread's pods by domain in ``state.tally``; -1 for a domain without counted node.

    ``pin`` is the only node that the pod's node affinity allows, -1 for none.
    """
    terms = arrays.terms
    counter, key = terms.spread[row, 0], terms.spread[row, 1]
    taints, affinity = terms.spread[row, 5] > 0, terms.spread[row, 6] > 0
    eligible, tolerates = terms.eligible[terms.spread[row, 7]], arrays.tolerates_cordon[i]
    state.tally[:] = -1
    for j in range(len(state.open)):
        d = terms.label[key, j]
        if d < 0 or not eligible[j] or (affinity and pin >= 0 and j != pin):
            continue
        if taints and not (state.open[j] or tolerates):
            continue  # cordons are taints
        state.tally[d] = max(0, state.tally[d]) + state.matching[terms.offset[counter] + j]


@kernel(arrays=False)
def add_spread(
    arrays: SchedulerArrays, state: SchedulerState, i: int, found: int, pin: int
) -> None:
    """Add PodTopologySpread over the soft constraints, which by default concern hosts and zones."""
    terms = arrays.terms
    begin, end = terms.soft.start[i], terms.soft.start[i + 1]
    if begin == end:
        return
    scored = 0
    for k in range(found):
        whole = True
        for at in range(begin, end):
            whole &= terms.label[terms.spread[terms.soft.value[at], 1], state.feasible[k]] >= 0
        state.raw[k] = 0 if whole or not terms.every_key[i] else -1
        scored += state.raw[k] >= 0
        state.share[k] = 0.0
    for at in range(begin, end):
        _add_constraint(arrays, state, i, terms.soft.value[at], found, scored, pin)
    least, most = _NOTHING, 0
    for k in range(found):
        if state.raw[k] >= 0:
            state.raw[k] = int(np.floor(state.share[k] + 0.5))
            least, most = min(least, state.raw[k]), max(most, state.raw[k])
    for k in range(found):
        if state.raw[k] >= 0:
            value = 100 if most == 0 else 100 * (most + least - state.raw[k]) // most
            state.total[k] += SPREAD_WEIGHT * value


@kernel(arrays=False)
def _add_constraint(
    arrays: SchedulerArrays,
    state: SchedulerState,
    i: int,
    row: int,
    found: int,
    scored: int,
    pin: int,
) -> None:
    """Add a soft constraint to ``state.share``: counts weighed by the number of domains."""
    terms = arrays.terms
    counter, key, skew = terms.spread[row, 0], terms.spread[row, 1], terms.spread[row, 2]
    by_host, domains = key == terms.hostname, scored
    if not by_host:
        count_by_domain(arrays, state, i, row, pin)
        state.seen[:] = False
        domains, unlabelled = 0, 0
        for k in range(found):
            d = terms.label[key, state.feasible[k]]
            if state.raw[k] < 0:
                continue
            if d < 0:
                unlabelled = 1
            elif not state.seen[d]:
                state.seen[d] = True
                domains += 1
        domains += unlabelled
    weight = np.log(domains + 2.0)
    for k in range(found):
        j = state.feasible[k]
        d = terms.label[key, j]
        if d < 0 or state.raw[k] < 0:
            continue
        count = state.matching[terms.offset[counter] + j] if by_host else max(0, state.tally[d])
        state.share[k] += count * weight + (skew - 1)
