"""The choice of `packing_policies.choose` without a look at every machine.

Machines of one shape with nearly the same room stand together in blocks.  What a block promises at
best is compared first, and only blocks that may hold the choice are opened: the choice is that of
the scan, to the last tie.  Machines that changed since the blocks were made stand in a list of
their own, which is scanned.
"""

from __future__ import annotations

import numba
import numpy as np

from ...core.arrays import FloatArray, IntArray
from .machine_blocks import Blocks, ClusterLoad, score_bounds, skewness_bounds
from .policies import (
    DIAGONAL,
    FIRST_FIT,
    TIE,
    Packed,
    choose,
    first_empty,
    fits,
    scores,
    skewnesses,
    within,
)


@numba.njit(cache=True)
def _score_all(
    state: ClusterLoad,
    blocks: Blocks,
    members: IntArray,
    stale: bool,
    demand: IntArray,
    allowed: np.ndarray,
    policy: Packed,
    known: int,
) -> tuple[int, float]:
    """Add the machines among ``members`` that have room, with their scores, to those known.

    Return how many are known then, and the least of the new scores.
    """
    room, found, count = state.room, known, state.held
    rows, changed = blocks.machines, blocks.changed
    for j in members:
        if changed[j] == stale and count[j] > 0 and allowed[j] and fits(room, demand, j):
            rows[found] = j
            found += 1
    if found == known:
        return known, np.inf
    out = blocks.scores[known:found]
    scores(room, demand, state.per_unit, state.spare, rows[known:found], policy, out)
    return found, out.min()


@numba.njit(cache=True)
def choose_indexed(
    state: ClusterLoad,
    blocks: Blocks,
    recent: int,
    demand: IntArray,
    allowed: np.ndarray,
    policy: Packed,
) -> int:
    """Return the machine with items that `choose` takes, -1 where none has room."""
    start, order, bound = blocks.start, blocks.order, blocks.bound
    likely = score_bounds(blocks, demand, policy)
    few = blocks.recent[:recent]
    known, least = _score_all(state, blocks, few, True, demand, allowed, policy, 0)
    for k in range(-1, len(bound)):
        b = likely if k < 0 else k
        if b >= 0 and bound[b] < least and not blocks.opened[b]:
            blocks.opened[b] = True
            members = order[start[b] : start[b + 1]]
            known, new = _score_all(state, blocks, members, False, demand, allowed, policy, known)
            least = min(least, new)
    if known == 0:
        return -1
    if policy[0] >= DIAGONAL:
        most = least + policy[3] + TIE
        return _first_least_skewed(state, blocks, demand, allowed, policy, known, most)
    first = _first_within(blocks.machines[:known], blocks.scores[:known], least + TIE)
    for b in range(len(bound)):
        if bound[b] <= least + TIE and not blocks.opened[b] and blocks.first[b] < first:
            members = order[start[b] : start[b + 1]]
            known, _ = _score_all(state, blocks, members, False, demand, allowed, policy, 0)
            found = _first_within(blocks.machines[:known], blocks.scores[:known], least + TIE)
            first = min(first, found)
    return first


@numba.njit(cache=True)
def _first_least_skewed(
    state: ClusterLoad,
    blocks: Blocks,
    demand: IntArray,
    allowed: np.ndarray,
    policy: Packed,
    known: int,
    most: float,
) -> int:
    """Step 2: of the machines whose loss is not above ``most`` the first of least skewness."""
    start, order, code = blocks.start, blocks.order, policy[0]
    near = blocks.rows
    close = 0
    for b in range(len(blocks.bound)):
        if blocks.bound[b] <= most and not blocks.opened[b]:
            near[close] = b
            close += 1
    promise = blocks.values[:close]
    skewness_bounds(blocks, demand, near[:close], code, promise)
    known = _keep(state, blocks, demand, code, 0, known, most)
    skewed = np.inf if known == 0 else blocks.scores[:known].min()
    likely = int(np.argmin(promise)) if close > 0 else 0
    for n in range(close):  # the likeliest block first
        k = likely if n == 0 else n - 1 if n <= likely else n
        # a block that promises no less may still have an earlier machine of the same skewness
        if promise[k] > skewed + TIE:
            continue
        b = near[k]
        members = order[start[b] : start[b + 1]]
        found, _ = _score_all(state, blocks, members, False, demand, allowed, policy, known)
        found = _keep(state, blocks, demand, code, known, found, most)
        if found > known:
            skewed = min(skewed, blocks.scores[known:found].min())
            known = found
    return _first_within(blocks.machines[:known], blocks.scores[:known], skewed + TIE)


@numba.njit(cache=True)
def _keep(
    state: ClusterLoad,
    blocks: Blocks,
    demand: IntArray,
    code: int,
    begin: int,
    end: int,
    most: float,
) -> int:
    """Drop machines whose loss is above ``most``; replace the others' losses by skewness."""
    rows, values = blocks.machines[begin:end], blocks.scores[begin:end]
    kept = within(rows, values, most)
    skewnesses(state.room, demand, state.per_unit, state.spare, rows[:kept], code, values)
    return begin + kept


@numba.njit(cache=True)
def _first_within(rows: IntArray, values: FloatArray, most: float) -> int:
    """Return the least of the rows whose value is not above ``most``."""
    first = np.iinfo(np.int64).max
    for k in range(len(rows)):
        if values[k] <= most:
            first = min(first, rows[k])
    return first


@numba.njit(cache=True)
def place_in_order(
    items: IntArray,
    demand: IntArray,
    state: ClusterLoad,
    blocks: Blocks,
    masks: np.ndarray,
    row_of: IntArray,
    policy: Packed,
    machine: IntArray,
) -> tuple[int, bool]:
    """Place items one after the other until too many machines have changed.

    A request that fits on no machine with items opens the first empty one with room.  Return how
    many were placed, and whether the next one has no machine.
    """
    room, count, recent = state.room, state.held, 0
    rows, values = blocks.machines, blocks.scores
    for k in range(len(items)):
        if recent == len(blocks.recent):
            return k, False
        i = items[k]
        allowed = masks[row_of[i]]
        if policy[0] == FIRST_FIT:
            j = choose(
                room,
                state.per_unit,
                state.spare,
                demand[i],
                count,
                allowed,
                policy,
                -1,
                rows,
                values,
            )
        else:
            j = choose_indexed(state, blocks, recent, demand[i], allowed, policy)
        if j < 0:
            j = first_empty(room, demand[i], count, allowed)
        if j < 0:
            return k, True
        machine[i] = j
        count[j] += 1
        for r in range(demand.shape[1]):
            room[j, r] -= demand[i, r]
        if not blocks.changed[j]:
            blocks.changed[j] = True
            blocks.recent[recent] = j
            recent += 1
    return len(items), False
