"""The scheduling steps of kube-scheduler 1.34, pod by pod, in compiled code.

`evict` and `place_all` update the room, used requests and counts of a `SchedulerState` with each
move.  A pod is deleted (`delete`), then gone (`go`); its replacement is placed before or after the
latter.
"""

from __future__ import annotations

from optgap.consolidation import shift
from optgap.problem import IntArray
from optgap.running import kernel

from .preemption import may_preempt
from .scheduler_arrays import SchedulerArrays, SchedulerState, shift_terms
from .scheduler_filters import change_use, find_nodes
from .scheduler_scores import (
    add_neighbours,
    add_preferences,
    add_spread,
    add_taints,
    balance_score,
    free_score,
)


@kernel(arrays=False)
def evict(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """Remove a pod from its node, and update the state."""
    if state.machine[i] >= 0:
        delete(arrays, state, i)
        go(arrays, state, i)


@kernel(arrays=False)
def delete(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """Begin to delete a running pod: from now on it counts everywhere but in spreads."""
    if not arrays.leaves[i]:
        shift_terms(arrays, state, i, state.machine[i], -1, True)
    state.old[i], state.machine[i] = state.machine[i], -1


@kernel(arrays=False)
def go(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """End the deletion of a pod."""
    j = state.old[i]
    shift_terms(arrays, state, i, j, -1, False)
    if not arrays.known:
        shift(arrays.book, state.counts, i, j, -1)
    change_use(arrays, state, i, j, -1)
    state.scores[:, j] = -1
    state.old[i] = -1


@kernel(arrays=False)
def settle(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int) -> None:
    """Put a pod on a node, and update the state."""
    shift_terms(arrays, state, i, j, 1, True)
    shift_terms(arrays, state, i, j, 1, False)
    if not arrays.known:
        shift(arrays.book, state.counts, i, -1, j)
    change_use(arrays, state, i, j, 1)
    state.scores[:, j] = -1
    state.machine[i] = j


@kernel(arrays=False)
def place(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int, dice: IntArray) -> int:
    """Place a pod on the best node that passes the filters; return the node, or -1.

    ``pin`` is the only allowed node, unless it is -1.  Among several best nodes the first is chosen
    if ``dice[0]`` is 0, else a random one.
    """
    found = find_nodes(arrays, state, i, pin)
    if found == 0:
        return -1
    add_scores(arrays, state, i, found, pin)
    best, ties = 0, 1
    for k in range(1, found):
        if state.total[k] > state.total[best]:
            best, ties = k, 1
        elif state.total[k] == state.total[best] and dice[0] != 0:
            ties += 1
            dice[0] = dice[0] * 48271 % 2147483647  # Lehmer's generator
            if dice[0] % ties == 0:
                best = k
    j = state.feasible[best]
    settle(arrays, state, i, j)
    return int(j)


@kernel(arrays=False)
def add_scores(
    arrays: SchedulerArrays, state: SchedulerState, i: int, found: int, pin: int
) -> None:
    """Set ``state.total`` to the scores of the feasible nodes of a pod."""
    row = arrays.scored_as[i]
    for k in range(found):
        j = state.feasible[k]
        value = int(state.scores[row, j]) if row >= 0 else -1
        if value < 0:
            has = arrays.has[j]
            value = free_score(state.held[j], arrays.asks[i], has, arrays.packs)
            value += balance_score(state.taken[j], arrays.exact[i], has)
            if row >= 0:
                state.scores[row, j] = value
        state.total[k] = value
    if arrays.known and found > 1:
        image = arrays.terms.nodes.image_of[i]
        for k in range(found):
            state.total[k] += arrays.terms.nodes.image[image, state.feasible[k]]
        add_taints(arrays, state, i, found)
        add_preferences(arrays, state, i, found)
        add_neighbours(arrays, state, i, found)
        add_spread(arrays, state, i, found, pin)


@kernel
def place_all(
    arrays: SchedulerArrays, state: SchedulerState, queue: IntArray, pins: IntArray, dice: IntArray
) -> IntArray:
    """Place pods in the order of ``queue``; retry the unplaced ones while any pod finds a node.

    Return the pods that still wait. ``pins`` has a node for each pod, or -1 for any.
    """
    line = queue.copy()
    return line[: try_line(arrays, state, line, len(line), pins, dice)]


@kernel(arrays=False)
def try_line(
    arrays: SchedulerArrays,
    state: SchedulerState,
    line: IntArray,
    length: int,
    pins: IntArray,
    dice: IntArray,
) -> int:
    """Place the pods in ``line``; move the unplaced pods to its front, and return their number.

    Pods with a higher priority come first.  Pods whose place an unplaced pod would take are marked
    as victims.
    """
    for at in range(1, length):
        i, k = line[at], at
        while k > 0 and arrays.priority[line[k - 1]] < arrays.priority[i]:
            line[k] = line[k - 1]
            k -= 1
        line[k] = i
    while length > 0:
        waiting = 0
        for k in range(length):
            i = line[k]
            if place(arrays, state, i, pins[i], dice) < 0:
                line[waiting] = i
                waiting += 1
        if waiting == length:
            break
        length = waiting
    for k in range(length):
        if state.begin[1] == 0 and may_preempt(arrays, state, line[k]):
            state.begin[1] = 1  # the first preemption is enough: the plan does not hold
    return length
