"""The filters of kube-scheduler: the nodes on which a pod may be placed now, in compiled code."""

from __future__ import annotations

from optgap.consolidation import may_enter
from optgap.running import kernel

from .scheduler_arrays import SchedulerArrays, SchedulerState, is_open_to
from .scheduler_scores import count_by_domain


@kernel(arrays=False)
def change_use(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int, by: int) -> None:
    for r in range(arrays.demand.shape[1]):
        state.room[j, r] -= by * arrays.demand[i, r]
    for r in range(arrays.holds.shape[1]):
        state.held[j, r] += by * arrays.holds[i, r]
        state.taken[j, r] += by * arrays.exact[i, r]


@kernel(arrays=False)
def find_nodes(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int) -> int:
    """Write the nodes that pass the filters to ``state.feasible``; return their number.

    In large clusters the search begins where the last one ended, and ends with enough nodes.
    """
    found, nodes = 0, len(state.open)
    prepare_filters(arrays, state, i, pin)
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    j = state.begin[0]
    for _ in range(nodes):
        fits = is_open_to(allowed[j], state.open[j], arrays.exists[j], tolerates)
        if fits and (pin < 0 or j == pin) and passes(arrays, state, i, j):
            state.feasible[found] = j
            found += 1
        j = 0 if j + 1 == nodes else j + 1
        if found == arrays.looks_at:
            break
    if nodes > arrays.looks_at:
        state.begin[0] = j
    return found


@kernel(arrays=False)
def prepare_filters(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int) -> None:
    """Mark in ``state.closed`` the nodes that a mandatory spread of pod i closes to it."""
    terms = arrays.terms
    state.closed[:] = False
    for at in range(terms.hard.start[i], terms.hard.start[i + 1]):
        row = terms.hard.value[at]
        count_by_domain(arrays, state, i, row, pin)
        least, domains = 2**62, 0
        for d in range(len(state.tally)):
            if state.tally[d] >= 0:
                least = min(least, state.tally[d])
                domains += 1
        if domains < terms.spread[row, 3]:
            least = 0
        for j in range(len(state.closed)):
            d = terms.label[terms.spread[row, 1], j]
            if (
                d < 0
                or max(0, state.tally[d]) + terms.spread[row, 4] - least > terms.spread[row, 2]
            ):
                state.closed[j] = True


@kernel(arrays=False)
def passes(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int) -> bool:
    """Return whether node j has room for pod i, and the terms or rules of pods allow it there."""
    if state.closed[j]:
        return False
    for r in range(arrays.demand.shape[1]):
        if arrays.demand[i, r] > 0 and arrays.demand[i, r] > state.room[j, r]:
            return False
    if not arrays.known:
        return bool(may_enter(arrays.book, state.counts, i, -1, j))
    terms = arrays.terms
    for at in range(terms.forbids.start[i], terms.forbids.start[i + 1]):
        counter = terms.forbids.value[at]
        d = terms.label[terms.key[counter], j]
        if d >= 0 and state.matching[terms.offset[counter] + d] > 0:
            return False
    near = True
    for at in range(terms.requires.start[i], terms.requires.start[i + 1]):
        counter = terms.requires.value[at]
        d = terms.label[terms.key[counter], j]
        if d < 0:
            return False
        near &= state.matching[terms.offset[counter] + d] > 0
    return bool(near or (terms.own_mate[i] and _is_first(arrays, state, i)))


@kernel(arrays=False)
def _is_first(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """Return whether no pod of the cluster meets the required affinity of pod i."""
    terms = arrays.terms
    for at in range(terms.requires.start[i], terms.requires.start[i + 1]):
        counter = terms.requires.value[at]
        for d in range(terms.offset[counter], terms.offset[counter + 1]):
            if state.matching[d] > 0:
                return False
    return True
