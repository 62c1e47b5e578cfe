"""An index that makes the same choice as `policies.choose` without scanning all machines.

A block contains machines of one shape (equal scales of shares) with similar room.  A bound on the
scores of each block is compared first; only the machines of blocks that may contain the choice are
scored.  So the choice equals that of the scan, including ties.  Machines that changed since the
blocks were made are in a separate list, which is scanned.
"""

from math import isqrt
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from .policies import (
    DIAGONAL,
    EVEN,
    FIRST_FIT,
    RTCR,
    TIE,
    WORST_FIT,
    ClusterLoad,
    ItemArrays,
    PackedPolicy,
    Request,
    Residual,
    Shortlist,
    allowed_now,
    choose,
    first_empty,
    fits,
    keep_within,
    kubernetes_mean,
    move,
    percentage,
    scores,
    sizes,
    skewnesses,
)

# Blocks of similar machines, with a bound on the scores of each block.
#
# A bound is computed by the same operations as the scores, from the least or the largest free room
# in a block. Rounding keeps the order of sums of nonnegative numbers, so no score is better than
# the bound of its block, not even by a rounding error.


BLOCK = 64
_KEY_BITS = 40
_SLACK = 1e-14  # rounding may change the order of cosines of sums


class Blocks(NamedTuple):
    """Blocks of nonempty machines of one shape; block b is order[start[b] : start[b + 1]].

    The free room of each unchanged machine lies between ``low`` and ``high`` of its block.  The
    arrays from ``bound`` on are scratch space for one choice.
    """

    order: IntArray
    start: IntArray
    first: IntArray  # least number of a machine in the block
    low: Residual  # least and most that a machine of the block has left
    high: Residual
    changed: BoolArray  # per machine: an item came since the blocks were made
    recent: IntArray  # the changed machines, in the order of their first change
    bound: FloatArray  # per block: a score that none of its machines beats
    opened: BoolArray  # per block: its machines were scored
    near: Shortlist  # of blocks: their numbers and bounds
    found: Shortlist  # of machines: their numbers and scores


def shapes(per_unit: FloatArray, spare: FloatArray) -> IntArray:
    """Return a number per machine, equal for machines with equal ``per_unit`` and ``spare``."""
    _, shape = np.unique(np.hstack([per_unit, spare]), axis=0, return_inverse=True)
    return np.asarray(shape.reshape(-1))


def blocks_of(state: ClusterLoad, shape: IntArray, block: int = BLOCK) -> Blocks:
    """Return blocks of the machines with items: equal shapes, and similar residuals."""
    live = np.flatnonzero(state.held)
    key = _interleave(state.left, live, shape)
    order = live[np.argsort(key, kind="stable")]
    begins = np.flatnonzero(np.diff(shape[order], prepend=-1))
    length = np.diff(begins, append=len(order))
    start = np.concatenate(
        [np.arange(a, a + n, block) for a, n in zip(begins, length, strict=True)]
        or [np.zeros(0, np.int64)]
    )
    machines, room = len(state.held), state.left.room[order]
    scales = state.left.per_unit[order[start]], state.left.spare[order[start]]
    any_items = len(order) > 0
    return Blocks(
        order,
        np.append(start, len(order)),
        np.minimum.reduceat(order, start) if any_items else start,
        Residual(np.minimum.reduceat(room, start) if any_items else room, *scales),
        Residual(np.maximum.reduceat(room, start) if any_items else room, *scales),
        changed=np.zeros(machines, dtype=np.bool_),
        recent=np.empty(max(64, 4 * isqrt(machines)), dtype=np.int64),
        bound=np.empty(len(start)),
        opened=np.zeros(len(start), dtype=np.bool_),
        near=Shortlist(np.empty(len(start), dtype=np.int64), np.empty(len(start))),
        found=Shortlist(np.empty(machines, dtype=np.int64), np.empty(machines)),
    )


@kernel
def _interleave(left: Residual, live: IntArray, shape: IntArray) -> IntArray:
    """Return a sort key per machine: its shape, then the interleaved digits of its residual.

    Machines next to each other in this order (Morton's) have similar room of every resource.
    """
    room, per_unit = left.room, left.per_unit
    resources = room.shape[1]
    bits = min(10, _KEY_BITS // resources)
    key = np.empty(live.shape[0], dtype=np.int64)
    for k in range(live.shape[0]):
        digits = 0
        for r in range(resources):
            share = min(1.0, room[live[k], r] * per_unit[live[k], r])
            whole = int(share * ((1 << bits) - 1))
            for b in range(bits):
                digits |= ((whole >> b) & 1) << (b * resources + r)
        key[k] = (shape[live[k]] << _KEY_BITS) | digits
    return key


@kernel
def score_bounds(blocks: Blocks, demand: IntArray, policy: PackedPolicy) -> int:
    """Write a lower bound on each block's scores to ``bound``: infinity without room for the item.

    Return the number of the block with the least bound, or -1 if no block has room.
    """
    code, low, high = policy.code, blocks.low, blocks.high
    rows, found = blocks.near.rows, 0
    for b in range(len(blocks.bound)):
        blocks.bound[b] = np.inf
        blocks.opened[b] = False
        if fits(high.room, demand, b):
            rows[found] = b
            found += 1
    if found == 0:
        return -1
    out = blocks.near.values[:found]
    if code == RTCR:
        _rtcr_bounds(blocks, demand, rows[:found], out)
    elif code >= DIAGONAL:
        sizes(low, demand, rows[:found], policy.norm, policy.alpha, out)  # β only adds
    else:
        reach = high if code == WORST_FIT else low
        scores(reach, demand, rows[:found], policy, out)
    likely = 0
    for k in range(found):
        blocks.bound[rows[k]] = out[k]
        if out[k] < out[likely]:
            likely = k
    return int(rows[likely])


@kernel
def _rtcr_bounds(blocks: Blocks, demand: IntArray, rows: IntArray, out: FloatArray) -> None:
    """Write to ``out`` a lower bound on RTCR's score in each block of ``rows``.

    RTCR (RequestedToCapacityRatio) ignores resources of which 0 % is used.  So its mean is at most
    the larger of two numbers: the mean of the resources that certainly count, and the largest
    percentage of those that may count.
    """
    for k in range(len(rows)):
        b, total, count, most = rows[k], 0, 0, 0
        for r in range(len(demand)):
            share = blocks.low.per_unit[b, r]
            if share > 0:
                spare = blocks.low.spare[b, r]
                used = percentage(spare + max(0, blocks.low.room[b, r] - demand[r]) * share)
                if percentage(spare + (blocks.high.room[b, r] - demand[r]) * share) > 0:
                    total += used
                    count += 1
                else:
                    most = max(most, used)
        out[k] = -max(float(most), kubernetes_mean(total, count, RTCR))


@kernel
def skewness_bounds(
    blocks: Blocks, demand: IntArray, rows: IntArray, code: int, out: FloatArray
) -> None:
    """Write to ``out`` a lower bound on the skewness in each block of ``rows``."""
    if code == DIAGONAL:
        for k in range(len(rows)):
            out[k] = -_most_even(blocks, demand, rows[k]) - _SLACK
    else:
        skewnesses(blocks.high, demand, rows, code, out)


@kernel
def _most_even(blocks: Blocks, demand: IntArray, b: int) -> float:
    """Return the largest cosine between the diagonal and a residual in the box of block ``b``.

    The box contains the residuals, after placement, between the block's ``low`` and ``high``.  The
    best residual x has all coordinates equal to one number t, clipped to the box.  This t is the
    root of Σ x (x - t), which falls with t and is linear between the coordinates of the corners.
    """
    low, high, size = np.empty(len(demand)), np.empty(len(demand)), 0.0
    has = 0
    for r in range(len(demand)):
        share, spare = blocks.low.per_unit[b, r], blocks.low.spare[b, r]
        if share > 0:
            low[has] = spare + max(0, blocks.low.room[b, r] - demand[r]) * share
            high[has] = spare + (blocks.high.room[b, r] - demand[r]) * share
            size += low[has] * low[has]
            has += 1
    low, high = low[:has], high[:has]
    if size <= EVEN or low.max() <= high.min():
        return 1.0
    # the slope falls with t, so the root lies in [down, up]
    down, up = low.min(), high.max()
    for k in range(2 * has):
        t = low[k] if k < has else high[k - has]
        slope = 0.0
        for r in range(has):
            cut = min(max(t, low[r]), high[r])
            slope += cut * (cut - t)
        down = max(down, t) if slope >= 0 else down
        up = min(up, t) if slope <= 0 else up
    return _cosine(low, high, _root(low, high, (down + up) / 2))


@kernel
def _root(low: FloatArray, high: FloatArray, middle: float) -> float:
    """Return the root t of Σ x (x - t), see `_most_even`, in the linear piece around ``middle``."""
    total, square = 0.0, 0.0
    for r in range(len(low)):
        if low[r] >= middle or high[r] <= middle:
            cut = low[r] if low[r] >= middle else high[r]
            total += cut
            square += cut * cut
    return middle if total == 0.0 else square / total


@kernel
def _cosine(low: FloatArray, high: FloatArray, t: float) -> float:
    total, square = 0.0, 0.0
    for r in range(len(low)):
        cut = min(max(t, low[r]), high[r])
        total += cut
        square += cut * cut
    return float(total / np.sqrt(square * len(low)))


@kernel
def _score_all(
    state: ClusterLoad,
    blocks: Blocks,
    request: Request,
    members: IntArray,
    stale: bool,
    known: int,
) -> tuple[int, float]:
    """Append to the shortlist the ``members`` with room for the requested item, and their scores.

    If ``stale``, only machines that changed since the blocks were made are used, else only
    unchanged ones. Return the new length of the shortlist, and the least new score.
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
    """Return the nonempty machine that `choose` would return; -1 if none has room.

    ``recent`` is the number of machines that have changed since the blocks were made.
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
    """Return the machine of least skewness, ties to the first, among losses up to ``most``."""
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
    """Keep shortlisted machines with losses up to ``most``, scored by skewness; return the end."""
    rows, values = blocks.found.rows[begin:end], blocks.found.values[begin:end]
    kept = keep_within(rows, values, most)
    skewnesses(state.left, request.demand, rows[:kept], request.policy.code, values)
    return begin + kept


@kernel
def _first_within(rows: IntArray, values: FloatArray, most: float) -> int:
    """Return the least row number whose value is at most ``most``."""
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
    """Place requests one after another, until too many machines have changed since indexing.

    A request that fits on no machine with items opens the first empty machine with room.  Return
    the number of placed requests, and whether the next request fits on no machine.
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
