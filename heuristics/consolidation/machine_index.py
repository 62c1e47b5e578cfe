"""The choice of `policies.choose` without a look at every machine.

Machines of one shape with nearly the same room stand together in blocks.  The best score that a
block promises is compared first, and only blocks that may hold the choice are opened: the choice is
that of the scan, to the last tie.  Machines that changed since the blocks were made stand in a
list of their own, which is scanned.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from .cluster_load import ClusterLoad, ItemArrays, allowed_now, fits, move
from .machine_blocks import Blocks, score_bounds, skewness_bounds
from .policies import (
    DIAGONAL,
    FIRST_FIT,
    TIE,
    PackedPolicy,
    Request,
    choose,
    first_empty,
    scores,
    skewnesses,
    within,
)


@kernel
def _score_all(
    state: ClusterLoad,
    blocks: Blocks,
    request: Request,
    members: IntArray,
    stale: bool,
    known: int,
) -> tuple[int, float]:
    """Add the machines among ``members`` that have room, with their scores, to those known.

    ``stale`` selects those that changed since the blocks were made, or those that did not.
    Return how many are known then, and the least of the new scores.
    """
    room, found, count = state.left.room, known, state.held
    rows, changed, allowed = blocks.found.rows, blocks.changed, request.allowed
    for j in members:
        if changed[j] == stale and count[j] > 0 and allowed[j] and fits(room, request.demand, j):
            rows[found] = j
            found += 1
    if found == known:
        return known, np.inf
    out = blocks.found.values[known:found]
    scores(state.left, request.demand, rows[known:found], request.policy, out)
    return found, out.min()


@kernel
def choose_indexed(state: ClusterLoad, blocks: Blocks, request: Request, recent: int) -> int:
    """Return the machine with items that `choose` takes, -1 if none has room.

    ``recent`` machines have changed since the blocks were made.
    """
    start, order, bound = blocks.start, blocks.order, blocks.bound
    likely = score_bounds(blocks, request.demand, request.policy)
    # found[:known] are the machines scored so far, ``least`` the best score
    known, least = _score_all(state, blocks, request, blocks.recent[:recent], True, 0)
    for k in range(-1, len(bound)):
        b = likely if k < 0 else k
        # a block is opened only if its bound allows a better machine
        if b >= 0 and bound[b] < least and not blocks.opened[b]:
            blocks.opened[b] = True
            members = order[start[b] : start[b + 1]]
            known, new = _score_all(state, blocks, request, members, False, known)
            least = min(least, new)
    if known == 0:
        return -1
    if request.policy.code >= DIAGONAL:
        most = least + request.policy.delta + TIE
        return _first_least_skewed(state, blocks, request, known, most)
    rows, values = blocks.found
    first = _first_within(rows[:known], values[:known], least + TIE)
    # of equally good machines the first counts: it may be in a closed block
    for b in range(len(bound)):
        if bound[b] <= least + TIE and not blocks.opened[b] and blocks.first[b] < first:
            members = order[start[b] : start[b + 1]]
            known, _ = _score_all(state, blocks, request, members, False, 0)
            first = min(first, _first_within(rows[:known], values[:known], least + TIE))
    return first


@kernel
def _first_least_skewed(
    state: ClusterLoad, blocks: Blocks, request: Request, known: int, most: float
) -> int:
    """Step 2: of the machines whose loss is at most ``most`` the first of least skewness."""
    start, order, code = blocks.start, blocks.order, request.policy.code
    near, (rows, values) = blocks.near.rows, blocks.found
    close = 0
    for b in range(len(blocks.bound)):
        if blocks.bound[b] <= most and not blocks.opened[b]:
            near[close] = b
            close += 1
    promise = blocks.near.values[:close]
    skewness_bounds(blocks, request.demand, near[:close], code, promise)
    known = _keep(state, blocks, request, 0, known, most)
    skewed = np.inf if known == 0 else values[:known].min()
    likely = int(np.argmin(promise)) if close > 0 else 0
    for n in range(close):  # the likeliest block first
        k = likely if n == 0 else n - 1 if n <= likely else n
        # a block that promises no less may still have an earlier machine of the same skewness
        if promise[k] > skewed + TIE:
            continue
        b = near[k]
        members = order[start[b] : start[b + 1]]
        found, _ = _score_all(state, blocks, request, members, False, known)
        found = _keep(state, blocks, request, known, found, most)
        if found > known:
            skewed = min(skewed, values[known:found].min())
            known = found
    return _first_within(rows[:known], values[:known], skewed + TIE)


@kernel
def _keep(
    state: ClusterLoad, blocks: Blocks, request: Request, begin: int, end: int, most: float
) -> int:
    """Drop machines whose loss is above ``most``; replace the others' losses by skewness."""
    rows, values = blocks.found.rows[begin:end], blocks.found.values[begin:end]
    kept = within(rows, values, most)
    skewnesses(state.left, request.demand, rows[:kept], request.policy.code, values)
    return begin + kept


@kernel
def _first_within(rows: IntArray, values: FloatArray, most: float) -> int:
    """Return the least of the rows whose value is at most ``most``."""
    first = np.iinfo(np.int64).max
    for k in range(len(rows)):
        if values[k] <= most:
            first = min(first, rows[k])
    return first


@kernel
def place_in_order(
    requests: IntArray,
    items: ItemArrays,
    state: ClusterLoad,
    blocks: Blocks,
    policy: PackedPolicy,
    machine: IntArray,
) -> tuple[int, bool]:
    """Place requests one after the other until too many machines have changed.

    A request that fits on no machine with items opens the first empty one with room.  Return how
    many were placed, and whether the next one has no machine.
    """
    recent, scratch = 0, np.empty(len(state.held), dtype=np.bool_)
    for k in range(len(requests)):
        # blocks.recent is full: the blocks must be made anew
        if recent == len(blocks.recent):
            return k, False
        i = requests[k]
        request = Request(items.demand[i], allowed_now(items, state, i, -1, scratch), policy)
        if policy.code == FIRST_FIT:
            j = choose(state, request, -1, blocks.found)
        else:
            j = choose_indexed(state, blocks, request, recent)
        if j < 0:
            j = first_empty(state, request, items.opening)
        if j < 0:
            return k, True
        machine[i] = j
        move(state, items, i, -1, j)
        if not blocks.changed[j]:
            blocks.changed[j] = True
            blocks.recent[recent] = j
            recent += 1
    return len(requests), False
