"""Preemption: a pod that finds no node may replace pods with a lower priority."""

from __future__ import annotations

from optgap.running import kernel

from .scheduler_arrays import SchedulerArrays, SchedulerState, is_open_to, shift_terms
from .scheduler_filters import change_use, passes, prepare_filters


@kernel(arrays=False)
def may_preempt(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """Return whether a node would take pod i without its pods of lower priority; mark the victims.

    The victims are those of the node on which the most important victim is least important.
    """
    if not arrays.preempts[i] or not _list_lower(arrays, state, i):
        return False
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    best, least = -1, 2**62
    for j in range(len(state.open)):
        if not is_open_to(allowed[j], state.open[j], arrays.exists[j], tolerates):
            continue
        if state.head[j] >= 0 and _has_room_without(arrays, state, i, j):
            most = _most_important_victim(arrays, state, i, j, False)
            if most < least:
                best, least = j, most
    if best >= 0:
        _most_important_victim(arrays, state, i, best, True)
    return best >= 0


@kernel(arrays=False)
def _has_room_without(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int) -> bool:
    """Return whether node j has room for pod i without all of its listed pods."""
    for r in range(arrays.demand.shape[1]):
        room, k = state.room[j, r], state.head[j]
        while k >= 0:
            room += arrays.demand[k, r]
            k = state.after[k]
        if arrays.demand[i, r] > 0 and arrays.demand[i, r] > room:
            return False
    return True


@kernel(arrays=False)
def _list_lower(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """List the pods with a lower priority than pod i by node, the most important ones first.

    Return whether there are any.
    """
    state.head[:] = -1
    some = False
    for k in range(len(state.machine) - 1, -1, -1):
        j = state.machine[k]
        if j < 0 or arrays.priority[k] >= arrays.priority[i] or arrays.leaves[k]:
            continue
        some = True
        before, then = -1, state.head[j]
        while then >= 0 and arrays.priority[then] > arrays.priority[k]:
            before, then = then, state.after[then]
        state.after[k] = then
        if before < 0:
            state.head[j] = k
        else:
            state.after[before] = k
    return some


@kernel(arrays=False)
def _most_important_victim(
    arrays: SchedulerArrays, state: SchedulerState, i: int, j: int, mark: bool
) -> int:
    """Return the highest priority of the pods that must leave node j for pod i; 2^62: no way."""
    k = state.head[j]
    while k >= 0:
        lift(arrays, state, k, j, -1)
        k = state.after[k]
    prepare_filters(arrays, state, i, -1)
    able, most, k = passes(arrays, state, i, j), -(2**62), state.head[j]
    while k >= 0:
        lift(arrays, state, k, j, 1)
        if able:  # a pod without which there is room may stay
            prepare_filters(arrays, state, i, -1)
            if not passes(arrays, state, i, j):
                lift(arrays, state, k, j, -1)
                most = max(most, arrays.priority[k])
                state.old[k] = j  # it leaves
        k = state.after[k]
    k = state.head[j]
    while k >= 0:
        if state.old[k] == j and state.machine[k] == j:
            lift(arrays, state, k, j, 1)
            state.old[k] = -1
            state.victims[k] |= mark
        k = state.after[k]
    return int(most) if able else 2**62


@kernel(arrays=False)
def lift(arrays: SchedulerArrays, state: SchedulerState, k: int, j: int, by: int) -> None:
    """Take a pod off the counts and the room of its node (-1), or put it back (1)."""
    shift_terms(arrays, state, k, j, by, True)
    shift_terms(arrays, state, k, j, by, False)
    change_use(arrays, state, k, j, by)
